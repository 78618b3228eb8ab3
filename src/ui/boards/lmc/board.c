/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc: which place of a match it shows.
 *
 * rounds.c has its last rounds, counts.c what was played how often, choice.c
 * and squares.c what a person can play; draw.c puts them together.  */
#include "board.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ui/boards/sums.h"
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

/* Begins with a match of this setup, before its first turn.  A setup that makes no game (of a broken file)
   has rounds and sums, but nothing is counted.  */
static void place_first(struct lmc_board *board, const struct setup *setup)
{
	struct symbols *game = symbols_new(setup, &board->problem);
	int sit = 0;

	board->tallies = tallies_new(game);
	board->nth = setup->game;
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
	checkpoints_free(board->tallies);
	free(board->problem);
	*board = (struct lmc_board){0};
}

static void lmc_free(void *state)
{
	clear(state);
	free(state);
}

/* What changes without a turn.  */
static void look_at_seats(struct lmc_board *board, const struct match *match)
{
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct seat_setup *setup = &match->setup.seat[seat];

		sum_cut(board->name[seat], sizeof(board->name[seat]), setup->name ? setup->name : "");
		board->sits[seat] = setup->kind != SEAT_FREE;
		board->person[seat] = setup->kind == SEAT_HUMAN;
	}
	board->over = match->over && board->turns == match->turn_count;
}

static void look_at_sums(struct lmc_board *board, const struct match *match)
{
	const struct turn *last = match_turn(match, board->turns);

	memset(board->sum, 0, sizeof(board->sum));
	if (board->turns == match->turn_count)
		memcpy(board->sum, match->sum, sizeof(board->sum));
	else if (last)
		memcpy(board->sum, last->sum, sizeof(board->sum));
	board->scored = match->scored && board->turns > 0;
}

static void lmc_position(void *state, const struct match *match, int turns)
{
	struct lmc_board *board = state;
	bool same;

	if (match->setup.game != board->nth) {
		clear(board);
		place_first(board, &match->setup);
	}
	same = match == board->match && match->branch == board->branch && turns == board->turns;
	if (same && match->revision == board->revision && !board->unfinished)
		return;
	board->match = match;
	board->revision = match->revision;
	board->branch = match->branch;
	board->turns = turns;
	look_at_seats(board, match);
	board->unfinished = checkpoints_seek(board->tallies, match, turns);
	/* What is past stays as it is.  */
	if (same && turns < match->turn_count)
		return;
	look_at_sums(board, match);
	lmc_find_rounds(board, match);
}

static const char *lmc_move(const void *state)
{
	const struct lmc_board *board = state;
	const struct symbols *game = lmc_game(board);

	return game ? symbols_name(game, board->cursor) : NULL;
}

static bool lmc_unfinished(const void *state)
{
	return ((const struct lmc_board *)state)->unfinished;
}

static const struct board_key keys[] = {
	{"arrows", "move the cursor over the symbols"},
	{"enter", "play the symbol at the cursor"},
	{"in [ ]", "play the symbol that has this key in its brackets"},
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
	.key = lmc_key,
	.hotkey = lmc_hotkey,
	.click = lmc_click,
	.move = lmc_move,
	.unfinished = lmc_unfinished,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
