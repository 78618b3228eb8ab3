/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_judge.c - the judge as its session uses it: framing, time, steps, requests of people, exits, proofs.
 */
#include "match_fixture.h"

#include "judge/judge_state.h"
#include "ringside/replay.h"

#include <limits.h>

#define MS DIALOGUE_MS

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

#define GAME_TEST(name)  TEST_WITH(name, struct dialogue, d, set_up, dialogue_free)
#define READY_TEST(name) TEST_WITH(name, struct dialogue, d, get_ready, dialogue_free)

/* ---- framing ---- */

TEST(a_line_is_the_same_wherever_its_bytes_are_split)
{
	static const char *const texts[] = {"DEBUG a\r\n7,7\r\n", "DEBUG a\n7,7\n", "DEBUG a\r7,7\r",
					    "\r\nDEBUG a\n\r7,7\n\r\n"};

	for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
		for (size_t split = 0; split <= strlen(texts[k]); split++) {
			struct dialogue d FREED_BY(dialogue_free);

			set_up(&d);
			dialogue_ready(&d);
			dialogue_bytes(&d, SEAT_1, texts[k], split);
			dialogue_bytes(&d, SEAT_1, texts[k] + split, strlen(texts[k]) - split);
			dialogue_moves(&d, "7,7");
			assert_non_null(dialogue_find(&d, SEAT_1, "DEBUG a"));
		}
}

TEST(a_fault_is_noted_as_its_row_its_message_and_its_bytes)
{
	for (int strict = 0; strict < 2; strict++) {
		const struct message *note;
		struct dialogue d FREED_BY(dialogue_free);

		set_up(&d);
		d.setup.strict = strict;
		dialogue_ready(&d);
		dialogue_bytes(&d, SEAT_1, "7,\0007\n", 5);
		note = dialogue_find(&d, SEAT_1, "a line that is not an answer");
		assert_int_equal(note->event.kind, EVENT_FAULT);
		assert_string_equal(note->event.word, "no-answer");
		assert_int_equal(note->event.number[EVENT_FAULT_MESSAGE], dialogue_find(&d, SEAT_1, "7,")->n);
		assert_int_equal(note->event.number[EVENT_FAULT_STRICT], strict);
		assert_int_equal(note->size, 5);
		assert_memory_equal(note->bytes, "7,\0007\n", 5);
		assert_int_equal(judge_match(d.judge)->over, strict);
	}
}

GAME_TEST(only_the_beginning_of_a_long_line_is_read)
{
	d->setup.max_line = 4;
	dialogue_ready(d);
	talk(d, SEAT_1, "< 7,7            \n");
	dialogue_moves(d, "7,7");
	assert_true(dialogue_find(d, SEAT_1, "7,7")->flags & MESSAGE_CUT);
	assert_int_equal(dialogue_find(d, SEAT_1, "7,7")->size, 16);
}

/* Of a line of n bytes and its LF this much is kept, however it arrives.  */
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

TEST(a_line_is_cut_at_one_mebibyte_however_it_arrives)
{
	enum { MIB = 1 << 20 };

	assert_int_equal(kept_of(MIB, 4096), MIB);
	assert_int_equal(kept_of(MIB, 3 * MIB), MIB);
	assert_int_equal(kept_of(3 * MIB + 5, 65536), MIB);
	assert_int_equal(kept_of(3 * MIB + 5, 4 * MIB), MIB);
	assert_int_equal(kept_of(MIB - 1, MIB - 1), MIB);
}

GAME_TEST(chatter_over_the_limit_is_counted_and_the_move_still_counts)
{
	int kept = 0;

	d->setup.max_chatter = 512;
	dialogue_ready(d);
	for (int i = 0; i < 50; i++)
		talk(d, SEAT_1, "< DEBUG 56789\n");
	talk(d, SEAT_1, "< 7,7\n");
	dialogue_moves(d, "7,7");
	for (int i = 0; i < d->line_count; i++)
		kept += strncmp(d->lines[i].message.bytes, "DEBUG", 5) == 0;
	assert_int_equal(kept, 8);
	assert_non_null(dialogue_find(d, SEAT_1, "writes more than 512 bytes"));
	assert_non_null(dialogue_find(d, SEAT_1, "42 more messages (504 bytes)"));
}

