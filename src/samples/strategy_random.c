/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy_random.c - random: plays any symbol.  */
#include "chance.h"
#include "strategy.h"

#include <stdlib.h>

struct random {
	int symbols;
	uint64_t chance;
};

static void *begin(const struct strategy_game *game)
{
	struct random *random = sample_alloc(1, sizeof(*random));

	random->symbols = game->symbols->count;
	random->chance = game->seed;
	return random;
}

static int play(void *self)
{
	struct random *random = self;

	return (int)chance_below(&random->chance, (uint64_t)random->symbols);
}

const struct strategy strategy_random = {
	.name = "random",
	.purpose = "Plays any symbol, each equally likely.",
	.seeded = true,
	.begin = begin,
	.end = free,
	.play = play,
};
