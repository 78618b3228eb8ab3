/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* answers.c - answers of agents of quantum chess: two numbers, and what is wrong with a square, in the
 * original's word, in a sentence, and for `why`.  */
#include "wire.h"

#include "ringside/bytes.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number without a sign; a huge one is outside the board.  False: there is none.  */
static bool read_number(const char **at, const char *last, int *number)
{
	const char *from;

	while (*at < last && (**at == ' ' || **at == '\t'))
		++*at;
	from = *at;
	*number = 0;
	for (; *at < last && isdigit((unsigned char)**at); ++*at)
		*number = *number < 100000 ? *number * 10 + (**at - '0') : *number;
	return *at > from;
}

bool qchess_read_square(const char *text, size_t size, struct qchess_square *square, const char **rest)
{
	const char *last = text + size;
	bool apart;

	if (!read_number(&text, last, &square->x))
		return false;
	apart = text < last && (*text == ' ' || *text == '\t');
	if (!apart || !read_number(&text, last, &square->y))
		return false;
	apart = text == last || *text == ' ' || *text == '\t';
	while (text < last && (*text == ' ' || *text == '\t' || *text == '\r'))
		text++;
	*rest = text;
	return apart;
}

/* How many squares a sentence lists; `why` lists all.  */
enum { SHOWN = 8, ALL = QCHESS_SQUARES };

/* "knight", or in superposition "knight or queen", "knight or ?": what everybody knows.  The caller frees. */
static char *piece_words(const struct qchess_piece *piece)
{
	const char *names[2];

	for (int state = 0; state < 2; state++)
		names[state] = piece->known[state] ? quantum_chess_type_name(piece->type[state]) : "?";
	return piece->state == QCHESS_BOTH
		       ? bytes_text("%s or %s", names[0], names[1])
		       : bytes_text("%s", quantum_chess_type_name(piece->type[piece->state]));
}

/* "0 5, 2 5 or 4 4", or the first few and the number of the others.  */
static void add_squares(struct bytes *text, uint64_t squares, int most)
{
	int left = 0, shown = 0;

	for (int i = 0; i < QCHESS_SQUARES; i++)
		left += (squares >> i & 1) != 0;
	for (int i = 0; i < QCHESS_SQUARES && shown < most; i++)
		if (squares >> i & 1) {
			bytes_addf(text, "%s%d %d",
				   !shown      ? ""
				   : left == 1 ? " or "
					       : ", ",
				   i % QCHESS_SIDE, i / QCHESS_SIDE);
			shown++;
			left--;
		}
	if (left)
		bytes_addf(text, " or %d more", left);
}

static const struct qchess_piece *piece_at(const struct quantum_chess *game, struct qchess_square square)
{
	return &game->at[square.y][square.x];
}

/* The selected piece, and where it can go.  */
static void add_selected(struct bytes *text, const struct quantum_chess *game, struct qchess_square square)
{
	const struct qchess_piece *piece = piece_at(game, game->from);
	const char *type = quantum_chess_type_name(piece->type[piece->state]);

	if (square.x == game->from.x && square.y == game->from.y)
		bytes_addf(text, "is where the selected %s stands, which cannot be put back: it can go to ",
			   type);
	else
		bytes_addf(text, "cannot be reached by the %s on %d %d: it can go to ", type, game->from.x,
			   game->from.y);
	add_squares(text, quantum_chess_reach(game, game->from, piece->state), SHOWN);
}

const char *qchess_refusal_word(const struct quantum_chess *game, struct qchess_square square)
{
	return game->selected ? quantum_chess_may_move(game, square) : quantum_chess_may_select(game, square);
}

char *qchess_refusal_words(const struct quantum_chess *game, struct qchess_square square)
{
	const char *word = qchess_refusal_word(game, square);
	struct bytes text = {0};
	char *piece;

	if (strcmp(word, "BOUNDS") == 0) {
		bytes_addf(&text, "is not on the board: x and y go from 0 to %d", QCHESS_SIDE - 1);
	} else if (strcmp(word, "EMPTY") == 0) {
		bytes_add_text(&text, "is an empty square");
	} else if (strcmp(word, "COLOUR") == 0) {
		piece = piece_words(piece_at(game, square));
		bytes_addf(&text, "holds a piece of the other colour, %s's %s",
			   quantum_chess_colour_name(piece_at(game, square)->colour), piece);
		free(piece);
	} else {
		add_selected(&text, game, square);
	}
	return text.at;
}

char *qchess_response_words(const char *answered, const char *told)
{
	static const char digits[] = "0123456789";
	bool colour = !told[strcspn(told, digits)];

	if (answered[strcspn(answered, digits)] && strcmp(answered, told) != 0)
		return bytes_text("%s", "");
	return bytes_text("; it is probably a response to %s \"%s\", which wants none",
			  colour ? "the colour" : "the update", told);
}

/* What it can do in its current state, and could have done in its other state if that is known.  */
static void explain_move(struct bytes *text, const struct quantum_chess *game, struct qchess_square square)
{
	const struct qchess_piece *piece = piece_at(game, game->from);
	int other = !piece->state;

	bytes_addf(text, "  The piece on %d %d is in state %d, a %s. It can go to ", game->from.x,
		   game->from.y, piece->state, quantum_chess_type_name(piece->type[piece->state]));
	add_squares(text, quantum_chess_reach(game, game->from, piece->state), ALL);
	bytes_add_text(text, ".\n");
	if (!piece->known[other] || piece->type[other] == piece->type[piece->state])
		return;
	bytes_addf(text, "  In state %d it is a %s, which ", other,
		   quantum_chess_type_name(piece->type[other]));
	if (square.x < QCHESS_SIDE && square.y < QCHESS_SIDE &&
	    quantum_chess_reach(game, game->from, other) >> (QCHESS_SIDE * square.y + square.x) & 1)
		bytes_addf(text, "could have gone to %d %d.\n", square.x, square.y);
	else
		bytes_add_text(text, "could not have gone there either.\n");
}

static void explain_selection(struct bytes *text, const struct quantum_chess *game)
{
	uint64_t own = 0;

	for (int i = 0; i < QCHESS_SQUARES; i++) {
		const struct qchess_piece *piece = &game->at[i / QCHESS_SIDE][i % QCHESS_SIDE];

		if (piece->there && piece->colour == game->to_move)
			own |= UINT64_C(1) << i;
	}
	bytes_addf(text, "  %s can select ", game->to_move == QCHESS_WHITE ? "White" : "Black");
	add_squares(text, own, ALL);
	bytes_add_text(text, ".\n");
}

char *qchess_refusal(const struct match *match, const struct message *message)
{
	struct quantum_chess game;
	struct qchess_square square;
	struct bytes text = {0};
	const char *rest;

	if (!quantum_chess_goto(&game, &match->setup, match, match->turn_count) ||
	    game.end != QCHESS_GOES_ON || message->seat != quantum_chess_seat(&match->setup, game.to_move) ||
	    !qchess_read_square(message->bytes, message_text_size(message, NULL), &square, &rest) ||
	    !qchess_refusal_word(&game, square))
		return NULL;
	if (game.selected)
		explain_move(&text, &game, square);
	else
		explain_selection(&text, &game);
	return text.at;
}
