/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_traffic.c - messages with their times: the traffic of one seat, its log, or all traffic.
 *
 * One kind of pane for all of these: a query says which messages.  This file has the frame, the keys, the
 * search and the filter.  */
#include "traffic.h"

#include "ringside/bytes.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct traffic *traffic_of(struct pane *pane)
{
	return (struct traffic *)pane;
}

static char *title(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;
	int seat = traffic_only_seat(traffic);

	const char *name = traffic->name;

	if (seat < 0)
		return bytes_text("%s", name ? name : "traffic");
	if (!name)
		name = view_sitting(pane->view, seat, NULL)->name;
	return bytes_text("%d %s", seat, name ? name : "");
}

/* How many messages have come below since it stood still, for people; "": none.  The caller frees.  */
static char *news(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int fresh = window->count - window_upto(window, traffic->left_at);

	if (!window_at_end(window))
		return bytes_text("%s", window_last(window) > traffic->left_at ? ", new below" : "");
	return fresh > 0 ? bytes_text(", %d new below", fresh) : bytes_text("%s", "");
}

/* Says where the lines are among the messages that may be shown, in as many words as fit into `room` columns.
   NULL: it follows, so they are the newest.  */
static char *place(const struct traffic *traffic, int room)
{
	const struct window *window = &traffic->window;
	int last = traffic_first(traffic), rows = traffic->height;
	int64_t newest = window_last(window), from, to;
	char *text, *fresh;

	if (traffic->following || !window->count)
		return NULL;
	from = window->lines[last].n;
	while ((rows -= traffic_rows(traffic, &window->lines[last])) > 0 && last + 1 < window->count)
		last++;
	to = window->lines[last].n;
	fresh = news(traffic);
	text = bytes_text("#%" PRId64 "-%" PRId64 " of %" PRId64 "%s", from, to, newest, fresh);
	if (paint_width(text) > room) {
		free(text);
		text = bytes_text("#%" PRId64 " of %" PRId64 "%s", to, newest, *fresh ? ", new" : "");
	}
	if (paint_width(text) > room) {
		free(text);
		text = bytes_text("#%" PRId64 "%s", to, *fresh ? " +" : "");
	}
	free(fresh);
	return text;
}

/* Adds in how many turns of the pane's seats the judge was held up, an agent waited for a core, or flooded
 * the judge, if it lists events and that is known.  */
static void add_counts(struct bytes *text, const struct traffic *traffic)
{
	const struct match *match = traffic_match(traffic);
	const struct message_query *query = &traffic->window.query;
	struct took took[SEATS];
	int held = 0, waited = 0, charged = 0;

	if (!(query->channels & CHANNEL_BIT(CHANNEL_EVENT)) || match->took_until < match->dropped ||
	    !match_took(match, took))
		return;
	for (int s = SEAT_1; s < SEATS; s++)
		if (query->seats & 1u << s) {
			held += took[s].held_turns;
			waited += took[s].waited_turns;
			charged += took[s].charged_turns;
		}
	if (held)
		bytes_addf(text, "judge held up %dx  ", held);
	if (waited)
		bytes_addf(text, "waited %dx  ", waited);
	if (charged)
		bytes_addf(text, "flooded %dx  ", charged);
}

static char *status(const struct pane *pane)
{
	enum { FRAME = 8 }; /* columns of corners, pieces of line and blanks */
	const struct traffic *traffic = (const struct traffic *)pane;
	char *where, *name = title(pane), *hits = traffic_hits_text(traffic);
	struct bytes text = {0};

	add_counts(&text, traffic);
	if (traffic->window.pattern)
		bytes_addf(&text, "&%s ", traffic->window.pattern);
	if (traffic->frozen >= 0)
		bytes_add_text(&text, "frozen ");
	if (hits)
		bytes_addf(&text, "/ %s  ", hits);
	free(hits);
	where = place(traffic,
		      pane->area.width - FRAME - paint_width(name) - paint_bytes_width(text.at, text.size));
	if (where)
		bytes_add_text(&text, where);
	while (!where && text.size && text.at[text.size - 1] == ' ')
		text.at[--text.size] = '\0';
	free(where);
	free(name);
	return text.at;
}

