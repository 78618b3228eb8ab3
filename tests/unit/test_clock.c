/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_clock.c - the clock of a seat, to the nanosecond.  */
#include "../test.h"

#include "judge/judge_state.h"

#define STOPPED                                                                                              \
	{                                                                                                    \
		.since = CLOCK_NEVER                                                                         \
	}

TEST(a_clock_that_never_started_has_no_deadline_and_no_time)
{
	struct clock clock = STOPPED;

	assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
	assert_int_equal(clock_turn(&clock, 99), 0);
	assert_int_equal(clock_left(&clock, 99), CLOCK_NEVER);
	assert_int_equal(clock_end(&clock, 99), 0);
	clock_pause(&clock, 100);
	clock_resume(&clock, 200);
	assert_int_equal(clock_turn(&clock, 300), 0);
}

TEST(a_turn_lasts_from_its_beginning_to_its_end)
{
	struct clock clock = STOPPED;

	clock_begin(&clock, 1000, 500);
	assert_int_equal(clock_turn(&clock, 1001), 1);
	assert_int_equal(clock_end(&clock, 1499), 499);
	assert_int_equal(clock.used, 499);
	assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
}

TEST(a_stall_of_the_judge_is_left_out_of_a_clock_that_runs)
{
	enum { MS = 1000000 };
	struct clock clock = STOPPED;

	assert_int_equal(clock_hold_up(&clock, 5 * MS, 5 * MS, 50 * MS), 0);
	clock_begin(&clock, 10 * MS, 20 * MS);
	assert_int_equal(clock_hold_up(&clock, 15 * MS, 15 * MS, 50 * MS), 35 * MS);
	assert_int_equal(clock_turn(&clock, 50 * MS), 5 * MS);
	assert_int_equal(clock_deadline(&clock), 65 * MS);
	/* One that began in the stall loses only what it had counted.  */
	clock_end(&clock, 50 * MS);
	clock_begin(&clock, 60 * MS, 20 * MS);
	assert_int_equal(clock_hold_up(&clock, 55 * MS, 55 * MS, 70 * MS), 10 * MS);
	assert_int_equal(clock_turn(&clock, 70 * MS), 0);
	/* It began at the end.  */
	clock_end(&clock, 70 * MS);
	clock_begin(&clock, 80 * MS - 1, 20 * MS);
	assert_int_equal(clock_hold_up(&clock, 75 * MS, 75 * MS, 80 * MS), 0);
	clock_pause(&clock, 80 * MS);
	assert_int_equal(clock_hold_up(&clock, 80 * MS, 80 * MS, 90 * MS), 0);
}

TEST(a_turn_that_a_stall_ends_counts_until_the_judge_was_last_seen_awake)
{
	enum { MS = 1000000 };
	struct clock clock = STOPPED;

	clock_begin(&clock, 10 * MS, 50 * MS);
	assert_int_equal(clock_hold_up(&clock, 12 * MS, 32 * MS, 80 * MS), 48 * MS);
	assert_int_equal(clock_turn(&clock, 80 * MS), 22 * MS); /* it may go on */
	assert_int_equal(clock_answered(&clock, 80 * MS), 20 * MS);
	assert_int_equal(clock_answered(&clock, 80 * MS), 0);
	assert_int_equal(clock_end(&clock, 80 * MS), 2 * MS);
	assert_int_equal(clock.used, 2 * MS);
	/* It began after the judge was last seen awake.  */
	clock_begin(&clock, 90 * MS, 50 * MS);
	clock_hold_up(&clock, 85 * MS, 105 * MS, 200 * MS);
	assert_int_equal(clock_answered(&clock, 200 * MS), 15 * MS);
	assert_int_equal(clock_end(&clock, 200 * MS), 0);
	/* It went on.  */
	clock_begin(&clock, 210 * MS, 50 * MS);
	clock_hold_up(&clock, 215 * MS, 235 * MS, 300 * MS);
	assert_int_equal(clock_answered(&clock, 300 * MS + 1), 0);
	assert_int_equal(clock_end(&clock, 300 * MS + 1), 25 * MS + 1);
	/* The next turn begins when the stall ends.  */
	clock_begin(&clock, 310 * MS, 50 * MS);
	clock_hold_up(&clock, 315 * MS, 335 * MS, 400 * MS);
	clock_end(&clock, 400 * MS);
	clock_begin(&clock, 400 * MS, 50 * MS);
	assert_int_equal(clock_answered(&clock, 400 * MS), 0);
}

TEST(the_tolerance_is_added_to_the_limit_of_a_turn)
{
	struct clock clock = {.since = CLOCK_NEVER, .tolerance = 7};

	clock_begin(&clock, 1000, 500);
	assert_int_equal(clock_deadline(&clock), 1507);
}

