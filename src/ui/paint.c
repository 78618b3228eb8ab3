/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* paint.c - turns bytes into cells that stay inside their area.
 *
 * Text is decoded as UTF-8 in any locale.  Control bytes are shown as pictures. Other treacherous characters
 * (words.h), and those without a known width, are shown as their numbers.  */
#include "ringside/paint.h"
#include "ringside/words.h"
#include <assert.h>
#include <curses.h>

#include <langinfo.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum {
	MARKS = CCHARW_MAX - 1, /* the most combining characters on a base */
	ESCAPE_MOST = 10        /* \u{10ffff} */
};

/* The next unit of a text: a character with its combining marks, or the escape of a byte.  */
struct cluster {
	wchar_t text[(CCHARW_MAX > ESCAPE_MOST ? CCHARW_MAX : ESCAPE_MOST) + 1];
	int width; /* of a character; an escape has as many columns as characters, each in its own cell */
	bool escape;
};

/* A row under construction.  */
struct row {
	struct {
		int from, to;
	} * columns; /* of each cell, from the left edge of the area; `to` is behind it */
	cchar_t *cells;
	int count, room;
	attr_t attributes;
	int pair;
};

static const struct {
	const char *utf8, *ascii;
	bool in_console;
} glyphs[GLYPH_COUNT] = {
#define X(NAME, utf8, ascii, in_console) {utf8, ascii, in_console},
	GLYPHS(X)
#undef X
};

static bool is_console(void)
{
	static int is = -1; /* unknown */
	const char *term;

	if (is < 0) {
		term = getenv("TERM");
		is = term && strncmp(term, "linux", 5) == 0;
	}
	return is;
}

static bool is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool is_drawn(enum glyph glyph)
{
	return is_utf8() && (!is_console() || glyphs[glyph].in_console);
}

/* What is drawn for a character that takes up a cell.  Texts name the glyphs of the screen, as the mark of a
 * held message or the arrow of a key: they have the same stand-in there.  Not so in Latin-1 and among raised
 * digits, which mean something of their own in a text.  */
static wchar_t drawn(const char *bytes, size_t length, wchar_t c, bool utf8)
{
	bool own = c <= 0xff || (c >= 0x2070 && c <= 0x209f);
	wchar_t stand_in = L'\0';

	for (int glyph = 0; !own && glyph < GLYPH_COUNT; glyph++)
		if (strlen(glyphs[glyph].utf8) == length && memcmp(glyphs[glyph].utf8, bytes, length) == 0) {
			if (is_drawn((enum glyph)glyph))
				return c;
			if (!stand_in)
				stand_in = (wchar_t)glyphs[glyph].ascii[0];
		}
	return stand_in ? stand_in : utf8 ? c : L'?';
}

/* The character at text and its length; 0: it is not UTF-8.  */
static size_t decode(const unsigned char *text, size_t size, wchar_t *character)
{
	uint32_t code = 0;
	size_t length = words_character((const char *)text, size, &code);

	*character = (wchar_t)code;
	return length;
}

/* Can an emoji begin with it?  The signs of keys do not count.  */
static bool is_pictograph(wchar_t c)
{
	return (c >= 0x2100 && c <= 0x2bff) || (c >= 0x1f000 && c <= 0x1ffff) || c == 0xa9 || c == 0xae ||
	       c == 0x203c || c == 0x2049 || c == 0x3030 || c == 0x303d || c == 0x3297 || c == 0x3299;
}

/* How many bytes behind an emoji belong to it (Unicode Technical Standard 51), besides marks, which are only
   drawn with UTF-8.  Terminals do not agree on the width of an emoji.  One with a style or a colour is drawn
   without it.  One that is `joined` with others, or has tags, is another picture of unknown width.  */
static size_t emoji_rest(const unsigned char *at, size_t size, wchar_t base, bool utf8, bool *joined)
{
	enum { JOINER = 0x200d, STYLE_FIRST = 0xfe0e, STYLE = 0xfe0f, KEYCAP = 0x20e3 };
	size_t length = 0, more, frame;
	wchar_t c = 0;

	*joined = false;
	if (base < 0x80) { /* a key: its frame is a mark like others */
		more = strchr("0123456789#*", (int)base) && size ? decode(at, size, &c) : 0;
		if (!more || c != STYLE || more >= size)
			return 0;
		frame = decode(at + more, size - more, &c);
		return !frame || c != KEYCAP ? 0 : utf8 ? more : more + frame;
	}
	while (is_pictograph(base) && length < size && (more = decode(at + length, size - length, &c))) {
		if (c == JOINER) {
			*joined = true;
			length += more;
			more = length < size ? decode(at + length, size - length, &c) : 0;
			length += is_pictograph(c) ? more : 0;
		} else if (c >= 0xe0020 && c <= 0xe007f) {
			*joined = true;
			length += more;
		} else if ((c >= STYLE_FIRST && c <= STYLE) || (c >= 0x1f3fb && c <= 0x1f3ff)) {
			length += more;
		} else {
			break;
		}
	}
	return length;
}

