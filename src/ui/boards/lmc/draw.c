/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* draw.c - the view of lmc on the screen: the sums, the symbols to play, the last rounds, the curve of the
 * sums, and how often each symbol was played.
 *
 * In a narrow area they stand below each other; in a wide one the curve and the counts stand beside the
 * rest.  If there is little room the counts are left out first, then the curve.  */
#include "board.h"
#include "ui/boards/grid.h"
#include "ui/boards/sums.h"

#include "ringside/bytes.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WIDE = 84,      /* wide enough for two columns of parts */
	LEFT_MOST = 52, /* columns of the left one */
	GAP = 2,
	SPACIOUS = 20, /* rows that are enough for gaps */
	ROUNDS_LEAST = 4,
	PLOT_LEAST = 4,
	PLOT_MOST = 14,
	COUNTS_LEAST = 3,
	COUNTS_MOST = 16
};

/* ---- the head ---- */

static const char *unit(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	return game && symbols_is_simultaneous(game) ? "round" : "move";
}

static int rounds_of(const struct lmc_board *board)
{
	return board->position.turns / board->at_once;
}

/* A sum that chance alone could have brought is a draw.  Drawn at the right end of the title.  */
static void draw_margin(const struct lmc_board *board, struct area area, int x)
{
	double mean, margin;
	char *text, of[32] = "";
	bool draw;
	int width;

	if (!board->scored || !symbols_chance(lmc_game(board), &mean, &margin))
		return;
	if (fabs(mean) >= 0.05)
		snprintf(of, sizeof(of), " of %+.1f", mean);
	draw = fabs(board->sum[SEAT_1] - mean) <= margin;
	text = bytes_text(draw ? "within %.1f%s: a draw" : "beyond %.1f%s: no draw", margin, of);
	width = paint_width(text);
	if (x + GAP + width <= area.width)
		paint_text(area, 0, area.width - width, draw ? ROLE_FAINT : ROLE_STRONG, text);
	free(text);
}

/* Draws which game it is, how far it is, and what a person has to look at.  */
static void draw_title(const struct lmc_board *board, struct area area)
{
	const struct symbols *game = lmc_game(board);
	int x, cue = SYMBOL_NONE;

	if (!game) {
		paint_bytes(area, 0, 0, ROLE_ALARM, board->problem, strlen(board->problem));
		return;
	}
	x = paint_format(area, 0, 0, ROLE_TITLE, "%s", symbols_title(game));
	x = paint_format(area, 0, x + GAP, ROLE_TEXT, "%s %d of %" PRId64, unit(board), rounds_of(board),
			 board->planned);
	if (board->position.unfinished) {
		paint_format(area, 0, x + GAP, ROLE_WARNING, "counted %d %%",
			     position_percent(&board->position));
		return;
	}
	for (int seat = SEAT_1; seat < SEATS && cue == SYMBOL_NONE; seat++)
		cue = board->sits[seat] ? symbols_cue(game, seat) : SYMBOL_NONE;
	if (cue != SYMBOL_NONE)
		x = paint_format(area, 0, x + GAP, ROLE_CHANNEL_INPUT, "input %s", symbols_name(game, cue));
	draw_margin(board, area, x);
}

static void draw_seat(const struct lmc_board *board, struct area area, int y, int seat)
{
	const struct symbols *game = lmc_game(board);
	int rounds = rounds_of(board);
	struct sum_line line = {
		.seat = seat,
		.name = board->name[seat],
		.scored = board->scored,
		.sum = board->sum[seat],
		.mean = rounds ? board->sum[seat] / rounds : (double)NAN,
		.more = game && !board->position.unfinished ? symbols_role(game, seat) : NULL,
	};

	sum_draw(area, y, &line);
}

static void draw_head(const struct lmc_board *board, struct area *area)
{
	draw_title(board, grid_take(area, 1));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->sits[seat])
			draw_seat(board, grid_take(area, 1), 0, seat);
}

/* ---- the rest ---- */

static void draw_plot(const struct lmc_board *board, struct area area)
{
	tally_draw_plot(&board->position, area, board->sum, board->sits, rounds_of(board), unit(board));
}

