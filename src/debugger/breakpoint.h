/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* breakpoint.h - one breakpoint, and how it is read from what a person typed.  */
#ifndef RINGSIDE_DEBUGGER_BREAKPOINT_H
#define RINGSIDE_DEBUGGER_BREAKPOINT_H

#include "ringside/breakpoints.h"

enum breakpoint_where {
	AT_ANSWER,  /* every answer */
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
struct log_piece {
	char *text; /* NULL: `value` */
	struct condition *value;
};

struct log_text {
	struct log_piece *pieces;
	int count;
};

/* A command of a breakpoint.  */
struct doing {
	char *line;          /* owned; NULL: a line is written at once: */
	struct log_text log; /* of that */
};

/* The last value of a watchpoint for a seat.  */
struct seen {
	bool known; /* there is a last value */
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
	struct log_text log;  /* of a tracepoint */
	struct doing *doings; /* what is done when it is hit, in this order */
	int doing_count;
	char *doing_typed;           /* NULL: nothing is done */
	struct condition *condition; /* NULL: none */
	const struct condition
		*timed; /* `watched` or `condition`, if it can change between messages; else NULL */
	bool checked;   /* `timed` was checked since the breakpoint counts, last at checked_at */
	int64_t checked_at;
	bool state;       /* `condition` is about no message, but about what begins and ends */
	bool held[SEATS]; /* `timed`, or the state, held at the last check; SEAT_NONE: that of the match */
	int newest;       /* of a state of the match: the newest turn that was looked at */
	int64_t hits;
	int ignore; /* hits still to be ignored */
	struct seen seen[SEATS];
};

/* What is typed, and what it is read with.  */
struct breakpoint_text {
	const char *words;
	const struct match *match;
	const struct variables *variables;
	const char *(*command)(const char *word); /* as breakpoints_commands() has it */
	struct condition_mistake *mistake;        /* its place is a byte of the words */
};

/* Fills a new breakpoint, which has a kind, from what was typed.  False: a mistake.  */
bool breakpoint_read(struct breakpoint *breakpoint, const struct breakpoint_text *typed);
/* Sets the mistake, and takes over its text.  Always false.  */
bool breakpoint_mistake(struct condition_mistake *mistake, size_t at, char *text);

#endif
