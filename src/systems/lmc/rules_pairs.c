/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_pairs.c - games that are a table: both seats move at once, and the pair of symbols scores.
 *
 * They are roshambo, matching-pennies, penalty, prisoners, and games from files (lmc, Games).  Tables are
 * written as symbols_table() gives them: name, symbols, and a line for each symbol of the row's seat with its
 * own and the other's score beside each symbol of the other.  */
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

/* Is what one seat scores always the opposite of what the other does?  */
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

	if (!game->explains || !game->pays || !is_zero_sum(game))
		return false;
	if (game->rules->role[0])
		rows = (game->turns + (game->first == SEAT_1)) / 2;
	for (int i = 0; i < game->count * game->count; i++) {
		double score = (double)game->pays[2 * i] / SYMBOLS_POINT;

		sum += score / pairs;
		squares += score * score / pairs;
	}
	*mean = sum * (double)(2 * rows - game->turns);
	/* 1.96 standard deviations on either side hold 95 % of what chance does.  */
	*margin = 1.96 * sqrt(fmax(squares - sum * sum, 0) * (double)game->turns);
	return true;
}

/* Who plays what is no symbol has lost the round; there is nothing that the other could see.  */
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

/* (x - 2.5) / 2.5 of 3 for both, 0 and 5, 1 for both.  */
const struct symbol_rules symbols_prisoners = {
	.name = "prisoners",
	.table = "prisoners\n"
		 "cooperate defect\n"
		 "0.2 0.2 -1 1\n"
		 "1 -1 -0.6 -0.6\n",
	.finish = finish_pair,
};

const struct symbol_rules symbols_from_file = {.finish = finish_pair};
