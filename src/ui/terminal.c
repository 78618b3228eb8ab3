/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* terminal.c - shows a byte stream as a terminal would, with libtsm.
 *
 * libtsm 4.0.2 ignores REP, drops colours with colons, takes `CSI > m` for attributes, and does not return
 * at a line feed.  So the stream passes a filter that knows where sequences begin and end.  No question in
 * the stream is answered: it may be years old.  */
#include "terminal.h"
#include "ringside/bytes.h"
#include "ringside/give_up.h"
#include <assert.h>
#include <curses.h>
#include <libtsm.h>

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { SCROLLBACK = 2000, SEQUENCE_MAX = 256, STRING_MAX = 4096, FEED_MAX = 1 << 16 };

enum state {
	TEXT,
	ESCAPED,  /* after ESC */
	SEQUENCE, /* after CSI, until its final byte */
	STRING,   /* OSC, DCS and the like, until ST or BEL: not shown */
	STRING_ESCAPED,
};

struct terminal {
	struct tsm_screen *screen;
	struct tsm_vte *vte;
	int columns, rows;
	int lines, scrolled; /* line ends so far, up to SCROLLBACK; how many of them are scrolled back */

	enum state state;
	char sequence[SEQUENCE_MAX]; /* what came after CSI */
	size_t sequence_size;
	size_t string_size;
	char last[4]; /* the last character, for REP */
	size_t last_size;
	bool returned;   /* the last byte was CR */
	bool has_return; /* a line ended with CR LF, so a pty adds the CR */
};

/* What keys send.  */
static const struct {
	unsigned key;
	const char *bytes;
} sent[] = {
	{KEY_UP, "\033[A"},      {KEY_DOWN, "\033[B"},    {KEY_RIGHT, "\033[C"},   {KEY_LEFT, "\033[D"},
	{KEY_HOME, "\033[H"},    {KEY_END, "\033[F"},     {KEY_IC, "\033[2~"},     {KEY_DC, "\033[3~"},
	{KEY_BTAB, "\033[Z"},    {KEY_BACKSPACE, "\177"}, {KEY_ENTER, "\r"},       {KEY_F(1), "\033OP"},
	{KEY_F(2), "\033OQ"},    {KEY_F(3), "\033OR"},    {KEY_F(4), "\033OS"},    {KEY_F(5), "\033[15~"},
	{KEY_F(6), "\033[17~"},  {KEY_F(7), "\033[18~"},  {KEY_F(8), "\033[19~"},  {KEY_F(9), "\033[20~"},
	{KEY_F(10), "\033[21~"}, {KEY_F(11), "\033[23~"}, {KEY_F(12), "\033[24~"},
};

/* Drops libtsm's answers to questions of the stream.  */
static void swallow(struct tsm_vte *vte, const char *bytes, size_t size, void *user)
{
	(void)vte;
	(void)bytes;
	(void)size;
	(void)user;
}

/* The filter.  */

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
	struct bytes kept = {0};
	int skip = 0;

	terminal->sequence[terminal->sequence_size] = '\0';
	for (char *part = terminal->sequence, *rest; part; part = rest) {
		char *text = NULL;

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
		free(text);
	}
	if (kept.size)
		bytes_addf(out, "\033[%sm", kept.at);
	bytes_free(&kept);
}

