/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* film_svg.c - the animated picture of a film.
 *
 * The screen's rows are cut into pieces at the frames of panes.  Each piece that ever looked different is
 * drawn once, in <defs>, so that lines that scroll cost a reference each.  A frame is a group of the pieces
 * that have changed; it covers those before and stays until the film begins again.  So a viewer without
 * animation shows the end.  */
#include "film_svg.h"

#include "picture.h"
#include "ringside/setup.h"

#include <curses.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { PIECE_LEAST = 12 /* cells */ };

struct film_svg {
	int rows, columns, frames;
	bool framed;
	struct picture_cell *cells, *before; /* the screen of this frame and of the last one */
	struct svg_defs *defs;
	struct bytes groups, times;
};

/* ---- cells ---- */

static int rgb(int colour, int standard)
{
	return colour < 0 || colour > 255 ? standard : picture_rgb(colour);
}

/* Puts the UTF-8 of the characters into the cell, as far as they fit.  */
static void put_text(char text[8], const wchar_t *wide)
{
	size_t size = 0;

	for (; *wide; wide++) {
		char bytes[MB_LEN_MAX];
		int length = wctomb(bytes, *wide);

		if (length < 1 || size + (size_t)length >= 8)
			break;
		memcpy(text + size, bytes, (size_t)length);
		size += (size_t)length;
	}
	text[size] = '\0';
}

/* Reads the cell at a place; returns how many columns it takes.  */
static int read_cell(int y, int x, struct picture_cell *to)
{
	wchar_t wide[CCHARW_MAX + 1] = {0};
	int pair = 0, ink = -1, paper = -1, width;
	short few;
	attr_t attributes;
	cchar_t cell;

	memset(to, 0, sizeof(*to)); /* cells are compared byte by byte */
	mvwin_wch(stdscr, y, x, &cell);
	getcchar(&cell, wide, &attributes, &few, &pair);
	if (pair)
		extended_pair_content(pair, &ink, &paper);
	ink = rgb(ink, PICTURE_INK);
	paper = rgb(paper, PICTURE_PAPER);
	to->ink = attributes & A_REVERSE ? paper : ink;
	to->paper = attributes & A_REVERSE ? ink : paper;
	to->bold = attributes & A_BOLD;
	to->italic = attributes & A_ITALIC;
	to->underline = attributes & A_UNDERLINE;
	if (!wide[0])
		wide[0] = L' ';
	put_text(to->text, wide);
	width = wcwidth(wide[0]);
	return width == 2 ? 2 : 1;
}

static void read_row(struct film_svg *svg, int y)
{
	struct picture_cell *row = svg->cells + (ptrdiff_t)y * svg->columns;

	for (int x = 0, width; x < svg->columns; x += width) {
		width = read_cell(y, x, &row[x]);
		if (width == 2 && x + 1 < svg->columns) {
			row[x + 1] = row[x];
			row[x + 1].text[0] = '\0';
		}
	}
}

/* ---- pieces ---- */

/* Adds a piece of a row.  */
static void add_piece(struct film_svg *svg, int y, int x, int end)
{
	const struct picture_cell *cells = svg->cells + (ptrdiff_t)y * svg->columns + x;
	int paper = cells[end - x - 1].paper;
	struct bytes drawn = {0};

	bytes_addf(&drawn, "<path fill=\"#%06x\" d=\"M0 0h%dv%dH0z\"/>", (unsigned)paper,
		   (end - x) * PICTURE_WIDTH, PICTURE_HEIGHT);
	picture_cells(&drawn, svg->defs, cells, end - x, 0, 0, paper);
	svg_defs_use(&svg->groups, svg_defs_number(svg->defs, drawn.at), x * PICTURE_WIDTH,
		     y * PICTURE_HEIGHT);
	bytes_free(&drawn);
}

/* The column after the piece that begins at x.  */
static int piece_end(const struct film_svg *svg, const struct picture_cell *row, int x)
{
	int end = x + 1;

	while (end < svg->columns &&
	       (end - x < PIECE_LEAST || !row[end].text[0] || !picture_joins(&row[end])))
		end++;
	return end;
}

/* Adds what has changed in the piece from x to `end`: a small part alone, else the whole piece, which may
   have been drawn before.  */
