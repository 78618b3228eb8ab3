/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_fixture.h - shared by the tests of the system lmc2: a game program that says what the test says.  */
#ifndef RINGSIDE_TESTS_LMC2_FIXTURE_H
#define RINGSIDE_TESTS_LMC2_FIXTURE_H

#include "lmc_fixture.h"

enum { GAME = SEAT_NONE }; /* the seat of the game program */

/* What the game program says to begin a player's game, with the symbols a and b.  */
#define ALPHABET(player) player " @command new\n" player " @command symbol a\n" player " @command symbol b\n"

/* A game program and this many players; 100 ms for a move. Not begun.  */
static inline void set_up_lmc2(struct dialogue *d, int players)
{
	dialogue_init_lmc(d, "lmc2");
	d->setup.turn_limit = 100 * MS;
	if (players == 1)
		d->setup.seat[SEAT_2].kind = SEAT_FREE;
}

/* All say their names, the players learn the symbols a and b, and nobody has been asked to move.  */
static inline void name_lmc2(struct dialogue *d, int players)
{
	dialogue_named(d);
	game_says(d, ALPHABET("1"));
	if (players == 2)
		game_says(d, ALPHABET("2"));
	for (int s = 0; s < SEATS; s++)
		forget_told(d, s);
}

static inline void begin_lmc2(struct dialogue *d, int players)
{
	set_up_lmc2(d, players);
	name_lmc2(d, players);
}

#endif