/* Passes on a sequence with its final byte.  */
static void pass_sequence(struct terminal *terminal, char final, struct bytes *out)
{
	char first = terminal->sequence_size ? terminal->sequence[0] : '\0';
	int count;

	terminal->state = TEXT;
	if (terminal->sequence_size >= SEQUENCE_MAX - 1)
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
		terminal->lines += terminal->lines < SCROLLBACK;
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
		else if (terminal->sequence_size < SEQUENCE_MAX - 1)
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

/* The cells.  */

struct drawing {
	struct area area;
	bool utf8;
	int foreground, background, pair; /* the pair of the cell before */
};

static int colour_of(int8_t code, uint8_t red, uint8_t green, uint8_t blue)
{
	assert(code >= -1);
	if (code < 0)
		return 1 << 24 | red << 16 | green << 8 | blue;
	return code < 16 ? code : -1; /* 16 and 17 are the terminal's own */
}

static int draw_cell(struct tsm_screen *screen, uint64_t id, const uint32_t *text, size_t size,
		     unsigned width, unsigned x, unsigned y, const struct tsm_screen_attr *look,
		     tsm_age_t age, void *user)
{
	struct drawing *drawing = user;
	struct area area = drawing->area;
	int foreground = colour_of(look->fccode, look->fr, look->fg, look->fb),
	    background = colour_of(look->bccode, look->br, look->bg, look->bb);
	attr_t attributes = A_NORMAL;
	wchar_t shown[2] = {L' ', L'\0'};
	cchar_t cell;

	(void)screen;
	(void)id;
	(void)age;
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
		drawing->pair = theme_pair(foreground, background);
	drawing->foreground = foreground;
	drawing->background = background;
	setcchar(&cell, shown, attributes, 0, &drawing->pair);
	mvadd_wch(area.y + (int)y, area.x + (int)x, &cell);
	return 0;
}

/* libtsm's reference to it  */
static void release(struct terminal *terminal)
{
	tsm_screen_clear_sb(terminal->screen); /* libtsm would forget them */
	tsm_vte_unref(terminal->vte);
	tsm_screen_unref(terminal->screen);
}

struct terminal *terminal_new(int columns, int rows)
{
	struct terminal *terminal = bytes_new(sizeof(*terminal));

	if (tsm_screen_new(&terminal->screen, NULL, NULL) < 0 ||
	    tsm_vte_new(&terminal->vte, terminal->screen, swallow, NULL, NULL, NULL) < 0) {
		give_up("out of memory");
	}
	tsm_screen_set_max_sb(terminal->screen, SCROLLBACK);
	terminal_resize(terminal, columns, rows);
	return terminal;
}

void terminal_free(struct terminal *terminal)
{
	if (!terminal)
		return;
	release(terminal);
	free(terminal);
}

void terminal_feed(struct terminal *terminal, const char *bytes, size_t size)
{
	struct bytes out = {0};

	assert(bytes || size == 0);
	for (size_t i = 0; i < size; i++) {
		pass(terminal, bytes[i], &out);
		if (out.size && (i + 1 == size || out.size >= FEED_MAX)) {
			tsm_vte_input(terminal->vte, out.at, out.size);
			bytes_drop(&out, out.size);
		}
	}
	bytes_free(&out);
}

void terminal_clear(struct terminal *terminal)
{
	struct terminal *fresh = terminal_new(terminal->columns, terminal->rows);

	release(terminal);
	*terminal = *fresh;
	free(fresh);
}

void terminal_resize(struct terminal *terminal, int columns, int rows)
{
	terminal->columns = columns > 1 ? columns : 1;
	terminal->rows = rows > 1 ? rows : 1;
	terminal_scroll(terminal, 0);
	tsm_screen_resize(terminal->screen, (unsigned)terminal->columns, (unsigned)terminal->rows);
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

int terminal_scrolled(const struct terminal *terminal)
{
	return terminal->scrolled;
}

void terminal_draw(struct terminal *terminal, struct area area, bool cursor)
{
	struct drawing drawing = {.area = area,
				  .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
				  .foreground = -1,
				  .background = -1,
				  .pair = theme_pair(-1, -1)};
	bool hide = !cursor && !(tsm_screen_get_flags(terminal->screen) & TSM_SCREEN_HIDE_CURSOR);

	if (hide)
		tsm_screen_set_flags(terminal->screen, TSM_SCREEN_HIDE_CURSOR);
	tsm_screen_draw(terminal->screen, draw_cell, &drawing);
	if (hide)
		tsm_screen_reset_flags(terminal->screen, TSM_SCREEN_HIDE_CURSOR);
}

/* The UTF-8 of a character; returns its size.  */
static size_t encode(unsigned character, char bytes[4])
{
	static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
	size_t more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;

	bytes[0] = (char)(lead[more] | character >> (6 * more));
	for (size_t i = 1; i <= more; i++)
		bytes[i] = (char)(0x80 | ((character >> (6 * (more - i))) & 0x3f));
	return more + 1;
}

size_t terminal_key(unsigned key, bool is_code, char bytes[TERMINAL_KEY])
{
	if (!is_code)
		return encode(key, bytes);
	for (size_t i = 0; i < sizeof(sent) / sizeof(sent[0]); i++)
		if (sent[i].key == key) {
			strcpy(bytes, sent[i].bytes);
			return strlen(bytes);
		}
	return 0;
}
