/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_traffic.c - messages with their times: the traffic of one seat, its log, or all traffic.
 *
 * One kind of pane for all of these: a query says which messages.  This file has the frame, the keys, the
 * search and the filter.  */
#include "traffic.h"

#include "ringside/bytes.h"
#include <curses.h>
#include <stdlib.h>

enum { SIDE_STEP = 8 }; /* columns */

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

static char *status(const struct pane *pane)
{
	const struct traffic *traffic = (const struct traffic *)pane;
	const struct window *window = &traffic->window;
	struct bytes text = {0};

	if (window->pattern)
		bytes_addf(&text, "&%s ", window->pattern);
	if (traffic->frozen >= 0)
		bytes_add_text(&text, "frozen ");
	if (!traffic->following) {
		int fresh = window->count - window_upto(window, traffic->left_at);

		if (window_at_end(window) && fresh > 0)
			bytes_addf(&text, "%d new ", fresh);
		else
			bytes_add_text(&text, window_at_end(window) ? "scrolled " : "more below ");
	}
	if (text.size)
		text.at[text.size - 1] = '\0';
	return text.at;
}

static void draw(struct pane *pane, struct area inside, bool focused)
{
	struct traffic *traffic = traffic_of(pane);
	int held = 0, pending = 0, rows, bottom, top, number;
	struct pending_row row;

	(void)focused;
	traffic->height = inside.height;
	traffic_catch_up(traffic);
	while (held < inside.height && traffic_held_at(traffic, held, &number))
		held++;
	while (held + pending < inside.height && traffic_pending_at(traffic, pending, &row))
		pending++;
	rows = inside.height - held - pending;
	if (traffic->window.count < rows)
		window_older(&traffic->window, rows - traffic->window.count);
	bottom = traffic_bottom(traffic);
	top = bottom > rows ? bottom - rows : 0;
	if (!session_is_recorded(pane->view->session))
		paint_text(inside, 0, 0, ROLE_FAINT, "nothing is recorded: no messages to show");
	for (int i = top; i < bottom; i++)
		traffic_draw_line(traffic, inside, i - top, &traffic->window.lines[i], 0);
	for (int i = 0; i < held; i++)
		traffic_draw_held(traffic, inside, bottom - top + i, i);
	for (int i = 0; i < pending; i++)
		traffic_draw_pending(traffic, inside, bottom - top + held + i, i);
}

static void walk(struct pane *pane, enum scroll how)
{
	struct traffic *traffic = traffic_of(pane);
	int page = traffic->height > 1 ? traffic->height - 1 : 1, half = page > 1 ? page / 2 : 1;

	switch (how) {
	case SCROLL_UP: traffic_scroll(traffic, -1); return;
	case SCROLL_DOWN: traffic_scroll(traffic, 1); return;
	case SCROLL_PAGE_UP: traffic_scroll(traffic, -page); return;
	case SCROLL_PAGE_DOWN: traffic_scroll(traffic, page); return;
	case SCROLL_HALF_UP: traffic_scroll(traffic, -half); return;
	case SCROLL_HALF_DOWN: traffic_scroll(traffic, half); return;
	case SCROLL_TOP: traffic_to_top(traffic); return;
	case SCROLL_END:
	case SCROLL_COUNT: traffic_to_end(traffic); return;
	}
}

static bool key(struct pane *pane, unsigned key, bool is_code)
{
	struct traffic *traffic = traffic_of(pane);

	if (!is_code || (key != KEY_SLEFT && key != KEY_SRIGHT))
		return false;
	if (key == KEY_SRIGHT)
		traffic->side += SIDE_STEP;
	else
		traffic->side -= traffic->side ? SIDE_STEP : 0;
	return true;
}

static bool click(struct pane *pane, int y, int x, int button)
{
	(void)y;
	(void)x;
	if (button < 4)
		return false;
	traffic_scroll(traffic_of(pane), button == 4 ? -3 : 3);
	return true;
}

static bool show_matching(struct pane *pane, const char *pattern)
{
	struct traffic *traffic = traffic_of(pane);

	window_filter(&traffic->window, pattern);
	traffic->following = true;
	traffic->hit = 0;
	return true;
}

/* Searches the whole match from the last hit, or from what is on the screen.  If the hit was played later
   than the shown position, the view moves to it.  */
static bool search(struct pane *pane, const char *pattern, int direction)
{
	struct traffic *traffic = traffic_of(pane);
	struct window *window = &traffic->window;
	int bottom, top;
	int64_t from = traffic->hit;
	bool frozen = traffic->frozen >= 0;

	traffic_catch_up(traffic); /* it may never have been drawn */
	bottom = traffic_bottom(traffic);
	top = bottom > traffic->height ? bottom - traffic->height : 0;
	if (!from && window->count && bottom)
		from = direction < 0 ? window->lines[bottom - 1].n + 1 : window->lines[top].n - 1;
	else if (!from && direction < 0)
		from = INT64_MAX;
	traffic->hit = window_find(window, pattern, from, direction, frozen ? traffic->frozen : INT64_MAX);
	if (!traffic->hit)
		return false;
	if (!frozen && traffic->hit > view_message(pane->view)) {
		free(view_goto_message(pane->view, traffic->hit));
		traffic_catch_up(traffic);
	}
	traffic_bring_into_sight(traffic);
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
	traffic_bring_into_sight(traffic);
	return true;
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
	free(traffic->name);
	free(traffic);
}

static const struct binding keys[] = {
	{"j", "scroll down", "go down a message", NULL},
	{"k", "scroll up", "go up a message", NULL},
	{"^D", "scroll halfdown", "go down half a page", NULL},
	{"^U", "scroll halfup", "go up half a page", NULL},
	{0},
};

static const struct pane_ops traffic_ops = {
	.kind = "traffic",
	.title = title,
	.status = status,
	.draw = draw,
	.keys = keys,
	.key = key,
	.walk = walk,
	.click = click,
	.filter = show_matching,
	.search = search,
	.freeze = freeze,
	.show = show_message,
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
