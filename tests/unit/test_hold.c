/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_hold.c - how a person changes waiting messages and sends others, in both directions and every system,
 * and that the recording replays.  */
#include "../test.h"
#include "asimulator_fixture.h"
#include "ringside/words.h"

#define MS ((int64_t)DIALOGUE_MS)

static void requested(struct dialogue *d, enum request_kind kind)
{
	dialogue_request(d, (struct request){.kind = kind});
}

static void of_seat(struct dialogue *d, enum request_kind kind, int seat, int count)
{
	dialogue_request(d, (struct request){.kind = kind, .seat = seat, .of_seat = true, .count = count});
}

static void edit(struct dialogue *d, int held, const char *text)
{
	dialogue_request(d, (struct request){.kind = REQUEST_EDIT, .held = held, .text = text});
}

static void drop(struct dialogue *d, int held)
{
	dialogue_request(d, (struct request){.kind = REQUEST_DROP, .held = held});
}

static void delay(struct dialogue *d, int held, int64_t ms)
{
	dialogue_request(d, (struct request){.kind = REQUEST_DELAY, .held = held, .ns = ms * MS});
}

static void send(struct dialogue *d, int seat, const char *text)
{
	dialogue_request(d, (struct request){.kind = REQUEST_SEND, .seat = seat, .text = text});
}

static void refused(struct dialogue *d, struct request request, const char *why)
{
	char *problem = judge_request(d->judge, d->now, &request);

	if (!problem)
		fail_msg("granted, but should be refused: %s", why);
	assert_text(problem, why);
	dialogue_settle(d);
}

/* Of our flags, the last message of the seat with these bytes has exactly these.  */
static const struct message *flagged(const struct dialogue *d, int seat, const char *text, unsigned flags)
{
	unsigned ours = MESSAGE_EDITED | MESSAGE_WITHHELD | MESSAGE_CHANGED;
	const struct message *message = dialogue_find(d, seat, text);

	if (!message)
		fail_msg("seat %d: no message \"%s\"", seat, text);
	if ((message->flags & ours) != flags)
		fail_msg("\"%s\" has the flags %x, not %x", text, message->flags & ours, flags);
	return message;
}

/* Brains of gomocup; 100 ms a turn.  */
static void ready(struct dialogue *d)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = 100 * MS;
	dialogue_ready(d);
}

/* The first answer, 7,7, is waiting.  */
static void first_answer_waits(struct dialogue *d)
{
	ready(d);
	requested(d, REQUEST_PAUSE);
	talk(d, SEAT_1, "> BEGIN\n< 7,7\n");
	assert_int_equal(held_count(d), 1);
}

/* The question to seat 2, TURN 7,7, is the first that waits.  */
static void question_waits(struct dialogue *d)
{
	first_answer_waits(d);
	for (int i = 0; strncmp(judge_held(d->judge, 0)->bytes, "TURN", 4) != 0; i++) {
		assert_true(i < 5);
		requested(d, REQUEST_STEP);
	}
}

#define QUESTION_TEST(name) TEST_WITH(name, struct dialogue, d, question_waits, finish)

/* ---- edit ---- */

QUESTION_TEST(an_edited_question_is_what_the_agent_is_asked)
{
	edit(d, 0, "TURN 1,1");
	assert_null(dialogue_find(d, SEAT_2, "TURN 1,1"));
	requested(d, REQUEST_GO);
	/* The line that was held back is recorded but was not written.  */
	assert_int_equal(
		flagged(d, SEAT_2, "TURN 7,7", MESSAGE_WITHHELD | MESSAGE_CHANGED)->flags & MESSAGE_ASKS, 0);
	assert_true(flagged(d, SEAT_2, "TURN 1,1\r\n", MESSAGE_EDITED)->flags & MESSAGE_ASKS);
	talk(d, SEAT_2, "> TURN 7,7\n> TURN 1,1\n");
	dialogue_at(d, d->now + 30 * MS);
	assert_true(judge_turn_time(d->judge, SEAT_2, d->now) == 30 * MS);
	talk(d, SEAT_2, "< 8,8\n");
	dialogue_moves(d, "7,7 8,8");
}

