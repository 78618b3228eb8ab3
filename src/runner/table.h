/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table.h - a table, at which one game is played after the other.
 *
 * Its processes stay from game to game if the plan lets them.  It asks a dealer for each game and hands it
 * what came out.  In a process of its own the dealer tells the run (places.c).  */
#ifndef RINGSIDE_RUNNER_TABLE_H
#define RINGSIDE_RUNNER_TABLE_H

#include "plan.h"
#include "ringside/result_line.h"
#include <jansson.h>

/* A game that is over.  */
struct result {
	int game;
	bool finished;                  /* by a verdict, and not because it was interrupted */
	const char *text;               /* as `run` prints it, without a line end */
	const json_t *object;           /* as --json prints it, without its turns */
	const struct result_line *line; /* what is read of that; NULL: nobody has counted it yet */
};

enum { DEAL_LATER = -1 };

/* No function may free the table.  */
struct dealer {
	/* The number of the game that is played next; 0: none; DEAL_LATER: a table in a process of its own
	 * waits. `after`: the game whose processes are to play it; 0: fresh ones play it.  */
	int (*next)(void *user, int after);
	/* The first game has begun.  */
	void (*begun)(void *user);
	/* So many moves of the game were played: told some times a second.  NULL: nobody looks.  */
	void (*moved)(void *user, int moves);
	void (*over)(void *user, const struct result *result);
	/* A problem of the match file, for people.  `lost`: the match that is to be continued could not be
	 * continued.  */
	void (*trouble)(void *user, const char *problem, bool lost);
	/* All games are over, and the last files are still being written: told again and again until they are
	 * whole or given up.  NULL: the table may wait for the disk, whatever its loop has to do.  */
	void (*saving)(void *user);
	/* No more games are played.  NULL, or why the next one could not begin, for people; `status` is then
	 * the exit status.  */
	void (*ended)(void *user, const char *problem, int status);
};

/* Who leads the games, such as a script: hears what happens in the session, which begins paused.  */
struct lead {
	void (*begins)(void *user, struct session *session);
	void (*changed)(void *user);
	void (*told)(void *user, const char *text, bool problem);
	void (*verdict)(void *user, const struct match *match);
};

struct table_setup {
	const struct invocation *invocation; /* all tables of a run share it, and the plan */
	struct plan *plan;
	const char *cpus[SEATS]; /* as in struct session_setup */
	int place, places;       /* it is one of so many tables, from 0 */
	const struct lead *lead; /* ends the session after the last game; NULL: nobody leads it */
	void *leader;            /* the user of its functions */
	bool watched;            /* the dealer is told how many moves there are */
};

struct table;

/* Begins the first game in the next wake-up of the loop.  All that is given must outlive the table.  */
struct table *table_new(struct loop *loop, const struct table_setup *setup, const struct dealer *dealer,
			void *user);
/* Pauses the game, or lets it go on.  */
void table_pause(struct table *table, bool pause);
/* Breaks off the game; ended() follows when the agents have left, unless it was called already.  */
void table_end(struct table *table);
void table_free(struct table *table);
/* The file of a game with --record; NULL: none.  The caller frees.  */
char *table_record(const struct table_setup *setup, int game);

#endif
