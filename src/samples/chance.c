/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* chance.c - random numbers: splitmix64, each number equally likely.  */
#include "chance.h"

#include <time.h>
#include <unistd.h>

/* The next number of the sequence (splitmix64).  */
static uint64_t next_number(uint64_t *state)
{
	uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
	return mixed ^ (mixed >> 31);
}

uint64_t chance_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 32;
}

uint64_t chance_below(uint64_t *state, uint64_t bound)
{
	uint64_t excess =
		(UINT64_MAX % bound + 1) % bound; /* rejected, so that no remainder is more likely */
	uint64_t drawn;

	do
		drawn = next_number(state);
	while (excess && drawn > UINT64_MAX - excess);
	return drawn % bound;
}
