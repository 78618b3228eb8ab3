/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc_fixture.h - shared by the tests of the systems lmc and lmc2: requests, setups, whole dialogues.  */
#ifndef RINGSIDE_TESTS_LMC_FIXTURE_H
#define RINGSIDE_TESTS_LMC_FIXTURE_H

#include "match_fixture.h"

#define MS DIALOGUE_MS

/* What a player of roshambo is told before its first move.  */
#define ROSHAMBO                                                                                             \
	"> @command new\n> @command symbol rock\n> @command symbol paper\n> @command symbol scissors\n"

/* Two agents and a game of roshambo of this many turns; 100 ms for a turn. Not begun.  */
static inline void set_up(struct dialogue *d, const char *turns)
{
	dialogue_init_lmc(d, "lmc");
	d->setup.turn_limit = 100 * MS;
	setup_set(&d->setup, "turns", turns);
}

/* The same, and both have been asked for their first move.  */
static inline void begin(struct dialogue *d, const char *turns)
{
	set_up(d, turns);
	dialogue_named(d);
	for (int s = SEAT_1; s < SEATS; s++)
		talk(d, s, ROSHAMBO "> @command play\n");
}

/* All players are told to leave and say goodbye.  */
static inline void part(struct dialogue *d)
{
	judge_dismiss(d->judge, d->now);
	dialogue_settle(d);
	for (int s = 0; s < SEATS; s++)
		if (d->dismissals[s]) {
			assert_non_null(dialogue_find(d, s, "@command exit\n"));
			talk(d, s, "< @info exit\n");
		}
}

#endif
