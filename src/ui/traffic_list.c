/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* traffic_list.c - which messages a traffic pane lists, and which part of them is on the screen.
 *
 * The pane follows the newest message until somebody scrolls back.  Held messages come after the recorded
 * ones, and incomplete messages after those.  */
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

int traffic_bottom(const struct traffic *traffic)
{
	int bottom =
		traffic->following ? traffic->window.count : window_upto(&traffic->window, traffic->bottom);

	if (bottom < traffic->height && !traffic->following)
		bottom = traffic->window.count < traffic->height ? traffic->window.count : traffic->height;
	return bottom;
}

void traffic_to_end(struct traffic *traffic)
{
	traffic->following = true;
	traffic->side = 0;
	if (!window_at_end(&traffic->window))
		window_clear(&traffic->window);
}

void traffic_to_top(struct traffic *traffic)
{
	if (traffic->following && traffic->window.count)
		traffic->left_at = traffic->window.lines[traffic->window.count - 1].n;
	window_jump(&traffic->window, 0);
	traffic->following = false;
	traffic->bottom = 0;
}

void traffic_scroll(struct traffic *traffic, int lines)
{
	struct window *window = &traffic->window;
	int bottom = traffic_bottom(traffic) + lines;

	if (bottom - traffic->height < 0)
		bottom += window_older(window, 2 * traffic->height);
	if (bottom > window->count) {
		int before = window->count, came = window_newer(window, lines);

		bottom -= before + came - window->count; /* these were forgotten at the top */
	}
	if (bottom < traffic->height)
		bottom = traffic->height;
	if (bottom >= window->count && (window_at_end(window) || window->count == 0)) {
		traffic->following = true;
		return;
	}
	if (bottom > window->count)
		bottom = window->count;
	if (bottom == 0) /* nothing was read since the last jump */
		return;
	if (traffic->following)
		traffic->left_at = window->lines[window->count - 1].n;
	traffic->following = false;
	traffic->bottom = window->lines[bottom - 1].n;
}

void traffic_bring_into_sight(struct traffic *traffic)
{
	struct window *window = &traffic->window;
	int bottom = traffic_bottom(traffic), top = bottom > traffic->height ? bottom - traffic->height : 0,
	    at;

	if (traffic->following && window->count)
		traffic->left_at = window->lines[window->count - 1].n;
	if (window_upto(window, traffic->hit) > top && window_upto(window, traffic->hit) <= bottom &&
	    traffic->hit >= window->from)
		return;
	window_jump(window, traffic->hit);
	if (!window->count)
		return;
	at = window_upto(window, traffic->hit) + traffic->height / 2;
	at = at < 1 ? 1 : at < window->count ? at : window->count;
	traffic->following = false;
	traffic->bottom = window->lines[at - 1].n;
}

bool traffic_is_mine(const struct traffic *traffic, const struct message *message)
{
	const struct message_query *query = &traffic->window.query;

	return query->seats & 1u << message->seat && query->channels & CHANNEL_BIT(message->channel) &&
	       (query->directions == 0 || query->directions & 1u << message->direction) &&
	       (!traffic->window.file || match_file_matches(traffic->window.file, query, message));
}

const struct message *traffic_held_at(const struct traffic *traffic, int i, int *number)
{
	const struct message *message;

	*number = 0;
	if (!traffic->following || traffic->frozen >= 0 || traffic->pane.view->turns != VIEW_LIVE)
		return NULL;
	for (int k = 0; (message = session_held(traffic->pane.view->session, k)); k++)
		if (traffic_is_mine(traffic, message) && i-- == 0) {
			*number = k + 1;
			return message;
		}
	return NULL;
}

bool traffic_pending_at(const struct traffic *traffic, int i, struct pending_row *row)
{
	if (!traffic->following || traffic->frozen >= 0 || traffic->pane.view->turns != VIEW_LIVE)
		return false;
	for (int k = 0; pending_row(traffic->pane.view->session, k, row); k++)
		if (traffic_is_mine(traffic, &row->message) && i-- == 0)
			return true;
	return false;
}
