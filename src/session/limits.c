/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* limits.c - the limits at any place of the match.
 *
 * They are read from the file, so a live match and its file say the same.  */
#include "session_state.h"

static bool is_of_kind(void *user, const struct message *message)
{
	return message->event.kind == *(const enum event_kind *)user;
}

/* The newest event of that kind up to message `last`; false: there is none.  */
static bool find_event(struct match_file *file, int64_t last, enum event_kind kind, struct message *found)
{
	const struct message_query query = {.seats = 1u << SEAT_NONE,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = last};

	return match_file_walk_back(file, &query, is_of_kind, &kind, found);
}

void session_limits_at(struct session *session, int64_t n, int64_t *turn_limit, int64_t *match_limit)
{
	struct match_file *file = session_whole_file(session);
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
	if (find_event(file, n, EVENT_TURN_LIMIT, &change))
		*turn_limit = change.event.number[0];
	if (find_event(file, n, EVENT_MATCH_LIMIT, &change))
		*match_limit = change.event.number[0];
}
