/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qvalue.h - what a position of quantum chess is worth to a side: for the thinking agent, which compares
 * them.
 *
 * In pawns. What nobody has seen counts by its likelihood (board_odds()).  */
#ifndef SAMPLES_QVALUE_H
#define SAMPLES_QVALUE_H

#include "qboard.h"

#define KING_VALUE 1000.0 /* the game: more than all else together */

static inline enum colour other_side(enum colour colour)
{
	return colour == WHITE ? BLACK : WHITE;
}

/* How likely the piece on a square is each type when it is selected; all 0 on an empty square.  */
void value_odds(const struct board *board, int square, double odds[TYPES]);

/* The position for `own` while the other side is about to choose a piece: pieces, places, what the other side
 * may expect to take, and what could be taken after that.  */
double value_position(const struct board *board, enum colour own);

/* How likely the other side takes the king of `own` with its next turn if it tries to, 0 to 1.  */
double value_danger(const struct board *board, enum colour own);

#endif
