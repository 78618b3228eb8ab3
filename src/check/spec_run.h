/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spec_run.h - runs trials of an agent, several at once, and reports each as a case.  */
#ifndef RINGSIDE_CHECK_SPEC_RUN_H
#define RINGSIDE_CHECK_SPEC_RUN_H

#include "runner/pool.h"
#include "spec_try.h"

/* A case to be tried.  */
struct spec_trial {
	const char *group, *name;
	const struct spec_trial *needs; /* the one above it that has to pass first; NULL: none */
	bool needs_end;                 /* of that one: it need not pass */

	/* Of spec_run() alone.  */
	struct spec_run *run;
	enum { TRIAL_WAITS, TRIAL_RUNS, TRIAL_ENDED, TRIAL_TOLD } progress;
	int place;               /* in the pool; -1: it has not begun */
	enum case_result result; /* when it has ended */
	char *why;
	int64_t began, took; /* ns */
};

struct spec_run {
	const struct check_call *call;
	const struct check_options *options;
	struct spec_trial *trials;
	int count;
	void *user;
	/* Begins the i-th trial.  Its end is told to spec_over() or spec_unstarted(), with the trial.  */
	void (*begin)(void *user, int i, struct spec_trial *trial);
	/* Frees what that needs: when the trial was told, and once more when all are over (`all`), also if it
	   was never begun.  */
	void (*finish)(void *user, int i, bool all);

	/* Of spec_run() alone.  */
	struct case_report *report;
	struct pool pool;
};

/* Runs all trials.  Returns the exit status.  */
int spec_run(struct spec_run *run);
/* For struct spec_setup: `user` is the trial.  */
void spec_over(void *user, enum case_result result, char *why);
void spec_unstarted(void *user, char *problem);

/* Seats the agent of the command line, or without one its game program, and sets the limits that it is told.
 * NULL, or a problem for people; the caller frees.  */
char *spec_settle(const struct check_call *call, struct spec_setup *setup);

#endif