QUESTION_TEST(an_edited_message_can_be_edited_again_and_dropped)
{
	edit(d, 0, "TURN 1,1");
	edit(d, 0, "TURN 2,2");
	flagged(d, SEAT_2, "TURN 1,1", MESSAGE_WITHHELD | MESSAGE_CHANGED | MESSAGE_EDITED);
	drop(d, 0);
	requested(d, REQUEST_GO);
	flagged(d, SEAT_2, "TURN 2,2", MESSAGE_WITHHELD | MESSAGE_EDITED);
	dialogue_at(d, d->now + 100 * MS);
	dialogue_verdict(d, WINNER_NONE, REASON_TIMEOUT, SEAT_NONE);
}

TEST(the_text_offered_for_editing_means_the_same_bytes)
{
	static const char bytes[] = " \\ \"x\" \001\377\t# end ";
	struct bytes again = {0};
	char *words;

	for (int binary = 0; binary < 2; binary++) {
		words = edit_words(bytes, sizeof(bytes) - 1, binary);
		assert_true(*words != ' ' && words[strlen(words) - 1] != ' ');
		assert_null(edit_read(words, binary, &again));
		assert_int_equal(again.size, sizeof(bytes) - 1);
		assert_memory_equal(again.at, bytes, again.size);
		bytes_free(&again);
		free(words);
	}
}

/* ---- drop ---- */

QUESTION_TEST(a_dropped_question_can_be_sent_by_hand_and_answered)
{
	drop(d, 0);
	requested(d, REQUEST_GO);
	assert_true(judge_seat(d->judge, SEAT_2).thinks); /* the judge thinks that it was asked */
	dialogue_at(d, d->now + 40 * MS);
	send(d, SEAT_2, "TURN 7,7");
	assert_int_equal(dialogue_count(d, SEAT_2, "TURN 7,7\r\n"), 2);
	flagged(d, SEAT_2, "TURN 7,7", MESSAGE_EDITED);
	talk(d, SEAT_2, "< 8,8\n");
	dialogue_moves(d, "7,7 8,8");
	assert_true(match_turn(judge_match(d->judge), 2)->think_ns == 40 * MS);
}

/* ---- delay ---- */

TEST(a_delayed_answer_comes_later_while_others_pass)
{
	struct dialogue d FREED_BY(finish);

	first_answer_waits(&d);
	talk(&d, SEAT_2, "< DEBUG thinks\n");
	delay(&d, 0, 40);
	dialogue_at(&d, d.now + 1000 * MS); /* its time stands during the pause */
	assert_true(judge_held_delay(d.judge, 0, d.now) == 40 * MS);
	requested(&d, REQUEST_GO);
	assert_int_equal(dialogue_count(&d, SEAT_2, "DEBUG thinks"), 1);
	talk(&d, SEAT_1, "< DEBUG follows\n");
	assert_int_equal(dialogue_count(&d, SEAT_1, "DEBUG follows"),
			 0); /* its seat's messages keep their order */
	assert_true(judge_deadline(d.judge) == d.now + 40 * MS);
	dialogue_at(&d, d.now + 39 * MS);
	dialogue_moves(&d, "");
	requested(&d, REQUEST_PAUSE);
	dialogue_at(&d, d.now + 1000 * MS);
	requested(&d, REQUEST_GO);
	dialogue_moves(&d, "");
	dialogue_at(&d, d.now + 1 * MS);
	dialogue_moves(&d, "7,7");
	assert_int_equal(dialogue_count(&d, SEAT_1, "DEBUG follows"), 1);
	assert_true(match_turn(judge_match(d.judge), 1)->think_ns == 40 * MS);
}

