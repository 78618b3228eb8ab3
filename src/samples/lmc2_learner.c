/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_learner.c - sample:learner, who remembers what was right and gets better by hints.
 *
 * Two advisers: one recalls the right answer to the very same sentence, the other has noticed which words of
 * a question come back in its answer. The one that was right more often of late is asked first. Where neither
 * can tell, something is said that was right before, or any symbol.  */
#include "chance.h"
#include "copying.h"
#include "player.h"
#include "recall.h"

#include <stdlib.h>

#define LEARNS 0.1 /* how much the last answer counts in an adviser's rate of hits */
#define TRUSTS 0.3 /* the rate from which copying is tried at a sentence that is new */

struct learner {
	uint64_t chance;
	struct words symbols;
	struct words question;      /* the last input */
	struct words asked, answer; /* what was answered last */
	struct words advice;        /* of copying */
	bool open;                  /* that answer was not yet learned from */
	bool hinted;                /* this game gives hints */
	double recalls, copies;     /* the rates */
	struct recall *recall;
	struct copying copying;
};

static void forget(struct learner *learner)
{
	if (learner->recall)
		recall_free(learner->recall);
	learner->recall = recall_new();
	learner->copying = (struct copying){0};
	learner->recalls = learner->copies = 0;
	learner->open = learner->hinted = false;
	words_clear(&learner->question);
}

static void new_game(void *self)
{
	struct learner *learner = self;

	forget(learner);
	words_clear(&learner->symbols);
}

static void symbol(void *self, const char *name)
{
	struct learner *learner = self;

	words_add(&learner->symbols, name);
}

static void input(void *self, const struct words *words)
{
	struct learner *learner = self;

	words_copy(&learner->question, words);
}

/* This would have been right: the advisers are judged by what they would have said, and learn it.  */
static void learn(struct learner *learner, const struct words *right)
{
	const struct words *known = recall_find(learner->recall, &learner->asked);

	if (!learner->open)
		return;
	learner->open = false;
	if (known)
		learner->recalls += LEARNS * (words_equal(known, right) - learner->recalls);
	if (copying_answer(&learner->copying, &learner->asked, &learner->advice))
		learner->copies += LEARNS * (words_equal(&learner->advice, right) - learner->copies);
	recall_keep(learner->recall, &learner->asked, right);
	copying_learn(&learner->copying, &learner->asked, right);
}

/* Without a hint a good score tells as much: what was said was right.  */
static void score(void *self, double score)
{
	struct learner *learner = self;

	if (score > 0)
		learn(learner, &learner->answer);
}

static void hint(void *self, const struct words *words)
{
	struct learner *learner = self;

	learner->hinted = true;
	learn(learner, words);
}

static uint64_t any(struct learner *learner, uint64_t bound)
{
	return chance_below(&learner->chance, bound);
}

/* What to say when nobody knows. Without hints it must be something new, or nothing new is ever right.  */
static void guess(struct learner *learner)
{
	const struct words *before =
		learner->hinted ? recall_any(learner->recall, any(learner, UINT32_MAX)) : NULL;

	if (before) {
		words_copy(&learner->answer, before);
		return;
	}
	words_clear(&learner->answer);
	words_add(&learner->answer, learner->symbols.word[any(learner, (uint64_t)learner->symbols.count)]);
}

static const struct words *play(void *self)
{
	struct learner *learner = self;
	const struct words *known = recall_find(learner->recall, &learner->question);
	bool copied = copying_answer(&learner->copying, &learner->question, &learner->advice);

	if (learner->symbols.count == 0)
		return NULL;
	words_copy(&learner->asked, &learner->question);
	learner->open = true;
	if (copied && learner->copies > (known ? learner->recalls : TRUSTS))
		words_copy(&learner->answer, &learner->advice);
	else if (known)
		words_copy(&learner->answer, known);
	else
		guess(learner);
	return &learner->answer;
}

int main(int argc, char **argv)
{
	struct learner learner = {0};
	int64_t seed = -1;
	const struct sample_option options[] = {
		{.name = "seed",
		 .argument = "N",
		 .help = "what chance decides, the same N decides the same",
		 .most = INT64_MAX,
		 .number = &seed},
		{0},
	};
	const struct sample sample = {
		"lmc2-learner",
		"A player for LMC 2 that remembers right answers, and notices when they are words of the\n"
		"question: it gets better by hints.",
		"the player's side of LMC 2 (layers 1 and 2)", options};
	const struct player player = {
		.name = "learner",
		.self = &learner,
		.new_game = new_game,
		.symbol = symbol,
		.input = input,
		.score = score,
		.hint = hint,
		.play = play,
	};
	int status = sample_options(&sample, argc, argv);

	if (status >= 0)
		return status;
	learner.chance = seed < 0 ? chance_seed() : (uint64_t)seed;
	forget(&learner);
	player_run(&player, stdin, stdout);
	recall_free(learner.recall);
	words_free(&learner.symbols);
	words_free(&learner.question);
	words_free(&learner.asked);
	words_free(&learner.answer);
	words_free(&learner.advice);
	return EXIT_SUCCESS;
}
