/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* nearest.h - which of many words was meant: "paly" for "play".
 *
 * Tables give their names one by one, so no list has to be made.  */
#ifndef RINGSIDE_NEAREST_H
#define RINGSIDE_NEAREST_H

#include <stddef.h>

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
