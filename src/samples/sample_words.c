/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sample_words.c - lines of a judge and their words.  */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#define BLANKS " \t"

void *sample_alloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		abort();
	return memory;
}

static bool ends(char byte)
{
	return byte == '\n' || byte == '\r' || byte == ' ' || byte == '\t';
}

bool line_read(struct line *line, FILE *in)
{
	ssize_t size = getline(&line->text, &line->room, in);

	if (size < 0) {
		free(line->text);
		*line = (struct line){0};
		return false;
	}
	for (ssize_t i = 0; i < size; i++)
		if (line->text[i] == '\0')
			line->text[i] = ' ';
	while (size > 0 && ends(line->text[size - 1]))
		size--;
	line->text[size] = '\0';
	return true;
}

const char *after_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(text, word, length) != 0 || (text[length] && !strchr(BLANKS, text[length])))
		return NULL;
	return text + length + strspn(text + length, BLANKS);
}

void words_add(struct words *words, const char *word)
{
	if (words->count == words->room) {
		words->room = words->room ? 2 * words->room : 8;
		words->word = realloc(words->word, (size_t)words->room * sizeof(*words->word));
	}
	if (!words->word || !(words->word[words->count++] = strdup(word)))
		abort();
}

void words_clear(struct words *words)
{
	while (words->count > 0)
		free(words->word[--words->count]);
}

void words_free(struct words *words)
{
	words_clear(words);
	free(words->word);
	*words = (struct words){0};
}
