/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - the ways in which a player can be told the same (ringside/twins.h).  */
#include "systems/lmc_shared/twins.h"
#include "wire.h"

static bool tell_swapped(const struct twins_game *game, int n, struct bytes *steps)
{
	return lmc_tell(game, n, steps, (struct lmc_manner){.swapped = true});
}

static const struct twin_way ways[] = {
	LMC_WAYS,
	{"swapped", "with input and score in the other order", .tell = tell_swapped},
	{0},
};

const struct twins lmc_twins = {
	.ways = ways,
	.options = "turns=40",
	.rival = "sample:random",
};
