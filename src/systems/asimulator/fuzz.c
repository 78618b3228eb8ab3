/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - rare simulations for clients: each bundled world, and very few actions.  */
#include "ringside/fuzz.h"
#include "wire.h"

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { ACTIONS = 120 };
	const struct option_choice *choices = world_option_world.choices;
	unsigned count = 0;

	(void)seat;
	while (choices[count].word)
		count++;
	if (fuzz_is_free(setup, &world_option_world))
		setup_put(setup, &world_option_world, choices[fuzz_below(chance, count)].word);
	fuzz_option(setup, &world_option_max_actions, ACTIONS, chance);
}

const struct fuzz asimulator_fuzz = {options, NULL, NULL, NULL};
