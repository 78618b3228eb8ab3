/* test_judge.c - the judge as its session uses it: framing, time, steps, what people do, exits, proofs.  */
#include "dialogue.h"

#include "judge/clock.h"
#include "ringside/replay.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MS DIALOGUE_MS

static void set_up(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
}

static struct request request(enum request_kind kind)
{
	return (struct request){.kind = kind};
}

static struct request plays(enum request_kind kind, const char *move)
{
	return (struct request){.kind = kind, .text = move};
}

static struct request counts(enum request_kind kind, int count)
{
	return (struct request){.kind = kind, .count = count};
}

static int held_count(const struct dialogue *d)
{
	int n = 0;

	while (judge_held(d->judge, n))
		n++;
	return n;
}

/* ---- framing ---- */

static void a_line_is_the_same_wherever_its_bytes_are_split(void **state)
{
	static const char *const texts[] = {"DEBUG a\r\n7,7\r\n", "DEBUG a\n7,7\n", "DEBUG a\r7,7\r",
					    "\r\nDEBUG a\n\r7,7\n\r\n"};

	(void)state;
	for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
		for (size_t split = 0; split <= strlen(texts[k]); split++) {
			struct dialogue d;

			set_up(&d);
			dialogue_ready(&d);
			dialogue_bytes(&d, SEAT_1, texts[k], split);
			dialogue_bytes(&d, SEAT_1, texts[k] + split, strlen(texts[k]) - split);
			dialogue_moves(&d, "7,7");
			assert_non_null(dialogue_find(&d, SEAT_1, "DEBUG a"));
			dialogue_free(&d);
		}
}

