/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* strategy_beat.c - beat-last and beat-frequent: the best answer to a guess at the other's next move.
 *
 * In roshambo that is all. Another game may have no opponent. There the input that used to follow the
 * last one is the better guess, if it hits clearly more often.  */
#include "payoff.h"
#include "strategy.h"
#include "tally.h"

#include <stdlib.h>

#define LEARNS 0.1 /* the weight of the last round in a rate of hits */

enum guess { PLAIN, FOLLOWER, GUESSES };

struct beat {
	bool frequent;
	struct payoff *payoff;
	int symbols, last;
	struct tally all, *after; /* all inputs; the inputs after each one */
	int guess[GUESSES];
	double hits[GUESSES]; /* recent rates, 0 to 1 */
};

static struct beat *begin(const struct strategy_game *game, bool frequent)
{
	struct beat *beat = sample_alloc(1, sizeof(*beat));

	beat->frequent = frequent;
	beat->payoff = payoff_new(game->symbols);
	beat->symbols = game->symbols->count;
	beat->last = NOTHING;
	tally_begin(&beat->all, beat->symbols);
	beat->after = sample_alloc((size_t)beat->symbols, sizeof(*beat->after));
	for (int i = 0; i < beat->symbols; i++)
		tally_begin(&beat->after[i], beat->symbols);
	beat->guess[PLAIN] = beat->guess[FOLLOWER] = NOTHING;
	return beat;
}

static void *begin_last(const struct strategy_game *game)
{
	return begin(game, false);
}

static void *begin_frequent(const struct strategy_game *game)
{
	return begin(game, true);
}

static void end(void *self)
{
	struct beat *beat = self;

	for (int i = 0; i < beat->symbols; i++)
		free(beat->after[i].count);
	free(beat->after);
	free(beat->all.count);
	payoff_free(beat->payoff);
	free(beat);
}

static void input(void *self, int symbol)
{
	struct beat *beat = self;

	payoff_input(beat->payoff, symbol);
	tally_add(&beat->all, symbol, 1);
	if (beat->last != NOTHING)
		tally_add(&beat->after[beat->last], symbol, 1);
	beat->last = symbol;
}

static void score(void *self, double score)
{
	struct beat *beat = self;

	payoff_score(beat->payoff, score);
}

static int guessed(struct beat *beat)
{
	bool follows = !payoff_is_roshambo(beat->payoff) && beat->guess[FOLLOWER] != NOTHING &&
		       beat->hits[FOLLOWER] > beat->hits[PLAIN] + 0.25;
	int question = payoff_question(beat->payoff);

	if (question != NOTHING)
		return question;
	return beat->guess[follows ? FOLLOWER : PLAIN];
}

static int play(void *self)
{
	struct beat *beat = self;
	struct round round;

	if (payoff_close(beat->payoff, &round))
		for (int i = 0; i < GUESSES; i++)
			beat->hits[i] += LEARNS * ((round.reply == beat->guess[i]) - beat->hits[i]);
	payoff_next(beat->payoff);
	beat->guess[PLAIN] = beat->frequent ? beat->all.top : beat->last;
	beat->guess[FOLLOWER] = beat->last == NOTHING ? NOTHING : beat->after[beat->last].top;
	int other = guessed(beat), own = other == NOTHING ? 0 : payoff_answer(beat->payoff, other);
	payoff_played(beat->payoff, own);
	return own;
}

const struct strategy strategy_beat_last = {
	.name = "beat-last",
	.purpose = "Plays the best answer to the other's last move.",
	.begin = begin_last,
	.end = end,
	.play = play,
	.input = input,
	.score = score,
};

const struct strategy strategy_beat_frequent = {
	.name = "beat-frequent",
	.purpose = "Plays the best answer to the other's most frequent move.",
	.begin = begin_frequent,
	.end = end,
	.play = play,
	.input = input,
	.score = score,
};
