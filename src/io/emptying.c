/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* emptying.c - removes what is in a folder, however deep it is.  */
#include "emptying.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool folder_is_dot(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

DIR *folder_open_in(int parent, const char *name)
{
	enum { FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
	int fd = openat(parent, name, FLAGS);
	DIR *folder;

	if (fd < 0 && errno == EACCES && fchmodat(parent, name, S_IRWXU, 0) == 0)
		fd = openat(parent, name, FLAGS);
	folder = fd < 0 ? NULL : fdopendir(fd);
	if (fd >= 0 && !folder)
		close(fd);
	return folder;
}

/* Removing what is in a folder.  */
struct emptying {
	int top;   /* the folder */
	int moved; /* folders that lay too deep and were moved there */
};

/* A folder that lies too deep becomes one of those at the top.  */
static void move_up(struct emptying *emptying, int from, const char *name)
{
	enum { TRIES = 100 }; /* some of its names may be taken */
	char new[32];

	if (fchmodat(from, name, S_IRWXU, 0) < 0)
		return;
	for (int i = 0; i < TRIES; i++) {
		snprintf(new, sizeof(new), "deep-%d", emptying->moved + i);
		if (renameat(from, name, emptying->top, new) == 0) {
			emptying->moved += i + 1;
			return;
		}
	}
}

static void empty(struct emptying *emptying, DIR *folder, int depth)
{
	struct dirent *entry;

	fchmod(dirfd(folder), S_IRWXU);
	while ((entry = readdir(folder))) {
		DIR *inner;

		if (folder_is_dot(entry->d_name) || unlinkat(dirfd(folder), entry->d_name, 0) == 0)
			continue;
		if (depth == DEPTH_MOST) {
			move_up(emptying, dirfd(folder), entry->d_name);
		} else if ((inner = folder_open_in(dirfd(folder), entry->d_name))) {
			empty(emptying, inner, depth + 1);
			closedir(inner);
			unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR);
		}
	}
}

void folder_empty(int parent, const char *name)
{
	struct emptying emptying = {.moved = 0};
	int before;

	do {
		DIR *folder = folder_open_in(parent, name);

		if (!folder)
			return;
		before = emptying.moved;
		emptying.top = dirfd(folder);
		empty(&emptying, folder, 0);
		closedir(folder);
	} while (emptying.moved > before);
}
