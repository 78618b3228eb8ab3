/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_work.h - one match of `ringside fuzz` in a worker, and the search for the shortest one if the agent
 * fails in it.  */
#ifndef RINGSIDE_CHECK_FUZZ_WORK_H
#define RINGSIDE_CHECK_FUZZ_WORK_H

#include "ringside/cli.h"

struct fuzz_found {
	int seat;           /* of the agent that failed */
	const char *reason; /* of the verdict, */
	const char *words;  /* and what it says, for people */
	const char *print;  /* minimise_print() */
};

/* The shortest match in which it happens again.  */
struct fuzz_shortest {
	int happened; /* in how many of the first tries; 0: in none, and the match stays as it was played */
	int turns, messages, tries;
	const char *words; /* how it ended, for people */
	const char *text;  /* the case of a suite; "": a position does not say it all */
};

struct fuzz_work;

/* The texts are good until the callback returns.  It must not free the work.  */
struct fuzz_work_events {
	/* `inconclusive`: it was late, and had waited for a core.  */
	void (*passed)(void *user, bool inconclusive);
	/* It waits for fuzz_work_answer().  */
	void (*found)(void *user, const struct fuzz_found *found);
	void (*shortest)(void *user, const struct fuzz_shortest *shortest);
	/* Nothing can be told about this match.  */
	void (*failed)(void *user, const char *problem, int status);
	/* The process is gone.  Frees the work, but not here.  */
	void (*ended)(void *user);
};

/* Begins match `game`; its file is made in that folder.  NULL and a problem for people, which the caller
 * frees, if the system refuses.  */
struct fuzz_work *fuzz_work_new(struct loop *loop, const struct invocation *invocation, const char *folder,
				int game, const struct fuzz_work_events *events, void *user, char **problem);
/* Shall what was found be kept in this file, and made as short as possible?  NULL: no, it was seen before. */
void fuzz_work_answer(struct fuzz_work *work, const char *path);
/* Ends it by force if it runs, and removes what it has not kept.  NULL is fine.  */
void fuzz_work_free(struct fuzz_work *work);

#endif
