/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_awake.c - the clock that counts only the time in which the process was awake.  */
#include "ringside/awake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MS ((int64_t)1000000)

static void all_time_counts_while_somebody_looks_in_time(void **state)
{
	struct awake awake = {0};
	int64_t t = 1000 * MS, begin = awake_at(&awake, t);

	(void)state;
	for (int i = 0; i < 10; i++) {
		assert_int_equal(awake_wait(&awake, begin + 500 * MS), t + 20 * MS);
		t += (i % 2 ? 30 : 5) * MS; /* 10 ms late, or before */
		assert_int_equal(awake_at(&awake, t), begin + t - 1000 * MS);
	}
	assert_int_equal(awake_wait(&awake, begin + 180 * MS), t + 5 * MS);
}

static void nothing_counts_after_a_look_was_due(void **state)
{
	struct awake awake = {0};
	int64_t t = 1000 * MS, begin = awake_at(&awake, t), deadline = begin + 50 * MS;

	(void)state;
	t = awake_wait(&awake, deadline) + 5000 * MS;
	assert_int_equal(awake_at(&awake, t), begin + 20 * MS);
	assert_int_equal(awake_wait(&awake, deadline), t + 20 * MS);
	t += 20 * MS;
	assert_int_equal(awake_at(&awake, t), begin + 40 * MS);
	/* The last look is the deadline itself, which is reached however late it comes.  */
	assert_int_equal(awake_wait(&awake, deadline), t + 10 * MS);
	assert_int_equal(awake_at(&awake, t + 700 * MS), deadline);
}

static void all_time_counts_while_nothing_is_awaited(void **state)
{
	struct awake awake = {0};
	int64_t begin = awake_at(&awake, 1000 * MS);

	(void)state;
	assert_int_equal(awake_wait(&awake, INT64_MAX), INT64_MAX);
	assert_int_equal(awake_at(&awake, 9000 * MS), begin + 8000 * MS);
}

static void work_for_what_it_limits_counts(void **state)
{
	struct awake awake = {0};
	int64_t t = 1000 * MS, begin = awake_at(&awake, t);

	(void)state;
	awake_wait(&awake, begin + 5000 * MS);
	awake_worked(&awake, 300 * MS);
	assert_int_equal(awake_at(&awake, t + 320 * MS), begin + 320 * MS);
	/* Only the work counts when there was another delay, too.  */
	awake_wait(&awake, begin + 5000 * MS);
	awake_worked(&awake, 300 * MS);
	assert_int_equal(awake_at(&awake, t + 5000 * MS), begin + 640 * MS);
}

static void it_never_goes_back(void **state)
{
	struct awake awake = {0};
	int64_t begin = awake_at(&awake, 1000 * MS);

	(void)state;
	assert_int_equal(awake_at(&awake, 900 * MS), begin);
	assert_int_equal(awake_wait(&awake, begin - 300 * MS), 1000 * MS); /* is over */
	assert_int_equal(awake_at(&awake, 2000 * MS), begin);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_time_counts_while_somebody_looks_in_time),
		cmocka_unit_test(nothing_counts_after_a_look_was_due),
		cmocka_unit_test(all_time_counts_while_nothing_is_awaited),
		cmocka_unit_test(work_for_what_it_limits_counts),
		cmocka_unit_test(it_never_goes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
