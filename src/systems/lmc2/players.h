/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* players.h - which of the game program's players sits on which seat (lmc2, Layer 0).  */
#ifndef RINGSIDE_LMC2_PLAYERS_H
#define RINGSIDE_LMC2_PLAYERS_H

#include "ringside/setup.h"

/* The number of the player on seat 1 or 2, as the game program knows it; and the seat of player 1 or 2.  */
static inline int lmc2_player_on(const struct setup *setup, int seat)
{
	bool changed = setup->first == SEAT_2 && setup_lone_seat(setup) == SEAT_NONE;

	return changed ? seat_opponent(seat) : seat;
}

#endif
