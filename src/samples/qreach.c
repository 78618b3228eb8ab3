/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qreach.c - how the pieces of quantum chess move, once their type is known.  */
#include "qboard.h"

#include <stddef.h>

struct step {
	int x, y;
};

static const struct step straight[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
static const struct step diagonal[] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
static const struct step jumps[] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

/* The square one step further, or NOWHERE.  */
static int stepped(int square, struct step step)
{
	int x = qboard_column(square) + step.x, y = qboard_row(square) + step.y;

	return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? square_of(x, y) : NOWHERE;
}

/* All squares along these steps, up to the first that is taken, inclusive.  */
static uint64_t slide(int from, const struct step *steps, size_t count, uint64_t all)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < count; i++)
		for (int at = stepped(from, steps[i]); at != NOWHERE; at = stepped(at, steps[i])) {
			seen |= qboard_bit(at);
			if (all & qboard_bit(at))
				break;
		}
	return seen;
}

static uint64_t hop(int from, const struct step *steps, size_t count)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < count; i++) {
		int at = stepped(from, steps[i]);

		if (at != NOWHERE)
			seen |= qboard_bit(at);
	}
	return seen;
}

static struct step forward(enum colour colour)
{
	return (struct step){0, colour == WHITE ? -1 : 1};
}

/* One step, or two from the pawns' first row, over empty squares.  */
static uint64_t pawn_steps(enum colour colour, int from, uint64_t all)
{
	int own_row = colour == WHITE ? SIDE - 2 : 1;
	int one = stepped(from, forward(colour));

	if (one == NOWHERE || all & qboard_bit(one))
		return 0;
	int two = qboard_row(from) == own_row ? stepped(one, forward(colour)) : NOWHERE;
	return qboard_bit(one) | (two == NOWHERE ? 0 : qboard_bit(two) & ~all);
}

uint64_t cover(enum type type, enum colour colour, int from, uint64_t all)
{
	const struct step before[] = {{-1, forward(colour).y}, {1, forward(colour).y}};

	switch (type) {
	case PAWN: return hop(from, before, 2);
	case ROOK: return slide(from, straight, 4, all);
	case KNIGHT: return hop(from, jumps, 8);
	case BISHOP: return slide(from, diagonal, 4, all);
	case QUEEN: return slide(from, straight, 4, all) | slide(from, diagonal, 4, all);
	case KING: return hop(from, straight, 4) | hop(from, diagonal, 4);
	case UNKNOWN: break;
	}
	return 0;
}

uint64_t reach(enum type type, enum colour colour, int from, uint64_t own, uint64_t other)
{
	uint64_t covered = cover(type, colour, from, own | other);

	return type == PAWN ? (covered & other) | pawn_steps(colour, from, own | other) : covered & ~own;
}
