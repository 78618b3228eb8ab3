/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sgf.h - the text of SGF (FF[4], red-bean.com/sgf): a tree of nodes with properties.  Only its main line is
 * read.  Nothing here depends on the game.  */
#ifndef RINGSIDE_FORMATS_SGF_H
#define RINGSIDE_FORMATS_SGF_H

#include "ringside/bytes.h"

/* One value of a property: AB[aa][bb] is two of them.  */
struct sgf_value {
	int node;       /* of the main line, from 0 */
	char name[4];   /* as "B"; longer names are cut, which no known name is */
	char *text;     /* without escapes, with \n as line end; owned */
	const char *at; /* the first byte of the value in the file */
};

struct sgf {
	struct sgf_value *values; /* in the order of the file; owned */
	int count;
	bool unfinished; /* the text ends before the main line does */
};

/* No game is larger: its board has 4096 squares, and each move may open a variation.  */
enum { SGF_DEPTH_MOST = 5000, SGF_VALUES_MOST = 100000 };

/* Reads the main line, which is the first variation everywhere, of a game in a collection, from 1.  Text
   before and after it, as in a mail, is ignored.  NULL, or what is wrong at *wrong; then there is nothing to
   free.  */
char *sgf_read(struct sgf *sgf, const char *text, size_t size, int game, const char **wrong);
void sgf_free(struct sgf *sgf);
/* Where that game begins; `size`: there is none.  */
size_t sgf_begin(const char *text, size_t size, int game);
/* How many games the text holds.  */
int sgf_games(const char *text, size_t size);
/* The first value of this name; NULL: there is none.  */
const struct sgf_value *sgf_first(const struct sgf *sgf, const char *name);

/* Writes NAME[text] with escapes.  Invalid UTF-8 and control bytes become \x07; line ends stay.  */
void sgf_write(struct bytes *out, const char *name, const char *text);
/* A text to be put inside a value.  The caller frees.  */
char *sgf_escaped(const char *text);

/* The letter of a column or row, from 0: a to z, then A to Z.  */
enum { SGF_LETTERS = 52 };
char sgf_letter(int n);
/* -1: it is none.  */
int sgf_letter_read(char c);

#endif
