/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qvalue.h - the value of a position of quantum chess for a side, in pawns.
 *
 * An unseen type counts by its likelihood (board_odds()).  */
#ifndef SAMPLES_QVALUE_H
#define SAMPLES_QVALUE_H

#include "qboard.h"

#define KING_VALUE 1000.0 /* the game: more than all other pieces */

static inline enum colour other_side(enum colour colour)
{
	return colour == WHITE ? BLACK : WHITE;
}

/* The probability of each type for the piece on a square when it is selected; all 0 if the square is
 * empty.  */
void value_odds(const struct board *board, int square, double odds[TYPES]);

/* The value for `own` when the other side is about to select: pieces, places, what the other side can
 * expect to take, and what can be taken after that.  */
double value_position(const struct board *board, enum colour own);

/* The probability that the other side takes the king of `own` in its next turn if it tries to.  */
double value_danger(const struct board *board, enum colour own);

#endif
