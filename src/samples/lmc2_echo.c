/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_echo.c - sample:imitate-game and sample:echo-reverse: words by chance, which are to be said again, or
 * from the last to the first. One program each, which the makefile tells apart.  */
#include "chance.h"
#include "lesson.h"

#ifdef REVERSED
#define NAME       "lmc2-echo-reverse"
#define PURPOSE    "A game for LMC 2: says some words, and wants them back from the last to the first."
#define WORDS_HELP "at most so many words, and two at least"
enum { BACKWARDS = 1, LEAST = 2 };
#else
#define NAME       "lmc2-imitate-game"
#define PURPOSE    "A game for LMC 2: says words, and wants to hear the same."
#define WORDS_HELP "so many words each time"
enum { BACKWARDS = 0, LEAST = 1 };
#endif

struct echo {
	int64_t symbols, length;
};

static void symbols(void *self, struct words *words)
{
	const struct echo *echo = self;

	for (int i = 0; i < echo->symbols; i++)
		add_letter(words, i);
}

static void begin(void *self, void *state, uint64_t seed)
{
	(void)self;
	*(uint64_t *)state = seed;
}

static void turn(void *self, void *state, struct turn *turn)
{
	const struct echo *echo = self;
	uint64_t *chance = state;
	int count = (int)echo->length;

	if (BACKWARDS)
		count = LEAST + (int)chance_below(chance, (uint64_t)(count - LEAST + 1));
	for (int i = 0; i < count; i++)
		add_letter(&turn->question, (int)chance_below(chance, (uint64_t)echo->symbols));
	for (int i = 0; i < count; i++)
		words_add(&turn->right, turn->question.word[BACKWARDS ? count - 1 - i : i]);
}

int main(int argc, char **argv)
{
	struct echo echo = {BACKWARDS ? 4 : 5, BACKWARDS ? 3 : 1};
	const struct sample_option options[] = {
		{.name = "symbols",
		 .argument = "N",
		 .help = "so many letters",
		 .least = 2,
		 .most = 80,
		 .number = &echo.symbols},
		{.name = "length",
		 .argument = "N",
		 .help = WORDS_HELP,
		 .least = LEAST,
		 .most = 1000,
		 .number = &echo.length},
		{0},
	};
	const struct lesson lesson = {
		.program = NAME,
		.purpose = PURPOSE,
		.options = options,
		.turns = 100,
		.symbols = symbols,
		.state_size = sizeof(uint64_t),
		.begin = begin,
		.turn = turn,
		.self = &echo,
	};

	return lesson_main(&lesson, argc, argv);
}
