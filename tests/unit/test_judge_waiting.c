/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_judge_waiting.c - an agent that waited for a core: what the judge notes and says, and which limits
 * grow by it.  The figures are given.  */
#include "../test.h"
#include "dialogue.h"

#define MS ((int64_t)DIALOGUE_MS)

static void set_up(struct dialogue *d, bool forgives)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 400 * MS;
	if (forgives)
		setup_put(&d->setup, &option_forgive_waiting, "yes");
}

static void get_ready(struct dialogue *d)
{
	set_up(d, false);
	dialogue_ready(d);
}

#define READY_TEST(name) TEST_WITH(name, struct dialogue, d, get_ready, dialogue_free)

static void waits(struct dialogue *d, int seat, int64_t more, int64_t cpu)
{
	judge_waited(d->judge, d->now, seat, more, cpu);
	dialogue_settle(d);
}

static int events(const struct dialogue *d, enum event_kind kind)
{
	int count = 0;

	for (int i = 0; i < d->line_count; i++)
		count += d->lines[i].message.event.kind == kind;
	return count;
}

static const char *detail(const struct dialogue *d)
{
	return judge_match(d->judge)->verdict.detail;
}

static void explains(const struct dialogue *d, const char *words)
{
	FREED char *answer = dialogue_why(d, WHY_VERDICT, 0);

	if (!strstr(answer, words))
		fail_msg("no \"%s\" in:\n%s", words, answer);
}

/* ---- what is said ---- */

READY_TEST(a_verdict_says_that_the_agent_had_no_core)
{
	d->now += 400 * MS;
	waits(d, SEAT_1, 345 * MS, 55 * MS);
	assert_false(judge_match(d->judge)->over);
	dialogue_at(d, d->now);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(detail(d), "; it had a core for 55 of 400 ms: waited 345 ms for one"));
	assert_int_equal(judge_match(d->judge)->waited[SEAT_1].turns, 1);
	assert_true(judge_match(d->judge)->waited[SEAT_1].ns == 345 * MS);
	assert_int_equal(judge_match(d->judge)->waited[SEAT_2].turns, 0);
	dialogue_exit(d, SEAT_1, (struct ending){.code = 0}); /* as an agent does that is told to leave */
	assert_true(judge_match(d->judge)->unfinished[SEAT_1].waiting.ns == 345 * MS);
	explains(d, "waited    345.0 ms for a core; it had one for 55.0 ms of 400.0 ms");
	dialogue_replays(d);
}

READY_TEST(a_verdict_does_not_mention_waiting_that_matters_little)
{
	d->now += 400 * MS;
	waits(d, SEAT_1, 39 * MS, 361 * MS); /* less than a tenth */
	dialogue_at(d, d->now);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_null(strstr(detail(d), "core"));
	dialogue_replays(d);
}

TEST(a_verdict_counts_the_whole_turn_not_only_until_the_last_look)
{
	static const struct {
		int64_t waited;
		bool decides;
	} turns[] = {{39 * MS, false}, {40 * MS, true}};

	for (int i = 0; i < 2; i++) {
		struct dialogue d FREED_BY(dialogue_free);

		set_up(&d, false);
		dialogue_ready(&d);
		d.now += 94 * MS;
		waits(&d, SEAT_1, turns[i].waited, 10 * MS);
		dialogue_at(&d, d.now + 306 * MS);
		dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
		assert_int_equal(match_waiting_decided(judge_match(d.judge)), turns[i].decides);
		assert_int_equal(strstr(detail(&d), "; it had a core for 10 of 400 ms: waited 40 ms") != NULL,
				 turns[i].decides);
		dialogue_replays(&d);
	}
}

/* It has waited no more since the look before.  */
READY_TEST(the_last_look_tells_the_cpu_time_of_the_whole_turn)
{
	d->now += 94 * MS;
	waits(d, SEAT_1, 84 * MS, 10 * MS);
	d->now += 306 * MS;
	waits(d, SEAT_1, 0, 310 * MS);
	waits(d, SEAT_1, 0, 310 * MS); /* nothing new */
	dialogue_at(d, d->now);
	assert_non_null(strstr(detail(d), "; it had a core for 310 of 400 ms: waited 84 ms for one"));
	assert_int_equal(events(d, EVENT_WAITED), 2);
	assert_int_equal(judge_match(d->judge)->waited[SEAT_1].turns, 1);
	dialogue_replays(d);
}

