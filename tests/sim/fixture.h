/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fixture.h - who plays the simulated matches of a system, and what is checked of them: a table of
 * functions for each system, as a protocol is for the judge.
 *
 * The table (table.c) has what is the same in all systems: the judge, the clock, the pipes, the people and
 * the recording. All functions may check with CHECK (table_state.h).  */
#ifndef RINGSIDE_SIM_FIXTURE_H
#define RINGSIDE_SIM_FIXTURE_H

#include "ringside/bytes.h"
#include "ringside/match.h"
#include "ringside/message.h"
#include "systems/systems.h"

#include <stdbool.h>
#include <stdio.h>

struct table;
struct record;

struct fixture {
	const char *system;
	enum channel moves;  /* the channel of an agent's moves */
	const char *goodbye; /* the line that tells a process to leave; NULL: there is none */
	int matches;         /* in a run without --matches */
	bool takes_back;     /* moves can be taken back, also after the verdict */
	int games;           /* the most games of a series in the same processes */

	/* Draws the setup and the players. Its data of a match is table->own.  */
	void (*set_up)(struct table *table);
	void (*free)(struct table *table);
	/* Prints the setup and the players, for people.  */
	void (*tell)(const struct table *table, FILE *to);
	/* A process begins. False: it cannot be started.  */
	bool (*start)(struct table *table, int seat);
	/* Another game begins with the processes that stayed. NULL: the system has no such games.  */
	void (*next_game)(struct table *table);
	/* The judge wrote this line, without its end, to the seat. Checks that the line is allowed now, and
	   decides what the process does if it is still there.  */
	void (*told)(struct table *table, const struct message *message, const char *line);
	/* A message passed in any direction. Called before told(). NULL: nothing to do.  */
	void (*passed)(struct table *table, const struct record *record);
	/* Adds a different answer of the same channel to `fake`. NULL: a 1 behind the words will do. */
	void (*other)(const struct message *answer, struct bytes *fake);
	/* Adds what a process says as soon as it runs, when it replaces one that has played a game. NULL:
	   nothing.  */
	void (*greet)(const struct table *table, int seat, struct bytes *fake);
	/* A turn was played; one input may bring several. The seat has scored.  */
	void (*turn)(struct table *table, const struct turn *turn);
	void (*score)(struct table *table, int seat);
	/* What a person may want to play on the seat, or for it. The caller frees.  */
	char *(*words)(struct table *table, int seat);
	/* The person on the seat has no move left. NULL: that cannot happen.  */
	bool (*is_stuck)(struct table *table, int seat);
	/* Moves are about to be taken back after the verdict. Keeps the seat's failures that are permanent.
	   NULL without takes_back.  */
	void (*forgive)(struct table *table, int seat);
	/* The match is over.  */
	void (*verdict)(struct table *table);
	/* Everybody has left, or another game follows.  */
	void (*end)(struct table *table);
};

/* The fixture of each system in systems.h.  */
#define X(name, board) extern const struct fixture fixture_##name;
SYSTEMS(X)
#undef X

#endif
