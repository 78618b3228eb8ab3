/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* place.c - counts lines and columns, and tells a mistake with its place.  */
#include "ringside/place.h"

#include "ringside/bytes.h"
#include "ringside/words.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BYTE_ORDER_MARK = 0xfeff };

struct place place_behind(struct place from, const char *text, const char *at)
{
	struct place place = from;
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

struct place place_of(const char *text, const char *at)
{
	return place_behind((struct place){1, 1}, text, at);
}

char *place_problem(const char *name, struct place place, char *why)
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

char *place_of_nul(const char *name, const char *text, size_t size)
{
	const char *nul = size ? memchr(text, '\0', size) : NULL;

	return nul ? place_problem(name, place_of(text, nul),
				   bytes_text("a NUL byte: expected text, which holds none"))
		   : NULL;
}
