/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoints_state.h - what the files of breakpoints share: breakpoints.c has the table and decides,
 * breakpoint_words.c reads what was typed, breakpoint_moment.c knows what is so when the judge asks.  */
#ifndef RINGSIDE_DEBUGGER_BREAKPOINTS_STATE_H
#define RINGSIDE_DEBUGGER_BREAKPOINTS_STATE_H

#include "ringside/breakpoints.h"

enum breakpoint_where {
	AT_ANSWER,  /* every one */
	AT_TURN,    /* that of turn `turn` */
	AT_MOVE,    /* one that means `form` */
	AT_MESSAGE, /* every message */
	AT_FAULT,
	AT_ILLEGAL,
	AT_TIMEOUT,
	AT_CRASH,
	AT_EXIT,
	AT_VERDICT,
	AT_CHANGE, /* of `watched` */
};

/* What a watchpoint has seen of a seat.  */
struct seen {
	bool known; /* it was looked at */
	struct condition_value value;
	char *text; /* of the value; owned */
};

struct breakpoint {
	int number; /* from 1 */
	enum breakpoint_kind kind;
	enum breakpoint_where where;
	bool temporary, disabled;
	int turn;
	char *move; /* as it was typed; owned */
	char *form; /* and as the protocol writes it (protocol.h); owned */
	struct condition *watched;
	struct condition *condition; /* NULL: none */
	const struct condition
		*timed; /* the one of them that can change between messages; NULL: neither can */
	bool looked;    /* at that, since it counts; last at looked_at */
	int64_t looked_at;
	bool held[SEATS]; /* it held when it was looked at last */
	int64_t hits;
	int ignore; /* so many hits are to be let pass */
	struct seen seen[SEATS];
};

/* What is so when the judge asks; its texts are made when somebody wants them.  */
struct moment {
	const struct session *session;
	const struct judge *judge;
	const struct stop *stop;
	bool answer_known, legal;
	char *answer; /* NULL: it is none */
	bool text_known;
	char *text;
	size_t text_size;
};

/* breakpoint_words.c */

/* Fills a fresh breakpoint of what was typed; false and a mistake.  */
bool breakpoint_read(struct breakpoint *breakpoint, const char *words, const struct setup *setup,
		     struct condition_mistake *mistake);
/* Fills in a move; false and a mistake.  */
bool breakpoint_read_move(struct breakpoint *breakpoint, const char *move, const struct setup *setup,
			  struct condition_mistake *mistake);
/* "the move h8"; the caller frees.  */
char *breakpoint_what(const struct breakpoint *breakpoint);
const char *breakpoint_kind_name(enum breakpoint_kind kind);

/* breakpoint_moment.c */

void moment_clear(struct moment *moment);
/* The move that is answered, or was played by a person; NULL: this is no move.  */
const char *moment_answer(struct moment *moment);
bool moment_is_legal(struct moment *moment);
/* Does the move mean that one?  */
bool moment_is_move(struct moment *moment, const char *form);
/* Of STOP_TIME what the condition looks at, as "seat 1: time is 500 ms"; the caller frees.  */
char *moment_value_words(struct moment *moment, const struct condition *condition);
/* Can the condition, or a value that is watched, change while nothing is said?  */
bool moment_can_change(const struct condition *condition);
/* When it may next, after `since`; INT64_MAX: not as things are.  `looked_at`: when it was looked at last. */
int64_t moment_next_change(const struct judge *judge, const struct condition *condition, int64_t since,
			   int64_t looked_at);
/* For conditions; `user` is the moment.  */
void moment_value(void *user, enum condition_field field, struct condition_value *value);
/* "seat 1 plays 7,7"; the caller frees.  */
char *moment_words(struct moment *moment);

#endif
