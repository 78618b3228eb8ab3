/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy_simple.c - constant, random, rotate: the players that look at nothing.  */
#include "chance.h"
#include "strategy.h"

#include <stdlib.h>

struct simple {
	int symbols, next;
	uint64_t chance;
};

static void *begin(const struct strategy_game *game)
{
	struct simple *simple = sample_alloc(1, sizeof(*simple));
	int chosen = game->choice ? words_find(game->symbols, game->choice) : 0;

	simple->symbols = game->symbols->count;
	simple->next = chosen < 0 ? 0 : chosen;
	simple->chance = game->seed;
	return simple;
}

static int play_constant(void *self)
{
	const struct simple *simple = self;

	return simple->next;
}

static int play_random(void *self)
{
	struct simple *simple = self;

	return (int)chance_below(&simple->chance, (uint64_t)simple->symbols);
}

static int play_rotate(void *self)
{
	struct simple *simple = self;
	int played = simple->next;

	simple->next = (played + 1) % simple->symbols;
	return played;
}

const struct strategy strategy_constant = {
	.name = "constant",
	.purpose = "Plays the same symbol always: the first.",
	.options = WITH_SYMBOL,
	.begin = begin,
	.end = free,
	.play = play_constant,
};

const struct strategy strategy_random = {
	.name = "random",
	.purpose = "Plays any symbol, each equally likely.",
	.options = WITH_SEED,
	.begin = begin,
	.end = free,
	.play = play_random,
};

const struct strategy strategy_rotate = {
	.name = "rotate",
	.purpose = "Plays one symbol after the other, in the order in which they were told.",
	.begin = begin,
	.end = free,
	.play = play_rotate,
};
