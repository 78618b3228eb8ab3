/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* words.c - lines, words and numbers: of the Gomocup protocol, and of the files of gomoku.  */
#include "words.h"

#include "rules.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_end(char c)
{
	return is_blank(c) || c == '\r' || c == '\n';
}

void gomocup_trim(const char **text, size_t *size)
{
	while (*size && is_blank(**text))
		++*text, --*size;
	while (*size && is_end((*text)[*size - 1]))
		--*size;
}

bool gomocup_is_word(const char *text, size_t size, const char *word)
{
	size_t n;
	char next;

	if (!bytes_begin(text, size, word)) /* a flood of other lines pays for this alone */
		return false;
	n = strlen(word);
	next = size > n ? text[n] : ' ';
	return !((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
		 (next >= '0' && next <= '9'));
}

static bool holds(const char *text, size_t size, const char *part)
{
	size_t n = strlen(part);

	for (size_t i = 0; i + n <= size; i++)
		if (memcmp(text + i, part, n) == 0)
			return true;
	return false;
}

bool gomocup_is_move(const char *text, size_t size)
{
	struct square square;

	return gomoku_read_xy(text, size, &square);
}

bool gomocup_is_swap2(const char *text, size_t size)
{
	struct square squares[3];
	const char *comma = memchr(text, ',', size);
	size_t bad, digits = 0;

	if (size == strlen("SWAP") && bytes_begin(text, size, "SWAP"))
		return true;
	if (!comma || !memchr(comma + 1, ',', size - (size_t)(comma + 1 - text)))
		return false; /* one square at most */
	while (digits < size && strchr("0123456789,+- \t", text[digits]) && text[digits])
		digits++;
	return digits == size && gomoku_read_squares(text, size, squares, 3, &bad) > 1;
}

enum channel gomocup_channel(const char *text, size_t size)
{
	static const struct {
		const char *word;
		enum channel channel;
	} words[] = {
		{"OK", CHANNEL_COMMAND},  {"MESSAGE", CHANNEL_MESSAGE}, {"DEBUG", CHANNEL_DEBUG},
		{"ERROR", CHANNEL_ERROR}, {"UNKNOWN", CHANNEL_UNKNOWN}, {"SUGGEST", CHANNEL_MOVE},
		{"INFO", CHANNEL_INFO},
	};

	gomocup_trim(&text, &size);
	if (gomocup_is_move(text, size) || gomocup_is_swap2(text, size))
		return CHANNEL_MOVE;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (gomocup_is_word(text, size, words[i].word))
			return words[i].channel;
	return holds(text, size, "=\"") ? CHANNEL_INFO : CHANNEL_UNKNOWN;
}

/* ---- the text of files ---- */

bool gomocup_next_line(struct lines *lines, const char **text, size_t *size)
{
	while (lines->left) {
		size_t length = 0, end;

		if (lines->n == 0 && bytes_begin(lines->at, lines->left, "\xef\xbb\xbf")) {
			lines->at += 3; /* editors on Windows write this before UTF-8 */
			lines->left -= 3;
		}
		while (length < lines->left && lines->at[length] != '\n' && lines->at[length] != '\r')
			length++;
		end = length;
		if (end + 1 < lines->left && lines->at[end] == '\r' && lines->at[end + 1] == '\n')
			end++;
		if (end < lines->left)
			end++;
		*text = lines->at;
		*size = length;
		lines->at += end;
		lines->left -= end;
		lines->n++;
		gomocup_trim(text, size);
		if (*size)
			return true;
	}
	return false;
}

bool gomocup_read_number(const char *text, size_t size, size_t *at, int64_t *value)
{
	static const int64_t enough = 1000000000000000;
	size_t i = gomoku_skip_blanks(text, size, *at), from;
	bool negative;

	negative = i < size && text[i] == '-';
	if (i < size && (text[i] == '-' || text[i] == '+'))
		i++;
	from = i;
	for (*value = 0; i < size && isdigit((unsigned char)text[i]); i++)
		if (*value < enough)
			*value = 10 * *value + (text[i] - '0');
	if (negative)
		*value = -*value;
	if (i == from)
		return false;
	*at = i;
	return true;
}

bool gomocup_take(const char *text, size_t size, size_t *at, char c)
{
	size_t i = gomoku_skip_blanks(text, size, *at);

	if (i == size || text[i] != c)
		return false;
	*at = i + 1;
	return true;
}

char *gomocup_shown(const char *text, size_t size)
{
	enum { SHOWN = 60 };
	char *words = bytes_escaped(text, size < SHOWN ? size : SHOWN), *cut;

	if (size <= SHOWN)
		return words;
	cut = bytes_text("%s...", words);
	free(words);
	return cut;
}
