/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stall.c - an agent holds up the judge.  */
#include "stall.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first is longer than the short limits of test_stalls.c, and shorter than the long ones.  */
enum { STOPPED_MS = 1300, BRIEFLY_MS = 60, PAUSE_MS = 30, TIMES = 8 };

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

/* The stop lasts until the agent has closed this, and then for a time of its own.  */
static int holding = -1;

/* Returns when the judge is stopped.  However late this process or its child runs, the judge stays stopped
 * until let_judge_go_on(), and so long after it.  */
static void stop_for(int ms)
{
	pid_t judge = getppid();
	int held[2];
	char byte;

	if (pipe2(held, O_CLOEXEC) < 0)
		abort();
	if (fork() == 0) {
		setsid();
		close(STDIN_FILENO);
		close(STDOUT_FILENO);
		close(STDERR_FILENO);
		close(held[1]);
		while (read(held[0], &byte, 1) < 0 && errno == EINTR)
			;
		poll(NULL, 0, ms);
		kill(judge, SIGCONT);
		_exit(0);
	}
	close(held[0]);
	holding = held[1];
	kill(judge, SIGSTOP);
	while (!is_stopped(judge))
		poll(NULL, 0, 1);
}

void let_judge_go_on(void)
{
	if (holding >= 0)
		close(holding);
	holding = -1;
}

static void wait_until_it_goes_on(void)
{
	pid_t judge = getppid();

	while (is_stopped(judge) && kill(judge, 0) == 0)
		poll(NULL, 0, 1);
}

void stop_judge(void)
{
	stop_for(STOPPED_MS);
	let_judge_go_on();
}

void stop_judge_briefly(void)
{
	stop_for(BRIEFLY_MS);
}

void stop_judge_again_and_again(void)
{
	for (int i = 0; i < TIMES; i++) {
		stop_for(BRIEFLY_MS);
		let_judge_go_on();
		wait_until_it_goes_on();
		poll(NULL, 0, PAUSE_MS);
	}
}

void stop_judge_and_wait(void)
{
	stop_judge();
	wait_until_it_goes_on();
}
