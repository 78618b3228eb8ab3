/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* terminal.c - shows a byte stream as a terminal would, with libtsm.
 *
 * libtsm 4.0.2 ignores REP, drops colours with colons, takes `CSI > m` for attributes, and does not return
 * at a line feed.  So the stream passes a filter that knows where sequences begin and end.  No question in
 * the stream is answered: it may be years old.  */
#include "terminal.h"

#include "ringside/message.h"
#include "ringside/theme.h"
#include "ringside/words.h"
#include <assert.h>
#include <curses.h>
#include <libtsm.h>

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { STRING_MAX = 4096, FEED_MAX = 1 << 16 };

/* Drops libtsm's answers to questions of the stream.  */
static void swallow(struct tsm_vte *vte UNUSED, const char *bytes UNUSED, size_t size UNUSED,
		    void *user UNUSED)
{
}

/* One part of SGR with colons, as "38:2::1:2:3", in the form that libtsm knows; "": it has none.  */
static char *without_colons(const char *part)
{
	int number[8] = {0}, count = 0, colour;

	for (const char *at = part; at && count < 8; at = strchr(at, ':')) {
		at += *at == ':';
		number[count++] = atoi(at) & 0xffff;
	}
	if (number[0] == 4)
		return bytes_text("%d", number[1] ? 4 : 24);
	if ((number[0] == 38 || number[0] == 48) && number[1] == 5 && count >= 3)
		return bytes_text("%d;5;%d", number[0], number[2]);
	if ((number[0] == 38 || number[0] == 48) && number[1] == 2 && count >= 5) {
		colour = count > 5 ? 3 : 2; /* a colour space may come first */
		return bytes_text("%d;2;%d;%d;%d", number[0], number[colour], number[colour + 1],
				  number[colour + 2]);
	}
	return NULL;
}

/* Passes on the attributes of SGR.  */
static void pass_attributes(struct terminal *terminal, struct bytes *out)
{
	FREED_BY(bytes_free) struct bytes kept = {0};
	int skip = 0;

	terminal->sequence[terminal->sequence_size] = '\0';
	for (char *part = terminal->sequence, *rest; part; part = rest) {
		FREED char *text = NULL;

		rest = strchr(part, ';');
		if (rest)
			*rest++ = '\0';
		if (skip == 0 && strcmp(part, "58") == 0) /* underlines with their own colour */
			skip = rest && *rest == '2' ? 5 : 3;
		if (skip > 0)
			skip--;
		else
			text = strchr(part, ':') ? without_colons(part)
						 : bytes_text("%s", *part ? part : "0");
		if (text)
			bytes_addf(&kept, "%s%s", kept.size ? ";" : "", text);
	}
	if (kept.size)
		bytes_addf(out, "\033[%sm", kept.at);
}

/* Passes on a sequence with its final byte.  */
static void pass_sequence(struct terminal *terminal, char final, struct bytes *out)
{
	char first = terminal->sequence_size ? terminal->sequence[0] : '\0';
	int count;

	terminal->state = TEXT;
	if (terminal->sequence_size >= TERMINAL_SEQUENCE_MOST - 1)
		return; /* too long for a sequence */
	terminal->sequence[terminal->sequence_size] = '\0';
	if ((first >= '<' && first <= '>') || (first == '?' && final == 'm'))
		return; /* about keyboards; libtsm takes it for attributes */
	if (final == 'm') {
		pass_attributes(terminal, out);
	} else if (final == 'b') {
		count = atoi(terminal->sequence);
		count = count < 1 ? 1 : count > terminal->columns ? terminal->columns : count;
		while (count-- > 0)
			bytes_add(out, terminal->last, terminal->last_size);
	} else {
		bytes_addf(out, "\033[%s%c", terminal->sequence, final);
	}
}

static void pass_text(struct terminal *terminal, char byte, struct bytes *out)
{
	unsigned char c = (unsigned char)byte;

	if (c == '\n') {
		terminal->has_return |= terminal->returned;
		if (!terminal->has_return)
			bytes_add(out, "\r", 1);
		terminal->lines += terminal->lines < TERMINAL_SCROLLBACK;
	}
	terminal->returned = c == '\r';
	bytes_add(out, &byte, 1);
	if (c < 0x20 || c == 0x7f)
		return;
	if ((c & 0xc0) != 0x80)
		terminal->last_size = 0;
	if (terminal->last_size < sizeof(terminal->last))
		terminal->last[terminal->last_size++] = byte;
}

