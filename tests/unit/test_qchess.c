/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qchess.c - the system qchess: its lines in the order of the document, and how matches end (qchess,
 * Wire; Rules).  */
#include "qchess_match_fixture.h"

/* ---- the wire ---- */

TEST(a_new_game_begins_with_all_pieces_and_a_collapse)
{
	int first = 0;

	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct dialogue d FREED_BY(finish);

		dialogue_init_qchess(&d);
		d.setup.seed = seed;
		begun(&d);
		talk(&d, SEAT_1, "< 1 7\n");
		first += dialogue_count(&d, SEAT_2, "1 7 0 knight\n");
		assert_int_equal(dialogue_count(&d, SEAT_2, "1 7 0 knight\n") +
					 dialogue_count(&d, SEAT_2, "1 7 1 "),
				 1);
	}
	assert_true(first >= 1 && first <= 19);
}

TEST(each_line_is_on_its_channel)
{
	static const struct {
		const char *begin;
		enum channel channel;
	} rows[] = {{"white", CHANNEL_COMMAND},  {"SELECTION?", CHANNEL_COMMAND}, {"MOVE?", CHANNEL_COMMAND},
		    {" 0 7", CHANNEL_MOVE},      {"0 7 0", CHANNEL_INPUT},        {"0 7 ->", CHANNEL_INPUT},
		    {"rubbish", CHANNEL_UNKNOWN}};
	struct dialogue d FREED_BY(finish);

	begin(&d, KINGS ROOKS);
	talk(&d, SEAT_1, "<  0 7\n< 0 4\n< rubbish\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(dialogue_find(&d, SEAT_1, rows[i].begin)->channel, rows[i].channel);
}

TEST(a_turn_keeps_both_the_answer_and_what_was_played)
{
	struct dialogue d FREED_BY(finish);

	begin(&d, KINGS ROOKS);
	d.now += 30 * MS;
	talk(&d, SEAT_1, "<  0   7 \n");
	d.now += 20 * MS;
	talk(&d, SEAT_1, "< 0 4\n");
	assert_string_equal(turn_of(&d, 1)->played, "0 7 0 rook");
	assert_string_equal(turn_of(&d, 1)->answered, " 0   7 ");
	assert_int_equal(turn_of(&d, 1)->think_ns, 30 * MS);
	assert_int_equal(turn_of(&d, 2)->think_ns, 20 * MS);
	assert_int_equal(turn_of(&d, 1)->flags, 0);
	assert_int_equal(turn_of(&d, 2)->flags, 0);
}

/* ---- selections that cannot move, promotion ---- */

TEST(a_pawn_on_the_far_row_becomes_a_queen_for_good)
{
	struct dialogue d FREED_BY(finish);

	begin(&d, KINGS "white pawn ['pawn', 'pawn'] at 5,1\n");
	talk(&d, SEAT_1, "< 5 1\n> 5 1 0 pawn\n> MOVE?\n< 5 0\n> 5 1 -> 5 0\n");
	talk(&d, SEAT_2, "> 5 1 0 pawn\n> 5 1 -> 5 0\n> SELECTION?\n< 3 0\n< 3 1\n");
	talk(&d, SEAT_1, "> 3 0 0 king\n> 3 0 -> 3 1\n> SELECTION?\n< 5 0\n");
	/* It is on black: chance decides whether it is the queen now, or the pawn that it was.  */
	if (dialogue_count(&d, SEAT_1, "5 0 0 queen\n")) {
		talk(&d, SEAT_1, "> 5 0 0 queen\n> MOVE?\n< 5 6\n> 5 0 -> 5 6\n");
	} else {
		talk(&d, SEAT_1, "> 5 0 1 pawn\n");
		dialogue_silent(&d, SEAT_1);
	}
	assert_false(is_over(&d));
}

/* It is on black and both its states are pawns: chance decides only which of them.  */
TEST(a_piece_that_collapses_to_a_pawn_on_the_far_row_cannot_move)
{
	struct dialogue d FREED_BY(finish);

	begin(&d, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	talk(&d, SEAT_1, "< 7 0\n");
	assert_int_equal(
		dialogue_count(&d, SEAT_1, "7 0 0 pawn\n") + dialogue_count(&d, SEAT_1, "7 0 1 pawn\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "MOVE?"), 0);
	assert_int_equal(dialogue_count(&d, SEAT_2, "SELECTION?"), 1);
}

TEST(with_an_option_that_pawn_is_a_queen_at_once)
{
	struct dialogue d FREED_BY(finish);

	set_up(&d, KINGS "white unknown ['pawn', '?pawn'] at 7,0\n");
	setup_set(&d.setup, "promote-on-touch", "");
	begun(&d);
	talk(&d, SEAT_1, "< 7 0\n");
	assert_int_equal(
		dialogue_count(&d, SEAT_1, "7 0 0 queen\n") + dialogue_count(&d, SEAT_1, "7 0 1 queen\n"), 1);
	assert_int_equal(dialogue_count(&d, SEAT_1, "MOVE?"), 1);
}

/* ---- options ---- */

TEST(a_mistake_in_an_option_is_reported)
{
	static const char *const rows[][3] = {
		{"line-delay", "-1", "--line-delay -1: expected a number of ms from 0 to 60000"},
		{"line-delay", "60001", "--line-delay 60001: expected"},
		{"line-delay", "fast", "--line-delay fast: expected"},
		{"line-delay", "", "--line-delay : expected"},
		{"line-delay", "5ms", "--line-delay 5ms: expected"},
		{"line-delay", "99999999999999999999", "--line-delay 99999999999999999999: expected"},
		{"max-moves", "0", "--max-moves 0: expected"},
		{"shuffle", "cards", "--shuffle cards: expected uniform or original"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dialogue d;
		char *problem;

		dialogue_init_qchess(&d);
		problem = setup_set(&d.setup, rows[i][0], rows[i][1]);
		assert_non_null(problem);
		if (!strstr(problem, rows[i][2]))
			fail_msg("\"%s\" does not say \"%s\"", problem, rows[i][2]);
		free(problem);
		setup_free(&d.setup);
	}
}

TEST_MAIN(NULL, NULL)
