/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* games.h - the games that `ringside run --json` printed, and a folder for the files of a series.  */
#ifndef RINGSIDE_TESTS_GAMES_H
#define RINGSIDE_TESTS_GAMES_H

#include "ringside/folder.h"

#include <jansson.h>
#include <stdbool.h>

enum { GAMES_ROOM = 200 };

/* Adds the games of these lines to the array, by number.  Fails the test if a game is there already.  */
void games_add(json_t *games[GAMES_ROOM], const char *lines);
/* Checks that games 1 to `count` are there, and no other.  */
void games_expect(json_t *games[GAMES_ROOM], int count);
void games_free(json_t *games[GAMES_ROOM]);
/* A number and a word of a game.  */
int game_number(const json_t *game, const char *key);
const char *game_word(const json_t *game, const char *key);

/* Makes an empty folder; the template ends in XXXXXX.  */
void folder_make(char *template);
/* Writes a file, or adds to it.  */
void file_write(const char *path, const char *text, bool add);
/* What a file has, up to its first NUL; NULL: nothing.  The caller frees.  */
char *file_read(const char *path);

#endif
