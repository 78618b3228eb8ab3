/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sgf.h - the text of SGF (FF[4], red-bean.com/sgf): a tree of nodes with properties, of which the main line
 * is read.
 *
 * Nothing here knows which game it is.  */
#ifndef RINGSIDE_GOMOCUP_SGF_H
#define RINGSIDE_GOMOCUP_SGF_H

#include "ringside/bytes.h"

/* One value of a property: AB[aa][bb] is two of them.  */
struct sgf_value {
	int node;     /* of the main line, from 0 */
	int line;     /* of the file, from 1 */
	char name[4]; /* as "B"; cut where it is longer, which no known name is */
	char *text;   /* without escapes, line ends as \n; owned */
};

struct sgf {
	struct sgf_value *values; /* in the order of the file; owned */
	int count;
};

/* Reads the main line, that is the first variation everywhere, of a game of a collection, from 1.  What
   stands before it, as of a mail, and what stands behind it is left alone.  NULL, or what is wrong with which
   line, and there is nothing to free.  */
char *sgf_read(struct sgf *sgf, const char *text, size_t size, int game);
void sgf_free(struct sgf *sgf);
/* Where that game begins; `size`: there are fewer.  */
size_t sgf_begin(const char *text, size_t size, int game);
/* How many games the text holds.  */
int sgf_games(const char *text, size_t size);
/* The first value of this name; NULL: there is none.  */
const struct sgf_value *sgf_first(const struct sgf *sgf, const char *name);

/* Writes NAME[text] with escapes.  Bytes that are no UTF-8 and control bytes are shown as \x07; a line end
   stays one.  */
void sgf_write(struct bytes *out, const char *name, const char *text);
/* A text for within a value, which the caller frees.  */
char *sgf_escaped(const char *text);

/* Letters of a column or of a row, from 0: a to z, then A to Z.  */
enum { SGF_LETTERS = 52 };
char sgf_letter(int n);
/* -1: it is none.  */
int sgf_letter_read(char c);

#endif