static void a_line_is_the_same_byte_by_byte(void **state)
{
	static const char text[] = "DEBUG 1\r\nMESSAGE\r7,7\r\n";
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	for (size_t i = 0; i < sizeof(text) - 1; i++)
		dialogue_bytes(&d, SEAT_1, text + i, 1);
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void a_nul_byte_is_a_byte_like_others(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_bytes(&d, SEAT_1, "DEBUG a\0b\n7,\0007\n", 15);
	dialogue_moves(&d, "");
	assert_int_equal(dialogue_find(&d, SEAT_1, "DEBUG a")->size, 10);
	assert_non_null(dialogue_find(&d, SEAT_1, "a line that is no answer: \"7,\\x007\\n\""));
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void a_fault_is_noted_as_its_row_its_message_and_its_bytes(void **state)
{
	(void)state;
	for (int strict = 0; strict < 2; strict++) {
		const struct message *note;
		struct dialogue d;

		set_up(&d);
		d.setup.strict = strict;
		dialogue_ready(&d);
		dialogue_bytes(&d, SEAT_1, "7,\0007\n", 5);
		note = dialogue_find(&d, SEAT_1, "a line that is no answer");
		assert_int_equal(note->event.kind, EVENT_FAULT);
		assert_string_equal(note->event.word, "no-answer");
		assert_int_equal(note->event.number[EVENT_FAULT_MESSAGE], dialogue_find(&d, SEAT_1, "7,")->n);
		assert_int_equal(note->event.number[EVENT_FAULT_STRICT], strict);
		assert_int_equal(note->size, 5);
		assert_memory_equal(note->bytes, "7,\0007\n", 5);
		assert_int_equal(judge_match(d.judge)->over, strict);
		dialogue_free(&d);
	}
}

static void only_the_beginning_of_a_long_line_is_read(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.max_line = 4;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "< 7,7            \n");
	dialogue_moves(&d, "7,7");
	assert_true(dialogue_find(&d, SEAT_1, "7,7")->flags & MESSAGE_CUT);
	assert_int_equal(dialogue_find(&d, SEAT_1, "7,7")->size, 16);
	dialogue_free(&d);
}

/* Of a line of n bytes and its LF so much is kept, however it comes.  */
static size_t kept_of(size_t n, size_t chunk)
{
	char *line = bytes_new(n + 1);
	const struct message *message;
	struct dialogue d;
	size_t size;

	set_up(&d);
	d.setup.max_chatter = (size_t)16 << 20;
	dialogue_ready(&d);
	memset(line, 'x', n);
	memcpy(line, "DEBUG", 5);
	line[n] = '\n';
	for (size_t at = 0; at <= n; at += chunk)
		dialogue_bytes(&d, SEAT_1, line + at, chunk < n + 1 - at ? chunk : n + 1 - at);
	message = dialogue_find(&d, SEAT_1, "DEBUG");
	size = message->size;
	assert_true(message->flags & MESSAGE_CUT);
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	assert_null(dialogue_find(&d, SEAT_1, "xxx"));
	dialogue_free(&d);
	free(line);
	return size;
}

static void a_line_is_cut_at_one_mebibyte_however_it_comes(void **state)
{
	enum { MIB = 1 << 20 };

	(void)state;
	assert_int_equal(kept_of(MIB, 4096), MIB);
	assert_int_equal(kept_of(MIB, 3 * MIB), MIB);
	assert_int_equal(kept_of(3 * MIB + 5, 65536), MIB);
	assert_int_equal(kept_of(3 * MIB + 5, 4 * MIB), MIB);
	assert_int_equal(kept_of(MIB - 1, MIB - 1), MIB);
}

static void chatter_over_the_limit_is_counted_and_the_move_still_counts(void **state)
{
	struct dialogue d;
	int kept = 0;

	(void)state;
	set_up(&d);
	d.setup.max_chatter = 512;
	dialogue_ready(&d);
	for (int i = 0; i < 50; i++)
		talk(&d, SEAT_1, "< DEBUG 56789\n");
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	for (int i = 0; i < d.line_count; i++)
		kept += strncmp(d.lines[i].message.bytes, "DEBUG", 5) == 0;
	assert_int_equal(kept, 8);
	assert_non_null(dialogue_find(&d, SEAT_1, "writes more than 512 bytes"));
	assert_non_null(dialogue_find(&d, SEAT_1, "42 messages more (504 bytes)"));
	dialogue_free(&d);
}

static void a_flood_of_answers_is_bounded_too(void **state)
{
	struct dialogue d;
	int kept = 0;

	(void)state;
	set_up(&d);
	d.setup.max_chatter = 512;
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	for (int i = 0; i < 500; i++)
		talk(&d, SEAT_1, "< OK\n");
	kept = held_count(&d);
	assert_true(kept >= 1 && kept <= 2 * 512 / 64);
	dialogue_free(&d);
}

static void a_flood_of_empty_lines_is_bounded_too(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	for (int i = 0; i < 50000; i++)
		dialogue_bytes(&d, SEAT_1, "\n", 1);
	assert_true(held_count(&d) >= 1 && held_count(&d) <= (1 << 20) / 64);
	dialogue_free(&d);
}

static void the_last_bytes_without_a_line_end_are_a_line(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_bytes(&d, SEAT_1, "7,7", 3);
	dialogue_moves(&d, "");
	judge_exited(d.judge, d.now, SEAT_1, (struct ending){0});
	dialogue_settle(&d);
	dialogue_moves(&d, "7,7");
	assert_true(dialogue_find(&d, SEAT_1, "7,7")->flags & MESSAGE_UNENDED);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	dialogue_free(&d);
}

/* ---- who ends ---- */

static void who_leaves_after_its_last_move_and_is_not_needed_again_has_not_lost(void **state)
{
	for (int first = 0; first < 2;
	     first++) { /* its end is seen before the opponent's move, or behind it */
		struct dialogue d;

		(void)state;
		set_up(&d);
		setup_set(&d.setup, "draw-at", "2");
		dialogue_ready(&d);
		talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
		if (first)
			dialogue_exit(&d, SEAT_1, (struct ending){.code = 3});
		assert_int_equal(judge_has_left(d.judge, SEAT_1), first);
		talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
		dialogue_verdict(&d, WINNER_DRAW, "draw-at", SEAT_NONE);
		if (!first)
			dialogue_exit(&d, SEAT_1, (struct ending){.code = 3});
		dialogue_replays(&d);
		dialogue_free(&d);
	}
}

static void an_end_counts_when_the_seat_is_asked_and_says_when_it_was(void **state)
{
	const struct message *question;
	const struct verdict *verdict;
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.now += 50 * MS;
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_exit(&d, SEAT_1, (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	d.now += 50 * MS;
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
	verdict = &judge_match(d.judge)->verdict;
	assert_string_equal(verdict->detail, "seat 1 (b1) was ended by SIGSEGV at 00:00.050, after move 1; "
					     "it was needed now");
	question = dialogue_find(&d, SEAT_1, "TURN 8,8");
	assert_true(question->flags & MESSAGE_UNSENT);
	assert_int_equal(verdict->proof[0], question->n);
	assert_int_equal(verdict->proof[1], dialogue_find(&d, SEAT_1, "was ended by SIGSEGV")->n);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void who_closed_its_output_loses_when_it_is_asked(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.turn_limit = 1000 * MS;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	judge_closed(d.judge, d.now, SEAT_1, STREAM_STDOUT);
	dialogue_settle(&d);
	dialogue_at(&d, d.now + 300 * MS);
	assert_false(judge_match(d.judge)->over);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void what_goes_to_a_seat_that_closed_its_input_is_shown_as_unsent(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.turn_limit = 1000 * MS;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	judge_closed(d.judge, d.now, SEAT_1, STREAM_STDIN);
	dialogue_settle(&d);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_true(dialogue_find(&d, SEAT_1, "TURN 8,8")->flags & MESSAGE_UNSENT);
	dialogue_at(&d, judge_deadline(d.judge));
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* Recordings of older ringsides have an end that counted on anybody's turn, in the moment in which it came.
 */
static void an_old_recording_in_which_an_end_counted_at_once_gives_the_same_verdict(void **state)
{
	static char detail[] = "seat 1 (b1) exited with status 0 in the middle of the match";
	struct message old = {.seat = SEAT_1,
			      .direction = EVENT,
			      .channel = CHANNEL_EVENT,
			      .event = {.kind = EVENT_VERDICT, .word = REASON_EXIT, .number = {SEAT_2}}};
	struct judge *judge;
	struct effect effect;
	struct dialogue d;
	char *problem;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_exit(&d, SEAT_1, (struct ending){.code = 0});
	assert_false(judge_match(d.judge)->over);
	judge = judge_new(&d.setup, &problem);
	replay_begin(judge);
	for (int i = 0; i < d.line_count; i++) {
		assert_true(replay_feed(judge, &d.lines[i].message));
		old.n = d.lines[i].message.n + 1;
		old.t_ns = d.lines[i].message.t_ns;
		while (judge_effect(judge, 0, &effect))
			;
	}
	assert_false(judge_match(judge)->over);
	old.bytes = detail;
	old.size = strlen(detail);
	assert_true(replay_feed(judge, &old));
	assert_true(judge_match(judge)->over);
	assert_string_equal(judge_match(judge)->verdict.reason, REASON_EXIT);
	assert_int_equal(judge_match(judge)->verdict.winner, SEAT_2);
	assert_string_equal(judge_match(judge)->verdict.detail, detail);
	judge_free(judge);
	dialogue_free(&d);
}

/* ---- answers that come before their question was read ---- */

static void an_answer_that_was_written_before_its_question_was_read_answers_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	judge_question_unread(d.judge, SEAT_1);
	dialogue_bytes(&d, SEAT_1, "0,0\n1,1\n", 8);
	dialogue_moves(&d, "");
	assert_true(dialogue_find(&d, SEAT_1, "0,0")->flags & MESSAGE_UNASKED);
	assert_true(dialogue_find(&d, SEAT_1, "1,1")->flags & MESSAGE_UNASKED);
	assert_true(judge_has_spoken_unasked(d.judge, SEAT_1));
	assert_true(judge_thinking(d.judge, SEAT_1));
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_moves(&d, "7,7");
	assert_false(judge_has_spoken_unasked(d.judge, SEAT_2));
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void of_a_line_that_began_before_its_question_was_read_the_rest_answers_nothing(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	judge_question_unread(d.judge, SEAT_1);
	dialogue_bytes(&d, SEAT_1, "0,", 2);
	dialogue_bytes(&d, SEAT_1, "0\n7,7\n", 6);
	assert_true(dialogue_find(&d, SEAT_1, "0,0")->flags & MESSAGE_UNASKED);
	dialogue_moves(&d, "7,7");
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void it_loses_by_that_when_strict(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.strict = true;
	dialogue_ready(&d);
	judge_question_unread(d.judge, SEAT_1);
	talk(&d, SEAT_1, "> BEGIN\n< 0,0\n");
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* ---- time ---- */

static void a_move_one_nanosecond_before_the_deadline_counts(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.tolerance = 5;
	dialogue_ready(&d);
	assert_int_equal(judge_deadline(d.judge), d.now + 100 * MS + 5);
	d.now += 100 * MS + 4;
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	assert_int_equal(judge_match(d.judge)->turns[0].think_ns, 100 * MS + 4);
	dialogue_free(&d);
}

static void a_move_behind_its_limit_is_forgiven_within_the_tolerance_and_marked(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.tolerance = NS_PER_S;
	dialogue_ready(&d);
	d.now += 100 * MS - 1;
	talk(&d, SEAT_1, "< 7,7\n");
	d.now += 152 * MS;
	talk(&d, SEAT_2, "< 8,8\n");
	assert_false(judge_match(d.judge)->turns[0].flags & TURN_FORGIVEN);
	assert_true(judge_match(d.judge)->turns[1].flags & TURN_FORGIVEN);
	assert_int_equal(judge_match(d.judge)->turns[0].tolerance_ns, 0);
	assert_int_equal(judge_match(d.judge)->turns[1].tolerance_ns, 52 * MS);
	assert_int_equal(judge_match(d.judge)->forgiven[SEAT_1], 0);
	assert_int_equal(judge_match(d.judge)->forgiven[SEAT_2], 1);
	assert_int_equal(judge_faults(d.judge, SEAT_2), 1);
	assert_non_null(dialogue_find(&d, SEAT_2,
				      "52 ms over, forgiven: the limit of 0.100 s for a turn "
				      "(--tolerance 1.000 s)"));
	dialogue_request(&d, (struct request){.kind = REQUEST_TAKEBACK, .count = 1});
	assert_int_equal(judge_match(d.judge)->forgiven[SEAT_2], 0);
	dialogue_request(&d, (struct request){.kind = REQUEST_INTERRUPT});
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* A person may well move in its place after the limit: that is not the agent's doing.  */
static void who_moves_in_place_of_a_late_agent_needs_no_tolerance(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.tolerance = NS_PER_S;
	dialogue_ready(&d);
	dialogue_at(&d, d.now + 500 * MS);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "7,7"));
	dialogue_moves(&d, "7,7");
	assert_int_equal(judge_match(d.judge)->forgiven[SEAT_1], 0);
	dialogue_free(&d);
}

/* Earlier recordings tell nothing of it: a note more would shift the numbers of all that follows.  */
static void a_recording_that_notes_nothing_of_the_tolerance_replays_so(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	setup_unset(&d.setup, OPTION_RULES);
	d.setup.tolerance = NS_PER_S;
	dialogue_ready(&d);
	d.now += 152 * MS;
	talk(&d, SEAT_1, "< 7,7\n");
	assert_null(dialogue_find(&d, SEAT_1, "52 ms over"));
	dialogue_at(&d, d.now + 1100 * MS);
	dialogue_verdict(&d, SEAT_1, REASON_TIMEOUT, SEAT_2);
	assert_null(strstr(judge_match(d.judge)->verdict.detail, "tolerance"));
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void a_verdict_names_the_limit_and_the_tolerance(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.tolerance = NS_PER_S;
	dialogue_ready(&d);
	dialogue_at(&d, d.now + 1100 * MS);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_non_null(strstr(judge_match(d.judge)->verdict.detail,
			       "within the limit of 0.100 s for a turn and 1.000 s of tolerance"));
	dialogue_free(&d);
}

static void a_move_at_the_deadline_is_late(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.tolerance = 5;
	dialogue_ready(&d);
	d.now += 100 * MS + 5;
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "");
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_true(dialogue_find(&d, SEAT_1, "7,7")->flags & MESSAGE_DROPPED);
	dialogue_free(&d);
}

static void chatter_does_not_extend_a_deadline(void **state)
{
	struct dialogue d;
	int64_t deadline;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	deadline = judge_deadline(d.judge);
	for (int i = 1; i <= 9; i++) {
		d.now += 10 * MS;
		talk(&d, SEAT_1, "< DEBUG still thinking\n");
		assert_int_equal(judge_deadline(d.judge), deadline);
	}
	dialogue_at(&d, deadline);
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	dialogue_free(&d);
}

static void limits_that_have_both_passed_are_seen_in_their_order(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n");
	d.now += 10;
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n> START 15\n");
	dialogue_at(&d, d.now + 60000 * (int64_t)MS);
	assert_non_null(dialogue_find(&d, SEAT_1, "has not said OK"));
	assert_true(dialogue_find(&d, SEAT_2, "has not said OK")->n <
		    dialogue_find(&d, SEAT_1, "has not said OK")->n);
	dialogue_free(&d);
}

static void two_limits_of_one_seat_that_pass_together_are_both_seen(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.match_limit = 500 * MS;
	dialogue_begin(&d);
	dialogue_at(&d, d.now + 1500 * (int64_t)MS); /* silent to ABOUT, and its time for the match is over */
	dialogue_verdict(&d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	dialogue_free(&d);
}

static void a_pause_stops_the_clock_and_the_deadline(void **state)
{
	struct dialogue d;
	int64_t began;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	began = d.now;
	d.now += 30 * MS;
	dialogue_request(&d, request(REQUEST_PAUSE));
	assert_int_equal(judge_deadline(d.judge), CLOCK_NEVER);
	dialogue_at(&d, d.now + 3600000 * (int64_t)MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_1, d.now), 30 * MS);
	dialogue_request(&d, request(REQUEST_GO));
	assert_int_equal(judge_deadline(d.judge), d.now + 70 * MS);
	d.now += 20 * MS;
	talk(&d, SEAT_1, "< 7,7\n");
	assert_int_equal(judge_match(d.judge)->turns[0].think_ns, 50 * MS);
	assert_int_equal(judge_match(d.judge)->turns[0].began_ns, judge_since(d.judge, began));
	assert_true(judge_match(d.judge)->turns[0].flags & TURN_INTERRUPTED);
	assert_true(d.now > began + 3600 * (int64_t)NS_PER_S);
	dialogue_free(&d);
}

static void a_pause_stops_the_limit_of_getting_ready(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_begin(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	dialogue_at(&d, d.now + 90000 * (int64_t)MS);
	assert_null(dialogue_find(&d, SEAT_1, "START"));
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_at(&d, d.now + 999 * MS);
	assert_null(dialogue_find(&d, SEAT_1, "START"));
	dialogue_at(&d, d.now + MS);
	talk(&d, SEAT_1, "> ABOUT\n> START 15\n");
	dialogue_free(&d);
}

static void a_pause_before_the_processes_run_holds_the_first_command(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.manual = true;
	dialogue_begin(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	judge_started(d.judge, d.now, SEAT_1);
	dialogue_settle(&d);
	dialogue_silent(&d, SEAT_1);
	assert_string_equal(judge_held(d.judge, 0)->bytes, "ABOUT\r\n");
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> ABOUT\n");
	dialogue_free(&d);
}

static void the_next_move_waits_for_the_pace(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.pace = 50 * MS;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_silent(&d, SEAT_2);
	assert_int_equal(judge_deadline(d.judge), d.now + 50 * MS);
	dialogue_at(&d, d.now + 50 * MS - 1);
	dialogue_silent(&d, SEAT_2);
	dialogue_at(&d, d.now + 1);
	talk(&d, SEAT_2, "> TURN 7,7\n");
	dialogue_free(&d);
}

/* ---- steps ---- */

static void a_step_lets_one_message_pass_and_holds_the_next(void **state)
{
	struct dialogue d;
	int lines;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	assert_int_equal(held_count(&d), 1);
	dialogue_moves(&d, "");
	dialogue_request(&d, request(REQUEST_STEP));
	dialogue_moves(&d, "7,7");
	assert_string_equal(judge_held(d.judge, 0)->bytes, "INFO time_left 2147483647\r\n");
	assert_int_equal(judge_state(d.judge), JUDGE_PAUSED);
	assert_non_null(dialogue_find(&d, SEAT_NONE, "stopped before the next message"));
	lines = d.line_count;
	dialogue_at(&d, d.now + 10000 * (int64_t)MS);
	assert_int_equal(d.line_count, lines);
	assert_int_equal(judge_turn_time(d.judge, SEAT_2, d.now), 0);
	dialogue_request(
		&d,
		request(REQUEST_STEP)); /* INFO goes, and with it the clock; TURN is held, and time stands */
	dialogue_at(&d, d.now + 10000 * (int64_t)MS);
	assert_int_equal(judge_turn_time(d.judge, SEAT_2, d.now), 0);
	dialogue_silent(&d, SEAT_2);
	dialogue_request(&d, request(REQUEST_STEP));
	talk(&d, SEAT_2, "> TURN 7,7\n");
	assert_int_equal(judge_state(d.judge), JUDGE_STEPPING);
	dialogue_free(&d);
}

static void next_goes_on_until_so_many_moves_were_played(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	dialogue_request(&d, counts(REQUEST_NEXT, 2));
	talk(&d, SEAT_1, "> BEGIN\n< DEBUG x\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_int_equal(judge_state(d.judge), JUDGE_PAUSED);
	dialogue_silent(&d, SEAT_1);
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_1, "> TURN 8,8\n");
	dialogue_free(&d);
}

static void steps_without_end_can_be_asked_for_twice(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, counts(REQUEST_STEP, INT_MAX));
	dialogue_request(&d, counts(REQUEST_STEP, INT_MAX));
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void an_answer_that_came_in_a_pause_is_older_than_its_number(void **state)
{
	struct dialogue d;
	const struct message *message;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.now += 10;
	dialogue_request(&d, request(REQUEST_PAUSE));
	d.now += 10;
	talk(&d, SEAT_1, "< 7,7\n");
	d.now += 1000;
	dialogue_request(&d, request(REQUEST_GO));
	message = dialogue_find(&d, SEAT_1, "7,7");
	assert_true(message->flags & MESSAGE_HELD);
	assert_int_equal(message->t_ns, judge_since(d.judge, d.now) - 1000);
	assert_true(dialogue_find(&d, SEAT_NONE, "go")->n < message->n);
	assert_int_equal(judge_match(d.judge)->turns[0].think_ns, 10);
	dialogue_free(&d);
}

static void an_exit_waits_behind_the_bytes_that_came_before(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< 7,7\n");
	judge_exited(d.judge, d.now, SEAT_1,
		     (struct ending){.signalled = true, .code = 11, .signal = "SIGSEGV"});
	dialogue_settle(&d);
	assert_int_equal(held_count(&d), 2);
	assert_false(judge_match(d.judge)->over);
	dialogue_request(&d, request(REQUEST_STEP));
	dialogue_moves(&d, "7,7");
	assert_false(judge_match(d.judge)->over);
	dialogue_request(&d, request(REQUEST_STEP));
	assert_non_null(dialogue_find(&d, SEAT_1, "was ended by SIGSEGV"));
	assert_false(judge_match(d.judge)->over);
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_verdict(&d, SEAT_2, REASON_CRASH, SEAT_1);
	dialogue_free(&d);
}

static void what_is_held_when_a_verdict_falls_has_no_effect(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< 99,99\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_RESIGN, .seat = SEAT_2});
	dialogue_verdict(&d, SEAT_1, REASON_RESIGN, SEAT_2);
	assert_true(dialogue_find(&d, SEAT_1, "99,99")->flags & MESSAGE_DROPPED);
	assert_int_equal(held_count(&d), 0);
	dialogue_free(&d);
}

/* ---- what people do ---- */

static void an_override_takes_the_place_of_a_held_answer(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< DEBUG x\n< 7,7\n");
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "a1"));
	dialogue_moves(&d, "0,0");
	assert_string_equal(judge_match(d.judge)->turns[0].answered, "7,7");
	assert_true(judge_match(d.judge)->turns[0].flags & TURN_CHANGED);
	assert_true(dialogue_find(&d, SEAT_1, "7,7")->flags & MESSAGE_CHANGED);
	dialogue_request(&d, request(REQUEST_GO));
	talk(&d, SEAT_2, "> TURN 0,0\n< 1,1\n");
	talk(&d, SEAT_1, "> BEGIN\n> RESTART\n< OK\n> BOARD\n> 0,0,1\n> 1,1,2\n> DONE\n");
	dialogue_free(&d);
}

static void an_override_of_a_thinking_agent_makes_its_answer_stale_and_no_fault(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.strict = true;
	dialogue_ready(&d);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "7,7"));
	dialogue_moves(&d, "7,7");
	assert_null(judge_match(d.judge)->turns[0].answered);
	assert_true(judge_match(d.judge)->turns[0].flags & TURN_BY_PERSON);
	talk(&d, SEAT_1, "< 3,3\n");
	assert_false(judge_match(d.judge)->over);
	assert_true(dialogue_find(&d, SEAT_1, "3,3")->flags & MESSAGE_DROPPED);
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	dialogue_moves(&d, "7,7 8,8");
	dialogue_free(&d);
}

/* Its move would come in the next game.  */
static void an_agent_that_owes_an_answer_plays_no_other_game(void **state)
{
	for (int answers = 0; answers < 2; answers++) {
		struct dialogue d;

		(void)state;
		set_up(&d);
		dialogue_ready(&d);
		dialogue_request(&d, plays(REQUEST_OVERRIDE, "7,7"));
		if (answers)
			talk(&d, SEAT_1, "< 3,3\n");
		talk(&d, SEAT_2, "> TURN 7,7\n");
		dialogue_request(&d, request(REQUEST_ADJUDICATE));
		assert_int_equal(judge_fit(d.judge, SEAT_1), answers);
		assert_false(judge_fit(d.judge, SEAT_2));
		dialogue_free(&d);
	}
}

static void an_override_before_the_question_passed_takes_the_question_away(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n");
	dialogue_request(&d, counts(REQUEST_STEP, 2));
	talk(&d, SEAT_1, "< 7,7\n"); /* INFO to seat 2 is the second; TURN is held */
	assert_int_equal(held_count(&d), 1);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "8,8"));
	dialogue_request(&d, request(REQUEST_GO));
	dialogue_silent(&d, SEAT_2);
	talk(&d, SEAT_1, "> TURN 8,8\n");
	assert_int_equal(judge_turn_time(d.judge, SEAT_2, d.now + MS), 0);
	assert_int_equal(judge_deadline(d.judge), d.now + 100 * MS);
	talk(&d, SEAT_1, "< 7,8\n");
	dialogue_at(&d, d.now + 50 * MS);
	talk(&d, SEAT_2, "> RESTART\n");
	dialogue_free(&d);
}

static void an_override_in_the_moment_of_asking_takes_the_question_away(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.pace = 50 * MS;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	d.now += 50 * MS; /* the request is what wakes the judge up */
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "8,8"));
	dialogue_silent(&d, SEAT_2);
	assert_int_equal(judge_turn_time(d.judge, SEAT_2, d.now + MS), 0);
	dialogue_at(&d, d.now + 50 * MS);
	talk(&d, SEAT_1, "> TURN 8,8\n");
	dialogue_free(&d);
}

