/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.h - the player's side of the Learning Machine Challenge 1, and of layers 1 and 2 of LMC 2.
 *
 * A player is a table of calls. player_run() reads what the judge says, line by line, and calls them; it says
 * the name first of all and `@info exit` last (interface specification, "The info channel").  */
#ifndef SAMPLES_PLAYER_H
#define SAMPLES_PLAYER_H

#include "sample.h"

/* Calls that a player has no use for may be NULL, but for play.  */
struct player {
	const char *name; /* for `@info name`: one word */
	void *self;
	void (*new_game)(void *self);                 /* against somebody else, perhaps of another kind */
	void (*symbol)(void *self, const char *name); /* one more that may be played */
	void (*input)(void *self, const struct words *words);
	void (*score)(void *self, double score); /* -1 to +1, for what was played since the last one */
	/* LMC 2: what would have been right the last time.  */
	void (*hint)(void *self, const struct words *words);
	/* The answer, which stays the player's; NULL: it can't tell any, and a comment says so.  */
	const struct words *(*play)(void *self);
};

/* Plays until the judge says `@command exit`, or to the end of input.  */
void player_run(const struct player *player, FILE *in, FILE *out);

#endif
