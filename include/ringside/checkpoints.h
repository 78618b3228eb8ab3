/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* checkpoints.h - the state of a game at any turn of a match, quickly.
 *
 * The turns of the match are played again from the last checkpoint before the turn that is asked for.  At
 * most 32 checkpoints are kept, at distances that are all the same.  When there are too many, every second
 * one is dropped and the distance doubles: a longer match takes more time to jump in, not more memory.
 *
 * The boards of all systems use this.  What a state is, and what a turn does to it, is the game's business.
 */
#ifndef RINGSIDE_CHECKPOINTS_H
#define RINGSIDE_CHECKPOINTS_H

#include "ringside/match.h"

enum { CHECKPOINTS_STEPS = 8192 }; /* turns that one call plays at most */

struct checkpoint_rules {
	size_t size;  /* of a state, in bytes */
	int distance; /* turns from one checkpoint to the next in a short match; at least 1 */
	/* Plays turn n, from 1, on the state after n - 1 turns.  False: the turn is not known any more, or it
	   cannot be one of this game (a broken file).  The state is then what it was.  */
	bool (*step)(void *state, const struct match *match, int n);
	/* Makes `to`, whose bytes are those of `from` already, hold copies of what `from` holds.  NULL: a
	   state holds nothing but its bytes.  */
	void (*copy)(void *to, const void *from);
	/* Frees what a state holds, not the state.  NULL: it holds nothing.  */
	void (*clear)(void *state);
};

struct checkpoints;

/* Takes over `first`, the state before the first turn, allocated with bytes_new().  The rules must live as
   long.  */
struct checkpoints *checkpoints_new(const struct checkpoint_rules *rules, void *first);
/* NULL is fine.  */
void checkpoints_free(struct checkpoints *checkpoints);
/* Goes towards the state after the first `turns` turns of the match, from 0.  True: there is more to play, so
   call again.  False: it is there, or before a turn that cannot be played.  Another match or branch, or turns
   that were taken back: all but the first state is forgotten.  */
bool checkpoints_seek(struct checkpoints *checkpoints, const struct match *match, int turns);
/* The state that the last call went to.  Its address stays the same.  */
const void *checkpoints_state(const struct checkpoints *checkpoints);
/* So many turns were played to get there.  */
int checkpoints_turns(const struct checkpoints *checkpoints);

#endif
