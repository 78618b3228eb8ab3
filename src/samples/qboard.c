/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qboard.c - the board as the updates describe it.
 *
 * It follows rules of qchess that an update leaves out: promotion, return to superposition, and which
 * types an unseen one can be.  */
#include "qboard.h"

#include <stdio.h>
#include <string.h>

static const char *const type_names[] = {"pawn", "rook", "knight", "bishop", "queen", "king", "unknown"};

static const enum type back_rank[SIDE] = {ROOK, KNIGHT, BISHOP, KING, QUEEN, BISHOP, KNIGHT, ROOK};

/* The second types of each side (qchess, Rules).  */
enum { SECOND_TYPES = 2 * SIDE - 1 };
static const int second_types[TYPES] = {
	[PAWN] = 8, [ROOK] = 2, [KNIGHT] = 2, [BISHOP] = 2, [QUEEN] = 1,
};

const char *type_name(enum type type)
{
	return type_names[type];
}

enum type type_named(const char *name)
{
	int type = 0;

	while (type < TYPES && strcmp(name, type_names[type]) != 0)
		type++;
	return (enum type)type;
}

void board_clear(struct board *board)
{
	*board = (struct board){.selected = NOWHERE};
	for (int colour = WHITE; colour < COLOURS; colour++)
		memcpy(board->hidden[colour], second_types, sizeof(second_types));
}

static void put(struct board *board, enum colour colour, int square, enum type type)
{
	bool king = type == KING;

	board->at[square] = (struct piece){
		.there = true,
		.colour = colour,
		.type = {type, king ? KING : UNKNOWN},
		.state = king ? 0 : BOTH,
	};
}

void board_begin(struct board *board)
{
	board_clear(board);
	for (int x = 0; x < SIDE; x++) {
		put(board, BLACK, square_of(x, 0), back_rank[x]);
		put(board, BLACK, square_of(x, 1), PAWN);
		put(board, WHITE, square_of(x, SIDE - 2), PAWN);
		put(board, WHITE, square_of(x, SIDE - 1), back_rank[x]);
	}
}

static bool settled(const struct piece *piece)
{
	return piece->type[0] == piece->type[1];
}

/* A second type is seen for the first time. None may be left if it was promoted before a position was
 * told.  */
static void seen(struct board *board, enum colour colour, enum type type)
{
	if (board->hidden[colour][type] > 0)
		board->hidden[colour][type]--;
}

/* ---- a position that is told ---- */

/* The type, which `?` hides. Everybody knows first types and kings, so a `?` there is ignored.  */
static bool read_types(const char *const words[2], enum type types[2])
{
	for (int state = 0; state < 2; state++) {
		bool hides = words[state][0] == '?';
		const char *name = words[state] + hides;

		types[state] = type_named(name);
		if (types[state] == UNKNOWN && (state == 0 || (*name && strcmp(name, "unknown") != 0)))
			return false;
		if (hides && state == 1 && types[0] != KING)
			types[state] = UNKNOWN;
	}
	return (types[0] == KING) == (types[1] == KING);
}

static bool read_state(const char *word, struct piece *piece)
{
	enum type now = type_named(word);

	if (now == UNKNOWN) {
		piece->state = settled(piece) ? 0 : BOTH;
		return strcmp(word, "unknown") == 0;
	}
	if (piece->type[0] != now && piece->type[1] == UNKNOWN && now != KING)
		piece->type[1] = now; /* the piece is that now, so it was seen */
	piece->state = piece->type[0] == now ? 0 : 1;
	return piece->type[piece->state] == now;
}

bool board_add(struct board *board, const char *line)
{
	char text[64], colour[6], now[8], first[9], second[9];
	struct piece piece = {.there = true};
	int x, y, end = 0;

	if (strlen(line) >= sizeof(text))
		return false;
	strcpy(text, line);
	for (char *at = text; *at; at++)
		if (strchr("[](),'\"\r", *at))
			*at = ' ';
	if (sscanf(text, "%5s %7s %8s %8s at %1d %1d %n", colour, now, first, second, &x, &y, &end) != 6 ||
	    text[end] || x >= SIDE || y >= SIDE)
		return false;
	piece.colour = strcmp(colour, "black") == 0 ? BLACK : WHITE;
	if ((piece.colour == WHITE && strcmp(colour, "white") != 0) ||
	    !read_types((const char *[]){first, second}, piece.type) || !read_state(now, &piece))
		return false;
	if (piece.type[1] < KING)
		seen(board, piece.colour, piece.type[1]);
	board->at[square_of(x, y)] = piece;
	return true;
}

/* ---- turns ---- */

/* A black square brings superposition back (qchess, Rules: After a move).  */
static void release(struct board *board, int square)
{
	struct piece *piece = &board->at[square];

	if (!is_white_square(square))
		piece->state = settled(piece) ? 0 : BOTH;
}

bool board_select(struct board *board, int square, int index, enum type type)
{
	struct piece *piece = &board->at[square];

	board_pass(board);
	if (!piece->there)
		return false;
	if (index == 1 && piece->type[1] == UNKNOWN)
		seen(board, piece->colour, type);
	piece->type[index] = type;
	piece->state = index;
	board->selected = square;
	return true;
}

bool board_move(struct board *board, int from, int to)
{
	struct piece piece = board->at[from];

	board->selected = NOWHERE;
	if (!piece.there)
		return false;
	if (piece.state != BOTH && piece.type[piece.state] == PAWN && qboard_row(to) == far_row(piece.colour))
		piece.type[piece.state] = QUEEN;
	board->at[from] = (struct piece){0};
	board->at[to] = piece;
	release(board, to);
	return true;
}

void board_pass(struct board *board)
{
	if (board->selected != NOWHERE)
		release(board, board->selected);
	board->selected = NOWHERE;
}

/* ---- what is known ---- */

uint64_t board_hash(const struct board *board)
{
	uint64_t hash = 0;

	for (int square = 0; square < SQUARES; square++) {
		const struct piece *piece = &board->at[square];

		if (!piece->there)
			continue;
		uint64_t what = (uint64_t)piece->colour + COLOURS * (uint64_t)piece->type[0];
		what = what * (TYPES + 1) + (uint64_t)piece->type[1];
		what = what * 3 + (uint64_t)(piece->state - BOTH);
		hash ^= what * SQUARES + (uint64_t)square + 1;
		hash *= UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
	}
	return hash;
}

uint64_t board_pieces(const struct board *board, enum colour colour)
{
	uint64_t pieces = 0;

	for (int square = 0; square < SQUARES; square++)
		if (board->at[square].there && board->at[square].colour == colour)
			pieces |= qboard_bit(square);
	return pieces;
}

void board_odds(const struct board *board, enum colour colour, double odds[TYPES])
{
	const int *left = board->hidden[colour];
	int all = 0;

	for (int type = 0; type < TYPES; type++)
		all += left[type];
	if (all == 0)
		left = second_types;
	for (int type = 0; type < TYPES; type++)
		odds[type] = (double)left[type] / (all ? all : SECOND_TYPES);
}
