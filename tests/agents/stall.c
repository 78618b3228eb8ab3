/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stall.c - an agent holds up the judge.  */
#include "stall.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Longer than the short limits of test_stalls.c, shorter than the long ones.  */
enum { STOPPED_MS = 1300 };

static bool is_stopped(pid_t process)
{
	char path[40], text[512] = "";
	const char *state;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)process);
	file = fopen(path, "re");
	if (!file)
		return true; /* it is gone: do not wait for it */
	if (fread(text, 1, sizeof(text) - 1, file) == 0)
		text[0] = '\0';
	fclose(file);
	state = strrchr(text, ')');
	return state && strchr("tT", state[2]);
}

void stop_judge(void)
{
	pid_t judge = getppid();

	if (fork() == 0) {
		setsid();
		close(STDIN_FILENO);
		close(STDOUT_FILENO);
		close(STDERR_FILENO);
		kill(judge, SIGSTOP);
		poll(NULL, 0, STOPPED_MS);
		kill(judge, SIGCONT);
		_exit(0);
	}
	while (!is_stopped(judge))
		;
}

void stop_judge_and_wait(void)
{
	pid_t judge = getppid();

	stop_judge();
	while (is_stopped(judge) && kill(judge, 0) == 0)
		poll(NULL, 0, 1);
}
