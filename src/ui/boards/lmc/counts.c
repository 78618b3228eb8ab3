/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* counts.c - what is counted of a match, at any position (checkpoints.h).
 *
 * A turn's scores may come after it, so the plot gets them when the next turn is counted.  */
#include "counts.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t pairs_size(const struct counts *counts)
{
	size_t count = counts->game ? (size_t)symbols_count(counts->game) : 0;

	return count * count * sizeof(*counts->pairs);
}

static void clear(void *state)
{
	struct counts *counts = state;

	symbols_free(counts->game);
	free(counts->pairs);
}

static void copy(void *state, const void *source)
{
	struct counts *to = state;
	const struct counts *from = source;

	if (from->game)
		to->game = symbols_copy(from->game);
	if (from->pairs) {
		to->pairs = bytes_new(pairs_size(from));
		memcpy(to->pairs, from->pairs, pairs_size(from));
	}
}

/* ---- counting ---- */

static void count_round(struct counts *counts, const struct symbol_news news[SEATS])
{
	struct counts_round *told = &counts->told[(symbols_round(counts->game) - 1) % COUNTS_ROUNDS];

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		told->input[seat] = (int8_t)news[seat].input;
		told->scored[seat] = news[seat].scored;
		if (counts->held[seat] != SYMBOL_NONE)
			counts->count[seat][counts->held[seat]]++;
	}
	if (counts->pairs && counts->held[SEAT_1] != SYMBOL_NONE && counts->held[SEAT_2] != SYMBOL_NONE)
		counts->pairs[counts->held[SEAT_1] * symbols_count(counts->game) + counts->held[SEAT_2]]++;
	counts->held[SEAT_1] = counts->held[SEAT_2] = SYMBOL_NONE;
}

/* A board that ends is emptied at once.  What stood on it is what stood there before, and the last mark.  */
static void keep_board(struct counts *counts, const int8_t before[COUNTS_SQUARES], int seat, int symbol)
{
	assert(seat == SEAT_1 || seat == SEAT_2);
	memcpy(counts->ended, before, sizeof(counts->ended));
	counts->lost = SYMBOL_NONE;
	if (symbol != SYMBOL_NONE && before[symbol] == SEAT_NONE)
		counts->ended[symbol] = (int8_t)seat;
	else
		counts->lost = symbol;
	counts->has_ended = true;
}

/* A turn that is none of this game (of a broken file) counts nothing.  */
static void count_symbol(struct counts *counts, int seat, const char *played)
{
	struct symbols *game = counts->game;
	int symbol = symbols_find(game, played, strlen(played));
	bool has_board = symbols_has_board(game);
	struct symbol_news news[SEATS];
	int8_t before[COUNTS_SQUARES];

	assert(seat == SEAT_1 || seat == SEAT_2);
	if (!symbols_to_move(game, seat))
		return;
	counts->held[seat] = symbol;
	counts->told[symbols_round(game) % COUNTS_ROUNDS].cue = (int8_t)symbols_cue(game, seat);
	for (int i = 0; has_board && i < COUNTS_SQUARES; i++)
		before[i] = (int8_t)symbols_at(game, i + 1);
	if (!symbols_move(game, seat, symbol, news))
		return;
	count_round(counts, news);
	if (has_board && news[seat].scored)
		keep_board(counts, before, seat, symbol);
}

/* False: the turn cannot be read.  */
static bool count_turn(void *state, const struct match *match, int n)
{
	struct counts *counts = state;
	int step = counts->plot.step;
	const struct turn *turn;
	double sum[SEATS] = {0};

	if (n > 1 && (n - 1) % step == 0) { /* the plot keeps no other sums */
		if (!(turn = match_skim(match, n - 1, step)))
			return false;
		memcpy(sum, turn->sum, sizeof(sum));
	}
	if (!(turn = match_skim(match, n, step)))
		return false;
	if (n > 1)
		plot_add(&counts->plot, sum);
	if (turn->seat < SEAT_1 || turn->seat >= SEATS)
		return true;
	counts->own[turn->seat]++;
	if (counts->game && turn->played)
		count_symbol(counts, turn->seat, turn->played);
	return true;
}

struct checkpoints *counts_new(struct symbols *game)
{
	static const struct checkpoint_rules rules = {
		.size = sizeof(struct counts),
		.distance = 4096,
		.steps = 4 * CHECKPOINTS_STEPS, /* they are quick */
		.step = count_turn,
		.copy = copy,
		.clear = clear,
	};
	struct counts *first = bytes_new(sizeof(*first));

	first->game = game;
	if (game && !symbols_is_for_one(game) &&
	    symbols_is_simultaneous(game)) /* they play against each other */
		first->pairs = bytes_new(pairs_size(first));
	first->held[SEAT_1] = first->held[SEAT_2] = SYMBOL_NONE;
	plot_clear(&first->plot);
	return checkpoints_new(&rules, first);
}

void counts_draw_plot(const struct position *position, struct area area, const double sum[SEATS],
		      const bool seat[SEATS], int count, const char *unit)
{
	const struct plot *plot = &counts_now(position->line)->plot;
	FREED char *caption = bytes_text("%d %s%s", count, unit, count == 1 ? "" : "s");
	struct plot_sight sight = {.turns = position->turns, .caption = caption};

	memcpy(sight.seat, seat, sizeof(sight.seat));
	memcpy(sight.sum, sum, sizeof(sight.sum));
	if (position->unfinished) {
		sight.turns = plot->turns;
		memcpy(sight.sum, plot->sample[plot->count - 1], sizeof(sight.sum));
	}
	plot_draw(plot, area, &sight);
}
