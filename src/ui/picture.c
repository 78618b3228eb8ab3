/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* picture.c - cells of a screen as SVG, and films of a screen as animated SVG.
 *
 * A cell is 9 by 18 units, and the font's size is chosen so that DejaVu Sans Mono advances by 9.  Lines,
 * blocks and Braille are drawn as shapes that fill their cells, because no font's glyphs meet at every cell
 * height.  Shapes of one colour that follow each other are one path.  Any other non-ASCII character is a
 * separate text in the middle of its cells, because fallback fonts have other advances.
 *
 * In a film the screen's rows are cut into pieces at the frames of panes.  Each piece that ever looked
 * different is drawn once, in <defs>, so that lines that scroll cost a reference each.  A frame is a group of
 * the pieces that have changed; it covers those before and stays until the film begins again.  So a viewer
 * without animation shows the end.  */
#include "picture.h"
#include "ringside/setup.h"
#include "ringside/words.h"

#include <curses.h>

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct def {
	char *svg; /* NULL: none; owned */
	int number;
};

struct defs {
	struct def *table; /* by hash; at least half of it is free */
	size_t room;       /* a power of two */
	int count;
	struct bytes text; /* the elements, in the order of their numbers */
};

static size_t hash_of(const char *text)
{
	uint64_t hash = 14695981039346656037u; /* FNV-1a */

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211u;
	return (size_t)(hash ^ hash >> 32);
}

/* Where it is, or would be.  */
static struct def *place_of(struct defs *defs, const char *svg)
{
	size_t at = hash_of(svg) & (defs->room - 1);

	while (defs->table[at].svg && strcmp(defs->table[at].svg, svg) != 0)
		at = (at + 1) & (defs->room - 1);
	return &defs->table[at];
}

static void make_room(struct defs *defs)
{
	struct def *before = defs->table;
	size_t room = defs->room;

	if ((size_t)defs->count * 2 < room)
		return;
	defs->room = room ? room * 2 : 1024;
	defs->table = bytes_new(defs->room * sizeof(*defs->table));
	for (size_t i = 0; i < room; i++)
		if (before[i].svg)
			*place_of(defs, before[i].svg) = before[i];
	free(before);
}

static void defs_free(struct defs *defs)
{
	for (size_t i = 0; i < defs->room; i++)
		free(defs->table[i].svg);
	free(defs->table);
	bytes_free(&defs->text);
	free(defs);
}

/* The number of this SVG, which is defined if it is new.  */
static int def_number(struct defs *defs, const char *svg)
{
	struct def *def;

	make_room(defs);
	def = place_of(defs, svg);
	if (!def->svg) {
		def->svg = bytes_text("%s", svg);
		def->number = defs->count++;
		bytes_addf(&defs->text, "<g id=\"p%d\">%s</g>\n", def->number, svg);
	}
	return def->number;
}

/* Adds a use of it with its corner at x, y.  */
static void use_def(struct bytes *to, int number, double x, double y)
{
	bytes_addf(to, "<use href=\"#p%d\"", number);
	if (x != 0)
		bytes_addf(to, " x=\"%g\"", x);
	if (y != 0)
		bytes_addf(to, " y=\"%g\"", y);
	bytes_add_text(to, "/>");
}

enum {
	CELL_WIDTH = PICTURE_WIDTH,
	CELL_HEIGHT = PICTURE_HEIGHT,
	BASELINE = 14, /* below the top of a cell */
	PADDING = PICTURE_LEFT,
	BAR = PICTURE_TOP - PADDING, /* the window's title bar */
};

/* The shapes of one colour.  */
struct stroke {
	int colour;
	struct bytes path;
	double x, y, width, height; /* the last rectangle, which may grow; width 0: none */
};

enum { STROKES = 16 };

/* Collects shapes, which do not overlap.  */
struct pen {
	struct bytes *svg;
	struct stroke strokes[STROKES];
	int count;
};

