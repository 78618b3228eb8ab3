/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* process.c - finds processes in /proc: children, and those that were killed and have a file open.
 *
 * The system kills the workers of a ringside with it, and a SIGKILL stays pending until its process is gone.
 * So no parent and no owner of a lock need be known: who got none lives, and may go on writing.  */
#include "process.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include "ringside/worker.h"
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FAMILY_MOST = 2 * AGENT_PROCESSES, STATUS_SIZE = 4096 };

/* Adds a whole file of /proc.  */
static void file_read(const char *path, struct bytes *text)
{
	char part[4096];
	ssize_t size;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	while ((size = read(fd, part, sizeof(part))) > 0)
		bytes_add(text, part, (size_t)size);
	close(fd);
}

/* Its orphans: children of ours in its session, or of its sandbox's first process.  */
static void add_orphans(pid_t leader, pid_t init, struct pids *pids)
{
	struct pids others = {0};

	children_of(init ? init : getpid(), &others);
	for (size_t i = 0; i < others.count; i++)
		if (others.at[i] != leader && (init || getsid(others.at[i]) == leader))
			pids_add(pids, others.at[i]);
	pids_free(&others);
}

/* Signals that wait for the whole process are a number in base 16 there, the first signal in its last bit. */
static bool is_killed(pid_t pid)
{
	char path[64], text[STATUS_SIZE];
	const char *pending;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	text_file_start(path, text, sizeof(text));
	pending = strstr(text, "\nShdPnd:");
	return pending && strtoull(pending + strlen("\nShdPnd:"), NULL, 16) >> (SIGKILL - 1) & 1;
}

static bool thread_has_open(const char *folder, const struct stat *file)
{
	struct pids places = {0};
	struct stat status;
	bool has = false;

	pids_listed(folder, &places);
	for (size_t i = 0; i < places.count && !has; i++) {
		char *path = bytes_text("%s/%d", folder, (int)places.at[i]);

		has = stat(path, &status) == 0 && status.st_dev == file->st_dev &&
		      status.st_ino == file->st_ino;
		free(path);
	}
	pids_free(&places);
	return has;
}

/* While it ends, its first thread may have closed all already.  */
static bool has_open(pid_t pid, const struct stat *file)
{
	struct pids threads = {0};
	char folder[96];
	bool has = false;

	snprintf(folder, sizeof(folder), "/proc/%d/task", (int)pid);
	pids_listed(folder, &threads);
	for (size_t i = 0; i < threads.count && !has; i++) {
		snprintf(folder, sizeof(folder), "/proc/%d/task/%d/fd", (int)pid, (int)threads.at[i]);
		has = thread_has_open(folder, file);
	}
	pids_free(&threads);
	return has;
}

void pids_listed(const char *folder, struct pids *pids)
{
	DIR *numbers = opendir(folder);
	struct dirent *number;

	while (numbers && (number = readdir(numbers)))
		if (isdigit((unsigned char)number->d_name[0]))
			pids_add(pids, (pid_t)strtol(number->d_name, NULL, 10));
	if (numbers)
		closedir(numbers);
}

void children_of(pid_t parent, struct pids *pids)
{
	if (access("/proc/thread-self/children", F_OK) == 0)
		children_listed(parent, pids);
	else
		children_scanned(parent, pids);
}

void children_listed(pid_t parent, struct pids *pids)
{
	struct pids threads = {0};
	struct bytes text = {0};
	char path[96];

	snprintf(path, sizeof(path), "/proc/%d/task", (int)parent);
	pids_listed(path, &threads);
	/* Each thread has children of its own.  */
	for (size_t i = 0; i < threads.count; i++) {
		snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)parent, (int)threads.at[i]);
		text.size = 0;
		bytes_add(&text, "", 0);
		file_read(path, &text); /* nothing there: the thread has ended */
		for (char *at = text.at; *at;) {
			char *end;
			long pid = strtol(at, &end, 10);

			if (end == at)
				break;
			pids_add(pids, (pid_t)pid);
			at = end + strspn(end, " ");
		}
	}
	pids_free(&threads);
	bytes_free(&text);
}

void children_scanned(pid_t parent, struct pids *pids)
{
	struct pids all = {0};

	pids_listed("/proc", &all);
	for (size_t i = 0; i < all.count; i++)
		if (parent_of(all.at[i]) == parent)
			pids_add(pids, all.at[i]);
	pids_free(&all);
}

void family_of(pid_t leader, pid_t init, struct pids *pids)
{
	size_t next = pids->count;

	pids_add(pids, leader);
	add_orphans(leader, init, pids);
	/* Grows: children of children, but not for as long as a bomb of forks lasts.  */
	for (; next < pids->count && pids->count <= FAMILY_MOST; next++)
		children_of(pids->at[next], pids);
}

const char *process_stat(pid_t pid, char text[PROCESS_STAT_SIZE])
{
	char path[64];
	const char *behind;

	assert(pid >= 0);
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	text_file_start(path, text, PROCESS_STAT_SIZE);
	behind = strrchr(text, ')'); /* a name may hold anything, even brackets */
	return behind ? behind + 1 : NULL;
}

pid_t parent_of(pid_t pid)
{
	char text[PROCESS_STAT_SIZE];
	const char *behind = process_stat(pid, text);
	pid_t parent;

	return behind && sscanf(behind, " %*c %d", &parent) == 1 ? parent : 0;
}

void pids_add(struct pids *pids, pid_t pid)
{
	assert(pids->count <= pids->room);
	if (pids->count == pids->room) {
		pids->room = pids->room ? 2 * pids->room : 16;
		pids->at = bytes_resized(pids->at, pids->room * sizeof(*pids->at));
	}
	pids->at[pids->count++] = pid;
}

bool pids_have(const struct pids *pids, pid_t pid)
{
	for (size_t i = 0; i < pids->count; i++)
		if (pids->at[i] == pid)
			return true;
	return false;
}

void pids_free(struct pids *pids)
{
	free(pids->at);
	*pids = (struct pids){0};
}

pid_t killed_holder(const char *path)
{
	struct pids processes = {0};
	struct stat file;
	pid_t holder = 0;

	if (stat(path, &file) < 0)
		return 0;
	pids_listed("/proc", &processes);
	for (size_t i = 0; i < processes.count && !holder; i++)
		if (is_killed(processes.at[i]) && has_open(processes.at[i], &file))
			holder = processes.at[i];
	pids_free(&processes);
	return holder;
}
