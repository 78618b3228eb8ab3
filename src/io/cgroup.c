/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cgroup.c - makes, enters and ends cgroups, of version 1 and 2, in folders that somebody lends.
 *
 * They are never made without being asked for: a cgroup belongs to the program that manages its tree, which
 * for root is not ringside.  */
#include "cgroup.h"

#include "ringside/bytes.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROUNDS = 100, ROUND_MS = 1 };

/* False: there is no such file, or it does not take the text.  */
static bool put(const char *cgroup, const char *name, const char *text)
{
	char *path = bytes_text("%s/%s", cgroup, name);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	free(path);
	return done;
}

static bool put_number(const char *cgroup, const char *name, int64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64 "\n", number);
	return put(cgroup, name, text);
}

/* Makes one.  NULL, or a problem.  */
static char *make_one(struct cgroups *cgroups, const char *folder)
{
	static unsigned number;
	char *path = bytes_text("%s/ringside-%d-%u", folder, (int)getpid(), ++number);
	char *entry = bytes_text("%s/cgroup.procs", path), *problem = NULL;
	int fd = mkdir(path, S_IRWXU) < 0 ? -1 : open(entry, O_WRONLY | O_CLOEXEC);

	if (fd < 0) {
		problem = bytes_text("no cgroup can be made in %s: %s", folder, strerror(errno));
		rmdir(path);
		free(path);
	} else {
		cgroups->path[cgroups->count] = path;
		cgroups->entry[cgroups->count++] = fd;
	}
	free(entry);
	return problem;
}

char *cgroups_make(struct cgroups *cgroups, const char *folders, int processes, int64_t memory)
{
	char *problem = NULL;

	*cgroups = (struct cgroups){.count = 0};
	while (folders && *folders && !problem) {
		size_t size = strcspn(folders, ":");
		char *folder = bytes_copy(folders, size);

		if (cgroups->count == CGROUPS_MOST)
			problem = bytes_text("at most %d folders of cgroups are taken", CGROUPS_MOST);
		else
			problem = make_one(cgroups, folder);
		free(folder);
		folders += size + (folders[size] == ':');
	}
	for (int i = 0; i < cgroups->count && !problem; i++) {
		const char *path = cgroups->path[i];

		if (processes && put_number(path, "pids.max", processes))
			cgroups->limits_processes = true;
		if (memory && (put_number(path, "memory.max", memory) ||
			       put_number(path, "memory.limit_in_bytes", memory)))
			cgroups->limits_memory = true;
	}
	if (problem)
		cgroups_end(cgroups);
	return problem;
}

bool cgroups_enter(const struct cgroups *cgroups)
{
	for (int i = 0; i < cgroups->count; i++)
		if (write(cgroups->entry[i], "0\n", 2) != 2)
			return false;
	return true;
}

void cgroups_entered(struct cgroups *cgroups)
{
	for (int i = 0; i < cgroups->count; i++) {
		if (cgroups->entry[i] >= 0)
			close(cgroups->entry[i]);
		cgroups->entry[i] = -1;
	}
}

/* cgroup.kill is of version 2, since Linux 5.14.  */
static void kill_all(const char *cgroup)
{
	char *path, *line = NULL;
	size_t room = 0;
	FILE *file;

	if (put(cgroup, "cgroup.kill", "1"))
		return;
	path = bytes_text("%s/cgroup.procs", cgroup);
	file = fopen(path, "re");
	while (file && getline(&line, &room, file) > 0) {
		pid_t pid = (pid_t)strtol(line, NULL, 10);

		if (pid > 0) /* 0: of another namespace */
			kill(pid, SIGKILL);
	}
	if (file)
		fclose(file);
	free(line);
	free(path);
}

void cgroups_end(struct cgroups *cgroups)
{
	cgroups_entered(cgroups);
	for (int i = 0; i < cgroups->count; i++) {
		for (int round = 0; rmdir(cgroups->path[i]) < 0 && errno == EBUSY && round < ROUNDS;
		     round++) {
			kill_all(cgroups->path[i]);
			poll(NULL, 0, ROUND_MS);
		}
		free(cgroups->path[i]);
	}
	*cgroups = (struct cgroups){.count = 0};
}
