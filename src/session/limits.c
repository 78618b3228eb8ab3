/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* limits.c - the limits at any place of the match.
 *
 * They are read from the file, so a live match and its file say the same.  */
#include "session_state.h"

enum { PAGE = 64 };

/* The newest event of that kind up to message `last`; false: there is none.  */
static bool find_event(struct match_file *file, int64_t last, enum event_kind kind, struct message *found)
{
	struct message_query query = {.seats = 1u << SEAT_NONE,
				      .channels = CHANNEL_BIT(CHANNEL_EVENT),
				      .directions = 1u << EVENT,
				      .last = last};
	struct message page[PAGE];
	int64_t before = INT64_MAX;
	int count;

	do {
		count = match_file_before(file, &query, before, PAGE, page);
		for (int i = count - 1; i >= 0; i--)
			if (page[i].event.kind == kind) {
				*found = page[i];
				return true;
			}
		before = count ? page[0].n : before;
	} while (count == PAGE);
	return false;
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
	if (find_event(file, n, EVENT_TURN_LIMIT, &change))
		*turn_limit = change.event.number[0];
	if (find_event(file, n, EVENT_MATCH_LIMIT, &change))
		*match_limit = change.event.number[0];
}
