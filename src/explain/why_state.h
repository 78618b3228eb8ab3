/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_state.h - what the files of `why` share: an answer that grows, and the pieces it is made of.  */
#ifndef RINGSIDE_EXPLAIN_WHY_STATE_H
#define RINGSIDE_EXPLAIN_WHY_STATE_H

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/value.h"
#include "ringside/why.h"

enum { WHY_LOOKED_THROUGH = 256 }; /* messages around a fault: the one that is meant is near */

struct why {
	const struct why_source *source;
	const struct match *match;
	struct bytes text;
};

/* why_message.c */

/* The nearest message that fits; false: there is none.  */
bool why_find(const struct why *why, struct why_search search, struct message *message);
/* The same, and the next call finds the one behind it in the direction of the search.  */
bool why_walk(const struct why *why, struct why_search *search, struct message *message);
/* Message n; false: there is none.  */
bool why_number(const struct why *why, int64_t n, struct message *message);
/* "seat 2 (rapfi)", "the game program", by who sat there when message n was.  The caller frees.  */
char *why_seat(const struct why *why, int seat, int64_t n);
/* "312.4 ms", "1.250 s".  */
const char *why_span(int64_t ns, char text[VALUE_CLOCK]);
/* One line for a message: number, time, which way, channel, bytes.  */
void why_line(struct why *why, const struct message *message);
/* All that is known of a message.  */
void why_whole(struct why *why, const struct message *message);
/* Why the rules do not accept an answer in the position that the match has now; nothing when they do.  */
void why_refusal(struct why *why, const struct message *message);

/* The newest note on a channel that `is_one`; false: there is none.  */
bool why_newest(const struct why *why, enum channel channel, bool (*is_one)(const struct message *message),
		struct message *message);
bool why_is_agent(const struct why *why, int seat, int64_t n);
/* A line of the section "Next", which the first of them begins (`begun`): a command line and what it does, if
   there is a command of that name.  Owns line.  */
void why_next(struct why *why, bool *begun, const char *name, char *line, const char *help);

/* why_verdict.c */

void why_verdict(struct why *why);
bool why_is_verdict(const struct message *message);

/* why_fault.c */

/* Of the fault that note `n` tells.  */
void why_fault(struct why *why, int64_t n);
/* A note that tells one, not how many there were.  */
bool why_is_fault(const struct message *message);

/* why_rules.c */

/* The rule behind the reason of a verdict, as a section.  */
void why_rule(struct why *why, const struct verdict *verdict);
/* What an exit status or a signal usually means, for people; NULL: nothing special.  Static.  */
const char *why_ending(const struct event *event);

/* why_pending.c */

/* What the seat had sent up to note `n` at t_ns, later than message `since`, that is no message; asked_ns:
   when it was asked; -1: it was not.  False: nothing, and nothing is written.  */
bool why_pending(struct why *why, int seat, int64_t since, int64_t n, int64_t t_ns, int64_t asked_ns);
/* The same as it is now, of all seats, if the match is played here.  */
void why_pending_now(struct why *why);

/* why_turn.c */

/* The last turn of a seat before a moment, as far as messages tell it.  */
struct why_turn {
	int seat;
	int64_t began_n, began_ns; /* the message that started its clock; 0: none did */
	int64_t asked_n, asked_ns; /* the question */
	int64_t answer_n, answer_ns;
	int64_t end_n, end_ns; /* the moment */
};

/* The turn of the seat before the message `n` at t_ns.  */
struct why_turn why_turn_of(const struct why *why, int seat, int64_t n, int64_t t_ns);
/* Sections: its times, what happened to the process in it, and its last words.  */
void why_times(struct why *why, const struct why_turn *turn, const char *reason);
void why_process(struct why *why, const struct why_turn *turn);
/* What the processes were doing that had to answer when the match was stopped by note n.  */
void why_doing(struct why *why, int64_t n, int64_t t_ns);
void why_words(struct why *why, const struct why_turn *turn);

#endif
