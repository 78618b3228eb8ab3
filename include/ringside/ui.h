/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ui.h - the screen of a session: panes, keys, prompt, and the pace at which all is drawn.
 *
 * Made by the command line after the session, freed before it.  Everything happens in the loop: agents are
 * served first, keys and drawing later, at most 60 times a second and only when something changed.  */
#ifndef RINGSIDE_UI_H
#define RINGSIDE_UI_H

#include "ringside/loop.h"
#include "ringside/session.h"

struct script;
struct ui;

struct ui_setup {
	const char *layout;  /* a preset of layout.h; NULL: auto */
	const char *history; /* the file of typed commands; NULL: the usual place */
	const char *said;    /* what is told at first; NULL: nothing */
	/* Whose lines run as if they were typed, each when the match stands; outlives the screen.  NULL:
	   none, and none can be added.  */
	struct script *script;
	/* The match is paused for the script alone: it goes on at its end, unless one of its lines has said
	   how it goes on.  */
	bool script_holds;
	struct breakpoints *breakpoints; /* that watch the session */
	bool no_color, no_mouse;
	unsigned shows; /* as in view.h, at first */
	/* The person leaves, or a signal ends the program: end the session, and stop the loop when it has
	 * ended.  Called once; who insists is let out by the screen itself, which then stops the loop.  */
	void (*quit)(void *user);
	/* The person wants to play on from the position after so many turns; `players` as the command resume
	   has them.  Begin that match and stop the loop: NULL; or why not, which the caller frees.  NULL in
	   place of the function: nothing can be resumed.  */
	char *(*resume)(void *user, int turns, const char *players);
	void *user;
};

/* Opens the terminal.  NULL, and a problem for people that the caller frees.  */
struct ui *ui_new(struct loop *loop, struct session *session, const struct ui_setup *setup, char **problem);
/* Something that can be seen has changed: cheap, drawn later.  */
void ui_changed(struct ui *ui);
/* What was begun by a command has ended so: it is told, and what is new is shown.  */
void ui_told(struct ui *ui, const char *text, bool problem);
/* Runs a command line as if it had been typed, and shows what it says.  */
void ui_run(struct ui *ui, const char *line);
/* What the board shows now, for the screen of the match that goes on from this one: as in view.h.  */
unsigned ui_shows(const struct ui *ui);
/* Leaves the terminal as it was found.  NULL is fine.  */
void ui_free(struct ui *ui);

#endif
