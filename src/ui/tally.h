/* tally.h - what is counted of a match that scores: who played what how often, and how the sums went.
 *
 * Any place of a match of any length can be asked for: from time to time what was counted is set aside, and
 * counting goes on from there.  The work of one call is bounded, and so is what is kept.  Called by the
 * boards of lmc and lmc2.  */
#ifndef RINGSIDE_UI_TALLY_H
#define RINGSIDE_UI_TALLY_H

#include "plot.h"
#include "ringside/match.h"
#include "ringside/symbols.h"

enum {
	TALLY_MOST = 8192,  /* turns that are counted in one call */
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
	int turns;                             /* of the match, that are counted here */
	int own[SEATS];                        /* of them each seat's */
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

struct tallies;

/* For a match with a game of symbols, which is taken over, at its beginning; NULL: without.  */
struct tallies *tallies_new(struct symbols *game);
void tallies_free(struct tallies *tallies);
/* Counts towards the first `turns` turns of the match.  True: there are more to count, so call again.  */
bool tallies_goto(struct tallies *tallies, const struct match *match, int turns);
/* Where that came to; good until the next call.  */
const struct tally *tallies_now(const struct tallies *tallies);

#endif
