/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_hand.c - names what a person did to the messages and the process of a seat.
 *
 * A match that fuzz played blames the agent nevertheless, so the record tells more than its verdict.  */
#include "why_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ACTS_SHOWN = 8, LOOKED_THROUGH = 512 };

/* Is it an act of a person that may change what the agent does?  */
static bool is_act(const struct event *event)
{
	switch (event->kind) {
	case EVENT_EDIT:
	case EVENT_DROP:
	case EVENT_SEND:
	case EVENT_SENT_SIGNAL:
	case EVENT_FREEZE:
	case EVENT_TURN_LIMIT:
	case EVENT_MATCH_LIMIT: return true;
	case EVENT_DELAY: return event->number[1] > 0;
	default: return false;
	}
}

/* The first message of the seat after n that goes this way and has these flags; false: there is none.  */
static bool next_with(const struct why *why, int seat, int64_t n, enum direction way, unsigned flags,
		      unsigned lacks, struct message *message)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_ALL,
				    .directions = 1u << way};

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, message); i++)
		if ((message->flags & flags) == flags && !(message->flags & lacks))
			return true;
	return false;
}

/* The first message to the seat after its next delay is over; false: there is none.  */
static bool next_delayed(const struct why *why, int seat, int64_t n, struct message *message)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_BIT(CHANNEL_EVENT),
				    .directions = 1u << EVENT};

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, message); i++)
		if (message->event.kind == EVENT_DELAY_OVER)
			return next_with(why, seat, message->n, TO_AGENT, 0, MESSAGE_WITHHELD, message);
	return false;
}

/* The message that the act of the seat's event was about; false: it is not known.  */
static bool message_of(const struct why *why, const struct message *act, struct message *message)
{
	enum direction way = act->event.number[0] ? TO_AGENT : FROM_AGENT;

	switch (act->event.kind) {
	case EVENT_EDIT:
		return next_with(why, act->seat, act->n, way, MESSAGE_WITHHELD | MESSAGE_CHANGED, 0, message);
	case EVENT_DROP:
		return next_with(why, act->seat, act->n, way, MESSAGE_WITHHELD, MESSAGE_CHANGED, message);
	case EVENT_SEND:
		return next_with(why, act->seat, act->n, TO_AGENT, MESSAGE_EDITED, MESSAGE_WITHHELD, message);
	case EVENT_DELAY:
		return way == FROM_AGENT ? next_with(why, act->seat, act->n, way, MESSAGE_HELD, 0, message)
					 : next_delayed(why, act->seat, act->n, message);
	default: return false;
	}
}

/* Adds the act, the message that it was about, and what took its place.  */
static void add_act(struct why *why, const struct message *act)
{
	struct message shown = *act, message;
	int seat = act->seat;
	enum event_kind kind = act->event.kind;

	why_line(why, &shown);
	if (!message_of(why, act, &message))
		return;
	why_line(why, &message);
	if (kind == EVENT_EDIT &&
	    next_with(why, seat, message.n, message.direction, MESSAGE_EDITED, 0, &message))
		why_line(why, &message);
}

/* Did the seat's process start with this event?  */
static bool is_beginning(const struct message *message, int seat)
{
	return message->seat == seat &&
	       (message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS);
}

/* Does the act show the seat in another light?  What an agent says to people does not matter.  */
static bool excuses(const struct why *why, const struct message *act, const struct why_turn *turn,
		    const char *reason)
{
	bool late = strcmp(reason, REASON_TIMEOUT) == 0 || strcmp(reason, REASON_START) == 0;
	const struct protocol *protocol = protocol_named(why->match->setup.system);
	struct message message;

	switch (act->event.kind) {
	case EVENT_EDIT:
	case EVENT_DROP:
		return !message_of(why, act, &message) || message.direction == TO_AGENT ||
		       protocol_is_answer(protocol, message.seat, message.channel);
	case EVENT_SEND: return true;
	case EVENT_SENT_SIGNAL:
		return late || strcmp(reason, REASON_CRASH) == 0 || strcmp(reason, REASON_EXIT) == 0;
	case EVENT_DELAY: return late && act->n > turn->began_n;
	default: return false;
	}
}

/* The newest acts on the seat's process before the end of the turn, backwards.  Returns how many.  */
static int acts_on(const struct why *why, const struct why_turn *turn, struct message acts[ACTS_SHOWN])
{
	struct why_search search = {.from = turn->end_n,
				    .step = -1,
				    .seats = 1u << turn->seat | 1u << SEAT_NONE,
				    .channels = CHANNEL_BIT(CHANNEL_EVENT),
				    .directions = 1u << EVENT};
	struct message act;
	int count = 0;

	for (int i = 0; i < LOOKED_THROUGH && count < ACTS_SHOWN && why_walk(why, &search, &act) &&
			!is_beginning(&act, turn->seat);
	     i++)
		if (is_act(&act.event) && (act.seat == turn->seat || act.event.kind == EVENT_FREEZE))
			acts[count++] = act;
	return count;
}

bool why_hand_excuses(const struct why *why, const struct why_turn *turn)
{
	struct message acts[ACTS_SHOWN];
	int count = acts_on(why, turn, acts);

	for (int i = 0; i < count; i++)
		if (excuses(why, &acts[i], turn, why->match->verdict.reason))
			return true;
	return false;
}

void why_hand_answer(const struct why *why, struct why_turn *turn)
{
	const struct protocol *protocol = protocol_named(why->match->setup.system);
	struct message acts[ACTS_SHOWN], message;
	int count = turn->answer_n ? 0 : acts_on(why, turn, acts);

	for (int i = 0; i < count && acts[i].n > turn->asked_n; i++)
		if ((acts[i].event.kind == EVENT_DROP || acts[i].event.kind == EVENT_DELAY) &&
		    message_of(why, &acts[i], &message) && message.direction == FROM_AGENT &&
		    protocol_is_answer(protocol, message.seat, message.channel)) {
			turn->answer_n = message.n;
			turn->answer_ns = message.t_ns;
		}
}

void why_hand(struct why *why, const struct why_turn *turn)
{
	struct message acts[ACTS_SHOWN];
	int count = acts_on(why, turn, acts);
	char *who = why_seat(why, turn->seat, turn->end_n);

	if (count)
		bytes_addf(&why->text, "What a person did to %s\n", who);
	free(who);
	while (count-- > 0)
		if (why_number(why, acts[count].n, &acts[count])) /* its text is gone */
			add_act(why, &acts[count]);
}

void why_edited(struct why *why, const struct message *message)
{
	struct why_search search =
		why_back_from(message->n - 1, message->seat, message->direction, CHANNEL_ALL);
	int64_t n = message->n;
	int seat = message->seat;
	enum direction way = message->direction;
	unsigned flags = message->flags;
	struct message other;

	if (flags & MESSAGE_WITHHELD && flags & MESSAGE_CHANGED &&
	    next_with(why, seat, n, way, MESSAGE_EDITED, 0, &other)) {
		bytes_add_text(&why->text, "What a person put in its place\n");
		why_line(why, &other);
	} else if (flags & MESSAGE_EDITED && !(flags & MESSAGE_WITHHELD)) {
		for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, &other); i++) {
			if (!(other.flags & MESSAGE_WITHHELD))
				continue;
			bytes_add_text(&why->text, "In place of\n");
			why_line(why, &other);
			return;
		}
	}
}
