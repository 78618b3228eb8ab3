/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sample_words.c - lines of a judge and their words.  */
#include "sample.h"

#include <math.h>
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

static void add(struct words *words, const char *word, size_t length)
{
	if (words->count == words->room) {
		words->room = words->room ? 2 * words->room : 8;
		words->word = realloc(words->word, (size_t)words->room * sizeof(*words->word));
		if (!words->word)
			abort();
	}
	char *copy = sample_alloc(length + 1, 1);
	memcpy(copy, word, length);
	words->word[words->count++] = copy;
}

void words_add(struct words *words, const char *word)
{
	add(words, word, strlen(word));
}

void words_split(struct words *words, const char *text)
{
	words_clear(words);
	for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
		size_t length = strcspn(text, BLANKS);

		add(words, text, length);
		text += length;
	}
}

void words_copy(struct words *words, const struct words *from)
{
	words_clear(words);
	for (int i = 0; i < from->count; i++)
		words_add(words, from->word[i]);
}

bool words_equal(const struct words *one, const struct words *other)
{
	if (one->count != other->count)
		return false;
	for (int i = 0; i < one->count; i++)
		if (strcmp(one->word[i], other->word[i]) != 0)
			return false;
	return true;
}

int words_find(const struct words *words, const char *word)
{
	for (int i = 0; i < words->count; i++)
		if (strcmp(words->word[i], word) == 0)
			return i;
	return -1;
}

void words_write(const struct words *words, FILE *out)
{
	for (int i = 0; i < words->count; i++)
		fprintf(out, "%s%s", i ? " " : "", words->word[i]);
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

bool read_score(const char *text, double *score)
{
	char *end;

	*score = strtod(text, &end);
	return end != text && end[strspn(end, BLANKS)] == '\0' && isfinite(*score);
}
