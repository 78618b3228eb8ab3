/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_pairs.c - games that are a table: both seats move at once, and the pair of symbols gives the scores.
 *
 * These are roshambo, matching-pennies, penalty, prisoners, and games from files (lmc, Games). A table has
 * the form that symbols_table() gives it: the name, the symbols, and a line for each symbol of the row's
 * seat.  The line has that seat's score and the other's for each symbol of the other.  */
#include "rules_state.h"

#include <assert.h>
#include <math.h>

int symbols_row_seat(const struct symbols *game)
{
	assert(game->first == SEAT_1 || game->first == SEAT_2);
	if (!game->rules->role[0])
		return SEAT_1;
	return game->round % 2 ? seat_opponent(game->first) : game->first;
}

int32_t *symbols_pay(const struct symbols *game, int row, int column)
{
	assert(game->pays);
	assert(row >= 0 && row < game->count && column >= 0 && column < game->count);
	return &game->pays[2 * (row * game->count + column)];
}

/* Are the two scores of every pair opposite?  */
static bool is_zero_sum(const struct symbols *game)
{
	assert(game->pays);
	for (int i = 0; i < game->count * game->count; i++)
		if (game->pays[2 * i] != -game->pays[2 * i + 1])
			return false;
	return true;
}

bool symbols_chance(const struct symbols *game, double *mean, double *margin)
{
	double pairs = game->count * game->count, sum = 0, squares = 0;
	int64_t rows =
		game->turns; /* rounds in which seat 1 has the rows; in the others it has the columns */

	if (!game->pays || !is_zero_sum(game))
		return false;
	if (game->rules->role[0])
		rows = (game->turns + (game->first == SEAT_1)) / 2;
	for (int i = 0; i < game->count * game->count; i++) {
		double score = (double)game->pays[2 * i] / SYMBOLS_POINT;

		sum += score / pairs;
		squares += score * score / pairs;
	}
	*mean = sum * (double)(2 * rows - game->turns);
	/* 95 % of random games lie within 1.96 standard deviations of the mean.  */
	*margin = 1.96 * sqrt(fmax(squares - sum * sum, 0) * (double)game->turns);
	return true;
}

/* An unknown symbol loses the round, and the opponent has nothing to see.  */
static bool finish_unknown(const struct symbols *game, struct symbol_news news[SEATS])
{
	if (game->played[SEAT_1] != SYMBOL_NONE && game->played[SEAT_2] != SYMBOL_NONE)
		return false;
	for (int seat = SEAT_1; seat < SEATS; seat++)
		news[seat].score = game->played[seat] == SYMBOL_NONE ? -1 : 1;
	return true;
}

static void finish_pair(struct symbols *game, struct symbol_news news[SEATS])
{
	int row = symbols_row_seat(game), column = seat_opponent(row);

	assert(game->pays && game->rules->finish == finish_pair);
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		news[seat].input = game->played[seat_opponent(seat)];
		news[seat].scored = true;
	}
	if (!finish_unknown(game, news)) {
		const int32_t *pay = symbols_pay(game, game->played[row], game->played[column]);

		news[row].score = (double)pay[0] / SYMBOLS_POINT;
		news[column].score = (double)pay[1] / SYMBOLS_POINT;
	}
}

const struct symbol_rules symbols_roshambo = {
	.name = "roshambo",
	.table = "roshambo\n"
		 "rock paper scissors\n"
		 "0 0 -1 1 1 -1\n"
		 "1 -1 0 0 -1 1\n"
		 "-1 1 1 -1 0 0\n",
	.finish = finish_pair,
};

const struct symbol_rules symbols_matching_pennies = {
	.name = "matching-pennies",
	.table = "matching-pennies\n"
		 "heads tails\n"
		 "1 -1 -1 1\n"
		 "-1 1 1 -1\n",
	.finish = finish_pair,
};

const struct symbol_rules symbols_penalty = {
	.name = "penalty",
	.table = "penalty\n"
		 "left centre right\n"
		 "-1 1 1 -1 1 -1\n"
		 "1 -1 -1 1 1 -1\n"
		 "1 -1 1 -1 -1 1\n",
	.role = {"shooter", "keeper"},
	.finish = finish_pair,
};

/* (x - 2.5) / 2.5, where x is 3 for both, 0 and 5, or 1 for both.  */
const struct symbol_rules symbols_prisoners = {
	.name = "prisoners",
	.table = "prisoners\n"
		 "cooperate defect\n"
		 "0.2 0.2 -1 1\n"
		 "1 -1 -0.6 -0.6\n",
	.finish = finish_pair,
};

const struct symbol_rules symbols_from_file = {.finish = finish_pair};