static void add_change(struct film_svg *svg, int y, int x, int end)
{
	const struct picture_cell *row = svg->cells + (ptrdiff_t)y * svg->columns,
				  *before = svg->before + (ptrdiff_t)y * svg->columns;
	int first = x, last = end;

	while (first < end && memcmp(&row[first], &before[first], sizeof(*row)) == 0)
		first++;
	if (first == end)
		return;
	while (memcmp(&row[last - 1], &before[last - 1], sizeof(*row)) == 0)
		last--;
	while (first > x && !row[first].text[0])
		first--;
	while (last < end && !row[last].text[0])
		last++;
	if ((last - first) * 3 <= end - x)
		add_piece(svg, y, first, last);
	else
		add_piece(svg, y, x, end);
}

static void add_row(struct film_svg *svg, int y)
{
	const struct picture_cell *row = svg->cells + (ptrdiff_t)y * svg->columns;

	for (int x = 0, end; x < svg->columns; x = end) {
		end = piece_end(svg, row, x);
		add_change(svg, y, x, end);
	}
}

/* ---- the film ---- */

struct film_svg *film_svg_new(int rows, int columns, bool framed)
{
	struct film_svg *svg = bytes_new(sizeof(*svg));
	size_t size = (size_t)rows * (size_t)columns * sizeof(*svg->cells);

	svg->rows = rows;
	svg->columns = columns;
	svg->framed = framed;
	svg->defs = svg_defs_new();
	svg->cells = bytes_new(size);
	svg->before = bytes_new(size);
	return svg;
}

void film_svg_frame(struct film_svg *svg, int64_t at_ns)
{
	struct picture_cell *cells = svg->before;

	for (int y = 0; y < svg->rows; y++)
		read_row(svg, y);
	if (svg->frames == 0)
		bytes_add_text(&svg->groups, "<g>");
	else
		bytes_addf(&svg->groups, "<g class=\"f\" id=\"f%d\">", svg->frames);
	for (int y = 0; y < svg->rows; y++)
		add_row(svg, y);
	bytes_add_text(&svg->groups, "</g>\n");
	bytes_add(&svg->times, &at_ns, sizeof(at_ns));
	svg->frames++;
	svg->before = svg->cells;
	svg->cells = cells;
}

void film_svg_end(struct film_svg *svg, int64_t lasts_ns, struct bytes *to)
{
	if (svg->framed)
		picture_begin(to, svg->columns, svg->rows);
	else
		picture_begin_bare(to, svg->columns, svg->rows);
	if (svg->framed) {
		bytes_add_text(to, "<style>path:first-child{shape-rendering:crispEdges}\n");
	} else { /* such a picture is shown in any size, and rows shall meet in all of them */
		bytes_add_text(to, "<style>path{shape-rendering:crispEdges}\n");
		picture_add_light(to);
	}
	if (svg->frames > 1)
		bytes_addf(to,
			   ".f{animation:%.3fs step-end infinite}\n"
			   "@media(prefers-reduced-motion:reduce){.f{animation:none}}\n",
			   (double)lasts_ns / NS_PER_S);
	for (int i = 1; i < svg->frames; i++) {
		int64_t at_ns;

		memcpy(&at_ns, svg->times.at + (size_t)i * sizeof(at_ns), sizeof(at_ns));
		bytes_addf(to,
			   "#f%d{animation-name:f%d}@keyframes f%d{0%%{visibility:hidden}"
			   "%.4f%%,to{visibility:visible}}\n",
			   i, i, i, 100.0 * (double)at_ns / (double)lasts_ns);
	}
	bytes_add_text(to, "</style>\n");
	svg_defs_add(svg->defs, to);
	if (svg->framed)
		bytes_addf(to, "<g transform=\"translate(%d %d)\">\n", PICTURE_LEFT, PICTURE_TOP);
	else
		bytes_add_text(to, "<g>\n");
	bytes_addf(to, "%s</g>\n</svg>\n", svg->groups.at);
}

void film_svg_free(struct film_svg *svg)
{
	if (!svg)
		return;
	svg_defs_free(svg->defs);
	free(svg->cells);
	free(svg->before);
	bytes_free(&svg->groups);
	bytes_free(&svg->times);
	free(svg);
}
