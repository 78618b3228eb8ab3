/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* position.h - which position of which match a board shows.
 *
 * Each board's state begins with one.  It owns the checkpoints (checkpoints.h), so a board only has to say
 * what a turn does and what to work out after a jump.  */
#ifndef RINGSIDE_UI_BOARDS_POSITION_H
#define RINGSIDE_UI_BOARDS_POSITION_H

#include "ringside/checkpoints.h"

struct position {
	struct checkpoints *line;  /* owned; NULL: the setup makes no game, so there is nothing to play */
	const struct match *match; /* that was shown last; NULL: none yet */
	unsigned revision;         /* of that match, and its branch */
	int branch;
	int game;        /* the match's number in a series */
	int turns;       /* that are to be shown */
	bool unfinished; /* some of them are not played yet: call position_seek() again */
};

/* What position_seek() found changed.  */
enum {
	POSITION_MATCH = 1,  /* another match, or the first one */
	POSITION_BRANCH = 2, /* another branch */
	POSITION_TURNS = 4,  /* another number of turns */
	POSITION_NEWS = 8    /* the match itself, or more of it was played */
};

/* Begins before the first turn of a match with this setup.  Takes over `line`.  */
void position_begin(struct position *position, const struct setup *setup, struct checkpoints *line);
void position_end(struct position *position);
/* Is this another game of a series than the one it began with?  Then the board has to begin again.  */
bool position_is_over(const struct position *position, const struct match *match);
/* Goes towards the position after `turns` turns.  Returns what changed since the last call: bits from above.
   0: nothing, so nothing was played.  A turn that cannot be played (of a broken file) ends what is shown.  */
unsigned position_seek(struct position *position, const struct match *match, int turns);
/* How much of it is played, from 0 to 100; only while it is unfinished.  */
int position_percent(const struct position *position);
/* As unfinished() of struct board_view, for a board whose state begins with its struct position.  */
bool position_unfinished(const void *board);

#endif
