/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fixture.h - who plays the simulated matches of a system, and what is checked of them: a table of functions
 * for each system, as a protocol is for the judge.
 *
 * The table (table.c) has the judge, the clock, the pipes, the people and the recording, which are the same
 * in all systems.  All functions may note with CHECK (table_state.h) what does not hold.  */
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
	enum channel moves;  /* on which an agent moves */
	const char *goodbye; /* the line that tells a process to leave; NULL: there is none */
	int matches;         /* of a run that says nothing else */
	bool takes_back;     /* moves can be taken back, also after the verdict */
	int games;           /* of a series in the same processes, at most */

	/* Draws the setup and the players; what it keeps of a match is table->own.  */
	void (*set_up)(struct table *table);
	void (*free)(struct table *table);
	/* The setup and the players, for people.  */
	void (*tell)(const struct table *table, FILE *to);
	/* A process begins, unless it cannot be started: false.  */
	bool (*start)(struct table *table, int seat);
	/* Another game begins with the processes that stayed; NULL: none ever does.  */
	void (*next_game)(struct table *table);
	/* The line was written to the seat's process, if that is still there, without its end: is it one that
	   it may be sent now, and what will it do?  */
	void (*told)(struct table *table, const struct message *message, const char *line);
	/* A message passed, in whatever direction: before told().  NULL: nothing is to be done.  */
	void (*passed)(struct table *table, const struct record *record);
	/* Adds the answer to `fake`, changed into another one of the same channel.  NULL: of a line that is
	   one with a 1 behind its words.  */
	void (*other)(const struct message *answer, struct bytes *fake);
	/* Adds what a process says as soon as it runs, when it takes the place of one that has played a game
	   before.  NULL: nothing.  */
	void (*greet)(const struct table *table, int seat, struct bytes *fake);
	/* A turn was played, more than one perhaps by one input; the seat has scored.  */
	void (*turn)(struct table *table, const struct turn *turn);
	void (*score)(struct table *table, int seat);
	/* What a person may want to play on the seat, or for it; the caller frees.  */
	char *(*words)(struct table *table, int seat);
	/* Nothing is left to the person on the seat; NULL: that cannot be.  */
	bool (*is_stuck)(struct table *table, int seat);
	/* Moves are about to be taken back after the verdict: what has this seat failed in for good?  NULL
	   with takes_back.  */
	void (*forgive)(struct table *table, int seat);
	/* The match is over.  */
	void (*verdict)(struct table *table);
	/* Everybody has left, or another game follows.  */
	void (*end)(struct table *table);
};

/* That of a system in systems.h.  */
#define X(name, board) extern const struct fixture fixture_##name;
SYSTEMS(X)
#undef X

#endif
