/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qboard.h - what an agent of quantum chess knows of the board.
 *
 * The second type of a piece is unknown until somebody selects the piece in that state. How many of each
 * type are hidden on each side is known from the start (qchess, Rules). Squares are numbers, 8 * y + x,
 * and bits of a set. The rules here are written independently of the judge's, so that a mistake in one
 * shows in the other.  */
#ifndef SAMPLES_QBOARD_H
#define SAMPLES_QBOARD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { SIDE = 8, SQUARES = SIDE * SIDE, NOWHERE = -1 };

enum colour { WHITE, BLACK, COLOURS };

enum type { PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING, TYPES, UNKNOWN = TYPES };

enum { BOTH = -1 }; /* the state of a piece in superposition */

struct piece {
	bool there; /* else the square is empty */
	enum colour colour;
	enum type type[2]; /* in state 0 and 1; UNKNOWN: not seen yet */
	int state;         /* 0 or 1: classical; BOTH */
};

struct board {
	struct piece at[SQUARES];
	int hidden[COLOURS][TYPES]; /* second types not seen yet, on the board or taken */
	int selected;               /* the selected square, until a move follows; NOWHERE */
};

static inline int square_of(int x, int y)
{
	return SIDE * y + x;
}

static inline int qboard_column(int square)
{
	return square % SIDE;
}

static inline int qboard_row(int square)
{
	return square / SIDE;
}

static inline uint64_t qboard_bit(int square)
{
	assert(square >= 0);
	return UINT64_C(1) << square;
}

static inline bool is_white_square(int square)
{
	return (qboard_column(square) + qboard_row(square)) % 2 == 0;
}

/* The row where a colour's pawns are promoted.  */
static inline int far_row(enum colour colour)
{
	return colour == WHITE ? 0 : SIDE - 1;
}

/* "pawn" to "king", or "unknown"; static.  */
const char *type_name(enum type type);
/* UNKNOWN if there is no such type.  */
enum type type_named(const char *name);

/* A new game.  */
void board_begin(struct board *board);
/* Removes all pieces: a position follows, piece by piece.  */
void board_clear(struct board *board);
/* Adds a piece by a line like `black unknown ['rook', '?queen'] at 0,0`. ? marks an unseen type; what
 * follows it is ignored, except for the first state, which everybody knows. False: this is no such line,
 * and nothing changed.  */
bool board_add(struct board *board, const char *line);

/* Somebody selected the piece on a square, 0 to 63; in state `index`, 0 or 1, it is of this type. False:
 * the square is empty.  */
bool board_select(struct board *board, int square, int index, enum type type);
/* A piece moved and took what stood on `to`. False: `from` is empty.  */
bool board_move(struct board *board, int from, int to);
/* The turn passes. A piece that was selected and not moved could not move.  */
void board_pass(struct board *board);

/* A hash of the pieces with their places and states.  */
uint64_t board_hash(const struct board *board);

uint64_t board_pieces(const struct board *board, enum colour colour);
/* The probability of each type for an unseen second type of this side. If none is left, which no judge
 * tells, those of the start.  */
void board_odds(const struct board *board, enum colour colour, double odds[TYPES]);

/* The squares that such a piece reaches from a square; `own` and `other` are the pieces of both sides.
 * Chess without castling, check and en passant (qchess, Rules: Move).  */
uint64_t reach(enum type type, enum colour colour, int from, uint64_t own, uint64_t other);
/* The squares that it attacks or protects, whoever stands there.  */
uint64_t cover(enum type type, enum colour colour, int from, uint64_t all);

#endif
