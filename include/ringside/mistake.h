/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mistake.h - how a mistake in a text of others is told: its place, and the word that was meant.
 *
 * All readers of files tell a mistake in one form: FILE:LINE:COLUMN: what is wrong, and what was expected. */
#ifndef RINGSIDE_MISTAKE_H
#define RINGSIDE_MISTAKE_H

#include <stddef.h>

struct location {
	int line, column; /* from 1; a column counts characters, a tab as one; 0: not known */
};

/* The place of `at`, a byte of the text or its end.  Ends of lines are LF, CR LF, LF CR and CR.  A byte order
 * mark is in no column.  Bytes that are not UTF-8 count as one character each.  */
struct location location_of(const char *text, const char *at);
/* The same if the text begins at another place.  */
struct location location_behind(struct location from, const char *text, const char *at);

/* "NAME:LINE:COLUMN: why", without what is not known; `why` may begin with a new line.  Frees `why`; the
 * caller frees the result.  */
char *location_problem(const char *name, struct location place, char *why);
/* NULL, or where the text holds a NUL byte, which the name of the file precedes.  The caller frees.  */
char *location_of_nul(const char *name, const char *text, size_t size);

/* ---- which of many words was meant: "paly" for "play" ----
 *
 * Tables give their names one by one, so no list has to be made.  */

struct nearest {
	const char *word; /* what was typed; the caller's, not ended by a NUL */
	size_t size;
	const char *found; /* the nearest candidate; the table's; NULL: none is near enough */
	int distance;      /* from it */
};

/* How many letters must be put in, left out, changed, or swapped with their neighbour to make one word of
 * the other.  Case does not count.  At most 64 bytes of each are compared.  */
int words_distance(const char *a, size_t a_size, const char *b, size_t b_size);
/* Begins a search.  `word` has `size` bytes.  */
struct nearest nearest_to(const char *word, size_t size);
/* Looks at a candidate, which must live as long as the search.  Of two that are as near, the first counts. */
void nearest_try(struct nearest *nearest, const char *candidate);
/* ": did you mean play?"; "" if nothing is near.  The caller frees.  */
char *nearest_question(const struct nearest *nearest);
/* The nearest of a NULL-ended list (NULL: an empty one); NULL: none is near enough.  */
const char *words_nearest(const char *word, const char *const *words);
/* Says that there is no such `kind` as the word, and which of the list was meant, or what was expected:
 * "there is no layout "wied": did you mean wide?".  The caller frees.  */
char *words_unknown(const char *kind, const char *word, const char *const *words);

#endif
