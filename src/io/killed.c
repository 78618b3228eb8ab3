/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* killed.c - finds processes that were killed and have a file open.
 *
 * The system kills the workers of a ringside with it, and a SIGKILL stays pending until its process is gone.
 * So no parent and no owner of a lock need be known: who got none lives, and may go on writing.  */
#include "ringside/killed.h"

#include "children.h"
#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STATUS_SIZE = 4096 };

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
