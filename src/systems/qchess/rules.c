/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - plays quantum chess: a piece is selected and collapses, moves, and may enter superposition
 * again, until the game ends (qchess, Rules).  */
#include "rules_state.h"

#include <assert.h>
#include <string.h>

static enum qchess_colour other(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? QCHESS_BLACK : QCHESS_WHITE;
}

static struct qchess_piece *piece_on(struct quantum_chess *game, struct qchess_square square)
{
	assert(qchess_on_board(square));
	return &game->at[square.y][square.x];
}

const char *quantum_chess_colour_name(enum qchess_colour colour)
{
	return colour == QCHESS_WHITE ? "white" : "black";
}

int quantum_chess_seat(const struct setup *setup, enum qchess_colour colour)
{
	int white = setup->first == SEAT_2 ? SEAT_2 : SEAT_1;

	return colour == QCHESS_WHITE ? white : seat_opponent(white);
}

/* ---- chance ---- */

/* splitmix64.  */
uint64_t qchess_random(struct quantum_chess *game)
{
	uint64_t z = game->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* ---- pieces ---- */

static void promote(struct quantum_chess *game, struct qchess_piece *piece)
{
	assert(piece->there && piece->state != QCHESS_BOTH);
	assert(piece->type[piece->state] == QCHESS_PAWN);
	piece->type[piece->state] = QCHESS_QUEEN;
	if (game->classical)
		piece->type[!piece->state] = QCHESS_QUEEN;
}

/* A piece that is no longer selected enters superposition again on a black square (x + y is odd).  */
static void release(struct quantum_chess *game, struct qchess_square square)
{
	struct qchess_piece *piece = piece_on(game, square);

	assert(qchess_on_board(square));
	if ((square.x + square.y) % 2 == 0)
		return;
	piece->state = qchess_is_settled(piece) ? 0 : QCHESS_BOTH;
}

/* Each collapse uses one random number, even if the result is already given.  */
static void collapse(struct quantum_chess *game, struct qchess_piece *piece, int index)
{
	assert(piece->there);
	if (piece->state == QCHESS_BOTH) {
		int by_chance = (int)(qchess_random(game) >> 63);

		piece->state = index == 0 || index == 1 ? index : by_chance;
	} else if (qchess_is_settled(piece) && (index == 0 || index == 1)) {
		piece->state = index;
	}
	piece->known[piece->state] = true;
}

/* ---- the end ---- */

const char *quantum_chess_reason(enum qchess_end end)
{
	static const char *const reasons[] = {
		[QCHESS_GOES_ON] = NULL,
		[QCHESS_KING_TAKEN] = "king",
		[QCHESS_BARE_KINGS] = "bare-kings",
		[QCHESS_QUIET] = "quiet-moves",
		[QCHESS_STUCK] = "stalemate",
		[QCHESS_MOST_MOVES] = "max-moves",
	};

	assert((int)end >= QCHESS_GOES_ON && end <= QCHESS_MOST_MOVES);
	return reasons[end];
}

static bool only_two_pieces(const struct quantum_chess *game)
{
	int count = 0;

	for (int y = 0; y < QCHESS_SIDE && count < 3; y++)
		for (int x = 0; x < QCHESS_SIDE && count < 3; x++)
			count += game->at[y][x].there;
	return count == 2;
}

enum qchess_end qchess_end_now(const struct quantum_chess *game)
{
	assert(game->quiet >= 0 && game->stuck >= 0 && game->moves >= 0);
	if (only_two_pieces(game))
		return QCHESS_BARE_KINGS;
	if (game->quiet >= QCHESS_QUIET_MOST && !game->original_draws)
		return QCHESS_QUIET;
	if (game->stuck >= QCHESS_STUCK_MOST && !game->original_draws)
		return QCHESS_STUCK;
	if (game->most && game->moves >= game->most)
		return QCHESS_MOST_MOVES;
	return QCHESS_GOES_ON;
}

/* ---- selections ---- */

const char *quantum_chess_may_select(const struct quantum_chess *game, struct qchess_square square)
{
	const struct qchess_piece *piece;

	if (!qchess_on_board(square))
		return "BOUNDS";
	piece = &game->at[square.y][square.x];
	if (!piece->there)
		return "EMPTY";
	return piece->colour == game->to_move ? NULL : "COLOUR";
}

int quantum_chess_select(struct quantum_chess *game, struct qchess_square square, int index)
{
	struct qchess_piece *piece = piece_on(game, square);

	assert(!game->selected);
	assert(!quantum_chess_may_select(game, square));
	collapse(game, piece, index);
	if (game->promote_on_touch && piece->type[piece->state] == QCHESS_PAWN &&
	    square.y == qchess_far_row(piece->colour))
		promote(game, piece);
	game->from = square;
	game->shown_state = piece->state;
	game->shown_type = piece->type[piece->state];
	game->goals = quantum_chess_reach(game, square, piece->state);
	game->selected = game->goals != 0;
	if (!game->selected) {
		release(game, square);
		game->stuck++;
		game->to_move = other(game->to_move);
		game->end = qchess_end_now(game);
	}
	return game->shown_state;
}

/* ---- moves ---- */

const char *quantum_chess_may_move(const struct quantum_chess *game, struct qchess_square to)
{
	if (!qchess_on_board(to))
		return "BOUNDS";
	return game->selected && game->goals & qchess_bit(to) ? NULL : "ILLEGAL";
}

void quantum_chess_move(struct quantum_chess *game, struct qchess_square to)
{
	struct qchess_piece *piece = piece_on(game, to), *left = piece_on(game, game->from);
	bool is_pawn = left->type[left->state] == QCHESS_PAWN;

	assert(!quantum_chess_may_move(game, to));
	game->taken = *piece;
	*piece = *left;
	*left = (struct qchess_piece){0};
	if (is_pawn && to.y == qchess_far_row(piece->colour))
		promote(game, piece);
	release(game, to);
	game->moved = game->from;
	game->to = to;
	game->selected = false;
	game->moves++;
	game->quiet = is_pawn || game->taken.there ? 0 : game->quiet + 1;
	game->stuck = 0;
	game->to_move = other(game->to_move);
	game->end = qchess_end_now(game);
	if (game->taken.there && game->taken.type[0] == QCHESS_KING) {
		game->end = QCHESS_KING_TAKEN;
		game->winner = piece->colour;
	}
}