static void pass(struct terminal *terminal, char byte, struct bytes *out)
{
	unsigned char c = (unsigned char)byte;

	if (c == 0x18 || c == 0x1a) { /* CAN, SUB: end any sequence */
		terminal->state = TEXT;
		return;
	}
	switch (terminal->state) {
	case TEXT:
		if (c == 0x1b)
			terminal->state = ESCAPED;
		else
			pass_text(terminal, byte, out);
		break;
	case ESCAPED:
		terminal->state = TEXT;
		terminal->sequence_size = terminal->string_size = 0;
		if (c == '[')
			terminal->state = SEQUENCE;
		else if (strchr("]PX^_", byte) && byte)
			terminal->state = STRING;
		else if (c == 0x1b)
			terminal->state = ESCAPED;
		else
			bytes_addf(out, "\033%c", byte);
		break;
	case SEQUENCE:
		if (c >= 0x40 && c <= 0x7e)
			pass_sequence(terminal, byte, out);
		else if (c == 0x1b)
			terminal->state = ESCAPED;
		else if (c < 0x20)
			pass_text(terminal, byte, out); /* terminals obey it inside a sequence */
		else if (terminal->sequence_size < TERMINAL_SEQUENCE_MOST - 1)
			terminal->sequence[terminal->sequence_size++] = byte;
		break;
	case STRING:
		if (c == 0x1b)
			terminal->state = STRING_ESCAPED;
		else if (c == '\a' || ++terminal->string_size > STRING_MAX) /* its end never came */
			terminal->state = TEXT;
		break;
	case STRING_ESCAPED:
		terminal->state = TEXT;
		if (c != '\\') { /* another sequence begins */
			terminal->state = ESCAPED;
			pass(terminal, byte, out);
		}
		break;
	}
}

struct drawing {
	struct area area;
	int left; /* columns that are scrolled away */
	bool utf8;
	enum role role;                   /* whose colours has what sets none */
	int foreground, background, pair; /* the pair of the cell before */
};

static int colour_of(int8_t code, uint8_t red, uint8_t green, uint8_t blue)
{
	assert(code >= -1);
	if (code < 0)
		return 1 << 24 | red << 16 | green << 8 | blue;
	return code < 16 ? code : -1; /* 16 and 17 are the terminal's own */
}

static int draw_cell(struct tsm_screen *screen UNUSED, uint64_t id UNUSED, const uint32_t *text, size_t size,
		     unsigned width, unsigned x, unsigned y, const struct tsm_screen_attr *look,
		     tsm_age_t age UNUSED, void *user)
{
	struct drawing *drawing = user;
	struct area area = drawing->area;
	int foreground = colour_of(look->fccode, look->fr, look->fg, look->fb),
	    background = colour_of(look->bccode, look->br, look->bg, look->bb);
	attr_t attributes = A_NORMAL;
	wchar_t shown[2] = {L' ', L'\0'};
	cchar_t cell;

	if ((int)x < drawing->left)
		return 0;
	x -= (unsigned)drawing->left;
	if (width == 0 || (int)y >= area.height || (int)x >= area.width)
		return 0; /* the right half of a wide character, or a character without room */
	if (size && text[0] > 0x20 && (int)(x + width) <= area.width)
		shown[0] = (wchar_t)text[0];
	if (!drawing->utf8 && shown[0] > 0x7e)
		shown[0] = L'?';
	else if (wcwidth(shown[0]) != (int)width && shown[0] != L' ')
		shown[0] = drawing->utf8 && width == 1 ? 0xfffd : L'?'; /* never shift the row */
	attributes |= look->bold ? A_BOLD : 0;
	attributes |= look->italic ? A_ITALIC : 0;
	attributes |= look->underline ? A_UNDERLINE : 0;
	attributes |= look->blink ? A_BLINK : 0;
	attributes |= look->inverse ? A_REVERSE : 0;
	if (foreground != drawing->foreground || background != drawing->background)
		drawing->pair = theme_pair(drawing->role, foreground, background);
	drawing->foreground = foreground;
	drawing->background = background;
	setcchar(&cell, shown, attributes, 0, &drawing->pair);
	mvadd_wch(area.y + (int)y, area.x + (int)x, &cell);
	return 0;
}

void terminal_feed(struct terminal *terminal, const char *bytes, size_t size)
{
	FREED_BY(bytes_free) struct bytes out = {0};

	assert(bytes || size == 0);
	for (size_t i = 0; i < size; i++) {
		pass(terminal, bytes[i], &out);
		if (out.size && (i + 1 == size || out.size >= FEED_MAX)) {
			tsm_vte_input(terminal->vte, out.at, out.size);
			bytes_drop(&out, out.size);
		}
	}
}

