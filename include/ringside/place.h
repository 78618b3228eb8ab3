/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* place.h - a place in a text of others, and how a mistake there is told.
 *
 * All readers of files tell a mistake in one form: FILE:LINE:COLUMN: what is wrong, and what was expected. */
#ifndef RINGSIDE_PLACE_H
#define RINGSIDE_PLACE_H

#include <stddef.h>

struct place {
	int line, column; /* from 1; a column counts characters, a tab as one; 0: not known */
};

/* The place of `at`, a byte of the text or its end.  Ends of lines are LF, CR LF, LF CR and CR.  A byte order
 * mark is in no column.  Bytes that are not UTF-8 count as one character each.  */
struct place place_of(const char *text, const char *at);
/* The same if the text begins at another place.  */
struct place place_behind(struct place from, const char *text, const char *at);

/* "NAME:LINE:COLUMN: why", without what is not known; `why` may begin with a new line.  Frees `why`; the
 * caller frees the result.  */
char *place_problem(const char *name, struct place place, char *why);
/* NULL, or where the text holds a NUL byte, which the name of the file precedes.  The caller frees.  */
char *place_of_nul(const char *name, const char *text, size_t size);

#endif
