/* pane_terminal.c - the terminal of an agent: what it wrote to stderr and /dev/tty, as a terminal shows it.
 *
 * It is fed from the match file, up to the message that is shown: going back in the match goes back here.
 * What has no line end yet is in no file: while the match is shown live it is fed at once, and left out of
 * the message that it becomes.  Who focuses it while the match is shown live types into the agent's terminal,
 * all keys but TERMINAL_LEAVE.  */
#include "pane.h"
#include "ringside/bytes.h"
#include "terminal.h"
#include <curses.h>

#include <stdlib.h>
#include <string.h>

/* How many messages are fed at most at once: of a long history only what can still be scrolled back to.  */
enum { RECENT = 2000, BATCH = 256, WHEEL_LINES = 3 };

struct pane_terminal {
	struct pane pane;
	int seat;
	struct terminal *terminal;
	int rows;
	const struct match_file *file; /* what it was fed from */
	int game;
	unsigned shows; /* of the file: another number, another branch */
	int64_t fed;    /* all messages up to this number were looked at */
	size_t ahead;   /* bytes of the next message that were fed already */
	bool frozen;
};

static struct pane_terminal *own(const struct pane *pane)
{
	return (struct pane_terminal *)pane; /* its first member */
}

static bool is_typed_into(const struct pane_terminal *terminal)
{
	const struct session *session = terminal->pane.view->session;

	return session_is_live(session) && session_state(session) != JUDGE_OVER &&
	       view_is_live(terminal->pane.view) &&
	       session_match(session)->setup.seat[terminal->seat].kind == SEAT_AGENT;
}

static char *title(const struct pane *pane)
{
	const struct pane_terminal *terminal = own(pane);
	const char *name = view_sitting(pane->view, terminal->seat, NULL)->name;

	return bytes_text("%d %s terminal", terminal->seat, name ? name : "");
}

static char *status(const struct pane *pane)
{
	const struct pane_terminal *terminal = own(pane);
	int scrolled = terminal_scrolled(terminal->terminal);

	if (terminal->frozen)
		return bytes_text("frozen");
	if (scrolled > 0)
		return bytes_text("%d lines back", scrolled);
	if (pane->focused && is_typed_into(terminal))
		return bytes_text("typing, ^] leaves");
	return NULL;
}

/* Some of it may stand there already.  */
static void feed_bytes(struct pane_terminal *terminal, const char *bytes, size_t size)
{
	if (size > terminal->ahead)
		terminal_feed(terminal->terminal, bytes + terminal->ahead, size - terminal->ahead);
}

static void feed_message(struct pane_terminal *terminal, const struct message *message)
{
	feed_bytes(terminal, message->bytes, message->size);
	terminal->ahead = terminal->ahead > message->size ? terminal->ahead - message->size : 0;
}

/* Begins anew, so far back that RECENT messages are left.  */
static void feed_recent(struct pane_terminal *terminal, struct match_file *file,
			const struct message_query *query)
{
	struct message *messages = bytes_new(RECENT * sizeof(*messages));
	int count = match_file_before(file, query, query->last + 1, RECENT, messages);

	terminal_clear(terminal->terminal);
	terminal->ahead = 0;
	for (int i = 0; i < count; i++)
		feed_message(terminal, &messages[i]);
	free(messages);
}

/* Feeds what came since.  False: that was more than RECENT messages, and some are left.  */
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

/* What has no line end yet.  Is less there than before, then its message was chatter that is not kept.  */
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

	/* Far behind, the newest is what one wants to see.  */
	if (file && (!same || (terminal->fed < query.last && !feed_more(terminal, file, &query))))
		feed_recent(terminal, file, &query);
	if (file && view_is_live(terminal->pane.view))
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
	if (!session_file(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded");
	else
		terminal_draw(terminal->terminal, inside, focused && is_typed_into(terminal));
}

static bool key(struct pane *pane, unsigned key, bool is_code)
{
	struct pane_terminal *terminal = own(pane);
	char bytes[TERMINAL_KEY];
	size_t size;

	if (is_code && (key == KEY_PPAGE || key == KEY_NPAGE)) {
		terminal_scroll(terminal->terminal, key == KEY_PPAGE ? terminal->rows : -terminal->rows);
		return true;
	}
	if (!is_typed_into(terminal) || (!is_code && key == TERMINAL_LEAVE))
		return false;
	if (!(size = terminal_key(key, is_code, bytes)))
		return false;
	terminal_scroll(terminal->terminal, 0);
	session_type(pane->view->session, terminal->seat, bytes, size);
	return true;
}

static bool click(struct pane *pane, int y, int x, int button)
{
	(void)y;
	(void)x;
	if (button != 4 && button != 5)
		return false;
	terminal_scroll(own(pane)->terminal, button == 4 ? WHEEL_LINES : -WHEEL_LINES);
	return true;
}

static void resize(struct pane *pane, int height, int width)
{
	struct pane_terminal *terminal = own(pane);

	terminal->rows = height > 1 ? height : 1;
	terminal_resize(terminal->terminal, width, height);
	if (session_is_live(pane->view->session) && height > 0 && width > 0)
		session_terminal_size(pane->view->session, terminal->seat, width, height);
}

static bool freeze(struct pane *pane, bool frozen)
{
	own(pane)->frozen = frozen;
	return true;
}

static void free_pane(struct pane *pane)
{
	terminal_free(own(pane)->terminal);
	free(pane);
}

static const struct pane_ops ops = {
	.kind = "terminal",
	.title = title,
	.status = status,
	.draw = draw,
	.key = key,
	.click = click,
	.resize = resize,
	.freeze = freeze,
	.free = free_pane,
};

struct pane *pane_terminal_new(struct view *view, int seat)
{
	struct pane_terminal *terminal = bytes_new(sizeof(*terminal));

	terminal->pane.ops = &ops;
	terminal->pane.view = view;
	terminal->seat = seat;
	terminal->rows = 24;
	terminal->terminal = terminal_new(80, 24);
	return &terminal->pane;
}
