/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lmc2_roshambo.c - sample:roshambo under lmc2: rock, paper, scissors for two players, as a game program.  */
#include "game.h"

enum { CHOICES = 3, NONE = -1 };

static const char *const names[CHOICES] = {"rock", "paper", "scissors"};

struct roshambo {
	int64_t turns, turn; /* turn: the one that is played now, from 1 */
	int answers;         /* how many have come */
	int played[PLAYERS_MOST];
	struct words choice[CHOICES]; /* each name as a sentence */
};

/* Both are asked before either can know what the other plays.  */
static void ask(struct roshambo *roshambo, struct game_table *table)
{
	roshambo->turn++;
	roshambo->answers = 0;
	for (int player = 1; player <= PLAYERS_MOST; player++)
		table_play(table, player);
}

static void begin(void *self, struct game_table *table)
{
	struct roshambo *roshambo = self;

	roshambo->turn = 0;
	for (int player = 1; player <= PLAYERS_MOST; player++)
		for (int i = 0; i < CHOICES; i++)
			table_symbol(table, player, names[i]);
	ask(roshambo, table);
}

/* What the first earns. Who has not played has lost, whatever the other has done.  */
static int score_of(int own, int other)
{
	if (own == NONE)
		return -1;
	if (other == NONE)
		return 1;
	return (own - other + CHOICES) % CHOICES == 2 ? -1 : (own - other + CHOICES) % CHOICES;
}

static void answered(void *self, struct game_table *table, int player, const struct words *answer)
{
	struct roshambo *roshambo = self;
	int *played = &roshambo->played[player - 1];

	*played = NONE;
	for (int i = 0; i < CHOICES; i++)
		if (answer && words_equal(answer, &roshambo->choice[i]))
			*played = i;
	if (++roshambo->answers < PLAYERS_MOST)
		return;
	for (int seat = 1; seat <= PLAYERS_MOST; seat++) {
		int own = roshambo->played[seat - 1], other = roshambo->played[PLAYERS_MOST - seat];

		if (other != NONE)
			table_input(table, seat, &roshambo->choice[other]);
		table_score(table, seat, score_of(own, other));
	}
	if (roshambo->turn < roshambo->turns)
		ask(roshambo, table);
	else
		table_over(table, roshambo->turn);
}

/* Nobody is left to play against.  */
static void left(void *self, struct game_table *table, int player)
{
	const struct roshambo *roshambo = self;

	(void)player;
	table_over(table, roshambo->turn);
}

int main(int argc, char **argv)
{
	struct roshambo roshambo = {.turns = 1000};
	const struct sample_option options[] = {
		{.name = "turns",
		 .argument = "N",
		 .help = "how often both play",
		 .least = 1,
		 .most = 1000000000,
		 .number = &roshambo.turns},
		{0},
	};
	const struct game game = {
		.program = "lmc2-roshambo",
		.purpose = "A game for LMC 2: rock, paper, scissors between two players, at the same time.",
		.options = options,
		.players_least = PLAYERS_MOST,
		.self = &roshambo,
		.begin = begin,
		.answered = answered,
		.left = left,
	};

	for (int i = 0; i < CHOICES; i++)
		words_add(&roshambo.choice[i], names[i]);
	int status = game_main(&game, argc, argv);
	for (int i = 0; i < CHOICES; i++)
		words_free(&roshambo.choice[i]);
	return status;
}
