/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* summary.h - many numbers in a few: what a seat took for its moves, for people.  */
#ifndef RINGSIDE_SUMMARY_H
#define RINGSIDE_SUMMARY_H

#include <stdint.h>

struct summary {
	int count; /* of the numbers that are known; 0: all else is 0, too */
	int64_t total, least, median, high, most;
};

/* Of `count` numbers, of which negative ones are not known; sorts them.  The median and the high one, which
   95 of 100 do not exceed, are numbers that occur (nearest rank).  */
struct summary summary_of(int64_t *numbers, int count);

#endif
