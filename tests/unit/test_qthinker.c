/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_qthinker.c - how the thinking agent of quantum chess judges positions: kings, captures, probabilities.
 */
#include "qagents_fixture.h"

#include "samples/qvalue.h"

static void assert_thinks(const char *pieces, const char *updates, const char *expected)
{
	for (uint64_t seed = 1; seed <= 5; seed++) {
		char told[SAID], said[SAID];

		snprintf(told, sizeof(told), "white\nBOARD\n%s\nEND BOARD\nSELECTION?\n%s", pieces, updates);
		assert_int_equal(run(&qagent_thinker, seed, told, said), 0);
		assert_string_equal(said, expected);
	}
}

/* A certain rook, and one that is a pawn half the time; both attack the king.  */
TEST(it_takes_the_king_in_the_surest_way)
{
	assert_thinks("white king ['king', 'king'] at 0,7\nwhite unknown ['rook', 'pawn'] at 3,4\n"
		      "white rook ['rook', 'pawn'] at 7,0\nwhite unknown ['queen', '?pawn'] at 0,3\n"
		      "black king ['king', 'king'] at 3,0\nblack queen ['queen', 'queen'] at 7,4\n",
		      "7 0 0 rook\nMOVE?\n", "7 0\n3 0\n");
}

TEST(an_attacked_king_escapes)
{
	/* The rook covers row 7 and column 1. Only two squares of row 6 are left, and the pawn's step does
	 * not help.  */
	assert_thinks("white king ['king', 'king'] at 7,7\nwhite pawn ['pawn', 'pawn'] at 7,6\n"
		      "black king ['king', 'king'] at 0,0\nblack rook ['rook', 'rook'] at 1,7\n"
		      "black rook ['rook', 'rook'] at 0,5\n",
		      "7 7 0 king\nMOVE?\n", "7 7\n6 6\n");
	/* Taking the attacker is just as good.  */
	assert_thinks("white king ['king', 'king'] at 7,7\nwhite queen ['queen', 'queen'] at 5,3\n"
		      "black king ['king', 'king'] at 0,0\nblack rook ['rook', 'rook'] at 5,7\n"
		      "black pawn ['pawn', 'pawn'] at 7,5\nblack rook ['rook', 'rook'] at 0,6\n",
		      "5 3 0 queen\nMOVE?\n", "5 3\n5 7\n");
}

static struct qchess_square king_of(const struct quantum_chess *game, enum qchess_colour colour)
{
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++) {
			const struct qchess_piece *piece = &game->at[y][x];

			if (piece->there && piece->colour == colour && piece->type[0] == QCHESS_KING)
				return (struct qchess_square){x, y};
		}
	fail_msg("the king is gone");
	return (struct qchess_square){-1, -1};
}

/* The probability that the piece takes the one on `to`, by the judge's rules.  */
static double takes(const struct quantum_chess *game, struct qchess_square from, struct qchess_square to,
		    const double odds[TYPES])
{
	const struct qchess_piece *piece = &game->at[from.y][from.x];
	uint64_t bit = UINT64_C(1) << square_of(to.x, to.y);
	double sum = 0;

	for (int i = 0; i < 2; i++) {
		double half = piece->state == QCHESS_BOTH ? 0.5 : piece->state == i;

		for (int type = 0; type < TYPES; type++) {
			struct quantum_chess other = *game;
			struct qchess_piece *it = &other.at[from.y][from.x];
			int named = quantum_chess_type_named(type_name((enum type)type),
							     strlen(type_name((enum type)type)));

			if (piece->known[i] && (int)piece->type[i] != named)
				continue;
			it->type[i] = (enum qchess_type)named;
			if (quantum_chess_reach(&other, from, i) & bit)
				sum += half * (piece->known[i] ? 1 : odds[type]);
		}
	}
	return sum;
}

/* The probability that the side to move takes the king with its best piece.  */
static double danger(const struct quantum_chess *game, const struct board *board)
{
	enum qchess_colour mover = game->to_move;
	struct qchess_square king = king_of(game, mover == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE);
	double odds[TYPES], most = 0;

	board_odds(board, mover == QCHESS_WHITE ? WHITE : BLACK, odds);
	for (int square = 0; square < SQUARES; square++) {
		struct qchess_square from = {qboard_column(square), qboard_row(square)};

		if (quantum_chess_may_select(game, from))
			continue;
		double likely = takes(game, from, king, odds);
		most = likely > most ? likely : most;
	}
	return most;
}

/* The danger after a move of the selected piece.  */
static double danger_after(const struct quantum_chess *game, const struct board *board, int square)
{
	struct quantum_chess after = *game;

	quantum_chess_move(&after, (struct qchess_square){qboard_column(square), qboard_row(square)});
	return danger(&after, board);
}

