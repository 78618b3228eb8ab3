/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* process.c - finds processes in /proc: children, and those that were killed and have a file open.
 *
 * The system kills the workers of a ringside with it, and a SIGKILL stays pending until its process is gone.
 * So no parent and no owner of a lock need be known: who got none lives, and may go on writing.  */
#include "process.h"

#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/text_file.h"
#include "ringside/worker.h"
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FAMILY_MOST = 2 * AGENT_PROCESSES,
	STATUS_SIZE = 4096,
	DESCRIPTORS_MOST = 4096 /* of a process are looked at; what we look for is among the first */
};

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
	FREED_BY(pids_free) struct pids others = {0};

	children_of(init ? init : getpid(), &others);
	for (size_t i = 0; i < others.count; i++)
		if (others.at[i] != leader && (init || getsid(others.at[i]) == leader))
			pids_add(pids, others.at[i]);
}

/* While it ends, its first thread may have closed all already.  */
static bool has_open(pid_t pid, const struct stat *file)
{
	FREED_BY(pids_free) struct pids threads = {0}, places = {0};
	struct stat status;
	bool has = false;

	pids_listed(&threads, "/proc/%d/task", (int)pid);
	for (size_t i = 0; i < threads.count && !has; i++) {
		places.count = 0;
		pids_listed(&places, "/proc/%d/task/%d/fd", (int)pid, (int)threads.at[i]);
		for (size_t k = 0; k < places.count && !has; k++) {
			FREED char *path = bytes_text("/proc/%d/task/%d/fd/%d", (int)pid, (int)threads.at[i],
						      (int)places.at[k]);

			has = stat(path, &status) == 0 && status.st_dev == file->st_dev &&
			      status.st_ino == file->st_ino;
		}
	}
	return has;
}

size_t proc_text(char *text, size_t room, const char *path, ...)
{
	char whole[PATH_MAX];
	va_list args;

	va_start(args, path);
	vsnprintf(whole, sizeof(whole), path, args);
	va_end(args);
	return text_file_start(whole, text, room);
}

unsigned long long process_status(pid_t process, const char *field, int base)
{
	char text[STATUS_SIZE];
	const char *at =
		proc_text(text, sizeof(text), "/proc/%d/status", (int)process) ? strstr(text, field) : NULL;

	return at ? strtoull(at + strlen(field), NULL, base) : 0;
}

enum holds process_holds(const char *process, const char *name, int *fd)
{
	FREED char *path = bytes_text("%s/fd", process);
	size_t size = strlen(name);
	CLOSED_FOLDER DIR *folder = opendir(path);
	bool denied = !folder && (errno == EACCES || errno == EPERM), found = false;
	struct dirent *file;

	for (int i = 0; !found && i < DESCRIPTORS_MOST && folder && (file = readdir(folder)); i++) {
		char target[64];
		ssize_t length = readlinkat(dirfd(folder), file->d_name, target, sizeof(target));

		found = length == (ssize_t)size && memcmp(target, name, size) == 0;
		if (found)
			*fd = (int)strtol(file->d_name, NULL, 10);
		denied = denied || (length < 0 && (errno == EACCES || errno == EPERM));
	}
	return found ? HOLDS : denied ? HOLDS_SECRETLY : HOLDS_NOT;
}

char *process_name(pid_t process)
{
	char name[64];

	return proc_text(name, sizeof(name), "/proc/%d/comm", (int)process)
		       ? bytes_escaped(name, strcspn(name, "\n"))
		       : NULL;
}

void pids_listed(struct pids *pids, const char *folder, ...)
{
	char path[PATH_MAX];
	struct dirent *number;
	CLOSED_FOLDER DIR *numbers = NULL;
	va_list args;

	va_start(args, folder);
	vsnprintf(path, sizeof(path), folder, args);
	va_end(args);
	numbers = opendir(path);
	while (numbers && (number = readdir(numbers)))
		if (isdigit((unsigned char)number->d_name[0]))
			pids_add(pids, (pid_t)strtol(number->d_name, NULL, 10));
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
	FREED_BY(pids_free) struct pids threads = {0};
	FREED_BY(bytes_free) struct bytes text = {0};
	char path[96];

	pids_listed(&threads, "/proc/%d/task", (int)parent);
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
}

void children_scanned(pid_t parent, struct pids *pids)
{
	FREED_BY(pids_free) struct pids all = {0};

	pids_listed(&all, "/proc");
	for (size_t i = 0; i < all.count; i++)
		if (parent_of(all.at[i]) == parent)
			pids_add(pids, all.at[i]);
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
	const char *behind;

	assert(pid >= 0);
	proc_text(text, PROCESS_STAT_SIZE, "/proc/%d/stat", (int)pid);
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
	FREED_BY(pids_free) struct pids processes = {0};
	struct stat file;
	pid_t holder = 0;

	if (stat(path, &file) < 0)
		return 0;
	pids_listed(&processes, "/proc");
	for (size_t i = 0; i < processes.count && !holder; i++) {
		/* Those that wait for the whole process are bits there, that of the first signal the last. */
		unsigned long long pending = process_status(processes.at[i], "\nShdPnd:", 16);

		if (pending >> (SIGKILL - 1) & 1 && has_open(processes.at[i], &file))
			holder = processes.at[i];
	}
	return holder;
}
