/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* side.h - a player's side of the Learning Machine Challenge, read literally from the documents: what it
 * may be told at each moment, and what is still due (lmc1, Interface Specification; Tournament
 * specification) (lmc, Wire; Order) (lmc2, Layers 1 and 2).  */
#ifndef RINGSIDE_SIM_SIDE_H
#define RINGSIDE_SIM_SIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIDE_SYMBOLS = 80 };

/* What is due to be told.  */
enum due_kind {
	DUE_LINE,  /* exactly this line */
	DUE_SCORE, /* a score; NAN: -1 or 1 */
	DUE_INPUT, /* an input whose symbol nobody can know */
	DUE_PLAY   /* the command play, which later lines may overtake */
};

struct due {
	enum due_kind kind;
	char *line; /* owned */
	double score;
	int64_t round;
};

struct side {
	/* What kind of player it is.  */
	bool lmc2, hints, letters, any;
	bool fresh; /* its process is new: it has to get ready first */
	/* What it knows.  */
	bool greeted, named, begun, begun_once, left;
	bool playing; /* it was told to play, has not answered, and was not released */
	char symbol[SIDE_SYMBOLS][32];
	int count;
	struct due *due; /* due[first .. last) */
	int first, last, room;
};

/* Another game begins: nothing of it is due or was told.  */
void side_begin(struct side *side);
void side_free(struct side *side);

/* What will be due, in this order.  */
void side_due(struct side *side, enum due_kind kind, const char *line, double score, int64_t round);
/* The play that is still due will not come: a person moved.  */
void side_forget_play(struct side *side);
/* The first thing that is due besides a play. NULL: nothing.  */
const struct due *side_left_over(const struct side *side);
void side_forget_all(struct side *side);

/* The player is told the line (without its end). NULL, or what is wrong with it by the protocol alone.
   Static.  */
const char *side_hears(struct side *side, const char *line);
/* Takes what is due for this line into `*taken`. NULL, or what is wrong; static. The caller frees
   taken->line.  */
const char *side_takes(struct side *side, const char *line, struct due *taken);

#endif
