/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz.c - rare matches for agents of quantum chess: both games, short ones, and players who move only pawns,
 * run with the king, or take whatever they can.  */
#include "ringside/fuzz.h"
#include "ringside/bytes.h"
#include "rules.h"
#include "wire.h"
#include <stdlib.h>

static void options(struct setup *setup, int seat, struct fuzz_chance *chance)
{
	enum { MOVES = 80 };

	(void)seat;
	fuzz_option(setup, &quantum_chess_option_classical, 1, chance);
	fuzz_option(setup, &quantum_chess_option_shuffle, 1, chance);
	fuzz_option(setup, &quantum_chess_option_promote_on_touch, 1, chance);
	fuzz_option(setup, &quantum_chess_option_max_moves, MOVES, chance);
}

static bool is_type(const struct qchess_piece *piece, enum qchess_type type)
{
	return piece->type[0] == type || piece->type[1] == type;
}

/* How much a player of that style wants to select the piece, or to move there.  */
static int wish(const struct quantum_chess *game, struct qchess_square square, unsigned style)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];

	switch (style) {
	case 0: return is_type(piece, QCHESS_PAWN);
	case 1: return is_type(piece, QCHESS_KING);
	case 2: return game->selected && piece->there;               /* takes */
	case 3: return square.x == 0 || square.x == QCHESS_SIDE - 1; /* the edge */
	case 4: return is_type(piece, QCHESS_KNIGHT);
	default: return 0;
	}
}

static bool may(const struct quantum_chess *game, struct qchess_square square)
{
	return game->selected ? !quantum_chess_may_move(game, square)
			      : !quantum_chess_may_select(game, square);
}

static char *move(const struct match *match, int seat, unsigned style, struct fuzz_chance *chance)
{
	struct qchess_square best = {-1, -1};
	struct quantum_chess game;
	char *problem = quantum_chess_init(&game, &match->setup);
	int most = -1;

	(void)seat;
	free(problem);
	if (problem || !quantum_chess_goto(&game, &match->setup, match, match->turn_count))
		return NULL;
	for (int i = 0; i < QCHESS_SQUARES; i++) {
		struct qchess_square square = {i % QCHESS_SIDE, i / QCHESS_SIDE};
		int much;

		if (!may(&game, square))
			continue;
		/* Among equals, by chance.  */
		much = 64 * wish(&game, square, style) + (int)fuzz_below(chance, 80);
		if (much > most) {
			most = much;
			best = square;
		}
	}
	return most < 0 ? NULL : bytes_text("%d %d", best.x, best.y);
}

const struct fuzz qchess_fuzz = {options, move, NULL, NULL};
