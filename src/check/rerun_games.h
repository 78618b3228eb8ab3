/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_games.h - what a command is about that goes on with recorded games: match files with games of one
 * process, a seat, and a command.  */
#ifndef RINGSIDE_CHECK_RERUN_GAMES_H
#define RINGSIDE_CHECK_RERUN_GAMES_H

#include "ringside/check.h"
#include "ringside/match_file.h"

struct rerun_game {
	const char *path; /* the caller's, or `found` */
	char *found;      /* the path of a file that nobody has named; owned; NULL: it was named */
	struct match_file *file;
	int branch;         /* to rerun */
	int turns;          /* of it, and no more; -1: all */
	struct gap gap;     /* the first that the branch has; first is 0: none */
	struct setup setup; /* as the match began */
	struct setup last;  /* as it ended */
	int before;         /* the game that its process had played before; 0: none */
};

struct rerun_games {
	struct rerun_game *at; /* in the order of the replay */
	int count;
	int seat;
	const char *command; /* of the command line; NULL: it names none */
	char *named; /* the command line of a named player, which `command` is then; NULL: it is none */
	/* About games that its process had played before, for people; NULL: there is nothing to say.  */
	char *notice;  /* they are replayed, too */
	char *warning; /* they are not */
};

/* Reads the command line: FILE... [COMMAND]. Before the first file come those of the games that its process
 * had played before, if they are beside it, unless --alone. NULL, or for people why it cannot be rerun, which
 * the caller frees.  Call rerun_games_free() either way.  */
char *rerun_games_read(struct rerun_games *games, struct runner_call *call,
		       const struct rerun_options *options);
/* The same for the game in `path` and this seat: it comes last, behind those that its process had played
 * before, unless `alone`.  */
char *rerun_games_until(struct rerun_games *games, const char *path, int seat, bool alone);
void rerun_games_free(struct rerun_games *games);

/* The verdict of the branch that the file shows, without its detail. Its reason lives as long as the file;
 * NULL: there is none, or only the first `turns` turns are meant (-1: all).  */
struct verdict verdict_of_file(struct match_file *file, int turns);
/* The seat that --seat names (`wanted`; UNSAID: none), or the only one with an agent, or else the one that
 * the verdict blames, which is told then.  `first` and `last`: the setup as the match began and as it ended.
 * NULL, or a problem, which the caller frees.  */
char *which_seat(int wanted, const struct setup *first, const struct setup *last,
		 const struct verdict *verdict, int *seat);

#endif
