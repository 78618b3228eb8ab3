/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic_list.c - which messages a traffic pane lists, which part of them is on the screen, and which one is
 * selected.
 *
 * The pane follows the newest message, which is selected then, until somebody goes up.  From then on its
 * lines stand still.  Held messages come after the recorded ones, and incomplete messages after those.  */
#include "traffic.h"

const struct match *traffic_match(const struct traffic *traffic)
{
	return session_match(traffic->pane.view->session);
}

int traffic_only_seat(const struct traffic *traffic)
{
	unsigned seats = traffic->window.query.seats & ~(1u << SEAT_NONE);

	if (!seats)
		return SEAT_NONE;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (seats == 1u << seat)
			return seat;
	return -1;
}

void traffic_catch_up(struct traffic *traffic)
{
	int64_t last = view_message(traffic->pane.view);
	int game = traffic_match(traffic)->setup.game;

	if (game != traffic->game) {
		traffic->window.file = NULL;
		traffic->following = true;
		traffic->hit = 0;
		if (traffic->frozen >= 0)
			traffic->frozen = 0; /* its file is gone, and what it showed */
	}
	traffic->game = game;

	if (last != traffic->shown && traffic->frozen < 0) {
		traffic->following = true;
		traffic->side = 0;
	}
	traffic->shown = last;
	if (traffic->frozen >= 0)
		last = traffic->frozen;
	window_of(&traffic->window, &traffic_match(traffic)->setup);
	window_look(&traffic->window, session_file(traffic->pane.view->session), last);
	if (traffic->following)
		window_follow(&traffic->window);
	else if (traffic->window.count < WINDOW_LINES - 64)
		window_newer(&traffic->window, 32); /* to count the new ones */
}

/* The first of the lines before `end` that fit into so many rows: at least one line.  */
static int back_from(const struct traffic *traffic, int end, int rows)
{
	int first = end;

	while (first > 0 && (rows -= traffic_rows(traffic, &traffic->window.lines[first - 1])) >= 0)
		first--;
	return first == end && end > 0 ? end - 1 : first;
}

int traffic_first(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int last = back_from(traffic, window->count, traffic->room), first;

	if (traffic->following)
		return last;
	first = window_upto(window, traffic->top - 1);
	return first < last ? first : last;
}

int traffic_selected(const struct traffic *traffic)
{
	const struct window *window = &traffic->window;
	int upto = traffic->following ? window->count : window_upto(window, traffic->at);

	return upto > 0 ? upto - 1 : 0;
}

int64_t traffic_message(const struct traffic *traffic)
{
	return traffic->window.count ? traffic->window.lines[traffic_selected(traffic)].n : 0;
}

void traffic_to_end(struct traffic *traffic)
{
	traffic->held = 0;
	traffic->following = true;
	traffic->side = 0;
	if (!window_at_end(&traffic->window))
		window_clear(&traffic->window);
}

/* The lines stand still from now on, as they are, and the newest is selected.  */
static void stand_still(struct traffic *traffic)
{
	const struct window *window = &traffic->window;

	traffic->held = 0;
	if (!traffic->following || !window->count)
		return;
	traffic->top = window->lines[traffic_first(traffic)].n;
	traffic->at = traffic->left_at = window->lines[window->count - 1].n;
	traffic->following = false;
}

void traffic_to_top(struct traffic *traffic)
{
	stand_still(traffic);
	window_jump(&traffic->window, 0);
	traffic->top = traffic->at = traffic->window.count ? traffic->window.lines[0].n : 0;
	traffic->following = traffic->following && !traffic->window.count;
}

/* Loads messages so that line i + lines exists, and so many more.  Returns the new index of that line, kept
   inside of the window.  */
static int reach(struct traffic *traffic, int i, int lines)
{
	struct window *window = &traffic->window;

	i += lines;
	if (i < traffic->height)
		i += window_older(window, traffic->height - i);
	if (i + traffic->height >= window->count) {
		int before = window->count, came = window_newer(window, i + traffic->height - before + 1);

		i -= before + came - window->count; /* these were forgotten at the top */
	}
	return i < 0 ? 0 : i < window->count ? i : window->count - 1;
}

/* Puts line i at the top, and selects the nearest visible line; follows at the end.  */
static void put_at_top(struct traffic *traffic, int i)
{
	const struct window *window = &traffic->window;
	int last = back_from(traffic, window->count, traffic->room), seen = i, rows = traffic->height;

	if (i >= last && window_at_end(window)) {
		traffic->following = true;
		return;
	}
	i = i < last ? i : last;
	while (seen < window->count && (rows -= traffic_rows(traffic, &window->lines[seen])) >= 0)
		seen++;
	seen = seen > i ? seen - 1 : i;
	traffic->top = window->lines[i].n;
	if (traffic->at < traffic->top)
		traffic->at = traffic->top;
	else if (traffic->at > window->lines[seen].n)
		traffic->at = window->lines[seen].n;
}

void traffic_scroll(struct traffic *traffic, int lines)
{
	stand_still(traffic);
	if (traffic->window.count)
		put_at_top(traffic, reach(traffic, traffic_first(traffic), lines));
}

