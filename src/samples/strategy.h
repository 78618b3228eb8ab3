/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy.h - the players of LMC 1: how each chooses its next symbol.
 *
 * A strategy knows no lines and no names but the symbols': strategy_main() makes a player of it, and a test
 * may as well call it directly. Symbols are numbers from 0 here, in the order in which they were told.  */
#ifndef SAMPLES_STRATEGY_H
#define SAMPLES_STRATEGY_H

#include "sample.h"

/* A game that begins.  */
struct strategy_game {
	const struct words *symbols; /* valid as long as the game lasts; one or more */
	uint64_t seed;
	const char *choice; /* --symbol, or NULL */
};

/* The options that a strategy has.  */
enum { WITH_SEED = 1, WITH_SYMBOL = 2 };

struct strategy {
	const char *name;    /* the program is lmc-NAME */
	const char *purpose; /* for --help */
	int options;
	void *(*begin)(const struct strategy_game *game);
	void (*end)(void *self);
	int (*play)(void *self);
	/* NULL: they mean nothing to it.  */
	void (*input)(void *self, int symbol);
	void (*score)(void *self, double score);
};

extern const struct strategy strategy_constant, strategy_random, strategy_rotate, strategy_beat_last,
	strategy_beat_frequent, strategy_predictor;

/* Plays by a strategy from `in` to `out`, each game from its beginning: a new one is begun by `@command new`,
 * and also by a symbol that comes after a move.  */
void strategy_run(const struct strategy *strategy, uint64_t seed, const char *choice, FILE *in, FILE *out);

/* What main() returns.  */
int strategy_main(const struct strategy *strategy, int argc, char **argv);

#endif
