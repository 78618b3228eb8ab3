/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rounds.h - the pairings of a swiss and of a knock-out, for schedule.c.  All are counted from 0, and a
 * pairing's number says its round.  */
#ifndef RINGSIDE_TOURNAMENT_ROUNDS_H
#define RINGSIDE_TOURNAMENT_ROUNDS_H

#include "ringside/schedule.h"

/* Two players, from 1: the one that begins first, and its opponent; 0: nobody, or not known yet.  */
struct pairing {
	int one, other;
	int round; /* from 0 */
};

/* Is it a swiss or a knock-out?  */
bool rounds_decide(const struct schedule *schedule);
/* NULL, or why it cannot have so many rounds, for people; the caller frees.  */
char *rounds_problem(const struct schedule *schedule);
/* How many pairings there are in all rounds, and in those that are made.  */
int rounds_pairings(const struct schedule *schedule);
int rounds_ready(const struct schedule *schedule);
struct pairing rounds_pairing(const struct schedule *schedule, int index);

#endif
