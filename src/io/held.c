/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* held.c - looks through /proc/PID/fd, where a file can be looked at without opening it.  */
#include "held.h"

#include "ringside/bytes.h"
#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum {
	LOOK_MOST = 1000,
	FILES_MOST = 1 << 16, /* a count takes no more memory than for these */
	FILE_LEAST = 4096,    /* as in a folder */
};

struct file {
	dev_t device;
	ino_t number;
};

static int compare(const void *a, const void *b)
{
	const struct file *one = a, *two = b;

	if (one->device != two->device)
		return one->device < two->device ? -1 : 1;
	return (one->number > two->number) - (one->number < two->number);
}

/* False: it was counted already.  */
static bool is_new(struct held *held, const struct stat *status)
{
	struct file *file = bytes_new(sizeof(*file)), **found;

	*file = (struct file){status->st_dev, status->st_ino};
	found = tsearch(file, &held->seen, compare);
	if (found && *found == file) {
		held->files++;
		return true;
	}
	free(file);
	return false;
}

/* A descriptor of the process that is looked at.  */
static void path_of(const struct held *held, const char *name, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "/proc/%d/fd/%s", (int)held->all.at[held->at - 1], name);
}

static bool is_in_memory(const struct held *held, const char *name)
{
	char path[PATH_MAX];
	struct statfs system;

	path_of(held, name, path);
	return statfs(path, &system) == 0 && system.f_type == TMPFS_MAGIC;
}

/* Was it in that folder when it was removed?  The system still knows its path there, unless that is very
 * long.  In a sandbox the folder may lie elsewhere, but it has the same name.  */
static bool is_from(const struct held *held, const char *name, const char *folder)
{
	char path[PATH_MAX], was[PATH_MAX];
	const char *slash = strrchr(folder, '/');
	char *part = bytes_text("/%s/", slash ? slash + 1 : folder);
	ssize_t size;
	bool from;

	path_of(held, name, path);
	size = readlink(path, was, sizeof(was) - 1);
	was[size < 0 ? 0 : size] = '\0';
	from = size < 0 ? errno == ENAMETOOLONG : strstr(was, part) != NULL;
	free(part);
	return from;
}

/* Counts the next descriptor.  False: there is none.  */
static bool look_on(struct held *held, const char *folder)
{
	struct dirent *entry;
	struct stat status;

	if (!held->open) {
		char path[64];

		if (held->at == held->all.count || held->files >= FILES_MOST)
			return false;
		snprintf(path, sizeof(path), "/proc/%d/fd", (int)held->all.at[held->at++]);
		held->open = opendir(path); /* not there: it has ended */
		return true;
	}
	if (!(entry = readdir(held->open))) {
		closedir(held->open);
		held->open = NULL;
		return true;
	}
	if (fstatat(dirfd(held->open), entry->d_name, &status, 0) < 0 || !S_ISREG(status.st_mode) ||
	    status.st_nlink)
		return true;
	if (folder ? is_from(held, entry->d_name, folder) : is_in_memory(held, entry->d_name)) {
		int64_t size = folder ? status.st_size : status.st_blocks * 512;

		if (is_new(held, &status))
			held->size += folder && size < FILE_LEAST ? FILE_LEAST : size;
	}
	return true;
}

static int64_t look(struct held *held, const struct pids *all, const char *folder)
{
	int64_t size;

	if (!held_is_under_way(held))
		for (size_t i = 0; i < all->count; i++)
			pids_add(&held->all, all->at[i]);
	for (int i = 0; i < LOOK_MOST; i++)
		if (!look_on(held, folder)) {
			size = held->size;
			held_end(held);
			return size;
		}
	return held->size;
}

/* Those of our own namespace.  */
static int64_t segments(const struct pids *all)
{
	FILE *rows = fopen("/proc/sysvipc/shm", "re");
	char row[400];
	int64_t sum = 0;
	int maker;
	long long resident, swapped;

	while (rows && fgets(row, sizeof(row), rows))
		if (sscanf(row, "%*s %*s %*s %*s %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld %lld", &maker,
			   &resident, &swapped) == 3 &&
		    pids_have(all, maker))
			sum += resident + swapped;
	if (rows)
		fclose(rows);
	return sum;
}

int64_t held_memory(struct held *held, const struct pids *all)
{
	return look(held, all, NULL) + segments(all);
}

int64_t held_files(struct held *held, const struct pids *all, const char *folder)
{
	return look(held, all, folder);
}

bool held_is_under_way(const struct held *held)
{
	return held->all.count > 0;
}

void held_end(struct held *held)
{
	if (held->open)
		closedir(held->open);
	tdestroy(held->seen, free);
	pids_free(&held->all);
	*held = (struct held){.size = 0};
}
