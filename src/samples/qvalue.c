/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qvalue.c - pieces, places and threats, weighted by their likelihood.
 *
 * A survey notes what each piece would attack as each type that it may be. From it follows what a side
 * can expect of a turn: the chosen piece collapses to either state with equal odds, then takes the best
 * piece or nothing. A capture is worth the taken piece, less the capturer times the odds that the best
 * protector takes it back.  */
#include "qvalue.h"

#include <stddef.h>

/* The share of its gain that a threat of ours is worth: the other side has a turn to meet it.  */
#define THREAT 0.25
/* The king's value in threats of ours. At its full value a small chance of it would outweigh every other
 * piece.  */
#define THREATENED_KING 9.0
/* The weight of a classical piece's state. The rest is for the state that it may get back.  */
#define CLASSICAL 0.8

static const double values[TYPES] = {
	[PAWN] = 1, [ROOK] = 5, [KNIGHT] = 3, [BISHOP] = 3, [QUEEN] = 9, [KING] = KING_VALUE,
};

struct survey {
	uint64_t side[COLOURS];
	double unseen[COLOURS][TYPES];    /* the odds of an unseen second type */
	double odds[SQUARES][TYPES];      /* of the selected piece */
	double worth[SQUARES];            /* of the piece there */
	uint64_t attacks[SQUARES][TYPES]; /* as each possible type; includes protected pieces of its side */
	double cover[COLOURS][SQUARES];   /* the odds that the side's best piece can take there */
};

/* Removes the lowest square of a set that is not empty, and returns it.  */
static int next_square(uint64_t *squares)
{
	uint64_t lowest = *squares & -*squares;

	*squares ^= lowest;
	return (lowest & UINT64_C(0xaaaaaaaaaaaaaaaa) ? 1 : 0) |
	       (lowest & UINT64_C(0xcccccccccccccccc) ? 2 : 0) |
	       (lowest & UINT64_C(0xf0f0f0f0f0f0f0f0) ? 4 : 0) |
	       (lowest & UINT64_C(0xff00ff00ff00ff00) ? 8 : 0) |
	       (lowest & UINT64_C(0xffff0000ffff0000) ? 16 : 0) |
	       (lowest & UINT64_C(0xffffffff00000000) ? 32 : 0);
}

static void odds_of(const struct piece *piece, const double unseen[TYPES], double odds[TYPES])
{
	for (int type = 0; type < TYPES; type++)
		odds[type] = 0;
	for (int state = 0; state < 2; state++) {
		double half = piece->state == BOTH ? 0.5 : piece->state == state;

		if (piece->type[state] != UNKNOWN) {
			odds[piece->type[state]] += half;
			continue;
		}
		for (int type = 0; type < TYPES; type++)
			odds[type] += half * unseen[type];
	}
}

static double worth_of_type(enum type type, const double unseen[TYPES])
{
	double sum = 0;

	if (type != UNKNOWN)
		return values[type];
	for (int i = 0; i < TYPES; i++)
		sum += unseen[i] * values[i];
	return sum;
}

static double worth_of(const struct piece *piece, const double unseen[TYPES])
{
	double first = worth_of_type(piece->type[0], unseen), second = worth_of_type(piece->type[1], unseen);

	if (piece->state == BOTH)
		return (first + second) / 2;
	return piece->state == 0 ? CLASSICAL * first + (1 - CLASSICAL) * second
				 : CLASSICAL * second + (1 - CLASSICAL) * first;
}

static void survey_piece(struct survey *survey, const struct board *board, int square)
{
	const struct piece *piece = &board->at[square];
	const double *unseen = survey->unseen[piece->colour];
	uint64_t *attacks = survey->attacks[square], all = survey->side[WHITE] | survey->side[BLACK];
	double *odds = survey->odds[square], chance[SQUARES] = {0};
	uint64_t attacked = 0;

	odds_of(piece, unseen, odds);
	survey->worth[square] = worth_of(piece, unseen);
	for (int type = 0; type < TYPES; type++) {
		attacks[type] = 0;
		if (odds[type] <= 0)
			continue;
		attacks[type] = type == QUEEN && odds[ROOK] > 0 && odds[BISHOP] > 0
					? attacks[ROOK] | attacks[BISHOP]
					: cover((enum type)type, piece->colour, square, all);
		attacked |= attacks[type];
		for (uint64_t left = attacks[type] & all; left;)
			chance[next_square(&left)] += odds[type];
	}
	for (attacked &= all; attacked;) {
		int at = next_square(&attacked);

		if (survey->cover[piece->colour][at] < chance[at])
			survey->cover[piece->colour][at] = chance[at];
	}
}

