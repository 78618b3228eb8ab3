/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_swap2.c - swap2 by SWAP2BOARD, and openings, as scripted dialogues (gomocup, Rules).  */
#include "../test.h"
#include "dialogue.h"
#include "systems/gomocup/rules.h"

#define MS DIALOGUE_MS

static void begin(struct dialogue *d, const char *option, const char *value)
{
	dialogue_init(d, "15");
	d->setup.turn_limit = NS_PER_S;
	if (option)
		setup_set(&d->setup, option, value);
	dialogue_ready(d);
}

static void begin_swap2(struct dialogue *d)
{
	begin(d, "swap2", "yes");
}

#define SWAP2_TEST(name) TEST_WITH(name, struct dialogue, d, begin_swap2, dialogue_free)

static int black(const struct dialogue *d)
{
	const struct match *match = judge_match(d->judge);

	return gomoku_black(match, match->turn_count);
}

SWAP2_TEST(a_brain_that_swaps_has_black)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< SWAP\n");
	assert_int_equal(black(d), SEAT_2);
	talk(d, SEAT_1, "> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< 6,6\n");
	talk(d, SEAT_2, "> BOARD\n> 7,7,1\n> 8,7,2\n> 9,9,1\n> 6,6,2\n> DONE\n< 5,5\n");
	talk(d, SEAT_1, "> TURN 5,5\n");
	dialogue_moves(d, "7,7 8,7 9,9 swap 6,6 5,5");
}

SWAP2_TEST(a_brain_that_stays_plays_whites_stone)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< 8,8\n");
	assert_int_equal(black(d), SEAT_1);
	talk(d, SEAT_1, "> BOARD\n> 7,7,1\n> 8,7,2\n> 9,9,1\n> 8,8,2\n> DONE\n");
	dialogue_silent(d, SEAT_2);
}

/* The examples of SWAP2BOARD, case 3.  */
SWAP2_TEST(two_more_stones_leave_the_choice_to_the_first_player)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< 8,8 8,6\n");
	talk(d, SEAT_1, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> 8,8\n> 8,6\n> DONE\n< 6,8\n");
	assert_int_equal(black(d), SEAT_2);
	talk(d, SEAT_2, "> BOARD\n> 7,7,1\n> 8,7,2\n> 9,9,1\n> 8,8,2\n> 8,6,1\n> 6,8,2\n> DONE\n");
	dialogue_silent(d, SEAT_1);
}

SWAP2_TEST(the_first_player_may_swap_last)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< 8,8 8,6\n");
	talk(d, SEAT_1, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> 8,8\n> 8,6\n> DONE\n< swap\n");
	assert_int_equal(black(d), SEAT_1);
	talk(d, SEAT_2, "> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> 8,8,1\n> 8,6,2\n> DONE\n");
}

SWAP2_TEST(a_second_brain_without_swap2_is_asked_by_board)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< UNKNOWN command\n");
	dialogue_silent(d, SEAT_2);
	dialogue_at(d, d->now + 100 * MS);
	talk(d, SEAT_2, "> RESTART\n< OK\n> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< 3,3\n");
	assert_int_equal(black(d), SEAT_1);
	talk(d, SEAT_1, "> BOARD\n");
}

/* The answer of `why` contains all of these, ended by NULL.  */
static void expect_why(const struct dialogue *d, const char *const *words)
{
	FREED char *told = dialogue_why(d, WHY_VERDICT, 0);

	for (; *words; words++)
		if (!strstr(told, *words))
			fail_msg("\"%s\" is not in: %s", *words, told);
}

#define EXPECT_WHY(d, ...) expect_why(d, (const char *const[]){__VA_ARGS__, NULL})

/* Some brains do not answer an unknown command at all.  */
SWAP2_TEST(a_silent_brain_counts_as_one_without_swap2)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n");
	dialogue_at(d, d->now + NS_PER_S);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	EXPECT_WHY(d,
		   "did not answer SWAP2BOARD within the limit of 1.000 s for a turn: it probably does not "
		   "know that "
		   "command",
		   "A brain that does not know it says UNKNOWN");
	dialogue_free(d);
	begin(d, "swap2", "yes");
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< SWAP\n");
	talk(d, SEAT_1, "> BOARD\n");
	dialogue_at(d, d->now + NS_PER_S);
	dialogue_verdict(d, SEAT_2, REASON_TIMEOUT, SEAT_1);
	EXPECT_WHY(d, "made no move within", "counted from the first byte of the turn's commands");
}

