/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.h - the lines of a file of results, which may be a stranger's: none is longer than TEXT_FILE_MAX.  */
#ifndef RINGSIDE_LINES_H
#define RINGSIDE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lines {
	FILE *file; /* the caller's */
	char *buffer;
	size_t from, size, room;
	bool ended;
	int number; /* of the last line, from 1 */
};

/* The lines of the file from its position on.  */
struct lines lines_of(FILE *file);
/* The next line without its end, until the next call.  False: there is none, or it is too long.  */
bool lines_next(struct lines *lines, char **line, size_t *size);
/* When there is no next line: the bytes that have no line end, which are at buffer + from.  */
size_t lines_rest(const struct lines *lines);
/* Why there is no next line; NULL: the file has no more.  The caller frees.  */
char *lines_problem(const struct lines *lines, const char *path);
void lines_free(struct lines *lines);

#endif
