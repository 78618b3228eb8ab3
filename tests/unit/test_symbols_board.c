/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_symbols_board.c - tictactoe as a game of symbols (lmc, Games).  */
#include "symbols_fixture.h"

static struct symbols *tictactoe(int first, const char *turns)
{
	return made((struct plan){.first = first, .options = {"game", "tictactoe", "turns", turns}});
}

/* Plays the squares in turn; the news of the last one are in `news`.  */
static void play_squares(struct symbols *game, int seat, const char *squares, struct symbol_news news[SEATS])
{
	for (; *squares; squares++, seat = seat_opponent(seat)) {
		assert_true(symbols_to_move(game, seat));
		assert_false(symbols_to_move(game, seat_opponent(seat)));
		assert_true(symbols_move(game, seat, *squares - '1', news));
	}
}

TEST(tictactoe_goes_turn_by_turn_and_shows_each_move_to_the_other)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_2, "5");
	struct symbol_news news[SEATS];

	assert_false(symbols_is_simultaneous(game));
	assert_true(symbols_has_board(game));
	play_squares(game, SEAT_2, "5", news);
	expect_input(game, &news[SEAT_1], "5");
	assert_false(news[SEAT_1].scored);
	expect_told_nothing(&news[SEAT_2]);
	assert_int_equal(symbols_at(game, 5), SEAT_2);
	assert_int_equal(symbols_at(game, 1), SEAT_NONE);
	assert_int_equal(symbols_round(game), 1);
}

TEST(three_in_a_row_win_the_board_along_all_eight_lines)
{
	/* The first seat's three squares, with the other's two moves between them.  */
	static const char *const boards[] = {"14253", "41526", "71829", "12437",
					     "21548", "31629", "12539", "32517"};

	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "10");
		struct symbol_news news[SEATS];
		char last = boards[i][4];

		play_squares(game, SEAT_1, boards[i], news);
		expect_score(&news[SEAT_1], 1);
		expect_score(&news[SEAT_2], -1);
		expect_input(game, &news[SEAT_1], NULL);
		expect_input(game, &news[SEAT_2], (char[]){last, '\0'});
	}
}

TEST(a_full_board_is_scored_0_for_both)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	play_squares(game, SEAT_1, "12354687", news);
	assert_false(news[SEAT_1].scored || news[SEAT_2].scored);
	play_squares(game, SEAT_1, "9", news);
	expect_score(&news[SEAT_1], 0);
	expect_score(&news[SEAT_2], 0);
	/* Not -0, which a player would be sent unchanged.  */
	assert_false(1 / news[SEAT_1].score < 0 || 1 / news[SEAT_2].score < 0);
}

TEST(a_row_on_the_last_free_square_still_wins)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	play_squares(game, SEAT_1, "123546879", news);
	expect_score(&news[SEAT_1], 0);
	play_squares(game, SEAT_2, "142568793", news);
	expect_score(&news[SEAT_2], 1);
	expect_score(&news[SEAT_1], -1);
}

TEST(a_taken_square_loses_the_board_whoever_has_it)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	play_squares(game, SEAT_1, "55", news);
	expect_score(&news[SEAT_2], -1);
	expect_score(&news[SEAT_1], 1);
	expect_input(game, &news[SEAT_1], "5");
	play_squares(game, SEAT_2, "121", news);
	expect_score(&news[SEAT_2], -1);
	expect_score(&news[SEAT_1], 1);
}

TEST(an_unknown_square_loses_the_board_and_is_not_shown)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	assert_true(symbols_move(game, SEAT_1, SYMBOL_NONE, news));
	expect_score(&news[SEAT_1], -1);
	expect_score(&news[SEAT_2], 1);
	expect_input(game, &news[SEAT_2], NULL);
	assert_true(symbols_to_move(game, SEAT_2));
}

TEST(seats_take_turns_to_begin_a_board_whoever_moved_last)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_2, "20");
	struct symbol_news news[SEATS];

	play_squares(game, SEAT_2, "14253", news); /* ended by the seat that began it */
	for (int square = 1; square <= 9; square++)
		assert_int_equal(symbols_at(game, square), SEAT_NONE);
	play_squares(game, SEAT_1, "11", news); /* and by the other */
	play_squares(game, SEAT_2, "11", news);
	assert_true(symbols_to_move(game, SEAT_1));
}

TEST(tictactoe_ends_after_the_turns_of_both_and_an_unfinished_board_counts_nothing)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "3");
	struct symbol_news news[SEATS];

	play_squares(game, SEAT_1, "14253", news);
	assert_false(symbols_over(game));
	play_squares(game, SEAT_2, "7", news);
	assert_true(symbols_over(game));
	assert_false(news[SEAT_1].scored || news[SEAT_2].scored);
	assert_int_equal(symbols_round(game), 6);
	assert_false(symbols_to_move(game, SEAT_1) || symbols_to_move(game, SEAT_2));
	assert_int_equal(symbols_at(game, 7), SEAT_2); /* the last board is kept */
}

TEST(squares_off_the_board_or_without_a_board_are_empty)
{
	struct symbols *game FREED_BY(symbols_end) = tictactoe(SEAT_1, "3");

	assert_int_equal(symbols_at(game, 0), SEAT_NONE);
	assert_int_equal(symbols_at(game, 10), SEAT_NONE);
	symbols_free(game);
	game = made((struct plan){0});
	assert_false(symbols_has_board(game));
	assert_int_equal(symbols_at(game, 1), SEAT_NONE);
}

TEST_MAIN(NULL, NULL)
