/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_checkpoints.c - the state of a game at any turn of a match: correct, close by, and in bounded memory.
 */
#include "../test.h"
#include "../within.h"

#include "ringside/bytes.h"
#include "ringside/checkpoints.h"

/* A state is a sum of its turns in which their order counts. Part of it is in memory of its own.  */
struct sum {
	uint32_t plain;
	uint32_t *owned;
};

static int steps; /* turns that were played */
static int held;  /* states that hold memory */

static bool add(void *state, const struct match *match, int n)
{
	struct sum *sum = state;
	const struct turn *turn = match_turn(match, n);

	if (!turn || strcmp(turn->played, "broken") == 0)
		return false;
	steps++;
	sum->plain = sum->plain * 31 + (uint32_t)atoi(turn->played);
	*sum->owned = sum->plain ^ (uint32_t)n;
	return true;
}

static void copy(void *to, const void *from)
{
	struct sum *sum = to;

	held++;
	sum->owned = bytes_new(sizeof(*sum->owned));
	*sum->owned = *((const struct sum *)from)->owned;
}

static void clear(void *state)
{
	held--;
	free(((struct sum *)state)->owned);
}

static const struct checkpoint_rules rules = {
	.size = sizeof(struct sum),
	.distance = 16,
	.step = add,
	.copy = copy,
	.clear = clear,
};

static struct checkpoints *begin(void)
{
	struct sum *first = bytes_new(sizeof(*first));

	steps = 0;
	held = 1;
	first->owned = bytes_new(sizeof(*first->owned));
	return checkpoints_new(&rules, first);
}

static void end(struct checkpoints **checkpoints)
{
	checkpoints_free(*checkpoints);
	assert_int_equal(held, 0);
}

#define CHECKPOINTS_TEST(name) TEST_GIVEN(name, struct checkpoints *, checkpoints, begin(), end)

static void play(struct match *match, int turns)
{
	while (turns-- > 0)
		match_add(match, (struct turn){.seat = SEAT_1,
					       .played = bytes_text("%d", match->turn_count * 7 % 1000)});
}

static void begin_match(struct match *match, int turns)
{
	struct setup setup FREED_BY(setup_free);

	setup_init(&setup);
	match_init(match, &setup);
	match->keeps_all = true;
	play(match, turns);
}

/* The state after n turns, played from the first one.  */
static void expect_state(const struct checkpoints *checkpoints, const struct match *match, int turns)
{
	const struct sum *sum = checkpoints_state(checkpoints);
	uint32_t owned = 0;
	struct sum expected = {.owned = &owned};
	int before = steps;

	for (int n = 1; n <= turns; n++)
		assert_true(add(&expected, match, n));
	steps = before;
	assert_int_equal(checkpoints_turns(checkpoints), turns);
	assert_int_equal(sum->plain, expected.plain);
	assert_int_equal(*sum->owned, owned);
}

static void seek(struct checkpoints *checkpoints, const struct match *match, int turns)
{
	while (checkpoints_seek(checkpoints, match, turns))
		;
	expect_state(checkpoints, match, turns);
}

CHECKPOINTS_TEST(any_turn_has_the_state_that_its_turns_lead_to)
{
	enum { TURNS = 3000 };
	struct match match FREED_BY(match_free);

	begin_match(&match, TURNS);
	seek(checkpoints, &match, 0);
	for (int i = 0, turns = 1; i < 500; i++, turns = turns * 1103 % (TURNS + 1))
		seek(checkpoints, &match, turns);
	seek(checkpoints, &match, TURNS);
	seek(checkpoints, &match, 0);
}

CHECKPOINTS_TEST(a_jump_back_plays_fewer_turns_than_lie_between_two_checkpoints)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, 500);
	seek(checkpoints, &match, 500);
	assert_int_equal(steps, 500);
	for (int turns = 499; turns >= 0; turns--) {
		steps = 0;
		seek(checkpoints, &match, turns);
		assert_within(steps, 0, rules.distance - 1);
	}
}

CHECKPOINTS_TEST(each_turn_of_a_running_match_is_played_once)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, 0);
	for (int turns = 1; turns <= 2000; turns++) {
		play(&match, 1);
		seek(checkpoints, &match, turns);
	}
	assert_int_equal(steps, 2000);
}

