/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* named_player.h - the players that the config names, for @NAME wherever a player's command can stand.
 *
 * @NAME becomes a command line that says all: `env -C FOLDER NAME=VALUE PROGRAM`. So a match file has what
 * starts the player again, on a machine without this config, too.  */
#ifndef RINGSIDE_NAMED_PLAYER_H
#define RINGSIDE_NAMED_PLAYER_H

#include "ringside/setup.h"

struct named_player {
	char *name;
	char *file;    /* the path of the one that names it */
	char *system;  /* the only one that it plays; NULL: any */
	char *command; /* in sh's words */
	struct seat_settings settings;
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
/* The same with settings that replace those of the player.  */
char *named_player_with(const char *word, const char *system, const struct seat_settings *own,
			char **problem);
/* Forgets all.  */
void named_players_free(void);

#endif
