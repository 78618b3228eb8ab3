/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* text.c - lines and words of the text of others, and how a piece of it is shown.  */
#include "systems/text.h"

#include "ringside/bytes.h"
#include <stdlib.h>

bool text_is_nearly(struct text text, const char *word)
{
	return text.size == strlen(word) && bytes_begin(text.at, text.size, word);
}

bool text_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct text text_trimmed(struct text text)
{
	while (text.size && text_is_blank(text.at[text.size - 1]))
		text.size--;
	while (text.size && text_is_blank(*text.at)) {
		text.at++;
		text.size--;
	}
	return text;
}

bool text_line(struct text *text, struct text *line)
{
	const char *end = text->size ? memchr(text->at, '\n', text->size) : NULL;
	size_t size = end ? (size_t)(end - text->at) : text->size;

	*line = (struct text){text->at, size && text->at[size - 1] == '\r' ? size - 1 : size};
	if (!text->size)
		return false;
	size += end != NULL;
	*text = (struct text){text->at + size, text->size - size};
	return true;
}

struct text text_word(struct text *text)
{
	const char *end = text->size ? text->at + text->size : text->at, *from = text->at, *at;
	struct text word;

	while (from < end && text_is_blank(*from))
		from++;
	for (at = from; at < end && !text_is_blank(*at);)
		at++;
	word = (struct text){from, (size_t)(at - from)};
	while (at < end && text_is_blank(*at))
		at++;
	*text = (struct text){at, (size_t)(end - at)};
	return word;
}

int text_split(struct text text, const char *blanks, struct text *words, int most)
{
	const char *end = text.at + text.size;
	int count = 0;

	for (const char *at = text.at; at < end; at++) {
		const char *from = at;

		while (at < end && *at && !strchr(blanks, *at))
			at++;
		if (at > from && count++ < most)
			words[count - 1] = (struct text){from, (size_t)(at - from)};
	}
	return count;
}

bool text_is_number(struct text text, int64_t *number)
{
	return text_take_number(&text, number) && !text.size;
}

bool text_after(struct text text, const char *word, struct text *rest)
{
	struct text next;

	while ((next = text_word(&text)).size)
		if (text_is(next, word)) {
			*rest = text;
			return true;
		}
	return false;
}

static bool is_digit(const char *at, const char *end)
{
	return at < end && *at >= '0' && *at <= '9';
}

bool text_is_millionths(struct text word, int32_t *number)
{
	enum { ONE = 1000000 };
	const char *at = word.at, *end = at + word.size;
	bool negative = at < end && *at == '-', digits = false;
	int32_t value = 0, place = ONE;

	at += negative || (at < end && *at == '+');
	for (; is_digit(at, end) && value <= ONE; at++, digits = true)
		value = 10 * value + (*at - '0') * ONE;
	if (at < end && *at == '.')
		for (at++; is_digit(at, end) && place > 1; at++, digits = true)
			value += (*at - '0') * (place /= 10);
	*number = negative ? -value : value;
	return digits && at == end && value <= ONE;
}

char *text_shown(struct text text)
{
	enum { MOST = 60 /* bytes */ };
	size_t cut = text.size;
	FREED char *escaped = NULL;

	if (text.size > MOST) /* not inside a character */
		for (cut = MOST; cut > MOST - 4 && ((unsigned char)text.at[cut] & 0xc0) == 0x80;)
			cut--;
	escaped = bytes_escaped(text.at, cut);
	return bytes_text("\"%s%s\"", escaped, cut < text.size ? "…" : "");
}

char *text_problem(const char *before, struct text text, const char *sentence, ...)
{
	FREED char *shown = text_shown(text);
	struct bytes problem = {0};
	va_list args;

	va_start(args, sentence);
	bytes_addf(&problem, "%s%s", before, shown);
	bytes_vaddf(&problem, sentence, args);
	va_end(args);
	return problem.at;
}