/* Makes the cluster the number of the first character.  Returns the size of that in bytes.  */
static size_t escape(const char *bytes, size_t size, struct cluster *cluster)
{
	static struct bytes number; /* its room is used again */
	size_t length;

	bytes_drop(&number, number.size);
	length = words_add_escape(&number, bytes, size);
	for (size_t i = 0; i <= number.size; i++)
		cluster->text[i] = (wchar_t)number.at[i];
	cluster->escape = true;
	cluster->width = (int)number.size;
	return length;
}

/* Takes the next cluster off the text.  Returns its size in bytes.  */
static size_t next_cluster(const char *bytes, size_t size, bool utf8, struct cluster *cluster)
{
	const unsigned char *at = (const unsigned char *)bytes;
	size_t length;
	wchar_t c;
	int width, marks = 0;
	bool joined;

	cluster->escape = false;
	cluster->width = 1;
	cluster->text[1] = L'\0';
	if (at[0] >= 0x20 && at[0] < 0x7f) {
		cluster->text[0] = c = (wchar_t)at[0];
		length = 1;
	} else if (at[0] < 0x80 && utf8 && !is_console()) {
		cluster->text[0] = at[0] == 0x7f ? 0x2421 : 0x2400 + at[0];
		return 1;
	} else if (at[0] < 0x80) {
		cluster->escape = true;
		cluster->width = 2;
		wcscpy(cluster->text, L"^?");
		if (at[0] != 0x7f)
			cluster->text[1] = (wchar_t)(at[0] + '@');
		return 1;
	} else {
		length = decode(at, size, &c);
		width = length == 0 || words_is_treacherous((uint32_t)c) ? -1 : utf8 ? wcwidth(c) : 1;
		if (width < 0)
			return escape(bytes, size, cluster);
		cluster->text[0] = utf8 && width == 0      ? L' ' /* a mark on nothing */
				   : utf8 && !is_console() ? c
							   : drawn(bytes, length, c, utf8);
		cluster->width = width == 0 ? 1 : width;
		length = width == 0 ? 0 : length;
	}
	if (length < size && at[length] >= 0xc2) {
		length += emoji_rest(at + length, size - length, c, utf8, &joined);
		if (joined) {
			cluster->text[0] = utf8 ? 0xfffd : L'?';
			cluster->width = 1;
		}
	}
	while (utf8 && length < size && at[length] >= 0xc2) {
		size_t mark = decode(at + length, size - length, &c);

		if (mark == 0 || wcwidth(c) != 0 || words_is_treacherous((uint32_t)c))
			break;
		if (marks < MARKS) {
			cluster->text[++marks] = c;
			cluster->text[marks + 1] = L'\0';
		}
		length += mark;
	}
	return length;
}

/* Empties a row and makes room for so many columns.  */
static void row_begin(struct row *row, int width)
{
	row->count = 0;
	if (row->room > width)
		return;
	row->room = width + 1;
	row->cells = bytes_resized(row->cells, (size_t)row->room * sizeof(*row->cells));
	row->columns = bytes_resized(row->columns, (size_t)row->room * sizeof(*row->columns));
}

static void put_cell(struct row *row, int from, int to, const wchar_t *text)
{
	setcchar(&row->cells[row->count], text, row->attributes, 0, &row->pair);
	row->columns[row->count].from = from;
	row->columns[row->count++].to = to;
}

/* Puts one cell if it is inside of `width` columns; a blank for a wide one that is half inside.  */
static void put_inside(struct row *row, int from, int to, int width, const wchar_t *text)
{
	if (from >= 0 && to <= width)
		put_cell(row, from, to, text);
	else
		for (int x = from; x < to; x++)
			if (x >= 0 && x < width)
				put_cell(row, x, x + 1, L" ");
}

