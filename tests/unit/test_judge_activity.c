/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_judge_activity.c - what an agent was doing when its limit passed or the match stopped: how the judge
 * records and explains it.  */
#include "../test.h"
#include "dialogue.h"

#define MS DIALOGUE_MS

static const struct activity reads = {.kind = ACTIVITY_READS, .cpu_ns = 12 * MS, .threads = 1};
static const struct activity runs = {.kind = ACTIVITY_RUNS, .unread = 7, .cpu_ns = 99 * MS, .threads = 2};

#define READS                                                                                                \
	"has read all that was sent and waits in a read (is its output flushed?); CPU in this turn: 0.012 s"
#define RUNS "runs in 2 threads, and has not read 7 bytes of what was sent; CPU in this turn: 0.099 s"

static void set_up(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
}

static void get_ready(struct dialogue *d)
{
	set_up(d);
	dialogue_ready(d);
}

#define READY_TEST(name) TEST_WITH(name, struct dialogue, d, get_ready, dialogue_free)

static void does(struct dialogue *d, int seat, const struct activity *activity)
{
	judge_activity(d->judge, d->now, seat, activity);
	dialogue_settle(d);
}

static enum activity_kind kind_of(const struct dialogue *d, int seat)
{
	return judge_match(d->judge)->activity[seat].kind;
}

/* The answer contains these words in this order.  */
static void explains(const struct dialogue *d, enum why_what what, const char *first, const char *second)
{
	FREED char *answer = dialogue_why(d, what, 0);
	const char *at = strstr(answer, first);

	if (!at || !strstr(at, second))
		fail_msg("no \"%s\" and \"%s\" in:\n%s", first, second, answer);
}

/* ---- tests ---- */

READY_TEST(an_agents_activity_is_noted_before_its_timeout_and_explained)
{
	talk(d, SEAT_1, "< 7,7\n");
	d->now += 99 * MS;
	assert_false(judge_limit_passed(d->judge, SEAT_2, d->now));
	d->now += MS;
	assert_true(judge_limit_passed(d->judge, SEAT_2, d->now));
	assert_false(judge_limit_passed(d->judge, SEAT_1, d->now));
	does(d, SEAT_2, &reads);
	assert_false(judge_match(d->judge)->over);
	dialogue_at(d, d->now);
	dialogue_verdict(d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	assert_string_equal(dialogue_words(d, SEAT_2, READS), READS);
	assert_int_equal(kind_of(d, SEAT_2), ACTIVITY_READS);
	assert_int_equal(kind_of(d, SEAT_1), ACTIVITY_NOTHING);
	explains(d, WHY_VERDICT, "Process of seat 2", "It " READS ".");
	dialogue_replays(d);
}

TEST(an_agent_that_never_gets_ready_is_explained_too)
{
	struct dialogue d FREED_BY(dialogue_free);

	set_up(&d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	for (int i = 0; i < 2; i++) { /* ABOUT needs no answer */
		d.now = judge_deadline(d.judge);
		assert_true(judge_limit_passed(d.judge, SEAT_1, d.now));
		does(&d, SEAT_1, i ? &runs : &reads);
		dialogue_at(&d, d.now);
	}
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	explains(&d, WHY_VERDICT, "Process of seat 1", "It " RUNS ".");
	dialogue_replays(&d);
}

static char *stops_at(void *user, const struct judge *judge, const struct stop *stop)
{
	return stop->kind == *(const enum stop_kind *)user ? bytes_text("breakpoint 1, seat %d", stop->seat)
							   : NULL;
}

/* When the clock of seat 1 has run for 60 ms.  */
static int64_t due_at_60(void *user, const struct judge *judge, int64_t since)
{
	int64_t due = judge_turn_reaches(judge, SEAT_1, 60 * MS);

	return due >= since ? due : INT64_MAX;
}

READY_TEST(a_stop_at_a_limit_is_explained_and_the_next_turn_forgets_it)
{
	static enum stop_kind limit = STOP_LIMIT;

	judge_set_stops(d->judge, &(struct stops){.reason = stops_at, .user = &limit});
	d->now += 100 * MS;
	does(d, SEAT_1, &reads);
	dialogue_at(d, d->now);
	assert_int_equal(judge_state(d->judge), JUDGE_PAUSED);
	explains(d, WHY_STOP, "Process of seat 1", "It " READS ".");
	dialogue_request(d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 900 * MS});
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	talk(d, SEAT_1, "< 7,7\n");
	assert_int_equal(kind_of(d, SEAT_1), ACTIVITY_READS);
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_int_equal(kind_of(d, SEAT_1), ACTIVITY_NOTHING);
	dialogue_replays(d);
}

READY_TEST(a_stop_between_messages_is_explained_too)
{
	static enum stop_kind moment = STOP_TIME;

	judge_set_stops(d->judge, &(struct stops){.reason = stops_at, .due = due_at_60, .user = &moment});
	dialogue_at(d, d->now + 60 * MS);
	assert_int_equal(judge_state(d->judge), JUDGE_PAUSED);
	d->now += 3 * MS;
	does(d, SEAT_1, &runs);
	assert_int_equal(judge_state(d->judge), JUDGE_PAUSED);
	explains(d, WHY_STOP, "Process of seat 1", "It " RUNS ".");
	assert_int_equal(judge_turn_time(d->judge, SEAT_1, d->now), 60 * MS);
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	talk(d, SEAT_1, "< 7,7\n");
	dialogue_replays(d);
}

READY_TEST(a_stop_before_the_limit_still_happens_when_input_comes_late)
{
	static enum stop_kind moment = STOP_TIME;

	judge_set_stops(d->judge, &(struct stops){.reason = stops_at, .due = due_at_60, .user = &moment});
	d->now += 150 * MS;
	does(d, SEAT_1, &reads);
	dialogue_at(d, d->now);
	assert_false(judge_match(d->judge)->over);
	assert_int_equal(judge_turn_time(d->judge, SEAT_1, d->now), 60 * MS);
	dialogue_request(d, (struct request){.kind = REQUEST_GO});
	talk(d, SEAT_1, "< 7,7\n");
	dialogue_replays(d);
}

READY_TEST(nothing_is_noted_of_an_agent_that_is_gone_or_after_the_verdict)
{
	dialogue_at(d, d->now + 100 * MS);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	does(d, SEAT_1, &reads);
	assert_null(dialogue_words(d, SEAT_1, READS));
}

TEST_MAIN(NULL, NULL)
