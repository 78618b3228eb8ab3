/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* unfinished.c - the turn that the verdict broke off, in a file from before EVENT_UNFINISHED.
 *
 * A turn begins with the message that starts its clock.  It took the time from there to the verdict.  */
#include "file.h"

enum { NOTED_SINCE = 4 }; /* the version whose files have the event */

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

struct search {
	int seat;
	int64_t played; /* the message of its last turn */
};

/* Is it the message that started the clock, or one before which nothing is to be found?  */
static bool ends_search(void *user, const struct message *message)
{
	const struct search *search = user;

	return message->n <= search->played ||
	       (message->seat == search->seat && message->flags & MESSAGE_STARTS) ||
	       (message->direction == EVENT && stops_clocks(&message->event));
}

/* When the clock of the seat's last turn was started, in ns since the match began; -1: it has played that
   turn, or its clock stood still in it, so its think time is not known.  */
static int64_t started_at(struct match_file *file, const struct match *match, int seat)
{
	const struct turn *last = match_last_of(match, seat, match->turn_count);
	struct search search = {.seat = seat, .played = last ? last->message : 0};
	const struct message_query query = {.seats = 1u << SEAT_NONE | 1u << seat,
					    .channels = CHANNEL_ALL,
					    .directions = 1u << TO_AGENT | 1u << EVENT,
					    .last = INT64_MAX};
	struct message found;

	if (match_file_walk_back(file, &query, ends_search, &search, &found) && found.n > search.played &&
	    found.seat == seat && found.flags & MESSAGE_STARTS)
		return found.t_ns;
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
