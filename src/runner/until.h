/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* until.h - what --until and --until-failure wait for in the games of a series.  */
#ifndef RINGSIDE_RUNNER_UNTIL_H
#define RINGSIDE_RUNNER_UNTIL_H

#include "ringside/breakpoints.h"
#include "ringside/result_line.h"
#include "ringside/runner.h"

struct until;

/* NULL if the command line waits for nothing.  There must be no problem with that: until_problem().  */
struct until *until_new(const struct runner_call *call);
void until_free(struct until *until); /* NULL is fine */
/* Why it cannot be waited for, for people; NULL: it can.  The caller frees.  */
char *until_problem(const struct runner_call *call);
/* Watches the session from now on, which must be there until until_free() or the next call.  */
void until_watch(struct until *until, struct session *session);
/* That session could not begin, and is gone.  */
void until_lose(struct until *until);
/* What has happened first in this game, which has its verdict, and where.  NULL: it has not happened, or
 * `until` is NULL.  The caller frees.  */
char *until_found(struct until *until, const struct match *match, int *turn, int *seat);

/* `play` stops there: adds a breakpoint.  */
void until_break(const struct runner_call *call, struct breakpoints *breakpoints);

/* The game in which it has happened: its match file, and those of the games that its processes had played
 * before. Without --record these are all that stays, in a folder of $XDG_STATE_HOME/ringside/until.  */
struct found {
	const char *record; /* of the call */
	bool series;        /* each game has a file of its own */
	char *folder;       /* made for the series, and ends in a slash; owned; NULL: people say where */
	int **games;        /* for each table those of its present processes, each list ends in 0; owned */
	int tables;
	int kept;       /* the game in which it has happened; 0: none */
	int table;      /* at which it was played */
	int turn, seat; /* where it has happened, ... */
	char *what;     /* ... and what; owned; NULL: nothing */
};

/* Sets --record if nobody did, and removes the oldest folders.  NULL, or why the games cannot be kept, for
 * people; the caller frees.  */
char *found_begin(struct found *found, struct runner_call *call, bool series);
/* A game is over at that table, from 0.  Removes the files that nobody will need.  True: it has happened.  */
bool found_game(struct found *found, int table, const struct result_line *line);
/* Says where it has happened, after how many finished games without it, and which commands look at it; or
 * that it has not.  The caller frees.  */
char *found_words(const struct found *found, const struct runner_call *call, int games);
/* All files are written: removes those that are not kept.  */
void found_end(struct found *found);

#endif
