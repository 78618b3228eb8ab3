/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_fault.c - explains how a seat broke the protocol.  */
#include "why_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The message that broke the protocol; false: there is none.  */
static bool message_of_fault(const struct why *why, const struct message *note, struct message *message)
{
	return note->event.kind == EVENT_FAULT && note->event.number[EVENT_FAULT_MESSAGE] &&
	       why_number(why, note->event.number[EVENT_FAULT_MESSAGE], message);
}

/* Each kind of fault is recorded once in full; an event at the end of the match has the count.  */
static void add_count(struct why *why, const struct event *fault, int seat)
{
	struct why_search search = {.from = INT64_MAX,
				    .step = -1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_BIT(CHANNEL_FAULT),
				    .directions = 1u << EVENT};
	struct message message;

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, &message); i++)
		if (message.event.kind == EVENT_FAULT_COUNT && message.event.word &&
		    strcmp(message.event.word, fault->word) == 0) {
			bytes_addf(&why->text, "  It happened %" PRId64 " times in all.\n",
				   message.event.number[0]);
			return;
		}
}

/* Adds the fault, its consequence and its rule.  */
static void add_fault(struct why *why, const struct message *note)
{
	const struct fault_row *row = event_fault(&note->event);
	char *seat = why_seat(why, note->seat, note->n);
	char *words = note->event.kind == EVENT_FAULT ? bytes_text("%s", row ? row->phrase : note->event.word)
						      : event_words(note);

	bytes_addf(&why->text, "fault of %s: %s\n", seat, words);
	if (row)
		bytes_addf(&why->text, "  Consequence: %s.\n",
			   note->event.number[EVENT_FAULT_STRICT] ? "loses (--strict)" : row->done);
	if (note->event.kind == EVENT_FAULT)
		add_count(why, &note->event, note->seat);
	if (row)
		bytes_addf(&why->text, "Rule\n  [%s]\n  %s\n", row->rule,
			   why->match->setup.strict
				   ? "With --strict every fault loses."
				   : "A fault is reported and forgiven; with --strict it loses.");
	free(words);
	free(seat);
}

void why_fault(struct why *why, int64_t n)
{
	struct message note, message;
	struct why_turn turn;
	bool begun = false, found;
	int seat;

	if (!why_number(why, n, &note))
		return;
	seat = note.seat;
	add_fault(why, &note);
	why_number(why, n, &note);
	turn = (struct why_turn){.end_ns = note.t_ns};
	found = message_of_fault(why, &note, &message);
	bytes_addf(&why->text, "%s\n", found ? "The message and its fault" : "The fault");
	if (found)
		why_line(why, &message);
	if (why_number(why, n, &note))
		why_line(why, &note);
	if (why_is_agent(why, seat, n)) {
		turn = why_turn_of(why, seat, n, turn.end_ns);
		why_words(why, &turn);
	}
	if (found)
		why_next(why, &begun, "why", bytes_text("why #%" PRId64, message.n),
			 "all its bytes, and all that is known about it");
}

bool why_is_fault(const struct message *note)
{
	return note->event.kind == EVENT_FAULT || note->event.kind == EVENT_FORGIVEN ||
	       note->event.kind == EVENT_CHATTER;
}
