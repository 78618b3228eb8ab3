/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sh_words.h - the words of a command line, by sh's quotes and backslashes.  Nothing is expanded.  */
#ifndef RINGSIDE_SH_WORDS_H
#define RINGSIDE_SH_WORDS_H

#include "ringside/bytes.h"

/* Words, each with a NUL behind it, and how many.  */
struct sh_words {
	struct bytes text;
	size_t count;
};

void sh_words_add(struct sh_words *words, const char *word);
/* A NULL-terminated array and its text in one block, which the caller frees.  Consumes the words.  */
char **sh_words_block(struct sh_words *words);
/* The words of a line as such a block; there may be none.  NULL and a *problem for people if a quote is not
 * closed.  The caller frees either.  */
char **sh_words_split(const char *line, char **problem);
/* A word as sh reads it; the caller frees.  */
char *sh_words_quoted(const char *word);

#endif