READY_TEST(an_answered_turn_is_marked_if_its_waiting_matters_in_the_whole_of_it)
{
	d->now += 94 * MS;
	waits(d, SEAT_1, 20 * MS, 74 * MS);
	d->now += 206 * MS;
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	assert_int_equal(judge_match(d->judge)->turns[0].think_ns, 300 * MS);
	assert_false(judge_match(d->judge)->turns[0].flags & TURN_WAITED);
	dialogue_replays(d);
}

TEST(an_agent_that_gets_ready_waits_too)
{
	struct dialogue d FREED_BY(dialogue_free);

	set_up(&d, false);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	dialogue_at(&d, judge_deadline(d.judge)); /* ABOUT needs no answer */
	d.now = judge_deadline(d.judge);
	waits(&d, SEAT_1, 7000 * MS, 100 * MS);
	dialogue_at(&d, d.now);
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	assert_non_null(strstr(detail(&d), "; it had a core for 100 of 11000 ms: waited 7000 ms for one"));
	explains(&d, "waited    7.000 s for a core");
	dialogue_replays(&d);
}

TEST(an_agent_that_refuses_to_start_was_not_late)
{
	struct dialogue d FREED_BY(dialogue_free);

	set_up(&d, false);
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n> START 15\n");
	d.now += 100 * MS;
	waits(&d, SEAT_1, 80 * MS, 20 * MS);
	talk(&d, SEAT_1, "< ERROR no such board\n");
	dialogue_verdict(&d, SEAT_2, REASON_START, SEAT_1);
	assert_null(strstr(detail(&d), "core"));
	assert_false(match_waiting_decided(judge_match(d.judge)));
	dialogue_replays(&d);
}

