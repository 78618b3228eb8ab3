/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_board.c - tictactoe, board after board (lmc, Games).
 *
 * A board ends when there are three in a row, when it is full, or when a seat marks a taken square, which
 * loses the board.  Scores are given only then. A board that is unfinished after the last turn does not
 * count.  */
#include "rules_state.h"

#include <assert.h>
#include <string.h>

static const uint8_t lines[][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
				   {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static void begin_boards(struct symbols *game)
{
	assert(game->count == 0);
	for (const char *digit = "123456789"; *digit; digit++)
		symbols_add(game, digit, 1);
	/* As if the other seat had begun a board that has just ended.  */
	game->beginner = seat_opponent(game->first);
	game->board_over = true;
}

static void next_turn(struct symbols *game)
{
	assert(game->beginner == SEAT_1 || game->beginner == SEAT_2);
	game->mover = seat_opponent(game->mover);
	if (game->board_over) {
		game->mover = game->beginner = seat_opponent(game->beginner);
		memset(game->mark, SEAT_NONE, sizeof(game->mark));
		game->board_over = false;
	}
	game->waits_for[seat_opponent(game->mover)] = false;
}

static bool has_row(const struct symbols *game, int seat)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (game->mark[lines[i][0]] == seat && game->mark[lines[i][1]] == seat &&
		    game->mark[lines[i][2]] == seat)
			return true;
	return false;
}

static bool is_full(const struct symbols *game)
{
	return !memchr(game->mark, SEAT_NONE, sizeof(game->mark));
}

static void finish_turn(struct symbols *game, struct symbol_news news[SEATS])
{
	int mover = game->mover, other = seat_opponent(mover), square = game->played[mover];
	/* A symbol that is no square is as bad as a taken square.  */
	bool lost = square == SYMBOL_NONE || game->mark[square] != SEAT_NONE, won = false;
	int score;

	assert(mover == SEAT_1 || mover == SEAT_2);
	assert(square >= SYMBOL_NONE && square < SYMBOLS_SQUARES);
	assert(!game->board_over);
	if (!lost) {
		game->mark[square] = (int8_t)mover;
		won = has_row(game, mover);
	}
	game->board_over = lost || won || is_full(game);
	news[other].input = square;
	news[mover].scored = news[other].scored = game->board_over;
	score = lost ? -1 : won;
	news[mover].score = score;
	news[other].score = -score;
}

const struct symbol_rules symbols_tictactoe = {
	.name = "tictactoe",
	.by_turns = true,
	.begin = begin_boards,
	.next = next_turn,
	.finish = finish_turn,
};
