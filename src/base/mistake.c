/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* mistake.c - tells a mistake in what others wrote: its place in the text, and the word that was meant.
 *
 * Of the letters of a word a third may be wrong, but at least one: more would suggest words that nobody
 * meant.  */
#include "ringside/mistake.h"

#include "ringside/bytes.h"
#include "ringside/words.h"
#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BYTE_ORDER_MARK = 0xfeff };

struct location location_behind(struct location from, const char *text, const char *at)
{
	struct location place = from;
	uint32_t character = 0;
	size_t length;

	assert(text <= at);
	for (; text < at; text += length ? length : 1) {
		length = words_character(text, (size_t)(at - text), &character);
		if (*text == '\n' || *text == '\r') {
			length += text + 1 < at && text[1] != *text && (text[1] == '\n' || text[1] == '\r');
			place.line++;
			place.column = 1;
		} else if (!length || character != BYTE_ORDER_MARK) {
			place.column++;
		}
	}
	return place;
}

struct location location_of(const char *text, const char *at)
{
	return location_behind((struct location){1, 1}, text, at);
}

char *location_problem(const char *name, struct location place, char *why)
{
	struct bytes problem = {0};

	bytes_add_text(&problem, name);
	if (place.line)
		bytes_addf(&problem, ":%d", place.line);
	if (place.line && place.column)
		bytes_addf(&problem, ":%d", place.column);
	bytes_addf(&problem, *why == '\n' ? ":%s" : ": %s", why);
	free(why);
	return problem.at;
}

char *location_of_nul(const char *name, const char *text, size_t size)
{
	const char *nul = size ? memchr(text, '\0', size) : NULL;

	return nul ? location_problem(name, location_of(text, nul),
				      bytes_text("a NUL byte: expected text, which holds none"))
		   : NULL;
}

/* ---- the word that was meant ---- */

enum { LONGEST = 64, PART = 3 };

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

int words_distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
	int rows[3][LONGEST + 1];
	int *before = rows[0], *last = rows[1], *row = rows[2], *spare;
	size_t height = a_size < LONGEST ? a_size : LONGEST, width = b_size < LONGEST ? b_size : LONGEST;

	assert(a && b);
	for (size_t x = 0; x <= width; x++)
		last[x] = before[x] = (int)x;
	for (size_t y = 1; y <= height; y++) {
		row[0] = (int)y;
		for (size_t x = 1; x <= width; x++) {
			row[x] = least(least(last[x], row[x - 1]) + 1,
				       last[x - 1] + !same(a[y - 1], b[x - 1]));
			if (y > 1 && x > 1 && same(a[y - 1], b[x - 2]) && same(a[y - 2], b[x - 1]))
				row[x] = least(row[x], before[x - 2] + 1);
		}
		spare = before;
		before = last;
		last = row;
		row = spare;
	}
	return last[width];
}

struct nearest nearest_to(const char *word, size_t size)
{
	assert(word);
	return (struct nearest){.word = word, .size = size};
}

void nearest_try(struct nearest *nearest, const char *candidate)
{
	int wrong = nearest->size > PART ? (int)(nearest->size / PART) : 1, distance;

	assert(candidate);
	if (nearest->size < 2 || nearest->size > LONGEST)
		return;
	distance = words_distance(nearest->word, nearest->size, candidate, strlen(candidate));
	if (distance > wrong || (nearest->found && distance >= nearest->distance))
		return;
	nearest->found = candidate;
	nearest->distance = distance;
}

char *nearest_question(const struct nearest *nearest)
{
	return nearest->found ? bytes_text(": did you mean %s?", nearest->found) : bytes_text("%s", "");
}

const char *words_nearest(const char *word, const char *const *words)
{
	struct nearest nearest = nearest_to(word, strlen(word));

	for (; words && *words; words++)
		nearest_try(&nearest, *words);
	return nearest.found;
}

char *words_unknown(const char *kind, const char *word, const char *const *words)
{
	const char *meant = words_nearest(word, words);
	struct bytes text = {0};

	bytes_addf(&text, "there is no %s \"%s\"", kind, word);
	if (meant)
		bytes_addf(&text, ": did you mean %s?", meant);
	for (int i = 0; !meant && words && words[i]; i++)
		bytes_addf(&text, "%s %s", i ? "," : ": expected", words[i]);
	return text.at;
}
