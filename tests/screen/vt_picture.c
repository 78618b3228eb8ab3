/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_picture.c - the screen as SVG, and all output as asciicast 2.
 *
 * A cell is 9 by 18 units, and the font's size is chosen so that DejaVu Sans Mono advances by 9.  Lines,
 * blocks and Braille are drawn as shapes that fill their cells, because no font's glyphs meet at every cell
 * height.  Any other non-ASCII character is a separate text in the middle of its cells, because fallback
 * fonts have other advances.  */
#include "vt.h"

#include "ringside/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
	CELL_WIDTH = 9,
	CELL_HEIGHT = 18,
	BASELINE = 14, /* below the top of a cell */
	PADDING = 12,
	BAR = 24, /* the window's title bar */
	FOREGROUND = 0xd8dbe2,
	BACKGROUND = 0x14171c,
};

static const int PALETTE[16] = {0x23272e, 0xe06c75, 0x8ccf7e, 0xe5c76b, 0x67b0e8, 0xc47fd5,
				0x6cbfbf, 0xc8ccd4, 0x5c6370, 0xff8b92, 0xa8e59b, 0xf4dc8f,
				0x8fcaf9, 0xdda1ec, 0x92dcdc, 0xffffff};

struct look {
	int ink, paper; /* 0xrrggbb */
	bool bold, italic, underline;
};

static int rgb(int colour, int standard)
{
	if (colour == VT_DEFAULT)
		return standard;
	return colour < 16 ? PALETTE[colour] : colour & 0xffffff;
}

static struct look look_of(const struct vt_cell *cell)
{
	int fg = rgb(cell->fg, FOREGROUND), bg = rgb(cell->bg, BACKGROUND);

	return (struct look){
		.ink = cell->inverse ? bg : fg,
		.paper = cell->inverse ? fg : bg,
		.bold = cell->bold,
		.italic = cell->italic,
		.underline = cell->underline,
	};
}

static bool same_ink(struct look a, struct look b)
{
	return a.ink == b.ink && a.bold == b.bold && a.italic == b.italic && a.underline == b.underline;
}

static unsigned code_point(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	if (at[0] < 0x80)
		return at[0];
	if (at[0] < 0xe0)
		return (at[0] & 0x1fU) << 6 | (at[1] & 0x3fU);
	if (at[0] < 0xf0)
		return (at[0] & 0x0fU) << 12 | (at[1] & 0x3fU) << 6 | (at[2] & 0x3fU);
	return (at[0] & 0x07U) << 18 | (at[1] & 0x3fU) << 12 | (at[2] & 0x3fU) << 6 | (at[3] & 0x3fU);
}

static void add_escaped(struct bytes *svg, const char *text)
{
	for (; *text; text++)
		if (*text == '<')
			bytes_add_text(svg, "&lt;");
		else if (*text == '&')
			bytes_add_text(svg, "&amp;");
		else
			bytes_add(svg, text, 1);
}

