/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* run.h - many games: those of a `run`, and those of a `tournament`.
 *
 * run.c and tournament.c say which games and what is counted, run_games.c deals them to tables.  */
#ifndef RINGSIDE_RUNNER_RUN_H
#define RINGSIDE_RUNNER_RUN_H

#include "history.h"
#include "pool.h"
#include "report.h"
#include "ringside/loop.h"
#include "ringside/say.h"
#include "run_screen.h"

struct place;
struct run;

/* In what a series and a tournament differ.  */
struct run_kind {
	struct history_of of; /* its functions get the run */
	/* Does a game that has just finished count?  May set run->decided and its status.  NULL: each does.
	 */
	bool (*counts)(struct run *run, const struct result_line *line);
	/* A game has just finished at that table, from 0, and was counted.  May set run->decided and its
	 * status.  */
	void (*finished)(struct run *run, int table, const struct result_line *line);
	/* All games that were ready are over: makes others ready.  False: there are none.  NULL: never.  */
	bool (*more)(struct run *run);
	progress_fn *progress; /* gets the run */
	/* Says the sum on stderr.  */
	void (*sum)(struct run *run);
	/* Adds the tables that the screen shows.  NULL: there is no screen.  */
	void (*sheets)(const struct run *run, struct sheets *to);
};

struct run {
	const struct run_kind *kind;
	struct runner_call *call;
	struct pool pool;
	struct pool_setup pool_setup;
	struct plan plan;
	struct sprt sprt;
	struct standing standing;
	struct history history;
	struct run_screen *screen; /* NULL: none */
	const char *results; /* the file whose games are shown, and none is played; NULL: games are played */
	int64_t began_ns;
	bool interrupted;
	bool paused;         /* no game is dealt */
	int64_t paused_at;   /* since when */
	bool decided;        /* by the sequential test, or by what was waited for */
	int decided_status;  /* the exit status then */
	struct batch *batch; /* a script that leads the games of its only table; NULL: none does */
	bool gave_up;        /* no further game can be played */
	bool failed;         /* a game cannot be played */
	bool unrecorded;     /* a game has no match file that is whole */
	int unwritten;       /* errno of stdout; 0: all was written */
	int unsaved;         /* errno of this file; 0: all was written */
	const char *unsaved_file;
	char *faults; /* a folder for the match files of games that are lost by a fault, without --record; it
			 ends in a slash; owned; NULL: none */
	int faulty;   /* how many of these games were played here */
	int pgn;      /* the file of --pgn, in which all is of this process; -1: none */

	/* run_games.c */
	struct place *places;
	int place_count;
	int begun, answered; /* places whose first game has begun; that have begun or could not */
	int dealt;           /* the highest game number that was dealt */
	int *again;          /* games that were dealt to a table that could not play them; owned */
	int again_count;
	int *lost; /* games that were lost once; owned */
	int lost_count;
	bool ending;             /* all games are broken off */
	struct watch *end_timer; /* kills processes that do not end */
	struct awake awake;      /* the time that it counts */
	char *problem;           /* why a first game could not begin; owned; NULL: none */
	int status;              /* the exit status for it */
};

/* Plays the games that the history lacks, and says the sum.  Returns the exit status.  */
int run_play(struct run *run);
/* Are no more games wanted?  */
bool run_is_over(const struct run *run);
/* Has the sequential test decided, if there is one?  */
bool run_is_decided(const struct run *run);
/* Counts a game that nobody has played, from its line of results, and prints that or `shown`.  */
void run_forfeit(struct run *run, const char *text, const char *shown);
/* Prints lines for people on stderr, or shows them on the screen, and frees them.  */
void run_tell(struct run *run, char *lines);
enum run_steer {
	RUN_PAUSE,     /* pauses all games, and deals none */
	RUN_GO,        /* goes on */
	RUN_SKIP,      /* breaks off the games that the plan no longer wants; their tables go on */
	RUN_INTERRUPT, /* breaks off all games, and plays no more */
};
void run_steer(struct run *run, enum run_steer what);
/* Is the game played now, or has it to wait for the end of another one?  */
bool places_have(const struct run *run, int game);
/* Finds the next game that was not played; false: there is none.  */
bool places_next(struct run *run);
/* What is at a place.  */
struct place_game {
	bool plays;      /* a process is there, which plays or asks for a game */
	int game, moves; /* 0: none */
	int64_t since;   /* when it was dealt */
};
struct place_game places_game(const struct run *run, int i); /* from 0 */

#endif
