/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* summary.h - sums up many numbers in a few: what the moves of a seat took, for people.  */
#ifndef RINGSIDE_SUMMARY_H
#define RINGSIDE_SUMMARY_H

#include <stdint.h>

struct summary {
	int count; /* of the numbers that are known; 0: the rest is 0, too */
	/* `total` is at most INT64_MAX, as of the times of a forged file.  */
	int64_t total, least, median, high, most;
};

/* Sorts `count` numbers and sums them up; negative ones mean not known and are left out. The median and
 * `high`, the 95th percentile, are numbers that occur (nearest rank).  */
struct summary summary_of(int64_t *numbers, int count);

#endif
