/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_terminal.c - panes that show a byte stream as a terminal would, with libtsm, and type into it: the
 * terminal of an agent, and gdb on an agent.
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
#include "terminal.h"
#include <assert.h>
#include <curses.h>

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

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
