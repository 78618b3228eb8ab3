/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_quantum_chess_begin.c - how a game of quantum chess begins: its board, hidden types, options and seed.
 */
#include "qchess_fixture.h"

#include <math.h>

enum { SEEDS = 2000 };

/* ---- the beginning ---- */

TEST(white_moves_first_and_the_king_is_on_x_3)
{
	static const char *const back[] = {"rook",  "knight", "bishop", "king",
					   "queen", "bishop", "knight", "rook"};
	struct quantum_chess game = made((struct plan){0});

	assert_int_equal(game.to_move, QCHESS_WHITE);
	for (int x = 0; x < 8; x++) {
		assert_string_equal(quantum_chess_type_name(piece_at(&game, x, 0)->type[0]), back[x]);
		assert_string_equal(quantum_chess_type_name(piece_at(&game, x, 7)->type[0]), back[x]);
		assert_int_equal(piece_at(&game, x, 1)->type[0], QCHESS_PAWN);
		assert_int_equal(piece_at(&game, x, 6)->type[0], QCHESS_PAWN);
		for (int y = 0; y < 8; y++) {
			assert_int_equal(piece_at(&game, x, y)->there, y < 2 || y > 5);
			if (piece_at(&game, x, y)->there)
				assert_int_equal(piece_at(&game, x, y)->colour,
						 y < 2 ? QCHESS_BLACK : QCHESS_WHITE);
		}
	}
	assert_null(quantum_chess_may_select(&game, square(0, 6)));
	assert_string_equal(quantum_chess_may_select(&game, square(0, 1)), "COLOUR");
	assert_string_equal(quantum_chess_may_select(&game, square(0, 4)), "EMPTY");
	assert_string_equal(quantum_chess_may_select(&game, square(8, 0)), "BOUNDS");
	assert_string_equal(quantum_chess_may_select(&game, square(0, -1)), "BOUNDS");
}

TEST(white_sits_on_the_first_seat)
{
	struct setup setup = {.first = SEAT_2};

	assert_int_equal(quantum_chess_seat(&setup, QCHESS_WHITE), SEAT_2);
	assert_int_equal(quantum_chess_seat(&setup, QCHESS_BLACK), SEAT_1);
}

/* How often each second type is on (x, y) among many seeds.  */
static void count_types(const char *shuffle, int x, int y, int counts[QCHESS_TYPES])
{
	for (int type = 0; type < QCHESS_TYPES; type++)
		counts[type] = 0;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct quantum_chess game =
			made((struct plan){.seed = seed, .options = {"shuffle", shuffle}});

		counts[piece_at(&game, x, y)->type[1]]++;
	}
}

/* Within five standard deviations.  */
static void expect_share(int count, double share)
{
	double expected = SEEDS * share, bound = 5 * sqrt(expected * (1 - share));

	if (fabs(count - expected) > bound)
		fail_msg("%d of %d, expected %.0f +- %.0f", count, SEEDS, expected, bound);
}

TEST(each_side_hides_eight_pawns_two_rooks_two_knights_two_bishops_and_a_queen)
{
	static const char *const shuffles[] = {"uniform", "original"};
	static const int expected[QCHESS_TYPES] = {8, 2, 2, 2, 1, 1};

	for (uint64_t seed = 0; seed < 100; seed++) {
		struct quantum_chess game =
			made((struct plan){.seed = seed, .options = {"shuffle", shuffles[seed % 2]}});
		int counts[2][QCHESS_TYPES] = {{0}};

		for (int i = 0; i < 64; i++)
			if (piece_at(&game, i % 8, i / 8)->there)
				counts[i / 8 < 4][piece_at(&game, i % 8, i / 8)->type[1]]++;
		for (int type = 0; type < QCHESS_TYPES; type++) {
			assert_int_equal(counts[0][type], expected[type]);
			assert_int_equal(counts[1][type], expected[type]);
		}
	}
}

TEST(a_uniform_shuffle_hides_each_type_equally_often_everywhere)
{
	int counts[QCHESS_TYPES];

	for (int i = 0; i < 3; i++) {
		count_types("uniform", (const int[]){0, 7, 5}[i], (const int[]){7, 6, 1}[i], counts);
		expect_share(counts[QCHESS_PAWN], 8 / 15.0);
		expect_share(counts[QCHESS_ROOK], 2 / 15.0);
		expect_share(counts[QCHESS_KNIGHT], 2 / 15.0);
		expect_share(counts[QCHESS_BISHOP], 2 / 15.0);
		expect_share(counts[QCHESS_QUEEN], 1 / 15.0);
	}
}

