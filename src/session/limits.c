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

/* The newest event of that kind about the seat up to message `last`; false: there is none.  */
static bool find_event(struct match_file *file, int64_t last, int seat, enum event_kind kind,
		       struct message *found)
{
	const struct message_query query = {.seats = 1u << seat,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = last};

	return match_file_walk_back(file, &query, is_of_kind, &kind, found);
}

void session_setup_at(struct session *session, int64_t n, struct setup *setup)
{
	struct match_file *file = session_whole_file(session);
	struct message change;
	struct setup begun;

	setup_copy(setup, &session_match(session)->setup);
	if (!file || !match_file_setup(file, 0, &begun))
		return;
	setup_take_limits(setup, &begun);
	if (find_event(file, n, SEAT_NONE, EVENT_HUMAN_TIME, &change))
		setup_set_human_time(setup, event_human_time(&change.event));
	for (int s = 0; s < SEATS; s++) {
		if (find_event(file, n, s, EVENT_TURN_LIMIT, &change))
			setup_set_turn_limit(setup, s, change.event.number[0]);
		if (find_event(file, n, s, EVENT_MATCH_LIMIT, &change))
			setup_set_match_limit(setup, s, change.event.number[0]);
	}
	setup_free(&begun);
}