GAME_TEST(a_flood_of_answers_is_limited_too)
{
	int kept = 0;

	d->setup.max_chatter = 512;
	dialogue_ready(d);
	dialogue_request(d, request(REQUEST_PAUSE));
	for (int i = 0; i < 500; i++)
		talk(d, SEAT_1, "< OK\n");
	kept = held_count(d);
	assert_true(kept >= 1 && kept <= 2 * 512 / 64);
}

READY_TEST(a_flood_of_empty_lines_is_limited_too)
{
	dialogue_request(d, request(REQUEST_PAUSE));
	for (int i = 0; i < 50000; i++)
		dialogue_bytes(d, SEAT_1, "\n", 1);
	assert_true(held_count(d) >= 1 && held_count(d) <= (1 << 20) / 64);
}

/* ---- ends of processes ---- */

GAME_TEST(messages_to_a_closed_input_are_shown_as_unsent)
{
	d->setup.turn_limit = 1000 * MS;
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	judge_closed(d->judge, d->now, SEAT_1, STREAM_STDIN);
	dialogue_settle(d);
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_true(dialogue_find(d, SEAT_1, "TURN 8,8")->flags & MESSAGE_UNSENT);
	dialogue_at(d, judge_deadline(d->judge));
	dialogue_verdict(d, SEAT_2, REASON_EXIT, SEAT_1);
	dialogue_replays(d);
}

TEST(a_stream_that_the_system_cannot_read_or_write_blames_nobody)
{
	for (int i = 0; i < 4; i++) {
		enum stream stream = i < 2 ? STREAM_STDOUT : STREAM_STDIN;
		int seat = SEAT_1 + i % 2;
		struct dialogue d FREED_BY(dialogue_free);

		(void)state;
		set_up(&d);
		dialogue_ready(&d);
		talk(&d, SEAT_1, "> BEGIN\n");
		judge_failed(d.judge, d.now, seat, stream, "Input/output error");
		judge_closed(d.judge, d.now, seat, stream);
		dialogue_settle(&d);
		dialogue_verdict(&d, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE);
		assert_non_null(strstr(judge_match(d.judge)->verdict.detail,
				       i < 2 ? "cannot read what seat" : "cannot write to seat"));
		dialogue_replays(&d);
	}
}

/* ---- time ---- */

GAME_TEST(a_move_one_nanosecond_before_the_deadline_counts)
{
	d->setup.tolerance = 5;
	dialogue_ready(d);
	assert_int_equal(judge_deadline(d->judge), d->now + 100 * MS + 5);
	d->now += 100 * MS + 4;
	talk(d, SEAT_1, "< 7,7\n");
	dialogue_moves(d, "7,7");
	assert_int_equal(judge_match(d->judge)->turns[0].think_ns, 100 * MS + 4);
}

GAME_TEST(a_move_at_the_deadline_is_late)
{
	d->setup.tolerance = 5;
	dialogue_ready(d);
	d->now += 100 * MS + 5;
	talk(d, SEAT_1, "< 7,7\n");
	dialogue_moves(d, "");
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	assert_true(dialogue_find(d, SEAT_1, "7,7")->flags & MESSAGE_DROPPED);
}

READY_TEST(chatter_does_not_extend_a_deadline)
{
	int64_t deadline;

	deadline = judge_deadline(d->judge);
	for (int i = 1; i <= 9; i++) {
		d->now += 10 * MS;
		talk(d, SEAT_1, "< DEBUG still thinking\n");
		assert_int_equal(judge_deadline(d->judge), deadline);
	}
	dialogue_at(d, deadline);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
}

READY_TEST(a_pause_stops_the_clock_and_the_deadline)
{
	int64_t began;

	began = d->now;
	d->now += 30 * MS;
	dialogue_request(d, request(REQUEST_PAUSE));
	assert_int_equal(judge_deadline(d->judge), CLOCK_NEVER);
	dialogue_at(d, d->now + 3600000 * (int64_t)MS);
	assert_int_equal(judge_turn_time(d->judge, SEAT_1, d->now), 30 * MS);
	dialogue_request(d, request(REQUEST_GO));
	assert_int_equal(judge_deadline(d->judge), d->now + 70 * MS);
	d->now += 20 * MS;
	talk(d, SEAT_1, "< 7,7\n");
	assert_int_equal(judge_match(d->judge)->turns[0].think_ns, 50 * MS);
	assert_int_equal(judge_match(d->judge)->turns[0].began_ns, judge_since(d->judge, began));
	assert_true(judge_match(d->judge)->turns[0].flags & TURN_INTERRUPTED);
	assert_true(d->now > began + 3600 * (int64_t)NS_PER_S);
}

