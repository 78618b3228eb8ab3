/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc2: the dialogue of each player with the game, the sums and their curves.
 *
 * A column a player; dialogue.c reads and draws it.  A person types what it says.  */
#include "board.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ui/boards/grid.h"
#include "ui/boards/lmc/tally.h"
#include "ui/boards/sums.h"
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, TALK_LEAST = 4, PLOT_LEAST = 4, PLOT_MOST = 12, PLOT_PART = 3 };

struct lmc2_board {
	struct checkpoints *tallies;
	bool unfinished; /* there are turns that are not counted yet */
	const struct match *match;
	unsigned revision;
	int nth, branch, turns; /* its number in a series; its branch, its turns that are shown */
	double sum[SEATS];
	bool scored;
};

static void *lmc2_new(const struct setup *setup)
{
	struct lmc2_board *board = bytes_new(sizeof(*board));

	board->tallies = tallies_new(NULL);
	board->nth = setup->game;
	return board;
}

static void lmc2_free(void *state)
{
	struct lmc2_board *board = state;

	checkpoints_free(board->tallies);
	free(board);
}

static void lmc2_position(void *state, const struct match *match, int turns)
{
	struct lmc2_board *board = state;
	const struct turn *last;

	if (match->setup.game != board->nth) {
		checkpoints_free(board->tallies);
		*board = (struct lmc2_board){.tallies = tallies_new(NULL), .nth = match->setup.game};
	}
	if (match == board->match && match->revision == board->revision && turns == board->turns &&
	    !board->unfinished)
		return;
	board->match = match;
	board->revision = match->revision;
	board->branch = match->branch;
	board->turns = turns;
	board->unfinished = checkpoints_seek(board->tallies, match, turns);
	last = turns < match->turn_count ? match_turn(match, turns) : NULL;
	memcpy(board->sum, turns == match->turn_count ? match->sum : (double[SEATS]){0}, sizeof(board->sum));
	if (last)
		memcpy(board->sum, last->sum, sizeof(board->sum));
	board->scored = match->scored && turns > 0;
}

static void draw_head(const struct lmc2_board *board, struct area *area)
{
	const struct tally *tally = tallies_now(board->tallies);
	struct area line = grid_take(area, 1);
	int x = paint_text(line, 0, 0, ROLE_TITLE, "LMC2 (reconstructed)");

	if (board->unfinished)
		paint_format(line, 0, x + GAP, ROLE_WARNING, "counted %d %%",
			     (int)(100.0 * checkpoints_turns(board->tallies) / board->turns));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct seat_setup *setup = &board->match->setup.seat[seat];
		struct sum_line sum = {.seat = seat,
				       .name = setup->name ? setup->name : "",
				       .scored = board->scored,
				       .sum = board->sum[seat]};

		if (setup->kind == SEAT_FREE)
			continue;
		if (tally->own[seat] && !board->unfinished)
			sum.mean = board->sum[seat] / tally->own[seat];
		sum_draw(grid_take(area, 1), 0, &sum);
	}
}

static void draw_plot(const struct lmc2_board *board, struct area area)
{
	const struct plot *plot = &tallies_now(board->tallies)->plot;
	char *caption = bytes_text("%d turn%s", board->turns, board->turns == 1 ? "" : "s");
	struct plot_sight sight = {.turns = board->turns, .caption = caption};

	memcpy(sight.sum, board->sum, sizeof(sight.sum));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		sight.seat[seat] = board->match->setup.seat[seat].kind != SEAT_FREE;
	/* While turns are counted the curve goes as far as they do.  */
	if (board->unfinished) {
		sight.turns = plot->turns;
		memcpy(sight.sum, plot->sample[plot->count - 1], sizeof(sight.sum));
	}
	plot_draw(plot, area, &sight);
	free(caption);
}

/* The columns of all who sit, beside each other.  */
static void draw_talk(const struct lmc2_board *board, struct area area, const struct view *view)
{
	int seats[SEATS], count = 0, x = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->match->setup.seat[seat].kind != SEAT_FREE)
			seats[count++] = seat;
	for (int i = 0; i < count; i++) {
		int end = area.width * (i + 1) / count, width = end - x - (i + 1 < count ? GAP : 0);

		if (width > 0)
			lmc2_draw_dialogue(view, (struct area){area.y, area.x + x, area.height, width},
					   seats[i]);
		x = end;
	}
}

static void lmc2_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct lmc2_board *board = state;
	int plot;

	(void)cursor;
	if (area.height < 1 || area.width < 1 || !board->match)
		return;
	paint_clear(area, ROLE_TEXT);
	draw_head(board, &area);
	plot = area.height / PLOT_PART < PLOT_LEAST ? PLOT_LEAST : area.height / PLOT_PART;
	if (plot > PLOT_MOST)
		plot = PLOT_MOST;
	if (area.height < TALK_LEAST + plot)
		plot = 0;
	draw_talk(board, grid_take(&area, area.height - plot), view);
	if (plot)
		draw_plot(board, area);
}

static void lmc2_wants(const void *board, int *height, int *width)
{
	(void)board;
	*height = 40;
	*width = 58;
}

/* Words are typed: there is nothing to point at.  */
static int lmc2_key(void *board, unsigned key, bool is_code)
{
	(void)board;
	return grid_is_enter(key, is_code) ? 3 : 0;
}

static const char *lmc2_expects(const void *board)
{
	(void)board;
	return "Enter, then your words with blanks between them";
}

static bool lmc2_unfinished(const void *board)
{
	return ((const struct lmc2_board *)board)->unfinished;
}

static const struct board_key keys[] = {
	{"enter", "type what the player says"},
	{0},
};

extern const struct board_view board_lmc2;
const struct board_view board_lmc2 = {
	.keys = keys,
	.new = lmc2_new,
	.free = lmc2_free,
	.position = lmc2_position,
	.draw = lmc2_draw,
	.wants = lmc2_wants,
	.key = lmc2_key,
	.expects = lmc2_expects,
	.unfinished = lmc2_unfinished,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