CHECKPOINTS_TEST(a_long_match_takes_no_more_memory_than_a_short_one)
{
	enum { TURNS = 20000, MOST = 32 + 1 };
	struct match match FREED_BY(match_free);

	begin_match(&match, TURNS);
	for (int turns = 0; turns < TURNS; turns += 97) {
		while (checkpoints_seek(checkpoints, &match, turns))
			;
		assert_within(held, 1, MOST);
	}
	for (int turns = TURNS; turns > 0;
	     turns -= 1999) { /* 32 of them lie less than 2 * TURNS / 32 apart */
		steps = 0;
		seek(checkpoints, &match, turns);
		assert_true(turns == TURNS || steps < 2 * TURNS / 32);
	}
}

CHECKPOINTS_TEST(one_call_does_not_play_a_long_match_to_its_end)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, 2 * CHECKPOINTS_STEPS + 100);
	assert_true(checkpoints_seek(checkpoints, &match, 2 * CHECKPOINTS_STEPS + 100));
	assert_int_equal(steps, CHECKPOINTS_STEPS / CHECKPOINTS_FIRST);
	assert_true(checkpoints_seek(checkpoints, &match, 2 * CHECKPOINTS_STEPS + 100));
	assert_int_equal(steps, CHECKPOINTS_STEPS / CHECKPOINTS_FIRST + CHECKPOINTS_STEPS);
	assert_false(checkpoints_seek(checkpoints, &match, 2 * CHECKPOINTS_STEPS + 100));
	expect_state(checkpoints, &match, 2 * CHECKPOINTS_STEPS + 100);
}

CHECKPOINTS_TEST(the_turns_of_another_branch_are_forgotten)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, 300);
	seek(checkpoints, &match, 300);
	match_cut(&match, 100);
	match.branch = 1;
	play(&match, 250); /* the number of turns alone is not enough to notice it */
	match_add(&match, (struct turn){.seat = SEAT_1, .played = bytes_text("999")});
	strcpy(match.turns[120].played, "5");
	seek(checkpoints, &match, 300);
	seek(checkpoints, &match, 64);
	seek(checkpoints, &match, 200);
}

CHECKPOINTS_TEST(turns_that_were_taken_back_are_forgotten)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, 300);
	seek(checkpoints, &match, 300);
	match_cut(&match, 100); /* and others were played before the next look */
	match_add(&match, (struct turn){.seat = SEAT_1, .played = bytes_text("999")});
	play(&match, 199);
	seek(checkpoints, &match, 300);
	seek(checkpoints, &match, 130);
}

CHECKPOINTS_TEST(another_match_has_turns_of_its_own)
{
	struct match one FREED_BY(match_free), other FREED_BY(match_free);

	begin_match(&one, 100);
	begin_match(&other, 0);
	match_add(&other, (struct turn){.seat = SEAT_1, .played = bytes_text("77")});
	play(&other, 99);
	seek(checkpoints, &one, 90);
	seek(checkpoints, &other, 90);
	seek(checkpoints, &one, 70);
}

CHECKPOINTS_TEST(the_state_stops_before_a_turn_that_cannot_be_played)
{
	struct match match FREED_BY(match_free);

	begin_match(&match, 40);
	match_add(&match, (struct turn){.seat = SEAT_1, .played = bytes_text("broken")});
	play(&match, 40);
	assert_false(checkpoints_seek(checkpoints, &match, 60));
	expect_state(checkpoints, &match, 40);
	seek(checkpoints, &match, 20);
	assert_false(checkpoints_seek(checkpoints, &match, 81));
	expect_state(checkpoints, &match, 40);
}

/* Boards keep a pointer to the state.  */
CHECKPOINTS_TEST(the_state_keeps_its_address)
{
	const void *first = checkpoints_state(checkpoints);
	struct match match FREED_BY(match_free);

	begin_match(&match, 1000);
	for (int turns = 1000; turns >= 0; turns -= 50) {
		seek(checkpoints, &match, turns);
		assert_ptr_equal(checkpoints_state(checkpoints), first);
	}
}

TEST_MAIN(NULL, NULL)
