/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seed.h - the numbers that make chance repeatable: one for a series, and one for each seat in each game.
 *
 * A seat's number depends only on the seed of the series, the game and the seat.  So games come out the same
 * whether they are played one after another, at the same time, or after a kill.  Called where agents are
 * started.
 */
#ifndef RINGSIDE_SEED_H
#define RINGSIDE_SEED_H

#include "ringside/setup.h"

/* Two steps of the generator splitmix64: every bit of the result depends on every bit of the number.  */
uint64_t seed_mixed(uint64_t number);

/* The next number of the generator splitmix64 with this state; and one from 0 to count - 1, each with equal
   probability.  */
uint64_t seed_next(uint64_t *state);
uint64_t seed_below(uint64_t *state, uint64_t count);

/* The number of a seat in a game, from 1 to 2147483647: 1 + x mod 2147483647, where x is the seed, mixed, and
   game and seat are each added and mixed in their turn.  It never changes: recorded matches depend on it.  */
uint32_t seed_of(uint64_t seed, int game, int seat);

/* The command line that starts the seat's agent in this game: `command` with the seat's number for each
 * {seed}.  A bundled agent that uses chance gets `--seed NUMBER` unless the command has a --seed; under older
 * rules (setup.h) it drew its own.  If the next game's command line differs, the process is replaced for that
 * game.  If one process plays all games of a series (protocol.h: PLAYS_ALL), {seed} is always the number of
 * game 0.  Of NULL it is empty.  The caller frees.  */
char *seed_command(const struct setup *setup, int seat, const char *command);

#endif
