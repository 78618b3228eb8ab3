/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pool.h - jobs, several at once: matches and dialogues that are played to their end or to a condition.
 *
 * A pool has places for so many jobs.  A job runs in this process, or in a process of ringside's own, which a
 * crash or a stall elsewhere does not touch.  What is the next job, and what came out of one, is its owner's.
 */
#ifndef RINGSIDE_RUNNER_POOL_H
#define RINGSIDE_RUNNER_POOL_H

#include "ringside/event.h"
#include "ringside/say.h"
#include "ringside/worker.h"
#include <stdbool.h>

struct pool_setup {
	/* Begins the next job at a free place, from 0.  False: there is none now; pool_wake() asks again.  */
	bool (*begin)(void *user, int place);
	/* Called in each wake-up before places are filled.  NULL: nothing is to be done.  */
	void (*wakes)(void *user);
	/* Of jobs with processes: what one tells, and its end.  The place is free in the next wake-up.  */
	void (*told)(void *user, int place, const struct note *note);
	void (*gone)(void *user, int place, struct ending ending);
	/* A person wants the end.  NULL: the pool ends at once.  */
	void (*interrupted)(void *user);
	/* The line of the terminal; the caller frees.  NULL: there is none.  */
	progress_fn *progress;
	void *user;
};

struct pool {
	struct loop *loop;
	struct progress *progress; /* while it runs */
	bool interrupted;          /* by a person */
	char *problem;             /* why no more jobs begin: pool_stop(); NULL: they do; owned */
	int status;                /* the exit status for it */

	/* Of pool.c alone.  */
	const struct pool_setup *setup;
	struct pool_place *places;
	int count; /* of them */
	struct watch *timer;
	bool woken; /* the timer is set */
	struct deadly deadly;
};

/* Makes the loop, and catches the signals by which a person ends ringside.  */
void pool_open(struct pool *pool, const struct pool_setup *setup);

/* Runs jobs, so many at once, until no place has one and none begins, until pool_stop(), or until a person
 * interrupts.  Processes that still run then are killed.  It may run again.  */
void pool_run(struct pool *pool, int places);
/* Why not all jobs were done, and the exit status for it; NULL: they were.  The caller frees.  */
char *pool_problem(struct pool *pool, int *status);
/* Ends what agents have left behind, and frees all; what watches the loop goes before.  */
void pool_close(struct pool *pool);
/* Fills free places in the next wake-up.  */
void pool_wake(struct pool *pool);
/* No job begins any more, and the pool ends.  The first problem counts; takes it over.  */
void pool_stop(struct pool *pool, char *problem, int status);
/* A job at this place that runs in this process is over.  */
void pool_release(struct pool *pool, int place);
/* Is there a job at this place?  */
bool pool_works(const struct pool *pool, int place);

/* What a job's process has of the pool.  */
struct desk {
	struct loop *loop;
	struct link *link;
	/* What the owner tells while the loop runs.  NULL: it tells nothing then.  */
	void (*heard)(void *user, const struct note *note);
	void *user;
};

/* Starts the process of the job that begins at this place: it calls work() and exits.  NULL, or why the
 * system refuses, for people; the caller frees.  */
char *pool_fork(struct pool *pool, int place, void (*work)(struct desk *desk, void *job), void *job);
/* Tells the process something.  */
void pool_tell(struct pool *pool, int place, const struct note *note);
/* How a process ended, such as "was ended by SIGSEGV".  The caller frees.  */
char *pool_ending_words(struct ending ending);
/* Kills the process; gone() follows.  */
void pool_kill(struct pool *pool, int place);
/* Asks it to end, as a person would; it is killed if it does not.  */
void pool_end_job(struct pool *pool, int place);

/* Tells the owner something; exits if nobody wants it any more.  The texts may be NULL.  */
void desk_tell(const struct desk *desk, int kind, int number, const char *text, const char *more);
/* Waits for what the owner tells; exits if nobody wants the job any more.  Good until the next call.  */
struct note desk_hear(const struct desk *desk);

#endif
