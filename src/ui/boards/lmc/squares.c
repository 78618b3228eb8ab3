/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* squares.c - the board of tictactoe: the present one, and beside it the one that ended last.
 *
 * A free square shows its number, which is the symbol that plays it and its key.  A second mark on a taken
 * square loses the board; a cross behind the first mark shows that.  */
#include "board.h"
#include "ui/boards/sums.h"

enum { ACROSS = 3, SQUARE = 3, PITCH_X = SQUARE + 1, PITCH_Y = 2 };

static const enum role seat_roles[SEATS] = {ROLE_FAINT, ROLE_SEAT_1, ROLE_SEAT_2};

/* Draws the lines between the squares.  */
static void draw_grid(struct area area, int x)
{
	for (int y = 0; y < LMC_SQUARES_HEIGHT; y++)
		for (int at = 0; at < LMC_SQUARES_WIDTH; at++) {
			bool across = y % PITCH_Y == 1, down = at % PITCH_X == SQUARE;

			if (across && down)
				paint_text(area, y, x + at, ROLE_FAINT, "+");
			else if (across || down)
				paint_put(area, y, x + at, ROLE_FAINT,
					  across ? GLYPH_HORIZONTAL : GLYPH_VERTICAL);
		}
}

/* Brackets show the cursor without colours.  */
static void draw_square(struct area area, int y, int x, int square, int owner, bool is_cursor, bool is_hint)
{
	enum role role = is_cursor ? ROLE_BOARD_CURSOR : is_hint ? ROLE_BOARD_HINT : seat_roles[owner];

	paint_text(area, y, x, role, is_hint ? paint_glyph(GLYPH_HINT) : is_cursor ? "(" : " ");
	if (owner == SEAT_NONE)
		paint_format(area, y, x + 1, role, "%d", square + 1);
	else
		paint_text(area, y, x + 1, role, sum_mark(NULL, 0, owner));
	paint_text(area, y, x + 2, role, is_cursor ? ")" : " ");
}

void lmc_draw_squares(struct lmc_board *board, struct area area, struct area whole, bool cursor)
{
	const struct tally *tally = tallies_now(board->position.line);
	int next = LMC_SQUARES_WIDTH + LMC_SQUARES_GAP;

	draw_grid(area, 0);
	for (int i = 0; i < TALLY_SQUARES; i++) {
		int y = i / ACROSS * PITCH_Y, x = i % ACROSS * PITCH_X;

		draw_square(area, y, x, i, symbols_at(tally->game, i + 1), cursor && i == board->cursor,
			    board->hint == i);
		if (y < area.height && x + SQUARE <= area.width)
			board->spot[board->spot_count++] =
				(struct lmc_spot){i, area.y - whole.y + y, area.x - whole.x + x, SQUARE};
	}
	if (!tally->has_ended || area.width < next + LMC_SQUARES_WIDTH)
		return;
	draw_grid(area, next);
	for (int i = 0; i < TALLY_SQUARES; i++)
		if (tally->ended[i] != SEAT_NONE)
			paint_text(area, i / ACROSS * PITCH_Y, next + i % ACROSS * PITCH_X + 1,
				   seat_roles[tally->ended[i]], sum_mark(NULL, 0, tally->ended[i]));
	if (tally->lost != SYMBOL_NONE)
		paint_put(area, tally->lost / ACROSS * PITCH_Y, next + tally->lost % ACROSS * PITCH_X + 2,
			  ROLE_BAD, GLYPH_FORBIDDEN);
	if (area.height > LMC_SQUARES_HEIGHT)
		paint_text(area, LMC_SQUARES_HEIGHT, next, ROLE_FAINT, "the last");
}
