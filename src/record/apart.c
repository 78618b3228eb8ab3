/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* apart.c - a file that cannot be read as it lies there, because its match was not closed: a copy of it is
 * repaired, so that the file and what lies beside it stay as they are.  */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

/* What a writer leaves beside its file.  */
static const char *const parts[] = {"", "-journal", "-wal"};

static bool copy_bytes(int from, int to)
{
	char *piece = bytes_new(PIECE);
	ssize_t size;

	while ((size = read(from, piece, PIECE)) > 0)
		for (ssize_t done = 0, n; done < size; done += n)
			if ((n = write(to, piece + done, (size_t)(size - done))) <= 0) {
				free(piece);
				return false;
			}
	free(piece);
	return size == 0;
}

/* Copies one part, if it is there. 0, or errno.  */
static int copy_part(const char *from, const char *to, const char *part)
{
	char *source = bytes_text("%s%s", from, part), *target = bytes_text("%s%s", to, part);
	int in = open(source, O_RDONLY | O_CLOEXEC), out = -1, error = 0;

	if (in < 0)
		error = errno == ENOENT && *part ? 0 : errno;
	else if ((out = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)) < 0 ||
		 !copy_bytes(in, out))
		error = errno ? errno : EIO;
	file_close_descriptor(in);
	if (out >= 0)
		close(out);
	free(source);
	free(target);
	return error;
}

char *file_copy_apart(const char *path, char **problem)
{
	char *name = file_temporary_name(problem);
	int error = 0;

	if (!name)
		return NULL;
	for (size_t i = 0; i < sizeof parts / sizeof *parts && !error; i++)
		error = copy_part(path, name, parts[i]);
	if (!error)
		return name;
	*problem = bytes_text(
		"%s: its match was not closed, and it cannot be copied to %s, where it could be read: %s",
		path, name, strerror(error));
	file_remove_apart(name);
	return NULL;
}

void file_remove_apart(char *name)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char *part = bytes_text("%s%s", name, parts[i]);

		unlink(part);
		free(part);
	}
	free(name);
}
