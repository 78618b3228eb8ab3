/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.h - lines, words and numbers: of the Gomocup protocol, and of the files of gomoku.  */
#ifndef RINGSIDE_GOMOCUP_WORDS_H
#define RINGSIDE_GOMOCUP_WORDS_H

#include "ringside/message.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Removes the line end and blanks around the text.  */
void gomocup_trim(const char **text, size_t *size);
/* Does the text begin with this word, and not with a longer one?  Brains write `OK - fine`, `UNKNOWN: what`,
   or `MESSAGE` alone.  */
bool gomocup_is_word(const char *text, size_t size, const char *word);
/* `7,7`, the answer to a turn.  */
bool gomocup_is_move(const char *text, size_t size);
/* `SWAP`, or two or three squares as `7,7 8,7 9,9`: answers to SWAP2BOARD only.  */
bool gomocup_is_swap2(const char *text, size_t size);
enum channel gomocup_channel(const char *text, size_t size);

/* Reads a text line by line.  Begin with the whole text and n 0.  */
struct lines {
	const char *at;
	size_t left;
	int n; /* of the last line, from 1 */
};

/* The next line that is not blank, without blanks around it.  False: there are no more.  */
bool gomocup_next_line(struct lines *lines, const char **text, size_t *size);

/* Reads a number at *at, with an optional sign, after blanks.  Any length is read; the value is capped at
   10^15.  False: there is none, and *at has not changed.  */
bool gomocup_read_number(const char *text, size_t size, size_t *at, int64_t *value);
/* Skips blanks and takes this character.  False: there is another one, and *at has not changed.  */
bool gomocup_take(const char *text, size_t size, size_t *at, char c);

/* The text for a message: shortened and escaped.  The caller frees.  */
char *gomocup_shown(const char *text, size_t size);

#endif
