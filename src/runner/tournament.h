/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament.h - the state of a `tournament`, and the lines of its results.  */
#ifndef RINGSIDE_RUNNER_TOURNAMENT_H
#define RINGSIDE_RUNNER_TOURNAMENT_H

#include "ringside/schedule.h"
#include "run.h"
#include "tally/tally.h"

/* A player of a tournament.  Its texts are owned.  */
struct entrant {
	char *name;
	char *command; /* in sh's words */
	struct seat_settings settings;
	int withdrawn; /* the game in which it failed at its start; 0: it plays */
};

struct tournament {
	struct run run;
	struct schedule schedule;
	struct entrant *entrants;
	int count;
	int shard, shards;
	struct tallied tallied; /* what the tables are made of */
	char *no_tables;        /* why there are none; owned; NULL: there are */
	int tables_status;      /* the exit status for them */
	int *skipped;           /* run.skipped pairings that a person left out; owned */
};

/* The caller owns each object.  */
/* What all games share: the first line of results has it.  */
json_t *tournament_described(const struct tournament *tournament);
/* This machine, and the part that is played on it: a line for each process that plays.  */
json_t *tournament_machine(const struct tournament *tournament);
/* The line of a game, from its object, which it takes over.  */
json_t *tournament_line(const struct tournament *tournament, int game, json_t *object);
/* The line of a game that was not played, because the players of these seats have withdrawn (one or both),
 * and in *text what is printed of it, which the caller frees.  */
json_t *tournament_forfeit(struct tournament *tournament, int game, const bool withdrawn[SEATS], char **text);

/* Prints the commands of --list.  Returns the exit status.  */
int tournament_print_list(const struct tournament *tournament);

#endif
