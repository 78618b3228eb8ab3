/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* games.h - the games that were played on this screen: those of a series, and rematches.
 *
 * The command line keeps the table; the header shows its score, and `games` its rows.  */
#ifndef RINGSIDE_GAMES_H
#define RINGSIDE_GAMES_H

#include "ringside/match.h"

/* A game that is over.  Its texts are owned.  */
struct game {
	int number;     /* from 1 */
	int first;      /* the seat that began, or what else it `is`; NULL: neither did */
	const char *is; /* of struct first_words */
	char *names[SEATS];
	struct verdict verdict; /* its texts are owned, too */
	int turns;
	int64_t ns; /* how long it took */
	char *path; /* of its match file; NULL: it was not recorded */
};

struct games {
	struct game *at;
	int count;
};

/* Adds a game, or replaces the one with its number: moves may be taken back after a verdict.  `path` may be
 * NULL.  */
void games_note(struct games *games, const struct match *match, int64_t ns, const char *path);
/* The game of that number; NULL: there is none.  */
const struct game *games_at(const struct games *games, int number);
/* What the players with these names of seats 1 and 2 have won, as "2-1" or "2-1, 1 draw", on whichever seat
 * they sat; the caller frees.  */
char *games_score(const struct games *games, const char *const *names);
/* A line for each game, with a command that shows it, and the score, for people.  The caller frees.  */
char *games_words(const struct games *games);
void games_free(struct games *games);

#endif
