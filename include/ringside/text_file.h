/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* text_file.h - reads text files: those that people name (openings, matches, scripts), and files of /proc.
 *
 * Called by the command line and by the import of match files.  */
#ifndef RINGSIDE_TEXT_FILE_H
#define RINGSIDE_TEXT_FILE_H

#include "ringside/bytes.h"
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

/* No real text is larger; /dev/zero is.  */
enum { TEXT_FILE_MAX = 64 << 20 };

/* Opens a file for reading. A pipe with a name into which nobody writes is empty, and is not waited for.
 * NULL, with errno.  */
FILE *text_file_open(const char *path);
/* Appends the whole file, or stdin if the path is "-"; 64 MiB at most.  NULL, or a problem that names the
 * file, which the caller frees: it cannot be read, is larger, or stdin is a terminal.  */
char *text_file_read(const char *path, struct bytes *text);
/* The same for a text that people write: `most` bytes at most, and a NUL byte is told with its place.  */
char *text_file_read_plain(const char *path, size_t most, struct bytes *text);
/* Reads the first bytes of a file of /proc, room - 1 at most, and ends them with a NUL.  Returns how many
   were read; 0 if the file cannot be read.  */
size_t text_file_start(const char *path, char *text, size_t room);
/* Such a descriptor, and such a FILE, is closed when the block of its variable ends, if there is one.  */
#define CLOSED      FREED_BY(text_file_close)
#define CLOSED_FILE FREED_BY(text_file_end)
static inline void text_file_close(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}
static inline void text_file_end(FILE **file)
{
	if (*file)
		fclose(*file);
}
/* Writes all of the bytes, in several writes if need be.  False and errno.  */
bool text_file_write(int fd, const char *bytes, size_t size);
/* The path as messages name it: "-" is stdin.  */
const char *text_file_name(const char *path);

/* The lines of a file of results, which may be a stranger's: none is longer than TEXT_FILE_MAX.  */
struct lines {
	FILE *file; /* the caller's */
	char *buffer;
	size_t from, size, room;
	bool ended;
	int number; /* of the last line, from 1 */
};

/* The lines of the file from its position on.  */
struct lines lines_of(FILE *file);
/* The next line without its end, until the next call.  False: there is none, or it is too long.  */
bool lines_next(struct lines *lines, char **line, size_t *size);
/* When there is no next line: the bytes that have no line end, which are at buffer + from.  */
size_t lines_rest(const struct lines *lines);
/* Why there is no next line; NULL: the file has no more.  The caller frees.  */
char *lines_problem(const struct lines *lines, const char *path);
void lines_free(struct lines *lines);

#endif
