/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* statistics.h - what a series of games says of two players: score, difference in Elo, and the sequential
 * test.
 *
 * Pure functions of how many games were won, drawn and lost; run.c counts, report.c prints.  */
#ifndef RINGSIDE_CLI_STATISTICS_H
#define RINGSIDE_CLI_STATISTICS_H

/* As player 1 sees it.  */
struct tally {
	int wins, draws, losses;
};

/* A difference in Elo and its 95 % interval; -INFINITY and INFINITY where it has no end.  */
struct elo {
	double low, middle, high;
};

/* The sequential probability ratio test of elo0 (hypothesis 0) against elo1 (hypothesis 1), elo0 < elo1:
   alpha is how often 1 may be accepted where 0 is true, beta how often 0 where 1 is true.  */
struct sprt {
	double elo0, elo1, alpha, beta;
};

enum sprt_state { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 };

int tally_games(const struct tally *tally);
/* Points a game, from 0 to 1, a draw is half a point; 0.5 when nothing was played.  */
double tally_score(const struct tally *tally);
/* The score that a player has on average who is so much stronger:  1 / (1 + 10^(-elo / 400)).  */
double elo_score(double elo);
/* The other way round, for a score from 0 to 1:  -400 log10(1 / score - 1).  */
double score_elo(double score);
/* The difference in Elo that the score speaks for.  Its interval is that of the score, 1.96 standard errors
   to both sides, put through score_elo().  With s the score and n the games, the variance of a game is
   (wins (1 - s)² + draws (1/2 - s)² + losses s²) / n, and the standard error its root over that of n.  Where
   all games ended alike the variance is 0, which says nothing: the interval is then without ends.  */
struct elo tally_elo(const struct tally *tally);

/* The logarithm of the ratio of likelihoods, hypothesis 1 over hypothesis 0.  A hypothesis says what the
   score is, wins + draws / 2, and not how often games are drawn: that is chosen as it fits best what was
   played, for each of the two (the generalised test, on three outcomes).  Games count as independent: two of
   one opening are not quite, which makes the test a little slower and never less safe.  */
double sprt_ratio(const struct sprt *sprt, const struct tally *tally);
/* What is passed ends the test (Wald): log(beta / (1 - alpha)) below, log((1 - beta) / alpha) above.  */
double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);
enum sprt_state sprt_state(const struct sprt *sprt, const struct tally *tally);
/* Reads elo0=0,elo1=20,alpha=0.05,beta=0.05 in any order; alpha and beta may be left out.  NULL, or what is
   wrong, for people; the caller frees.  */
char *sprt_read(const char *text, struct sprt *sprt);

#endif
