/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* asimulator.c - the options of asimulator that an input of the fuzzer chooses.  */
#include "choices.h"

#define WORLD_RULES                                                                                          \
	"AWorld 1\nItem_Reward 30\nNeutralize_Reward 7\nHome_Reward 100\nMove_Cost 1\nGrab_Cost 1\n"         \
	"Number_Of_Items_Is_Known True\nAmmunition_Is_Limited True\nAmmunition_Limit 3\n"                    \
	"Initial_Ammunition 2\n"

const struct fuzz_choice fuzz_choices_asimulator[] = {
	{"max-actions", {"3", "40", NULL}, 3},
	{"world-text",
	 {WORLD_RULES "Map 3 3\n?h?\n?.?\ni??\n", WORLD_RULES "Map 1 1\n?\n",
	  WORLD_RULES "Cost_Is_Limited True\nCost_Limit 6\nEnemy_Probability 0.3\nMap 4 2\n?i?h\n????\n"},
	 3},
	{"bit-order", {NULL, "msb"}, 2},
	{"revision", {NULL, "2"}, 2},
	{"world", {"drawn.world"}, 1},
	{0},
};
