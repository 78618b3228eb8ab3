/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_summary.c - a summary of many numbers equals a slow count.  */
#include "../test.h"
#include "ringside/match.h"

enum { MOST = 300 };

/* How many of the known numbers are at most this one.  */
static int at_most(const int64_t *numbers, int count, int64_t limit)
{
	int found = 0;

	for (int i = 0; i < count; i++)
		found += numbers[i] >= 0 && numbers[i] <= limit;
	return found;
}

static int at_most_before(const int64_t *numbers, int count, int64_t limit)
{
	return limit > 0 ? at_most(numbers, count, limit - 1) : 0;
}

TEST(a_rank_is_the_smallest_number_that_this_many_do_not_exceed)
{
	uint64_t seed = 7;

	for (int count = 1; count <= MOST; count++) {
		int64_t numbers[MOST], sorted[MOST], total = 0;
		struct summary summary;
		int known;

		for (int i = 0; i < count; i++) {
			seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
			numbers[i] = (int64_t)(seed >> 40) % 50 - 5;
			total += numbers[i] >= 0 ? numbers[i] : 0;
		}
		memcpy(sorted, numbers, sizeof(sorted));
		summary = summary_of(sorted, count);
		known = at_most(numbers, count, INT64_MAX);
		assert_int_equal(summary.count, known);
		assert_int_equal(summary.total, total);
		if (!known)
			continue;
		assert_int_equal(at_most(numbers, count, summary.most), known);
		assert_int_equal(at_most_before(numbers, count, summary.least), 0);
		assert_true(at_most(numbers, count, summary.least) > 0);
		assert_true(at_most_before(numbers, count, summary.most) < known);
		assert_true(2 * at_most(numbers, count, summary.median) >= known);
		assert_true(2 * at_most_before(numbers, count, summary.median) < known);
		assert_true(100 * at_most(numbers, count, summary.high) >= 95 * known);
		assert_true(100 * at_most_before(numbers, count, summary.high) < 95 * known);
	}
}

TEST(unknown_numbers_have_no_summary)
{
	int64_t unknown[] = {-1, -1};
	struct summary summary = summary_of(unknown, 2);

	assert_int_equal(summary.count, 0);
	assert_int_equal(summary.total, 0);
	assert_int_equal(summary.most, 0);
	assert_int_equal(summary_of(unknown, 0).count, 0);
}

TEST_MAIN(NULL, NULL)