int picture_rgb(int colour)
{
	static const int PALETTE[16] = {0x23272e, 0xe06c75, 0x8ccf7e, 0xe5c76b, 0x67b0e8, 0xc47fd5,
					0x6cbfbf, 0xc8ccd4, 0x5c6370, 0xff8b92, 0xa8e59b, 0xf4dc8f,
					0x8fcaf9, 0xdda1ec, 0x92dcdc, 0xffffff};
	static const int LEVEL[6] = {0, 95, 135, 175, 215, 255};
	int cube = colour - 16;

	if (colour < 16)
		return PALETTE[colour];
	if (colour >= 232)
		return (8 + 10 * (colour - 232)) * 0x010101;
	return LEVEL[cube / 36] << 16 | LEVEL[cube / 6 % 6] << 8 | LEVEL[cube % 6];
}

static unsigned code_point(const char *text)
{
	uint32_t code = 0;

	words_character(text, strlen(text), &code);
	return code;
}

/* No byte of others is markup or a control character here.  */
static void add_escaped(struct bytes *svg, const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			bytes_add_text(svg, "?");
		else
			words_add_markup(svg, text, 1, "&<>");
}

/* ---- the pen ---- */

static void add_last_rect(struct stroke *stroke)
{
	if (stroke->width > 0)
		bytes_addf(&stroke->path, "M%g %gh%gv%gh-%gz", stroke->x, stroke->y, stroke->width,
			   stroke->height, stroke->width);
	stroke->width = 0;
}

/* Adds all that was collected.  */
static void lift(struct pen *pen)
{
	for (int i = 0; i < pen->count; i++) {
		struct stroke *stroke = &pen->strokes[i];

		add_last_rect(stroke);
		bytes_addf(pen->svg, "<path fill=\"#%06x\" d=\"%s\"/>", (unsigned)stroke->colour,
			   stroke->path.at);
		bytes_free(&stroke->path);
	}
	pen->count = 0;
}

static struct stroke *stroke_of(struct pen *pen, int colour)
{
	for (int i = 0; i < pen->count; i++)
		if (pen->strokes[i].colour == colour)
			return &pen->strokes[i];
	if (pen->count == STROKES)
		lift(pen);
	pen->strokes[pen->count] = (struct stroke){.colour = colour};
	return &pen->strokes[pen->count++];
}

static void add_rect(struct pen *pen, double x, double y, double width, double height, int colour)
{
	struct stroke *stroke = stroke_of(pen, colour);

	if (stroke->width > 0 && stroke->y == y && stroke->height == height &&
	    stroke->x + stroke->width == x) {
		stroke->width += width;
		return;
	}
	if (stroke->width > 0 && stroke->x == x && stroke->width == width &&
	    stroke->y + stroke->height == y) {
		stroke->height += height;
		return;
	}
	add_last_rect(stroke);
	stroke->x = x;
	stroke->y = y;
	stroke->width = width;
	stroke->height = height;
}

/* ---- lines ---- */

/* The arms of U+2500 to U+257F, up, right, down, left: 0 none, 1 light, 2 heavy, 3 double.  Dashes are drawn
   whole, and diagonals (four zeroes) left to the font.  */
static const char ARMS[128][5] = {
	"0101", "0202", "1010", "2020", "0101", "0202", "1010", "2020", "0101", "0202", "1010", "2020",
	"0110", "0210", "0120", "0220", "0011", "0012", "0021", "0022", "1100", "1200", "2100", "2200",
	"1001", "1002", "2001", "2002", "1110", "1210", "2110", "1120", "2120", "2210", "1220", "2220",
	"1011", "1012", "2011", "1021", "2021", "2012", "1022", "2022", "0111", "0112", "0211", "0212",
	"0121", "0122", "0221", "0222", "1101", "1102", "1201", "1202", "2101", "2102", "2201", "2202",
	"1111", "1112", "1211", "1212", "2111", "1121", "2121", "2112", "2211", "1122", "1221", "2212",
	"1222", "2122", "2221", "2222", "0101", "0202", "1010", "2020", "0303", "3030", "0310", "0130",
	"0330", "0013", "0031", "0033", "1300", "3100", "3300", "1003", "3001", "3003", "1310", "3130",
	"3330", "1013", "3031", "3033", "0313", "0131", "0333", "1303", "3101", "3303", "1313", "3131",
	"3333", "0110", "0011", "1001", "1100", "0000", "0000", "0000", "0001", "1000", "0100", "0010",
	"0002", "2000", "0200", "0020", "0201", "1020", "0102", "2010",
};

