/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire_words.c - the words of the Gomocup protocol: recognizes lines.  */
#include "wire.h"

#include "ringside/bytes.h"
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

const char *gomocup_name(const char *text, size_t size, size_t *length)
{
	static const char key[] = "name=\"";

	for (size_t i = 0; i + sizeof(key) <= size; i++) {
		const char *value = text + i + sizeof(key) - 1, *end;

		if (!bytes_begin(text + i, size - i, key))
			continue;
		end = memchr(value, '"', size - (size_t)(value - text));
		*length = end ? (size_t)(end - value) : 0;
		return end > value ? value : NULL;
	}
	return NULL;
}
