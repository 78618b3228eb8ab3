/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* game.h - the game program's side of LMC 2 (reconstructed), layer 0.
 *
 * A game is a table of callbacks, and game_main() runs it. Players are numbered from 1. A line to a player is
 * `@player K LINE`, and so is a player's answer; with one player the answer may also come without `@player
 * 1`.  */
#ifndef SAMPLES_GAME_H
#define SAMPLES_GAME_H

#include "sample.h"

enum { PLAYERS_MOST = 2 };

struct game_table;

struct game {
	const char *program; /* its name, which begins with lmc2-; `@info name` says the rest */
	const char *purpose; /* for --help */
	const struct sample_option *options;
	void *self;
	/* A game begins; the players got `@command new`. Tells the symbols and asks for first answers.  */
	void (*begin)(void *self, struct game_table *table);
	/* A player answered. NULL: the answer is late or illegal, which counts as wrong.  */
	void (*answered)(void *self, struct game_table *table, int player, const struct words *answer);
	/* A player has left, and is not asked any more.  */
	void (*left)(void *self, struct game_table *table);
};

/* Returns the exit status.  */
int game_main(const struct game *game, int argc, char **argv);

/* What a callback may ask and do.  */
int table_players(const struct game_table *table);
bool table_has_left(const struct game_table *table, int player);
/* The seed of this game. It follows from the judge's.  */
uint64_t table_seed(const struct game_table *table);

void table_symbol(struct game_table *table, int player, const char *symbol);
void table_input(struct game_table *table, int player, const struct words *words);
void table_hint(struct game_table *table, int player, const struct words *words);
/* Tells a score and adds it to the player's sum.  */
void table_score(struct game_table *table, int player, double score);
/* Asks for an answer, unless the player was asked already.  */
void table_play(struct game_table *table, int player);
/* Ends the game, which had `turns` turns, and tells the sums.  */
void table_over(struct game_table *table, int64_t turns);

#endif
