/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* checkpoints.h - the state of a game at any turn of a match, quickly.
 *
 * The turns are played again from the last checkpoint before the wanted turn. At most 32 checkpoints are
 * kept, at equal distances. When there are more, every second one is dropped and the distance doubles: a jump
 * in a longer match takes more time, not more memory.
 *
 * The boards of all systems use this. The game defines what a state is and what a turn does to it.
 */
#ifndef RINGSIDE_CHECKPOINTS_H
#define RINGSIDE_CHECKPOINTS_H

#include "ringside/match.h"

enum {
	CHECKPOINTS_STEPS = 8192, /* a key waits for so many turns to be played */
	CHECKPOINTS_FIRST = 8     /* the first call for a longer match plays an eighth, to be drawn soon */
};

struct checkpoint_rules {
	size_t size;  /* of a state, in bytes */
	int distance; /* turns from one checkpoint to the next in a short match; at least 1 */
	int steps;    /* most turns that one call plays; 0: CHECKPOINTS_STEPS */
	/* Plays turn n, from 1, on the state after n - 1 turns. False: the turn is no longer known, or is not
	 * possible in this game (a damaged file). The state is then unchanged.  */
	bool (*step)(void *state, const struct match *match, int n);
	/* Copies what `from` owns into `to`, whose bytes are already those of `from`. NULL: a state owns no
	 * memory.  */
	void (*copy)(void *to, const void *from);
	/* Frees what a state owns, not the state. NULL: it owns nothing.  */
	void (*clear)(void *state);
};

struct checkpoints;

/* Takes ownership of `first`, the state before the first turn, allocated with bytes_new(). The rules must
 * live as long.  */
struct checkpoints *checkpoints_new(const struct checkpoint_rules *rules, void *first);
/* NULL is allowed.  */
void checkpoints_free(struct checkpoints *checkpoints);
/* Moves towards the state after the first `turns` turns of the match, from 0. True: turns are left to play,
 * so call again. False: it is there, or before a turn that cannot be played. After another match, another
 * branch or a takeback it starts again from the first state.  */
bool checkpoints_seek(struct checkpoints *checkpoints, const struct match *match, int turns);
/* The state that the last call reached. Its address never changes; owned by the checkpoints.  */
const void *checkpoints_state(const struct checkpoints *checkpoints);
/* The number of turns played up to that state.  */
int checkpoints_turns(const struct checkpoints *checkpoints);

#endif