static void an_override_of_the_last_move_takes_it_back(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.seat[SEAT_2].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_refused(&d, plays(REQUEST_OVERRIDE, "99,99"));
	dialogue_moves(&d, "7,7");
	assert_int_equal(d.takebacks, 0);
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "6,6"));
	dialogue_moves(&d, "6,6");
	assert_int_equal(d.takebacks, 1);
	assert_int_equal(d.left, 0); /* though one more stands again */
	assert_true(judge_to_move(d.judge, SEAT_2));
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "6,6")); /* the same square again, and once more */
	dialogue_request(&d, plays(REQUEST_OVERRIDE, "5,5"));
	dialogue_moves(&d, "5,5");
	dialogue_free(&d);
}

static void only_what_can_be_granted_is_noted(void **state)
{
	struct dialogue d;
	int lines;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	lines = d.line_count;
	dialogue_refused(&d, plays(REQUEST_PLAY, "7,7"));
	dialogue_refused(&d, plays(REQUEST_OVERRIDE, "zz"));
	dialogue_refused(&d, request(REQUEST_TAKEBACK));
	dialogue_refused(&d, (struct request){.kind = REQUEST_RESIGN, .seat = 3});
	assert_int_equal(d.line_count, lines);
	dialogue_request(&d, request(REQUEST_RESIGN)); /* whose turn it is */
	dialogue_verdict(&d, SEAT_2, REASON_RESIGN, SEAT_1);
	dialogue_refused(&d, request(REQUEST_PAUSE));
	dialogue_refused(&d, request(REQUEST_INTERRUPT));
	dialogue_free(&d);
}

