/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_reach.c - the moves of chess for a piece of a known type (qchess, Rules: Move).
 *
 * There is no check, no castling and no en passant: moves depend on the pieces' places only.  */
#include "rules_state.h"

#include <assert.h>

struct step {
	int x, y;
};

/* Straight directions, then diagonal ones.  */
static const struct step directions[] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
					 {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
static const struct step jumps[] = {{-2, -1}, {-2, 1}, {2, -1}, {2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}};

struct pattern {
	const struct step *steps;
	int count;
	bool slides; /* goes on in a direction until it meets a piece */
};

/* A pawn has none: it captures in another direction than it moves.  */
static const struct pattern patterns[QCHESS_TYPES] = {
	[QCHESS_ROOK] = {directions, 4, true},       [QCHESS_KNIGHT] = {jumps, 8, false},
	[QCHESS_BISHOP] = {directions + 4, 4, true}, [QCHESS_QUEEN] = {directions, 8, true},
	[QCHESS_KING] = {directions, 8, false},
};

static bool is_free(const struct quantum_chess *game, struct qchess_square square)
{
	return qchess_on_board(square) && !game->at[square.y][square.x].there;
}

static bool is_taken_by(const struct quantum_chess *game, struct qchess_square square,
			enum qchess_colour colour)
{
	const struct qchess_piece *piece;

	if (!qchess_on_board(square))
		return false;
	piece = &game->at[square.y][square.x];
	return piece->there && piece->colour != colour;
}

/* The squares in one direction: the free ones, and the first that can be captured.  */
static uint64_t reach_along(const struct quantum_chess *game, struct qchess_square from, struct step step,
			    bool slides, enum qchess_colour colour)
{
	struct qchess_square to = {from.x + step.x, from.y + step.y};
	uint64_t reached = 0;

	assert(qchess_on_board(from) && (step.x || step.y));
	while (is_free(game, to)) {
		reached |= qchess_bit(to);
		if (!slides)
			return reached;
		to = (struct qchess_square){to.x + step.x, to.y + step.y};
	}
	return is_taken_by(game, to, colour) ? reached | qchess_bit(to) : reached;
}

/* One step forward, two from the pawns' own row, and diagonal captures.  */
static uint64_t reach_of_pawn(const struct quantum_chess *game, struct qchess_square from,
			      enum qchess_colour colour)
{
	int forward = colour == QCHESS_WHITE ? -1 : 1;
	int own_row = colour == QCHESS_WHITE ? QCHESS_SIDE - 2 : 1;
	struct qchess_square one = {from.x, from.y + forward}, two = {from.x, from.y + 2 * forward};
	uint64_t reached = 0;

	assert(qchess_on_board(from) && game->at[from.y][from.x].there);
	if (is_free(game, one)) {
		reached |= qchess_bit(one);
		if (from.y == own_row && is_free(game, two))
			reached |= qchess_bit(two);
	}
	for (int side = -1; side <= 1; side += 2) {
		struct qchess_square taken = {from.x + side, from.y + forward};

		if (is_taken_by(game, taken, colour))
			reached |= qchess_bit(taken);
	}
	return reached;
}

uint64_t quantum_chess_reach(const struct quantum_chess *game, struct qchess_square square, int state)
{
	const struct qchess_piece *piece;
	const struct pattern *pattern;
	uint64_t reached = 0;

	if (!qchess_on_board(square) || !game->at[square.y][square.x].there || state < 0 || state > 1)
		return 0;
	piece = &game->at[square.y][square.x];
	if (piece->type[state] == QCHESS_PAWN)
		return reach_of_pawn(game, square, piece->colour);
	pattern = &patterns[piece->type[state]];
	for (int i = 0; i < pattern->count; i++)
		reached |= reach_along(game, square, pattern->steps[i], pattern->slides, piece->colour);
	return reached;
}
