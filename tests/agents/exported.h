/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* exported.h - what `ringside export --format jsonl` says of a match file, held against the file and against
 * what `run --json --turns-json` printed when the match was played.  */
#ifndef RINGSIDE_TESTS_EXPORTED_H
#define RINGSIDE_TESTS_EXPORTED_H

#include <jansson.h>

/* The objects of these lines; fails the test when one is none.  The caller owns them.  */
json_t *exported_lines(const char *text);
/* They have as many of each type as the file, and the exact bytes of each message.  */
void exported_all(const json_t *lines, const char *path);
/* The verdict of the newest branch and its turns are those of the game that was printed.  */
void exported_game(const json_t *lines, const char *printed);

#endif
