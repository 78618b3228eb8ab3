/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* summary.c - sums up many numbers in a few.  */
#include "ringside/summary.h"

#include "ringside/value.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;

	return (one > two) - (one < two);
}

/* The smallest number that at least `percent` % of the numbers do not exceed.  */
static int64_t rank(const int64_t *numbers, int count, int percent)
{
	int64_t at = ((int64_t)count * percent + 99) / 100;

	return numbers[at > 0 ? at - 1 : 0];
}

struct summary summary_of(int64_t *numbers, int count)
{
	struct summary summary = {0};

	qsort(numbers, (size_t)count, sizeof(*numbers), compare);
	while (count && *numbers < 0) {
		numbers++;
		count--;
	}
	if (!count)
		return summary;
	for (int i = 0; i < count; i++)
		summary.total = value_sum(summary.total, numbers[i]);
	summary.count = count;
	summary.least = numbers[0];
	summary.median = rank(numbers, count, 50);
	summary.high = rank(numbers, count, 95);
	summary.most = numbers[count - 1];
	return summary;
}
