/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* game.h - the game program's side of LMC 2 (reconstructed), layer 0: what the judge says, and what goes to
 * the players through it.
 *
 * A game is a table of calls, and game_main() runs it. Players are numbered from 1. All lines to players go
 * out as `@player K LINE`; what a player answers comes back as that, or alone when there is one player.  */
#ifndef SAMPLES_GAME_H
#define SAMPLES_GAME_H

#include "sample.h"

enum { PLAYERS_MOST = 2 };

struct game_table;

struct game {
	const char *program; /* the program's name; `@info name` gets what is behind lmc2- */
	const char *purpose; /* for --help */
	const struct sample_option *options;
	int players_least; /* 1 or 2 */
	void *self;
	/* A game begins; the players have had `@command new`. It tells the symbols and begins its turns.  */
	void (*begin)(void *self, struct game_table *table);
	/* A player who was asked to play has answered; NULL: he has not, which counts as wrong.  */
	void (*answered)(void *self, struct game_table *table, int player, const struct words *answer);
	/* A player has left for good; he is not asked any more.  */
	void (*left)(void *self, struct game_table *table, int player);
};

/* What main() returns.  */
int game_main(const struct game *game, int argc, char **argv);
/* Runs until `@command exit` or the end of input.  */
void game_run(const struct game *game, FILE *in, FILE *out);

/* What a game may ask and do while it is called.  */
int table_players(const struct game_table *table);
bool table_has_left(const struct game_table *table, int player);
/* Chance as the judge's seed has it; the same sequence at each call within a game.  */
uint64_t table_seed(const struct game_table *table);

void table_symbol(struct game_table *table, int player, const char *symbol);
void table_input(struct game_table *table, int player, const struct words *words);
void table_hint(struct game_table *table, int player, const struct words *words);
/* Tells a score and adds it to the player's sum.  */
void table_score(struct game_table *table, int player, double score);
/* Asks for an answer. A player who was asked already is not asked again.  */
void table_play(struct game_table *table, int player);
/* The game is over after so many turns: tells the sums.  */
void table_over(struct game_table *table, int64_t turns);

#endif
