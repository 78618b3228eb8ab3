/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* plan.h - the plan of a series: how many games, and who begins each of them from which opening.
 *
 * Made from the command line for `run` and `play`.  Each game depends on its number alone, so games can be
 * played in any order, at several tables, today or tomorrow.  */
#ifndef RINGSIDE_CLI_PLAN_H
#define RINGSIDE_CLI_PLAN_H

#include "ringside/cli.h"

struct plan {
	const struct setup *setup; /* of the command line: what all games have in common */
	int games;                 /* at most */
	bool endless;              /* nobody has said how many: `games` is just the highest number */
	const char *from;          /* the recorded match and move that each game goes on from, with the same
				      seats; NULL: they begin afresh */
	char **openings;           /* owned, as the array */
	int opening_count;
	bool random;      /* openings in an order of chance, another one each time round */
	int *order;       /* owned: of the openings in this round */
	int round;        /* from 0; -1: none yet */
	uint64_t checked; /* what the openings and their order can be told by */
};

/* Reads files of openings (that of --opening too, in place of squares) and of games, and settles how many
   games there are.  Without --seed the seed becomes that of the files with which the series goes on, or a
   drawn one.  NULL, or what is wrong, for people (the caller frees); call plan_free() either way.  *notice
   (owned by the caller, or NULL) is what people should know before it begins: a line, or several.  */
char *plan_make(struct plan *plan, struct invocation *invocation, char **notice);
void plan_free(struct plan *plan);
/* Makes a copy of the command line's setup that of a game, from 1: its number, the seat that begins and its
   opening.  Games 1 and 2 have one opening and are begun by one seat and by the other, so have 3 and 4.  */
void plan_game(struct plan *plan, int game, struct setup *setup);
/* The seat that begins it.  */
int plan_first(const struct plan *plan, int game);

#endif
