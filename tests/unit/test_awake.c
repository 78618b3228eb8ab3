/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_awake.c - the clock that counts only the time in which the process was awake.  */
#include "../test.h"
#include "ringside/loop.h"

#define MS ((int64_t)1000000)

TEST(all_time_counts_while_somebody_looks_in_time)
{
	struct awake awake = {0};
	int64_t t = 1000 * MS, begin = awake_at(&awake, t);

	for (int i = 0; i < 10; i++) {
		assert_int_equal(awake_wait(&awake, begin + 500 * MS), t + 20 * MS);
		t += (i % 2 ? 30 : 5) * MS; /* 10 ms late, or before */
		assert_int_equal(awake_at(&awake, t), begin + t - 1000 * MS);
	}
	assert_int_equal(awake_wait(&awake, begin + 180 * MS), t + 5 * MS);
}

TEST(nothing_counts_after_a_look_was_due)
{
	struct awake awake = {0};
	int64_t t = 1000 * MS, begin = awake_at(&awake, t), deadline = begin + 50 * MS;

	t = awake_wait(&awake, deadline) + 5000 * MS;
	assert_int_equal(awake_at(&awake, t), begin + 20 * MS);
	assert_int_equal(awake_wait(&awake, deadline), t + 20 * MS);
	t += 20 * MS;
	assert_int_equal(awake_at(&awake, t), begin + 40 * MS);
	/* The last look is the deadline itself, which is reached however late it comes.  */
	assert_int_equal(awake_wait(&awake, deadline), t + 10 * MS);
	assert_int_equal(awake_at(&awake, t + 700 * MS), deadline);
}

TEST(all_time_counts_while_nothing_is_awaited)
{
	struct awake awake = {0};
	int64_t begin = awake_at(&awake, 1000 * MS);

	assert_int_equal(awake_wait(&awake, INT64_MAX), INT64_MAX);
	assert_int_equal(awake_at(&awake, 9000 * MS), begin + 8000 * MS);
}

TEST(work_for_what_it_limits_counts)
{
	struct awake awake = {0};
	int64_t t = 1000 * MS, begin = awake_at(&awake, t);

	awake_wait(&awake, begin + 5000 * MS);
	awake_worked(&awake, 300 * MS);
	assert_int_equal(awake_at(&awake, t + 320 * MS), begin + 320 * MS);
	/* Only the work counts when there was another delay, too.  */
	awake_wait(&awake, begin + 5000 * MS);
	awake_worked(&awake, 300 * MS);
	assert_int_equal(awake_at(&awake, t + 5000 * MS), begin + 640 * MS);
}

TEST(it_never_goes_back)
{
	struct awake awake = {0};
	int64_t begin = awake_at(&awake, 1000 * MS);

	assert_int_equal(awake_at(&awake, 900 * MS), begin);
	assert_int_equal(awake_wait(&awake, begin - 300 * MS), 1000 * MS); /* is over */
	assert_int_equal(awake_at(&awake, 2000 * MS), begin);
}

TEST_MAIN(NULL, NULL)
