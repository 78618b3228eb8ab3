/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* named_player.h - the players that the config names, for @NAME wherever a player's command can stand.
 *
 * @NAME becomes a command line that says all: `env -C FOLDER NAME=VALUE PROGRAM`. So a match file has what
 * starts the player again, on a machine without this config, too.  */
#ifndef RINGSIDE_NAMED_PLAYER_H
#define RINGSIDE_NAMED_PLAYER_H

#include "ringside/bytes.h"

struct named_player {
	char *name;
	char *file;       /* the path of the one that names it */
	char *system;     /* the only one that it plays; NULL: any */
	char *command;    /* in sh's words */
	char *folder;     /* where it runs, a full path; NULL: where the match does */
	char *info;       /* what it is told besides, with ; between; NULL: nothing */
	char *turn_time;  /* its limits, as the options of these names take them; NULL: those of the ... */
	char *match_time; /* ... match */
	struct bytes environment; /* NAME=VALUE, each with a NUL behind it */
};

/* The player of that name, made if there is none yet.  */
struct named_player *named_player_made(const char *name);
/* The i-th in the order of the config; NULL: there are no more.  */
const struct named_player *named_player_at(int i);
/* The player of @NAME; NULL: the word is no such name, or *problem says why there is none. For people; the
 * caller frees. An unknown name may come with the nearest one.  */
const struct named_player *named_player_of(const char *word, const char *system, char **problem);
/* The command line that a word means: that of @NAME, or a copy of the word. NULL and a problem, for people.
 * The caller frees either.  */
char *named_player_words(const char *word, const char *system, char **problem);
/* Forgets all.  */
void named_players_free(void);

#endif