TEST(the_nearer_limit_is_the_deadline)
{
	struct clock clock = {.since = CLOCK_NEVER, .match_limit = 800, .tolerance = 7};

	clock_begin(&clock, 1000, 500);
	assert_int_equal(clock_deadline(&clock), 1507);
	clock_end(&clock, 1400);
	clock_begin(&clock, 5000, 500);
	assert_int_equal(clock_left(&clock, 5000), 400);
	assert_int_equal(clock_deadline(&clock), 5407);
}

TEST(the_time_left_of_a_match_may_be_negative)
{
	struct clock clock = {.since = CLOCK_NEVER, .match_limit = 100, .tolerance = 50};

	clock_begin(&clock, 0, 0);
	clock_end(&clock, 120);
	assert_int_equal(clock_left(&clock, 500), -20);
	clock_begin(&clock, 1000, 0);
	assert_int_equal(clock_deadline(&clock), 1030);
}

TEST(the_excess_is_that_of_the_limit_exceeded_most)
{
	struct clock clock = {.since = CLOCK_NEVER, .match_limit = 800, .tolerance = 70};

	assert_true(clock_over(&clock, 1000) < 0);
	clock_begin(&clock, 1000, 500);
	assert_int_equal(clock_over(&clock, 1499), -1);
	assert_int_equal(clock_over(&clock, 1500), 0);
	assert_int_equal(clock_over(&clock, 1569), 69);
	clock_end(&clock, 1569);
	clock_begin(&clock, 2000, 500);
	assert_int_equal(clock_over(&clock, 2231), 0); /* 569 and 231 of 800 */
	assert_int_equal(clock_over(&clock, 2251), 20);
	clock_pause(&clock, 2251);
	assert_int_equal(clock_over(&clock, 9000), 20);
}

TEST(a_pause_does_not_count)
{
	struct clock clock = {.since = CLOCK_NEVER, .match_limit = 1000};

	clock_begin(&clock, 0, 500);
	clock_pause(&clock, 100);
	clock_pause(&clock, 150);
	assert_int_equal(clock_turn(&clock, 9000), 100);
	assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
	clock_resume(&clock, 9000);
	clock_resume(&clock, 9100);
	assert_int_equal(clock_deadline(&clock), 9400);
	assert_int_equal(clock_left(&clock, 9050), 850);
	assert_int_equal(clock_end(&clock, 9050), 150);
	assert_true(clock.paused);
	clock_begin(&clock, 10000, 500);
	assert_false(clock.paused);
}

TEST(limits_near_the_largest_time_do_not_wrap)
{
	struct clock clock = {.since = CLOCK_NEVER, .match_limit = INT64_MAX - 5};
	struct countdown countdown;

	clock_begin(&clock, 1000, INT64_MAX - 10);
	assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
	countdown_set(&countdown, INT64_MAX - 1, 1000, false);
	assert_int_equal(countdown_end(&countdown), CLOCK_NEVER);
}

TEST(a_countdown_stops_and_continues)
{
	struct countdown countdown;

	countdown_clear(&countdown);
	countdown_pause(&countdown, 5);
	countdown_resume(&countdown, 9);
	assert_false(countdown_is_set(&countdown));
	countdown_set(&countdown, 100, 1000, false);
	assert_int_equal(countdown_end(&countdown), 1100);
	countdown_pause(&countdown, 1030);
	assert_true(countdown_is_set(&countdown));
	assert_int_equal(countdown_end(&countdown), CLOCK_NEVER);
	countdown_resume(&countdown, 2000);
	assert_int_equal(countdown_end(&countdown), 2070);
}

TEST(a_limit_that_passed_before_a_pause_is_still_passed_after_it)
{
	struct clock clock = {.since = CLOCK_NEVER, .match_limit = 100};
	struct countdown countdown;

	countdown_set(&countdown, 100, 1000, false);
	countdown_pause(&countdown, 1105);
	countdown_resume(&countdown, 2000);
	assert_int_equal(countdown_end(&countdown), 1995);
	clock_begin(&clock, 0, 0);
	clock_end(&clock, 120);
	clock_begin(&clock, 1000, 0);
	assert_int_equal(clock_deadline(&clock), 980);
}

TEST(a_countdown_set_while_time_stands_starts_when_time_does)
{
	struct countdown countdown;

	countdown_set(&countdown, 100, 1000, true);
	assert_int_equal(countdown_end(&countdown), CLOCK_NEVER);
	countdown_resume(&countdown, 5000);
	assert_int_equal(countdown_end(&countdown), 5100);
}

TEST_MAIN(NULL, NULL)
