/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_quantum_chess_words.c - turns and boards of quantum chess as text: written, read, and refused.  */
#include "qchess_fixture.h"
#include "ringside/mistake.h"
#include "setup_fixture.h"

/* ---- words ---- */

static void expect_wrong(struct quantum_chess *game, const char *words, const char *expected)
{
	struct quantum_chess before = *game;
	FREED char *problem = quantum_chess_play_words(game, words);

	assert_non_null(problem);
	assert_string_equal(problem, expected);
	assert_true(same_game(&before, game));
}

TEST(turns_have_the_words_of_the_original)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['pawn', '?knight'] at 0,6\n");
	char words[16];

	play_words(&game, " 0\t6  1 knight\r\n");
	quantum_chess_selection_words(&game, words);
	assert_string_equal(words, "0 6 1 knight");
	play_words(&game, "0 6 -> 2 5");
	quantum_chess_move_words(&game, words);
	assert_string_equal(words, "0 6 -> 2 5");
	/* The next selection does not change the last move.  */
	play_words(&game, "3 0 0 king");
	quantum_chess_move_words(&game, words);
	assert_string_equal(words, "0 6 -> 2 5");
}

TEST(an_unplayable_turn_says_why_and_changes_nothing)
{
	static const char expected[] =
		"\": expected a selection such as \"4 6 1 pawn\" or a move such as \"4 6 -> 4 4\"";
	static const char *const wrong[] = {"",           "4",           "4 6 1",      "4 6 1 prawn",
					    "4 6 2 pawn", "4 6 -> 4",    "4 6 >> 4 4", "4 6 -> 4 4 4",
					    "x 6 1 pawn", "4 6 1 pawn 0"};
	struct quantum_chess game = on_board(KINGS "white unknown ['pawn', '?knight'] at 0,6\n"
						   "white knight ['pawn', 'knight'] at 1,5\n");

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char words[120] = "\"";

		expect_wrong(&game, wrong[i], strcat(strcat(words, wrong[i]), expected));
	}
	expect_wrong(&game, "8 6 1 pawn", "BOUNDS: 8 6 is off the board: expected numbers from 0 to 7");
	expect_wrong(&game, "99999999999999999999 6 1 pawn",
		     "BOUNDS: 9999 6 is off the board: expected numbers from 0 to 7");
	expect_wrong(&game, "4 6 1 pawn", "EMPTY: no piece stands on 4 6");
	expect_wrong(&game, "3 0 0 king", "COLOUR: the piece on 3 0 is not white's, who has to move");
	expect_wrong(&game, "0 6 1 pawn", "the piece on 0 6 is a knight in state 1, not a pawn");
	expect_wrong(&game, "1 5 0 pawn", "the piece on 1 5 is in state 1, not in 0");
	expect_wrong(&game, "0 6 -1 pawn", "the piece on 0 6 has two states: expected 0 or 1, not -1");
	expect_wrong(&game, "0 6 -> 0 5", "no piece is selected: expected a selection before a move");
	play_words(&game, "0 6 0 pawn");
	expect_wrong(&game, "0 6 0 pawn", "the piece on 0 6 is selected: expected its move");
	expect_wrong(&game, "1 5 -> 0 3", "the piece on 0 6 is selected, not that on 1 5");
	expect_wrong(&game, "0 6 -> 0 3", "ILLEGAL: the piece on 0 6 does not reach 0 3");
	expect_wrong(&game, "0 6 -> 0 -1", "BOUNDS: 0 -1 is off the board: expected numbers from 0 to 7");
	game.end = QCHESS_QUIET;
	expect_wrong(&game, "0 6 -> 0 5", "the game is over (quiet-moves): nothing may follow");
}

