/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board_picture.h - the board of a game as SVG, from its moves.  No terminal and no match file is needed.  */
#ifndef RINGSIDE_BOARD_PICTURE_H
#define RINGSIDE_BOARD_PICTURE_H

#include "ringside/bytes.h"
#include "ringside/setup.h"

/* Has the system a board that the moves alone say?  */
bool board_picture_can(const char *system);
/* Adds a picture of the position after `count` moves, in the words of the protocol.
 * `replay`: it shows one position after the other, from the first on, again and again; a viewer without
 * animation shows the end. NULL, or a problem for people, which the caller frees.  */
char *board_picture(const struct setup *setup, char *const *moves, int count, bool replay, struct bytes *svg);

#endif
