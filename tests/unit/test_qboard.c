/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qboard.c - what the agents of quantum chess know of the board, from updates and from positions that
 * they are told.  */
#include "qagents_fixture.h"

#include "samples/qvalue.h"

TEST(the_types_seen_limit_what_a_hidden_type_can_be)
{
	struct board board;
	double odds[TYPES], sum = 0;

	board_begin(&board);
	board_odds(&board, WHITE, odds);
	assert_true(odds[PAWN] == 8.0 / 15 && odds[ROOK] == 2.0 / 15 && odds[QUEEN] == 1.0 / 15);
	assert_true(odds[KING] == 0);
	assert_true(board_select(&board, square_of(4, 6), 1, QUEEN));
	board_odds(&board, WHITE, odds);
	assert_true(odds[PAWN] == 8.0 / 14 && odds[QUEEN] == 0);
	/* Learning the same type again adds nothing. Neither do first types or the other side's.  */
	assert_true(board_select(&board, square_of(4, 6), 1, QUEEN));
	assert_true(board_select(&board, square_of(3, 6), 0, PAWN));
	assert_true(board_select(&board, square_of(4, 1), 1, PAWN));
	board_odds(&board, WHITE, odds);
	for (int type = 0; type < TYPES; type++)
		sum += odds[type];
	assert_true(odds[PAWN] == 8.0 / 14 && odds[ROOK] == 2.0 / 14);
	assert_true(sum > 0.999 && sum < 1.001);
	value_odds(&board, square_of(0, 7), odds);
	assert_true(odds[ROOK] == 0.5 + 0.5 * 2.0 / 14 && odds[PAWN] == 0.5 * 8.0 / 14);
}

TEST(a_boards_placeholders_for_hidden_types_are_not_believed)
{
	struct board board;

	board_clear(&board);
	assert_true(board_add(&board, "black unknown ['rook', '?queen'] at 0,0"));
	assert_true(board_add(&board, "white queen ['?pawn', 'queen'] at 2,5"));
	assert_true(board_add(&board, "white king ['king', '?king'] at 3,7"));
	assert_int_equal(board.at[0].type[0], ROOK);
	assert_int_equal(board.at[0].type[1], UNKNOWN);
	assert_int_equal(board.at[0].state, BOTH);
	assert_int_equal(board.hidden[BLACK][QUEEN], 1);
	assert_int_equal(board.at[square_of(2, 5)].type[0], PAWN);
	assert_int_equal(board.at[square_of(2, 5)].state, 1);
	assert_int_equal(board.hidden[WHITE][QUEEN], 0);
	assert_int_equal(board.at[square_of(3, 7)].type[1], KING);
}

/* As the original program sends it, and earlier versions of ringside did: such recordings exist, and rerun
 * sends them again.  */
TEST(a_hidden_type_may_be_named_by_either_word)
{
	static const char *const lines[] = {"black unknown ['rook', 'unknown']at 0,0",
					    "black unknown ['rook', '?unknown'] at 0,0"};
	struct board board;

	for (int i = 0; i < 2; i++) {
		board_clear(&board);
		assert_true(board_add(&board, lines[i]));
		assert_int_equal(board.at[0].type[0], ROOK);
		assert_int_equal(board.at[0].type[1], UNKNOWN);
		assert_int_equal(board.at[0].state, BOTH);
	}
}

/* The agent knows what is public in the game, and nothing else.  */
static void assert_same_pieces(const struct board *board, const struct quantum_chess *game, bool reaches)
{
	for (int square = 0; square < SQUARES; square++) {
		struct qchess_square at = {qboard_column(square), qboard_row(square)};
		const struct qchess_piece *right = &game->at[at.y][at.x];
		const struct piece *piece = &board->at[square];

		assert_int_equal(piece->there, right->there);
		if (!right->there)
			continue;
		assert_string_equal(piece->colour == WHITE ? "white" : "black",
				    quantum_chess_colour_name(right->colour));
		/* If both states are alike, a board does not show which one it is.  */
		assert_int_equal(piece->state == BOTH, right->state == QCHESS_BOTH);
		if (!right->known[0] || !right->known[1] || right->type[0] != right->type[1])
			assert_int_equal(piece->state, right->state);
		for (int i = 0; i < 2; i++) {
			assert_string_equal(type_name(piece->type[i]),
					    right->known[i] ? quantum_chess_type_name(right->type[i])
							    : "unknown");
			if (right->known[i] && reaches)
				assert_true(reach(piece->type[i], piece->colour, square,
						  board_pieces(board, piece->colour),
						  board_pieces(board, other_side(piece->colour))) ==
					    quantum_chess_reach(game, at, i));
		}
	}
}

/* A position that the agent is told equals the one that the updates lead to.  */
static void assert_told_alike(const struct quantum_chess *game)
{
	char *text = quantum_chess_write_board(game);
	struct board board;

	board_clear(&board);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		assert_true(board_add(&board, line));
	assert_same_pieces(&board, game, false);
	free(text);
}

/* Random pieces and moves, drawn here. Many games reach promotion and pawns that cannot move.  */
TEST(updates_lead_to_the_board_of_the_rules)
{
	enum { GAMES = 60 };
	int promoted = 0, stuck = 0, taken = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct quantum_chess game;
		struct board board;
		uint64_t chance = seed;

		begin_game(&game, seed, seed % 3 == 0);
		board_begin(&board);
		while (game.end == QCHESS_GOES_ON) {
			struct qchess_square square;

			do
				square = any_square(&chance);
			while (quantum_chess_may_select(&game, square));
			quantum_chess_select(&game, square, -1);
			enum type type = type_named(quantum_chess_type_name(game.shown_type));
			assert_true(
				board_select(&board, square_of(square.x, square.y), game.shown_state, type));
			if (!game.selected) {
				board_pass(&board);
				stuck++;
			} else {
				assert_same_pieces(&board, &game, true);
				do
					square = any_square(&chance);
				while (quantum_chess_may_move(&game, square));
				quantum_chess_move(&game, square);
				promoted += type == PAWN && (square.y == 0 || square.y == SIDE - 1);
				taken += game.taken.there;
				assert_true(board_move(&board, square_of(game.moved.x, game.moved.y),
						       square_of(square.x, square.y)));
			}
			assert_same_pieces(&board, &game, true);
		}
		assert_told_alike(&game);
	}
	print_message("%d promoted, %d could not move, %d taken\n", promoted, stuck, taken);
	assert_true(promoted > GAMES / 4 && stuck > GAMES && taken > GAMES);
}

TEST_MAIN(NULL, NULL)