/* A rounded corner, one unit thick: a quarter of a circle between two straight ends.  */
static void add_corner(struct pen *pen, unsigned code, double x, double y, int colour)
{
	double middle = x + CELL_WIDTH / 2.0, centre = y + CELL_HEIGHT / 2 + 0.5, radius = CELL_WIDTH / 2.0;
	bool down = code <= 0x256e, right = code == 0x256d || code == 0x2570;
	double end_y = down ? y + CELL_HEIGHT : y, bend_y = down ? centre + radius : centre - radius;
	double end_x = right ? x + CELL_WIDTH : x;
	struct stroke *stroke = stroke_of(pen, colour);
	double out_x = right ? -0.5 : 0.5, out_y = down ? -0.5 : 0.5;

	add_last_rect(stroke);
	bytes_addf(&stroke->path, "M%g %gV%gQ%g %g %g %gV%gQ%g %g %g %gV%gz", middle + out_x, end_y, bend_y,
		   middle + out_x, centre + out_y, end_x, centre + out_y, centre - out_y, middle - out_x,
		   centre - out_y, middle - out_x, bend_y, end_y);
}

/* How far to each side of the middle the strokes of an arm reach.  */
static double half_width(int arm)
{
	return arm == 0 ? 0 : arm == 1 ? 0.5 : 1.5;
}

/* Draws a straight arm as a rectangle, a double arm as two.  `across` is the wider of the two arms that cross
 * it, so that corners close.  */
static void add_arm(struct pen *pen, double x, double y, int arm, int across, int direction, int colour)
{
	double middle = x + CELL_WIDTH / 2.0, centre = y + CELL_HEIGHT / 2 + 0.5, over = half_width(across);
	bool upright = direction % 2 == 0, behind = direction == 1 || direction == 2; /* the middle */
	double edge = upright ? y : x, turn = upright ? centre : middle;
	double from = behind ? turn - over : edge, end = edge + (upright ? CELL_HEIGHT : CELL_WIDTH);
	double length = behind ? end - turn + over : turn + over - edge;

	for (int stroke = 0; stroke < (arm == 3 ? 2 : 1); stroke++) {
		double offset = arm == 3 ? (stroke ? 1 : -1) : 0, half = arm == 3 ? 0.5 : half_width(arm);

		if (upright)
			add_rect(pen, middle + offset - half, from, 2 * half, length, colour);
		else
			add_rect(pen, from, centre + offset - half, length, 2 * half, colour);
	}
}

static bool add_lines(struct pen *pen, unsigned code, double x, double y, int colour)
{
	static const int ORDER[4] = {3, 1, 0, 2}; /* from left to right, so that rows of lines become one */
	const char *arms = ARMS[code - 0x2500];

	if (code >= 0x256d && code <= 0x2570) {
		add_corner(pen, code, x, y, colour);
		return true;
	}
	if (strcmp(arms, "0000") == 0)
		return false;
	for (int i = 0; i < 4; i++) {
		int direction = ORDER[i], one = arms[(direction + 1) % 4] - '0',
		    other = arms[(direction + 3) % 4] - '0';

		if (arms[direction] != '0')
			add_arm(pen, x, y, arms[direction] - '0', one > other ? one : other, direction,
				colour);
	}
	return true;
}

/* ---- blocks and Braille ---- */

/* A mixture of two colours: so many quarters of the ink.  */
static int mixed(int ink, int paper, int quarters)
{
	int colour = 0;

	for (int shift = 0; shift < 24; shift += 8)
		colour |= ((ink >> shift & 255) * quarters + (paper >> shift & 255) * (4 - quarters)) / 4
			  << shift;
	return colour;
}

