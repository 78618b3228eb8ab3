/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pieces.c - what may be seen of the pieces of quantum chess: their states, and the squares they reach.
 *
 * A type that was not seen yet is hidden from both players.  Only a person who asks to see it does, as a
 * ghost.  Nothing else here may depend on it.  */
#include "board.h"

#include <stdio.h>

char qchess_letter(enum qchess_type type, enum qchess_colour colour)
{
	static const char white[] = "PRNBQK", black[] = "prnbqk";

	return colour == QCHESS_WHITE ? white[type] : black[type];
}

/* The letter of a state; '?' if it is hidden.  */
static char letter_of(const struct qchess_piece *piece, int state, bool reveal)
{
	return piece->known[state] || reveal ? qchess_letter(piece->type[state], piece->colour) : '?';
}

static struct qchess_look look_of_both(const struct qchess_piece *piece, bool reveal)
{
	char letters[2] = {letter_of(piece, 0, reveal), letter_of(piece, 1, reveal)};
	bool ghosts[2] = {!piece->known[0] && reveal, !piece->known[1] && reveal};
	struct qchess_look look = {.both = true, .text = "?"};

	if (letters[1] != '?' || letters[0] == '?') {
		if (letters[1] != '?')
			snprintf(look.text, sizeof(look.text), "%c/%c", letters[0], letters[1]);
		look.ghosts = (ghosts[0] ? 1u << 0 : 0) | (ghosts[1] ? 1u << 2 : 0);
	} else {
		snprintf(look.text, sizeof(look.text), "%c?", letters[0]);
		look.ghosts = ghosts[0] ? 1u << 0 : 0;
	}
	return look;
}

/* Does everybody know that both states are the same?  */
static bool is_settled(const struct qchess_piece *piece)
{
	return piece->known[0] && piece->known[1] && piece->type[0] == piece->type[1];
}

struct qchess_look qchess_look_of(const struct qchess_piece *piece, bool reveal)
{
	struct qchess_look look = {0};
	int state = piece->state;

	if (state == QCHESS_BOTH)
		return look_of_both(piece, reveal);
	look.text[0] = letter_of(piece, state, reveal);
	look.ghosts = !piece->known[state] && reveal;
	if (is_settled(piece) || piece->type[0] == QCHESS_KING)
		return look;
	snprintf(look.other, sizeof(look.other), "/%c", letter_of(piece, !state, reveal));
	look.other_is_ghost = !piece->known[!state] && reveal;
	return look;
}

static uint64_t bit_of(struct qchess_square square)
{
	return UINT64_C(1) << (QCHESS_SIDE * square.y + square.x);
}

/* The type of the piece if it turns out to be in this state.  On the far row a pawn may be promoted at once
   (--promote-on-touch).  */
static enum qchess_type type_in(const struct quantum_chess *game, struct qchess_square square, int state)
{
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	int far_row = piece->colour == QCHESS_WHITE ? 0 : QCHESS_SIDE - 1;

	if (game->promote_on_touch && piece->type[state] == QCHESS_PAWN && square.y == far_row)
		return QCHESS_QUEEN;
	return piece->type[state];
}

static uint64_t reach_in(const struct quantum_chess *game, struct qchess_square square, int state)
{
	struct quantum_chess as_it_would_be = *game;

	as_it_would_be.at[square.y][square.x].type[state] = type_in(game, square, state);
	return quantum_chess_reach(&as_it_would_be, square, state);
}

struct qchess_reach qchess_reach_of(const struct qchess_board *board, bool reveal, bool cursor)
{
	const struct quantum_chess *game = &board->now->at;
	struct qchess_square square = game->selected ? game->from : board->cursor;
	const struct qchess_piece *piece = &game->at[square.y][square.x];
	struct qchess_reach reach = {.selected = game->selected};

	if (board->now->broken || !piece->there || (!game->selected && !cursor))
		return (struct qchess_reach){0};
	for (int state = 0; state < 2; state++) {
		if (!piece->known[state] && !reveal)
			continue;
		reach.state[state] = reach_in(game, square, state);
		reach.letter[state] = qchess_letter(type_in(game, square, state), piece->colour);
	}
	if (piece->state != QCHESS_BOTH) {
		reach.certain = true;
		reach.state[0] = reach.state[piece->state];
		reach.state[1] = 0;
	}
	return reach;
}

void qchess_reach_text(const struct qchess_reach *reach, struct qchess_square square, char text[8])
{
	bool first = reach->state[0] & bit_of(square), second = reach->state[1] & bit_of(square);

	text[0] = '\0';
	if (first && (second || reach->certain))
		snprintf(text, 8, "%s", reach->selected ? paint_glyph(GLYPH_EVENT) : "1");
	else if (first || second)
		snprintf(text, 8, "%s%c", paint_glyph(GLYPH_HALF), reach->letter[second]);
}
