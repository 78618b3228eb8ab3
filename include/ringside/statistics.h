/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* statistics.h - the statistics of games: means, score, difference in Elo, the sequential test, ratings.
 *
 * Pure functions of the numbers of games won, drawn and lost.  */
#ifndef RINGSIDE_STATISTICS_H
#define RINGSIDE_STATISTICS_H

/* ---- the mean of numbers that come one after the other, and its 95 % interval ---- */

/* All 0 at first.  */
struct mean {
	int count;
	double sum;
	double middle, squares; /* the mean so far, and the sum of the squared distances from it */
};

void mean_add(struct mean *mean, double value);
/* Adds all values of another one.  */
void mean_join(struct mean *mean, const struct mean *other);
/* The deviation of a value, with count - 1 in the divisor; 0 for fewer than two.  */
double mean_deviation(const struct mean *mean);
/* `middle` plus and minus this is the 95 % interval of the mean, by Student's distribution; INFINITY for
 * fewer than two values.  */
double mean_error(const struct mean *mean);

/* ---- games ---- */

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
enum sprt_model {
	SPRT_LOGISTIC,   /* pairs; the score of a difference in Elo is elo_score() */
	SPRT_NORMALIZED, /* pairs; Elo is a multiple of the deviation of a game's score, as in fishtest and
			    fastchess */
	SPRT_TRINOMIAL,  /* games without pairs, with the draws of the sample, as in cutechess */
};
struct sprt {
	double elo0, elo1, alpha, beta;
	enum sprt_model model;
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
/* Reads elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic in any order; all but the first two may be left
 * out. NULL, or a problem for people, which the caller frees.  */
char *sprt_read(const char *text, struct sprt *sprt);
/* The same text again; the model is left out if it is logistic.  The caller frees.  */
char *sprt_words(const struct sprt *sprt);
const char *sprt_model_name(const struct sprt *sprt);

/* ---- pairs of games: two games of one opening with sides changed ----
 *
 * The two games depend on each other: an opening that is won for one side brings a win and a loss. So a pair
 * is one draw from five outcomes (the pentanomial model), and the spread of pairs, not of games, gives the
 * error bars.  */

enum { PAIR_OUTCOMES = 5 };

/* How often a player scored 0, 1/2, 1, 3/2 and 2 points in the two games of a pair.  */
struct pairs {
	int count[PAIR_OUTCOMES];
	struct tally games; /* all games of that player, for SPRT_TRINOMIAL */
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
/* The logarithm of the ratio of likelihoods, hypothesis 1 over hypothesis 0.  A hypothesis fixes the score,
 * or by how many deviations it differs from 1/2: for each the shares of the five outcomes that fit best among
 * all such are taken (the generalised test).  An outcome that did not happen counts as a thousandth of a
 * pair, so that every score is possible.  The trinomial model is 0 until there are wins, draws and losses. */
double pairs_ratio(const struct sprt *sprt, const struct pairs *pairs);
/* "LLR 2.05 (-2.94 to 2.94) of 200 pairs".  The caller frees.  */
char *sprt_ratio_words(const struct sprt *sprt, const struct pairs *pairs);
enum sprt_state pairs_state(const struct sprt *sprt, const struct pairs *pairs);

/* ---- ratings of players from who beat whom ----
 *
 * The model of Bradley and Terry: the chance that player i beats player j is 1 / (1 + 10^((elo j - elo i) /
 * 400)). A draw counts as half a win of each.  */

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