/* The match file counts them so, too.  */
TEST(waiting_before_the_first_turn_is_apart_from_waiting_in_it)
{
	struct dialogue d FREED_BY(dialogue_free);
	const struct waited *waited;

	set_up(&d, false);
	dialogue_begin(&d);
	waited = &judge_match(d.judge)->waited[SEAT_1];
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n> START 15\n");
	talk(&d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	d.now += 100 * MS;
	waits(&d, SEAT_1, 80 * MS, 20 * MS);
	talk(&d, SEAT_1, "< OK\n> BEGIN\n");
	d.now += 100 * MS;
	waits(&d, SEAT_1, 40 * MS, 50 * MS);
	assert_int_equal(waited->turns, 2);
	assert_true(waited->ns == 120 * MS);
	dialogue_replays(&d);
}

READY_TEST(waiting_counts_once_a_turn_and_ends_with_it)
{
	struct took took[SEATS];
	const struct match *match;

	match = judge_match(d->judge);
	d->now += 100 * MS;
	waits(d, SEAT_1, 40 * MS, 50 * MS);
	d->now += 100 * MS;
	waits(d, SEAT_1, 60 * MS, 90 * MS);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	assert_true(match->turns[0].flags & TURN_WAITED);
	assert_true(match_took(match, took));
	assert_int_equal(took[SEAT_1].waited_turns, 1);
	assert_int_equal(match->waited[SEAT_1].turns, 1);
	assert_true(match->waited[SEAT_1].ns == 100 * MS);
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_false(match->turns[1].flags & TURN_WAITED);
	d->now += 100 * MS;
	talk(d, SEAT_1, "> TURN 8,8\n< 7,8\n");
	assert_false(match->turns[2].flags & TURN_WAITED);
	dialogue_replays(d);
}

/* The judge may have been held up while the agent computed: what counts is at least its CPU time.  */
TEST(nothing_beyond_the_time_of_the_turn_counts)
{
	struct dialogue d FREED_BY(dialogue_free);
	const struct waiting *waiting;

	set_up(&d, true);
	dialogue_ready(&d);
	waiting = &judge_match(d.judge)->unfinished[SEAT_1].waiting;
	d.now += 100 * MS;
	waits(&d, SEAT_1, 30 * MS, 100 * MS); /* it had a core all the time */
	assert_int_equal(waiting->ns, 0);
	waits(&d, SEAT_1, 30 * MS, 80 * MS);
	assert_int_equal(waiting->ns, 20 * MS);
	waits(&d, SEAT_1, INT64_MAX, 10 * MS);
	assert_int_equal(waiting->ns, 90 * MS);
	assert_int_equal(waiting->cpu_ns, 10 * MS);
	waits(&d, SEAT_1, 1 * MS, 10 * MS);
	waits(&d, SEAT_1, -7 * MS, 10 * MS);
	assert_int_equal(waiting->ns, 90 * MS);
	assert_int_equal(judge_deadline(d.judge), d.now - 100 * MS + 490 * MS);
	waits(&d, SEAT_2, 50 * MS, 1 * MS); /* nothing is awaited of it */
	assert_int_equal(judge_match(d.judge)->waited[SEAT_2].turns, 0);
	dialogue_replays(&d);
}

TEST(nothing_is_noted_while_time_stands_or_after_the_verdict)
{
	struct dialogue d FREED_BY(dialogue_free);

	set_up(&d, true);
	dialogue_ready(&d);
	d.now += 50 * MS;
	dialogue_request(&d, (struct request){.kind = REQUEST_PAUSE});
	d.now += 50 * MS;
	waits(&d, SEAT_1, 40 * MS, 1 * MS);
	assert_int_equal(judge_match(d.judge)->waited[SEAT_1].turns, 0);
	dialogue_request(&d, (struct request){.kind = REQUEST_GO});
	dialogue_at(&d, d.now + 350 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	waits(&d, SEAT_1, 40 * MS, 1 * MS);
	assert_int_equal(judge_match(d.judge)->waited[SEAT_1].turns, 0);
	dialogue_replays(&d);
}

/* ---- --forgive-waiting ---- */

TEST(a_limit_grows_by_what_was_waited)
{
	struct dialogue d FREED_BY(dialogue_free);

	set_up(&d, true);
	dialogue_ready(&d);
	d.now += 400 * MS;
	waits(&d, SEAT_1, 300 * MS, 100 * MS);
	dialogue_at(&d, d.now);
	assert_false(judge_match(d.judge)->over);
	assert_int_equal(judge_deadline(d.judge), d.now + 300 * MS);
	d.now += 300 * MS;
	waits(&d, SEAT_1, 200 * MS, 200 * MS);
	d.now += 199 * MS;
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	assert_false(judge_match(d.judge)->over);
	assert_int_equal(judge_match(d.judge)->turns[0].think_ns, 899 * MS);
	assert_int_equal(judge_match(d.judge)->forgiven[SEAT_1], 0); /* no tolerance was needed */
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> TURN 8,8\n");
	assert_int_equal(judge_deadline(d.judge), d.now + 400 * MS); /* the next turn has its limit */
	d.now += 400 * MS;
	waits(&d, SEAT_1, 100 * MS, 300 * MS);
	dialogue_at(&d, d.now + 100 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(detail(&d), " plus 0.100 s of waiting for a core (--forgive-waiting); it had "
					   "a core for 300 of 500 ms"));
	explains(&d, "the limit for a turn is 400.0 ms plus 100.0 ms of waiting (--forgive-waiting): 0.00 ms "
		     "over");
	dialogue_replays(&d);
}

TEST(the_limit_of_the_match_and_for_getting_ready_grow_too)
{
	struct dialogue d FREED_BY(dialogue_free);
	int64_t due;

	set_up(&d, true);
	d.setup.match_limit = 1000 * MS;
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n> START 15\n");
	due = judge_deadline(d.judge);
	d.now = due;
	waits(&d, SEAT_1, 800 * MS, 10 * MS);
	assert_int_equal(judge_deadline(d.judge), due + 800 * MS);
	talk(&d, SEAT_1, "< OK\n> BEGIN\n");
	assert_int_equal(judge_time_left(d.judge, SEAT_1, d.now), 800 * MS); /* getting ready counts, too */
	d.now += 300 * MS;
	waits(&d, SEAT_1, 250 * MS, 50 * MS);
	talk(&d, SEAT_1, "< 7,7\n");
	assert_int_equal(judge_match(d.judge)->turns[0].left_ns, 750 * MS);
	dialogue_replays(&d);
}

TEST(without_the_option_no_limit_grows)
{
	struct dialogue d FREED_BY(dialogue_free);
	int64_t due;

	set_up(&d, false);
	d.setup.match_limit = 1000 * MS;
	dialogue_ready(&d);
	due = judge_deadline(d.judge);
	d.now += 300 * MS;
	waits(&d, SEAT_1, 250 * MS, 50 * MS);
	assert_int_equal(judge_deadline(d.judge), due);
	assert_int_equal(judge_time_left(d.judge, SEAT_1, d.now), 700 * MS);
}

TEST_MAIN(NULL, NULL)
