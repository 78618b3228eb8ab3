/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* table.h - one simulated match: agents, perhaps people, a judge, and a virtual clock.
 *
 * Everything comes from the seed.  The table plays the session's part exactly as judge.h describes it, checks
 * what must always hold while it goes, and feeds the recording to a second judge at the end.  */
#ifndef RINGSIDE_SIM_TABLE_H
#define RINGSIDE_SIM_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct outcome {
	const char *reason; /* static */
	int turns, takebacks, respawns, requests;
	int touched;     /* messages that were edited, dropped, delayed and sent by people */
	uint64_t digest; /* of all messages and their times: the same for the same seed */
	char *problem;   /* what did not hold; NULL: all did; owned */
};

/* The name of the i-th system, from 0; static; NULL past the last.  */
const char *table_system(int i);
/* Can it be simulated?  The functions below need that.  */
bool table_has_fixture(int i);
/* How many matches of it a run has that says nothing else.  */
int table_matches(int i);
/* Plays one match of system i, or a series of two in the same processes.  Of a match with a problem the setup
 * and the last messages go to `to`; with `loud` those of every match.  */
struct outcome table_play(int system, uint64_t seed, FILE *to, bool loud);

#endif