static void survey_board(struct survey *survey, const struct board *board)
{
	for (int colour = WHITE; colour < COLOURS; colour++) {
		survey->side[colour] = board_pieces(board, (enum colour)colour);
		board_odds(board, (enum colour)colour, survey->unseen[colour]);
		for (int square = 0; square < SQUARES; square++)
			survey->cover[colour][square] = 0;
	}
	for (uint64_t left = survey->side[WHITE] | survey->side[BLACK]; left;)
		survey_piece(survey, board, next_square(&left));
}

/* What a capture gains on balance; negative: better not.  */
static double gain(const struct survey *survey, enum colour colour, int from, int to, double king)
{
	if (survey->odds[to][KING] > 0)
		return king;
	return survey->worth[to] - survey->cover[other_side(colour)][to] * survey->worth[from];
}

/* The expected gain of one turn, with this value of a king.  */
static double expected(const struct survey *survey, enum colour colour, double king)
{
	double most = 0;

	for (uint64_t left = survey->side[colour]; left;) {
		int from = next_square(&left);
		double sum = 0;

		for (int type = 0; type < TYPES; type++) {
			double best = 0;

			if (survey->odds[from][type] <= 0)
				continue;
			for (uint64_t at = survey->attacks[from][type] & survey->side[other_side(colour)];
			     at;) {
				double won = gain(survey, colour, from, next_square(&at), king);

				best = won > best ? won : best;
			}
			sum += survey->odds[from][type] * best;
		}
		most = sum > most ? sum : most;
	}
	return most;
}

/* 0 on the rim to 3 in the middle.  */
static int centrality(int square)
{
	int x = qboard_column(square), y = qboard_row(square);
	int to_side = x < SIDE / 2 ? x : SIDE - 1 - x, to_end = y < SIDE / 2 ? y : SIDE - 1 - y;

	return to_side < to_end ? to_side : to_end;
}

static int distance(int one, int other)
{
	int x = qboard_column(one) - qboard_column(other), y = qboard_row(one) - qboard_row(other);

	x = x < 0 ? -x : x;
	y = y < 0 ? -y : y;
	return x > y ? x : y;
}

static int king_of(const struct survey *survey, enum colour colour)
{
	for (uint64_t left = survey->side[colour]; left;) {
		int square = next_square(&left);

		if (survey->odds[square][KING] > 0)
			return square;
	}
	return NOWHERE;
}

/* Worth of places: pawns advance, others go to the middle and towards the other king, the king stays at
 * home.  */
static double places(const struct survey *survey, enum colour colour)
{
	int prey = king_of(survey, other_side(colour));
	double sum = 0;

	for (uint64_t left = survey->side[colour]; left;) {
		int square = next_square(&left);
		const double *odds = survey->odds[square];
		int steps = SIDE - 1 - (qboard_row(square) - far_row(colour)) * (colour == WHITE ? 1 : -1);

		sum += odds[PAWN] * 0.04 * steps - odds[KING] * 0.1 * steps;
		sum += (odds[KNIGHT] + odds[BISHOP] + odds[QUEEN]) * 0.05 * centrality(square);
		if (prey != NOWHERE)
			sum -= (1 - odds[KING]) * 0.03 * distance(square, prey);
	}
	return sum;
}

static double material(const struct survey *survey, enum colour colour)
{
	double sum = 0;

	for (uint64_t left = survey->side[colour]; left;)
		sum += survey->worth[next_square(&left)];
	return sum;
}

void value_odds(const struct board *board, int square, double odds[TYPES])
{
	const struct piece *piece = &board->at[square];
	double unseen[TYPES];

	for (int type = 0; type < TYPES; type++)
		odds[type] = 0;
	if (!piece->there)
		return;
	board_odds(board, piece->colour, unseen);
	odds_of(piece, unseen, odds);
}

double value_position(const struct board *board, enum colour own)
{
	enum colour other = other_side(own);
	struct survey survey;

	survey_board(&survey, board);
	return material(&survey, own) - material(&survey, other) + places(&survey, own) -
	       places(&survey, other) - expected(&survey, other, KING_VALUE) +
	       THREAT * expected(&survey, own, THREATENED_KING);
}

double value_danger(const struct board *board, enum colour own)
{
	struct survey survey;

	survey_board(&survey, board);
	int king = king_of(&survey, own);
	return king == NOWHERE ? 1 : survey.cover[other_side(own)][king];
}
