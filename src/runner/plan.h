/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plan.h - the plan of games: how many there are, and who plays each, from which opening, on which seats.
 *
 * For `run` and `play`, and for tournaments, whose games have different players. Each game depends on its
 * number alone, so games can be played in any order, at several tables, and in several runs.  */
#ifndef RINGSIDE_RUNNER_PLAN_H
#define RINGSIDE_RUNNER_PLAN_H

#include "ringside/breakpoints.h"
#include "ringside/result_line.h"
#include "ringside/runner.h"
#include "ringside/schedule.h"

/* A player of a tournament.  Its texts are owned.  */
struct entrant {
	char *name;
	char *command; /* in sh's words */
	struct seat_settings settings;
	int withdrawn; /* the game in which it failed at its start; 0: it plays */
};

struct plan {
	const struct setup *setup; /* of the command line: what all games share */
	struct schedule schedule;  /* who meets; a series is one pairing of two players, who stay */
	struct entrant *entrants;  /* of a tournament, owned; NULL: the players of the setup play all games */
	int shard, shards;         /* this part of so many is played here */
	int *skipped;              /* pairings that a person left out; owned */
	int skipped_count;
	int games;        /* at most */
	bool series;      /* each game has a match file of its own, with its number */
	bool endless;     /* no number was given: `games` is only an upper bound */
	const char *from; /* the recorded match and move that each game continues, with the same seats; NULL:
			     none */
	char **openings;  /* owned, as the array */
	int opening_count;
	bool random;      /* shuffle the openings, differently in each round */
	int *order;       /* owned: of the openings in this round */
	int round;        /* from 0; -1: none yet */
	uint64_t checked; /* a checksum of the openings and their order */
};

/* Is it a folder for match files, or does it end as one?  */
bool plan_is_folder(const char *record);
/* Makes a plan that is zero but for its entrants: seats these players, reads --cpus and --until, files of
 * openings (also a file given to --opening) and of games, and sets the number of games. Without --seed, takes
 * the seed of the files that the series continues, or draws one.  NULL, or a problem for people, which the
 * caller frees; call plan_free() either way.  *notice: lines for people before it begins, owned by the
 * caller; or NULL.  */
char *plan_begin(struct plan *plan, struct runner_call *call, const char *const *players, int count,
		 char **notice);
/* Which game is played if the command line names no program with the rules, for people; the caller frees.
 * NULL: it does, or the system's rules are ringside's.  */
char *plan_own_game(const struct setup *setup);
void plan_free(struct plan *plan);
/* Who plays a game, and which seat begins it.  */
struct scheduled plan_scheduled(const struct plan *plan, int game);
/* Makes the rounds up to that of the game.  False: results are missing.  */
bool plan_reach(struct plan *plan, int game);
/* Turns a copy of the command line's setup into that of game `game`, from 1: its number, players, first seat
 * and opening, which begin again after the last one.  In a series games 1 and 2 have the same opening and
 * different first seats, and so on for 3 and 4.  */
void plan_game(struct plan *plan, int game, struct setup *setup);
/* Reads a game from a line of results.  NULL, or why it is none of these, for people; the caller frees.  */
char *plan_read(const struct plan *plan, const char *text, size_t size, struct result_line *line);
/* Reads the files that options of the system name and whose content becomes part of the match.  NULL, or a
 * problem for people, which the caller frees.  */
char *plan_read_contents(const struct protocol *protocol, struct setup *setup);
/* Is it played here, and not by another shard?  */
bool plan_has(const struct plan *plan, int game);
/* The same, and has nobody left it out?  */
bool plan_wants(const struct plan *plan, int game);

/* ---- what --until and --until-failure wait for in its games ---- */

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

#endif
