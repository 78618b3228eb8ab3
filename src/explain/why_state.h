/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_state.h - what the files of `why` share: the growing answer, and functions that add to it.  */
#ifndef RINGSIDE_EXPLAIN_WHY_STATE_H
#define RINGSIDE_EXPLAIN_WHY_STATE_H

#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/protocol.h"
#include "ringside/value.h"
#include "ringside/why.h"

#include <stdio.h>
#include <string.h>

enum { WHY_ANY_SEAT = SEATS };

struct why {
	const struct why_source *source;
	const struct match *match;
	const struct protocol *protocol;
	struct bytes text;
	bool details; /* show each byte of a message */
	bool turned;  /* in hexadecimal if it is text, and as text if it is binary */
};

/* Searches for messages of a seat, or of any seat, that go this way: from message n on by `step`, 1 or -1. */
static inline struct why_search why_from(int64_t n, int step, int seat, enum direction direction,
					 unsigned channels)
{
	return (struct why_search){.from = n,
				   .step = step,
				   .seats = seat == WHY_ANY_SEAT ? ~0u : 1u << seat,
				   .channels = channels,
				   .directions = 1u << direction};
}

/* The nearest message that fits, and moves the search past it; false: there is none.  */
static inline bool why_walk(const struct why *why, struct why_search *search, struct message *message)
{
	if (!why->source->find || !why->source->find(why->source->user, search, message))
		return false;
	search->from = message->n + search->step;
	return true;
}

/* The newest event of the seat on the channel, up to message `until`, for which is_one() holds; false: there
 * is none.  */
static inline bool why_newest(const struct why *why, int64_t until, int seat, enum channel channel,
			      bool (*is_one)(const struct message *message), struct message *message)
{
	struct why_search search = why_from(until, -1, seat, EVENT, CHANNEL_BIT(channel));

	while (why_walk(why, &search, message))
		if (is_one(message))
			return true;
	return false;
}

/* Message n; false: there is none.  */
static inline bool why_number(const struct why *why, int64_t n, struct message *message)
{
	struct why_search search = {
		.from = n, .step = -1, .seats = ~0u, .channels = CHANNEL_ALL, .directions = 0};

	return n > 0 && why_walk(why, &search, message) && message->n == n;
}

/* What people call message n.  */
static inline int64_t why_name(const struct why *why, int64_t n)
{
	return why->source->number ? why->source->number(why->source->user, n) : n;
}

static inline const struct seat_setup *why_sitting(const struct why *why, int seat, int64_t n)
{
	return why->source->sitting ? why->source->sitting(why->source->user, n, seat)
				    : &why->match->setup.seat[seat];
}

/* "seat 2 (rapfi)" or "the game program", with the name at message n. The caller frees.  */
static inline char *why_seat(const struct why *why, int seat, int64_t n)
{
	return seat_title(seat, why_sitting(why, seat, n)->name);
}

/* Begins a section: `what`, as "Times of", and the seat with its name at message n.  */
static inline void why_heading(struct why *why, const char *what, int seat, int64_t n)
{
	FREED char *who = why_seat(why, seat, n);

	bytes_addf(&why->text, "%s %s\n", what, who);
}

/* A time span as "312.4 ms" or "1.250 s"; returns `text`.  */
static inline const char *why_span(int64_t ns, char text[VALUE_CLOCK])
{
	int64_t size = ns < 0 ? -ns : ns;

	if (size < NS_PER_S)
		snprintf(text, VALUE_CLOCK, "%.*f ms", size < 10 * (int64_t)NS_PER_MS ? 2 : 1,
			 (double)ns / NS_PER_MS);
	else
		snprintf(text, VALUE_CLOCK, "%.3f s", (double)ns / NS_PER_S);
	return text;
}

/* The next line of a text as a text of its own, which the caller frees, and moves on; NULL: there is none. */
static inline char *why_next_line(const char **at, const char *end)
{
	const char *line = *at, *stop;

	if (line >= end)
		return NULL;
	stop = memchr(line, '\n', (size_t)(end - line));
	stop = stop ? stop : end;
	*at = stop < end ? stop + 1 : end;
	return bytes_escaped(line, (size_t)(stop - line));
}

static inline bool why_is_agent(const struct why *why, int seat, int64_t n)
{
	return why_sitting(why, seat, n)->kind == SEAT_AGENT;
}

/* Adds output of the seat after message `since` and up to event n at t_ns that is no complete message.
 * asked_ns is when it was asked; -1: never. False: there is none, and nothing is added.  */
bool why_pending(struct why *why, int seat, int64_t since, int64_t n, int64_t t_ns, int64_t asked_ns);

/* The last turn of a seat before a moment, as read from messages.  */
struct why_turn {
	int seat;
	int64_t began_n, began_ns; /* the message that started its clock, last; 0: none */
	int64_t spent_ns;          /* its clock ran so long before that: until a search was stopped */
	int64_t asked_n, asked_ns; /* the question */
	int64_t answer_n, answer_ns;
	int64_t end_n, end_ns; /* the moment */
};

/* The turn of the seat before the message `n` at t_ns.  */
struct why_turn why_turn_of(const struct why *why, int seat, int64_t n, int64_t t_ns);
enum why_section {
	WHY_TIMES = 1 << 0,
	WHY_PROCESS = 1 << 1,   /* the process during the turn */
	WHY_BACKTRACE = 1 << 2, /* if there is one */
	WHY_WORDS =
		1 << 3, /* what the seat said last: the report of a crash, and its last words after that */
};

/* Adds these sections about the turn.  `reason`: of the verdict, for the times; "": there is none.  */
void why_sections(struct why *why, const struct why_turn *turn, unsigned sections, const char *reason);
/* Adds what the processes that had to answer were doing when event n stopped the match.  */
void why_activity(struct why *why, int64_t n, int64_t t_ns);
/* Could its process not be started? Then the times and words found are those of an earlier player.  */
bool why_never_ran(const struct why *why, const struct why_turn *turn);

#endif
