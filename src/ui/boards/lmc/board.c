/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc: which position of a match it shows.
 *
 * rounds.c has the last rounds, counts.c how often each symbol was played, choice.c and squares.c what a
 * person can play; draw.c puts them together.  */
#include "board.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void find_widest(struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	for (int i = 0; game && i < symbols_count(game); i++) {
		int width = paint_width(symbols_name(game, i));

		if (width > board->symbol_width)
			board->symbol_width = width;
	}
}

/* Begins before the first turn of such a match.  A setup that makes no game (of a broken file) has rounds
   and sums, but nothing is counted.  */
static void place_first(struct lmc_board *board, const struct setup *setup)
{
	struct symbols *game = symbols_new(setup, &board->problem);
	int sit = 0;

	position_begin(&board->position, setup, tallies_new(game));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		board->sits[seat] = setup->seat[seat].kind != SEAT_FREE;
		sit += board->sits[seat];
	}
	board->at_once = game && symbols_is_simultaneous(game) && sit ? sit : 1;
	board->planned = setup_count(setup, &symbols_option_turns);
	if (game && !symbols_is_simultaneous(game))
		board->planned *= 2;
	find_widest(board);
	lmc_name_keys(board);
}

static void *lmc_new(const struct setup *setup)
{
	struct lmc_board *board = bytes_new(sizeof(*board));

	place_first(board, setup);
	return board;
}

static void clear(struct lmc_board *board)
{
	position_end(&board->position);
	free(board->problem);
	*board = (struct lmc_board){0};
}

static void lmc_free(void *state)
{
	clear(state);
	free(state);
}

static void lmc_position(void *state, const struct match *match, int turns)
{
	struct lmc_board *board = state;
	unsigned changes;

	if (position_is_over(&board->position, match)) {
		clear(board);
		place_first(board, &match->setup);
	}
	changes = position_seek(&board->position, match, turns);
	if (!changes)
		return;
	sum_seats(&match->setup, board->name, board->sits, board->person);
	board->over = match->over && turns == match->turn_count;
	if (changes == POSITION_NEWS && turns < match->turn_count) /* earlier turns have all their scores */
		return;
	board->scored = sum_after(match, turns, board->sum);
	lmc_find_rounds(board, match);
	lmc_name_expected(board);
}

static const char *lmc_expects(const void *state)
{
	const struct lmc_board *board = state;

	return lmc_game(board) ? board->expects : NULL;
}

static const char *lmc_move(const void *state)
{
	const struct lmc_board *board = state;
	const struct symbols *game = lmc_game(board);

	return game ? symbols_name(game, board->cursor) : NULL;
}

static const struct board_key keys[] = {
	{"arrows", "move the cursor over the symbols", true},
	{"enter", "play the symbol at the cursor; a click plays the one below it", true},
	{"[x]", "a letter or digit in brackets plays its symbol; 1 to 9 a square of tictactoe", true},
	{0},
};

extern const struct board_view board_lmc;
const struct board_view board_lmc = {
	.keys = keys,
	.new = lmc_new,
	.free = lmc_free,
	.position = lmc_position,
	.draw = lmc_draw,
	.wants = lmc_wants,
	.picture = lmc_picture,
	.key = lmc_key,
	.hotkey = lmc_hotkey,
	.is_hotkey = lmc_is_hotkey,
	.click = lmc_click,
	.move = lmc_move,
	.expects = lmc_expects,
	.unfinished = position_unfinished,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