TEST(a_type_that_another_judge_has_dealt_is_what_it_tells)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['pawn', 'unknown'] at 0,6\n"
						   "white pawn ['pawn', '?unknown'] at 1,6\n");
	FREED char *board = quantum_chess_write_board(&game);

	assert_non_null(strstr(board, "white unknown ['pawn', '?unknown'] at 0,6"));
	expect_wrong(&game, "0 6 1 king", "the piece on 0 6 is a unknown in state 1, not a king");
	expect_wrong(&game, "1 6 1 rook", "the piece on 1 6 is in state 0, not in 1");
	play_words(&game, "0 6 1 knight");
	play_words(&game, "0 6 -> 2 5");
	play_words(&game, "3 0 0 king");
	play_words(&game, "3 0 -> 3 1");
	expect_wrong(&game, "2 5 1 rook", "the piece on 2 5 is a knight in state 1, not a rook");
	assert_int_equal(quantum_chess_reach(&game, (struct qchess_square){1, 6}, 1), 0);
}

TEST(a_game_that_goes_on_deals_what_another_judge_has_hidden)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['unknown', 'unknown'] at 0,6\n");
	int now = quantum_chess_select(&game, (struct qchess_square){0, 6}, QCHESS_BOTH);
	const struct qchess_piece *piece = piece_at(&game, 0, 6);

	assert_in_range(now, 0, 1);
	assert_true(piece->known[now]);
	assert_in_range(piece->type[now], QCHESS_PAWN, QCHESS_QUEEN);
	assert_int_equal(piece->type[!now], QCHESS_HIDDEN);
}

TEST(a_king_may_have_either_index_as_in_the_original)
{
	static const char *const words[] = {"3 7 1 king", "3 7 0 king", "3 7 -1 king"};

	for (int i = 0; i < 3; i++) {
		struct quantum_chess game = on_board(KINGS ROOKS);

		play_words(&game, words[i]);
		assert_int_equal(piece_at(&game, 3, 7)->state, i == 0);
		play_words(&game, "3 7 -> 3 6");
		assert_int_equal(piece_at(&game, 3, 6)->state, 0); /* black */
	}
}

static void add_turn(struct match *match, const char *words)
{
	match_add(match, (struct turn){.seat = SEAT_1, .played = strdup(words)});
}

TEST(a_position_of_a_match_equals_the_live_game_and_continues_with_the_same_chance)
{
	struct quantum_chess live, replayed;
	struct setup setup FREED_BY(setup_free);
	struct match match FREED_BY(match_free);
	char words[16];

	plan_setup(&setup, (struct plan){.seed = 11});
	match_init(&match, &setup);
	assert_null(quantum_chess_init(&live, &setup));
	for (int i = 0; i < 60 && live.end == QCHESS_GOES_ON; i++) {
		int n = 0;

		if (live.selected) {
			while (quantum_chess_may_move(&live, square(n % 8, n / 8)))
				n++;
			quantum_chess_move(&live, square(n % 8, n / 8));
			quantum_chess_move_words(&live, words);
		} else {
			for (n = i * 7; quantum_chess_may_select(&live, square(n % 8, n / 8 % 8));)
				n++;
			quantum_chess_select(&live, square(n % 8, n / 8 % 8), -1);
			quantum_chess_selection_words(&live, words);
		}
		add_turn(&match, words);
		assert_true(quantum_chess_goto(&replayed, &setup, &match, i + 1));
		assert_true(same_game(&live, &replayed));
	}
	add_turn(&match, "0 0 -> 0 0");
	assert_false(quantum_chess_goto(&replayed, &setup, &match, match.turn_count));
	assert_true(same_game(&live, &replayed)); /* as it was before that turn */
	assert_false(quantum_chess_goto(&replayed, &setup, &match, match.turn_count + 1));
	setup_set(&setup, "board", "nothing");
	assert_false(quantum_chess_goto(&replayed, &setup, &match, 0));
}

/* ---- boards ---- */

