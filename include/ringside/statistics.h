/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* statistics.h - the statistics of a series: score, difference in Elo, and the sequential test.
 *
 * Pure functions of the numbers of games won, drawn and lost.  */
#ifndef RINGSIDE_STATISTICS_H
#define RINGSIDE_STATISTICS_H

/* As player 1 sees it.  */
struct tally {
	int wins, draws, losses;
};

/* A difference in Elo and its 95 % interval; -INFINITY and INFINITY if it is unbounded.  */
struct elo {
	double low, middle, high;
};

/* The sequential probability ratio test of elo0 (hypothesis 0) against elo1 (hypothesis 1), elo0 < elo1:
   alpha is the rate of accepting 1 although 0 is true, beta of accepting 0 although 1 is true.  */
struct sprt {
	double elo0, elo1, alpha, beta;
};

enum sprt_state { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 };

int tally_games(const struct tally *tally);
/* Points a game, from 0 to 1; a draw is half a point; 0.5 if nothing was played.  */
double tally_score(const struct tally *tally);
/* The mean score of a player who is stronger by `elo`:  1 / (1 + 10^(-elo / 400)).  */
double elo_score(double elo);
/* The inverse, for a score from 0 to 1:  -400 log10(1 / score - 1).  */
double score_elo(double score);
/* The difference in Elo that fits the score.  Its interval is that of the score, 1.96 standard errors to both
   sides, mapped by score_elo().  With s the score and n the games, the variance of a game is (wins (1 - s)² +
   draws (1/2 - s)² + losses s²) / n, and the standard error its root over that of n.  If all games ended
   alike, the variance is 0, which says nothing: the interval is unbounded.  */
struct elo tally_elo(const struct tally *tally);

/* The bounds that end the test (Wald): log(beta / (1 - alpha)) below, log((1 - beta) / alpha) above.  */
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
/* Reads elo0=0,elo1=20,alpha=0.05,beta=0.05 in any order; alpha and beta may be left out.  NULL, or a problem
 * for people, which the caller frees.  */
char *sprt_read(const char *text, struct sprt *sprt);

#endif
