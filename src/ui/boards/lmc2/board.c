/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of lmc2: the dialogue of each player with the game, the sums and their curves.
 *
 * Each player has a column; dialogue.c reads and draws it.  A person types what to say.  */
#include "board.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "systems/lmc2/players.h"
#include "ui/boards/grid.h"
#include "ui/boards/lmc/tally.h"
#include "ui/boards/sums.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2, TALK_LEAST = 4, PLOT_LEAST = 4, PLOT_MOST = 12, PLOT_PART = 3 };

struct lmc2_board {
	struct position position; /* its states are tallies */
	double sum[SEATS];
	bool scored;
};

static void begin(struct lmc2_board *board, const struct setup *setup)
{
	position_begin(&board->position, setup, tallies_new(NULL));
}

static void *lmc2_new(const struct setup *setup)
{
	struct lmc2_board *board = bytes_new(sizeof(*board));

	begin(board, setup);
	return board;
}

static void lmc2_free(void *state)
{
	struct lmc2_board *board = state;

	position_end(&board->position);
	free(board);
}

static void lmc2_position(void *state, const struct match *match, int turns)
{
	struct lmc2_board *board = state;

	if (position_is_over(&board->position, match)) {
		position_end(&board->position);
		begin(board, &match->setup);
	}
	if (position_seek(&board->position, match, turns))
		board->scored = sum_after(match, turns, board->sum);
}

static void draw_head(const struct lmc2_board *board, struct area *area)
{
	const struct tally *tally = tallies_now(board->position.line);
	struct area line = grid_take(area, 1);
	int x = paint_text(line, 0, 0, ROLE_TITLE, "LMC2 (reconstructed)");

	if (board->position.unfinished)
		paint_format(line, 0, x + GAP, ROLE_WARNING, "counted %d %%",
			     position_percent(&board->position));
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		const struct seat_setup *setup = &board->position.match->setup.seat[seat];
		struct sum_line sum = {.seat = seat,
				       .name = setup->name ? setup->name : "",
				       .scored = board->scored,
				       .sum = board->sum[seat],
				       .mean = (double)NAN,
				       .more = lmc2_player_on(&board->position.match->setup, seat) == seat
						       ? NULL
					       : seat == SEAT_1 ? "player 2"
								: "player 1"};

		if (setup->kind == SEAT_FREE)
			continue;
		if (tally->own[seat] && !board->position.unfinished)
			sum.mean = board->sum[seat] / tally->own[seat];
		sum_draw(grid_take(area, 1), 0, &sum);
	}
}

static void draw_plot(const struct lmc2_board *board, struct area area)
{
	bool seats[SEATS];

	for (int seat = 0; seat < SEATS; seat++)
		seats[seat] = board->position.match->setup.seat[seat].kind != SEAT_FREE;
	tally_draw_plot(&board->position, area, board->sum, seats, board->position.turns, "turn");
}

/* Draws the columns of all players side by side.  */
static void draw_talk(const struct lmc2_board *board, struct area area, const struct view *view)
{
	int seats[SEATS], count = 0, x = 0;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (board->position.match->setup.seat[seat].kind != SEAT_FREE)
			seats[count++] = seat;
	for (int i = 0; i < count; i++) {
		int end = area.width * (i + 1) / count, width = end - x - (i + 1 < count ? GAP : 0);

		if (width > 0)
			lmc2_draw_dialogue(view, board->position.match,
					   (struct area){area.y, area.x + x, area.height, width}, seats[i],
					   board->position.match->setup.seat[seats[i]].kind == SEAT_HUMAN
						   ? view->hint
						   : NULL);
		x = end;
	}
}

static void lmc2_draw(void *state, struct area area, const struct view *view, bool cursor)
{
	struct lmc2_board *board = state;
	int plot;

	(void)cursor;
	if (area.height < 1 || area.width < 1 || !board->position.match)
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

static void lmc2_picture(const void *board, int *height, int *width)
{
	(void)board;
	*height = 24;
	*width = 48;
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
	return "press Enter, then type your words with blanks between them";
}

static const struct board_key keys[] = {
	{"enter", "type what the player says", true},
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
	.picture = lmc2_picture,
	.key = lmc2_key,
	.expects = lmc2_expects,
	.unfinished = position_unfinished,
	.words = sum_words,
	.mark = sum_mark,
	.score = sum_score,
};
