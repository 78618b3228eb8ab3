/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.h - lines, words and numbers: of the Gomocup protocol, and of the files of gomoku.  */
#ifndef RINGSIDE_GOMOCUP_WORDS_H
#define RINGSIDE_GOMOCUP_WORDS_H

#include "ringside/message.h"
#include "systems/text.h"
#include <stdint.h>

/* Without the line end and the blanks around it, as the others want their text.  */
struct text gomocup_text(const char *bytes, size_t size);
/* Does the text begin with this word, and not with a longer one?  Brains write `OK - fine`, `UNKNOWN: what`,
   or `MESSAGE` alone.  */
bool gomocup_is_word(struct text text, const char *word);
/* What follows this word, if the text begins with it; else the text.  */
struct text gomocup_behind(struct text text, const char *word);
/* `7,7`, the answer to a turn.  */
bool gomocup_is_move(struct text text);
/* `SWAP`, or two or three squares as `7,7 8,7 9,9`: answers to SWAP2BOARD only.  */
bool gomocup_is_swap2(struct text text);
enum channel gomocup_channel(struct text text);

/* Reads a text line by line.  Begin with the whole text and n 0.  */
struct lines {
	struct text left;
	int n; /* of the last line, from 1 */
};

/* The next line that is not blank, without blanks around it.  False: there are no more.  */
bool gomocup_next_line(struct lines *lines, struct text *line);

/* These take something off the text, and the blanks before it.  False: something else is there, and the text
   has not changed.  */

/* A number with an optional sign.  Any length is read; the value is capped at 10^15.  */
bool gomocup_take_number(struct text *text, int64_t *value);
bool gomocup_take(struct text *text, char c);
/* Only the blanks.  */
void gomocup_take_blanks(struct text *text);

/* The text for a message: shortened and escaped.  The caller frees.  */
char *gomocup_shown(struct text text);
/* "expected ..., not "text"", for people.  The caller frees.  */
char *gomocup_expected(struct text instead, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
