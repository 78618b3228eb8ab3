/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.c - reads a file line by line.  */
#include "ringside/lines.h"

#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 1 << 18 };

struct lines lines_of(FILE *file)
{
	return (struct lines){.file = file, .room = ROOM_FIRST, .buffer = bytes_new(ROOM_FIRST)};
}

static void read_more(struct lines *lines)
{
	size_t got;

	memmove(lines->buffer, lines->buffer + lines->from, lines->size - lines->from);
	lines->size -= lines->from;
	lines->from = 0;
	if (lines->size == lines->room) {
		lines->room *= 2;
		lines->buffer = bytes_resized(lines->buffer, lines->room);
	}
	got = fread(lines->buffer + lines->size, 1, lines->room - lines->size, lines->file);
	lines->size += got;
	lines->ended = got == 0;
}

bool lines_next(struct lines *lines, char **line, size_t *size)
{
	size_t looked = 0;
	char *end;

	for (;;) {
		size_t rest = lines_rest(lines);

		*line = lines->buffer + lines->from;
		end = rest > looked ? memchr(*line + looked, '\n', rest - looked) : NULL;
		if (end || lines->ended || rest > TEXT_FILE_MAX)
			break;
		looked = rest;
		read_more(lines);
	}
	if (!end)
		return false;
	*size = (size_t)(end - *line);
	lines->from += *size + 1;
	lines->number++;
	return true;
}

size_t lines_rest(const struct lines *lines)
{
	return lines->size - lines->from;
}

char *lines_problem(const struct lines *lines, const char *path)
{
	if (ferror(lines->file))
		return bytes_text("%s: cannot be read: %s", path, strerror(errno));
	if (!lines->ended)
		return bytes_text("%s:%d: is longer than %d MB: no line of results is", path,
				  lines->number + 1, TEXT_FILE_MAX >> 20);
	return NULL;
}

void lines_free(struct lines *lines)
{
	free(lines->buffer);
}