static void add_block(struct pen *pen, unsigned code, double x, double y, int colour, int paper)
{
	static const char QUADRANTS[] = {4, 8,  1, 13, 9,
					 7, 11, 2, 6,  14}; /* U+2596..: 1, 2 above; 4, 8 below */
	const double width = CELL_WIDTH, height = CELL_HEIGHT;

	if (code == 0x2580)
		add_rect(pen, x, y, width, height / 2, colour);
	else if (code <= 0x2588)
		add_rect(pen, x, y + height * (0x2588 - code) / 8, width, height * (code - 0x2580) / 8,
			 colour);
	else if (code <= 0x258f)
		add_rect(pen, x, y, width * (0x2590 - code) / 8, height, colour);
	else if (code == 0x2590)
		add_rect(pen, x + width / 2, y, width / 2, height, colour);
	else if (code <= 0x2593)
		add_rect(pen, x, y, width, height, mixed(colour, paper, (int)code - 0x2590));
	else if (code == 0x2594)
		add_rect(pen, x, y, width, height / 8, colour);
	else if (code == 0x2595)
		add_rect(pen, x + width * 7 / 8, y, width / 8, height, colour);
	for (int part = 0; code >= 0x2596 && part < 4; part++)
		if (QUADRANTS[code - 0x2596] & 1 << part)
			add_rect(pen, x + (part & 1 ? width / 2 : 0), y + (part & 2 ? height / 2 : 0),
				 width / 2, height / 2, colour);
}

static void add_braille(struct pen *pen, unsigned code, double x, double y, int colour)
{
	static const char COLUMN[8] = {0, 0, 0, 1, 1, 1, 0, 1}, ROW[8] = {0, 1, 2, 0, 1, 2, 3, 3};

	for (int dot = 0; dot < 8; dot++)
		if ((code - 0x2800) & 1U << dot)
			add_rect(pen, x + 1.2 + 4.5 * COLUMN[dot], y + 1.2 + 4.5 * ROW[dot], 2.2, 2.2,
				 colour);
}

/* ---- symbols that few fonts have ---- */

/* U+2400 to U+2421: the name of the control byte, small.  */
static void add_control(struct pen *pen, unsigned code, double x, double y, int colour)
{
	static const char *const NAMES[] = {"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",
					    "HT",  "LF",  "VT",  "FF",  "CR",  "SO",  "SI",  "DLE", "DC1",
					    "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM",  "SUB",
					    "ESC", "FS",  "GS",  "RS",  "US",  "SP",  "DEL"};
	const char *control = NAMES[code - 0x2400];

	lift(pen);
	for (int i = 0; control[i]; i++)
		bytes_addf(pen->svg,
			   "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" font-size=\"6\" "
			   "fill=\"#%06x\">%c</text>",
			   x + 1.8 + 2.7 * i, y + 8.5 + 2.8 * i, (unsigned)colour, control[i]);
}

/* Pause, stop and record.  */
static void add_button(struct pen *pen, unsigned code, double x, double y, int colour)
{
	if (code == 0x23f8) {
		add_rect(pen, x + 1, y + 5, 2.5, 8, colour);
		add_rect(pen, x + 5.5, y + 5, 2.5, 8, colour);
	} else if (code == 0x23f9) {
		add_rect(pen, x + 1, y + 5.5, 7, 7, colour);
	} else {
		lift(pen);
		bytes_addf(pen->svg, "<circle cx=\"%g\" cy=\"%g\" r=\"4\" fill=\"#%06x\"/>",
			   x + CELL_WIDTH / 2.0, y + 9.5, (unsigned)colour);
	}
}

static bool add_shape(struct pen *pen, unsigned code, double x, double y, int colour, int paper)
{
	if (code >= 0x2500 && code <= 0x257f)
		return add_lines(pen, code, x, y, colour);
	if (code >= 0x2580 && code <= 0x259f)
		add_block(pen, code, x, y, colour, paper);
	else if (code >= 0x2800 && code <= 0x28ff)
		add_braille(pen, code, x, y, colour);
	else if (code >= 0x2400 && code <= 0x2421)
		add_control(pen, code, x, y, colour);
	else if (code >= 0x23f8 && code <= 0x23fa)
		add_button(pen, code, x, y, colour);
	else
		return false;
	return true;
}

/* ---- cells ---- */

static void add_style(struct bytes *svg, const struct picture_cell *cell)
{
	bytes_addf(svg, " fill=\"#%06x\"%s%s>", (unsigned)cell->ink,
		   cell->bold ? " font-weight=\"bold\"" : "", cell->italic ? " font-style=\"italic\"" : "");
}

/* The backgrounds: a rectangle for each stretch with its own colour.  */
static void add_papers(struct pen *pen, const struct picture_cell *cells, int count, double x, double y,
		       int under)
{
	for (int i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && cells[end].paper == cells[i].paper; end++)
			;
		if (cells[i].paper != under)
			add_rect(pen, x + i * CELL_WIDTH, y, (end - i) * CELL_WIDTH, CELL_HEIGHT,
				 cells[i].paper);
	}
	lift(pen);
}

