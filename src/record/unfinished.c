/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* unfinished.c - the turn that the verdict broke off, in a file from before EVENT_UNFINISHED.
 *
 * A turn begins with the message that starts its clock.  It took the time from there to the verdict.  */
#include "file.h"

enum {
	PAGE = 64,
	NOTED_SINCE = 4, /* the version whose files have the event */
};

/* Does a clock stand still after it, or stand still until it?  */
static bool stops_clocks(const struct event *event)
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

/* When the clock of the seat's last turn was started, in ns since the match began; -1: it has played that
   turn, or its clock stood still in it, so its think time is not known.  */
static int64_t started_at(struct match_file *file, const struct match *match, int seat)
{
	const struct turn *last = match_last_of(match, seat, match->turn_count);
	const struct message_query query = {.seats = 1u << SEAT_NONE | 1u << seat,
					    .channels = CHANNEL_ALL,
					    .directions = 1u << TO_AGENT | 1u << EVENT,
					    .last = INT64_MAX};
	struct message page[PAGE];
	int64_t before = INT64_MAX;
	int count;

	do {
		count = match_file_before(file, &query, before, PAGE, page);
		for (int i = count - 1; i >= 0; i--) {
			if (last && page[i].n <= last->message)
				return -1;
			if (page[i].seat == seat && page[i].flags & MESSAGE_STARTS)
				return page[i].t_ns;
			if (page[i].direction == EVENT && stops_clocks(&page[i].event))
				return -1;
		}
		before = count ? page[0].n : before;
	} while (count == PAGE);
	return -1;
}

void file_find_unfinished(struct match_file *file, struct match *match, int seat)
{
	int64_t started = file->schema < NOTED_SINCE ? started_at(file, match, seat) : -1;

	if (started < 0 || started > match->ended_ns)
		return;
	match->unfinished[seat].open = true;
	match->unfinished[seat].think_ns = match->ended_ns - started;
}