static void a_person_can_decide_or_break_off(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_ADJUDICATE));
	dialogue_verdict(&d, WINNER_DRAW, REASON_ADJUDICATED, SEAT_NONE);
	dialogue_free(&d);
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_INTERRUPT));
	dialogue_verdict(&d, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE);
	dialogue_free(&d);
}

static void moves_can_be_taken_back_after_a_verdict(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 7,7\n");
	dialogue_verdict(&d, SEAT_1, REASON_ILLEGAL, SEAT_2);
	dialogue_request(&d, request(REQUEST_TAKEBACK));
	assert_false(judge_match(d.judge)->over);
	assert_int_equal(judge_match(d.judge)->turn_count, 0);
	talk(&d, SEAT_1, "> TAKEBACK 7,7\n< OK\n> BEGIN\n< 6,6\n");
	talk(&d, SEAT_2, "> RESTART\n< OK\n> TURN 6,6\n< 6,7\n");
	dialogue_moves(&d, "6,6 6,7");
	dialogue_free(&d);
}

static void nothing_is_taken_back_when_a_seat_has_left(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "< 7,7\n");
	judge_exited(d.judge, d.now, SEAT_2, (struct ending){0});
	dialogue_settle(&d);
	dialogue_verdict(&d, SEAT_1, REASON_EXIT, SEAT_2);
	dialogue_refused(&d, request(REQUEST_TAKEBACK));
	dialogue_free(&d);
}