static void add_rect(struct bytes *svg, double x, double y, double width, double height, int colour)
{
	bytes_addf(svg, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n", x, y, width,
		   height, (unsigned)colour);
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

/* A rounded corner: a quarter of a circle between two straight ends.  */
static void add_corner(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	double middle = x + CELL_WIDTH / 2.0, centre = y + CELL_HEIGHT / 2 + 0.5, radius = CELL_WIDTH / 2.0;
	bool down = code <= 0x256e, right = code == 0x256d || code == 0x2570;
	double end_y = down ? y + CELL_HEIGHT : y, bend_y = down ? centre + radius : centre - radius;
	double end_x = right ? x + CELL_WIDTH : x;

	bytes_addf(
		svg,
		"<path d=\"M%g %gL%g %gQ%g %g %g %g\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"1\"/>\n",
		middle, end_y, middle, bend_y, middle, centre, end_x, centre, (unsigned)colour);
}

/* How far to each side of the middle the strokes of an arm reach.  */
static double half_width(int arm)
{
	return arm == 0 ? 0 : arm == 1 ? 0.5 : 1.5;
}

/* Draws a straight arm as a rectangle, a double arm as two.  `across` is the wider of the two arms that cross
 * it, so that corners close.  */
static void add_arm(struct bytes *svg, double x, double y, int arm, int across, int direction, int colour)
{
	double middle = x + CELL_WIDTH / 2.0, centre = y + CELL_HEIGHT / 2 + 0.5, over = half_width(across);

	for (int stroke = 0; stroke < (arm == 3 ? 2 : 1); stroke++) {
		double offset = arm == 3 ? (stroke ? 1 : -1) : 0, half = arm == 3 ? 0.5 : half_width(arm);

		switch (direction) {
		case 0: add_rect(svg, middle + offset - half, y, 2 * half, centre + over - y, colour); break;
		case 1:
			add_rect(svg, middle - over, centre + offset - half, x + CELL_WIDTH - middle + over,
				 2 * half, colour);
			break;
		case 2:
			add_rect(svg, middle + offset - half, centre - over, 2 * half,
				 y + CELL_HEIGHT - centre + over, colour);
			break;
		default: add_rect(svg, x, centre + offset - half, middle + over - x, 2 * half, colour); break;
		}
	}
}

static bool add_lines(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	const char *arms = ARMS[code - 0x2500];

	if (code >= 0x256d && code <= 0x2570) {
		add_corner(svg, code, x, y, colour);
		return true;
	}
	if (strcmp(arms, "0000") == 0)
		return false;
	for (int direction = 0; direction < 4; direction++) {
		int one = arms[(direction + 1) % 4] - '0', other = arms[(direction + 3) % 4] - '0';

		if (arms[direction] != '0')
			add_arm(svg, x, y, arms[direction] - '0', one > other ? one : other, direction,
				colour);
	}
	return true;
}

/* ---- blocks and Braille ---- */

static void add_shade(struct bytes *svg, double x, double y, int quarters, int colour)
{
	bytes_addf(
		svg,
		"<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"#%06x\" fill-opacity=\"%g\"/>\n",
		x, y, CELL_WIDTH, CELL_HEIGHT, (unsigned)colour, quarters / 4.0);
}

static void add_block(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	static const char QUADRANTS[] = {4, 8,  1, 13, 9,
					 7, 11, 2, 6,  14}; /* U+2596..: 1, 2 above; 4, 8 below */
	const double width = CELL_WIDTH, height = CELL_HEIGHT;

	if (code == 0x2580)
		add_rect(svg, x, y, width, height / 2, colour);
	else if (code <= 0x2588)
		add_rect(svg, x, y + height * (0x2588 - code) / 8, width, height * (code - 0x2580) / 8,
			 colour);
	else if (code <= 0x258f)
		add_rect(svg, x, y, width * (0x2590 - code) / 8, height, colour);
	else if (code == 0x2590)
		add_rect(svg, x + width / 2, y, width / 2, height, colour);
	else if (code <= 0x2593)
		add_shade(svg, x, y, (int)code - 0x2590, colour);
	else if (code == 0x2594)
		add_rect(svg, x, y, width, height / 8, colour);
	else if (code == 0x2595)
		add_rect(svg, x + width * 7 / 8, y, width / 8, height, colour);
	for (int part = 0; code >= 0x2596 && part < 4; part++)
		if (QUADRANTS[code - 0x2596] & 1 << part)
			add_rect(svg, x + (part & 1 ? width / 2 : 0), y + (part & 2 ? height / 2 : 0),
				 width / 2, height / 2, colour);
}

static void add_braille(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	static const char COLUMN[8] = {0, 0, 0, 1, 1, 1, 0, 1}, ROW[8] = {0, 1, 2, 0, 1, 2, 3, 3};

	for (int dot = 0; dot < 8; dot++)
		if ((code - 0x2800) & 1U << dot)
			bytes_addf(svg, "<circle cx=\"%g\" cy=\"%g\" r=\"1.3\" fill=\"#%06x\"/>\n",
				   x + 2.25 + 4.5 * COLUMN[dot], y + 2.25 + 4.5 * ROW[dot], (unsigned)colour);
}

/* ---- symbols that few fonts have ---- */

/* U+2400 to U+2421: the name of the control byte, small.  */
static void add_control(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	static const char *const NAMES[] = {"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS",
					    "HT",  "LF",  "VT",  "FF",  "CR",  "SO",  "SI",  "DLE", "DC1",
					    "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM",  "SUB",
					    "ESC", "FS",  "GS",  "RS",  "US",  "SP",  "DEL"};
	const char *control = NAMES[code - 0x2400];

	for (int i = 0; control[i]; i++)
		bytes_addf(svg,
			   "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" font-size=\"6\" "
			   "fill=\"#%06x\">%c</text>\n",
			   x + 1.8 + 2.7 * i, y + 8.5 + 2.8 * i, (unsigned)colour, control[i]);
}

/* Pause, stop and record.  */
static void add_button(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	if (code == 0x23f8) {
		add_rect(svg, x + 1, y + 5, 2.5, 8, colour);
		add_rect(svg, x + 5.5, y + 5, 2.5, 8, colour);
	} else if (code == 0x23f9) {
		add_rect(svg, x + 1, y + 5.5, 7, 7, colour);
	} else {
		bytes_addf(svg, "<circle cx=\"%g\" cy=\"%g\" r=\"4\" fill=\"#%06x\"/>\n",
			   x + CELL_WIDTH / 2.0, y + 9.5, (unsigned)colour);
	}
}

/* ---- the screen ---- */

static bool add_shape(struct bytes *svg, unsigned code, double x, double y, int colour)
{
	if (code >= 0x2500 && code <= 0x257f)
		return add_lines(svg, code, x, y, colour);
	if (code >= 0x2580 && code <= 0x259f)
		add_block(svg, code, x, y, colour);
	else if (code >= 0x2800 && code <= 0x28ff)
		add_braille(svg, code, x, y, colour);
	else if (code >= 0x2400 && code <= 0x2421)
		add_control(svg, code, x, y, colour);
	else if (code >= 0x23f8 && code <= 0x23fa)
		add_button(svg, code, x, y, colour);
	else
		return false;
	return true;
}

static void add_style(struct bytes *svg, struct look look)
{
	bytes_addf(svg, " fill=\"#%06x\"%s%s>", (unsigned)look.ink, look.bold ? " font-weight=\"bold\"" : "",
		   look.italic ? " font-style=\"italic\"" : "");
}

/* The backgrounds of one row: a rectangle for each stretch with its own colour.  */
static void add_papers(struct bytes *svg, const struct vt *vt, int row, double y)
{
	for (int x = 0, end; x < vt_cols(vt); x = end) {
		struct vt_cell cell = vt_at(vt, x, row);
		int paper = look_of(&cell).paper;

		for (end = x + 1; end < vt_cols(vt); end++) {
			struct vt_cell next = vt_at(vt, end, row);

			if (look_of(&next).paper != paper)
				break;
		}
		if (paper != BACKGROUND)
			add_rect(svg, PADDING + x * CELL_WIDTH, y, (end - x) * CELL_WIDTH, CELL_HEIGHT,
				 paper);
	}
}

/* Adds a stretch of ASCII with the same look; returns the column after it.  */
static int add_run(struct bytes *svg, struct vt *vt, int x, int row, double y, struct look look)
{
	int end = x, size;

	for (; end < vt_cols(vt); end++) {
		struct vt_cell cell = vt_at(vt, end, row);

		if (!same_ink(look_of(&cell), look) || !cell.text[0] || cell.text[0] & 0x80)
			break;
	}
	size = end - x;
	while (size > 0 && vt_at(vt, x + size - 1, row).text[0] == ' ')
		size--;
	if (size > 0) {
		bytes_addf(svg, "<text x=\"%d\" y=\"%g\" textLength=\"%d\" xml:space=\"preserve\"",
			   PADDING + x * CELL_WIDTH, y + BASELINE, size * CELL_WIDTH);
		add_style(svg, look);
		add_escaped(svg, vt_span(vt, x, row, size));
		bytes_add_text(svg, "</text>\n");
	}
	return end;
}

/* Adds a non-ASCII character; returns the column after it.  */
static int add_character(struct bytes *svg, const struct vt *vt, int x, int row, double y, struct look look)
{
	struct vt_cell cell = vt_at(vt, x, row);
	int width = x + 1 < vt_cols(vt) && !vt_at(vt, x + 1, row).text[0] ? 2 : 1;

	if (add_shape(svg, code_point(cell.text), PADDING + x * CELL_WIDTH, y, look.ink))
		return x + 1;
	bytes_addf(svg, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\"",
		   PADDING + (x + width / 2.0) * CELL_WIDTH, y + BASELINE);
	add_style(svg, look);
	bytes_add_text(svg, cell.text);
	bytes_add_text(svg, "</text>\n");
	return x + width;
}

static void add_row(struct bytes *svg, struct vt *vt, int row)
{
	double y = PADDING + BAR + row * CELL_HEIGHT;

	add_papers(svg, vt, row, y);
	for (int x = 0, end; x < vt_cols(vt); x = end) {
		struct vt_cell cell = vt_at(vt, x, row);
		struct look look = look_of(&cell);

		if (!cell.text[0])
			end = x + 1;
		else if (cell.text[0] & 0x80)
			end = add_character(svg, vt, x, row, y, look);
		else
			end = add_run(svg, vt, x, row, y, look);
		if (look.underline)
			add_rect(svg, PADDING + x * CELL_WIDTH, y + BASELINE + 2, (end - x) * CELL_WIDTH, 1,
				 look.ink);
	}
}

static int write_file(const char *path, const struct bytes *bytes)
{
	FILE *file = fopen(path, "w");
	int error = 0;

	if (!file)
		return -errno;
	if (fwrite(bytes->at, 1, bytes->size, file) != bytes->size)
		error = -errno;
	if (fclose(file) != 0 && !error)
		error = -errno;
	return error;
}

int vt_write_svg(struct vt *vt, const char *path)
{
	int width = vt_cols(vt) * CELL_WIDTH + 2 * PADDING,
	    height = vt_rows(vt) * CELL_HEIGHT + 2 * PADDING + BAR;
	struct vt_cursor cursor = vt_cursor(vt);
	struct bytes svg = {0};
	int error;

	bytes_addf(
		&svg,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"%.4f\">\n"
		"<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#%06x\"/>\n",
		width, height, width, height, CELL_WIDTH * 2048 / 1233.0, width, height,
		(unsigned)BACKGROUND);
	for (int light = 0; light < 3; light++)
		bytes_addf(&svg, "<circle cx=\"%d\" cy=\"16\" r=\"5.5\" fill=\"#%06x\"/>\n", 19 + 18 * light,
			   (const unsigned[]){0xff5f57, 0xfebc2e, 0x28c840}[light]);
	for (int row = 0; row < vt_rows(vt); row++)
		add_row(&svg, vt, row);
	if (cursor.shown)
		bytes_addf(&svg,
			   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\" "
			   "fill-opacity=\"0.6\"/>\n",
			   PADDING + cursor.x * CELL_WIDTH, PADDING + BAR + cursor.y * CELL_HEIGHT,
			   CELL_WIDTH, CELL_HEIGHT, (unsigned)FOREGROUND);
	bytes_add_text(&svg, "</svg>\n");
	error = write_file(path, &svg);
	bytes_free(&svg);
	return error;
}

/* ---- asciicast ---- */

/* The length of the UTF-8 character at text; 0 if there is none, -1 if the text ends inside it.  */
static int character_length(const unsigned char *text, size_t size)
{
	int length = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;

	if (text[0] > 0xf4)
		return 0;
	for (int i = 1; i < length; i++) {
		if ((size_t)i >= size)
			return -1;
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	return length;
}

/* Adds the text as part of a JSON string.  Returns the number of bytes used: an incomplete character at the
 * end waits for the next read.  */
static size_t add_json(struct bytes *cast, const char *text, size_t size)
{
	size_t at = 0;

	while (at < size) {
		const unsigned char *here = (const unsigned char *)text + at;
		int length = character_length(here, size - at);

		if (length < 0)
			break;
		if (length == 0)
			bytes_add_text(cast, "\\ufffd");
		else if (*here < 0x20 || *here == '"' || *here == '\\' || *here == 0x7f)
			bytes_addf(cast, "\\u%04x", *here);
		else
			bytes_add(cast, here, (size_t)length);
		at += length > 0 ? (size_t)length : 1;
	}
	return at;
}

int vt_write_cast(struct vt *vt, const char *path)
{
	size_t size, count, done = 0;
	const char *output = vt_output(vt, &size);
	const struct vt_read *reads = vt_reads(vt, &count);
	int cols = count ? reads[0].cols : vt_cols(vt), rows = count ? reads[0].rows : vt_rows(vt), error;
	struct bytes cast = {0};

	bytes_addf(&cast, "{\"version\": 2, \"width\": %d, \"height\": %d}\n", cols, rows);
	for (size_t i = 0; i < count; i++) {
		double at = (double)reads[i].at_ns / 1e9;

		if (reads[i].cols != cols || reads[i].rows != rows) {
			cols = reads[i].cols;
			rows = reads[i].rows;
			bytes_addf(&cast, "[%.6f, \"r\", \"%dx%d\"]\n", at, cols, rows);
		}
		bytes_addf(&cast, "[%.6f, \"o\", \"", at);
		done += add_json(&cast, output + done, reads[i].at + reads[i].size - done);
		bytes_add_text(&cast, "\"]\n");
	}
	error = write_file(path, &cast);
	bytes_free(&cast);
	return error;
}
