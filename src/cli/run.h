/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.h - the state of a `run`, shared by its parts: run.c begins, counts and reports, places.c deals games
 * to tables.  */
#ifndef RINGSIDE_CLI_RUN_H
#define RINGSIDE_CLI_RUN_H

#include "history.h"
#include "progress.h"
#include "ringside/awake.h"
#include "table.h"

struct place;

struct run {
	struct invocation *invocation;
	struct loop *loop;
	struct plan plan;
	struct sprt sprt;
	struct standing standing;
	struct history history;
	struct progress *progress;
	int64_t began_ns;
	bool interrupted;
	bool decided;    /* by the sequential test, or by a failure that was waited for */
	int failure;     /* the game that --until-failure waited for; 0: none */
	bool gave_up;    /* no further game can be played */
	bool failed;     /* a game cannot be played */
	bool unrecorded; /* a game has no match file that is whole */
	int unwritten;   /* errno of stdout; 0: all was written */
	int unsaved;     /* errno of --results; 0: all was written */

	/* places.c */
	struct place *places;
	int place_count, places_left; /* of these, not ended */
	int begun, answered;          /* places whose first game has begun; that have begun or could not */
	int dealt;                    /* the highest game number that was dealt */
	int *again;                   /* games that were dealt to a table that could not play them; owned */
	int again_count;
	int *lost; /* games that were lost once; owned */
	int lost_count;
	bool ending;             /* all games are broken off */
	struct watch *end_timer; /* kills processes that do not end */
	struct awake awake;      /* the time that it counts */
	char *problem;           /* why a first game could not begin; owned; NULL: none */
	int status;              /* the exit status for it */
};

/* run.c */
/* Are no more games wanted?  */
bool run_is_over(const struct run *run);
/* Prints and counts a game.  */
void run_take(struct run *run, const struct result *result);
/* Prints lines for people on stderr, and frees them.  */
void run_tell(struct run *run, char *lines);

/* places.c */
/* Finds the next game that was not played; false: there is none.  */
bool places_next(struct run *run);
/* Puts tables at this many places; run->problem says why none could begin.  The loop stops when all have
 * ended.  */
void places_begin(struct run *run, int places);
/* Breaks off all games that are still played.  */
void places_end(struct run *run);
void places_free(struct run *run);

#endif
