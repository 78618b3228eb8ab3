/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_state.h - the state of `ringside minimise`: minimise.c begins and tells, minimise_search.c and
 * minimise_options.c look for the shortest match, minimise_try.c plays one.  */
#ifndef RINGSIDE_CHECK_MINIMISE_STATE_H
#define RINGSIDE_CHECK_MINIMISE_STATE_H

#include "minimise_try.h"
#include "ringside/shrink.h"

/* Exit status; 3 is EXIT_NOT_STARTED, 130 EXIT_INTERRUPTED: what was found by then is kept.  */
enum { MINIMISED = 0, MINIMISE_ABSENT = 1, MINIMISE_TROUBLE = 2 };

struct minimise {
	const struct invocation *invocation;
	struct match_file *file;
	struct minimise_before before; /* what the agent's process plays before each try */
	struct loop *loop;
	struct progress *progress; /* NULL: not shown */
	struct setup setup;        /* of the tries */
	int seat;
	struct minimise_while wanted;
	struct minimise_case best;       /* as it was played */
	int recorded;                    /* turns in the file */
	int turns, messages;             /* of the best match, with the turn in which it happens */
	int first_turns, first_messages; /* of the first try in which it happened */
	char *words;                     /* how the best ended */
	char *output, *tried;            /* the files of the best and of the current try: minimise_file() */
	int tries, happened;             /* all, and of the checks */
	int kept;                        /* how often there was a new best */
	int checks;
	int each;       /* tries of each match */
	uint64_t *seen; /* the matches that were tried, as seen_number(); owned */
	int seen_count;
	int64_t began; /* ns, as loop_now() */
	bool stopped;  /* by --tries, --time, a signal or a problem */
	bool interrupted;
	int status;    /* of `problem` */
	char *problem; /* owned */
};

/* Is a match with this result better than the best one?  */
typedef bool minimise_better_fn(const struct minimise *minimise, const struct minimise_result *result);

/* minimise.c */
/* Frees what it owns, but not the file and the loop.  */
void minimise_free(struct minimise *minimise);

/* minimise_options.c */
/* Leaves out options, or makes their values smaller.  */
void minimise_options(struct minimise *minimise);

/* minimise_read.c */
/* Reads what happened in the file in that many turns (-1: all), with the agent on that seat; `setup` is of
 * the file.  False: it cannot be replayed, and nothing was found.  */
bool minimise_read(struct match_file *file, const struct setup *setup, int seat, int turns,
		   struct minimise_case *found);

/* minimise_search.c */
/* Does it happen in such a match?  Then that is kept, if `better` says so (NULL: always).  */
enum shrink minimise_attempt(struct minimise *minimise, const struct setup *setup,
			     const struct minimise_case *turns, minimise_better_fn *better);
/* Looks until nothing is left to leave out, or until it is stopped.  */
void minimise_search(struct minimise *minimise);

#endif
