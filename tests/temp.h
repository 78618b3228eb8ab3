/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* temp.h - a file of a test, in a folder of its own: if the test is killed, the next one removes it.  */
#ifndef RINGSIDE_TESTS_TEMP_H
#define RINGSIDE_TESTS_TEMP_H

#include "ringside/bytes.h"
#include "ringside/folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* The path of a file that is not there yet.  */
static inline char *temp_path(const char *name)
{
	FREED char *folder = bytes_text("/tmp/ringside-test-XXXXXX");
	char *path = NULL;

	if (temporary_folder(folder))
		path = bytes_text("%s/%s", folder, name);
	if (!path)
		abort();
	return path;
}

/* Such a file, empty and open.  */
static inline int temp_file(const char *name, char **path)
{
	*path = temp_path(name);
	return open(*path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
}

/* Removes it, with what SQLite and others left beside it, and frees the path.  */
static inline void temp_remove(char *path)
{
	FREED char *folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));
	FREED char *line = bytes_text("rm -rf '%s'", folder);

	if (system(line) != 0)
		abort();
	free(path);
}

/* Such a path is removed when the block of its variable ends.  */
#define TEMP FREED_BY(temp_end)
static inline void temp_end(char **path)
{
	if (*path)
		temp_remove(*path);
}

#endif
