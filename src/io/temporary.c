/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* temporary.c - temporary folders with locks.  */
#include "temporary.h"

#include "emptying.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
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

enum { PLACES = 6, TRIES = 100 };

/* Those of this process.  */
static struct kept {
	char *path;
	int lock;
	bool stays; /* it could not be removed */
	struct kept *next;
} * all_kept;

/* ---- those of others ---- */

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
		folder_empty(folder, name);
		unlinkat(folder, name, AT_REMOVEDIR);
	}
	close(fd);
}

static void sweep(const char *in)
{
	DIR *folder = opendir(in);
	struct dirent *entry;

	while (folder && (entry = readdir(folder)))
		if (is_ours(entry->d_name))
			sweep_one(dirfd(folder), entry->d_name);
	if (folder)
		closedir(folder);
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

/* ---- one's own ---- */

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

void temporary_forget(const char *path)
{
	for (struct kept **at = &all_kept; *at; at = &(*at)->next)
		if (strcmp((*at)->path, path) == 0) {
			struct kept *kept = *at;

			*at = kept->next;
			close(kept->lock);
			free(kept->path);
			free(kept);
			return;
		}
}

void temporary_stays(const char *path)
{
	for (struct kept *kept = all_kept; kept; kept = kept->next)
		kept->stays |= strcmp(kept->path, path) == 0;
}

char *folder_left(void)
{
	struct bytes text = {0};

	for (const struct kept *kept = all_kept; kept; kept = kept->next)
		if (kept->stays)
			bytes_addf(&text, "%s%s", text.size ? ", " : "", kept->path);
	return text.at;
}