TEST(an_illegal_answer_to_swap2_is_explained_by_its_own_rule)
{
	static const struct {
		const char *answer, *detail;
	} rows[] = {
		{"< 7,7 8,8\n", "answered SWAP2BOARD with 7,7 8,8, not three squares: black, white, black"},
		{"< 7,7 8,7 7,7\n", "answered SWAP2BOARD with 7,7 8,7 7,7, two stones on one square (h8)"},
	};
	struct dialogue d FREED_BY(dialogue_free);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin(&d, "swap2", "yes");
		talk(&d, SEAT_1, rows[i].answer);
		dialogue_verdict(&d, SEAT_2, REASON_ILLEGAL, SEAT_1);
		EXPECT_WHY(&d, rows[i].detail, "three squares on the empty board");
		dialogue_free(&d);
	}
	begin(&d, "swap2", "yes");
	talk(&d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(&d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< UNKNOWN\n");
	dialogue_at(&d, d.now + 150 * MS);
	talk(&d, SEAT_2, "> RESTART\n< OK\n> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< 9,9\n");
	dialogue_verdict(&d, SEAT_1, REASON_ILLEGAL, SEAT_2);
	EXPECT_WHY(&d, "played j10 (9,9), already taken", "A move is x,y, counted from 0");
}

SWAP2_TEST(a_choice_can_be_taken_back)
{
	talk(d, SEAT_1, "> SWAP2BOARD\n> DONE\n< 7,7 8,7 9,9\n");
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< SWAP\n");
	talk(d, SEAT_1, "> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n");
	dialogue_request(d, (struct request){.kind = REQUEST_TAKEBACK, .count = 1});
	assert_int_equal(black(d), SEAT_1);
	talk(d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< 8,8\n");
	talk(d, SEAT_1, "> RESTART\n< OK\n> BOARD\n");
	dialogue_moves(d, "7,7 8,7 9,9 8,8");
}

TEST(a_person_places_swap2s_stones)
{
	struct dialogue d FREED_BY(dialogue_free);

	dialogue_init(&d, "15");
	setup_set(&d.setup, "swap2", "yes");
	d.setup.seat[SEAT_1].kind = SEAT_HUMAN;
	dialogue_ready(&d);
	dialogue_refused(&d, (struct request){.kind = REQUEST_PLAY, .text = "h8"});
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "h8 i8 j10"});
	talk(&d, SEAT_2, "> SWAP2BOARD\n> 7,7\n> 8,7\n> 9,9\n> DONE\n< 8,8 8,6\n");
	dialogue_request(&d, (struct request){.kind = REQUEST_PLAY, .text = "swap"});
	talk(&d, SEAT_2, "> BOARD\n");
	assert_int_equal(black(&d), SEAT_1);
}

TEST(an_opening_is_on_the_board_before_the_first_turn)
{
	struct dialogue d FREED_BY(dialogue_free);

	begin(&d, "opening", "h8i9 7,5");
	dialogue_silent(&d, SEAT_1);
	talk(&d, SEAT_2, "> BOARD\n> 7,7,2\n> 8,8,1\n> 7,5,2\n> DONE\n< 0,0\n");
	talk(&d, SEAT_1, "> BOARD\n> 7,7,1\n> 8,8,2\n> 7,5,1\n> 0,0,2\n> DONE\n< 1,0\n");
	talk(&d, SEAT_2, "> TURN 1,0\n");
	assert_int_equal(black(&d), SEAT_1);
}

TEST(impossible_options_are_refused_with_a_reason)
{
	static const char *const wrong[][3] = {
		{"opening", "h8h8", "two stones on h8"}, {"opening", "h8 p16", "outside the board"},
		{"opening", "h8 x", "is not a square"},  {"draw-at", "few", "--draw-at few"},
		{"draw-at", "226", "from 1 to 225"},     {"rule", "chess", "--rule chess"},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *problem = NULL;
		struct dialogue d;

		dialogue_init(&d, "15");
		problem = setup_set(&d.setup, wrong[i][0], wrong[i][1]);
		if (!problem)
			assert_null(judge_new(&d.setup, &problem));
		assert_non_null(strstr(problem, wrong[i][2]));
		free(problem);
		setup_free(&d.setup);
	}
}

TEST_MAIN(NULL, NULL)
