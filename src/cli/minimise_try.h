/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_try.h - one try of `ringside minimise`: a fresh process plays a match whose other moves are given.
 */
#ifndef RINGSIDE_CLI_MINIMISE_TRY_H
#define RINGSIDE_CLI_MINIMISE_TRY_H

#include "ringside/cli.h"

/* What has to happen.  */
struct minimise_while {
	const char *what;      /* as it was typed */
	const char *reason[2]; /* of the verdict that blames the seat; NULL: none */
	bool condition;        /* `what` is a condition of a breakpoint */
};

/* A turn of a match; its move is owned.  */
struct minimise_turn {
	int seat;
	char *move; /* in the protocol's words */
};

/* The turns of a match, of which the first `begin` are the position that it begins with.  */
struct minimise_case {
	struct minimise_turn *turns;
	int count, begin;
};

struct minimise_try {
	const struct session_setup *session; /* how agents run */
	const struct setup *setup; /* of the match, with its agent on `seat` and people on the others */
	int seat;
	const struct minimise_while *wanted;
	const struct minimise_case *played; /* the moves of the others are played, as far as they are legal */
	const char *record;                 /* the match file to write */
	struct loop *loop;
	const bool *interrupted; /* by a signal, which also stops the loop */
};

enum minimise_end { MINIMISE_NO, MINIMISE_YES, MINIMISE_INTERRUPTED, MINIMISE_FAILED };

/* What came out.  */
struct minimise_result {
	enum minimise_end end;
	char *words;                /* how the match ended, or why the try failed; owned */
	int status;                 /* FAILED: the exit status */
	struct minimise_case turns; /* YES: as they were played; owned */
	int messages;               /* to the seat, when its process ended or the match did */
};

/* Plays it.  NO and FAILED leave no file.  */
struct minimise_result minimise_play(const struct minimise_try *try);
void minimise_result_free(struct minimise_result *result);
void minimise_case_free(struct minimise_case *turns);
/* Fills a setup for the position after the first turns of the case, which the caller frees. NULL, or why no
 * match can begin there; then there is nothing to free.  */
char *minimise_begin(const struct setup *base, const struct minimise_case *from, struct setup *setup);
/* The word of --while for what such a verdict says of the seat to blame; NULL: there is none.  */
const char *minimise_word_of(const char *reason);
/* Reads what --while says.  NULL, or a problem, which the caller frees.  */
char *minimise_read_while(const char *text, const struct setup *setup, struct minimise_while *wanted);

#endif
