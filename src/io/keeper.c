/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* keeper.c - a process that outlives a killed judge and ends the daemons of its agents.
 *
 * The system ends an agent with its judge, but not what the agent has started.  Without /proc it does
 * nothing.  An agent's processes are known by a variable in their environment; a program that hides from this
 * needs a sandbox.  Weighed: a parent of the judge that adopts its orphans; but who kills ringside kills that
 * parent, whose id is the only one that he knows.  */
#include "keeper.h"

#include "orphans.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/loop.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process may start another while they are killed, so they are looked for until none is left.  */
enum { ROUNDS = 100, OPEN_MOST = 4096 };

static struct {
	struct owned owned; /* its process, which is no orphan; 0: there is none */
	pid_t judge;        /* who started it */
	int hold;           /* the end of its pipe that all judges have */
	char mark[80];
} kept;

char *keeper_mark(void)
{
	return kept.owned.pid ? kept.mark : NULL;
}

int keeper_hold(void)
{
	return kept.owned.pid ? kept.hold : -1;
}

/* Does the process have the mark in its environment?  */
static bool is_marked(const char *process)
{
	char *path = bytes_text("/proc/%s/environ", process);
	FILE *file = fopen(path, "re");
	char *word = NULL;
	size_t room = 0;
	bool found = false;

	free(path);
	while (!found && file && getdelim(&word, &room, '\0', file) > 0)
		found = strcmp(word, kept.mark) == 0;
	free(word);
	if (file)
		fclose(file);
	return found;
}

/* Kills all that are marked.  False: there was none.  */
static bool kill_marked(void)
{
	DIR *processes = opendir("/proc");
	struct dirent *process;
	bool any = false;

	while (processes && (process = readdir(processes)))
		if (isdigit((unsigned char)process->d_name[0]) && is_marked(process->d_name))
			any = kill((pid_t)strtol(process->d_name, NULL, 10), SIGKILL) == 0 || any;
	if (processes)
		closedir(processes);
	return any;
}

/* Holds nothing but the pipe, whose other end all judges have.  */
static _Noreturn void keep(int ended)
{
	sigset_t all;
	char byte;

	prctl(PR_SET_NAME, "ringside-keeper");
	setsid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL); /* those of the judge's terminal are not for it */
	if (dup2(ended, 0) < 0)
		_exit(1);
#ifdef __NR_close_range
	if (syscall(__NR_close_range, 1, ~0U, 0) < 0)
#endif
		for (int fd = 1; fd < OPEN_MOST; fd++)
			close(fd);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	for (int i = 0; i < ROUNDS && kill_marked(); i++)
		usleep(1000);
	_exit(0);
}

/* The judge ends in order: agent_end_orphans() has ended all. A keeper that cannot be killed ends after it.
 */
static void dismiss(void)
{
	if (kept.owned.pid && getpid() == kept.judge && kill(kept.owned.pid, SIGKILL) == 0)
		while (waitpid(kept.owned.pid, NULL, 0) < 0 && errno == EINTR)
			;
}

char *agent_blindness(void)
{
	if (access("/proc/self/environ", R_OK) == 0)
		return NULL;
	return bytes_text("/proc cannot be read: what agents start in the background is neither measured nor "
			  "ended, and --memory does not count it");
}

void agent_keeper(void)
{
	int ends[2];

	if (kept.owned.pid || access("/proc/self/environ", R_OK) < 0 || pipe2(ends, O_CLOEXEC) < 0)
		return;
	kept.judge = getpid();
	snprintf(kept.mark, sizeof(kept.mark), "RINGSIDE_AGENT_OF=%d-%lld", (int)kept.judge,
		 (long long)loop_now());
	kept.owned.pid = fork();
	if (kept.owned.pid == 0)
		keep(ends[0]);
	close(ends[0]);
	if (kept.owned.pid > 0) {
		orphans_except(&kept.owned);
		atexit(dismiss);
		kept.hold = ends[1]; /* open as long as this process and its workers live */
		return;
	}
	kept.owned.pid = 0;
	close(ends[1]);
}
