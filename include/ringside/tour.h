/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tour.h - the story of `ringside demo --tour`, which a system has as data: a match, and what each step asks
 * a person to do.  */
#ifndef RINGSIDE_TOUR_H
#define RINGSIDE_TOUR_H

/* When a step is done, however a person got there.  */
enum tour_goal {
	TOUR_PAUSED,  /* the match stands */
	TOUR_STEPPED, /* it stands after the key of the step */
	TOUR_OVER,    /* it has a verdict */
	TOUR_READ,    /* a text was opened, and is closed again */
	TOUR_BACK,    /* the position after `turns` turns is shown, or an older one */
	TOUR_STOPPED, /* a breakpoint has stopped it */
	TOUR_HELD,    /* what seat 1 has said, and is held, begins with `text` */
	TOUR_SEATED,  /* a person sits on seat 1 */
	TOUR_END      /* never: the step is the last one */
};

struct tour_step {
	const char *key, *asks;
	const char *lines; /* what the key does, for a person who leaves the step out, a line each; of the
			      last step NULL */
	enum tour_goal goal;
	int turns;
	const char *text;
	const char *did;    /* said with the next step */
	const char *before; /* a command that runs when the step begins; NULL: none */
};

struct tour_story {
	const char *players[2];          /* as in struct protocol_bundle */
	const char *const (*options)[2]; /* names and texts; ended by a NULL */
	const struct tour_step *steps;   /* the last one has TOUR_END */
};

#endif
