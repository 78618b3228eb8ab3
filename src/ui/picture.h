/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* picture.h - cells of a screen as SVG.
 *
 * Films (film_svg.c) and the pictures of the tests' terminal use it.  It knows no terminal.  */
#ifndef RINGSIDE_UI_PICTURE_H
#define RINGSIDE_UI_PICTURE_H

#include "ringside/bytes.h"
#include <stddef.h>

/* The size of a cell; where the first cell of a picture is; the terminal's own colours, 0xrrggbb.  */
enum {
	PICTURE_WIDTH = 9,
	PICTURE_HEIGHT = 18,
	PICTURE_LEFT = 12,
	PICTURE_TOP = 36,
	PICTURE_INK = 0xd8dbe2,
	PICTURE_PAPER = 0x14171c
};

struct picture_cell {
	char text[8];   /* UTF-8; " " if empty, "" for the right half of a wide character */
	int ink, paper; /* 0xrrggbb */
	bool bold, italic, underline;
};

struct svg_defs;

/* One of the 256 colours of terminals as 0xrrggbb.  */
int picture_rgb(int colour);
/* The beginning: a window of that many cells.  The caller adds "</svg>".  */
void picture_begin(struct bytes *svg, int cols, int rows);
/* The same without the window: the first cell is in the corner.  */
void picture_begin_bare(struct bytes *svg, int cols, int rows);
/* Rules of a style sheet: where readers want light colours, those of the terminal are changed.  */
void picture_add_light(struct bytes *svg);
/* Some cells of a row, the first one's corner at x, y.  Where the paper is `under` nothing is painted.  A
   character that is no line and no block becomes one of `defs` (NULL: it is drawn each time).  */
void picture_cells(struct bytes *svg, struct svg_defs *defs, const struct picture_cell *cells, int count,
		   double x, double y, int under);
/* Does it draw a line that goes on above or below, as the frames of panes do?  */
bool picture_joins(const struct picture_cell *cell);

/* What a picture draws more than once, each a child of <defs>.  */
struct svg_defs *svg_defs_new(void);
void svg_defs_free(struct svg_defs *defs);
/* The number of this SVG, which is defined if it is new.  */
int svg_defs_number(struct svg_defs *defs, const char *svg);
/* Adds a use of it with its corner at x, y.  */
void svg_defs_use(struct bytes *to, int number, double x, double y);
/* Adds the element <defs>.  */
void svg_defs_add(const struct svg_defs *defs, struct bytes *to);

#endif
