/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table.h - a table, at which one game is played after the other.
 *
 * Its processes stay from game to game if the plan lets them.  It asks a dealer for each game and hands it
 * what came out.  In a process of its own the dealer tells the run (run_games.c).  */
#ifndef RINGSIDE_RUNNER_TABLE_H
#define RINGSIDE_RUNNER_TABLE_H

#include "plan.h"

/* What a table and the run tell each other; the last four come from the run.  */
enum note_kind {
	NOTE_NEXT,    /* number: which game is next, after that one?  It waits for the answer */
	NOTE_BEGUN,   /* the first game has */
	NOTE_MOVED,   /* number: of moves in the game; told some times a second if it is watched */
	NOTE_OVER,    /* number: a finished game; its line of results, and what is printed of it ("": that) */
	NOTE_BROKEN,  /* the same of an interrupted one */
	NOTE_TROUBLE, /* the text: a problem of a match file; number: 1 if the match cannot be continued */
	NOTE_SAVING,  /* all games are over, and the last files are still being written: told until they are
			 whole or given up */
	NOTE_ENDED,   /* number: the exit status; the text: why the next game could not begin, or "" */
	NOTE_GAME,    /* number: of the next game; 0: none is left */
	NOTE_PAUSE,
	NOTE_GO,
	NOTE_END, /* break off */
};

enum { DEAL_LATER = -1 };

/* No function may free the table.  */
struct dealer {
	/* The number of the game that is played next; 0: none; DEAL_LATER: a table in a process of its own
	 * waits. `after`: the game whose processes are to play it; 0: fresh ones play it.  */
	int (*next)(void *user, int after);
	/* The texts may be NULL.  */
	void (*tell)(void *user, enum note_kind kind, int number, const char *text, const char *more);
};

struct table_setup {
	const struct runner_call *call; /* all tables of a run share it, and the plan */
	struct plan *plan;
	int place, places;   /* it is one of so many tables, from 0 */
	struct batch *batch; /* a script that leads the games, which begin paused; NULL: nobody leads them */
	bool watched;        /* the dealer is told how many moves there are */
	bool apart;          /* it is in a process of its own, which must not wait for the disk */
};

struct table;

/* Begins the first game in the next wake-up of the loop.  All that is given must outlive the table.  */
struct table *table_new(struct loop *loop, const struct table_setup *setup, const struct dealer *dealer,
			void *user);
/* Pauses the game, or lets it go on.  */
void table_pause(struct table *table, bool pause);
/* Breaks off the game; NOTE_ENDED follows when the agents have left, unless it was told already.  */
void table_end(struct table *table);
void table_free(struct table *table);
/* The file of a game with --record; NULL: none.  The caller frees.  */
char *table_record(const struct table_setup *setup, int game);

#endif
