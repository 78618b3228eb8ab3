/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screen_games.h - the list of games on the screen of a run: those that are played, and the newest of those
 * that are over.  */
#ifndef RINGSIDE_RUNNER_SCREEN_GAMES_H
#define RINGSIDE_RUNNER_SCREEN_GAMES_H

#include "ringside/overview.h"
#include <jansson.h>

struct run;
struct row;

/* Finished games that stand in it.  */
enum { SCREEN_GAMES = 500 };

struct screen_games {
	const struct run *run;
	struct overview_game *at; /* the list */
	struct row *finished;     /* a ring: game i is at i % SCREEN_GAMES */
	int finished_count;
	struct row *running; /* one a place */
	int running_count;
};

void screen_games_init(struct screen_games *games, const struct run *run);
void screen_games_free(struct screen_games *games);
/* Makes the list.  Returns how many rows it has.  */
int screen_games_fill(struct screen_games *games);
/* The game of a row; 0: none runs there now.  */
int screen_games_of(const struct screen_games *games, int id);
/* Why the game of a row ended, as the end of a caption; "": it runs.  */
const char *screen_games_reason(const struct screen_games *games, int id);
/* Adds a finished game from its line; NULL: it was finished before this run.  Returns the game that gives up
 * its row; 0: none.  */
int screen_games_add(struct screen_games *games, int game, const json_t *line);

#endif