/* Selects line i, and scrolls no more than needed.  */
static void select_line(struct traffic *traffic, int i)
{
	const struct window *window = &traffic->window;
	int first = traffic_first(traffic), lowest = back_from(traffic, i + 1, traffic->height);

	traffic->at = window->lines[i].n;
	if (i < first)
		traffic->top = traffic->at;
	else if (lowest > first)
		traffic->top = window->lines[lowest].n;
}

/* Goes among the held messages, which come after the newest line.  False: it stays among the lines.  */
static bool go_held(struct traffic *traffic, int lines)
{
	int at = traffic_held_selected(traffic), number;

	if (at < 0 && traffic->window.count && !(traffic->following && lines > 0))
		return false;
	at = at < 0 && lines < 0 ? 0 : at + lines;
	while (at > 0 && !traffic_held_at(traffic, at, &number))
		at--;
	traffic->held = at >= 0 && traffic_held_at(traffic, at, &number) ? number : 0;
	return true;
}

void traffic_go(struct traffic *traffic, int lines)
{
	int i;

	if (go_held(traffic, lines))
		return;
	stand_still(traffic);
	if (!traffic->window.count)
		return;
	i = reach(traffic, traffic_selected(traffic), lines);
	if (lines > 0 && i == traffic->window.count - 1 && window_at_end(&traffic->window))
		traffic->following = true;
	else
		select_line(traffic, i);
}

void traffic_page(struct traffic *traffic, int lines)
{
	struct window *window = &traffic->window;
	int below, i;

	stand_still(traffic);
	if (!window->count)
		return;
	below = traffic_selected(traffic) - traffic_first(traffic);
	i = reach(traffic, traffic_selected(traffic), lines);
	traffic->at = window->lines[i].n;
	if (lines > 0 && i == window->count - 1 && window_at_end(window)) {
		traffic->following = true;
		return;
	}
	traffic->top = window->lines[i > below ? i - below : 0].n;
}

void traffic_select_row(struct traffic *traffic, int row)
{
	const struct window *window = &traffic->window;
	int number;

	for (int i = traffic_first(traffic); i < window->count; i++) {
		row -= traffic_rows(traffic, &window->lines[i]);
		if (row >= 0)
			continue;
		stand_still(traffic);
		traffic->at = window->lines[i].n;
		traffic->following = i == window->count - 1 && window_at_end(window);
		return;
	}
	if (traffic_held_at(traffic, row, &number))
		traffic->held = number;
}

void traffic_select(struct traffic *traffic, int64_t n)
{
	struct window *window = &traffic->window;
	int upto = window_upto(window, n), first = traffic_first(traffic), at;

	if (n >= window->from && upto == window->count && upto > 0 && traffic->following)
		return; /* it is the newest, which is selected */
	stand_still(traffic);
	traffic->at = n;
	if (n >= window->from && upto > first && back_from(traffic, upto, traffic->height) <= first)
		return;
	window_jump(window, n);
	if (!window->count)
		return;
	at = window_upto(window, n) - 1 - traffic->height / 2;
	traffic->following = false;
	traffic->top = window->lines[at > 0 ? at : 0].n;
}

bool traffic_is_mine(const struct traffic *traffic, const struct message *message)
{
	const struct message_query *query = &traffic->window.query;

	return query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
	       (query->directions == 0 || query->directions & 1u << message->direction) &&
	       (!traffic->window.file || match_file_matches(traffic->window.file, query, message));
}

/* Do the held and incomplete messages come behind the last line of the window?  */
static bool shows_newest(const struct traffic *traffic)
{
	return (traffic->following || window_at_end(&traffic->window)) && traffic->frozen < 0 &&
	       traffic->pane.view->turns == VIEW_LIVE;
}

const struct message *traffic_held_at(const struct traffic *traffic, int i, int *number)
{
	const struct message *message;

	*number = 0;
	if (!shows_newest(traffic))
		return NULL;
	for (int k = 0; (message = session_held(traffic->pane.view->session, k)); k++)
		if (traffic_is_mine(traffic, message) && i-- == 0) {
			*number = session_held_number(traffic->pane.view->session, k);
			return message;
		}
	return NULL;
}

int traffic_held_selected(const struct traffic *traffic)
{
	int number;

	for (int i = 0; traffic->held && traffic_held_at(traffic, i, &number); i++)
		if (number == traffic->held)
			return i;
	return -1;
}

int traffic_hold(struct traffic *traffic)
{
	int number;

	if (traffic_held_selected(traffic) < 0 && traffic_held_at(traffic, 0, &number))
		traffic->held = number;
	return traffic_held_selected(traffic) < 0 ? -1 : traffic->held;
}

bool traffic_pending_at(const struct traffic *traffic, int i, struct pending_row *row)
{
	if (!shows_newest(traffic))
		return false;
	for (int k = 0; pending_row(traffic->pane.view->session, k, row); k++)
		if (traffic_is_mine(traffic, &row->message) && i-- == 0)
			return true;
	return false;
}
