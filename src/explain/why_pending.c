/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_pending.c - explains output of a seat that is no complete message, most likely an answer without a line
 * end.  */
#include "why_state.h"

#include "ringside/shown.h"
#include <inttypes.h>
#include <stdlib.h>

/* Did no message of the seat come between these two numbers?  */
static bool nothing_came(const struct why *why, int seat, int64_t from, int64_t to)
{
	struct why_search search = {.from = from,
				    .step = 1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
				    .directions = 1u << FROM_AGENT};
	struct message message;

	return !why_find(why, search, &message) || message.n > to;
}

/* The newest event about it up to event n, or one at the same time as n. False: there is none, or a later
 * message has those bytes.  */
static bool find_note(const struct why *why, int seat, int64_t since, int64_t n, int64_t t_ns,
		      struct message *note)
{
	struct why_search search = {.from = n,
				    .step = -1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_BIT(CHANNEL_EVENT),
				    .directions = 1u << EVENT};

	while (why_walk(why, &search, note) && note->n > since) {
		int64_t found = note->n;

		if (note->event.kind == EVENT_PENDING)
			return nothing_came(why, seat, found, n) && why_number(why, found, note);
		if (event_reseats(&note->event) || note->event.kind == EVENT_STARTED)
			break; /* earlier output is of another process */
	}
	search.step = 1;
	search.from = n + 1;
	while (why_walk(why, &search, note) && note->t_ns == t_ns)
		if (note->event.kind == EVENT_PENDING)
			return true;
	return false;
}

bool why_pending(struct why *why, int seat, int64_t since, int64_t n, int64_t t_ns, int64_t asked_ns)
{
	char *words, first[VALUE_CLOCK], last[VALUE_CLOCK];
	struct message note;
	int64_t first_ns, last_ns;

	if (!find_note(why, seat, since, n, t_ns, &note))
		return false;
	first_ns = note.event.number[0];
	last_ns = note.event.number[1];
	words = shown_pending(&why->match->setup, note.bytes, note.size, (size_t)note.event.number[2]);
	bytes_addf(&why->text, "  It has sent %s  #%" PRId64 "\n", words, note.n);
	free(words);
	if (asked_ns < 0 || first_ns < asked_ns)
		bytes_addf(&why->text, "  The first byte came at %s, the last at %s.\n",
			   value_clock(first_ns, first), value_clock(last_ns, last));
	else
		bytes_addf(&why->text, "  The first byte came %s after the question, the last after %s.\n",
			   why_span(first_ns - asked_ns, first), why_span(last_ns - asked_ns, last));
	return true;
}

void why_pending_now(struct why *why)
{
	struct pending_bytes pending;
	char *words, *who;

	for (int seat = 0; seat < SEATS && why->source->pending; seat++) {
		if (!why->source->pending(why->source->user, seat, &pending))
			continue;
		words = shown_pending(&why->match->setup, pending.bytes, pending.size, pending.wanted);
		who = why_seat(why, seat, 0);
		bytes_addf(&why->text, "\n  %s has sent %s", who, words);
		free(words);
		free(who);
	}
}
