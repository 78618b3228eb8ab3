/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fake_paint.c - a screen for tests of drawing code. Every character is one cell wide.  */
#include "fake_paint.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ui/terminal.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct cell {
	char text[8];
	enum role role;
};

static struct cell screen[FAKE_HEIGHT][FAKE_WIDTH];
static bool is_plain;

static const char *const glyphs[GLYPH_COUNT][2] = {
#define X(NAME, utf8, ascii, in_console) {utf8, ascii},
	GLYPHS(X)
#undef X
};

void fake_clear(bool plain)
{
	is_plain = plain;
	for (int y = 0; y < FAKE_HEIGHT; y++)
		for (int x = 0; x < FAKE_WIDTH; x++)
			screen[y][x] = (struct cell){.role = ROLE_COUNT};
}

const char *fake_at(int y, int x)
{
	return screen[y][x].text;
}

enum role fake_role(int y, int x)
{
	return screen[y][x].role;
}

char *fake_picture(struct area area)
{
	struct bytes picture = {0};

	bytes_add(&picture, "", 0);
	for (int y = 0; y < area.height; y++) {
		size_t end = picture.size;

		for (int x = 0; x < area.width; x++) {
			const char *text = screen[area.y + y][area.x + x].text;

			bytes_add_text(&picture, *text ? text : " ");
			if (*text && *text != ' ')
				end = picture.size;
		}
		picture.size = end;
		bytes_add_text(&picture, "\n");
	}
	return picture.at;
}

char *fake_text(struct area area, const char *const *hatching)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width; x++) {
			const char *at = fake_at(area.y + y, area.x + x);
			bool skipped = strcmp(at, " ") == 0;

			for (int i = 0; hatching && hatching[i]; i++)
				skipped = skipped || strcmp(at, hatching[i]) == 0;
			if (!skipped)
				bytes_add_text(&text, at);
		}
	return text.at;
}

bool fake_shows(struct area area, const char *words)
{
	FREED char *picture = fake_picture(area);

	return strstr(picture, words) != NULL;
}

bool fake_has_role(struct area area, enum role role)
{
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width; x++)
			if (fake_role(area.y + y, area.x + x) == role)
				return true;
	return false;
}

static int put(struct area area, int y, int x, enum role role, const char *text, size_t size)
{
	for (size_t i = 0; i < size; x++) {
		size_t length = 1;

		while (i + length < size && ((unsigned char)text[i + length] & 0xc0) == 0x80)
			length++;
		if (y >= 0 && y < area.height && x >= 0 && x < area.width &&
		    length < sizeof(screen[0][0].text)) {
			struct cell *cell = &screen[area.y + y][area.x + x];

			*cell = (struct cell){.role = role};
			memcpy(cell->text, text + i, length);
		}
		i += length;
	}
	return x < area.width ? x : area.width;
}

const char *paint_glyph(enum glyph glyph)
{
	return glyphs[glyph][is_plain];
}

void paint_clear(struct area area, enum role role)
{
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width; x++)
			put(area, y, x, role, " ", 1);
}

int paint_text(struct area area, int y, int x, enum role role, const char *text)
{
	return put(area, y, x, role, text, strlen(text));
}

int paint_format(struct area area, int y, int x, enum role role, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = bytes_vtext(format, args);
	va_end(args);
	x = put(area, y, x, role, text, strlen(text));
	free(text);
	return x;
}

int paint_bytes(struct area area, int y, int x, enum role role, const char *bytes, size_t size)
{
	return put(area, y, x, role, bytes, size);
}

int paint_cut(struct area area, int y, int x, int width, enum role role, const char *text)
{
	area.width = x + width < area.width ? x + width : area.width;
	return paint_bytes(area, y, x, role, text, strlen(text));
}

int paint_put(struct area area, int y, int x, enum role role, enum glyph glyph)
{
	return paint_text(area, y, x, role, paint_glyph(glyph));
}

enum role paint_seat_role(int seat)
{
	return seat == 1 ? ROLE_SEAT_1 : seat == 2 ? ROLE_SEAT_2 : ROLE_TEXT;
}

int paint_width(const char *text)
{
	return paint_bytes_width(text, strlen(text));
}

int paint_bytes_width(const char *bytes, size_t size)
{
	int width = 0;

	for (size_t i = 0; i < size; i++)
		width += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return width;
}

/* Its text alone.  */
void terminal_draw_row(struct area area, int y, int left, const char *bytes, size_t size)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	size_t sequence;

	for (size_t i = 0; i < size; i += sequence ? sequence : 1) {
		sequence = shown_sequence(bytes + i, size - i);
		if (!sequence)
			bytes_add(&text, bytes + i, 1);
	}
	paint_bytes(area, y, -left, ROLE_BOARD, text.at, text.size);
}

size_t paint_fitting(const char *bytes, size_t size, int width)
{
	size_t fits = 0;

	while (fits < size && paint_bytes_width(bytes, fits + 1) <= width)
		fits++;
	return fits;
}
