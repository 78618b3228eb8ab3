/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally.h - what is counted of a match that scores: who played what how often, and how the sums went.
 *
 * It is a state of checkpoints.h, so it is known at any position of a match of any length.  The board of
 * lmc2 has one too.  */
#ifndef RINGSIDE_UI_BOARDS_LMC_TALLY_H
#define RINGSIDE_UI_BOARDS_LMC_TALLY_H

#include "systems/lmc/rules.h"
#include "ui/boards/shared.h"
#include "ui/plot.h"

enum {
	TALLY_ROUNDS = 128, /* the last rounds of which it is known what was told */
	TALLY_SQUARES = 9   /* of tictactoe */
};

/* What the seats were told in a round.  */
struct tally_round {
	int8_t cue;          /* what they saw before it; SYMBOL_NONE: nothing */
	int8_t input[SEATS]; /* what they saw after it */
	bool scored[SEATS];
};

struct tally {
	int own[SEATS];                     /* counted turns of each seat */
	struct symbols *game;               /* after these turns; NULL: unknown; owned */
	int held[SEATS];                    /* what was played in the present round */
	int64_t count[SEATS][SYMBOLS_MOST]; /* of each symbol, in complete rounds */
	int32_t *pairs; /* of seat 1's symbol and seat 2's, a row for each of seat 1's; NULL: the seats do not
			   play against each other; owned */
	struct tally_round told[TALLY_ROUNDS]; /* of round r, from 0, at r % TALLY_ROUNDS */
	bool has_ended;                        /* tictactoe: a board has ended */
	int8_t ended[TALLY_SQUARES];           /* whose marks stood on that board */
	int lost;                              /* the square whose second mark lost it; SYMBOL_NONE: none */
	struct plot plot;                      /* of all turns but the last, which may still be scored */
};

/* Begins before the first turn, with a game of symbols, which is taken over; NULL: without one.  */
struct checkpoints *tallies_new(struct symbols *game);
/* What checkpoints_seek() has counted.  */
static inline const struct tally *tallies_now(const struct checkpoints *tallies)
{
	return checkpoints_state(tallies);
}
/* Draws the curves of the sums up to the last counted turn; the position's states are tallies.  `sum`: at
 * their end.  `seat`: whose curves.  The caption is `count` rounds or moves (`unit`).  */
void tally_draw_plot(const struct position *position, struct area area, const double sum[SEATS],
		     const bool seat[SEATS], int count, const char *unit);

#endif
