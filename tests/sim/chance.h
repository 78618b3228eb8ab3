/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* chance.h - random numbers from a seed. They are the same everywhere, so that a failure can be repeated.
 *
 * Everything in tests/sim uses it.  */
#ifndef RINGSIDE_SIM_CHANCE_H
#define RINGSIDE_SIM_CHANCE_H

#include "../random.h"

#include <stdbool.h>
#include <stdint.h>

struct chance {
	uint64_t state;
};

static inline uint64_t chance_next(struct chance *chance)
{
	return random_next(&chance->state);
}

/* From 0 to n - 1. 0 when n is 0: an agent that was told nonsense may have nothing to choose from.  */
static inline int64_t chance_below(struct chance *chance, int64_t n)
{
	return (int64_t)(chance_next(chance) % (uint64_t)(n ? n : 1));
}

/* One time in n.  */
static inline bool chance_one_in(struct chance *chance, int64_t n)
{
	return chance_below(chance, n) == 0;
}

#endif