static void look(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	traffic_catch_up(traffic);
	if (traffic_hits_count(traffic))
		pane->view->unfinished = true;
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct traffic *traffic = traffic_of(pane);
	struct window *window = &traffic->window;
	int held = 0, pending = 0, number, rows, selected, first, i, y = 0,
	    at = traffic_held_selected(traffic);
	struct pending_row row;
	bool at_end;

	traffic->height = inside.height;
	traffic->width = inside.width;
	while (held < inside.height && traffic_held_at(traffic, held, &number))
		held++;
	while (held + pending < inside.height && traffic_pending_at(traffic, pending, &row))
		pending++;
	traffic->room = inside.height - held - pending;
	if (window->count < traffic->room)
		window_older(window, traffic->room - window->count);
	if (!session_is_recorded(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded: no messages to show");
	selected = traffic_selected(traffic);
	if (traffic->reveal && window->count)
		traffic_reveal(traffic, &window->lines[selected]);
	traffic->reveal = false;
	rows = traffic->following ? traffic->room : inside.height;
	for (i = traffic_first(traffic); i < window->count && y < rows; i++) {
		traffic_draw_line(traffic, inside, y, &window->lines[i], 0,
				  focused && i == selected && at < 0);
		y += traffic_rows(traffic, &window->lines[i]);
	}
	at_end = traffic->following || i == window->count;
	first = at >= held ? at - held + 1 : 0;
	for (int k = first; k < first + held && at_end && y < inside.height; k++)
		traffic_draw_held(traffic, inside, y++, k, focused && k == at);
	for (int k = 0; k < pending && at_end && y < inside.height; k++)
		traffic_draw_pending(traffic, inside, y++, k);
}

static void walk(struct pane *pane, enum scroll how)
{
	struct traffic *traffic = traffic_of(pane);
	int page = traffic->height > 1 ? traffic->height - 1 : 1, half = page > 1 ? page / 2 : 1;
	int aside = traffic->width > 1 ? traffic->width / 2 : 1;

	switch (how) {
	case SCROLL_UP: traffic_go(traffic, -1); return;
	case SCROLL_DOWN: traffic_go(traffic, 1); return;
	case SCROLL_PAGE_UP: traffic_page(traffic, -page); return;
	case SCROLL_PAGE_DOWN: traffic_page(traffic, page); return;
	case SCROLL_HALF_UP: traffic_page(traffic, -half); return;
	case SCROLL_HALF_DOWN: traffic_page(traffic, half); return;
	case SCROLL_LEFT: traffic->side -= traffic->side < aside ? traffic->side : aside; return;
	case SCROLL_RIGHT: traffic->side += traffic->wraps ? 0 : aside; return;
	case SCROLL_TOP: traffic_to_top(traffic); return;
	case SCROLL_END:
	case SCROLL_COUNT: traffic_to_end(traffic); return;
	}
}

static bool click(struct pane *pane, int y, int x, int button)
{
	struct traffic *traffic = traffic_of(pane);

	(void)x;
	if (button >= 4)
		traffic_scroll(traffic, button == 4 ? -3 : 3);
	else
		traffic_select_row(traffic, y);
	return true;
}

static const char *filtered(const struct pane *pane)
{
	return ((const struct traffic *)pane)->window.pattern;
}

static bool show_matching(struct pane *pane, const char *pattern)
{
	struct traffic *traffic = traffic_of(pane);

	window_filter(&traffic->window, pattern);
	traffic->following = true;
	traffic->hit = 0;
	return true;
}

/* The hit is where this pattern matches; NULL: it is the whole message.  */
static void seek(struct traffic *traffic, const char *pattern)
{
	char *problem = NULL;
	size_t at;

	if (traffic->sought)
		match_file_patterns.free(traffic->sought);
	traffic->sought =
		pattern ? match_file_patterns.compile(pattern, strlen(pattern), true, &at, &problem) : NULL;
	traffic->reveal = traffic->sought;
	traffic_hits_begin(traffic, pattern);
	free(problem);
}

/* Searches the whole match from the selected message, or from what is on the screen while it follows.  If the
   hit was played later than the shown position, the view moves to it.  */
static bool search(struct pane *pane, const char *pattern, int direction)
{
	struct traffic *traffic = traffic_of(pane);
	struct window *window = &traffic->window;
	bool frozen = traffic->frozen >= 0;
	int64_t from, hit;

	traffic_catch_up(traffic); /* it may never have been drawn */
	if (traffic->following && !traffic->hit)
		from = direction < 0   ? INT64_MAX
		       : window->count ? window->lines[traffic_first(traffic)].n - 1
				       : 0;
	else
		from = traffic->following ? traffic->hit : traffic_message(traffic);
	hit = window_find(window, pattern, from, direction, frozen ? traffic->frozen : INT64_MAX);
	traffic->hit = hit;
	if (!hit)
		return false;
	seek(traffic, pattern);
	if (!frozen && hit > view_message(pane->view)) {
		free(view_goto_message(pane->view, hit));
		traffic_catch_up(traffic);
	}
	traffic_select(traffic, hit);
	return true;
}

static bool show_message(struct pane *pane, const struct message *message)
{
	struct traffic *traffic = traffic_of(pane);

	if (!traffic_is_mine(traffic, message))
		return false;
	traffic_catch_up(traffic); /* the view may have moved since the last drawing */
	if (traffic->window.pattern &&
	    window_upto(&traffic->window, message->n) == window_upto(&traffic->window, message->n - 1))
		window_filter(&traffic->window, NULL);
	traffic_catch_up(traffic);
	traffic->side = 0;
	traffic->hit = message->n;
	seek(traffic, NULL);
	traffic_select(traffic, message->n);
	return true;
}

static int64_t selected(struct pane *pane, bool *chosen)
{
	struct traffic *traffic = traffic_of(pane);

	traffic_catch_up(traffic);
	*chosen = !traffic->following;
	return traffic_held_selected(traffic) < 0 ? traffic_message(traffic) : 0;
}

static int held(struct pane *pane)
{
	traffic_catch_up(traffic_of(pane));
	return traffic_hold(traffic_of(pane));
}

static bool wrap(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	traffic->side = 0;
	return traffic->wraps = !traffic->wraps;
}

static bool freeze(struct pane *pane, bool frozen)
{
	struct traffic *traffic = traffic_of(pane);

	traffic->frozen = frozen ? traffic->window.seen : -1;
	if (!frozen)
		traffic_to_end(traffic);
	return true;
}

static void free_traffic(struct pane *pane)
{
	struct traffic *traffic = traffic_of(pane);

	window_free(&traffic->window);
	seek(traffic, NULL);
	free(traffic->name);
	free(traffic);
}

static const struct binding keys[] = {
	{"j", "scroll down", "go down a message", NULL, 0, KEYS_READ},
	{"k", "scroll up", "go up a message", NULL, 0, KEYS_READ},
	{"^D", "scroll halfdown", "go down half a page", NULL, 0, KEYS_READ},
	{"^U", "scroll halfup", "go up half a page", NULL, 0, KEYS_READ},
	{"<", "scroll left", "go left by half of the pane", NULL, 0, KEYS_READ},
	{">", "scroll right", "go right by half of the pane", NULL, 0, KEYS_READ},
	{"W", "wrap", "wrap long lines, or cut them again", NULL, 0, KEYS_READ},
	{"M", "set message-numbers", "show the numbers of messages, or hide them", NULL, 0, KEYS_READ},
	{"]", "search", "go to the next message that matches", NULL, 0, KEYS_READ},
	{"[", "search-back", "go to the previous message that matches", NULL, 0, KEYS_READ},
	{"enter", "message", "show the whole message", "open", 0, KEYS_READ},
	{"w", "why here", "explain the selected message", "why", 0, KEYS_READ},
	{"y", "yank", "copy the message to the terminal's clipboard", NULL, 0, KEYS_READ},
	{0},
};

static const struct pane_ops traffic_ops = {
	.kind = "traffic",
	.look = look,
	.title = title,
	.status = status,
	.draw = draw,
	.keys = keys,
	.walk = walk,
	.click = click,
	.filter = show_matching,
	.filtered = filtered,
	.search = search,
	.freeze = freeze,
	.wrap = wrap,
	.show = show_message,
	.selected = selected,
	.held = held,
	.free = free_traffic,
};

struct pane *pane_traffic_new(struct view *view, const char *title_text, unsigned seats, unsigned channels,
			      unsigned directions)
{
	struct traffic *traffic = bytes_new(sizeof(*traffic));

	traffic->pane.ops = &traffic_ops;
	traffic->pane.view = view;
	traffic->name = title_text ? bytes_text("%s", title_text) : NULL;
	traffic->window.query = (struct message_query){
		.seats = seats, .channels = channels, .directions = directions, .last = INT64_MAX};
	traffic->following = true;
	traffic->frozen = -1;
	traffic->shown = INT64_MAX;
	return &traffic->pane;
}
