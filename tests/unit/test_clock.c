/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_clock.c - the clock of a seat, to the nanosecond.  */
#include "../test.h"

#include "judge/judge_state.h"
#include <stdlib.h>
#include <string.h>

#define STOPPED                                                                                              \
	{                                                                                                    \
		.since = CLOCK_NEVER                                                                         \
	}

/* The time control of a limit for all turns.  */
#define LIMIT(ns)                                                                                            \
	{                                                                                                    \
		.period = {{.time = (ns)}}, .count = 1                                                       \
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
	assert_int_equal(clock.account.used, 499);
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
	assert_int_equal(clock.account.used, 2 * MS);
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
	struct clock clock = {.since = CLOCK_NEVER, .control = LIMIT(800), .tolerance = 7};

	clock_begin(&clock, 1000, 500);
	assert_int_equal(clock_deadline(&clock), 1507);
	clock_end(&clock, 1400);
	clock_begin(&clock, 5000, 500);
	assert_int_equal(clock_left(&clock, 5000), 400);
	assert_int_equal(clock_deadline(&clock), 5407);
}

TEST(the_time_left_of_a_match_may_be_negative)
{
	struct clock clock = {.since = CLOCK_NEVER, .control = LIMIT(100), .tolerance = 50};

	clock_begin(&clock, 0, 0);
	clock_end(&clock, 120);
	assert_int_equal(clock_left(&clock, 500), -20);
	clock_begin(&clock, 1000, 0);
	assert_int_equal(clock_deadline(&clock), 1030);
}

TEST(the_excess_is_that_of_the_limit_exceeded_most)
{
	struct clock clock = {.since = CLOCK_NEVER, .control = LIMIT(800), .tolerance = 70};

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
	struct clock clock = {.since = CLOCK_NEVER, .control = LIMIT(1000)};

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
	struct clock clock = {.since = CLOCK_NEVER, .control = LIMIT(INT64_MAX - 5)};
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
	struct clock clock = {.since = CLOCK_NEVER, .control = LIMIT(100)};
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

/* ---- time controls ---- */

/* A seat plays moves that take so many s each, and then thinks: what its clock shows after each, as
   time_control.h writes it, and when it loses in its last turn.  */
TEST(a_clock_goes_through_its_periods)
{
	static const struct {
		const char *control, *moves, *shown;
		int deadline; /* s into the turn after them; 0: never */
	} rows[] = {
		{"60", "10 10 30", "50 40 10", 10},
		{"60+2", "10 10 30", "52 44 16", 16},
		{"60+2", "61", "1", 1}, /* the tolerance allowed it */
		/* Periods: what is left goes over, and the last one repeats.  */
		{"2/60", "10 10 10 10", "1/50 2/100 1/90 2/140", 140},
		{"2/60,1/10+1,30", "10 20 5 1", "1/50 1/40 66 65", 65},
		{"2/60,3/10", "59 1 5", "1/1 3/10 2/5", 5},
		{"3/60+1", "1 1", "2/60 1/60", 60},
		/* Byo-yomi: a move within a period does not use it up.  */
		{"3x10", "1 9 9", "3x10 3x10 3x10", 30},
		{"3x10", "10 1 15", "2x10 2x10 1x10", 10},
		{"1x30", "29 29", "1x30 1x30", 30},
		{"1x30", "31", "1x30", 30}, /* the tolerance allowed it */
		{"20,2x10", "5 20 3 12", "15 2x10 2x10 1x10", 10},
		{"20+5,2x10", "5 24 3", "20 2x10 2x10", 20}, /* byo-yomi adds no increment */
		{"2/20,2x10", "15 4 3 9", "1/5 1 2x10 2x10", 20},
		{"2/20,2x10", "5", "1/15", 15}, /* byo-yomi does not help before the moves are made */
		{"0", "100 1000", "never never", 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct clock clock = STOPPED;
		struct bytes shown FREED_BY(bytes_free) = {0};
		int64_t t = 0;

		assert_true(time_control_read(rows[i].control, &clock.control));
		clock_restart(&clock);
		for (const char *at = rows[i].moves; *at; at += strcspn(at, " "), at += *at == ' ') {
			struct clock_state at_move;

			clock_begin(&clock, t, 0);
			t += atoi(at) * (int64_t)NS_PER_S;
			clock_moved(&clock, t);
			clock_end(&clock, t);
			at_move = clock_state(&clock, t);
			bytes_add_text(&shown, shown.size ? " " : "");
			if (at_move.overtimes || at_move.moves)
				bytes_addf(&shown, "%d%c",
					   (int)(at_move.moves ? at_move.moves : at_move.overtimes),
					   at_move.moves ? '/' : 'x');
			if (at_move.left == INT64_MAX)
				bytes_add_text(&shown, "never");
			else
				bytes_addf(&shown, "%g", (double)at_move.left / NS_PER_S);
		}
		if (strcmp(shown.at, rows[i].shown) != 0)
			fail_msg("%s: %s, not %s", rows[i].control, shown.at, rows[i].shown);
		clock_begin(&clock, t, 0);
		assert_int_equal(clock_deadline(&clock),
				 rows[i].deadline ? t + rows[i].deadline * (int64_t)NS_PER_S : CLOCK_NEVER);
	}
}

TEST(a_time_control_is_read_and_written)
{
	static const char *const texts[][2] = {
		{"60", "1m"},
		{"0", "0"},
		{"0.5", "500ms"},
		{"5:00", "5m"},
		{"1:30.5+2", "90500ms+2s"},
		{"40/60+0.6", "40/1m+600ms"},
		{"40/5m,20/2m+300ms,1h", "40/5m,20/2m+300ms,1h"},
		{"2/3+0.5,2x2", "2/3s+500ms,2x2s"},
		{"1x30", "1x30s"},
	};
	static const char *const wrong[] = {
		"",
		"x",
		"-1",
		"40/",
		"/60",
		"0/60",
		"40/0",
		"60+",
		"60,",
		",60",
		"60,30",
		"60,40/30",
		"1x30,60",
		"0x30",
		"3x0",
		"60 ",
		"1:5m",
		"60+2d",
		"1001x30",
		"1000001/60",
		"60++1",
		"40/60/2",
		"99999h",
		"60+25h",
		"1/1,1/1,1/1,1/1,1/1,1/1,1/1,1/1,1",
		"inf",
		"99999999999999999999/1",
		"1x30x2",
	};
	struct time_control control;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char *words;

		assert_true(time_control_read(texts[i][0], &control));
		words = time_control_words(&control);
		assert_string_equal(words, texts[i][1]);
		free(words);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		if (time_control_read(wrong[i], &control))
			fail_msg("reads \"%s\"", wrong[i]);
}

TEST_MAIN(NULL, NULL)
