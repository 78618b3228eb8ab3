/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* grid.h - what boards share that have squares: which squares are seen and where, and what keys and clicks
 * do to a cursor.
 *
 * Lines count from 0 at the top of the screen, columns from 0 at its left.  A board whose lowest row is the
 * first turns its rows round itself.  */
#ifndef RINGSIDE_UI_BOARDS_GRID_H
#define RINGSIDE_UI_BOARDS_GRID_H

#include "ringside/paint.h"

/* The squares that are seen, and where they are.  All 0: nothing was drawn yet.  */
struct grid {
	int line, column;   /* the first that are seen */
	int lines, columns; /* how many are seen */
	int y, x;           /* of the first, in the area that was drawn */
	int height, width;  /* of each, in cells */
	int rim;            /* columns behind the last ones that belong to them, too */
};

struct grid_size {
	int height, width; /* of a square, in cells */
};

/* The value, or the nearer one of both ends.  Where high < low and the value is above high: high.  */
static inline int within(int value, int low, int high)
{
	return value > high ? high : value < low ? low : value;
}

/* Takes so many rows off the top of an area, at most all.  */
struct area grid_take(struct area *area, int rows);

/* ---- which squares are seen, and where ---- */

/* The first of the sizes with which so many lines and columns fit into a room; the last where none does.  */
struct grid_size grid_size_for(const struct grid_size *sizes, int count, int lines, int columns,
			       struct area room);
/* As many of so many lines and columns as fit into a room in the size of the grid's squares.  */
void grid_fill(struct grid *grid, int lines, int columns, struct area room);
/* The first of `all` that is seen when `seen` are: `at` is in the middle, as far as that can be.  */
int grid_centred(int at, int seen, int all);
/* Likewise, but still `first`, if `at` and a few around it are seen then.  */
int grid_scrolled(int first, int at, int seen, int all);
bool grid_sees(const struct grid *grid, int line, int column);
/* The cells of a square that is seen; `area` is the one that is drawn.  */
struct area grid_cells(const struct grid *grid, struct area area, int line, int column);
/* How the label of a line or a column looks: that of the cursor's stands out, if there is a cursor.  */
enum role grid_label_role(bool cursor, int at, int cursor_at);

/* ---- a person ---- */

/* Sets of keys: the arrows, the arrows with Shift, and h j k l.  */
enum { GRID_ARROWS = 1, GRID_SHIFTED = 2, GRID_LETTERS = 4 };

/* Is this what Enter sends, with or without the terminal's keypad?  */
bool grid_is_enter(unsigned key, bool is_code);
/* Where a key of these sets goes; false: it is none of them, and nothing is set.  */
bool grid_way(unsigned sets, unsigned key, bool is_code, int *lines, int *columns);
/* As key() of struct board_view, with arrows and letters.  The square may be one off the board then.  */
int grid_key(unsigned key, bool is_code, int *line, int *column);
/* What a mouse button means, as click() of struct board_view: the first one plays, the next two point.  */
int grid_button(int button);
/* As click(), in the area that was drawn; 0: no square was hit, and nothing is set.  */
int grid_click(const struct grid *grid, int y, int x, int button, int *line, int *column);

#endif