/* Draws the symbols to choose from, for a person who plays, or who may replace an agent's move.  */
static void draw_choice(struct lmc_board *board, struct area *area, struct area whole, bool cursor)
{
	const struct symbols *game = lmc_game(board);
	bool plays = (board->person[SEAT_1] || board->person[SEAT_2]) && !board->over;

	board->spot_count = 0;
	if (!game || symbols_has_board(game) || (!plays && !cursor))
		return;
	lmc_draw_choice(board, grid_take(area, lmc_choice_height(board, area->width)), whole, cursor);
	if (area->height >= SPACIOUS)
		grid_take(area, 1);
}

/* Draws the last rounds, and in tictactoe its board before them.  */
static void draw_rounds(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	const struct symbols *game = lmc_game(board);
	int squares = 2 * LMC_SQUARES_WIDTH + LMC_SQUARES_GAP + GAP;

	if (game && symbols_has_board(game)) {
		if (area.width < squares + lmc_rounds_width(board))
			squares = LMC_SQUARES_WIDTH + GAP;
		lmc_draw_squares(board,
				 (struct area){area.y, area.x, area.height,
					       squares < area.width ? squares - GAP : area.width},
				 whole, cursor);
		area.x += squares < area.width ? squares : area.width;
		area.width -= squares < area.width ? squares : area.width;
	}
	lmc_draw_rounds(board, area);
}

/* Rows that the rounds, or the board of tictactoe, need.  */
static int rounds_least(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	return game && symbols_has_board(game) ? LMC_SQUARES_HEIGHT : ROUNDS_LEAST;
}

static int counts_rows(const struct lmc_board *board, int room)
{
	int rows = lmc_counts_height(board);

	if (rows > COUNTS_MOST)
		rows = COUNTS_MOST;
	if (rows > room)
		rows = room;
	return rows < COUNTS_LEAST ? 0 : rows;
}

/* Draws the curve, and the counts below it.  */
static void draw_right(const struct lmc_board *board, struct area area)
{
	int counts = counts_rows(board, area.height - 1 - PLOT_LEAST);

	draw_plot(board, grid_take(&area, area.height - (counts ? counts + 1 : 0)));
	grid_take(&area, 1);
	if (counts)
		lmc_draw_counts(board, area);
}

static void draw_below(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	int least = rounds_least(board), room = area.height, plot = 0, gap = room >= SPACIOUS, counts;

	counts = counts_rows(board, room - least - PLOT_LEAST - gap);
	if (counts)
		room -= counts + gap;
	if (room >= least + PLOT_LEAST)
		plot = (room - least) / 2 > PLOT_LEAST ? (room - least) / 2 : PLOT_LEAST;
	if (plot > PLOT_MOST)
		plot = PLOT_MOST;
	draw_rounds(board, grid_take(&area, room - plot), whole, cursor);
	if (plot)
		draw_plot(board, grid_take(&area, plot));
	if (counts) {
		grid_take(&area, gap);
		lmc_draw_counts(board, area);
	}
}

void lmc_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct lmc_board *board = state;
	struct area whole = area, right = area;

	board->hint = lmc_game(board) && view->hint
			      ? symbols_find(lmc_game(board), view->hint, strlen(view->hint))
			      : SYMBOL_NONE;
	board->spot_count = 0;
	if (area.height < 1 || area.width < 1)
		return;
	paint_clear(area, ROLE_TEXT);
	if (area.width >= WIDE) {
		area.width = area.width / 2 < LEFT_MOST ? area.width / 2 : LEFT_MOST;
		right.x += area.width + GAP;
		right.width -= area.width + GAP;
		draw_right(board, right);
		draw_head(board, &area);
		draw_choice(board, &area, whole, cursor);
		draw_rounds(board, area, whole, cursor);
	} else {
		draw_head(board, &area);
		draw_choice(board, &area, whole, cursor);
		draw_below(board, area, whole, cursor);
	}
}

void lmc_wants(const void *state, int *height, int *width)
{
	(void)state;
	*height = 40;
	*width = 58;
}

void lmc_picture(const void *state, int *height, int *width)
{
	(void)state;
	*height = 24;
	*width = 48;
}
