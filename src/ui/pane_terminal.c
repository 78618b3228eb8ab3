/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_terminal.c - panes that show a byte stream as a terminal would, with libtsm, and type into it: the
 * terminal of an agent, and gdb on an agent.
 *
 * libtsm 4.0.2 ignores REP, drops colours with colons, takes `CSI > m` for attributes, and does not return
 * at a line feed.  So the stream passes a filter that knows where sequences begin and end.  No question in
 * the stream is answered: it may be years old.
 *
 * An agent's terminal has what it wrote to stderr and /dev/tty.  It is fed from the match file up to the
 * shown message, so going back in the match goes back here.  Bytes without a line end are in no file yet.
 * While the match is live they are fed at once, and left out of the message that they become.  What gdb
 * prints comes at once and is not recorded.
 *
 * All keys but ^] are typed into the program; the page keys and the wheel scroll.  */
#include "pane.h"
#include "ringside/bytes.h"
#include "ringside/words.h"
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

static void terminal_feed(struct terminal *terminal, const char *bytes, size_t size)
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

/* Scrolls back with lines > 0, forward with lines < 0, to the end with 0.  */
static void terminal_scroll(struct terminal *terminal, int lines)
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

/* Gives the terminal another size, and scrolls to its end.  */
static void terminal_resize(struct terminal *terminal, int columns, int rows)
{
	terminal->columns = columns > 1 ? columns : 1;
	terminal->rows = rows > 1 ? rows : 1;
	terminal_scroll(terminal, 0);
	tsm_screen_resize(terminal->screen, (unsigned)terminal->columns, (unsigned)terminal->rows);
}

static void terminal_begin(struct terminal *terminal, int columns, int rows)
{
	*terminal = (struct terminal){0};
	if (tsm_screen_new(&terminal->screen, NULL, NULL) < 0 ||
	    tsm_vte_new(&terminal->vte, terminal->screen, swallow, NULL, NULL, NULL) < 0)
		give_up("out of memory");
	tsm_screen_set_max_sb(terminal->screen, SCROLLBACK);
	terminal_resize(terminal, columns, rows);
}

static void terminal_end(struct terminal *terminal)
{
	tsm_screen_clear_sb(terminal->screen); /* libtsm would forget them */
	tsm_vte_unref(terminal->vte);
	tsm_screen_unref(terminal->screen);
}

/* Makes it as new, in its present size.  */
static void terminal_clear(struct terminal *terminal)
{
	int columns = terminal->columns, rows = terminal->rows;

	terminal_end(terminal);
	terminal_begin(terminal, columns, rows);
}

/* Draws as much of it as the area holds.  The cursor, if wanted, is an inverse cell.  */
static void terminal_draw(struct terminal *terminal, struct area area, bool cursor)
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

/* Adds what a key sends; the key is a character, or KEY_… of ncurses (is_code).  */
static void add_key(struct bytes *bytes, unsigned key, bool is_code)
{
	if (!is_code)
		words_add_character(bytes, key);
	for (size_t i = 0; is_code && i < sizeof(sent) / sizeof(sent[0]); i++)
		if (sent[i].key == key)
			bytes_add_text(bytes, sent[i].bytes);
}

/* ---- the panes ---- */

/* RECENT: messages to feed at most, since no more can be scrolled back to.  */
enum { RECENT = 2000, BATCH = 256, WHEEL_LINES = 3, COLUMNS = 80, ROWS = 24, LEAVE = ']' & 31, GDB = -1 };

struct pane_terminal {
	struct pane pane; /* first */
	struct terminal terminal;
	int seat; /* of the agent; GDB: it is gdb's terminal */

	const struct match_file *file; /* that it was fed from */
	int game;
	unsigned shows; /* of the file: another number means another branch */
	int64_t fed;    /* all messages up to this number were looked at */
	size_t ahead;   /* bytes of the next message that were fed already */
	bool frozen;
};

static struct pane_terminal *own(const struct pane *pane)
{
	return (struct pane_terminal *)pane; /* its first member */
}