/* Puts an ellipsis into the last column, over what is there.  */
static void put_ellipsis(struct row *row, int width, bool utf8)
{
	int from = width - 1;

	while (row->count && row->columns[row->count - 1].to > width - 1)
		from = row->columns[--row->count].from;
	for (; from < width - 1; from++)
		put_cell(row, from, from + 1, L" ");
	put_cell(row, width - 1, width, utf8 && !is_console() ? L"…" : L"~");
}

static cchar_t cell_of(enum role role, const wchar_t *text)
{
	attr_t attributes;
	short unused;
	int pair;
	cchar_t cell;

	theme_use(role);
	attr_get(&attributes, &unused, &pair);
	setcchar(&cell, text, attributes, 0, &pair);
	return cell;
}

/* Draws cells of a glyph from y, x to the right, or downwards.  */
static void line(struct area area, int y, int x, enum role role, enum glyph glyph, int across, int down)
{
	const char *text = paint_glyph(glyph);
	struct cluster cluster;
	cchar_t cell;

	next_cluster(text, strlen(text), is_utf8(), &cluster);
	cell = cell_of(role, cluster.text);
	if (across > 0)
		mvhline_set(area.y + y, area.x + x, &cell, across);
	if (down > 0)
		mvvline_set(area.y + y, area.x + x, &cell, down);
}

static int paint(struct area area, int y, int x, enum role role, const char *bytes, size_t size,
		 bool ellipsis)
{
	bool utf8 = is_utf8(), full = false;
	static struct row row; /* its room is used again: a frame paints a thousand times */
	struct cluster cluster;
	short unused;
	int column = x;

	if (y < 0 || y >= area.height || area.width <= 0 || x >= area.width)
		return x < area.width ? x : area.width;
	row_begin(&row, area.width);
	theme_use(role);
	attr_get(&row.attributes, &unused, &row.pair);
	while (size && !full) {
		size_t taken = next_cluster(bytes, size, utf8, &cluster);

		full = column + cluster.width > area.width;
		for (int i = 0; cluster.escape && cluster.text[i]; i++)
			put_inside(&row, column + i, column + i + 1, area.width,
				   (wchar_t[]){cluster.text[i], L'\0'});
		if (!cluster.escape)
			put_inside(&row, column, column + cluster.width, area.width, cluster.text);
		column += cluster.width;
		bytes += taken;
		size -= taken;
	}
	if (full && ellipsis)
		put_ellipsis(&row, area.width, utf8);
	if (row.count)
		mvadd_wchnstr(area.y + y, area.x + row.columns[0].from, row.cells, row.count);
	return column < area.width ? column : area.width;
}

const char *paint_glyph(enum glyph glyph)
{
	assert((int)glyph >= 0 && glyph < GLYPH_COUNT);
	if (glyph >= GLYPH_WHITE_PAWN && glyph <= GLYPH_BLACK_KING && theme_has_letters())
		return glyphs[glyph].ascii;
	return is_drawn(glyph) ? glyphs[glyph].utf8 : glyphs[glyph].ascii;
}

const char *paint_key(const char *key)
{
	static const struct {
		const char *key;
		enum glyph glyph;
	} arrows[] = {{"left", GLYPH_LEFT}, {"right", GLYPH_RIGHT}, {"up", GLYPH_UP}, {"down", GLYPH_DOWN}};

	for (size_t i = 0; i < sizeof(arrows) / sizeof(arrows[0]); i++)
		if (strcmp(arrows[i].key, key) == 0 && is_drawn(arrows[i].glyph))
			return paint_glyph(arrows[i].glyph);
	return key;
}

void paint_clear(struct area area, enum role role)
{
	cchar_t blank = cell_of(role, L" ");

	for (int y = 0; y < area.height && area.width > 0; y++)
		mvhline_set(area.y + y, area.x, &blank, area.width);
}

int paint_text(struct area area, int y, int x, enum role role, const char *text)
{
	assert(text);
	return paint(area, y, x, role, text, strlen(text), false);
}

int paint_format(struct area area, int y, int x, enum role role, const char *format, ...)
{
	va_list args;
	char *text;

	assert(format);
	va_start(args, format);
	text = bytes_vtext(format, args);
	va_end(args);
	x = paint_text(area, y, x, role, text);
	free(text);
	return x;
}

int paint_bytes(struct area area, int y, int x, enum role role, const char *bytes, size_t size)
{
	assert(bytes || size == 0);
	return paint(area, y, x, role, bytes, size, true);
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
	assert(text);
	return paint_bytes_width(text, strlen(text));
}