/* ---- steps ---- */

READY_TEST(a_step_lets_one_message_pass_and_holds_the_next)
{
	int lines;

	dialogue_request(d, request(REQUEST_PAUSE));
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	assert_int_equal(held_count(d), 1);
	dialogue_moves(d, "");
	dialogue_request(d, request(REQUEST_STEP));
	dialogue_moves(d, "7,7");
	assert_string_equal(judge_held(d->judge, 0)->bytes, "INFO time_left 2147483647\r\n");
	assert_int_equal(judge_state(d->judge), JUDGE_PAUSED);
	assert_non_null(dialogue_find(d, SEAT_NONE, "stopped before the next message"));
	lines = d->line_count;
	dialogue_at(d, d->now + 10000 * (int64_t)MS);
	assert_int_equal(d->line_count, lines);
	assert_int_equal(judge_turn_time(d->judge, SEAT_2, d->now), 0);
	dialogue_request(
		d,
		request(REQUEST_STEP)); /* INFO passes and the clock starts; TURN is held and time stands */
	dialogue_at(d, d->now + 10000 * (int64_t)MS);
	assert_int_equal(judge_turn_time(d->judge, SEAT_2, d->now), 0);
	dialogue_silent(d, SEAT_2);
	dialogue_request(d, request(REQUEST_STEP));
	talk(d, SEAT_2, "> TURN 7,7\n");
	assert_int_equal(judge_state(d->judge), JUDGE_STEPPING);
}

READY_TEST(endless_steps_can_be_requested_twice)
{
	dialogue_request(d, counts(REQUEST_STEP, INT_MAX));
	dialogue_request(d, counts(REQUEST_STEP, INT_MAX));
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	dialogue_moves(d, "7,7");
}

READY_TEST(an_answer_that_came_in_a_pause_is_older_than_its_number)
{
	const struct message *message;

	d->now += 10;
	dialogue_request(d, request(REQUEST_PAUSE));
	d->now += 10;
	talk(d, SEAT_1, "< 7,7\n");
	d->now += 1000;
	dialogue_request(d, request(REQUEST_GO));
	message = dialogue_find(d, SEAT_1, "7,7");
	assert_true(message->flags & MESSAGE_HELD);
	assert_int_equal(message->t_ns, judge_since(d->judge, d->now) - 1000);
	assert_true(dialogue_find(d, SEAT_NONE, "go")->n < message->n);
	assert_int_equal(judge_match(d->judge)->turns[0].think_ns, 10);
}

/* ---- stalls ---- */

#define SECOND ((int64_t)1000 * MS)

/* The last event of that kind.  */
static struct message *noted_stall(struct dialogue *d)
{
	struct message *message = NULL;

	for (int i = 0; i < d->line_count; i++)
		if (d->lines[i].message.event.kind == EVENT_HELD_UP)
			message = &d->lines[i].message;
	assert_non_null(message);
	return message;
}

static void held_up(struct dialogue *d, int64_t ns, int64_t one, int64_t two)
{
	const struct message *message;

	judge_held_up(d->judge, d->now, d->now, d->now + ns);
	d->now += ns;
	dialogue_settle(d);
	message = noted_stall(d);
	assert_int_equal(message->t_ns, judge_since(d->judge, d->now));
	assert_int_equal(message->event.number[0], ns);
	assert_int_equal(message->event.number[1], one);
	assert_int_equal(message->event.number[2], two);
}