/* Do keys reach the program now?  */
static bool listens(const struct pane *pane)
{
	const struct session *session = pane->view->session;

	return own(pane)->seat == GDB ||
	       (session_is_live(session) && session_state(session) != JUDGE_OVER &&
		view_is_live(pane->view) &&
		session_match(session)->setup.seat[own(pane)->seat].kind == SEAT_AGENT);
}

static char *agent_title(const struct pane *pane)
{
	const struct pane_terminal *terminal = own(pane);
	const char *name = view_sitting(pane->view, terminal->seat, NULL)->name;

	return bytes_text("%d %s terminal", terminal->seat, name ? name : "");
}

static char *gdb_title(const struct pane *pane)
{
	struct session *session = pane->view->session;
	int seat = session_gdb_seat(session);
	const char *name = seat < 0 ? NULL : session_match(session)->setup.seat[seat].name;

	return seat < 0 ? NULL : bytes_text("gdb on %d %s", seat, name ? name : "");
}

static char *status(const struct pane *pane)
{
	int scrolled = own(pane)->terminal.scrolled;

	if (own(pane)->frozen)
		return bytes_text("frozen");
	if (scrolled > 0)
		return bytes_text("%d line%s back", scrolled, scrolled == 1 ? "" : "s");
	return pane->focused && listens(pane) ? bytes_text("typing, ^] leaves") : NULL;
}

/* Skips bytes that were fed already.  */
static void feed_bytes(struct pane_terminal *terminal, const char *bytes, size_t size)
{
	if (size > terminal->ahead)
		terminal_feed(&terminal->terminal, bytes + terminal->ahead, size - terminal->ahead);
}

static void feed_message(struct pane_terminal *terminal, const struct message *message)
{
	feed_bytes(terminal, message->bytes, message->size);
	terminal->ahead = terminal->ahead > message->size ? terminal->ahead - message->size : 0;
}

/* Starts again with the last RECENT messages.  */
static void feed_recent(struct pane_terminal *terminal, struct match_file *file,
			const struct message_query *query)
{
	FREED struct message *messages = bytes_new(RECENT * sizeof(*messages));
	int count = match_file_before(file, query, query->last + 1, RECENT, messages);

	terminal_clear(&terminal->terminal);
	terminal->ahead = 0;
	for (int i = 0; i < count; i++)
		feed_message(terminal, &messages[i]);
}

/* Feeds what is new.  False: that was more than RECENT messages, and some are left.  */
static bool feed_more(struct pane_terminal *terminal, struct match_file *file,
		      const struct message_query *query)
{
	struct message messages[BATCH];

	for (int count = 0; count < RECENT; count += BATCH) {
		int got = match_file_after(file, query, terminal->fed, BATCH, messages);

		for (int i = 0; i < got; i++)
			feed_message(terminal, &messages[i]);
		if (got < BATCH)
			return true;
		terminal->fed = messages[got - 1].n;
	}
	return false;
}

/* Feeds bytes without a line end.  If there are fewer than before, their message was output that is not
   kept.  */
static void feed_pending(struct pane_terminal *terminal, struct match_file *file,
			 const struct message_query *query)
{
	struct pending_bytes pending;

	session_pending(terminal->pane.view->session, terminal->seat, STREAM_STDERR, &pending, NULL);
	if (pending.size < terminal->ahead)
		feed_recent(terminal, file, query);
	feed_bytes(terminal, pending.bytes, pending.size);
	terminal->ahead = pending.size;
}

static void feed(struct pane_terminal *terminal)
{
	struct session *session = terminal->pane.view->session;
	struct match_file *file = session_file(session);
	int game = session_match(session)->setup.game;
	int64_t shown = view_message(terminal->pane.view), last = file ? match_file_last(file) : 0;
	struct message_query query = {.seats = 1u << terminal->seat,
				      .channels = CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << FROM_AGENT,
				      .last = shown < last ? shown : last};
	unsigned shows = file ? match_file_shows(file) : 0;
	bool same = file == terminal->file && game == terminal->game && shows == terminal->shows &&
		    terminal->fed <= query.last && (view_is_live(terminal->pane.view) || !terminal->ahead);

	if (file && match_file_is_busy(file)) /* it stays as it is */
		return;
	/* If the pane is far behind, the newest messages matter more.  */
	if (file && (!same || (terminal->fed < query.last && !feed_more(terminal, file, &query))))
		feed_recent(terminal, file, &query);
	/* While the file lacks a message that the bytes before became, they stay.  */
	if (file && view_is_live(terminal->pane.view) &&
	    last >= session_newest_stderr(session, terminal->seat))
		feed_pending(terminal, file, &query);
	terminal->file = file;
	terminal->game = game;
	terminal->shows = shows;
	terminal->fed = query.last;
}

