/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sh_words.h - the words of a command line, by sh's quotes and backslashes, and the name of a player in it.
 * Nothing is expanded.  */
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

/* ---- a player's name ----
 *
 * Interpreters and tools that start another program give no name: a table lists python3, env, wine, java, sh
 * -c, nice and others to skip.  */

/* The program of a command line without its folder: `pbrain-a.exe` of "env X=1 wine /b/pbrain-a.exe 4",
   `brain.py` of "python3 brain.py", `bots.main` of "python3 -m bots.main".  Code given as a word ("perl -e")
   has no name; that of sh is searched for a program.  The caller frees.  */
char *program_file(const char *command);
/* The variable that gives a player its name in "env RINGSIDE_PLAYER=rapfi ./brain".  */
#define PROGRAM_PLAYER "RINGSIDE_PLAYER="
/* The name that env gives so; NULL: none.  The caller frees.  */
char *program_player(const char *command);
/* The name of a player: that one, or else the same without its ending and without a prefix from `samples`
 * (NULL: none); of `sample:NAME` it is NAME.  The caller frees.  */
char *program_name(const char *command, const char *const *samples);

#endif
