/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy.h - how the players of LMC 1 choose their next symbol.
 *
 * A strategy knows nothing of the protocol: strategy_main() makes a player of it, and a test may call it
 * directly. Symbols are numbers from 0 here, in the order in which the judge tells them.  */
#ifndef SAMPLES_STRATEGY_H
#define SAMPLES_STRATEGY_H

#include "sample.h"

struct strategy_game {
	const struct words *symbols; /* valid during the game; at least one */
	uint64_t seed;
};

struct strategy {
	const char *name;    /* the program is called lmc-NAME */
	const char *purpose; /* for --help */
	bool seeded;         /* it has --seed */
	void *(*begin)(const struct strategy_game *game);
	void (*end)(void *self);
	int (*play)(void *self);
	/* NULL if the strategy ignores them.  */
	void (*input)(void *self, int symbol);
	void (*score)(void *self, double score);
};

extern const struct strategy strategy_beat_frequent, strategy_beat_last, strategy_predictor, strategy_random;

/* Reads the judge's lines from `in` and answers on `out`. `@command new` begins a new game, and so does a
 * symbol after a move.  */
void strategy_run(const struct strategy *strategy, uint64_t seed, FILE *in, FILE *out);

/* Returns the exit status.  */
int strategy_main(const struct strategy *strategy, int argc, char **argv);

#endif
