/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* folder.c - uses descriptors, so nobody can put a link in the way.  */
#include "ringside/folder.h"

#include "emptying.h"
#include "ringside/bytes.h"
#include "temporary.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	LOOK_MOST = 2000,  /* entries that are counted at once: a look must not delay a match */
	ENTRY_SIZE = 4096, /* an empty file takes room, too */
};

/* A walk through a folder that goes on where it stopped.  */
struct folder_look {
	DIR *open[DEPTH_MOST + 1]; /* the folder, one in it, one in that, and so on */
	int depth;                 /* the last of them */
	int64_t size;              /* bytes so far */
};

/* Counts the next entry.  False: there is none.  */
static bool look_on(struct folder_look *look)
{
	DIR *folder = look->open[look->depth], *inner;
	struct dirent *entry = readdir(folder);
	struct stat status;

	if (!entry) {
		closedir(folder);
		return look->depth-- > 0;
	}
	if (folder_is_dot(entry->d_name) ||
	    fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return true;
	look->size += S_ISREG(status.st_mode) && status.st_size > ENTRY_SIZE ? status.st_size : ENTRY_SIZE;
	if (S_ISDIR(status.st_mode) && look->depth < DEPTH_MOST &&
	    (inner = folder_open_in(dirfd(folder), entry->d_name)))
		look->open[++look->depth] = inner;
	return true;
}

char *folder_temporary(char **problem)
{
	const char *given = getenv("TMPDIR"), *in = given && *given == '/' ? given : "/tmp";
	char *path = bytes_text("%s/ringside-agent-XXXXXX", in);

	if (temporary_folder(path))
		return path;
	*problem = bytes_text("no temporary folder can be made in %s (TMPDIR chooses another place): %s", in,
			      strerror(errno));
	free(path);
	return NULL;
}

int64_t folder_size(const char *path, struct folder_look **look)
{
	int64_t size;
	DIR *folder;

	if (!*look) {
		if (!(folder = folder_open_in(AT_FDCWD, path)))
			return 0;
		*look = bytes_new(sizeof(**look));
		(*look)->open[0] = folder;
	}
	for (int i = 0; i < LOOK_MOST; i++)
		if (!look_on(*look)) {
			size = (*look)->size;
			free(*look);
			*look = NULL;
			return size;
		}
	return (*look)->size;
}

void folder_look_end(struct folder_look *look)
{
	for (int i = 0; look && i <= look->depth; i++)
		closedir(look->open[i]);
	free(look);
}

bool folder_remove(const char *path)
{
	bool gone;

	folder_empty(AT_FDCWD, path);
	gone = rmdir(path) == 0 || errno == ENOENT;
	if (gone)
		temporary_forget(path);
	else
		temporary_stays(path);
	return gone;
}

/* Makes all folders of a path that are missing.  */
static bool make_all(char *path)
{
	struct stat status;

	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, S_IRWXU | S_IRWXG | S_IRWXO);
		*slash = '/';
	}
	if (mkdir(path, S_IRWXU | S_IRWXG | S_IRWXO) < 0 && errno != EEXIST)
		return false;
	return stat(path, &status) == 0 && (S_ISDIR(status.st_mode) || (errno = ENOTDIR, false));
}

char *folder_made(const char *path, char **problem)
{
	char *all, *full = NULL;

	if (!*path) {
		*problem = bytes_text("a folder without a name cannot be made");
		return NULL;
	}
	all = bytes_text("%s", path);
	if (make_all(all))
		full = realpath(all, NULL);
	if (!full)
		*problem = bytes_text("the folder %s cannot be made: %s", path, strerror(errno));
	free(all);
	return full;
}
