/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tournament.h - the state of a `tournament`, shared by its parts: tournament.c begins and counts it,
 * tournament_players.c reads who plays, tournament_lines.c makes the lines of its results, tournament_list.c
 * prints commands.  */
#ifndef RINGSIDE_RUNNER_TOURNAMENT_H
#define RINGSIDE_RUNNER_TOURNAMENT_H

#include "ringside/schedule.h"
#include "run.h"
#include "tally/tally_read.h"

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

/* tournament_players.c */
/* Reads the players of the command line.  NULL, or a problem for people; the caller frees.  */
char *tournament_read_players(struct tournament *tournament);
void tournament_free_players(struct tournament *tournament);
/* Seats a player and sets what is its own.  */
void tournament_seat(const struct tournament *tournament, int player, int seat, struct setup *setup);

/* tournament_lines.c */
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

/* tournament_table.c */
/* Begins to count as `tally` does.  NULL, or what is wrong with the options; the caller frees.  */
char *tournament_begin_tables(struct tournament *tournament);
/* Reads --sprt.  NULL, or why it cannot end this tournament; the caller frees.  */
char *tournament_read_test(struct tournament *tournament);
/* Has the test decided on the games that were counted?  */
bool tournament_is_decided(const struct tournament *tournament);
/* Counts a line of the results, without its line end, or a game that was read from one.  */
void tournament_tally(struct tournament *tournament, const char *line, size_t size);
void tournament_tally_game(struct tournament *tournament, const struct result_line *line);
/* Says the tables and writes their files.  */
void tournament_say_tables(struct tournament *tournament);

/* tournament_view.c */
extern const struct run_view tournament_view;
/* Has a person left out the pairing of the game?  */
bool tournament_skips(const struct tournament *tournament, int game);

/* tournament_list.c */
/* Prints the commands of --list.  Returns the exit status.  */
int tournament_print_list(const struct tournament *tournament);

#endif
