/* test_judge_inside.c - a debugger looks inside an agent, agents are frozen and sent signals: what the judge
 * makes of it.  */
#include "dialogue.h"

#include "judge/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MS DIALOGUE_MS

static void set_up(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
}

static void traced(struct dialogue *d, int seat, bool traced)
{
	judge_traced(d->judge, d->now, seat, traced);
	dialogue_settle(d);
}

static struct request request(enum request_kind kind)
{
	return (struct request){.kind = kind};
}

static struct request of_seat(enum request_kind kind, int seat)
{
	return (struct request){.kind = kind, .seat = seat};
}

static const struct turn *turn_of(const struct dialogue *d, int n)
{
	return match_turn(judge_match(d->judge), n);
}

/* ---- traced ---- */

static void the_clock_of_a_traced_agent_stands_and_its_move_is_untimed(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.now += 30 * MS;
	traced(&d, SEAT_1, true);
	assert_true(judge_is_traced(d.judge, SEAT_1));
	assert_int_equal(judge_deadline(d.judge), CLOCK_NEVER);
	dialogue_at(&d, d.now + 3600000 * (int64_t)MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 30 * MS);
	assert_int_equal(judge_state(d.judge), JUDGE_RUNNING);
	traced(&d, SEAT_1, false);
	d.now += 20 * MS;
	talk(&d, SEAT_1, "< 7,7\n");
	assert_int_equal(turn_of(&d, 1)->think_ns, 50 * MS);
	assert_true(turn_of(&d, 1)->flags & TURN_UNTIMED);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_false(turn_of(&d, 2)->flags & TURN_UNTIMED);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void an_answer_that_comes_while_it_is_traced_counts(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	traced(&d, SEAT_1, true);
	d.now += 500 * MS;
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	assert_int_equal(turn_of(&d, 1)->think_ns, 0);
	assert_true(turn_of(&d, 1)->flags & TURN_UNTIMED);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void a_turn_that_begins_while_its_agent_is_traced_is_untimed(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	traced(&d, SEAT_2, true);
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_at(&d, d.now + 400 * MS);
	traced(&d, SEAT_2, false);
	d.now += 60 * MS;
	talk(&d, SEAT_2, "< 8,8\n");
	assert_int_equal(turn_of(&d, 2)->think_ns, 60 * MS);
	assert_true(turn_of(&d, 2)->flags & TURN_UNTIMED);
	assert_false(turn_of(&d, 1)->flags & TURN_UNTIMED);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void a_limit_that_passed_in_the_moment_in_which_tracing_is_seen_has_not_passed(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.now = judge_deadline(d.judge) + 3 * MS; /* who looks comes a little late */
	traced(&d, SEAT_1, true);
	assert_false(judge_match(d.judge)->over);
	d.now += 1000 * MS;
	traced(&d, SEAT_1, false);
	assert_int_equal(judge_deadline(d.judge), d.now + 100 * MS); /* it is all there again */
	d.now += 99 * MS;
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void who_was_traced_can_still_lose_on_time(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.now += 50 * MS;
	traced(&d, SEAT_1, true);
	traced(&d, SEAT_1, false);
	dialogue_at(&d, d.now + 100 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_string_equal(judge_match(d.judge)->verdict.detail,
			    "seat 1 (b1) made no move within the limit of 0.100 s for a turn");
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* The verdict sums up faults in notes of its own.  */
static void a_limit_that_passed_when_the_other_is_traced_replays_with_all_its_notes(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	for (int i = 0; i < 2; i++)
		judge_folder(d.judge, d.now, SEAT_1, 2000, 1000);
	d.now += 150 * MS;
	traced(&d, SEAT_2, true);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "a temporary folder over its size: 2 times in all"), 1);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void tracing_one_agent_is_no_pause_for_the_other(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	traced(&d, SEAT_2, true);
	dialogue_at(&d, d.now + 100 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void the_limit_of_getting_ready_stands_too(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_begin(&d);
	traced(&d, SEAT_1, true);
	talk(&d, SEAT_2, "> ABOUT\n< name=\"a\"\n> START 15\n< OK\n");
	dialogue_at(&d, d.now + 900000 * (int64_t)MS);
	assert_false(judge_match(d.judge)->over);
	talk(&d, SEAT_1, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	assert_true(judge_thinking(d.judge, SEAT_1));
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void a_match_that_is_paused_and_goes_on_leaves_a_traced_clock_alone(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	traced(&d, SEAT_1, true);
	dialogue_request(&d, request(REQUEST_PAUSE));
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_at(&d, d.now + 900 * MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 0);
	dialogue_request(&d, request(REQUEST_PAUSE));
	traced(&d, SEAT_1, false);
	dialogue_at(&d, d.now + 900 * MS); /* still paused */
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 0);
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_at(&d, d.now + 40 * MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 40 * MS);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void who_has_ended_is_not_traced(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	traced(&d, SEAT_1, true);
	dialogue_exit(&d, SEAT_1, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	assert_false(judge_is_traced(d.judge, SEAT_1));
	dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void it_is_noted_once(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	for (int i = 0; i < 3; i++)
		traced(&d, SEAT_1, true);
	assert_int_equal(dialogue_count(&d, SEAT_1, "is traced"), 1);
	for (int i = 0; i < 3; i++)
		traced(&d, SEAT_1, false);
	assert_int_equal(dialogue_count(&d, SEAT_1, "is not traced"), 1);
	dialogue_free(&d);
}

/* ---- frozen ---- */

static void freezing_pauses_and_stops_the_processes(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_FREEZE));
	assert_int_equal(judge_state(d.judge), JUDGE_PAUSED);
	assert_true(d.frozen[SEAT_1] && d.frozen[SEAT_2]);
	dialogue_at(&d, d.now + 900 * MS);
	dialogue_request(&d, of_seat(REQUEST_THAW, SEAT_2));
	assert_true(d.frozen[SEAT_1]);
	assert_false(d.frozen[SEAT_2]);
	assert_int_equal(judge_state(d.judge), JUDGE_PAUSED);
	dialogue_refused(&d, of_seat(REQUEST_THAW, SEAT_2));
	dialogue_refused(&d, of_seat(REQUEST_FREEZE, SEAT_1));
	dialogue_request(&d, request(REQUEST_GO));
	assert_false(d.frozen[SEAT_1]);
	talk(&d, SEAT_1, "< 7,7\n");
	assert_int_equal(turn_of(&d, 1)->think_ns, 0);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void whatever_ends_the_pause_thaws_first(void **state)
{
	static const enum request_kind kinds[] = {REQUEST_GO, REQUEST_STEP, REQUEST_NEXT, REQUEST_RESIGN,
						  REQUEST_INTERRUPT};

	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct dialogue d;

		set_up(&d);
		dialogue_ready(&d);
		dialogue_request(&d, of_seat(REQUEST_FREEZE, SEAT_1));
		assert_true(d.frozen[SEAT_1]);
		assert_false(d.frozen[SEAT_2]);
		dialogue_request(&d, of_seat(kinds[i], kinds[i] == REQUEST_RESIGN ? SEAT_1 : SEAT_NONE));
		assert_false(d.frozen[SEAT_1]);
		assert_int_equal(dialogue_count(&d, SEAT_NONE, "thaw"), 1);
		dialogue_replays(&d);
		dialogue_free(&d);
	}
}

static void who_is_traced_is_not_frozen(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	traced(&d, SEAT_1, true);
	dialogue_refused(&d, of_seat(REQUEST_FREEZE, SEAT_1));
	dialogue_request(&d, request(REQUEST_FREEZE));
	assert_false(d.frozen[SEAT_1]);
	assert_true(d.frozen[SEAT_2]);
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* ---- signals ---- */

static void a_signal_is_noted_for_a_process_that_is_there(void **state)
{
	struct dialogue d;
	struct request signal = {.kind = REQUEST_SIGNAL, .seat = SEAT_2, .text = "SIGINT"};

	(void)state;
	set_up(&d);
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_begin(&d);
	dialogue_request(&d, signal);
	assert_int_equal(dialogue_count(&d, SEAT_2, "signal SIGINT"), 1);
	signal.seat = SEAT_1;
	dialogue_refused(&d, signal);
	signal.seat = SEAT_NONE;
	dialogue_refused(&d, signal);
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 0});
	signal.seat = SEAT_2;
	dialogue_refused(&d, signal);
	dialogue_replays(&d);
	dialogue_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_clock_of_a_traced_agent_stands_and_its_move_is_untimed),
		cmocka_unit_test(an_answer_that_comes_while_it_is_traced_counts),
		cmocka_unit_test(a_turn_that_begins_while_its_agent_is_traced_is_untimed),
		cmocka_unit_test(a_limit_that_passed_in_the_moment_in_which_tracing_is_seen_has_not_passed),
		cmocka_unit_test(who_was_traced_can_still_lose_on_time),
		cmocka_unit_test(a_limit_that_passed_when_the_other_is_traced_replays_with_all_its_notes),
		cmocka_unit_test(tracing_one_agent_is_no_pause_for_the_other),
		cmocka_unit_test(the_limit_of_getting_ready_stands_too),
		cmocka_unit_test(a_match_that_is_paused_and_goes_on_leaves_a_traced_clock_alone),
		cmocka_unit_test(who_has_ended_is_not_traced),
		cmocka_unit_test(it_is_noted_once),
		cmocka_unit_test(freezing_pauses_and_stops_the_processes),
		cmocka_unit_test(whatever_ends_the_pause_thaws_first),
		cmocka_unit_test(who_is_traced_is_not_frozen),
		cmocka_unit_test(a_signal_is_noted_for_a_process_that_is_there),
	};

	return cmocka_run_group_tests_name("judge, inside", tests, NULL, NULL);
}
