/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plan.h - the plan of a series: the number of games, and the opening and first seat of each.
 *
 * For `run` and `play`. Each game depends on its number alone, so games can be played in any order, at
 * several tables, and in several runs.  */
#ifndef RINGSIDE_CLI_PLAN_H
#define RINGSIDE_CLI_PLAN_H

#include "ringside/cli.h"

struct plan {
	const struct setup *setup; /* of the command line: what all games share */
	int games;                 /* at most */
	bool endless;              /* no number was given: `games` is only an upper bound */
	const char *from; /* the recorded match and move that each game continues, with the same seats; NULL:
			     none */
	char **openings;  /* owned, as the array */
	int opening_count;
	bool random;      /* shuffle the openings, differently in each round */
	int *order;       /* owned: of the openings in this round */
	int round;        /* from 0; -1: none yet */
	uint64_t checked; /* a checksum of the openings and their order */
};

/* Reads files of openings (also a file given to --opening) and of games, and sets the number of games.
 * Without --seed, takes the seed of the files that the series continues, or draws one.  NULL, or a problem
 * for people, which the caller frees; call plan_free() either way.  *notice: lines for people before it
 * begins, owned by the caller; or NULL.  */
char *plan_make(struct plan *plan, struct invocation *invocation, char **notice);
void plan_free(struct plan *plan);
/* Turns a copy of the command line's setup into that of game `game`, from 1: its number, first seat and
 * opening.  Games 1 and 2 have the same opening and different first seats, and so on for 3 and 4.  */
void plan_game(struct plan *plan, int game, struct setup *setup);
/* Reads the files that options of the system name and whose content becomes part of the match.  NULL, or a
 * problem for people, which the caller frees.  */
char *plan_read_contents(const struct protocol *protocol, struct setup *setup);
/* The seat that begins it.  */
int plan_first(const struct plan *plan, int game);

#endif
