/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* window.c - how large the squares of gomoku's board are, and which of them can be seen.
 *
 * Squares grow with the room: one, two or three rows high, twice as wide.  The smallest take two columns, a
 * gap and a stone, and one more gap stands behind the last.  The gaps are where the brackets of the last move
 * and of the cursor go, so that both can be seen without colours.  Larger ones show the whole board, with
 * labels on at least three sides.
 *
 * Row 1 is the lowest, or the uppermost if the view says so.  A board that does not fit is seen through a
 * window that moves as little as possible to keep the square of interest inside: the last move, or the cursor
 * once it was moved.  */
#include "board.h"

#include "systems/gomocup/rules.h"

/* Columns from square to square of the smallest: one gap, or room for three digits if the whole board has
   it.  */
enum { PITCH = 2, NUMBERS_PITCH = 4 };

/* The sizes of squares, the best first.  */
static const struct grid_size sizes[] = {{3, 6}, {2, NUMBERS_PITCH}, {1, PITCH}};
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static int least(int a, int b)
{
	return a < b ? a : b;
}

int gomoku_board_line(const struct gomoku_board *board, int y)
{
	return board->window.top ? y : board->at->game.height - 1 - y;
}

/* Columns from the 27th on have two letters, one above the other, so they stay two columns wide.  */
int gomoku_label_lines(const struct gomoku *game)
{
	return game->width > 26 ? 2 : 1;
}

static int label_columns(const struct gomoku *game)
{
	return game->height > 9 ? 2 : 1;
}

/* Squares of two rows are a row of lines and the row of the stone: nothing stands above the first.  */
static int rows_cut(struct grid_size size)
{
	return size.height == 2;
}

/* The size of the whole board with squares of that size, and labels on three sides.  */
static struct area board_in(const struct gomoku *game, struct grid_size size)
{
	return (struct area){.height = game->height * size.height - rows_cut(size) +
				       2 * gomoku_label_lines(game),
			     .width = label_columns(game) + 1 + size.width * game->width + 1};
}

/* The best size with which the whole board fits; the smallest if none does.  */
static struct grid_size size_in(const struct gomoku *game, struct area room)
{
	int i = 0;

	for (; i < SIZES - 1; i++) {
		struct area board = board_in(game, sizes[i]);

		if (board.height <= room.height && board.width <= room.width)
			break;
	}
	return sizes[i];
}

/* How many columns of squares fit into a width.  */
static int columns_in(const struct gomoku *game, int width)
{
	return within((width - 1) / PITCH, 0, game->width);
}

static int pitch_in(const struct gomoku *game, int width, bool numbers)
{
	return numbers && width > NUMBERS_PITCH * game->width ? NUMBERS_PITCH : PITCH;
}

/* Which lines and columns are seen.  */
static void scroll(const struct gomoku_board *board, struct grid *grid, bool is_first)
{
	int line = gomoku_board_line(board, board->interest.y);

	grid->line = grid_scrolled(is_first ? line - grid->lines / 2 : grid->line, line, grid->lines,
				   board->at->game.height);
	grid->column = grid_scrolled(is_first ? board->interest.x - grid->columns / 2 : grid->column,
				     board->interest.x, grid->columns, board->at->game.width);
}

struct board_window gomoku_window_in(const struct gomoku_board *board, struct area area, bool numbers)
{
	const struct gomoku *game = &board->at->game;
	struct board_window window = board->window;
	struct grid *grid = &window.grid;
	bool is_first = !grid->lines || !grid->columns;
	int labels = gomoku_label_lines(game), width;
	struct grid_size size = size_in(game, area);

	window.cut = rows_cut(size);
	window.above = area.height > labels;
	grid->height = size.height;
	grid->rim = 1;
	grid->lines = size.height > 1 ? game->height
				      : least(game->height, area.height - (window.above ? labels : 0));
	window.below = area.height >= board_in(game, size).height;
	window.label_columns = area.width >= label_columns(game) + 3 ? label_columns(game) : 0;
	grid->columns = columns_in(game, area.width - window.label_columns);
	window.pad = window.label_columns &&
		     columns_in(game, area.width - window.label_columns - 1) == grid->columns;
	grid->width = size.height > 1
			      ? size.width
			      : pitch_in(game, area.width - window.label_columns - window.pad, numbers);
	width = window.label_columns + window.pad + grid->width * grid->columns + grid->rim;
	window.right =
		window.pad && grid->columns == game->width && area.width > width + window.label_columns;
	if (window.right)
		width += 1 + window.label_columns;
	grid->y = (window.above ? labels : 0) - window.cut;
	grid->x = window.label_columns + window.pad +
		  (grid->columns == game->width ? (area.width - width) / 2 : 0);
	scroll(board, grid, is_first);
	return window;
}

bool gomoku_board_sees(const struct gomoku_board *board, struct square square)
{
	return grid_sees(&board->window.grid, gomoku_board_line(board, square.y), square.x);
}

int gomoku_board_click(void *state, int y, int x, int button)
{
	struct gomoku_board *board = state;
	int meaning = 0;

	if (y >= board->window.grid.y + board->window.cut)
		meaning = grid_click(&board->window.grid, y, x, button, &y, &x);
	if (meaning)
		gomoku_board_point(board, x, gomoku_board_line(board, y));
	return meaning;
}

void gomoku_board_wants(const void *state, int *height, int *width)
{
	struct area board = board_in(&((const struct gomoku_board *)state)->at->game, sizes[SIZES - 1]);

	*height = board.height;
	*width = board.width;
}

void gomoku_board_grows(const void *state, struct area room, int *height, int *width)
{
	const struct gomoku *game = &((const struct gomoku_board *)state)->at->game;
	struct area board = board_in(game, size_in(game, room));

	*height = board.height;
	*width = board.width;
}
