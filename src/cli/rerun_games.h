/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_games.h - what a rerun is about: match files, whose games one process played, a seat, and a command.
 */
#ifndef RINGSIDE_CLI_RERUN_GAMES_H
#define RINGSIDE_CLI_RERUN_GAMES_H

#include "ringside/cli.h"
#include "ringside/match_file.h"

struct rerun_game {
	const char *path; /* the caller's */
	struct match_file *file;
	int branch;         /* that is run again */
	struct setup setup; /* as the match began */
	struct setup last;  /* with those who sat there in the end */
	bool stays;         /* its process had played a game before */
};

struct rerun_games {
	struct rerun_game *at; /* in the order in which they are told */
	int count;
	int seat;
	const char *command; /* of the command line; NULL: it names none */
	char *warning;       /* for people; NULL: there is none */
};

/* Reads the command line: FILE... [COMMAND].  NULL, or why that cannot be run again, for people (the caller
   frees).  rerun_games_free() frees the games after either.  */
char *rerun_games_read(struct rerun_games *games, const struct invocation *invocation);
void rerun_games_free(struct rerun_games *games);

#endif
