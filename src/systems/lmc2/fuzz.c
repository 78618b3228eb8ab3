/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - rare matches for players of a game program: one turn, few turns, and alone or against itself.  */
#include "ringside/fuzz.h"
#include "wire.h"

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { TURNS = 80 };

	(void)seat;
	if (fuzz_is_free(setup, &lmc2_option_max_turns))
		setup_put_value(setup, &lmc2_option_max_turns, 1 + fuzz_below(chance, TURNS));
}

const struct fuzz lmc2_fuzz = {options, NULL, NULL, NULL};
