/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table.h - one simulated match: agents, perhaps people, a judge, and a virtual clock. Everything comes
 * from the seed.
 *
 * The table plays the session's part exactly as judge.h describes it, checks during the match what must
 * always hold, and feeds the recording to a second judge at the end.  */
#ifndef RINGSIDE_SIM_TABLE_H
#define RINGSIDE_SIM_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct outcome {
	const char *reason; /* static */
	int turns, takebacks, respawns, requests;
	int stalls;      /* of the judge */
	int touched;     /* messages that people edited, dropped, delayed or sent */
	uint64_t digest; /* of all messages and their times: the same for the same seed */
	char *problem;   /* the first check that failed; NULL: none; owned */
};

/* The name of system i, from 0; static. NULL after the last.  */
const char *table_system(int i);
/* Can it be simulated? The functions below need that.  */
bool table_has_fixture(int i);
/* The number of its matches in a run without --matches.  */
int table_matches(int i);
/* Plays one match of system i, or a series of two in the same processes. Prints the setup and the last
 * messages of a match with a problem to `to`; with `loud`, those of every match.  */
struct outcome table_play(int system, uint64_t seed, FILE *to, bool loud);

#endif
