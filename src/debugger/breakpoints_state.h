/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoints_state.h - shared by the files of breakpoints: breakpoints.c has the table and decides,
 * breakpoint_trace.c has tracepoints and variables.  */
#ifndef RINGSIDE_DEBUGGER_BREAKPOINTS_STATE_H
#define RINGSIDE_DEBUGGER_BREAKPOINTS_STATE_H

#include "ringside/breakpoints.h"

enum breakpoint_where {
	AT_ANSWER,  /* every one */
	AT_TURN,    /* the answer of turn `turn` */
	AT_MOVE,    /* an answer that means `form` */
	AT_MESSAGE, /* every message */
	AT_FAULT,
	AT_ILLEGAL,
	AT_TIMEOUT,
	AT_CRASH,
	AT_EXIT,
	AT_VERDICT,
	AT_CHANGE, /* of `watched` */
};

/* A piece of what a tracepoint writes: a text, or the value of an expression.  */
struct piece {
	char *text; /* NULL: `value` */
	struct condition *value;
};

/* The last value of a watchpoint for a seat.  */
struct seen {
	bool known; /* there is one */
	struct condition_value value;
	char *text; /* of the value; owned */
};

struct breakpoint {
	int number; /* from 1 */
	enum breakpoint_kind kind;
	enum breakpoint_where where;
	bool temporary, disabled;
	int turn;
	char *move; /* as typed; owned */
	char *form; /* as the protocol writes it (protocol.h); owned */
	struct condition *watched;
	struct piece *pieces; /* of a tracepoint */
	int piece_count;
	struct condition *condition; /* NULL: none */
	const struct condition
		*timed; /* `watched` or `condition`, if it can change between messages; else NULL */
	bool looked;    /* `timed` was checked since the breakpoint counts, last at looked_at */
	int64_t looked_at;
	bool held[SEATS]; /* `timed` held at the last check */
	int64_t hits;
	int ignore; /* hits still to be ignored */
	struct seen seen[SEATS];
};

struct breakpoints {
	struct session *session; /* NULL: none is watched */
	struct breakpoint *at;
	int count;
	int last; /* the newest number */
	int game; /* of a series: the game of the last question */
	struct variables *variables;
	void (*log)(void *user, const char *line); /* NULL: nobody reads what tracepoints write */
	void *log_user;
	/* Hears of a hit, which then does not stop the match; NULL: hits stop it.  */
	void (*note)(void *user, const struct stop *stop, const char *words);
	void *note_user;
	struct bytes written; /* the lines of tracepoints, the oldest first; it ends in a NUL byte */
};

/* The moment at which the judge asks.  Texts are made on demand.  */
struct moment {
	const struct session *session;
	const struct judge *judge;
	const struct stop *stop;
	bool answer_known, legal;
	char *answer; /* NULL: the message is no answer */
	bool text_known;
	char *text;
	size_t text_size;
};

/* breakpoint_trace.c */

/* Writes the line of a tracepoint; the table has somebody who reads it.  */
void breakpoint_write_log(struct breakpoints *breakpoints, const struct breakpoint *breakpoint,
			  struct moment *moment);

/* breakpoints.c */

void moment_clear(struct moment *moment);
/* A struct condition_source of the moment, which is `user`.  */
void moment_value(void *user, enum condition_field field, struct condition_value *value);

#endif
