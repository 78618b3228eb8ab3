/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pairs.c - the statistics of pairs of games.
 *
 * The test is that of Michel Van den Bergh, "A Practical Introduction to the GSPRT" (2018): his proposition
 * on the shares of greatest likelihood with a given mean, and the bounds of Abraham Wald, "Sequential Tests
 * of Statistical Hypotheses" (1945).  */
#include "ringside/pairs.h"

#include <math.h>
#include <stddef.h>

/* A normal distribution has 95 % within this many standard errors.  */
static const double errors_95 = 1.959964;
/* For an outcome that did not happen.  */
static const double hardly = 1e-3;

/* Points a game of an outcome.  */
static double score_of(int outcome)
{
	return outcome / (double)(PAIR_OUTCOMES - 1);
}

int pairs_number(const struct pairs *pairs)
{
	int number = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		number += pairs->count[i];
	return number;
}

struct pairs pairs_turned(const struct pairs *pairs)
{
	struct pairs turned;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		turned.count[i] = pairs->count[PAIR_OUTCOMES - 1 - i];
	return turned;
}

double pairs_score(const struct pairs *pairs)
{
	int number = pairs_number(pairs);
	double sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		sum += pairs->count[i] * score_of(i);
	return number ? sum / number : 0.5;
}

/* Of the score; 0: all pairs ended alike, or there is none.  */
static double standard_error(const struct pairs *pairs)
{
	double n = pairs_number(pairs), mean = pairs_score(pairs), sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++) {
		if (pairs->count[i] == (int)n)
			return 0;
		sum += pairs->count[i] * (score_of(i) - mean) * (score_of(i) - mean);
	}
	return sqrt(sum) / n;
}

struct elo pairs_elo(const struct pairs *pairs)
{
	double score = pairs_score(pairs), error = errors_95 * standard_error(pairs);

	if (error == 0)
		return (struct elo){.low = -INFINITY, .middle = score_elo(score), .high = INFINITY};
	return (struct elo){.low = score_elo(score - error),
			    .middle = score_elo(score),
			    .high = score_elo(score + error)};
}

/* The share of a normal distribution below so many standard errors.  */
static double normal(double errors)
{
	return 0.5 * erfc(-errors / sqrt(2));
}

double pairs_superiority(const struct pairs *pairs)
{
	double error = standard_error(pairs);

	return error == 0 ? NAN : normal((pairs_score(pairs) - 0.5) / error);
}

double tally_superiority(const struct tally *tally)
{
	double decided = tally->wins + (double)tally->losses;

	return decided == 0 ? NAN : normal((tally->wins - (double)tally->losses) / sqrt(decided));
}

/* ---- the sequential test ---- */

/* How often an outcome happened, for the likelihood.  */
static double weight(const struct pairs *pairs, int outcome)
{
	return pairs->count[outcome] ? pairs->count[outcome] : hardly;
}

/* The sum of weight (a - s) / (1 + t (a - s)) over the outcomes, which decreases as t grows.  */
static double slope(const struct pairs *pairs, double score, double t)
{
	double sum = 0;

	for (int i = 0; i < PAIR_OUTCOMES; i++)
		sum += weight(pairs, i) * (score_of(i) - score) / (1 + t * (score_of(i) - score));
	return sum;
}

/* The greatest log-likelihood of the pairs with this mean score, between 0 and 1, less what does not depend
 * on it. The shares are share / (1 + t (a - s)), where t makes their mean s.  */
static double best_likelihood(const struct pairs *pairs, double score)
{
	double low = -1 / (1 - score), high = 1 / score, sum = 0, t;

	/* Bisection: after 100 steps no double lies between.  */
	for (int step = 0; step < 100; step++) {
		t = (low + high) / 2;
		if (slope(pairs, score, t) > 0)
			low = t;
		else
			high = t;
	}
	t = (low + high) / 2;
	for (int i = 0; i < PAIR_OUTCOMES; i++)
		sum -= weight(pairs, i) * log(1 + t * (score_of(i) - score));
	return sum;
}

double pairs_ratio(const struct sprt *sprt, const struct pairs *pairs)
{
	if (!pairs_number(pairs))
		return 0;
	return best_likelihood(pairs, elo_score(sprt->elo1)) - best_likelihood(pairs, elo_score(sprt->elo0));
}

enum sprt_state pairs_state(const struct sprt *sprt, const struct pairs *pairs)
{
	double ratio = pairs_ratio(sprt, pairs);

	if (ratio >= sprt_upper(sprt))
		return SPRT_ACCEPTS_1;
	return ratio <= sprt_lower(sprt) ? SPRT_ACCEPTS_0 : SPRT_GOES_ON;
}
