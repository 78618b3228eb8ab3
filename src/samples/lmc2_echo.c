/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_echo.c - sample:imitate-game and sample:echo-reverse: random words, which a player has to repeat, or
 * to repeat from the last to the first. The makefile builds a program of each.
 *
 * Two players get the same questions, each at its own pace.  */
#include "chance.h"
#include "game.h"

#include <string.h>

#ifdef REVERSED
#define NAME       "lmc2-echo-reverse"
#define PURPOSE    "A game for LMC 2: says some words; the right answer is the same words backwards."
#define WORDS_HELP "ask for 2 to N words"
enum { BACKWARDS = 1, LEAST = 2 };
#else
#define NAME       "lmc2-imitate-game"
#define PURPOSE    "A game for LMC 2: says words; the right answer is the same words."
#define WORDS_HELP "ask for N words"
enum { BACKWARDS = 0, LEAST = 1 };
#endif

struct pupil {
	uint64_t chance;
	int64_t turn; /* of the last question, from 1; one more after its answer */
	struct words question, right;
};

struct echo {
	int64_t symbols, length, turns;
	bool hints;
	struct pupil pupils[PLAYERS_MOST];
};

/* The i-th symbol, 0 to 79: a to z, then aa to zz, and so on.  */
static void letter(int i, char symbol[5])
{
	size_t length = (size_t)(i / 26 + 1);

	memset(symbol, 'a' + i % 26, length);
	symbol[length] = '\0';
}

static void ask(struct echo *echo, struct game_table *table, int player)
{
	struct pupil *pupil = &echo->pupils[player - 1];
	int count = (int)echo->length;
	char symbol[5];

	if (BACKWARDS)
		count = LEAST + (int)chance_below(&pupil->chance, (uint64_t)(count - LEAST + 1));
	words_clear(&pupil->question);
	words_clear(&pupil->right);
	for (int i = 0; i < count; i++) {
		letter((int)chance_below(&pupil->chance, (uint64_t)echo->symbols), symbol);
		words_add(&pupil->question, symbol);
	}
	for (int i = 0; i < count; i++)
		words_add(&pupil->right, pupil->question.word[BACKWARDS ? count - 1 - i : i]);
	pupil->turn++;
	table_input(table, player, &pupil->question);
	table_play(table, player);
}

/* Ends the game when each player has had all turns or has left.  */
static void end_if_done(struct echo *echo, struct game_table *table)
{
	for (int player = 1; player <= table_players(table); player++)
		if (!table_has_left(table, player) && echo->pupils[player - 1].turn <= echo->turns)
			return;
	table_over(table, echo->turns);
}

static void begin(void *self, struct game_table *table)
{
	struct echo *echo = self;
	char symbol[5];

	for (int player = 1; player <= table_players(table); player++) {
		struct pupil *pupil = &echo->pupils[player - 1];

		if (table_has_left(table, player))
			continue;
		for (int i = 0; i < echo->symbols; i++) {
			letter(i, symbol);
			table_symbol(table, player, symbol);
		}
		pupil->chance = table_seed(table);
		pupil->turn = 0;
		ask(echo, table, player);
	}
	end_if_done(echo, table);
}

static void answered(void *self, struct game_table *table, int player, const struct words *answer)
{
	struct echo *echo = self;
	struct pupil *pupil = &echo->pupils[player - 1];

	table_score(table, player, answer && words_equal(answer, &pupil->right) ? 1 : -1);
	if (echo->hints)
		table_hint(table, player, &pupil->right);
	if (pupil->turn < echo->turns) {
		ask(echo, table, player);
		return;
	}
	pupil->turn++;
	end_if_done(echo, table);
}

static void left(void *self, struct game_table *table)
{
	end_if_done(self, table);
}

int main(int argc, char **argv)
{
	struct echo echo = {
		.symbols = BACKWARDS ? 4 : 5, .length = BACKWARDS ? 3 : 1, .turns = 100, .hints = true};
	const struct sample_option options[] = {
		{.name = "turns",
		 .argument = "N",
		 .help = "ask each player N questions",
		 .least = 1,
		 .most = 1000000000,
		 .number = &echo.turns},
		{.name = "hints",
		 .help = "tell the right answer after each score (the default)",
		 .flag = &echo.hints,
		 .store = true},
		{.name = "no-hints", .help = "do not tell it", .flag = &echo.hints},
		{.name = "symbols",
		 .argument = "N",
		 .help = "use N symbols: letters",
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
	const struct game game = {NAME, PURPOSE, options, &echo, begin, answered, left};
	int status = game_main(&game, argc, argv);

	for (int i = 0; i < PLAYERS_MOST; i++) {
		words_free(&echo.pupils[i].question);
		words_free(&echo.pupils[i].right);
	}
	return status;
}