/* Adds a stretch of ASCII with the same look; returns how many cells it has.  */
static int add_run(struct bytes *svg, const struct picture_cell *cells, int count, double x, double y)
{
	int end = 0, begin = 0, size;

	for (; end < count; end++) {
		const struct picture_cell *a = &cells[0], *b = &cells[end];

		if (a->ink != b->ink || a->bold != b->bold || a->italic != b->italic ||
		    a->underline != b->underline || !b->text[0] || b->text[0] & 0x80)
			break;
	}
	size = end;
	while (size > 0 && cells[size - 1].text[0] == ' ')
		size--;
	while (begin < size && cells[begin].text[0] == ' ')
		begin++;
	if (size > begin) {
		bytes_addf(svg, "<text x=\"%g\" y=\"%g\"", x + begin * CELL_WIDTH, y + BASELINE);
		if (size - begin > 1)
			bytes_addf(svg, " textLength=\"%d\"", (size - begin) * CELL_WIDTH);
		add_style(svg, &cells[0]);
		for (int i = begin; i < size; i++)
			add_escaped(svg, cells[i].text);
		bytes_add_text(svg, "</text>");
	}
	return end;
}

/* Draws a non-ASCII character that is `width` cells wide.  */
static void draw_character(struct pen *pen, const struct picture_cell *cell, int width, double x, double y)
{
	if (add_shape(pen, code_point(cell->text), x, y, cell->ink, cell->paper))
		return;
	bytes_addf(pen->svg, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\"", x + width * CELL_WIDTH / 2.0,
		   y + BASELINE);
	add_style(pen->svg, cell);
	add_escaped(pen->svg, cell->text);
	bytes_add_text(pen->svg, "</text>");
}

/* Adds a non-ASCII character; returns how many cells it has.  */
static int add_character(struct pen *pen, struct defs *defs, const struct picture_cell *cells, int count,
			 double x, double y)
{
	int width = count > 1 && !cells[1].text[0] ? 2 : 1;
	unsigned code = code_point(cells[0].text);
	struct bytes drawn = {0};
	struct pen alone = {.svg = &drawn};

	if (!defs || (code >= 0x2500 && code <= 0x259f)) {
		draw_character(pen, &cells[0], width, x, y);
		return width;
	}
	draw_character(&alone, &cells[0], width, 0, 0);
	lift(&alone);
	if (drawn.size)
		use_def(pen->svg, def_number(defs, drawn.at), x, y);
	bytes_free(&drawn);
	return width;
}

void picture_cells(struct bytes *svg, struct defs *defs, const struct picture_cell *cells, int count,
		   double x, double y, int under)
{
	struct pen pen = {.svg = svg};

	add_papers(&pen, cells, count, x, y, under);
	for (int i = 0, size; i < count; i += size) {
		const struct picture_cell *cell = &cells[i];
		double at = x + i * CELL_WIDTH;

		if (!cell->text[0])
			size = 1;
		else if (cell->text[0] & 0x80)
			size = add_character(&pen, defs, cell, count - i, at, y);
		else
			size = add_run(svg, cell, count - i, at, y);
		if (cell->underline)
			add_rect(&pen, at, y + BASELINE + 2, size * CELL_WIDTH, 1, cell->ink);
	}
	lift(&pen);
}

/* Does it draw a line that goes on above or below, as the frames of panes do?  */
static bool joins(const struct picture_cell *cell)
{
	unsigned code = code_point(cell->text);

	return code >= 0x2500 && code <= 0x257f &&
	       (ARMS[code - 0x2500][0] != '0' || ARMS[code - 0x2500][2] != '0');
}

/* The element <svg>, and the background.  Browsers of 2025 know blanks by the style alone, older programs by
 * the attribute.  */
static void begin(struct bytes *svg, int width, int height, int round)
{
	bytes_addf(
		svg,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"%.4f\" "
		"xml:space=\"preserve\">\n<style>text{white-space:pre}</style>\n"
		"<rect width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"#%06x\"/>\n",
		width, height, width, height, CELL_WIDTH * 2048 / 1233.0, width, height, round,
		(unsigned)PICTURE_PAPER);
}

