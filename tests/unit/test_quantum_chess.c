/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_quantum_chess.c - quantum chess in play: each sentence of its rules (qchess, Rules).  */
#include "qchess_fixture.h"

/* ---- selections ---- */

TEST(the_state_that_a_piece_collapsed_to_stays_known)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['pawn', '?knight'] at 0,6\n");

	assert_false(piece_at(&game, 0, 6)->known[1]);
	play(&game, 0, 6, 1, 2, 5);
	assert_int_equal(piece_at(&game, 2, 5)->state, QCHESS_BOTH);
	assert_true(piece_at(&game, 2, 5)->known[1]);
	play(&game, 3, 0, 0, 3, 1);
	play(&game, 2, 5, 0, 2, 4);
	assert_true(piece_at(&game, 2, 4)->known[0] && piece_at(&game, 2, 4)->known[1]);
}

TEST(a_classical_piece_keeps_its_state)
{
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct quantum_chess game = made((struct plan){
			.seed = seed,
			.options = {"board", KINGS "white knight ['pawn', 'knight'] at 1,5\n"}});

		assert_int_equal(quantum_chess_select(&game, square(1, 5), -1), 1);
	}
}

TEST(the_king_is_a_king_in_state_0)
{
	char words[16];

	for (uint64_t seed = 0; seed < 50; seed++) {
		struct quantum_chess game = made((struct plan){.seed = seed, .options = {"board", KINGS}});

		assert_int_equal(quantum_chess_select(&game, square(3, 7), -1), 0);
		quantum_chess_selection_words(&game, words);
		assert_string_equal(words, "3 7 0 king");
	}
}

/* A blocked pawn cannot move.  */
#define BLOCKED(x, y, piece)                                                                                 \
	KINGS "white " piece " at " #x "," #y "\nblack unknown ['rook', '?pawn'] at 1,4\n"                   \
	      "black unknown ['rook', '?pawn'] at 2,4\n"

TEST(a_piece_without_a_move_from_black_forgets_and_the_turn_passes)
{
	struct quantum_chess game = on_board(BLOCKED(2, 5, "unknown ['pawn', '?knight']"));

	assert_true(quantum_chess_reach(&game, square(2, 5), 0) != 0); /* it takes on 1,4 */
	game.at[4][1] = (struct qchess_piece){0};
	select_as(&game, 2, 5, 0);
	assert_false(game.selected);
	assert_int_equal(game.to_move, QCHESS_BLACK);
	assert_int_equal(piece_at(&game, 2, 5)->state, QCHESS_BOTH);
	assert_int_equal(game.moves, 0);
	assert_int_equal(game.stuck, 1);
	assert_string_equal(quantum_chess_may_move(&game, square(2, 4)), "ILLEGAL");
}

TEST(a_piece_without_a_move_from_white_stays_classical)
{
	struct quantum_chess game = on_board(BLOCKED(1, 5, "unknown ['pawn', '?knight']"));
	char words[16];

	game.at[4][2] = (struct qchess_piece){0};
	select_as(&game, 1, 5, 0);
	assert_false(game.selected);
	assert_int_equal(game.to_move, QCHESS_BLACK);
	assert_int_equal(piece_at(&game, 1, 5)->state, 0);
	quantum_chess_selection_words(&game, words);
	assert_string_equal(words, "1 5 0 pawn");
}

TEST(a_stuck_piece_with_two_equal_known_states_stays_classical_on_black_too)
{
	struct quantum_chess game = on_board(BLOCKED(2, 5, "unknown ['pawn', '?pawn']"));
	char words[16];

	game.at[4][1] = (struct qchess_piece){0};
	select_as(&game, 2, 5, 1);
	assert_false(game.selected);
	assert_int_equal(piece_at(&game, 2, 5)->state, 0);
	quantum_chess_selection_words(&game, words);
	assert_string_equal(words, "2 5 1 pawn");
}

/* ---- moves ---- */

TEST(pieces_move_as_in_chess)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['rook', 'bishop'] at 2,4\n"
						   "white unknown ['knight', 'queen'] at 6,6\n"
						   "white unknown ['pawn', 'pawn'] at 2,6\n"
						   "black unknown ['pawn', 'pawn'] at 4,4\n"
						   "black unknown ['pawn', 'pawn'] at 4,2\n");

	expect_reach(&game, 2, 4, 0, "2,0 2,1 2,2 2,3 0,4 1,4 3,4 4,4 2,5 ");
	expect_reach(&game, 2, 4, 1, "0,2 4,2 1,3 3,3 1,5 3,5 0,6 4,6 5,7 ");
	expect_reach(&game, 6, 6, 0, "5,4 7,4 4,5 4,7 ");
	expect_reach(&game, 6, 6, 1, "6,0 6,1 6,2 6,3 4,4 6,4 5,5 6,5 7,5 3,6 4,6 5,6 7,6 5,7 6,7 7,7 ");
	expect_reach(&game, 3, 7, 0, "3,6 4,6 2,7 4,7 ");
	expect_reach(&game, 0, 0, 0, "");
}

