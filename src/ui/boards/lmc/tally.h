/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tally.h - what is counted of a match that scores: who played what how often, and how the sums went.
 *
 * A state of checkpoints.h, so it is known at any place of a match of any length.  The board of lmc2 has one,
 * too.  */
#ifndef RINGSIDE_UI_BOARDS_LMC_TALLY_H
#define RINGSIDE_UI_BOARDS_LMC_TALLY_H

#include "systems/lmc/rules.h"
#include "ui/boards/position.h"
#include "ui/plot.h"

enum {
	TALLY_ROUNDS = 128, /* of so many last rounds it is known what was told */
	TALLY_SQUARES = 9   /* of tictactoe */
};

/* What the seats were told in a round.  */
struct tally_round {
	int8_t cue;          /* what they saw before; SYMBOL_NONE: nothing */
	int8_t input[SEATS]; /* and behind it */
	bool scored[SEATS];
};

struct tally {
	int own[SEATS];                        /* turns of each seat, that are counted here */
	struct symbols *game;                  /* after them; NULL: it is not known; owned */
	int held[SEATS];                       /* what was played in the round that runs */
	int64_t count[SEATS][SYMBOLS_MOST];    /* of each symbol, in whole rounds */
	int32_t *pairs;                        /* of seat 1's symbol and seat 2's, in a row for each of
						  seat 1's; NULL: the seats do not meet; owned */
	struct tally_round told[TALLY_ROUNDS]; /* of round r, from 0, at r % TALLY_ROUNDS */
	bool has_ended;                        /* tictactoe: a board has */
	int8_t ended[TALLY_SQUARES];           /* and that is whose marks stood on it */
	int lost;                              /* the square whose second mark lost it; SYMBOL_NONE */
	struct plot plot;                      /* all turns but the last, which may still be scored */
};

/* For a match with a game of symbols, which is taken over, at its beginning; NULL: without.  */
struct checkpoints *tallies_new(struct symbols *game);
/* What checkpoints_seek() has counted.  */
static inline const struct tally *tallies_now(const struct checkpoints *tallies)
{
	return checkpoints_state(tallies);
}
/* Draws the curves of the sums as far as they are counted; the position's states are tallies.  `sum`: at
   their end.  `seat`: whose curves.  `count` rounds or moves (`unit`) are shown.  */
void tally_draw_plot(const struct position *position, struct area area, const double sum[SEATS],
		     const bool seat[SEATS], int count, const char *unit);

#endif
