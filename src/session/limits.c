/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* limits.c - the limits at any place of the match, and what a turn took that had no end.
 *
 * Both are told from what is recorded, so that a match that is played here and its file say the same.  */
#include "session_state.h"

enum { PAGE = 64 };

/* The newest event up to message `last` of which `is` is true, back to message `first`; false: none is.  */
static bool find_event(struct match_file *file, unsigned seats, int64_t first, int64_t last,
		       bool (*is)(const struct event *event), struct message *found)
{
	struct message_query query = {.seats = seats,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = last};
	struct message page[PAGE];
	int64_t before = INT64_MAX;
	int count;

	do {
		count = match_file_before(file, &query, before, PAGE, page);
		for (int i = count - 1; i >= 0; i--) {
			if (page[i].n < first)
				return false;
			if (is(&page[i].event)) {
				*found = page[i];
				return true;
			}
		}
		before = count ? page[0].n : before;
	} while (count == PAGE);
	return false;
}

static bool limits_turns(const struct event *event)
{
	return event->kind == EVENT_TURN_LIMIT;
}

static bool limits_match(const struct event *event)
{
	return event->kind == EVENT_MATCH_LIMIT;
}

void session_limits_at(struct session *session, int64_t n, int64_t *turn_limit, int64_t *match_limit)
{
	struct match_file *file = session_file(session);
	const struct match *match = session_match(session);
	struct message change;
	struct setup setup;

	*turn_limit = match->setup.turn_limit;
	*match_limit = match->setup.match_limit;
	if (!file || !match_file_setup(file, 0, &setup))
		return;
	*turn_limit = setup.turn_limit;
	*match_limit = setup.match_limit;
	setup_free(&setup);
	if (find_event(file, 1u << SEAT_NONE, 1, n, limits_turns, &change))
		*turn_limit = change.event.number[0];
	if (find_event(file, 1u << SEAT_NONE, 1, n, limits_match, &change))
		*match_limit = change.event.number[0];
}

/* Does it say that clocks stand, or did?  */
static bool stands(const struct event *event)
{
	switch (event->kind) {
	case EVENT_PAUSE:
	case EVENT_GO:
	case EVENT_STEP:
	case EVENT_NEXT:
	case EVENT_STEP_SEAT:
	case EVENT_NEXT_SEAT:
	case EVENT_TRACED:
	case EVENT_UNTRACED: return true;
	default: return event_stops(event);
	}
}

int64_t session_unended(struct session *session, int seat)
{
	struct match_file *file = session_file(session);
	const struct match *match = session_match(session);
	const struct turn *turn = match_last_of(match, seat, match->turn_count);
	struct message_query query = {.seats = 1u << seat,
				      .channels = CHANNEL_ALL,
				      .directions = 1u << TO_AGENT,
				      .last = INT64_MAX};
	struct message page[PAGE], stood;
	int64_t after = turn ? turn->message : 0, began = -1, first = 0;
	int count;

	if (!file || !match->over)
		return 0;
	do {
		count = match_file_after(file, &query, after, PAGE, page);
		for (int i = 0; i < count && began < 0; i++)
			if (page[i].flags & MESSAGE_STARTS && page[i].t_ns <= match->ended_ns) {
				began = page[i].t_ns;
				first = page[i].n;
			}
		after = count ? page[count - 1].n : after;
	} while (count == PAGE && began < 0);
	if (began < 0 || find_event(file, 1u << SEAT_NONE | 1u << seat, first, INT64_MAX, stands, &stood))
		return 0;
	return match->ended_ns - began;
}
