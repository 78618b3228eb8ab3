/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.h - the player's side of the Learning Machine Challenge 1, and of layers 1 and 2 of LMC 2.
 *
 * A player is a table of callbacks. player_run() reads the judge's lines and calls them. Its own first line
 * is the name, its last one `@info exit` (interface specification, "The info channel").  */
#ifndef SAMPLES_PLAYER_H
#define SAMPLES_PLAYER_H

#include "sample.h"

/* All but play may be NULL.  */
struct player {
	const char *name; /* for `@info name`: one word */
	void *self;
	void (*new_game)(void *self);
	void (*symbol)(void *self, const char *name); /* tells one symbol of the game */
	void (*input)(void *self, const struct words *words);
	void (*score)(void *self, double score); /* -1 to +1, for what was played since the last one */
	/* The answer, owned by the player; NULL if no symbol is known.  */
	const struct words *(*play)(void *self);
};

/* Plays until `@command exit` or the end of input.  */
void player_run(const struct player *player, FILE *in, FILE *out);

#endif