TEST(a_pawn_steps_two_only_from_its_own_row_and_over_nothing)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['pawn', 'pawn'] at 0,6\n"
						   "white unknown ['pawn', 'pawn'] at 1,6\n"
						   "black unknown ['rook', 'rook'] at 1,5\n"
						   "white unknown ['pawn', 'pawn'] at 5,6\n"
						   "black unknown ['rook', 'rook'] at 5,4\n"
						   "white unknown ['knight', 'pawn'] at 6,7\n"
						   "white unknown ['pawn', 'pawn'] at 7,5\n"
						   "black unknown ['pawn', 'pawn'] at 6,1\n"
						   "black unknown ['pawn', 'pawn'] at 7,2\n");

	expect_reach(&game, 0, 6, 0, "0,4 0,5 1,5 ");
	expect_reach(&game, 1, 6, 0, "");
	expect_reach(&game, 5, 6, 0, "5,5 ");
	expect_reach(&game, 6, 7, 1, "6,6 ");
	expect_reach(&game, 7, 5, 0, "7,4 ");
	expect_reach(&game, 6, 1, 0, "6,2 6,3 ");
	expect_reach(&game, 7, 2, 0, "7,3 ");
}

TEST(a_pawn_takes_diagonally_and_moves_diagonally_only_to_take)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['pawn', 'pawn'] at 4,4\n"
						   "black unknown ['rook', 'rook'] at 3,3\n"
						   "white unknown ['rook', 'rook'] at 5,3\n"
						   "black unknown ['rook', 'rook'] at 4,3\n"
						   "black unknown ['pawn', 'pawn'] at 0,4\n"
						   "white unknown ['rook', 'rook'] at 1,5\n");

	expect_reach(&game, 4, 4, 0, "3,3 ");
	expect_reach(&game, 0, 4, 0, "0,5 1,5 ");
}

TEST(there_is_no_en_passant_and_no_castling)
{
	struct quantum_chess game = on_board("white king ['king', 'king'] at 3,7\n"
					     "white rook ['rook', 'rook'] at 0,7\n"
					     "white rook ['rook', 'rook'] at 7,7\n"
					     "black king ['king', 'king'] at 3,0\n"
					     "white pawn ['pawn', 'pawn'] at 4,3\n"
					     "black pawn ['pawn', 'pawn'] at 5,1\n");

	expect_reach(&game, 3, 7, 0, "2,6 3,6 4,6 2,7 4,7 ");
	play(&game, 0, 7, 0, 0, 6);
	play(&game, 5, 1, 0, 5, 3);
	expect_reach(&game, 4, 3, 0, "4,2 ");
}

TEST(a_king_may_step_next_to_the_other_and_into_an_attack)
{
	struct quantum_chess game = on_board("white king ['king', 'king'] at 3,3\n"
					     "black king ['king', 'king'] at 3,1\n"
					     "black rook ['rook', 'rook'] at 0,2\n");

	play(&game, 3, 3, 0, 3, 2);
	assert_int_equal(game.end, QCHESS_GOES_ON);
	play(&game, 3, 1, 0, 3, 2);
	assert_int_equal(game.end, QCHESS_KING_TAKEN);
}

TEST(a_captured_piece_is_gone_and_taking_the_king_wins)
{
	struct quantum_chess game = on_board(KINGS "white rook ['rook', '?pawn'] at 0,2\n"
						   "black unknown ['pawn', '?queen'] at 0,1\n");

	select_as(&game, 0, 2, 0);
	assert_string_equal(quantum_chess_may_move(&game, square(0, 0)), "ILLEGAL");
	assert_string_equal(quantum_chess_may_move(&game, square(0, -1)), "BOUNDS");
	quantum_chess_move(&game, square(0, 1));
	assert_int_equal(game.taken.type[1], QCHESS_QUEEN);
	assert_false(piece_at(&game, 0, 2)->there);
	assert_int_equal(piece_at(&game, 0, 1)->colour, QCHESS_WHITE);
	play(&game, 3, 0, 0, 4, 0);
	assert_false(game.taken.there);
	play(&game, 0, 1, 0, 0, 0);
	play(&game, 4, 0, 0, 3, 0);
	assert_int_equal(game.end, QCHESS_GOES_ON);
	play(&game, 0, 0, 0, 3, 0);
	assert_int_equal(game.end, QCHESS_KING_TAKEN);
	assert_int_equal(game.winner, QCHESS_WHITE);
	assert_string_equal(quantum_chess_reason(game.end), "king");
}

