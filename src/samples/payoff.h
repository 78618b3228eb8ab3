/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* payoff.h - what a game pays, learned from its scores.
 *
 * LMC does not tell what beats what, nor what a score depends on: on the input that follows a move (the
 * other's move of the same round) or on the one before it (a question that is to be answered); and it may
 * depend on the turn too, where roles change. All four views are kept, and the simplest that fits is used.
 * The strategies tell what happens, move by move, and ask what is best.  */
#ifndef SAMPLES_PAYOFF_H
#define SAMPLES_PAYOFF_H

#include "sample.h"

enum { NOTHING = -1 };

/* A round that is complete: from one move to the next.  */
struct round {
	int own;   /* what we played */
	int reply; /* the first input after it; 0 in a game without any */
};

struct payoff;

/* Of a game with these symbols. Rock, paper and scissors are known beforehand.  */
struct payoff *payoff_new(const struct words *symbols);
void payoff_free(struct payoff *payoff);
bool payoff_is_roshambo(const struct payoff *payoff);

void payoff_input(struct payoff *payoff, int symbol);
void payoff_score(struct payoff *payoff, double score);
/* We are to move: the last round, if there was one, is complete and learned from. Until payoff_next() is
 * called, what is asked below is asked of that round.  */
bool payoff_close(struct payoff *payoff, struct round *round);
/* Another round begins.  */
void payoff_next(struct payoff *payoff);
void payoff_played(struct payoff *payoff, int own);

/* The last input, on which the score depends as far as is known; NOTHING: it does not depend on that.  */
int payoff_question(const struct payoff *payoff);

/* The best that we can play when the other's move (or the question) is this.
 * What is not known yet is worth trying, but never better than the best score.  */
int payoff_answer(struct payoff *payoff, int other);
/* What would suit the other best when our move is this: the worst for us.  */
int payoff_threat(struct payoff *payoff, int own);
/* What the pair pays us, -1 to +1; false: not known.  */
bool payoff_of(const struct payoff *payoff, int own, int other, double *score);

#endif
