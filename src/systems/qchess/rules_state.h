/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_state.h - what the files of quantum chess share.
 *
 * rules.c plays, rules_begin.c makes the game of a setup, rules_reach.c has the moves
 * of chess, rules_words.c the words of turns, rules_board.c boards as text.  */
#ifndef RINGSIDE_QCHESS_RULES_STATE_H
#define RINGSIDE_QCHESS_RULES_STATE_H

#include "rules.h"
#include <stdint.h>

static inline bool qchess_on_board(struct qchess_square square)
{
	return square.x >= 0 && square.x < QCHESS_SIDE && square.y >= 0 && square.y < QCHESS_SIDE;
}

/* The bit of a square on the board.  */
static inline uint64_t qchess_bit(struct qchess_square square)
{
	return UINT64_C(1) << (QCHESS_SIDE * square.y + square.x);
}

/* The row where pawns of this colour are promoted.  */
static inline int qchess_far_row(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? 0 : QCHESS_SIDE - 1;
}

/* Does everybody know that both states are the same?  Then it never enters superposition again.  */
static inline bool qchess_is_settled(const struct qchess_piece *piece)
{
	return piece->known[0] && piece->known[1] && piece->type[0] == piece->type[1];
}

/* The next number of the generator.  */
uint64_t qchess_random(struct quantum_chess *game);
/* Do the pieces and the counters end the game? A captured king is not looked for.  */
enum qchess_end qchess_end_now(const struct quantum_chess *game);
/* Is one of the kings missing?  *winner: the owner of the other one.  */
bool qchess_king_is_taken(const struct quantum_chess *game, enum qchess_colour *winner);

/* Text of others for a problem: escaped and shortened.  The caller frees.  */
char *qchess_shown(const char *text, size_t size);

#endif