/* ---- what was not asked ---- */

static void what_is_in_the_pipe_before_the_question_is_no_answer_to_it(void **state)
{
	struct dialogue d;
	const struct message *early, *turn;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.in_pipe[SEAT_2] = "9,9\n";
	talk(&d, SEAT_1, "< 7,7\n");
	early = dialogue_find(&d, SEAT_2, "9,9");
	turn = dialogue_find(&d, SEAT_2, "TURN 7,7");
	assert_true(early->flags & MESSAGE_UNASKED);
	assert_true(early->flags & MESSAGE_FAULT);
	assert_true(early->n < turn->n);
	dialogue_moves(&d, "7,7");
	assert_int_equal(judge_faults(d.judge, SEAT_2), 1);
	talk(&d, SEAT_2, "< 8,8\n");
	dialogue_moves(&d, "7,7 8,8");
	dialogue_free(&d);
}

static void what_is_in_the_pipe_before_a_second_question_answers_neither(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	d.in_pipe[SEAT_1] =
		"9,9\n"; /* the question before is open still: it suggests, and does not wait for PLAY */
	talk(&d, SEAT_1, "> BEGIN\n< SUGGEST 7,7\n> PLAY 7,7\n");
	assert_true(dialogue_find(&d, SEAT_1, "9,9")->flags & MESSAGE_UNASKED);
	dialogue_moves(&d, "");
	talk(&d, SEAT_1, "< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void a_second_answer_that_waited_with_the_first_is_unasked(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	talk(&d, SEAT_1, "< 7,7\n< 9,9\n");
	dialogue_request(&d, request(REQUEST_GO));
	assert_false(dialogue_find(&d, SEAT_1, "7,7")->flags & MESSAGE_UNASKED);
	assert_true(dialogue_find(&d, SEAT_1, "9,9")->flags & MESSAGE_UNASKED);
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void a_second_line_of_one_read_is_numbered_before_the_next_command(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_bytes(&d, SEAT_1, "7,7\nDEBUG after\n", 16);
	assert_true(dialogue_find(&d, SEAT_1, "DEBUG after")->n < dialogue_find(&d, SEAT_2, "TURN")->n);
	for (int i = 0; i < d.line_count; i++)
		assert_int_equal(d.lines[i].message.n, i + 1);
	dialogue_free(&d);
}

static void a_fault_is_shown_once_and_counted(void **state)
{
	struct dialogue d;
	int shown = 0;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	for (int i = 0; i < 3; i++)
		talk(&d, SEAT_2, "< 9,9\n");
	dialogue_request(&d, request(REQUEST_RESIGN));
	for (int i = 0; i < d.line_count; i++)
		shown += strncmp(d.lines[i].words, "a move that nobody waits for", 28) == 0;
	assert_int_equal(shown, 2);
	assert_non_null(dialogue_find(&d, SEAT_2, "a move that nobody waits for: 3 times in all"));
	dialogue_free(&d);
}

/* ---- processes ---- */

static void an_agent_that_closes_its_output_has_a_quarter_of_a_second_to_leave(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.turn_limit = 5000 * (int64_t)MS;
	dialogue_ready(&d);
	judge_closed(d.judge, d.now, SEAT_1, STREAM_STDOUT);
	dialogue_settle(&d);
	dialogue_at(&d, d.now + 250 * (int64_t)MS - 1);
	assert_false(judge_match(d.judge)->over);
	dialogue_at(&d, d.now + 1);
	dialogue_verdict(&d, SEAT_2, REASON_EXIT, SEAT_1);
	dialogue_free(&d);
}

static void an_agent_that_cannot_be_started_has_lost(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.manual = true;
	dialogue_begin(&d);
	judge_not_started(d.judge, d.now, SEAT_2, "no such file");
	dialogue_settle(&d);
	dialogue_verdict(&d, SEAT_1, REASON_START, SEAT_2);
	dialogue_free(&d);
}

static void everybody_is_told_to_leave_once(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_INTERRUPT));
	judge_dismiss(d.judge, d.now);
	judge_dismiss(d.judge, d.now);
	dialogue_settle(&d);
	talk(&d, SEAT_1, "> BEGIN\n> END\n");
	talk(&d, SEAT_2, "> END\n");
	dialogue_silent(&d, SEAT_1);
	assert_int_equal(d.dismissals[SEAT_1], 1);
	judge_exited(d.judge, d.now, SEAT_1, (struct ending){0});
	dialogue_settle(&d);
	dialogue_verdict(&d, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE);
	dialogue_free(&d);
}

