/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sh_words.c - the words of a command line.  */
#include "ringside/sh_words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Adds the character after a backslash.  Between double quotes a backslash is special only before these four.
 * A line end after it vanishes.  Returns what follows.  */
static const char *escaped_add(struct bytes *word, const char *at, bool quoted)
{
	if (at[1] == '\n')
		return at + 2;
	if (quoted && !strchr("$`\"\\", at[1]))
		bytes_add(word, at, 1);
	bytes_add(word, at + 1, 1);
	return at + 2;
}

/* Adds the text between quotes.  Returns what follows the closing quote; NULL: there is none.  */
static const char *quoted_add(struct bytes *word, const char *at)
{
	char quote = *at++;

	while (*at && *at != quote)
		if (quote == '"' && *at == '\\' && at[1]) {
			at = escaped_add(word, at, true);
		} else {
			bytes_add(word, at, 1);
			at++;
		}
	return *at ? at + 1 : NULL;
}

/* Adds the next word.  Returns what follows it; NULL and a problem if a quote is not closed.  */
static const char *word_add(struct bytes *word, const char *at, char **problem)
{
	while (*at && !is_blank(*at)) {
		const char *from = at;

		if (*at == '\'' || *at == '"') {
			at = quoted_add(word, at);
			if (!at) {
				*problem = bytes_text("the quote %c is not closed", *from);
				return NULL;
			}
		} else if (*at == '\\' && at[1]) {
			at = escaped_add(word, at, false);
		} else if (*at == '\\') {
			*problem = bytes_text("nothing follows the last backslash");
			return NULL;
		} else {
			bytes_add(word, at, 1);
			at++;
		}
	}
	bytes_add(word, "", 1);
	return at;
}

void sh_words_add(struct sh_words *words, const char *word)
{
	bytes_add(&words->text, word, strlen(word) + 1);
	words->count++;
}

char **sh_words_block(struct sh_words *words)
{
	size_t pointers = (words->count + 1) * sizeof(char *);
	char **block = bytes_new(pointers + words->text.size);
	char *word = (char *)block + pointers;

	if (words->text.size)
		memcpy(word, words->text.at, words->text.size);
	for (size_t i = 0; i < words->count; i++) {
		block[i] = word;
		word += strlen(word) + 1;
	}
	bytes_free(&words->text);
	return block;
}

char **sh_words_split(const char *line, char **problem)
{
	struct sh_words words = {0};

	for (const char *at = line;;) {
		struct bytes word = {0};

		while (is_blank(*at))
			at++;
		if (!*at)
			return sh_words_block(&words);
		at = word_add(&word, at, problem);
		if (at)
			sh_words_add(&words, word.at);
		bytes_free(&word);
		if (!at) {
			bytes_free(&words.text);
			return NULL;
		}
	}
}

char *sh_words_quoted(const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
	struct bytes text = {0};

	if (*word && !word[strspn(word, plain)])
		return bytes_text("%s", word);
	bytes_add_text(&text, "'");
	for (; *word; word++)
		if (*word == '\'')
			bytes_add_text(&text, "'\\''");
		else
			bytes_add(&text, word, 1);
	bytes_add_text(&text, "'");
	return text.at;
}
