/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* clock.h - the time, and times in their order, for the programs that measure.  */
#ifndef RINGSIDE_TESTS_CLOCK_H
#define RINGSIDE_TESTS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* ns of CLOCK_MONOTONIC.  */
static inline int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* For qsort() of int64_t.  */
static inline int compare(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;

	return (one > two) - (one < two);
}

#endif
