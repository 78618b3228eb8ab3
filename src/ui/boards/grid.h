/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* grid.h - what boards with squares share: which squares are visible and where, and how keys and clicks move
 * a cursor.
 *
 * Lines count from 0 at the top of the screen, columns from 0 at its left.  A board whose lowest row is the
 * first turns the rows round itself.  */
#ifndef RINGSIDE_UI_BOARDS_GRID_H
#define RINGSIDE_UI_BOARDS_GRID_H

#include "ringside/paint.h"

/* The visible squares.  All 0: nothing was drawn yet.  */
struct grid {
	int line, column;   /* the first visible ones */
	int lines, columns; /* how many are visible */
	int y, x;           /* of the first, in the drawn area */
	int height, width;  /* of each, in cells */
	int rim;            /* columns behind the last square that belong to it too */
};

struct grid_size {
	int height, width; /* of a square, in cells */
};

/* The value, limited to low..high.  If high < low: high for values above it, else low.  */
static inline int within(int value, int low, int high)
{
	return value > high ? high : value < low ? low : value;
}

/* Takes `rows` rows off the top of an area, at most all.  */
struct area grid_take(struct area *area, int rows);

/* ---- which squares are seen, and where ---- */

/* The first of the sizes with which all lines and columns fit into a room; the last if none does.  */
struct grid_size grid_size_for(const struct grid_size *sizes, int count, int lines, int columns,
			       struct area room);
/* Sets how many of the lines and columns fit into a room, with squares of the grid's size.  */
void grid_fill(struct grid *grid, int lines, int columns, struct area room);
/* The first of `all` lines or columns to show, of which `seen` are visible, with `at` as near to the middle
   as possible.  */
int grid_centred(int at, int seen, int all);
/* The same, but still `first` if `at` and a few around it are visible then.  */
int grid_scrolled(int first, int at, int seen, int all);
bool grid_sees(const struct grid *grid, int line, int column);
/* The cells of a visible square; `area` is the drawn one.  */
struct area grid_cells(const struct grid *grid, struct area area, int line, int column);
/* The role of a label of a line or column: the cursor's stands out, if there is a cursor.  */
enum role grid_label_role(bool cursor, int at, int cursor_at);

/* ---- a person ---- */

/* Sets of keys: the arrows, the arrows with Shift, and h j k l.  */
enum { GRID_ARROWS = 1, GRID_SHIFTED = 2, GRID_LETTERS = 4 };

/* Is this what Enter sends, with or without the terminal's keypad?  */
bool grid_is_enter(unsigned key, bool is_code);
/* The direction of a key of these sets; false: it is none of them, and nothing is set.  */
bool grid_way(unsigned sets, unsigned key, bool is_code, int *lines, int *columns);
/* As key() of struct board_view, for arrows and letters.  The new square may be one off the board.  */
int grid_key(unsigned key, bool is_code, int *line, int *column);
/* What a mouse button means, as click() of struct board_view: the first plays, the next two point.  */
int grid_button(int button);
/* As click(), in the drawn area.  0: no square was hit, and nothing is set.  */
int grid_click(const struct grid *grid, int y, int x, int button, int *line, int *column);

#endif
