/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* awake.c - leaves out of a time what passed while nobody looked.  */
#include "ringside/awake.h"

void awake_worked(struct awake *awake, int64_t ns)
{
	if (awake->due)
		awake->due += ns;
}

int64_t awake_at(struct awake *awake, int64_t t)
{
	if (awake->due && t > awake->due + AWAKE_LATE)
		awake->held += t - awake->due;
	awake->due = 0;
	awake->seen = t > awake->seen ? t : awake->seen;
	return awake->seen - awake->held;
}

int64_t awake_wait(struct awake *awake, int64_t deadline)
{
	int64_t tick = awake->seen + AWAKE_TICK, due;

	awake->due = 0;
	if (deadline == INT64_MAX)
		return INT64_MAX;
	due = deadline + awake->held;
	due = due > awake->seen ? due : awake->seen;
	return awake->due = due < tick ? due : tick;
}