TEST(messages_to_an_agent_wait_behind_a_delayed_line)
{
	struct dialogue d FREED_BY(finish);

	dialogue_init_qchess(&d);
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> white\n> SELECTION?\n");
	talk(&d, SEAT_2, "> black\n");
	requested(&d, REQUEST_PAUSE);
	talk(&d, SEAT_1, "< 0 6\n");
	requested(&d, REQUEST_STEP);
	for (int i = 0; judge_held(d.judge, i)->seat != SEAT_1; i++)
		assert_true(i < 3);
	assert_int_equal(judge_held(d.judge, 0)->seat, SEAT_1);
	delay(&d, 0, 20); /* how seat 1 learns of its own selection */
	requested(&d, REQUEST_GO);
	dialogue_silent(&d, SEAT_1);
	assert_int_equal(dialogue_count(&d, SEAT_2, "0 6"), 1);
	dialogue_at(&d, d.now + 20 * MS);
	assert_true(dialogue_find(&d, SEAT_1, "0 6")->n < dialogue_find(&d, SEAT_1, "MOVE?")->n);
}

/* ---- send ---- */

QUESTION_TEST(a_persons_message_overtakes_waiting_ones)
{
	const struct message *sent;

	send(d, SEAT_2, "INFO by hand\\r\\nINFO two\\n");
	sent = flagged(d, SEAT_2, "INFO by hand", MESSAGE_EDITED);
	assert_string_equal(sent->bytes, "INFO by hand\r\nINFO two\n");
	dialogue_silent(d, SEAT_1);
	assert_string_equal(judge_held(d->judge, 0)->bytes, "TURN 7,7\r\n");
	requested(d, REQUEST_GO);
	send(d, SEAT_1, "INFO while it runs");
	assert_string_equal(flagged(d, SEAT_1, "INFO while", MESSAGE_EDITED)->bytes,
			    "INFO while it runs\r\n");
}

TEST(nothing_is_sent_to_an_agent_that_has_left)
{
	struct dialogue d FREED_BY(finish);

	dialogue_init_lmc(&d, "lmc");
	dialogue_named(&d);
	d.now += MS;
	requested(&d, REQUEST_PAUSE);
	dialogue_exit(&d, SEAT_2, (struct ending){.code = 0});
	send(&d, SEAT_2, "# its end waits: nobody knows of it");
	d.manual = true;
	refused(&d, (struct request){.kind = REQUEST_SEND, .seat = 3, .text = "x"}, "there is no seat 3");
}

/* ---- bytes ---- */

TEST(an_edited_percept_is_what_the_client_perceives)
{
	struct dialogue d FREED_BY(finish);
	char percept[3];

	begin_small(&d);
	says(&d, SEAT_1, "02");
	requested(&d, REQUEST_PAUSE);
	says(&d, SEAT_2, "02");
	requested(&d, REQUEST_STEP);
	assert_int_equal(judge_held(d.judge, 0)->channel, CHANNEL_PERCEPT);
	sprintf(percept, "%02x", (uint8_t)~judge_held(d.judge, 0)->bytes[0]);
	edit(&d, 0, percept);
	requested(&d, REQUEST_GO);
	assert_int_equal(judge_held(d.judge, 0) == NULL, 1);
	says(&d, SEAT_1, "03");
	says(&d, SEAT_2, "03");
	assert_int_equal(judge_match(d.judge)->turn_count, 4);
}

/* ---- one seat's waiting messages ---- */

QUESTION_TEST(steps_typed_ahead_count_for_their_seat_only)
{
	int before;

	requested(d, REQUEST_GO);
	before = d->line_count;
	requested(d, REQUEST_STEP);
	of_seat(d, REQUEST_STEP, SEAT_1, 1);
	of_seat(d, REQUEST_STEP, SEAT_1, 1);
	talk(d, SEAT_2, "< DEBUG 1\n< DEBUG 2\n< DEBUG 3\n");
	assert_int_equal(judge_state(d->judge), JUDGE_STEPPING);
	assert_int_equal(d->line_count, before + 6);
	talk(d, SEAT_1, "< DEBUG 1\n< DEBUG 2\n< DEBUG 3\n");
	assert_int_equal(judge_state(d->judge), JUDGE_PAUSED);
	assert_int_equal(held_count(d), 1);
}

TEST_MAIN(NULL, NULL)
