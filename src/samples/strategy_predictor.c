/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy_predictor.c - predictor: makes many guesses at the next round and follows the one that did
 * best of late.
 *
 * A guess finds a moment in the past that looks like now and takes what both played then (history.c).
 * From each guess come moves by up to three levels of second-guessing, from either side: the best answer
 * to the other's move, to the move of an opponent who expects that, and so on. Every candidate is scored
 * by what it would have earned, over three spans of time. If none earned more than luck explains, it
 * plays at random, so that it cannot be predicted.  */
#include "chance.h"
#include "history.h"
#include "payoff.h"
#include "strategy.h"

#include <stdlib.h>

enum { THOUGHTS = 3, SIDES = 2, CANDIDATES = GUESSES_MOST * SIDES * THOUGHTS, SPANS = 3 };

/* The weight of a round relative to the next one, and what the best candidate must earn above the mean of
 * all symbols to be more than luck.  */
static const struct {
	double keeps, least;
} spans[SPANS] = {{0.99, 0.15}, {0.93, 0.4}, {0.75, 0.75}};

#define TRUST_KEEPS 0.9
#define TRUST_LEAST -0.1

struct predictor {
	struct payoff *payoff;
	struct history *history;
	int symbols, guesses;
	uint64_t chance;
	int own[CANDIDATES]; /* the move of each in the open round; NOTHING: no idea */
	double earned[SPANS][CANDIDATES];
	int choice[SPANS];   /* the best candidate of each span; NOTHING */
	double trust[SPANS]; /* what the best ones have earned */
};

static void *begin(const struct strategy_game *game)
{
	struct predictor *predictor = sample_alloc(1, sizeof(*predictor));

	predictor->payoff = payoff_new(game->symbols);
	predictor->symbols = game->symbols->count;
	predictor->history = history_new(predictor->symbols);
	predictor->chance = game->seed;
	for (int span = 0; span < SPANS; span++)
		predictor->choice[span] = NOTHING;
	return predictor;
}

static void end(void *self)
{
	struct predictor *predictor = self;

	payoff_free(predictor->payoff);
	history_free(predictor->history);
	free(predictor);
}

static void input(void *self, int symbol)
{
	struct predictor *predictor = self;

	payoff_input(predictor->payoff, symbol);
}

static void score(void *self, double score)
{
	struct predictor *predictor = self;

	payoff_score(predictor->payoff, score);
}

/* The mean of what each symbol would have earned; an unknown score counts as 0.  */
static double mean_of(const struct predictor *predictor, int other)
{
	double sum = 0;

	for (int own = 0; own < predictor->symbols; own++) {
		double pays;

		if (payoff_of(predictor->payoff, own, other, &pays))
			sum += pays;
	}
	return sum / predictor->symbols;
}

/* What a move would have earned above the mean. An untried answer counts as the best.  */
static double worth(struct predictor *predictor, int own, int other, double mean)
{
	double pays;

	if (own == NOTHING)
		return 0;
	if (payoff_of(predictor->payoff, own, other, &pays))
		return pays - mean;
	return own == payoff_answer(predictor->payoff, other) ? 1 - mean : 0;
}

/* The round is over: scores each candidate.  */
static void judge(struct predictor *predictor, int other)
{
	double mean = mean_of(predictor, other);

	for (int span = 0; span < SPANS; span++) {
		int choice = predictor->choice[span];

		if (choice != NOTHING)
			predictor->trust[span] +=
				(1 - TRUST_KEEPS) * (worth(predictor, predictor->own[choice], other, mean) -
						     predictor->trust[span]);
		else
			predictor->trust[span] *= TRUST_KEEPS;
	}
	for (int i = 0; i < predictor->guesses * SIDES * THOUGHTS; i++) {
		double earns = worth(predictor, predictor->own[i], other, mean);

		for (int span = 0; span < SPANS; span++)
			predictor->earned[span][i] +=
				(1 - spans[span].keeps) * (earns - predictor->earned[span][i]);
	}
}

/* The moves that follow from a guess at the other's move. Each level expects that the level before it is
 * predicted.  */
static void think(struct predictor *predictor, int other, int own[THOUGHTS])
{
	for (int i = 0; i < THOUGHTS; i++) {
		own[i] = other == NOTHING ? NOTHING : payoff_answer(predictor->payoff, other);
		if (other != NOTHING)
			other = payoff_threat(predictor->payoff, own[i]);
	}
}

static void make_candidates(struct predictor *predictor)
{
	struct guess guesses[GUESSES_MOST];

	predictor->guesses = history_guess(predictor->history, guesses);
	for (int i = 0; i < predictor->guesses; i++) {
		int *own = &predictor->own[i * SIDES * THOUGHTS], expected = guesses[i].own;

		think(predictor, guesses[i].other, own);
		if (expected != NOTHING)
			expected = payoff_threat(predictor->payoff, expected);
		think(predictor, expected, own + THOUGHTS);
	}
}

/* The candidate that earned most in this span, if that is enough and it has an idea now.  */
static int best_of(const struct predictor *predictor, int span)
{
	int best = NOTHING;
	double most = spans[span].least;

	for (int i = 0; i < predictor->guesses * SIDES * THOUGHTS; i++)
		if (predictor->own[i] != NOTHING && predictor->earned[span][i] > most) {
			best = i;
			most = predictor->earned[span][i];
		}
	return best;
}

static int choose(struct predictor *predictor)
{
	int best = NOTHING;
	double most = TRUST_LEAST;

	for (int span = 0; span < SPANS; span++) {
		predictor->choice[span] = best_of(predictor, span);
		if (predictor->choice[span] != NOTHING && predictor->trust[span] > most) {
			best = predictor->choice[span];
			most = predictor->trust[span];
		}
	}
	if (best != NOTHING)
		return predictor->own[best];
	return (int)chance_below(&predictor->chance, (uint64_t)predictor->symbols);
}

static int play(void *self)
{
	struct predictor *predictor = self;
	struct round round;

	if (payoff_close(predictor->payoff, &round)) {
		judge(predictor, round.reply);
		history_add(predictor->history, round.own, round.reply);
	}
	payoff_next(predictor->payoff);
	make_candidates(predictor);
	int question = payoff_question(predictor->payoff);
	int own = choose(predictor);
	if (question != NOTHING)
		own = payoff_answer(predictor->payoff, question);
	payoff_played(predictor->payoff, own);
	return own;
}

const struct strategy strategy_predictor = {
	.name = "predictor",
	.purpose =
		"Finds moments of the past that look like now, and learns which kind of likeness predicts\n"
		"the other's moves. Plays at random if none does.",
	.seeded = true,
	.begin = begin,
	.end = end,
	.play = play,
	.input = input,
	.score = score,
};
