/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_terminal.c - the terminal of an agent: what it wrote to stderr and /dev/tty, as a terminal shows it.
 *
 * It is fed from the match file up to the shown message, so going back in the match goes back here.  Bytes
 * without a line end are in no file yet.  While the match is live they are fed at once, and left out of the
 * message that they become.
 *
 * While it has the focus and the match is live, all keys but TERMINAL_LEAVE are typed into the agent's
 * terminal.  */
#include "pane_typed.h"
#include "ringside/bytes.h"
#include <stdlib.h>

/* RECENT: messages to feed at most, since no more can be scrolled back to.  */
enum { RECENT = 2000, BATCH = 256 };

struct pane_terminal {
	struct pane_typed typed;
	int seat;
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

static bool listens(const struct pane *pane)
{
	const struct session *session = pane->view->session;

	return session_is_live(session) && session_state(session) != JUDGE_OVER && view_is_live(pane->view) &&
	       session_match(session)->setup.seat[own(pane)->seat].kind == SEAT_AGENT;
}

static char *title(const struct pane *pane)
{
	const struct pane_terminal *terminal = own(pane);
	const char *name = view_sitting(pane->view, terminal->seat, NULL)->name;

	return bytes_text("%d %s terminal", terminal->seat, name ? name : "");
}

static char *status(const struct pane *pane)
{
	return own(pane)->frozen ? bytes_text("frozen") : pane_typed_status(pane);
}

/* Skips bytes that were fed already.  */
static void feed_bytes(struct pane_terminal *terminal, const char *bytes, size_t size)
{
	if (size > terminal->ahead)
		terminal_feed(terminal->typed.terminal, bytes + terminal->ahead, size - terminal->ahead);
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
	struct message *messages = bytes_new(RECENT * sizeof(*messages));
	int count = match_file_before(file, query, query->last + 1, RECENT, messages);

	terminal_clear(terminal->typed.terminal);
	terminal->ahead = 0;
	for (int i = 0; i < count; i++)
		feed_message(terminal, &messages[i]);
	free(messages);
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

	session_pending(terminal->typed.pane.view->session, terminal->seat, STREAM_STDERR, &pending, NULL);
	if (pending.size < terminal->ahead)
		feed_recent(terminal, file, query);
	feed_bytes(terminal, pending.bytes, pending.size);
	terminal->ahead = pending.size;
}

static void feed(struct pane_terminal *terminal)
{
	struct session *session = terminal->typed.pane.view->session;
	struct match_file *file = session_file(session);
	int game = session_match(session)->setup.game;
	int64_t shown = view_message(terminal->typed.pane.view), last = file ? match_file_last(file) : 0;
	struct message_query query = {.seats = 1u << terminal->seat,
				      .channels = CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << FROM_AGENT,
				      .last = shown < last ? shown : last};
	unsigned shows = file ? match_file_shows(file) : 0;
	bool same = file == terminal->file && game == terminal->game && shows == terminal->shows &&
		    terminal->fed <= query.last &&
		    (view_is_live(terminal->typed.pane.view) || !terminal->ahead);

	if (file && match_file_is_busy(file)) /* it stays as it is */
		return;
	/* If the pane is far behind, the newest messages matter more.  */
	if (file && (!same || (terminal->fed < query.last && !feed_more(terminal, file, &query))))
		feed_recent(terminal, file, &query);
	/* While the file lacks a message that the bytes before became, they stay.  */
	if (file && view_is_live(terminal->typed.pane.view) &&
	    last >= session_newest_stderr(session, terminal->seat))
		feed_pending(terminal, file, &query);
	terminal->file = file;
	terminal->game = game;
	terminal->shows = shows;
	terminal->fed = query.last;
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct pane_terminal *terminal = own(pane);

	if (!terminal->frozen)
		feed(terminal);
	paint_clear(inside, ROLE_TEXT);
	if (!session_is_recorded(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded");
	else
		terminal_draw(terminal->typed.terminal, inside, focused && listens(pane));
}

static void type(struct pane *pane, const char *bytes, size_t size)
{
	session_type(pane->view->session, own(pane)->seat, bytes, size);
}

static void sized(struct pane *pane, int height, int width)
{
	if (session_is_live(pane->view->session))
		session_terminal_size(pane->view->session, own(pane)->seat, width, height);
}

static void freeze(struct pane *pane, bool frozen)
{
	own(pane)->frozen = frozen;
}

static const struct pane_ops ops = {
	.name = "terminal",
	.title = title,
	.status = status,
	.draw = draw,
	.key = pane_typed_key,
	.typing = pane_typed_typing,
	.click = pane_typed_click,
	.resize = pane_typed_resize,
	.freeze = freeze,
	.free = pane_typed_free,
};

struct pane *pane_terminal_new(struct view *view, int seat)
{
	struct pane_terminal *terminal = pane_typed_new(sizeof(*terminal), &ops, view);

	terminal->typed.listens = listens;
	terminal->typed.type = type;
	terminal->typed.sized = sized;
	terminal->seat = seat;
	return &terminal->typed.pane;
}