GAME_TEST(a_stall_is_in_the_turn_that_it_held_up_and_in_no_other)
{
	int64_t left;

	d->setup.pace = 50 * MS;
	d->setup.match_limit = 10 * SECOND;
	dialogue_begin(d);
	held_up(d, 2 * SECOND, 0, 0); /* both get ready */
	assert_int_equal(judge_time_left(d->judge, SEAT_1, d->now), 10 * SECOND);
	talk(d, SEAT_1, "> ABOUT\n< name=\"a\"\n> START 15\n");
	talk(d, SEAT_2, "> ABOUT\n< name=\"b\"\n> START 15\n< OK\n");
	held_up(d, 3 * SECOND, 0, 0); /* one does */
	talk(d, SEAT_1, "< OK\n> BEGIN\n");
	d->now += MS;
	held_up(d, 1500 * MS, 1500 * MS, 0);
	held_up(d, 500 * MS, 500 * MS, 0);
	d->now += MS;
	talk(d, SEAT_1, "< 7,7\n");
	assert_int_equal(judge_match(d->judge)->turns[0].held_ns, 2000 * MS);
	assert_int_equal(judge_match(d->judge)->turns[0].think_ns, 2 * MS);
	left = judge_time_left(d->judge, SEAT_2, d->now);
	held_up(d, 1000 * MS, 0, 0); /* the turn is due, and its question unwritten */
	dialogue_at(d, d->now + 50 * MS);
	assert_int_equal(judge_time_left(d->judge, SEAT_2, d->now), left);
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	assert_int_equal(judge_match(d->judge)->turns[1].held_ns, 0);
}

/* A process that stays is told of the next game while the judge is held up since the game before.  */
GAME_TEST(a_stall_that_began_before_the_match_can_be_replayed)
{
	d->setup.match_limit = 10 * SECOND;
	dialogue_begin(d);
	judge_held_up(d->judge, d->now - 12 * MS, d->now - 2 * MS, d->now + 20 * MS);
	d->now += 20 * MS;
	dialogue_settle(d);
	assert_int_equal(noted_stall(d)->event.number[0], 22 * MS);
	assert_int_equal(noted_stall(d)->t_ns, 20 * MS);
	dialogue_replays(d);
}

GAME_TEST(a_seat_is_charged_with_the_work_on_what_it_wrote)
{
	struct event charged = {0};
	struct took took[SEATS];

	d->setup.match_limit = 10 * SECOND;
	dialogue_ready(d);
	d->now += MS;
	judge_charge(d->judge, SEAT_1, 60 * MS);
	judge_charge(d->judge, SEAT_2, 30 * MS); /* its clock does not run */
	held_up(d, 1000 * MS, 940 * MS, 0);
	held_up(d, 500 * MS, 500 * MS, 0); /* once */
	talk(d, SEAT_1, "< 7,7\n");
	assert_int_equal(judge_match(d->judge)->turns[0].think_ns, 61 * MS);
	assert_int_equal(judge_match(d->judge)->turns[0].held_ns, 1440 * MS);
	assert_true(judge_match(d->judge)->turns[0].flags & TURN_CHARGED);
	for (int i = 0; i < d->line_count; i++)
		if (d->lines[i].message.event.kind == EVENT_CHARGED)
			charged = d->lines[i].message.event;
	assert_int_equal(charged.number[0], SEAT_1);
	assert_int_equal(charged.number[1], 60 * MS);
	judge_charge(d->judge, SEAT_2, 500 * MS); /* more than its limit of 100 ms */
	judge_held_up(d->judge, d->now, d->now, d->now + 1000 * MS);
	d->now += 1000 * MS;
	dialogue_settle(d);
	dialogue_at(d, d->now);
	assert_int_equal(judge_match(d->judge)->verdict.blame, SEAT_2);
	assert_string_equal(judge_match(d->judge)->verdict.reason, REASON_TIMEOUT);
	judge_used(d->judge, d->now, SEAT_2, 0, 0);
	dialogue_settle(d);
	assert_true(match_took(judge_match(d->judge), took));
	assert_int_equal(took[SEAT_1].charged_turns, 1);
	assert_int_equal(took[SEAT_2].charged_turns, 1);
	dialogue_replays(d);
}

