/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trial.h - tries a case of a suite once: an agent's next move in a position.
 *
 * Each trial is a process of ringside's own, so nothing of one touches another.  */
#ifndef RINGSIDE_CHECK_TRIAL_H
#define RINGSIDE_CHECK_TRIAL_H

#include "suite.h"

enum trial_end {
	TRIAL_MOVED,       /* it has played a move */
	TRIAL_FAILED,      /* the match is over without one, and it is to blame */
	TRIAL_BROKEN_OFF,  /* the same, and it is not to blame, or waited for a core */
	TRIAL_NOT_STARTED, /* its program could not be started */
};

/* What came out.  */
struct trial_result {
	enum trial_end end;
	const char *words; /* the move, or why there is none, for people */
	int64_t ns;        /* of thinking; -1: not known */
	int64_t peak;      /* most bytes in the turn; -1: not known */
	int64_t waited;    /* ns of the turn in which it waited for a core, if that matters; else 0 */
};

struct trial;

struct trial_events {
	/* Called once; the texts are good until it returns. It must not free the trial.  */
	void (*over)(void *user, const struct trial_result *result);
	/* The process is gone.  Frees the trial, but not here: with trial_free() later.  */
	void (*ended)(void *user);
};

/* Begins run `run` of the case, from 1.  The case must outlive it.  NULL and a problem for people, which the
 * caller frees, if the system refuses.  */
struct trial *trial_new(struct loop *loop, const struct suite_case *of, int run,
			const struct trial_events *events, void *user, char **problem);
/* Ends it by force if it runs; no callback comes any more.  NULL is fine.  */
void trial_free(struct trial *trial);

#endif
