/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* text_file.c - reads text files, whole or line by line, and writes.  */
#include "ringside/text_file.h"

#include "ringside/mistake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM_FIRST = 1 << 18 };

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

const char *text_file_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}

size_t text_file_start(const char *path, char *text, size_t room)
{
	CLOSED int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = fd < 0 ? 0 : read(fd, text, room - 1);

	size = size > 0 ? size : 0;
	text[size] = '\0';
	return (size_t)size;
}

bool text_file_write(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t went = TEMP_FAILURE_RETRY(write(fd, bytes, size));

		if (went <= 0)
			return false;
		bytes += went;
		size -= (size_t)went;
	}
	return true;
}

FILE *text_file_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	FILE *file;

	/* Who writes may be slow: the reads wait.  */
	if (fd >= 0)
		fcntl(fd, F_SETFL, 0);
	file = fd < 0 ? NULL : fdopen(fd, "r");
	if (fd >= 0 && !file)
		close(fd);
	return file;
}

static char *read_up_to(const char *path, size_t most, struct bytes *text)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : text_file_open(path);
	char part[65536];
	size_t n, all = 0;
	int error;

	path = text_file_name(path);
	if (!file)
		return bytes_text("%s: cannot be read: %s", path, strerror(errno));
	if (is_stdin && isatty(STDIN_FILENO))
		return bytes_text("%s: is the terminal: - needs a text that is piped in, as cat FILE | "
				  "ringside open -",
				  path);
	bytes_add(text, "", 0);
	while (all <= most && (n = fread(part, 1, sizeof(part), file)) > 0) {
		bytes_add(text, part, n);
		all += n;
	}
	error = ferror(file) ? errno : 0;
	if (!is_stdin)
		fclose(file);
	if (error)
		return bytes_text("%s: cannot be read: %s", path, strerror(error));
	return all > most ? bytes_text("%s: is larger than %zu MB: expected a text", path, most >> 20) : NULL;
}

char *text_file_read(const char *path, struct bytes *text)
{
	return read_up_to(path, TEXT_FILE_MAX, text);
}

char *text_file_read_plain(const char *path, size_t most, struct bytes *text)
{
	char *problem = read_up_to(path, most, text);

	return problem ? problem : location_of_nul(text_file_name(path), text->at, text->size);
}

struct lines lines_of(FILE *file)
{
	return (struct lines){.file = file, .room = ROOM_FIRST, .buffer = bytes_new(ROOM_FIRST)};
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