GAME_TEST(a_seat_may_have_limits_of_its_own)
{
	setup_set_turn_limit(&d->setup, SEAT_2, 30 * MS);
	setup_set_match_limit(&d->setup, SEAT_1, 10 * SECOND);
	dialogue_ready(d);
	assert_non_null(dialogue_find(d, SEAT_1, "INFO timeout_turn 100"));
	assert_non_null(dialogue_find(d, SEAT_1, "INFO timeout_match 10000"));
	assert_non_null(dialogue_find(d, SEAT_2, "INFO timeout_turn 30"));
	assert_non_null(dialogue_find(d, SEAT_2, "INFO timeout_match 0"));
	assert_int_equal(judge_time_left(d->judge, SEAT_2, d->now), INT64_MAX);
	talk(d, SEAT_1, "> BEGIN\n");
	assert_int_equal(judge_deadline(d->judge), d->now + 100 * MS);
	talk(d, SEAT_1, "< 7,7\n");
	talk(d, SEAT_2, "> TURN 7,7\n");
	dialogue_request(d, (struct request){.kind = REQUEST_TURN_LIMIT, .ns = 200 * MS});
	assert_int_equal(judge_deadline(d->judge), d->now + 30 * MS); /* that of the others has changed */
	dialogue_request(d, (struct request){.kind = REQUEST_TURN_LIMIT, .seat = SEAT_2, .ns = 50 * MS});
	assert_non_null(dialogue_find(d, SEAT_2, "INFO timeout_turn 50"));
	assert_int_equal(judge_deadline(d->judge), d->now + 50 * MS);
	dialogue_at(d, d->now + 49 * MS);
	assert_false(judge_match(d->judge)->over);
	dialogue_at(d, d->now + MS);
	dialogue_verdict(d, SEAT_1, "timeout", SEAT_2);
	assert_non_null(strstr(judge_match(d->judge)->verdict.detail, "the limit of 0.050 s for a turn"));
	dialogue_replays(d);
}

GAME_TEST(a_seat_with_a_limit_of_0_is_guarded_alone)
{
	d->setup.hang_limit = 700 * MS;
	setup_set_turn_limit(&d->setup, SEAT_1, 0);
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_at(d, d->now + 700 * MS);
	dialogue_verdict(d, SEAT_2, "timeout", SEAT_1);
	assert_non_null(strstr(judge_match(d->judge)->verdict.detail, "the guard (--hang-time) of 0.700 s"));
	dialogue_replays(d);
}

/* ---- requests of people ---- */

READY_TEST(an_override_before_the_question_passes_withdraws_it)
{
	talk(d, SEAT_1, "> BEGIN\n");
	dialogue_request(d, counts(REQUEST_STEP, 2));
	talk(d, SEAT_1, "< 7,7\n"); /* INFO to seat 2 is the second message; TURN is held */
	assert_int_equal(held_count(d), 1);
	dialogue_request(d, plays(REQUEST_OVERRIDE, "8,8"));
	dialogue_request(d, request(REQUEST_GO));
	dialogue_silent(d, SEAT_2);
	talk(d, SEAT_1, "> TURN 8,8\n");
	assert_int_equal(judge_turn_time(d->judge, SEAT_2, d->now + MS), 0);
	assert_int_equal(judge_deadline(d->judge), d->now + 100 * MS);
	talk(d, SEAT_1, "< 7,8\n");
	dialogue_at(d, d->now + 50 * MS);
	talk(d, SEAT_2, "> RESTART\n");
}

GAME_TEST(an_override_at_the_moment_of_asking_withdraws_the_question)
{
	d->setup.pace = 50 * MS;
	dialogue_ready(d);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	d->now += 50 * MS; /* nothing but the request wakes the judge */
	dialogue_request(d, plays(REQUEST_OVERRIDE, "8,8"));
	dialogue_silent(d, SEAT_2);
	assert_int_equal(judge_turn_time(d->judge, SEAT_2, d->now + MS), 0);
	dialogue_at(d, d->now + 50 * MS);
	talk(d, SEAT_1, "> TURN 8,8\n");
}

READY_TEST(only_granted_requests_are_noted)
{
	int lines;

	lines = d->line_count;
	dialogue_refused(d, plays(REQUEST_PLAY, "7,7"));
	dialogue_refused(d, plays(REQUEST_OVERRIDE, "zz"));
	dialogue_refused(d, request(REQUEST_TAKEBACK));
	dialogue_refused(d, (struct request){.kind = REQUEST_RESIGN, .seat = 3});
	assert_int_equal(d->line_count, lines);
	dialogue_request(d, request(REQUEST_RESIGN)); /* the seat to move */
	dialogue_verdict(d, SEAT_2, REASON_RESIGN, SEAT_1);
	dialogue_refused(d, request(REQUEST_PAUSE));
	dialogue_refused(d, request(REQUEST_INTERRUPT));
}