int paint_bytes_width(const char *bytes, size_t size)
{
	bool utf8 = is_utf8();
	struct cluster cluster;
	int width = 0;

	assert(bytes || size == 0);
	while (size && width < INT_MAX / 2) {
		size_t taken = next_cluster(bytes, size, utf8, &cluster);

		width += cluster.width;
		bytes += taken;
		size -= taken;
	}
	return width;
}

size_t paint_fitting(const char *bytes, size_t size, int width)
{
	bool utf8 = is_utf8();
	struct cluster cluster;
	size_t fitting = 0;

	assert(bytes || size == 0);
	while (fitting < size) {
		size_t taken = next_cluster(bytes + fitting, size - fitting, utf8, &cluster);

		width -= cluster.width;
		if (width < 0 && fitting)
			break;
		fitting += taken;
	}
	return fitting;
}

size_t paint_row(const char *bytes, size_t size, int width)
{
	size_t fits, at;

	assert(width > 0);
	fits = at = paint_fitting(bytes, size, width);
	if (fits == size)
		return size;
	while (at && bytes[at] != ' ')
		at--;
	while (at && bytes[at - 1] == ' ')
		at--;
	return at ? at : fits;
}

size_t paint_wrap(const char *bytes, size_t size, size_t *at, int width)
{
	size_t row = paint_row(bytes + *at, size - *at, width);

	*at += row;
	while (*at < size && bytes[*at] == ' ')
		++*at;
	return row;
}

void paint_part(struct area area, int y, int x, enum role role, const char *text, size_t begin, size_t end,
		size_t from, size_t size)
{
	end = from + size < end ? from + size : end;
	if (from < begin)
		from = begin;
	if (from < end)
		paint_bytes(area, y, x + paint_bytes_width(text + begin, from - begin), role, text + from,
			    end - from);
}

struct area paint_frame(struct area area, enum role role, int number, const char *title, const char *right)
{
	enum { NUMBER = 3 }; /* columns of "[1]" */
	struct area inside = {area.y + 1, area.x + 1, area.height - 2, area.width - 2};
	/* The title may cover the upper edge except for the corners and a piece of line, or the number,
	   beside each.  */
	int lead = number > 0 && area.width >= NUMBER + 2 ? NUMBER : 1;
	struct area top = {area.y, area.x + 1 + lead, 1, area.width - 3 - lead};
	int used = 0, width;

	if (area.height < 2 || area.width < 2)
		return (struct area){area.y, area.x, 0, 0};
	line(area, 0, 1, role, GLYPH_HORIZONTAL, inside.width, 0);
	line(area, area.height - 1, 1, role, GLYPH_HORIZONTAL, inside.width, 0);
	line(area, 1, 0, role, GLYPH_VERTICAL, 0, inside.height);
	line(area, 1, area.width - 1, role, GLYPH_VERTICAL, 0, inside.height);
	paint_put(area, 0, 0, role, GLYPH_TOP_LEFT);
	paint_put(area, 0, area.width - 1, role, GLYPH_TOP_RIGHT);
	paint_put(area, area.height - 1, 0, role, GLYPH_BOTTOM_LEFT);
	paint_put(area, area.height - 1, area.width - 1, role, GLYPH_BOTTOM_RIGHT);
	if (lead == NUMBER)
		paint_format(area, 0, 1, ROLE_HINT_KEY, "[%d]", number);
	if (title && *title && top.width >= 3) {
		struct area room = {top.y, top.x + 1, 1, top.width - 2};

		paint_text(top, 0, 0, ROLE_TITLE, " ");
		used = 1 + paint_bytes(room, 0, 0, ROLE_TITLE, title, strlen(title));
		used = paint_text(top, 0, used, ROLE_TITLE, " ");
	}
	width = right && *right ? paint_width(right) + 2 : 0;
	if (width && used + width < top.width)
		paint_format(top, 0, top.width - width, ROLE_HINT, " %s ", right);
	return inside;
}

void paint_spark(struct area area, int y, int x, int width, enum role role, const int64_t *values, int count)
{
	int64_t most = 0;
	int shown = count < width ? count : width;

	assert(count >= 0 && (values || count == 0));
	if (shown <= 0)
		return;
	values += count - shown;
	for (int i = 0; i < shown; i++)
		most = values[i] > most ? values[i] : most;
	for (int i = 0; i < shown; i++) {
		double part = most > 0 ? (double)values[i] / (double)most : 0;

		if (values[i] >= 0)
			paint_put(area, y, x + i, role, (enum glyph)(GLYPH_BAR_1 + (int)(part * 7 + 0.5)));
	}
}
