/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* random.h - random numbers from a seed, the same everywhere, so that a failure can be repeated (splitmix64).
 */
#ifndef RINGSIDE_TESTS_RANDOM_H
#define RINGSIDE_TESTS_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* From 0 to n - 1.  */
static inline int random_below(uint64_t *seed, int n)
{
	return (int)(random_next(seed) % (uint64_t)n);
}

#endif
