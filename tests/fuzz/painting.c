/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* painting.c - a target of the fuzzer: text of others in an area of the screen.
 *
 * Three bytes say where the area is, how wide it is and in which character set; the rest is the text.
 * Whatever the text, cells outside of the area stay as they were, and no cell has a character that a terminal
 * obeys or that changes its neighbours.  */
#include "targets.h"

#include "ringside/paint.h"
#include "stage.h"

#include <curses.h>
#include <stdlib.h>

static const cchar_t *mark(void)
{
	static cchar_t cell;

	setcchar(&cell, L"@", 0, 0, NULL);
	return &cell;
}

/* Would a terminal obey it, or draw its neighbours otherwise?  */
static bool is_treacherous(wchar_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
	       (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
	       c == 0xfeff || (c >= 0xd800 && c < 0xe000) || c >= 0xe0000;
}

static void check_cell(struct area area, int y, int x, bool utf8)
{
	bool inside = y >= area.y && y < area.y + area.height && x >= area.x && x < area.x + area.width;
	wchar_t text[CCHARW_MAX + 1] = L"";
	attr_t attributes;
	cchar_t cell;
	short pair;

	mvin_wch(y, x, &cell);
	getcchar(&cell, text, &attributes, &pair, NULL);
	if (!inside && wcscmp(text, L"@") != 0)
		fuzz_wrong("row %d, column %d is outside of the area", y, x);
	for (const wchar_t *c = text; *c; c++)
		if (is_treacherous(*c) || (!utf8 && *c > 0x7e))
			fuzz_wrong("row %d, column %d has U+%04X", y, x, (unsigned)*c);
}

static void check_screen(struct area area, bool utf8)
{
	for (int y = 0; y < area.y + area.height + 1; y++)
		for (int x = 0; x < COLS; x++)
			check_cell(area, y, x, utf8);
}

static void blank(int rows)
{
	for (int y = 0; y < rows; y++)
		mvhline_set(y, 0, mark(), COLS);
}

/* Bytes, a text and a title, each in an area of its own.  */
static void draw(struct area area, bool utf8, int x, const char *text, size_t size)
{
	struct area frame = {area.y, area.x, area.height + 2, area.width + 2};
	int end;

	blank(area.y + frame.height + 1);
	end = paint_bytes(area, 0, x, ROLE_TEXT, text, size);
	if (end > area.width && end > x)
		fuzz_wrong("it ends in column %d of %d", end, area.width);
	paint_text(area, area.height - 1, x, ROLE_TEXT, text);
	paint_format(area, area.height - 2, x, ROLE_TEXT, "%.40s", text);
	check_screen(area, utf8);
	blank(area.y + frame.height + 1);
	paint_frame(frame, ROLE_FRAME, 0, text, text);
	/* its lines are characters beyond ASCII only with UTF-8, too */
	check_screen(frame, utf8);
}

static void check_fitting(const char *text, size_t size, int width)
{
	size_t fits = paint_fitting(text, size, width);

	if (fits > size || (size && !fits))
		fuzz_wrong("%zu of %zu bytes fit", fits, size);
	if (width > 8 && paint_bytes_width(text, fits) > width)
		fuzz_wrong("what fits into %d columns needs %d: %zu of %zu bytes", width,
			   paint_bytes_width(text, fits), fits, size);
}

void fuzz_painting(struct rest input)
{
	unsigned where = next(&input), wide = next(&input), how = next(&input);
	bool utf8 = how & 1;
	struct area area = {
		.y = (int)(where & 1), .x = (int)(where >> 1 & 31), .height = 3, .width = (int)(wide % 45)};
	char *text;

	if (input.size > 4096)
		return;
	text = rest_text(input);
	stage_screen(utf8 ? "C.UTF-8" : "C");
	draw(area, utf8, (int)(how >> 1 & 15) - 8, text, input.size);
	check_fitting(text, input.size, area.width);
	free(text);
}
