/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess_people.c - people in matches of qchess: they play, override, and start a match in the middle of
 * another one (qchess, Board view; Log file: resuming).  */
#include "qchess_match_fixture.h"
#include "ringside/protocol.h"

/* ---- overrides ---- */

TEST(an_override_may_choose_the_state)
{
	for (uint64_t seed = 0; seed < 8; seed++)
		for (int index = 0; index < 2; index++) {
			FREED char *move = bytes_text("4 6 %d", index), *words = bytes_text("4 6 %d ", index);
			struct dialogue d;

			dialogue_init_qchess(&d);
			d.setup.seed = seed;
			begun(&d);
			dialogue_request(&d, plays(REQUEST_OVERRIDE, move));
			assert_memory_equal(turn_of(&d, 1)->played, words, strlen(words));
			assert_null(turn_of(&d, 1)->answered);
			assert_int_equal(dialogue_count(&d, SEAT_1, words), 1);
			assert_int_equal(dialogue_count(&d, SEAT_2, words), 1);
			finish(&d);
		}
}

/* ---- a match that starts in the middle ---- */

/* The setup of a match that continues after n turns of this one; or the problem, which is then not NULL.  */
static char *resumed(const struct dialogue *from, int turns, struct dialogue *d)
{
	dialogue_init_qchess(d);
	return protocol_named("qchess")->openings->resume(judge_match(from->judge), turns, &d->setup);
}

static void resume_at(const struct dialogue *from, int turns, struct dialogue *d)
{
	char *problem = resumed(from, turns, d);

	if (problem)
		fail_msg("%s", problem);
}

/* Four turns: white's rook, black's king.  */
static void play_a_little(struct dialogue *d)
{
	begin(d, KINGS ROOKS);
	talk(d, SEAT_1, "< 0 7\n< 0 4\n");
	talk(d, SEAT_2, "< 3 0\n< 3 1\n");
}

TEST(agents_are_told_the_earlier_moves)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(finish);

	play_a_little(&from);
	resume_at(&from, 4, &d);
	dialogue_begin(&d);
	expect_dialogue(&d, 1u << SEAT_2,
			"> black\n> 0 7 0 rook\n> 0 7 -> 0 4\n> 3 0 0 king\n> 3 0 -> 3 1\n");
	talk(&d, SEAT_1, "> white\n> 0 7 0 rook\n> 0 7 -> 0 4\n> 3 0 0 king\n> 3 0 -> 3 1\n> SELECTION?\n");
	talk(&d, SEAT_1, "< 0 4\n> 0 4 0 rook\n> MOVE?\n< 0 0\n");
	dialogue_moves(&d, "0 4 0 rook 0 4 -> 0 0");
}

TEST(black_begins_if_it_was_its_turn)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(finish);

	play_a_little(&from);
	resume_at(&from, 2, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_1, "> white\n> 0 7 0 rook\n> 0 7 -> 0 4\n");
	talk(&d, SEAT_2, "> black\n> 0 7 0 rook\n> 0 7 -> 0 4\n> SELECTION?\n< 0 0\n> 0 0 0 rook\n");
}

TEST(a_match_can_be_continued_twice)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(finish), again FREED_BY(finish);

	play_a_little(&from);
	resume_at(&from, 2, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< 3 0\n< 4 0\n");
	resume_at(&d, 2, &again);
	dialogue_begin(&again);
	talk(&again, SEAT_1,
	     "> white\n> 0 7 0 rook\n> 0 7 -> 0 4\n> 3 0 0 king\n> 3 0 -> 4 0\n> SELECTION?\n< 0 4\n");
	dialogue_moves(&again, "0 4 0 rook");
}

TEST(agents_may_be_told_the_board_instead)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(finish);
	char *text;

	begin(&from, KINGS BLOCKED);
	talk(&from, SEAT_1, "< 3 7\n< 3 6\n");
	resume_at(&from, 2, &d);
	setup_set(&d.setup, "send-board", "");
	dialogue_begin(&d);
	text = dialogue_text(&d, 1u << SEAT_2);
	/* x outer, y inner (qchess, Log file).  */
	assert_text(text, "> black\n"
			  "> BOARD\n"
			  "> black king ['king', 'king']at 3,0\n"
			  "> white king ['king', 'king']at 3,6\n"
			  "> black pawn ['pawn', 'pawn']at 6,3\n"
			  "> white pawn ['pawn', 'pawn']at 6,4\n"
			  "> \n"
			  "> END BOARD\n"
			  "> SELECTION?\n");
}

TEST(no_match_starts_between_a_selection_and_its_move)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(dialogue_free);
	FREED char *problem;

	play_a_little(&from);
	problem = resumed(&from, 3, &d);
	assert_string_equal(
		problem,
		"turn 3 is a selection, and its move follows: choose the position after turn 2 or 4");
}

TEST(a_match_may_start_after_a_selection_that_could_not_move)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(finish);

	begin(&from, KINGS BLOCKED);
	talk(&from, SEAT_1, "< 6 4\n");
	resume_at(&from, 1, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "> black\n> 6 4 0 pawn\n> SELECTION?\n");
}

TEST(no_match_starts_after_the_end)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(dialogue_free);

	begin(&from, KINGS "white rook ['rook', 'rook'] at 3,4\n");
	talk(&from, SEAT_1, "< 3 4\n< 3 0\n");
	assert_text(resumed(&from, 2, &d), "the game is over there: choose an earlier turn");
}

TEST(white_stays_white_and_the_rules_stay)
{
	struct dialogue from FREED_BY(finish), d FREED_BY(finish);

	set_up(&from, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	setup_set(&from.setup, "promote-on-touch", "");
	from.setup.first = SEAT_2;
	dialogue_begin(&from);
	talk(&from, SEAT_2, "< 3 7\n< 3 6\n");
	talk(&from, SEAT_1, "< 3 0\n< 3 1\n");
	resume_at(&from, 4, &d);
	dialogue_begin(&d);
	talk(&d, SEAT_2, "< 7 0\n");
	assert_int_equal(turn_of(&d, 1)->seat, SEAT_2);
	assert_non_null(strstr(turn_of(&d, 1)->played, " queen"));
}

TEST_MAIN(NULL, NULL)
