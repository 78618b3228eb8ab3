/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* picture.h - cells of a screen as SVG, for the pictures of the tests' terminal, and films of ncurses'
 * screen.  */
#ifndef RINGSIDE_UI_PICTURE_H
#define RINGSIDE_UI_PICTURE_H

#include "ringside/bytes.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

struct defs;

/* One of the 256 colours of terminals as 0xrrggbb.  */
int picture_rgb(int colour);
/* The beginning: a window of that many cells.  The caller adds "</svg>".  */
void picture_begin(struct bytes *svg, int cols, int rows);
/* Some cells of a row, the first one's corner at x, y.  Where the paper is `under` nothing is painted.  A
   character that is no line and no block becomes one of `defs` (NULL: it is drawn each time).  */
void picture_cells(struct bytes *svg, struct defs *defs, const struct picture_cell *cells, int count,
		   double x, double y, int under);

struct film_svg;

/* `framed`: in a window, as a terminal has it; else the cells alone, in the dark or light colours that the
   reader wants.  */
struct film_svg *film_svg_new(int rows, int columns, bool framed);
/* What ncurses shows now (stdscr) is seen from at_ns on; at_ns rises.  */
void film_svg_frame(struct film_svg *svg, int64_t at_ns);
/* The whole picture, which begins again after so many ns.  */
void film_svg_end(struct film_svg *svg, int64_t lasts_ns, struct bytes *to);
void film_svg_free(struct film_svg *svg);

#endif