TEST(white_squares_keep_a_piece_classical_and_black_ones_restore_superposition)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['rook', '?pawn'] at 0,5\n");

	play(&game, 0, 5, 0, 1, 5);
	assert_int_equal(piece_at(&game, 1, 5)->state, 0);
	play(&game, 3, 0, 0, 2, 0);
	play(&game, 1, 5, 0, 2, 5);
	assert_int_equal(piece_at(&game, 2, 5)->state, QCHESS_BOTH);
}

TEST(on_black_two_equal_states_stay_classical_if_both_are_known)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['rook', '?rook'] at 0,5\n");

	play(&game, 0, 5, 0, 0, 7);
	assert_int_equal(piece_at(&game, 0, 7)->state, QCHESS_BOTH);
	play(&game, 3, 0, 0, 2, 0);
	play(&game, 0, 7, 1, 0, 5);
	assert_int_equal(piece_at(&game, 0, 5)->state, 0);
	/* A king too, whatever its square.  */
	play(&game, 2, 0, 0, 3, 0);
	assert_int_equal(piece_at(&game, 3, 0)->state, 0);
}

/* ---- promotion ---- */

TEST(a_pawn_that_reaches_the_far_row_is_a_queen_in_that_state_for_good)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['rook', '?pawn'] at 1,1\n"
						   "black unknown ['pawn', '?bishop'] at 1,6\n");

	play(&game, 1, 1, 1, 1, 0);
	assert_int_equal(piece_at(&game, 1, 0)->type[0], QCHESS_ROOK);
	assert_int_equal(piece_at(&game, 1, 0)->type[1], QCHESS_QUEEN);
	assert_true(piece_at(&game, 1, 0)->known[1]);
	assert_int_equal(piece_at(&game, 1, 0)->state, QCHESS_BOTH);
	play(&game, 1, 6, 0, 1, 7);
	assert_int_equal(piece_at(&game, 1, 7)->type[0], QCHESS_QUEEN);
	assert_int_equal(piece_at(&game, 1, 7)->type[1], QCHESS_BISHOP);
	assert_int_equal(piece_at(&game, 1, 7)->state, 0); /* 1,7 is white */
	assert_false(piece_at(&game, 1, 7)->known[1]);
}

TEST(another_piece_that_reaches_the_far_row_is_not_promoted)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['rook', 'pawn'] at 1,1\n");

	play(&game, 1, 1, 0, 1, 0);
	assert_int_equal(piece_at(&game, 1, 0)->type[0], QCHESS_ROOK);
	assert_int_equal(piece_at(&game, 1, 0)->type[1], QCHESS_PAWN);
}

TEST(a_piece_that_collapses_to_a_pawn_on_the_far_row_has_no_move)
{
	struct quantum_chess game = on_board(KINGS "white unknown ['rook', '?pawn'] at 1,0\n");

	select_as(&game, 1, 0, 1);
	assert_false(game.selected);
	assert_int_equal(piece_at(&game, 1, 0)->type[1], QCHESS_PAWN);
	assert_int_equal(game.to_move, QCHESS_BLACK);
}

TEST(with_promote_on_touch_it_is_a_queen_at_once_and_moves)
{
	struct quantum_chess game =
		made((struct plan){.options = {"promote-on-touch", "", "board",
					       KINGS "white unknown ['rook', '?pawn'] at 1,0\n"
						     "white unknown ['rook', '?pawn'] at 0,7\n"}});
	struct quantum_chess other = game;
	char words[16];

	select_as(&game, 1, 0, 1);
	assert_true(game.selected);
	assert_int_equal(piece_at(&game, 1, 0)->type[1], QCHESS_QUEEN);
	assert_int_equal(piece_at(&game, 1, 0)->type[0], QCHESS_ROOK);
	quantum_chess_selection_words(&game, words);
	assert_string_equal(words, "1 0 1 queen");
	play_words(&other, words);
	assert_true(same_game(&other, &game));
	/* Its own back row does nothing.  */
	quantum_chess_move(&game, square(1, 1));
	play(&game, 3, 0, 0, 4, 0);
	select_as(&game, 0, 7, 1);
	assert_int_equal(piece_at(&game, 0, 7)->type[1], QCHESS_PAWN);
}

