/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.h - the game of NAME, without its protocol.
 *
 * The rules live in files of their own because the board, the simulator and the tests need them without a
 * match. They are pure: libc's plain headers alone, no clock, no system call, and chance only from the
 * setup's seed.  */
#ifndef RINGSIDE_UPPER_RULES_H
#define RINGSIDE_UPPER_RULES_H

#include "ringside/setup.h"

enum { NAME_STEP_MOST = 3 };

extern const struct option_row NAME_option_target;

struct NAME_game {
	int target; /* the player who says this number wins */
	int last;   /* what was said last; 0: nothing yet */
};

void NAME_begin(struct NAME_game *game, const struct setup *setup);
/* Reads a whole number from 0 on, with nothing before or after it. -1: it is not one.  */
int NAME_read(const char *text, size_t size);
/* May this number be said now?  */
bool NAME_may_say(const struct NAME_game *game, int number);
/* The lowest and the highest number that may be said now, while the game is not over.  */
void NAME_range(const struct NAME_game *game, int *least, int *most);
/* Says a number that may be said.  */
void NAME_say(struct NAME_game *game, int number);
bool NAME_is_over(const struct NAME_game *game);

#endif
