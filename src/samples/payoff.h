/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* payoff.h - what a game pays, learned from its scores.
 *
 * LMC does not tell what beats what, nor what a score depends on: the input after a move (the other's
 * move of the same round), the input before it (a question), or also the parity of the round, if roles
 * alternate. All four views are kept, and the simplest that fits is used. The strategies report each
 * event and ask for the best move.  */
#ifndef SAMPLES_PAYOFF_H
#define SAMPLES_PAYOFF_H

#include "sample.h"

enum { NOTHING = -1 };

/* A complete round: from one of our moves to the next.  */
struct round {
	int own;   /* what we played */
	int reply; /* the first input after it; 0 if the game has none */
};

struct payoff;

/* `symbols` are those of the game. The scores of rock, paper and scissors are known from the start.  */
struct payoff *payoff_new(const struct words *symbols);
void payoff_free(struct payoff *payoff);
bool payoff_is_roshambo(const struct payoff *payoff);

void payoff_input(struct payoff *payoff, int symbol);
void payoff_score(struct payoff *payoff, double score);
/* We are to move. Learns from the last round and returns it; false: there was none. Until payoff_next(),
 * the questions below are about that round.  */
bool payoff_close(struct payoff *payoff, struct round *round);
/* The next round begins.  */
void payoff_next(struct payoff *payoff);
void payoff_played(struct payoff *payoff, int own);

/* The last input if the score depends on it, else NOTHING.  */
int payoff_question(const struct payoff *payoff);

/* Our best move when this is the other's move, or the question. An untried pair is worth a try, unless a
 * known one earns the best score.  */
int payoff_answer(struct payoff *payoff, int other);
/* The other's best move against this one: the worst for us.  */
int payoff_threat(struct payoff *payoff, int own);
/* What the pair pays us, -1 to +1. False: unknown.  */
bool payoff_of(const struct payoff *payoff, int own, int other, double *score);

#endif