TEST(a_board_is_written_as_in_logs_and_read_back)
{
	static const char board[] = "black rook ['rook', '?queen'] at 0,0\n"
				    "black unknown ['pawn', 'pawn'] at 1,0\n"
				    "white knight ['pawn', 'knight'] at 1,7\n"
				    "black king ['king', 'king'] at 3,0\n"
				    "white king ['king', 'king'] at 3,7\n"
				    "white unknown ['pawn', '?knight'] at 7,6\n";
	struct quantum_chess game = on_board(board), again;
	FREED char *text = quantum_chess_write_board(&game);

	/* Two equal known states are no superposition.  */
	assert_int_equal(piece_at(&game, 1, 0)->state, 0);
	assert_int_equal(piece_at(&game, 0, 0)->state, 0);
	assert_int_equal(piece_at(&game, 1, 7)->state, 1);
	assert_int_equal(piece_at(&game, 7, 6)->state, QCHESS_BOTH);
	assert_false(piece_at(&game, 0, 0)->known[1]);
	again = on_board(text);
	assert_true(same_board(&again, &game));
	*strstr(text, "pawn ['pawn', 'pawn']") = 'P';
	assert_non_null(strstr(text, "\nblack Pawn ['pawn', 'pawn'] at 1,0\n"));
}

TEST(a_board_is_read_with_empty_lines_comments_and_without_blanks)
{
	struct quantum_chess game = on_board("# a comment\n\n  white king ['king','king']at 3,7\r\n"
					     "black king [\"king\", \"king\"] at 3, 0\n\n"
					     "white unknown ['rook', '?pawn']at 2,2");

	assert_int_equal(piece_at(&game, 2, 2)->type[0], QCHESS_ROOK);
	assert_false(piece_at(&game, 2, 2)->known[1]);
	assert_true(piece_at(&game, 3, 0)->there);
}

static void expect_bad_board(const char *board, const char *expected)
{
	struct quantum_chess game = made((struct plan){0}), before = game;
	const char *wrong;
	FREED char *problem = quantum_chess_read_board(&game, board, strlen(board), &wrong);

	assert_non_null(problem);
	if (wrong)
		problem = location_problem("file", location_of(board, wrong), problem);
	assert_string_equal(problem, expected);
	assert_true(same_game(&before, &game));
}

TEST(a_board_with_only_one_king_is_a_finished_game)
{
	static const char *const boards[] = {"white king ['king', 'king'] at 3,7\n",
					     "white rook ['rook', 'rook'] at 0,0\n"
					     "black king ['king', 'king'] at 3,0\n"};

	for (int i = 0; i < 2; i++) {
		struct quantum_chess game;
		struct setup setup FREED_BY(setup_free) = setup_of("qchess");

		setup_set(&setup, "board", boards[i]);
		assert_null(quantum_chess_init(&game, &setup));
		assert_int_equal(game.end, QCHESS_KING_TAKEN);
		assert_int_equal(game.winner, i ? QCHESS_BLACK : QCHESS_WHITE);
	}
}

TEST(an_impossible_board_is_reported_with_its_line)
{
	expect_bad_board("", "white has 0 kings: expected one");
	expect_bad_board(KINGS "white king ['king', 'king'] at 0,7\n", "white has 2 kings: expected one");
	expect_bad_board(KINGS "white rook ['rook', 'pawn'] at 3,7\n", "file:3:32: a second piece at 3,7");
	expect_bad_board(KINGS "\nwhite rook ['rook', 'pawn'] at 8,0\n",
			 "file:4:32: a square off the board: expected x,y from 0,0 to 7,7");
	expect_bad_board(
		KINGS "white rook ['rook', 'prawn'] at 3,3\n",
		"file:3:22: \"prawn\" is no type: expected pawn, rook, knight, bishop, queen or king");
	expect_bad_board(KINGS "white rook ['rook', 'king'] at 3,3\n",
			 "file:3:22: a king is a king in both states");
	expect_bad_board(KINGS "white queen ['rook', '?pawn'] at 3,3\n",
			 "file:3:7: a piece cannot be \"queen\" now: expected unknown, rook or pawn");
	expect_bad_board(KINGS "red rook ['rook', 'pawn'] at 3,3\n",
			 "file:3:1: \"red rook ['rook', 'pawn'] at 3,3\": expected a piece such as "
			 "\"black unknown ['rook', '?queen'] at 0,0\"");
}

TEST_MAIN(NULL, NULL)