TEST(the_original_shuffle_draws_names_starting_with_the_back_rank)
{
	int counts[QCHESS_TYPES];

	count_types("original", 0, 7, counts);
	for (int type = QCHESS_PAWN; type <= QCHESS_QUEEN; type++)
		expect_share(counts[type], 1 / 5.0);
	/* The next piece: a queen if none is gone (4/5), by one name of five.  */
	count_types("original", 1, 0, counts);
	expect_share(counts[QCHESS_QUEEN], 4 / 5.0 / 5);
	/* The last pawn: a pawn is nearly always left.  */
	count_types("original", 7, 6, counts);
	assert_true(counts[QCHESS_PAWN] > SEEDS * 3 / 4);
}

TEST(all_pieces_except_kings_begin_in_superposition_with_their_normal_type_known)
{
	struct quantum_chess game = made((struct plan){0});

	for (int i = 0; i < 64; i++) {
		const struct qchess_piece *piece = piece_at(&game, i % 8, i / 8);
		bool is_king = piece->type[0] == QCHESS_KING;

		if (!piece->there)
			continue;
		assert_int_equal(piece->state, is_king ? 0 : QCHESS_BOTH);
		assert_true(piece->known[0]);
		assert_int_equal(piece->known[1], is_king);
		assert_int_equal(piece->type[1] == QCHESS_KING, is_king);
	}
}

TEST(classical_pieces_have_one_type_and_are_promoted_in_both_states)
{
	struct quantum_chess game = made((struct plan){.options = {"classical", ""}});

	for (int i = 0; i < 64; i++) {
		const struct qchess_piece *piece = piece_at(&game, i % 8, i / 8);

		if (!piece->there)
			continue;
		assert_int_equal(piece->state, 0);
		assert_int_equal(piece->type[0], piece->type[1]);
		assert_true(piece->known[0] && piece->known[1]);
	}
	game = made((struct plan){
		.options = {"classical", "", "board", KINGS "white pawn ['pawn', 'pawn'] at 0,1\n"}});
	play(&game, 0, 1, 0, 0, 0);
	assert_int_equal(piece_at(&game, 0, 0)->type[0], QCHESS_QUEEN);
	assert_int_equal(piece_at(&game, 0, 0)->type[1], QCHESS_QUEEN);
}

/* ---- chance ---- */

TEST(a_piece_in_superposition_collapses_to_either_state_with_probability_one_half)
{
	int second = 0, repeated = 0;

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct quantum_chess game = made((struct plan){.seed = seed}), again = game;
		int state_of = quantum_chess_select(&game, square(4, 6), -1);

		second += state_of;
		repeated += quantum_chess_select(&again, square(4, 6), -1) == state_of;
		assert_true(piece_at(&game, 4, 6)->known[0]);
		assert_int_equal(piece_at(&game, 4, 6)->known[1], state_of);
	}
	expect_share(second, 0.5);
	assert_int_equal(repeated, SEEDS);
}

/* ---- options ---- */

TEST(an_impossible_option_is_reported_with_what_was_expected)
{
	expect_refused((struct plan){.options = {"shuffle", "riffle"}},
		       "--shuffle riffle: expected uniform or original");
	expect_refused((struct plan){.options = {"draws", "none"}}, "--draws none: expected all or original");
	expect_refused((struct plan){.options = {"to-move", "red\n"}},
		       "--to-move red\\n: expected white or black");
	for (int i = 0; i < 5; i++) {
		static const char *const wrong[] = {"0", "-1", "", "12x", "1000000001"};
		char words[80] = "--max-moves ";

		strcat(strcat(words, wrong[i]), ": expected a number of moves from 1 to 1000000000");
		expect_refused((struct plan){.options = {"max-moves", wrong[i]}}, words);
	}
	assert_int_equal(made((struct plan){.options = {"max-moves", "1000000000"}}).most, 1000000000);
	expect_refused((struct plan){.options = {"board", KINGS "white pawn\n"}},
		       "--board:3:1: \"white pawn\": expected a piece such as "
		       "\"black unknown ['rook', '?queen'] at 0,0\"");
}

TEST(black_moves_first_if_the_option_says_so)
{
	struct quantum_chess game = made((struct plan){.options = {"to-move", "black"}});

	assert_null(quantum_chess_may_select(&game, square(0, 1)));
	assert_string_equal(quantum_chess_may_select(&game, square(0, 6)), "COLOUR");
}

TEST(the_same_seed_gives_the_same_game_and_each_game_of_a_series_differs)
{
	struct quantum_chess game = made((struct plan){.seed = 7}), same = made((struct plan){.seed = 7});
	struct quantum_chess second = made((struct plan){.seed = 7, .number = 2});
	struct quantum_chess neighbour = made((struct plan){.seed = 8});

	assert_true(same_game(&game, &same));
	assert_false(same_board(&game, &second));
	assert_false(same_board(&game, &neighbour));
	/* Game 2 of a seed is not game 1 of the next.  */
	assert_false(same_board(&second, &neighbour));
}

TEST_MAIN(NULL, NULL)