void terminal_scroll(struct terminal *terminal, int lines)
{
	int past = terminal->lines - terminal->rows + 1, to;

	to = lines == 0 ? 0 : terminal->scrolled + lines;
	to = to > past ? past : to;
	to = to < 0 ? 0 : to;
	if (to > terminal->scrolled)
		tsm_screen_sb_up(terminal->screen, (unsigned)(to - terminal->scrolled));
	else if (to == 0)
		tsm_screen_sb_reset(terminal->screen);
	else
		tsm_screen_sb_down(terminal->screen, (unsigned)(terminal->scrolled - to));
	terminal->scrolled = to;
	if (to > 0)
		tsm_screen_set_flags(terminal->screen, TSM_SCREEN_FIXED_POS);
	else
		tsm_screen_reset_flags(terminal->screen, TSM_SCREEN_FIXED_POS);
}

void terminal_resize(struct terminal *terminal, int columns, int rows)
{
	terminal->columns = columns > 1 ? columns : 1;
	terminal->rows = rows > 1 ? rows : 1;
	terminal_scroll(terminal, 0);
	tsm_screen_resize(terminal->screen, (unsigned)terminal->columns, (unsigned)terminal->rows);
}

void terminal_begin(struct terminal *terminal, int columns, int rows)
{
	*terminal = (struct terminal){0};
	if (tsm_screen_new(&terminal->screen, NULL, NULL) < 0 ||
	    tsm_vte_new(&terminal->vte, terminal->screen, swallow, NULL, NULL, NULL) < 0)
		give_up("out of memory");
	tsm_screen_set_max_sb(terminal->screen, TERMINAL_SCROLLBACK);
	terminal_resize(terminal, columns, rows);
}

void terminal_end(struct terminal *terminal)
{
	tsm_screen_clear_sb(terminal->screen); /* libtsm would forget them */
	tsm_vte_unref(terminal->vte);
	tsm_screen_unref(terminal->screen);
}

void terminal_clear(struct terminal *terminal)
{
	int columns = terminal->columns, rows = terminal->rows;

	terminal_end(terminal);
	terminal_begin(terminal, columns, rows);
}

void terminal_draw(struct terminal *terminal, struct area area, bool cursor)
{
	struct drawing drawing = {.area = area,
				  .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
				  .foreground = -1,
				  .background = -1,
				  .role = ROLE_TEXT,
				  .pair = theme_pair(ROLE_TEXT, -1, -1)};
	bool hide = !cursor && !(tsm_screen_get_flags(terminal->screen) & TSM_SCREEN_HIDE_CURSOR);

	if (hide)
		tsm_screen_set_flags(terminal->screen, TSM_SCREEN_HIDE_CURSOR);
	tsm_screen_draw(terminal->screen, draw_cell, &drawing);
	if (hide)
		tsm_screen_reset_flags(terminal->screen, TSM_SCREEN_HIDE_CURSOR);
}

/* The row with its attributes and without other sequences.  Control characters become pictures.  */
static void add_row(struct bytes *out, const char *bytes, size_t size)
{
	size_t sequence;

	for (size_t i = 0; i < size; i += sequence ? sequence : 1) {
		unsigned char c = (unsigned char)bytes[i];

		sequence = shown_sequence(bytes + i, size - i);
		if (sequence && bytes[i + sequence - 1] == 'm')
			bytes_add(out, bytes + i, sequence);
		else if (!sequence && (c < 0x20 || c == 0x7f))
			words_add_character(out, c == 0x7f ? 0x2421 : 0x2400u + c);
		else if (!sequence)
			bytes_add(out, bytes + i, 1);
	}
}

void terminal_draw_row(struct area area, int y, int left, const char *bytes, size_t size)
{
	static const char no_wrap[] = "\033[?7l\033[?25l";
	struct drawing drawing = {.area = {area.y + y, area.x, 1, area.width},
				  .left = left,
				  .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
				  .role = ROLE_BOARD,
				  .foreground = -1,
				  .background = -1,
				  .pair = theme_pair(ROLE_BOARD, -1, -1)};
	FREED_BY(bytes_free) struct bytes row = {0};
	struct terminal terminal;

	if (y < 0 || y >= area.height || area.width <= 0)
		return;
	theme_use(ROLE_BOARD); /* whatever was drawn before: ncurses adds its attributes */
	bytes_add_text(&row, no_wrap);
	add_row(&row, bytes, size);
	/* What has no room ends in the last column, which is not shown.  */
	terminal_begin(&terminal, left + area.width + 2, 1);
	terminal_feed(&terminal, row.at, row.size);
	tsm_screen_draw(terminal.screen, draw_cell, &drawing);
	terminal_end(&terminal);
}
