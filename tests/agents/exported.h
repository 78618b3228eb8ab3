/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* exported.h - compares the output of `ringside export --format jsonl` with the match file, and with the
 * output of `run --json --turns-json` that played the match.  */
#ifndef RINGSIDE_TESTS_EXPORTED_H
#define RINGSIDE_TESTS_EXPORTED_H

#include <jansson.h>

/* The objects in these lines.  Fails the test if a line is not an object.  The caller owns them.  */
json_t *exported_lines(const char *text);
/* Checks that the lines have as many objects of each type as the file, and each message's exact bytes.  */
void exported_all(const json_t *lines, const char *path);
/* Checks that the newest branch has the verdict and the turns of the printed game.  */
void exported_game(const json_t *lines, const char *printed);

#endif