void picture_begin(struct bytes *svg, int cols, int rows)
{
	begin(svg, cols * CELL_WIDTH + 2 * PADDING, rows * CELL_HEIGHT + 2 * PADDING + BAR, 8);
	for (int light = 0; light < 3; light++)
		bytes_addf(svg, "<circle cx=\"%d\" cy=\"16\" r=\"5.5\" fill=\"#%06x\"/>\n", 19 + 18 * light,
			   (const unsigned[]){0xff5f57, 0xfebc2e, 0x28c840}[light]);
}

/* Rules of a style sheet: where readers want light colours, those of the terminal are changed.  */
static void add_light(struct bytes *svg)
{
	/* What is written on the paper is darker there.  0: as it is, on a ground of its own.  */
	static const unsigned light[16] = {0,        0xb3261e, 0,        0,        0x2166b0, 0x8a2f9e,
					   0,        0,        0x9a9484, 0xc62828, 0x2e7d32, 0x8a6d00,
					   0x0b57a4, 0x7b1fa2, 0x00696b, 0};

	bytes_addf(svg,
		   "@media(prefers-color-scheme:light){[fill=\"#%06x\"]{fill:#fbfaf7}[fill=\"#%06x\"]{fill:#"
		   "26241f}",
		   (unsigned)PICTURE_PAPER, (unsigned)PICTURE_INK);
	for (int i = 0; i < 16; i++)
		if (light[i])
			bytes_addf(svg, "[fill=\"#%06x\"]{fill:#%06x}", (unsigned)picture_rgb(i), light[i]);
	bytes_add_text(svg, "}\n");
}

/* ---- films ---- */

enum { PIECE_LEAST = 12 /* cells */ };

struct film_svg {
	int rows, columns, frames;
	bool framed;
	struct picture_cell *cells, *before; /* the screen of this frame and of the last one */
	struct defs *defs;
	struct bytes groups, times;
};

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

/* Adds a piece of a row.  */
static void add_piece(struct film_svg *svg, int y, int x, int end)
{
	const struct picture_cell *cells = svg->cells + (ptrdiff_t)y * svg->columns + x;
	int paper = cells[end - x - 1].paper;
	FREED_BY(bytes_free) struct bytes drawn = {0};

	bytes_addf(&drawn, "<path fill=\"#%06x\" d=\"M0 0h%dv%dH0z\"/>", (unsigned)paper,
		   (end - x) * PICTURE_WIDTH, PICTURE_HEIGHT);
	picture_cells(&drawn, svg->defs, cells, end - x, 0, 0, paper);
	use_def(&svg->groups, def_number(svg->defs, drawn.at), x * PICTURE_WIDTH, y * PICTURE_HEIGHT);
}

/* The column after the piece that begins at x.  */
static int piece_end(const struct film_svg *svg, const struct picture_cell *row, int x)
{
	int end = x + 1;

	while (end < svg->columns && (end - x < PIECE_LEAST || !row[end].text[0] || !joins(&row[end])))
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

struct film_svg *film_svg_new(int rows, int columns, bool framed)
{
	struct film_svg *svg = bytes_new(sizeof(*svg));
	size_t size = (size_t)rows * (size_t)columns * sizeof(*svg->cells);

	svg->rows = rows;
	svg->columns = columns;
	svg->framed = framed;
	svg->defs = bytes_new(sizeof(*svg->defs));
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
	if (svg->framed) {
		picture_begin(to, svg->columns, svg->rows);
		bytes_add_text(to, "<style>path:first-child{shape-rendering:crispEdges}\n");
	} else { /* such a picture is shown in any size, and rows shall meet in all of them */
		begin(to, svg->columns * CELL_WIDTH, svg->rows * CELL_HEIGHT, 0);
		bytes_add_text(to, "<style>path{shape-rendering:crispEdges}\n");
		add_light(to);
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
	bytes_addf(to, "<defs>\n%s</defs>\n", svg->defs->text.at ? svg->defs->text.at : "");
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
	defs_free(svg->defs);
	free(svg->cells);
	free(svg->before);
	bytes_free(&svg->groups);
	bytes_free(&svg->times);
	free(svg);
}