static void a_process_that_starts_after_the_goodbyes_is_told_too(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.manual = true;
	dialogue_begin(&d);
	judge_not_started(d.judge, d.now, SEAT_1, "no");
	dialogue_settle(&d);
	judge_dismiss(d.judge, d.now);
	judge_started(d.judge, d.now, SEAT_2);
	dialogue_settle(&d);
	talk(&d, SEAT_2, "> END\n");
	assert_int_equal(d.dismissals[SEAT_2], 1);
	dialogue_free(&d);
}

/* It was to replace another one, and the verdict was quicker.  */
static void a_process_that_starts_after_the_verdict_is_spoken_to_when_moves_are_taken_back(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(&d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(&d, SEAT_1, "> TURN 8,8\n< 9,9\n");
	dialogue_request(&d, counts(REQUEST_TAKEBACK, 1));
	talk(&d, SEAT_1, "> TAKEBACK 9,9\n< OK\n> TAKEBACK 8,8\n< OK\n> TURN 8,8\n< 9,8\n");
	talk(&d, SEAT_2, "> TURN 9,9\n> RESTART\n");
	d.manual = true;
	dialogue_at(&d, d.now + 10 * (int64_t)NS_PER_S);
	talk(&d, SEAT_2, "> END\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_ADJUDICATE});
	judge_started(d.judge, d.now, SEAT_2);
	dialogue_settle(&d);
	dialogue_silent(&d, SEAT_2);
	dialogue_request(&d, counts(REQUEST_TAKEBACK, 2));
	talk(&d, SEAT_2, "> ABOUT\n< name=\"fresh\"\n> START 15\n< OK\n> TURN 7,7\n< 1,1\n");
	dialogue_moves(&d, "7,7 1,1");
	dialogue_free(&d);
}

/* ---- memory ---- */

static void memory_at_the_limit_is_fine_and_a_byte_more_loses(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.memory = 1000000;
	dialogue_ready(&d);
	judge_memory(d.judge, d.now, SEAT_2, 1000000);
	dialogue_settle(&d);
	assert_false(judge_match(d.judge)->over);
	judge_memory(d.judge, d.now, SEAT_2, 1000001);
	dialogue_settle(&d);
	dialogue_verdict(&d, SEAT_1, REASON_MEMORY, SEAT_2);
	assert_non_null(strstr(judge_match(d.judge)->verdict.detail, "used 1000001 bytes"));
	assert_non_null(strstr(judge_match(d.judge)->verdict.detail, "1000000 are allowed"));
	assert_int_equal(judge_match(d.judge)->verdict.proof[1],
			 dialogue_find(&d, SEAT_2, "bytes of memory in use: 1000001")->n);
	dialogue_free(&d);
}

static void memory_without_a_limit_is_nobodys_concern(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	judge_memory(d.judge, d.now, SEAT_1, INT64_MAX);
	dialogue_settle(&d);
	assert_false(judge_match(d.judge)->over);
	dialogue_free(&d);
}

static void too_much_memory_in_a_pause_loses_after_it(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.memory = 1000000;
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	judge_memory(d.judge, d.now, SEAT_1, 2000000);
	dialogue_settle(&d);
	assert_false(judge_match(d.judge)->over);
	dialogue_request(&d, request(REQUEST_GO));
	judge_memory(d.judge, d.now, SEAT_1, 2000000);
	dialogue_settle(&d);
	dialogue_verdict(&d, SEAT_2, REASON_MEMORY, SEAT_1);
	dialogue_free(&d);
}

static void an_agent_that_is_not_ready_yet_can_use_too_much_memory_too(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.memory = 1000000;
	d.manual = true;
	dialogue_begin(&d);
	judge_memory(d.judge, d.now, SEAT_1, 2000000); /* nobody knows of such a process */
	dialogue_settle(&d);
	assert_false(judge_match(d.judge)->over);
	judge_started(d.judge, d.now, SEAT_1);
	judge_memory(d.judge, d.now, SEAT_1, 2000000);
	dialogue_settle(&d);
	dialogue_verdict(&d, SEAT_2, REASON_MEMORY, SEAT_1);
	dialogue_free(&d);
}

/* ---- temporary folders ---- */

static void a_folder_that_is_too_full_is_a_fault_and_the_match_goes_on(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	assert_true(judge_folder(d.judge, d.now, SEAT_2, 3000, 2000));
	dialogue_settle(&d);
	assert_non_null(dialogue_find(&d, SEAT_2, "a temporary folder over its size"));
	assert_non_null(
		strstr(dialogue_words(&d, SEAT_2, "bytes in its temporary folder"), "3000, allowed 2000"));
	assert_int_equal(judge_faults(d.judge, SEAT_2), 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_free(&d);
}

static void a_folder_that_is_too_full_loses_when_strict_but_not_in_a_pause(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.strict = true;
	dialogue_ready(&d);
	dialogue_request(&d, request(REQUEST_PAUSE));
	assert_false(judge_folder(d.judge, d.now, SEAT_1, 3000, 2000));
	dialogue_request(&d, request(REQUEST_GO));
	assert_true(judge_folder(d.judge, d.now, SEAT_1, 3000, 2000));
	dialogue_settle(&d);
	dialogue_verdict(&d, SEAT_2, REASON_PROTOCOL, SEAT_1);
	assert_non_null(strstr(judge_match(d.judge)->verdict.detail, "3000 bytes in its temporary folder"));
	assert_false(judge_folder(d.judge, d.now, SEAT_1, 3000, 2000));
	dialogue_free(&d);
}

/* ---- strangers ---- */

static void a_stranger_is_noted_without_blame_and_the_match_goes_on(void **state)
{
	static const char text[] = "a connection was refused: from port 4711, process 12 (nc)";
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.strict = true;
	dialogue_begin(&d);
	judge_stranger(d.judge, d.now, SEAT_2, "from port 4711, process 12 (nc)");
	dialogue_settle(&d);
	assert_int_equal(dialogue_count(&d, SEAT_2, text), 1);
	assert_int_equal(dialogue_find(&d, SEAT_2, text)->channel, CHANNEL_EVENT);
	dialogue_request(&d, request(REQUEST_PAUSE));
	judge_stranger(d.judge, d.now + 5 * MS, SEAT_2, "from port 4711, process 12 (nc)");
	dialogue_settle(&d);
	assert_int_equal(dialogue_count(&d, SEAT_2, text), 2);
	dialogue_request(&d, request(REQUEST_GO));
	assert_int_equal(judge_faults(d.judge, SEAT_2), 0);
	talk(&d, SEAT_1, "> ABOUT\n< name=\"a\"\n> START 15\n< OK\n");
	talk(&d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_moves(&d, "7,7");
	dialogue_replays(&d);
	dialogue_free(&d);
}

static void strangers_without_end_fill_no_recording(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	for (int i = 0; i < 100; i++) {
		judge_stranger(d.judge, d.now, SEAT_1, "somebody");
		judge_stranger(d.judge, d.now, SEAT_2, i == 9 ? "the tenth" : "somebody");
		dialogue_settle(&d);
	}
	assert_int_equal(dialogue_count(&d, SEAT_1, "a connection was refused: somebody"), 10);
	assert_int_equal(dialogue_count(&d, SEAT_2, "a connection was refused: the tenth"), 1);
	talk(&d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_replays(&d);
	dialogue_free(&d);
}

/* ---- proofs ---- */

static void the_verdict_names_the_messages_that_prove_it(void **state)
{
	struct dialogue d;
	const int64_t *proof;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	talk(&d, SEAT_1, "> BEGIN\n< 99,99\n");
	dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	proof = judge_match(d.judge)->verdict.proof;
	assert_int_equal(proof[0], dialogue_find(&d, SEAT_1, "BEGIN")->n);
	assert_int_equal(proof[1], dialogue_find(&d, SEAT_1, "99,99")->n);
	assert_int_equal(proof[2], 0);
	dialogue_free(&d);
}

static void the_verdict_of_a_timeout_is_proved_by_the_question(void **state)
{
	struct dialogue d;

	(void)state;
	set_up(&d);
	dialogue_ready(&d);
	dialogue_at(&d, d.now + 100 * MS);
	assert_int_equal(judge_match(d.judge)->verdict.proof[0], dialogue_find(&d, SEAT_1, "BEGIN")->n);
	assert_non_null(dialogue_find(&d, SEAT_1, "verdict: timeout: "));
	dialogue_free(&d);
}

static void a_setup_that_cannot_be_played_is_refused_in_words(void **state)
{
	static const char *const sizes[] = {"4", "65", "15x", "x", "15x4", "", "-7", "15 "};
	struct dialogue d;
	char *problem;

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		dialogue_init(&d, "15");
		problem = setup_set(&d.setup, "size", sizes[i]);
		assert_non_null(strstr(problem, "--size"));
		free(problem);
		dialogue_free(&d);
	}
	dialogue_init(&d, "15");
	d.setup.system = "go";
	assert_null(judge_new(&d.setup, &problem));
	free(problem);
	dialogue_free(&d);
}

static void a_judge_knows_its_system_when_the_file_that_named_it_is_closed(void **state)
{
	char name[] = "gomocup", *problem;
	struct dialogue d;

	(void)state;
	set_up(&d);
	d.setup.system = name;
	d.judge = judge_new(&d.setup, &problem);
	assert_non_null(d.judge);
	memset(name, 'x', strlen(name));
	assert_string_equal(judge_match(d.judge)->setup.system, "gomocup");
	dialogue_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_the_same_wherever_its_bytes_are_split),
		cmocka_unit_test(a_line_is_the_same_byte_by_byte),
		cmocka_unit_test(a_nul_byte_is_a_byte_like_others),
		cmocka_unit_test(a_fault_is_noted_as_its_row_its_message_and_its_bytes),
		cmocka_unit_test(only_the_beginning_of_a_long_line_is_read),
		cmocka_unit_test(a_line_is_cut_at_one_mebibyte_however_it_comes),
		cmocka_unit_test(chatter_over_the_limit_is_counted_and_the_move_still_counts),
		cmocka_unit_test(a_flood_of_answers_is_bounded_too),
		cmocka_unit_test(a_flood_of_empty_lines_is_bounded_too),
		cmocka_unit_test(the_last_bytes_without_a_line_end_are_a_line),
		cmocka_unit_test(who_leaves_after_its_last_move_and_is_not_needed_again_has_not_lost),
		cmocka_unit_test(an_end_counts_when_the_seat_is_asked_and_says_when_it_was),
		cmocka_unit_test(who_closed_its_output_loses_when_it_is_asked),
		cmocka_unit_test(what_goes_to_a_seat_that_closed_its_input_is_shown_as_unsent),
		cmocka_unit_test(an_old_recording_in_which_an_end_counted_at_once_gives_the_same_verdict),
		cmocka_unit_test(an_answer_that_was_written_before_its_question_was_read_answers_nothing),
		cmocka_unit_test(of_a_line_that_began_before_its_question_was_read_the_rest_answers_nothing),
		cmocka_unit_test(it_loses_by_that_when_strict),
		cmocka_unit_test(a_move_one_nanosecond_before_the_deadline_counts),
		cmocka_unit_test(a_move_behind_its_limit_is_forgiven_within_the_tolerance_and_marked),
		cmocka_unit_test(who_moves_in_place_of_a_late_agent_needs_no_tolerance),
		cmocka_unit_test(a_recording_that_notes_nothing_of_the_tolerance_replays_so),
		cmocka_unit_test(a_verdict_names_the_limit_and_the_tolerance),
		cmocka_unit_test(a_move_at_the_deadline_is_late),
		cmocka_unit_test(chatter_does_not_extend_a_deadline),
		cmocka_unit_test(limits_that_have_both_passed_are_seen_in_their_order),
		cmocka_unit_test(two_limits_of_one_seat_that_pass_together_are_both_seen),
		cmocka_unit_test(a_pause_stops_the_clock_and_the_deadline),
		cmocka_unit_test(a_pause_stops_the_limit_of_getting_ready),
		cmocka_unit_test(a_pause_before_the_processes_run_holds_the_first_command),
		cmocka_unit_test(the_next_move_waits_for_the_pace),
		cmocka_unit_test(a_step_lets_one_message_pass_and_holds_the_next),
		cmocka_unit_test(next_goes_on_until_so_many_moves_were_played),
		cmocka_unit_test(steps_without_end_can_be_asked_for_twice),
		cmocka_unit_test(an_answer_that_came_in_a_pause_is_older_than_its_number),
		cmocka_unit_test(an_exit_waits_behind_the_bytes_that_came_before),
		cmocka_unit_test(what_is_held_when_a_verdict_falls_has_no_effect),
		cmocka_unit_test(an_override_takes_the_place_of_a_held_answer),
		cmocka_unit_test(an_override_of_a_thinking_agent_makes_its_answer_stale_and_no_fault),
		cmocka_unit_test(an_agent_that_owes_an_answer_plays_no_other_game),
		cmocka_unit_test(an_override_before_the_question_passed_takes_the_question_away),
		cmocka_unit_test(an_override_in_the_moment_of_asking_takes_the_question_away),
		cmocka_unit_test(an_override_of_the_last_move_takes_it_back),
		cmocka_unit_test(only_what_can_be_granted_is_noted),
		cmocka_unit_test(a_person_can_decide_or_break_off),
		cmocka_unit_test(moves_can_be_taken_back_after_a_verdict),
		cmocka_unit_test(nothing_is_taken_back_when_a_seat_has_left),
		cmocka_unit_test(what_is_in_the_pipe_before_the_question_is_no_answer_to_it),
		cmocka_unit_test(what_is_in_the_pipe_before_a_second_question_answers_neither),
		cmocka_unit_test(a_second_answer_that_waited_with_the_first_is_unasked),
		cmocka_unit_test(a_second_line_of_one_read_is_numbered_before_the_next_command),
		cmocka_unit_test(a_fault_is_shown_once_and_counted),
		cmocka_unit_test(an_agent_that_closes_its_output_has_a_quarter_of_a_second_to_leave),
		cmocka_unit_test(an_agent_that_cannot_be_started_has_lost),
		cmocka_unit_test(
			a_process_that_starts_after_the_verdict_is_spoken_to_when_moves_are_taken_back),
		cmocka_unit_test(memory_at_the_limit_is_fine_and_a_byte_more_loses),
		cmocka_unit_test(memory_without_a_limit_is_nobodys_concern),
		cmocka_unit_test(too_much_memory_in_a_pause_loses_after_it),
		cmocka_unit_test(an_agent_that_is_not_ready_yet_can_use_too_much_memory_too),
		cmocka_unit_test(a_folder_that_is_too_full_is_a_fault_and_the_match_goes_on),
		cmocka_unit_test(a_folder_that_is_too_full_loses_when_strict_but_not_in_a_pause),
		cmocka_unit_test(everybody_is_told_to_leave_once),
		cmocka_unit_test(a_process_that_starts_after_the_goodbyes_is_told_too),
		cmocka_unit_test(a_stranger_is_noted_without_blame_and_the_match_goes_on),
		cmocka_unit_test(strangers_without_end_fill_no_recording),
		cmocka_unit_test(the_verdict_names_the_messages_that_prove_it),
		cmocka_unit_test(the_verdict_of_a_timeout_is_proved_by_the_question),
		cmocka_unit_test(a_setup_that_cannot_be_played_is_refused_in_words),
		cmocka_unit_test(a_judge_knows_its_system_when_the_file_that_named_it_is_closed),
	};

	return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