/* In random positions no other move of the piece leaves the king safer.  */
TEST(the_king_is_never_left_in_a_danger_that_another_move_avoids)
{
	enum { GAMES = 30 };
	int choices = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct quantum_chess game;
		struct board board;
		struct qpast past = {.count = 0};
		uint64_t chance = seed;

		begin_game(&game, seed, false);
		board_begin(&board);
		while (game.end == QCHESS_GOES_ON) {
			struct qchess_square square;

			do
				square = any_square(&chance);
			while (quantum_chess_may_select(&game, square));
			quantum_chess_select(&game, square, -1);
			board_select(&board, square_of(square.x, square.y), game.shown_state,
				     type_named(quantum_chess_type_name(game.shown_type)));
			if (!game.selected)
				continue;
			struct qturn turn = {.board = &board,
					     .past = &past,
					     .own = game.to_move == QCHESS_WHITE ? WHITE : BLACK,
					     .chance = &chance};
			struct qchess_square king =
				king_of(&game, turn.own == WHITE ? QCHESS_BLACK : QCHESS_WHITE);
			uint64_t reached = quantum_chess_reach(&game, square, game.shown_state);
			int chosen = qagent_thinker.move(&turn, reached);

			assert_true(reached & qboard_bit(chosen));
			if (reached & qboard_bit(square_of(king.x, king.y)))
				assert_int_equal(chosen, square_of(king.x, king.y));
			else
				for (int to = 0; to < SQUARES; to++) {
					if (!(reached & qboard_bit(to)))
						continue;
					double other = danger_after(&game, &board, to);
					double dared = danger_after(&game, &board, chosen);

					assert_true(dared < other + 1e-9);
					choices += dared < other - 1e-9;
				}
			do
				square = any_square(&chance);
			while (quantum_chess_may_move(&game, square));
			quantum_chess_move(&game, square);
			board_move(&board, square_of(game.moved.x, game.moved.y),
				   square_of(square.x, square.y));
		}
	}
	print_message("%d moves were more dangerous\n", choices);
	assert_true(choices > GAMES);
}

/* The queen may take a rook that a pawn protects, or one without protection.  */
TEST(a_protected_piece_is_not_taken)
{
	assert_thinks("white king ['king', 'king'] at 0,7\nwhite queen ['queen', 'queen'] at 4,4\n"
		      "black king ['king', 'king'] at 6,0\nblack rook ['rook', 'rook'] at 4,2\n"
		      "black pawn ['pawn', 'pawn'] at 3,1\nblack rook ['rook', 'rook'] at 2,4\n",
		      "4 4 0 queen\nMOVE?\n", "4 4\n2 4\n");
}

/* The value of a position in which a queen attacks a knight, with this pawn.  */
static double value_with_pawn(const char *pawn)
{
	const char *const pieces[] = {
		"white king ['king', 'king'] at 0,7", "white knight ['knight', 'knight'] at 4,4",
		"black king ['king', 'king'] at 7,0", "black queen ['queen', 'queen'] at 4,0",
		"black pawn ['pawn', 'pawn'] at 0,1", pawn,
	};
	struct board board;

	board_clear(&board);
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
		assert_true(board_add(&board, pieces[i]));
	return value_position(&board, WHITE);
}

/* Protection half the time is enough too: the queen can win a knight but may lose itself.  */
TEST(protecting_an_attacked_piece_is_valuable)
{
	double sure = value_with_pawn("white pawn ['pawn', 'pawn'] at 3,5");
	double half = value_with_pawn("white unknown ['pawn', 'rook'] at 3,5") -
		      value_with_pawn("white unknown ['pawn', 'rook'] at 2,5");
	double none = value_with_pawn("white pawn ['pawn', 'pawn'] at 2,5");

	assert_true(sure - none > 2.5);
	assert_true(half > 2.5);
}

/* On black it may be a pawn next time. For a pawn that may become a queen it is the other way round.  */
TEST(a_strong_state_stays_on_white_and_a_weak_one_leaves_it)
{
	static const char pieces[] = "white\nBOARD\nwhite king ['king', 'king'] at 0,7\n"
				     "black king ['king', 'king'] at 7,0\n"
				     "black pawn ['pawn', 'pawn'] at 7,1\n";

	for (uint64_t seed = 1; seed <= 5; seed++) {
		char told[SAID], said[SAID];
		int x, y;

		snprintf(told, sizeof(told),
			 "%swhite queen ['queen', 'pawn'] at 4,5\nEND BOARD\n4 5 0 queen\nMOVE?\n", pieces);
		assert_int_equal(run(&qagent_thinker, seed, told, said), 0);
		assert_int_equal(sscanf(said, "%d %d", &x, &y), 2);
		assert_true(is_white_square(square_of(x, y)));
		snprintf(told, sizeof(told),
			 "%swhite pawn ['queen', 'pawn'] at 4,6\nEND BOARD\n4 6 1 pawn\nMOVE?\n", pieces);
		assert_int_equal(run(&qagent_thinker, seed, told, said), 0);
		assert_string_equal(said, "4 5\n");
	}
}

TEST_MAIN(NULL, NULL)
