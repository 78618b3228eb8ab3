/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cgroup.c - makes, enters and ends cgroups, of version 1 and 2, in folders that somebody lends.  */
#include "cgroup.h"

#include "ringside/bytes.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
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

enum { ROUNDS = 100, LAST_ROUNDS = 2000, ROUND_MS = 1 };

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

static bool is_empty(const char *cgroup)
{
	char *path = bytes_text("%s/cgroup.procs", cgroup), text[2];
	bool empty = text_file_start(path, text, sizeof(text)) == 0;

	free(path);
	return empty;
}

/* With version 2 the parent must hand a controller down.  If it has processes, that fails, or makes the
 * others in it useless.  */
static bool put_limit(const char *folder, const char *cgroup, const char *name, int64_t number)
{
	const char *controller = strncmp(name, "pids", 4) == 0 ? "+pids" : "+memory";

	return put_number(cgroup, name, number) ||
	       (is_empty(folder) && put(folder, "cgroup.subtree_control", controller) &&
		put_number(cgroup, name, number));
}

static void limit_memory(struct cgroups *cgroups, const char *folder, const char *cgroup, int64_t memory)
{
	memory += CGROUP_SLACK;
	if (put_limit(folder, cgroup, "memory.max", memory)) {
		put(cgroup, "memory.swap.max", "0");
		put(cgroup, "memory.oom.group", "1"); /* all end, not the largest of them */
	} else if (put_number(cgroup, "memory.limit_in_bytes", memory)) {
		put_number(cgroup, "memory.memsw.limit_in_bytes", memory);
	} else {
		return;
	}
	cgroups->memory = memory;
}

/* Version 2 has the time in cpu.stat, version 1 in a tree of its own.  */
static int cpu_open(const char *cgroup)
{
	static const char *const names[] = {"cpuacct.usage", "cpu.stat"};
	int fd = -1;

	for (size_t i = 0; fd < 0 && i < sizeof(names) / sizeof(*names); i++) {
		char *path = bytes_text("%s/%s", cgroup, names[i]);

		fd = open(path, O_RDONLY | O_CLOEXEC);
		free(path);
	}
	return fd;
}

/* Makes one.  NULL, or a problem.  */
static char *make_one(struct cgroups *cgroups, const char *folder)
{
	static unsigned number;
	char *path = bytes_text("%s/" CGROUP_PREFIX "%d-%u", folder, (int)getpid(), ++number);
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

	*cgroups = (struct cgroups){.cpu = -1};
	if (folders && strcmp(folders, "none") == 0)
		return NULL;
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
		char *folder = bytes_copy(path, (size_t)(strrchr(path, '/') - path));

		if (processes && put_limit(folder, path, "pids.max", processes))
			cgroups->limits_processes = true;
		if (memory)
			limit_memory(cgroups, folder, path, memory);
		if (cgroups_cpu(cgroups) < 0) {
			if (cgroups->cpu >= 0)
				close(cgroups->cpu);
			cgroups->cpu = cpu_open(path);
		}
		free(folder);
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

/* The number that follows a name in a text; -1: it is not there.  */
static int64_t number_behind(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

void cgroups_begin_cpu(struct cgroups *cgroups)
{
	int64_t used = cgroups_cpu(cgroups);

	cgroups->before = used > 0 ? used : 0;
}

int64_t cgroups_cpu(const struct cgroups *cgroups)
{
	char text[128];
	ssize_t size =
		cgroups->count && cgroups->cpu >= 0 ? pread(cgroups->cpu, text, sizeof(text) - 1, 0) : -1;
	int64_t used;

	if (size <= 0)
		return -1;
	text[size] = '\0';
	used = number_behind(text, "usage_usec ");
	if (used >= 0)
		used *= 1000;
	else if (*text >= '0' && *text <= '9')
		used = strtoll(text, NULL, 10);
	return used < 0 ? -1 : used - cgroups->before;
}

bool cgroups_refused_memory(const struct cgroups *cgroups)
{
	static const char *const names[] = {"memory.events", "memory.oom_control"};
	bool refused = false;

	for (size_t i = 0; cgroups->memory && i < 2 * (size_t)cgroups->count; i++) {
		char *path = bytes_text("%s/%s", cgroups->path[i / 2], names[i % 2]), text[512];

		text_file_start(path, text, sizeof(text));
		refused = refused || number_behind(text, "oom_kill ") > 0;
		free(path);
	}
	return refused;
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

/* Waits up to so many rounds.  */
static bool removed(const char *cgroup, int rounds)
{
	for (int round = 0; rmdir(cgroup) < 0 && errno == EBUSY; round++) {
		if (round == rounds)
			return false;
		kill_all(cgroup);
		poll(NULL, 0, ROUND_MS);
	}
	return true;
}

/* Those that were not empty in time.  */
static struct sh_words left;

void cgroups_end_rest(void)
{
	char **paths = sh_words_block(&left);

	for (char **path = paths; *path; path++)
		removed(*path, LAST_ROUNDS);
	free(paths);
	left = (struct sh_words){.count = 0};
}

void cgroups_end(struct cgroups *cgroups)
{
	cgroups_entered(cgroups);
	if (cgroups->count && cgroups->cpu >= 0)
		close(cgroups->cpu);
	for (int i = 0; i < cgroups->count; i++) {
		if (!removed(cgroups->path[i], ROUNDS))
			sh_words_add(&left, cgroups->path[i]);
		free(cgroups->path[i]);
	}
	*cgroups = (struct cgroups){.count = 0};
}
