/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* counts.h - what is counted of a match that scores: who played what how often, and how the sums went.
 *
 * It is a state of checkpoints.h, so it is known at any position of a match of any length.  The board of
 * lmc2 has one too.  */
#ifndef RINGSIDE_UI_BOARDS_LMC_COUNTS_H
#define RINGSIDE_UI_BOARDS_LMC_COUNTS_H

#include "systems/lmc/rules.h"
#include "ui/boards/shared.h"
#include "ui/plot.h"

enum {
	COUNTS_ROUNDS = 128, /* the last rounds of which it is known what was told */
	COUNTS_SQUARES = 9   /* of tictactoe */
};

/* What the seats were told in a round.  */
struct counts_round {
	int8_t cue;          /* what they saw before it; SYMBOL_NONE: nothing */
	int8_t input[SEATS]; /* what they saw after it */
	bool scored[SEATS];
};

struct counts {
	int own[SEATS];                     /* counted turns of each seat */
	struct symbols *game;               /* after these turns; NULL: unknown; owned */
	int held[SEATS];                    /* what was played in the present round */
	int64_t count[SEATS][SYMBOLS_MOST]; /* of each symbol, in complete rounds */
	int32_t *pairs; /* of seat 1's symbol and seat 2's, a row for each of seat 1's; NULL: the seats do not
			   play against each other; owned */
	struct counts_round told[COUNTS_ROUNDS]; /* of round r, from 0, at r % COUNTS_ROUNDS */
	bool has_ended;                          /* tictactoe: a board has ended */
	int8_t ended[COUNTS_SQUARES];            /* whose marks stood on that board */
	int lost;                                /* the square whose second mark lost it; SYMBOL_NONE: none */
	struct plot plot;                        /* of all turns but the last, which may still be scored */
};

/* Begins before the first turn, with a game of symbols, which is taken over; NULL: without one.  */
struct checkpoints *counts_new(struct symbols *game);
/* What checkpoints_seek() has counted.  */
static inline const struct counts *counts_now(const struct checkpoints *counts)
{
	return checkpoints_state(counts);
}
/* Draws the curves of the sums up to the last counted turn; the position's states are counts.  `sum`: at
 * their end.  `seat`: whose curves.  The caption is `count` rounds or moves (`unit`).  */
void counts_draw_plot(const struct position *position, struct area area, const double sum[SEATS],
		      const bool seat[SEATS], int count, const char *unit);

#endif