/* ---- draws ---- */

TEST(two_kings_alone_are_a_draw)
{
	struct quantum_chess game = on_board("white king ['king', 'king'] at 3,7\n"
					     "black rook ['rook', 'rook'] at 2,6\n"
					     "black king ['king', 'king'] at 3,0\n");

	assert_int_equal(game.end, QCHESS_GOES_ON);
	play(&game, 3, 7, 0, 2, 6);
	assert_int_equal(game.end, QCHESS_BARE_KINGS);
	assert_int_equal(on_board(KINGS).end, QCHESS_BARE_KINGS);
}

/* Rooks move to and fro for n moves.  */
static void to_and_fro(struct quantum_chess *game, int moves)
{
	for (int i = 0; i < moves; i++) {
		int y = i % 2 ? 0 : 7, away = i / 2 % 2;

		assert_int_equal(game->end, QCHESS_GOES_ON);
		play(game, away ? 1 : 0, y, 0, away ? 0 : 1, y);
	}
}

TEST(a_hundred_moves_without_a_capture_or_a_pawn_move_are_a_draw)
{
	struct quantum_chess game = on_board(KINGS ROOKS);

	to_and_fro(&game, 99);
	assert_int_equal(game.end, QCHESS_GOES_ON);
	play(&game, 1, 0, 0, 1, 1);
	assert_int_equal(game.end, QCHESS_QUIET);
	assert_int_equal(game.moves, 100);
}

TEST(a_pawn_move_or_a_capture_restarts_the_hundred)
{
	struct quantum_chess game = on_board(KINGS ROOKS "white pawn ['pawn', 'pawn'] at 6,4\n"
							 "black pawn ['pawn', 'pawn'] at 6,1\n");

	to_and_fro(&game, 96);
	play(&game, 6, 4, 0, 6, 3);
	assert_int_equal(game.quiet, 0);
	play(&game, 0, 0, 0, 0, 1);
	assert_int_equal(game.quiet, 1);
	play(&game, 0, 7, 0, 0, 1);
	assert_int_equal(game.quiet, 0);
	assert_int_equal(game.end, QCHESS_GOES_ON);
}

TEST(max_moves_ends_a_game_in_a_draw)
{
	struct quantum_chess game = made((struct plan){.options = {"max-moves", "3", "board", KINGS ROOKS}});

	to_and_fro(&game, 2);
	assert_int_equal(game.end, QCHESS_GOES_ON);
	play(&game, 1, 7, 0, 0, 7);
	assert_int_equal(game.end, QCHESS_MOST_MOVES);
	assert_string_equal(quantum_chess_reason(game.end), "max-moves");
}

/* Each side has a pawn that cannot move.  */
#define STUCK KINGS ROOKS "white pawn ['pawn', 'pawn'] at 6,4\nblack pawn ['pawn', 'pawn'] at 6,3\n"

TEST(sixteen_turns_in_a_row_without_a_move_are_a_draw)
{
	struct quantum_chess game = on_board(STUCK);

	for (int i = 0; i < 15; i++)
		select_as(&game, 6, i % 2 ? 3 : 4, 0);
	assert_int_equal(game.stuck, 15);
	assert_int_equal(game.end, QCHESS_GOES_ON);
	play(&game, 0, 0, 0, 1, 0); /* restarts the count */
	for (int i = 0; i < 16; i++) {
		assert_int_equal(game.end, QCHESS_GOES_ON);
		select_as(&game, 6, i % 2 ? 3 : 4, 0);
	}
	assert_int_equal(game.end, QCHESS_STUCK);
	assert_string_equal(quantum_chess_reason(game.end), "stalemate");
}

TEST(the_original_draws_only_by_bare_kings_and_max_moves)
{
	struct quantum_chess game = made((struct plan){.options = {"draws", "original", "board", STUCK}});

	for (int i = 0; i < 20; i++)
		select_as(&game, 6, i % 2 ? 3 : 4, 0);
	to_and_fro(&game, 120);
	assert_int_equal(game.end, QCHESS_GOES_ON);
	assert_int_equal(made((struct plan){.options = {"draws", "original", "board", KINGS}}).end,
			 QCHESS_BARE_KINGS);
}

TEST_MAIN(NULL, NULL)
