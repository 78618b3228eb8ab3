/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* folder.c - makes, measures, empties and removes folders of agents.
 *
 * It uses descriptors, so nobody can put a link in the way.  A temporary folder is locked (flock) as long as
 * the process that made it lives.  The first one made in a folder removes those of killed processes beside
 * it: same user, same form of name, lock free.  */
#include "ringside/folder.h"

#include "ringside/bytes.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	DEPTH_MOST = 200, /* levels that are open at once; each holds a descriptor */
	PLACES = 6,
	TRIES = 100,       /* some names may be taken */
	LOOK_MOST = 2000,  /* entries that are counted at once: a look must not delay a match */
	ENTRY_SIZE = 4096, /* an empty file takes room, too */
};

/* Removing what is in a folder.  */
struct emptying {
	int top;   /* the folder */
	int moved; /* folders that lay too deep and were moved there */
};

/* Those of this process.  */
static struct kept {
	char *path;
	int lock;
	bool stays; /* it could not be removed */
	struct kept *next;
} * all_kept;

/* A walk through a folder that goes on where it stopped.  */
struct folder_look {
	DIR *open[DEPTH_MOST + 1]; /* the folder, one in it, one in that, and so on */
	int depth;                 /* the last of them */
	int64_t size;              /* bytes so far */
};

/* Is it "." or ".."?  */
static bool is_dot(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Opens a folder in a folder; its owner may have closed it to himself.  NULL and errno.  */
static DIR *open_in(int parent, const char *name)
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

/* A folder that lies too deep becomes one of those at the top.  */
static void move_up(struct emptying *emptying, int from, const char *name)
{
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

		if (is_dot(entry->d_name) || unlinkat(dirfd(folder), entry->d_name, 0) == 0)
			continue;
		if (depth == DEPTH_MOST) {
			move_up(emptying, dirfd(folder), entry->d_name);
		} else if ((inner = open_in(dirfd(folder), entry->d_name))) {
			empty(emptying, inner, depth + 1);
			closedir(inner);
			unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR);
		}
	}
}

/* Removes the content of the folder `name` in an open folder, as far as that is possible.  */
static void empty_in(int parent, const char *name)
{
	struct emptying emptying = {.moved = 0};
	int before;

	do {
		DIR *folder = open_in(parent, name);

		if (!folder)
			return;
		before = emptying.moved;
		emptying.top = dirfd(folder);
		empty(&emptying, folder, 0);
		closedir(folder);
	} while (emptying.moved > before);
}

/* "ringside-WORD-_abcde" */
static bool is_ours(const char *name)
{
	size_t size = strlen(name);

	return strncmp(name, "ringside-", strlen("ringside-")) == 0 && size > PLACES &&
	       name[size - PLACES] == '_' && name[size - PLACES - 1] == '-';
}

/* Removes it if nobody holds its lock.  */
static void sweep_one(int folder, const char *name)
{
	int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat status;

	if (fd < 0)
		return;
	if (fstat(fd, &status) == 0 && status.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0) {
		empty_in(folder, name);
		unlinkat(folder, name, AT_REMOVEDIR);
	}
	close(fd);
}

static void sweep(const char *in)
{
	CLOSED_FOLDER DIR *folder = opendir(in);
	struct dirent *entry;

	while (folder && (entry = readdir(folder)))
		if (is_ours(entry->d_name))
			sweep_one(dirfd(folder), entry->d_name);
}

/* Once in each folder.  */
static void sweep_beside(const char *path)
{
	static char *swept;
	const char *slash = strrchr(path, '/');
	char *in = bytes_text("%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");

	if (!swept || strcmp(swept, in) != 0)
		sweep(*in ? in : "/");
	free(swept);
	swept = in;
}

static void name_it(char *end)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	static uint64_t count;
	struct timespec now;
	uint64_t number;

	clock_gettime(CLOCK_MONOTONIC, &now);
	number = (uint64_t)now.tv_nsec + ((uint64_t)getpid() << 32) + count++;
	*end = '_';
	for (int i = 1; i < PLACES; i++, number /= sizeof(letters) - 1)
		end[i] = letters[number % (sizeof(letters) - 1)];
}

