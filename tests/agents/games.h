/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* games.h - what `ringside run --json` printed of a series, and a folder for what it writes.  */
#ifndef RINGSIDE_TESTS_GAMES_H
#define RINGSIDE_TESTS_GAMES_H

#include <jansson.h>
#include <stdbool.h>

enum { GAMES_ROOM = 200 };

/* Adds the games of these lines to an array of objects by number; fails the test when one is there already.
 */
void games_add(json_t *games[GAMES_ROOM], const char *lines);
/* Games 1 to `count` are there, and no other.  */
void games_expect(json_t *games[GAMES_ROOM], int count);
void games_free(json_t *games[GAMES_ROOM]);
/* Numbers and words of a game.  */
int game_number(const json_t *game, const char *key);
const char *game_word(const json_t *game, const char *key);

/* An empty folder; the template ends in XXXXXX.  */
void folder_make(char *template);
/* Removes it with all files in it.  */
void folder_remove(const char *path);
/* Writes a file, or adds to it.  */
void file_write(const char *path, const char *text, bool add);

#endif
