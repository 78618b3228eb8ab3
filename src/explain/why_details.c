/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_details.c - everything about one message: each of its bytes, its times, what the judge thought of it,
 * and the events that belong to it.  */
#include "why_state.h"

#include <inttypes.h>

/* Adds how long after the beginning of its turn it came, and the message that began that.  */
static void add_time_in_turn(struct why *why, const struct message *message)
{
	struct why_turn turn;
	char span[VALUE_CLOCK];

	if (message->seat == SEAT_NONE)
		return;
	turn = why_turn_of(why, message->seat, message->n - 1, message->t_ns);
	if (!turn.began_n)
		return;
	bytes_addf(&why->text, "  It came %s after its turn began (#%" PRId64 ").\n",
		   why_span(message->t_ns - turn.began_ns, span), turn.began_n);
	if (message->first_ns > 0 && message->first_ns < message->t_ns)
		bytes_addf(&why->text, "  Its first byte came %s before its last.\n",
			   why_span(message->t_ns - message->first_ns, span));
}

/* Adds a message as a line, after a heading that the first one gets.  */
static void add_under(struct why *why, const char *heading, bool *begun, const struct message *message)
{
	if (!*begun)
		bytes_addf(&why->text, "%s\n", heading);
	*begun = true;
	why_line(why, message);
}

/* Adds the faults that name the message.  They follow it.  */
static void add_faults(struct why *why, int64_t n)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = ~0u,
				    .channels = CHANNEL_BIT(CHANNEL_FAULT),
				    .directions = 1u << EVENT};
	bool begun = false;
	struct message note;

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, &note); i++)
		if (why_is_fault(&note) && note.event.number[EVENT_FAULT_MESSAGE] == n)
			add_under(why, "What ringside thought of it", &begun, &note);
}

/* Adds the events between it and the next message.  */
static void add_events(struct why *why, int64_t n)
{
	struct why_search search = {
		.from = n + 1, .step = 1, .seats = ~0u, .channels = CHANNEL_ALL, .directions = 0};
	bool begun = false;
	struct message note;

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, &note) && note.direction == EVENT;
	     i++)
		if (!why_is_fault(&note))
			add_under(why, "What happened then", &begun, &note);
}

bool why_details(struct why *why, int64_t n)
{
	struct message message;
	bool is_event, is_fault, begun = false;

	if (!why_number(why, n, &message))
		return false;
	is_event = message.direction == EVENT;
	is_fault = message.flags & MESSAGE_FAULT;
	why_whole(why, &message);
	if (!is_event)
		add_time_in_turn(why, &message); /* the bytes of the message are gone then */
	if (!is_event)
		why_edited(why, &message);
	if (is_fault)
		add_faults(why, n);
	if (!is_event)
		add_events(why, n);
	why_next(why, &begun, "goto", bytes_text("goto #%" PRId64, n), "show the position when it came");
	why_next(why, &begun, "why", bytes_text("why #%" PRId64, n), "explain it");
	return true;
}
