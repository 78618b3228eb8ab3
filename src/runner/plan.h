/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plan.h - the plan of games: how many there are, and who plays each, from which opening, on which seats.
 *
 * For `run` and `play`, and for tournaments, whose games have different players. Each game depends on its
 * number alone, so games can be played in any order, at several tables, and in several runs.  */
#ifndef RINGSIDE_RUNNER_PLAN_H
#define RINGSIDE_RUNNER_PLAN_H

#include "ringside/cli.h"

/* What a plan asks about the games of a tournament.  */
struct plan_pairings {
	/* Seats the players of the game, and sets what is theirs, the first seat and the opening.  */
	void (*seat)(void *user, int game, struct setup *setup);
	/* The last game that the processes of this one play, too; the game itself: none.  */
	int (*last)(void *user, int game);
	/* Is it played here, and not by another shard?  */
	bool (*wants)(void *user, int game);
};

struct plan {
	const struct setup *setup;            /* of the command line: what all games share */
	int games;                            /* at most */
	int ready;                            /* games after this number wait for the results of others */
	const struct plan_pairings *pairings; /* NULL: the players of the setup play all games */
	void *user;                           /* for these functions */
	bool series;                          /* each game has a match file of its own, with its number */
	bool endless;                         /* no number was given: `games` is only an upper bound */
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
/* Reads files of openings (also a file given to --opening) and of games, and sets the number of games.
 * Without --seed, takes the seed of the files that the series continues, or draws one.  NULL, or a problem
 * for people, which the caller frees; call plan_free() either way.  *notice: lines for people before it
 * begins, owned by the caller; or NULL.  */
char *plan_make(struct plan *plan, struct invocation *invocation, char **notice);
void plan_free(struct plan *plan);
/* Turns a copy of the command line's setup into that of game `game`, from 1: its number, players, first seat
 * and opening.  In a series games 1 and 2 have the same opening and different first seats, and so on for 3
 * and 4.  */
void plan_game(struct plan *plan, int game, struct setup *setup);
/* Sets the opening of a pair of two players, from 0.  The openings begin again after the last one.  */
void plan_open(struct plan *plan, int pair, struct setup *setup);
/* Reads the files that options of the system name and whose content becomes part of the match.  NULL, or a
 * problem for people, which the caller frees.  */
char *plan_read_contents(const struct protocol *protocol, struct setup *setup);
/* The seat that begins a game of a series.  */
int plan_first(const struct plan *plan, int game);
/* The last game that only the processes of this one play; 0: any processes may play any game.  */
int plan_last(const struct plan *plan, int game);
/* Is it played here, and not by another shard?  */
bool plan_wants(const struct plan *plan, int game);

#endif
