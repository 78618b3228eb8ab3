/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* text.h - pieces of the text of others, which the systems read: lines and words, and a piece in a problem.
 *
 * A piece points into the text, and owns nothing.  */
#ifndef RINGSIDE_SYSTEMS_TEXT_H
#define RINGSIDE_SYSTEMS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct text {
	const char *at;
	size_t size;
};

/* Here, so that the compiler knows the length of a literal.  */
static inline bool text_is(struct text text, const char *word)
{
	return strlen(word) == text.size && memcmp(text.at, word, text.size) == 0;
}

static inline struct text text_of(const char *string)
{
	return (struct text){string, strlen(string)};
}

/* The same, ignoring case (ASCII).  */
bool text_is_nearly(struct text text, const char *word);
/* A blank or a tab.  */
bool text_is_blank(char c);
/* Without the blanks around it.  */
struct text text_trimmed(struct text text);
/* Takes the first line off the text, without its LF or CR LF.  False: there is none, and it is
   empty.  */
bool text_line(struct text *text, struct text *line);
/* Takes the first word off the text, with the blanks around it.  Size 0: there is none.  */
struct text text_word(struct text *text);
/* Splits a text into at most `most` words, at any of these bytes.  Returns how many words there are.  */
int text_split(struct text text, const char *blanks, struct text *words, int most);
/* Takes a whole number with an optional sign off the text.  Any length is read; the value is capped at 10^15.
   False: there is none, and the text has not changed.  */
static inline bool text_take_number(struct text *text, int64_t *number)
{
	static const int64_t enough = 1000000000000000;
	const char *at = text->size ? text->at : "", *end = at + text->size, *from;
	bool negative = at < end && *at == '-';
	int64_t value = 0;

	from = at += negative || (at < end && *at == '+');
	for (; at < end && *at >= '0' && *at <= '9'; at++)
		if (value < enough)
			value = 10 * value + (*at - '0');
	if (at == from)
		return false;
	*number = negative ? -value : value;
	*text = (struct text){at, (size_t)(end - at)};
	return true;
}
/* Is it a whole number, and nothing else?  */
bool text_is_number(struct text text, int64_t *number);
/* Finds a word of the text, and sets `rest` to what follows it.  False: it is not there, and `rest` stays. */
bool text_after(struct text text, const char *word, struct text *rest);
/* A decimal number from -1 to 1 with at most six decimals, in millionths.  False: the word is something else.
 */
bool text_is_millionths(struct text word, int32_t *number);
/* In quotes, escaped and shortened.  The caller frees.  */
char *text_shown(struct text text);
/* What is wrong, for people: `before`, the text as it is shown, and the sentence behind it.  The caller
 * frees.
 */
char *text_problem(const char *before, struct text text, const char *sentence, ...)
	__attribute__((format(printf, 3, 4)));

#endif
