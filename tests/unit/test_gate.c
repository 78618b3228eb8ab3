/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gate.c - where messages wait while a person steps through a match.  */
#include "../test.h"
#include "judge/judge_state.h"

#include "ringside/bytes.h"
#include "ringside/setup.h"

static struct held held(int turn)
{
	static char bytes[] = "text";

	return (struct held){.message = {.turn = turn, .bytes = bytes, .size = strlen(bytes)}};
}

static int taken(struct held taken_)
{
	free(taken_.message.bytes);
	return taken_.message.turn;
}

TEST(an_open_gate_lets_everything_pass)
{
	struct gate gate = {.mode = GATE_OPEN};

	for (int i = 0; i < 3; i++)
		assert_true(gate_let_pass(&gate, SEAT_1, false, false));
	assert_int_equal(gate.mode, GATE_OPEN);
}

TEST(nothing_overtakes_a_waiting_message)
{
	struct gate gate FREED_BY(gate_free) = {.mode = GATE_OPEN};

	gate_hold(&gate, held(1));
	assert_false(gate_let_pass(&gate, SEAT_1, false, false));
	assert_true(gate_let_pass(&gate, SEAT_1, true, false));
}

TEST(the_message_after_the_last_step_closes_the_gate)
{
	struct gate gate = {.mode = GATE_MESSAGES, .budget = 2};

	assert_true(gate_let_pass(&gate, SEAT_1, false, false));
	assert_true(gate_let_pass(&gate, SEAT_1, false, false));
	assert_int_equal(gate.mode, GATE_MESSAGES); /* the clock still runs: nothing has come */
	assert_false(gate_let_pass(&gate, SEAT_1, false, false));
	assert_int_equal(gate.mode, GATE_CLOSED);
}

TEST(the_last_move_closes_the_gate)
{
	struct gate gate = {.mode = GATE_MOVES, .budget = 2};

	gate_moved(&gate, SEAT_1);
	assert_true(gate_let_pass(&gate, SEAT_1, false, false));
	gate_moved(&gate, SEAT_1);
	assert_false(gate_let_pass(&gate, SEAT_1, false, false));
	gate.mode = GATE_OPEN;
	gate_moved(&gate, SEAT_1);
	assert_int_equal(gate.mode, GATE_OPEN);
}

TEST(the_answer_that_is_due_closes_the_gate_and_stays)
{
	struct gate gate = {.mode = GATE_CLOSED};

	gate_set(&gate, GATE_ANSWERS, false, SEAT_NONE, 1);
	gate_set(&gate, GATE_ANSWERS, false, SEAT_NONE, 1); /* typed ahead */
	assert_true(gate_let_pass(&gate, SEAT_1, false, false));
	assert_true(gate_let_pass(&gate, SEAT_1, false, true));
	assert_true(gate_let_pass(&gate, SEAT_2, false, false));
	assert_false(gate_let_pass(&gate, SEAT_2, false, true));
	assert_int_equal(gate.mode, GATE_CLOSED);
}

TEST(waiting_messages_keep_their_order_when_more_come_and_some_go)
{
	struct gate gate FREED_BY(gate_free) = {.mode = GATE_CLOSED};
	int in = 0, out = 0;

	for (int round = 0; round < 200; round++) {
		for (int i = 0; i < 1 + round % 7; i++)
			gate_hold(&gate, held(in++));
		for (int i = 0; i < round % 5 && gate_at(&gate, 0); i++)
			assert_int_equal(taken(gate_take_at(&gate, 0)), out++);
	}
	while (gate_at(&gate, 0))
		assert_int_equal(taken(gate_take_at(&gate, 0)), out++);
	assert_int_equal(in, out);
}

TEST(a_message_in_the_middle_can_be_removed)
{
	struct gate gate FREED_BY(gate_free) = {.mode = GATE_CLOSED};

	for (int i = 0; i < 5; i++)
		gate_hold(&gate, held(i));
	assert_int_equal(taken(gate_take_at(&gate, 0)), 0);
	assert_int_equal(taken(gate_take_at(&gate, 2)), 3);
	assert_int_equal(gate_at(&gate, 0)->message.turn, 1);
	assert_int_equal(gate_at(&gate, 1)->message.turn, 2);
	assert_int_equal(gate_at(&gate, 2)->message.turn, 4);
	assert_null(gate_at(&gate, 3));
	assert_null(gate_at(&gate, -1));
}

TEST(a_waiting_message_can_be_replaced_and_delayed)
{
	struct gate gate FREED_BY(gate_free) = {.mode = GATE_CLOSED};
	struct message other = held(7).message, old;

	other.bytes = bytes_text("other");
	gate_hold(&gate, held(0));
	gate_hold(&gate, held(1));
	old = gate_at(&gate, 1)->message;
	gate_replace(&gate, 1, other);
	free(old.bytes);
	assert_int_equal(gate_at(&gate, 0)->message.turn, 0);
	assert_int_equal(gate_at(&gate, 1)->message.turn, 7);
	gate_flag(&gate, 1, MESSAGE_EDITED, true);
	assert_int_equal(gate_at(&gate, 1)->message.flags, MESSAGE_EDITED);
	gate_flag(&gate, 1, MESSAGE_EDITED, false);
	assert_int_equal(gate_at(&gate, 1)->message.flags, 0);
	gate_delay(&gate, 1, 50, 100, false);
	assert_true(countdown_is_set(&gate_at(&gate, 1)->delay));
	assert_false(countdown_is_set(&gate_at(&gate, 0)->delay));
	gate_keep_time(&gate, true, 120);
	gate_keep_time(&gate, false, 200);
	assert_int_equal(countdown_end(&gate_at(&gate, 1)->delay), 230);
	gate_delay(&gate, 1, 0, 200, false);
	assert_false(countdown_is_set(&gate_at(&gate, 1)->delay));
}

TEST(a_stop_marks_a_message_until_it_passes)
{
	struct gate gate FREED_BY(gate_free) = {.mode = GATE_CLOSED};
	struct held passed;

	gate_hold(&gate, held(0));
	gate_hold(&gate, held(1));
	gate_set_seen(&gate, 0, false);
	gate_set_seen(&gate, 1, true);
	assert_true(gate_at(&gate, 0)->seen && gate_at(&gate, 1)->seen);
	assert_int_equal(gate_at(&gate, 0)->message.flags, 0);
	assert_int_equal(gate_at(&gate, 1)->message.flags, MESSAGE_STOPPED);
	passed = gate_take_at(&gate, 1);
	assert_int_equal(passed.message.flags, 0);
	taken(passed);
}

TEST(a_delay_does_not_count_the_time_in_which_the_judge_is_held_up)
{
	struct gate gate FREED_BY(gate_free) = {.mode = GATE_CLOSED};
	gate_hold(&gate, held(0));
	assert_false(gate_hold_up(&gate, 20 * NS_PER_MS, 50 * NS_PER_MS));
	gate_hold(&gate, held(1));
	gate_delay(&gate, 1, 100 * NS_PER_MS, 10 * NS_PER_MS, false);
	assert_true(gate_hold_up(&gate, 20 * NS_PER_MS, 50 * NS_PER_MS));
	assert_int_equal(countdown_end(&gate_at(&gate, 1)->delay), 140 * NS_PER_MS);
}

TEST_MAIN(NULL, NULL)
