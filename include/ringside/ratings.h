/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ratings.h - the ratings of players from who beat whom.
 *
 * The model of Bradley and Terry: the chance that player i beats player j is 1 / (1 + 10^((elo j - elo i) /
 * 400)). A draw counts as half a win of each.  */
#ifndef RINGSIDE_RATINGS_H
#define RINGSIDE_RATINGS_H

/* `error` to both sides is the 95 % interval.  */
struct rating {
	double elo, error;
};

/* The prior: each player has also won and lost so many games against a player of average strength. It keeps
 * the rating of who won every game finite, and that of who hardly played near 0.  */
enum { RATINGS_PRIOR = 1 };

/* Sets the ratings of `count` players, at least 1, whose mean is 0. points[i * count + j], at least 0: what i
 * has taken from j; points[i * count + i] does not count. The error is that of a rating against the mean of
 * all, from the curvature of the likelihood (the inverse of Fisher's information). The time grows with the
 * third power of `count`.  */
void ratings_of(const double *points, int count, struct rating *ratings);

#endif
