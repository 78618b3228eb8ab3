/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* children.c - finds the children of a process in /proc.  */
#include "children.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAMILY_MOST = 2 * AGENT_PROCESSES };

void pids_add(struct pids *pids, pid_t pid)
{
	assert(pids->count <= pids->room);
	if (pids->count == pids->room) {
		pids->room = pids->room ? 2 * pids->room : 16;
		pids->at = bytes_resized(pids->at, pids->room * sizeof(*pids->at));
	}
	pids->at[pids->count++] = pid;
}

/* Reads a whole file of /proc; false: it cannot be read.  */
static bool file_read(const char *path, struct bytes *text)
{
	char part[4096];
	ssize_t size;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	while ((size = read(fd, part, sizeof(part))) > 0)
		bytes_add(text, part, (size_t)size);
	close(fd);
	return size == 0;
}

/* As /proc/PID/stat has it; the name before it may hold anything, even brackets.  */
pid_t parent_of(pid_t pid)
{
	char path[64];
	struct bytes text = {0};
	const char *behind;
	pid_t parent = 0;

	assert(pid >= 0);
	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	behind = file_read(path, &text) && text.at ? strrchr(text.at, ')') : NULL;
	if (behind && sscanf(behind, ") %*c %d", &parent) != 1)
		parent = 0;
	bytes_free(&text);
	return parent;
}

void children_listed(pid_t parent, struct pids *pids)
{
	char path[sizeof(((struct dirent *)NULL)->d_name) + 64];
	struct bytes text = {0};
	struct dirent *thread;
	DIR *threads;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)parent);
	threads = opendir(path);
	/* Each thread has children of its own.  */
	while (threads && (thread = readdir(threads))) {
		if (!isdigit((unsigned char)thread->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/task/%s/children", (int)parent, thread->d_name);
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
	if (threads)
		closedir(threads);
	bytes_free(&text);
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

void children_scanned(pid_t parent, struct pids *pids)
{
	DIR *processes = opendir("/proc");
	struct dirent *process;

	while (processes && (process = readdir(processes)))
		if (isdigit((unsigned char)process->d_name[0])) {
			pid_t pid = (pid_t)strtol(process->d_name, NULL, 10);

			if (parent_of(pid) == parent)
				pids_add(pids, pid);
		}
	if (processes)
		closedir(processes);
}

void children_of(pid_t parent, struct pids *pids)
{
	if (access("/proc/thread-self/children", F_OK) == 0)
		children_listed(parent, pids);
	else
		children_scanned(parent, pids);
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

void family_of(pid_t leader, pid_t init, struct pids *pids)
{
	size_t next = pids->count;

	pids_add(pids, leader);
	add_orphans(leader, init, pids);
	/* Grows: children of children, but not for as long as a bomb of forks lasts.  */
	for (; next < pids->count && pids->count <= FAMILY_MOST; next++)
		children_of(pids->at[next], pids);
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
