/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board_picture.h - the board of a game as SVG, from its moves.  No terminal and no match file is needed.  */
#ifndef RINGSIDE_BOARD_PICTURE_H
#define RINGSIDE_BOARD_PICTURE_H

#include "ringside/bytes.h"
#include "ringside/setup.h"

/* A move in the words of the protocol.  */
struct picture_move {
	int seat;
	char *played;
	double sum[SEATS]; /* of the scores after it, if the game has scores */
};

/* Adds a picture of the position after `count` moves, and sets how many pixels wide it is.
 * `replay`: it shows one position after the other, from the first on, again and again, of a long game only
 * some; a viewer without animation shows the end. NULL, or a problem for people, which the caller frees.  */
char *board_picture(const struct setup *setup, const struct picture_move *moves, int count, bool scored,
		    bool replay, struct bytes *svg, int *width);

#endif
