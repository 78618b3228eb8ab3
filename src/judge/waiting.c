/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* waiting.c - how long an agent waited for a core: what of it counts, and in words.  */
#include "ringside/waiting.h"

#include "ringside/message.h"
#include "ringside/setup.h"

enum { PART = 10 }; /* of a turn, from which on waiting matters */
#define LEAST ((int64_t)10 * NS_PER_MS)

bool waiting_matters(int64_t ns, int64_t took_ns)
{
	return ns >= LEAST && ns >= took_ns / PART;
}

struct event waiting_event(const struct waiting *waiting)
{
	return (struct event){.kind = EVENT_WAITED,
			      .number = {waiting->ns, waiting->cpu_ns, waiting->took_ns}};
}

struct waiting waiting_from(const struct event *event)
{
	return (struct waiting){
		.ns = event->number[0], .cpu_ns = event->number[1], .took_ns = event->number[2]};
}

char *waiting_words(const struct waiting *waiting)
{
	return event_words(&(struct message){.direction = EVENT, .event = waiting_event(waiting)});
}