/* Locks it.  False: another process swept it before it was locked, or nobody can say.  */
static bool keep(const char *path, int lock)
{
	struct stat held, there;
	struct kept *kept;

	flock(lock, LOCK_EX); /* fails on file systems without locks, where nobody sweeps either */
	if (fstat(lock, &held) < 0 || stat(path, &there) < 0) {
		rmdir(path);
		close(lock);
		return false;
	}
	if (held.st_ino != there.st_ino) {
		close(lock);
		return false;
	}
	kept = bytes_new(sizeof(*kept));
	*kept = (struct kept){.path = bytes_text("%s", path), .lock = lock, .next = all_kept};
	all_kept = kept;
	return true;
}

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
	if (is_dot(entry->d_name) || fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0)
		return true;
	look->size += S_ISREG(status.st_mode) && status.st_size > ENTRY_SIZE ? status.st_size : ENTRY_SIZE;
	if (S_ISDIR(status.st_mode) && look->depth < DEPTH_MOST &&
	    (inner = open_in(dirfd(folder), entry->d_name)))
		look->open[++look->depth] = inner;
	return true;
}

bool temporary_folder(char *template)
{
	char *end = template + strlen(template) - PLACES;

	sweep_beside(template);
	for (int i = 0; i < TRIES; i++) {
		int lock;

		name_it(end);
		if (mkdir(template, S_IRWXU) < 0) {
			if (errno == EEXIST)
				continue;
			return false;
		}
		lock = open(template, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (lock < 0 && errno == ENOENT)
			continue; /* swept before it was locked */
		if (lock < 0) {
			rmdir(template);
			errno = EMFILE; /* the only other reason why our own folder cannot be opened */
			return false;
		}
		if (keep(template, lock))
			return true;
	}
	return false;
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
		if (!(folder = open_in(AT_FDCWD, path)))
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

bool path_is_below(const char *path, const char *folder)
{
	size_t size = strlen(folder);

	return strncmp(path, folder, size) == 0 && (path[size] == '/' || !path[size]);
}

bool folder_remove(const char *path)
{
	struct kept **at = &all_kept, *kept;
	bool gone;

	empty_in(AT_FDCWD, path);
	gone = rmdir(path) == 0 || errno == ENOENT;
	while (*at && strcmp((*at)->path, path) != 0)
		at = &(*at)->next;
	if (!(kept = *at))
		return gone;
	kept->stays = !gone; /* folder_left() names it */
	if (gone) {
		*at = kept->next;
		close(kept->lock);
		free(kept->path);
		free(kept);
	}
	return gone;
}

char *folder_left(void)
{
	struct bytes text = {0};

	for (const struct kept *kept = all_kept; kept; kept = kept->next)
		if (kept->stays)
			bytes_addf(&text, "%s%s", text.size ? ", " : "", kept->path);
	return text.at;
}

void folders_make(const char *path, bool is_private)
{
	FREED char *part = bytes_text("%s", path);

	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(part, is_private ? S_IRWXU : S_IRWXU | S_IRWXG | S_IRWXO);
		*slash = '/';
	}
}

char *folder_made(const char *path, char **problem)
{
	struct stat status;
	char *full = NULL;

	if (!*path) {
		*problem = bytes_text("a folder without a name cannot be made");
		return NULL;
	}
	folders_make(path, false);
	if ((mkdir(path, S_IRWXU | S_IRWXG | S_IRWXO) == 0 || errno == EEXIST) && stat(path, &status) == 0 &&
	    (S_ISDIR(status.st_mode) || (errno = ENOTDIR, false)))
		full = realpath(path, NULL);
	if (!full)
		*problem = bytes_text("the folder %s cannot be made: %s", path, strerror(errno));
	return full;
}
