/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.c - lines, words and numbers: of the Gomocup protocol, and of the files of gomoku.  */
#include "words.h"

#include "rules.h"
#include <stdlib.h>
#include <string.h>

static struct text without(struct text text, size_t first)
{
	return (struct text){text.at + first, text.size - first};
}

static bool is_end(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct text gomocup_text(const char *bytes, size_t size)
{
	while (size && (*bytes == ' ' || *bytes == '\t'))
		bytes++, size--;
	while (size && is_end(bytes[size - 1]))
		size--;
	return (struct text){bytes, size};
}

bool gomocup_is_word(struct text text, const char *word)
{
	size_t n;
	char next;

	if (!bytes_begin(text.at, text.size, word)) /* a flood of other lines pays for this alone */
		return false;
	n = strlen(word);
	next = text.size > n ? text.at[n] : ' ';
	return !((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
		 (next >= '0' && next <= '9'));
}

struct text gomocup_behind(struct text text, const char *word)
{
	if (!gomocup_is_word(text, word))
		return text;
	return gomocup_text(text.at + strlen(word), text.size - strlen(word));
}

bool gomocup_is_move(struct text text)
{
	struct square square;

	return gomoku_read_xy(text.at, text.size, &square);
}

bool gomocup_is_swap2(struct text text)
{
	struct square squares[3];
	const char *comma = memchr(text.at, ',', text.size);
	size_t bad, digits = 0;

	if (text_is_nearly(text, "SWAP"))
		return true;
	if (!comma || !memchr(comma + 1, ',', text.size - (size_t)(comma + 1 - text.at)))
		return false; /* one square at most */
	while (digits < text.size && strchr("0123456789,+- \t", text.at[digits]) && text.at[digits])
		digits++;
	return digits == text.size && gomoku_read_squares(text.at, text.size, squares, 3, &bad) > 1;
}

enum channel gomocup_channel(struct text text)
{
	static const struct {
		const char *word;
		enum channel channel;
	} words[] = {
		{"OK", CHANNEL_COMMAND},  {"MESSAGE", CHANNEL_MESSAGE}, {"DEBUG", CHANNEL_DEBUG},
		{"ERROR", CHANNEL_ERROR}, {"UNKNOWN", CHANNEL_UNKNOWN}, {"SUGGEST", CHANNEL_MOVE},
		{"INFO", CHANNEL_INFO},
	};

	if (gomocup_is_move(text) || gomocup_is_swap2(text))
		return CHANNEL_MOVE;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (gomocup_is_word(text, words[i].word))
			return words[i].channel;
	for (size_t i = 1; i < text.size; i++) /* name="..." answers ABOUT */
		if (text.at[i - 1] == '=' && text.at[i] == '"')
			return CHANNEL_INFO;
	return CHANNEL_UNKNOWN;
}

/* ---- the text of files ---- */

bool gomocup_next_line(struct lines *lines, struct text *line)
{
	struct text *left = &lines->left;

	while (left->size) {
		size_t length = 0, end;

		if (lines->n == 0 && bytes_begin(left->at, left->size, "\xef\xbb\xbf"))
			*left = without(*left, 3); /* editors on Windows write this before UTF-8 */
		while (length < left->size && left->at[length] != '\n' && left->at[length] != '\r')
			length++;
		end = length;
		if (end + 1 < left->size && left->at[end] == '\r' && left->at[end + 1] == '\n')
			end++;
		*line = gomocup_text(left->at, length);
		*left = without(*left, end < left->size ? end + 1 : end);
		lines->n++;
		if (line->size)
			return true;
	}
	return false;
}

void gomocup_take_blanks(struct text *text)
{
	*text = without(*text, gomoku_skip_blanks(text->at, text->size, 0));
}

bool gomocup_take_number(struct text *text, int64_t *value)
{
	struct text rest = *text;

	gomocup_take_blanks(&rest);
	if (!text_take_number(&rest, value))
		return false;
	*text = rest;
	return true;
}

bool gomocup_take(struct text *text, char c)
{
	struct text rest = *text;

	gomocup_take_blanks(&rest);
	if (!rest.size || *rest.at != c)
		return false;
	*text = without(rest, 1);
	return true;
}

char *gomocup_shown(struct text text)
{
	enum { SHOWN = 60 };
	char *words = bytes_escaped(text.at, text.size < SHOWN ? text.size : SHOWN), *cut;

	if (text.size <= SHOWN)
		return words;
	cut = bytes_text("%s...", words);
	free(words);
	return cut;
}

char *gomocup_expected(struct text instead, const char *format, ...)
{
	FREED char *shown = gomocup_shown(instead);
	struct bytes problem = {0};
	va_list args;

	bytes_add_text(&problem, "expected ");
	va_start(args, format);
	bytes_vaddf(&problem, format, args);
	va_end(args);
	bytes_addf(&problem, ", not \"%s\"", shown);
	return problem.at;
}
