/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qboard.h - what an agent of quantum chess knows of the board: what it was told, and what follows from that.
 *
 * The second type of a piece is unknown until somebody selects the piece in that state; how many of each type
 * are still hidden on each side is known from the beginning (qchess, Rules). Squares are numbers, 8 * y + x,
 * and bits of a set. Like all samples this links nothing of the judge.  */
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
	enum type type[2]; /* of state 0 and 1; UNKNOWN: it was not seen yet */
	int state;         /* 0 or 1: it is classical; BOTH */
};

struct board {
	struct piece at[SQUARES];
	int hidden[COLOURS][TYPES]; /* second types that nobody has seen, on the board or taken */
	int selected;               /* the square that was selected last, until a move follows; NOWHERE */
};

static inline int square_of(int x, int y)
{
	return SIDE * y + x;
}

static inline int column_of(int square)
{
	return square % SIDE;
}

static inline int row_of(int square)
{
	return square / SIDE;
}

static inline uint64_t bit_of(int square)
{
	assert(square >= 0);
	return UINT64_C(1) << square;
}

static inline bool is_white_square(int square)
{
	return (column_of(square) + row_of(square)) % 2 == 0;
}

/* The row where pawns are promoted.  */
static inline int far_row(enum colour colour)
{
	return colour == WHITE ? 0 : SIDE - 1;
}

/* "pawn" to "king", or "unknown"; static.  */
const char *type_name(enum type type);
/* UNKNOWN: there is no such type.  */
enum type type_named(const char *name);

/* A new game.  */
void board_begin(struct board *board);
/* No pieces at all: a position is going to be told, piece by piece.  */
void board_clear(struct board *board);
/* A line of a position, `black unknown ['rook', '?queen'] at 0,0`: ? is a type that was not seen yet, and
   what stands behind it is not believed, but for the first state, which everybody knows. False: it is no such
   line, and nothing has changed.  */
bool board_add(struct board *board, const char *line);

/* The piece on a square, 0 to 63, was selected and is of this type in the state `index`, 0 or 1. False:
   nothing stands there.  */
bool board_select(struct board *board, int square, int index, enum type type);
/* A piece moved, and took what stood there. False: nothing stands on `from`.  */
bool board_move(struct board *board, int from, int to);
/* Somebody else has the turn: what was selected and did not move could not. Nothing if nothing was.  */
void board_pass(struct board *board);

/* A number for what stands where, and in which states: the same board gives the same, and different ones
   hardly ever do.  */
uint64_t board_hash(const struct board *board);

uint64_t board_pieces(const struct board *board, enum colour colour);
/* How likely an unseen second type of this side is each type. Should none be left, which no judge can say, as
   at the beginning.  */
void board_odds(const struct board *board, enum colour colour, double odds[TYPES]);

/* Where a piece of that type gets from a square, given the squares of its own side and of the other. Chess
   without castling, check and en passant (qchess, Rules: Move).  */
uint64_t reach(enum type type, enum colour colour, int from, uint64_t own, uint64_t other);
/* What it would take if the other side stood there, whoever does: what it attacks, and what it protects.  */
uint64_t cover(enum type type, enum colour colour, int from, uint64_t all);

#endif