/* ---- unasked answers ---- */

READY_TEST(a_second_line_of_one_read_is_numbered_before_the_next_command)
{
	dialogue_bytes(d, SEAT_1, "7,7\nDEBUG after\n", 16);
	assert_true(dialogue_find(d, SEAT_1, "DEBUG after")->n < dialogue_find(d, SEAT_2, "TURN")->n);
	for (int i = 0; i < d->line_count; i++)
		assert_int_equal(d->lines[i].message.n, i + 1);
}

READY_TEST(a_fault_is_shown_once_and_counted)
{
	int shown = 0;

	for (int i = 0; i < 3; i++)
		talk(d, SEAT_2, "< 9,9\n");
	dialogue_request(d, request(REQUEST_RESIGN));
	for (int i = 0; i < d->line_count; i++)
		shown += strncmp(d->lines[i].words, "a move that nobody asked for", 28) == 0;
	assert_int_equal(shown, 2);
	assert_non_null(dialogue_find(d, SEAT_2, "a move that nobody asked for: 3 times in all"));
}

/* ---- processes ---- */

/* It should have replaced another process, but the verdict came first.  */
READY_TEST(a_process_that_starts_after_the_verdict_is_used_after_a_takeback)
{
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	talk(d, SEAT_2, "> TURN 7,7\n< 8,8\n");
	talk(d, SEAT_1, "> TURN 8,8\n< 9,9\n");
	dialogue_request(d, counts(REQUEST_TAKEBACK, 1));
	talk(d, SEAT_1, "> TAKEBACK 9,9\n< OK\n> TAKEBACK 8,8\n< OK\n> TURN 8,8\n< 9,8\n");
	talk(d, SEAT_2, "> TURN 9,9\n> RESTART\n");
	d->manual = true;
	dialogue_at(d, d->now + 10 * (int64_t)NS_PER_S);
	talk(d, SEAT_2, "> END\n");
	dialogue_request(d, (struct request){.kind = REQUEST_ADJUDICATE});
	judge_started(d->judge, d->now, SEAT_2);
	dialogue_settle(d);
	dialogue_silent(d, SEAT_2);
	dialogue_request(d, counts(REQUEST_TAKEBACK, 2));
	talk(d, SEAT_2, "> ABOUT\n< name=\"fresh\"\n> START 15\n< OK\n> TURN 7,7\n< 1,1\n");
	dialogue_moves(d, "7,7 1,1");
}

/* ---- proofs ---- */

READY_TEST(the_verdict_names_the_messages_that_prove_it)
{
	const int64_t *proof;

	talk(d, SEAT_1, "> BEGIN\n< 99,99\n");
	dialogue_verdict(d, SEAT_2, REASON_ILLEGAL, SEAT_1);
	proof = judge_match(d->judge)->verdict.proof;
	assert_int_equal(proof[0], dialogue_find(d, SEAT_1, "BEGIN")->n);
	assert_int_equal(proof[1], dialogue_find(d, SEAT_1, "99,99")->n);
	assert_int_equal(proof[2], 0);
}

READY_TEST(the_question_proves_a_timeout)
{
	dialogue_at(d, d->now + 100 * MS);
	assert_int_equal(judge_match(d->judge)->verdict.proof[0], dialogue_find(d, SEAT_1, "BEGIN")->n);
	assert_non_null(dialogue_find(d, SEAT_1, "verdict: timeout: "));
}

TEST(a_setup_that_cannot_be_played_is_refused_with_a_reason)
{
	static const char *const sizes[] = {"4", "65", "15x", "x", "15x4", "", "-7", "15 "};
	struct dialogue d FREED_BY(dialogue_free);
	FREED char *problem;

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
}

GAME_TEST(a_judge_keeps_its_system_after_the_file_that_named_it_is_closed)
{
	char name[] = "gomocup", *problem;

	d->setup.system = name;
	d->judge = judge_new(&d->setup, &problem);
	assert_non_null(d->judge);
	memset(name, 'x', strlen(name));
	assert_string_equal(judge_match(d->judge)->setup.system, "gomocup");
}

TEST_MAIN(NULL, NULL)
