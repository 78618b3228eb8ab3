/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* scan.h - walks through one JSON text without keeping it.
 *
 * A file of results may have millions of lines, of which tables need a few members each. A library that makes
 * a tree of each line takes ten times as long. The text may be a stranger's: all of it is checked against the
 * grammar.
 *
 *     scan_open(&scan, '{');
 *     while (scan_member(&scan, &key))
 *             if (piece_is(key, "game"))
 *                     game = scan_whole(&scan, 1, 1000);
 *             else
 *                     scan_skip(&scan);
 *     scan_end(&scan);
 *
 * The first mistake sets `wrong` and moves to the end: all calls after it find nothing.  */
#ifndef RINGSIDE_SCAN_H
#define RINGSIDE_SCAN_H

#include "ringside/bytes.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A part of the text, as it stands there.  */
struct piece {
	const char *at;
	size_t size;
};

struct scan {
	const char *at, *end;
	bool fresh;        /* right behind a bracket that opens */
	const char *wrong; /* what was expected where there is something else; static; NULL: all is right so
			      far */
	const char *where; /* the place of that */
};

struct scan scan_of(const char *text, size_t size);
/* Goes into an object '{' or an array '['.  False: there is none.  */
bool scan_open(struct scan *scan, char bracket);
/* Goes to the value of the next member, or to the next item.  False: the closing bracket was passed.  The key
 * is without its quotes, and its escapes are left.  */
bool scan_member(struct scan *scan, struct piece *key);
bool scan_item(struct scan *scan);
/* After the value of the whole text: nothing may follow.  */
void scan_end(struct scan *scan);
/* Notes a mistake at the present place, unless there was one before.  */
void scan_fail(struct scan *scan, const char *expected);

/* The value here.  */

bool scan_is(const struct scan *scan, char first); /* does it begin so?  n: null, ": a text */
/* Passes null, if it is that.  */
bool scan_null(struct scan *scan);
/* A finite number between two bounds, and a whole one; `least` after a mistake.  */
double scan_number(struct scan *scan, double least, double most);
int64_t scan_whole(struct scan *scan, int64_t least, int64_t most);
/* A text between its quotes, with its escapes.  */
struct piece scan_text(struct scan *scan);
/* Any value.  */
struct piece scan_skip(struct scan *scan);

/* The first key of an object; size 0: it is none, or empty.  */
struct piece scan_first_key(const char *text, size_t size);

/* Inline, so that the length of a constant is known.  */
static inline bool piece_is(struct piece piece, const char *word)
{
	return piece.size == strlen(word) && memcmp(piece.at, word, piece.size) == 0;
}
/* Adds a text with its escapes resolved; a NUL or half of a surrogate pair becomes U+FFFD.  */
void piece_add(struct bytes *to, struct piece text);
/* The same alone; "" if there is none.  The caller frees.  */
char *piece_text(struct piece text);

#endif