static void agent_draw(struct pane *pane, struct area inside, bool focused)
{
	struct pane_terminal *terminal = own(pane);

	if (!terminal->frozen)
		feed(terminal);
	paint_clear(inside, ROLE_TEXT);
	if (!session_is_recorded(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded");
	else
		terminal_draw(&terminal->terminal, inside, focused && listens(pane));
}

static void gdb_draw(struct pane *pane, struct area inside, bool focused)
{
	paint_clear(inside, ROLE_TEXT);
	terminal_draw(&own(pane)->terminal, inside, focused);
}

static bool key(struct pane *pane, unsigned key, bool is_code)
{
	struct pane_terminal *terminal = own(pane);
	struct bytes bytes = {0};
	bool sends;

	if (is_code && (key == KEY_PPAGE || key == KEY_NPAGE)) {
		terminal_scroll(&terminal->terminal,
				key == KEY_PPAGE ? terminal->terminal.rows : -terminal->terminal.rows);
		return true;
	}
	if (!listens(pane) || (!is_code && key == LEAVE))
		return false;
	add_key(&bytes, key, is_code);
	sends = bytes.size;
	if (sends)
		terminal_scroll(&terminal->terminal, 0);
	if (sends && terminal->seat == GDB)
		session_gdb_type(pane->view->session, bytes.at, bytes.size);
	else if (sends)
		session_type(pane->view->session, terminal->seat, bytes.at, bytes.size);
	bytes_free(&bytes);
	return sends;
}

static bool click(struct pane *pane, int y UNUSED, int x UNUSED, int button)
{
	if (button != 4 && button != 5)
		return false;
	terminal_scroll(&own(pane)->terminal, button == 4 ? WHEEL_LINES : -WHEEL_LINES);
	return true;
}

static void resize(struct pane *pane, int height, int width)
{
	struct pane_terminal *terminal = own(pane);

	terminal_resize(&terminal->terminal, width, height);
	if (height <= 0 || width <= 0)
		return;
	if (terminal->seat == GDB)
		session_gdb_size(pane->view->session, width, height);
	else if (session_is_live(pane->view->session))
		session_terminal_size(pane->view->session, terminal->seat, width, height);
}

static void freeze(struct pane *pane, bool frozen)
{
	own(pane)->frozen = frozen;
}

static void free_terminal(struct pane *pane)
{
	terminal_end(&own(pane)->terminal);
	free(pane);
}

static const struct pane_ops agent_ops = {
	.title = agent_title,
	.status = status,
	.draw = agent_draw,
	.key = key,
	.typing = listens,
	.click = click,
	.resize = resize,
	.freeze = freeze,
	.free = free_terminal,
};

static const struct pane_ops gdb_ops = {
	.name = "gdb",
	.title = gdb_title,
	.status = status,
	.draw = gdb_draw,
	.key = key,
	.typing = listens,
	.click = click,
	.resize = resize,
	.free = free_terminal,
};

static struct pane *new_pane(struct view *view, const struct pane_ops *ops, int seat)
{
	struct pane_terminal *terminal = bytes_new(sizeof(*terminal));

	terminal->pane.ops = ops;
	terminal->pane.view = view;
	terminal->seat = seat;
	terminal_begin(&terminal->terminal, COLUMNS, ROWS);
	return &terminal->pane;
}

struct pane *pane_terminal_new(struct view *view, int seat)
{
	return new_pane(view, &agent_ops, seat);
}

struct pane *pane_gdb_new(struct view *view)
{
	return new_pane(view, &gdb_ops, GDB);
}

void pane_gdb_prints(struct pane *pane, const char *bytes, size_t size)
{
	if (bytes)
		terminal_feed(&own(pane)->terminal, bytes, size);
	else
		terminal_clear(&own(pane)->terminal);
}
