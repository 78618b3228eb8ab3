/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pairs.h - the statistics of pairs of games: two games of one opening with sides changed.
 *
 * The two games depend on each other: an opening that is won for one side brings a win and a loss. So a pair
 * is one draw from five outcomes (the pentanomial model), and the spread of pairs, not of games, gives the
 * error bars. For games without a pair there is statistics.h.  */
#ifndef RINGSIDE_PAIRS_H
#define RINGSIDE_PAIRS_H

#include "ringside/statistics.h"

enum { PAIR_OUTCOMES = 5 };

/* How often a player scored 0, 1/2, 1, 3/2 and 2 points in the two games of a pair.  */
struct pairs {
	int count[PAIR_OUTCOMES];
};

int pairs_number(const struct pairs *pairs);
/* The same pairs as the opponent sees them.  */
struct pairs pairs_turned(const struct pairs *pairs);
/* Points a game, from 0 to 1; 0.5 if there is no pair.  */
double pairs_score(const struct pairs *pairs);
/* As tally_elo(), with the standard error of the pairs: the root of the variance of a pair's score over that
 * of their number.  If all pairs ended alike, the interval is unbounded.  */
struct elo pairs_elo(const struct pairs *pairs);
/* The likelihood of superiority: the chance that the player is stronger, for a normal distribution around the
 * score.  NAN: all pairs ended alike, or there is none.  */
double pairs_superiority(const struct pairs *pairs);
/* The same from games without pairs, of which the drawn ones say nothing: the normal distribution of wins -
 * losses with the variance wins + losses.  NAN: there is neither.  */
double tally_superiority(const struct tally *tally);
/* The logarithm of the ratio of likelihoods, hypothesis 1 over hypothesis 0.  A hypothesis fixes the score:
 * for each the shares of the five outcomes that fit best among all with its score are taken (the generalised
 * test).  An outcome that did not happen counts as a thousandth of a pair, so that every score is possible.
 */
double pairs_ratio(const struct sprt *sprt, const struct pairs *pairs);
enum sprt_state pairs_state(const struct sprt *sprt, const struct pairs *pairs);

#endif
