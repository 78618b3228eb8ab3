/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cost.c - what a command costs: `cost ROUNDS COMMAND ARGUMENT...`.
 *
 * Runs the command ROUNDS times, one after the other, with its output thrown away. ROUND in an argument
 * becomes the number of the round, for a file that each round writes anew. Prints four medians: in us
 * the time from start to exit, the CPU time of the process with all its threads, and the CPU time of it and
 * of all processes that it has waited for; and their page faults. The second is read between the exit and the
 * wait, when the process is already over but its clock can still be read: getrusage() would add its children
 * to it.
 *
 * Exit status: 0, 1 if the command fails once, 2 usage.  */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 10000 };
enum figure { WALL, OWN, ALL, FAULTS, FIGURES };

static int64_t now(clockid_t clock)
{
	struct timespec time;

	if (clock_gettime(clock, &time) < 0)
		return -1;
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t ns_of(struct timeval time)
{
	return ((int64_t)time.tv_sec * 1000000 + time.tv_usec) * 1000;
}

static int compare(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;

	return (one > two) - (one < two);
}

/* The argument with the number of the round in place of ROUND; the caller frees.  */
static char *filled(const char *argument, int round)
{
	const char *at = strstr(argument, "ROUND");
	char *text = NULL;

	if (!at)
		return strdup(argument);
	if (asprintf(&text, "%.*s%d%s", (int)(at - argument), argument, round, at + strlen("ROUND")) < 0)
		return NULL;
	return text;
}

/* Runs the command once. Returns its exit status, -1 if it has none.  */
static int run(char **command, const posix_spawn_file_actions_t *silent, int64_t ns[FIGURES])
{
	int64_t begun = now(CLOCK_MONOTONIC);
	struct rusage usage;
	siginfo_t info;
	clockid_t clock;
	int status;
	pid_t pid;

	if (posix_spawnp(&pid, command[0], silent, NULL, command, environ) != 0)
		return -1;
	if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0)
		return -1;
	ns[WALL] = now(CLOCK_MONOTONIC) - begun;
	if (clock_getcpuclockid(pid, &clock) != 0 || (ns[OWN] = now(clock)) < 0)
		return -1;
	if (wait4(pid, &status, 0, &usage) != pid)
		return -1;
	ns[ALL] = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
	ns[FAULTS] = usage.ru_minflt;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The same in round so and so.  */
static int run_round(int count, char **arguments, int round, const posix_spawn_file_actions_t *silent,
		     int64_t ns[FIGURES])
{
	char **command = calloc((size_t)count + 1, sizeof(*command));
	int status = -1;
	bool good = command;

	for (int i = 0; good && i < count; i++)
		good = (command[i] = filled(arguments[i], round));
	if (good)
		status = run(command, silent, ns);
	for (int i = 0; command && i < count; i++)
		free(command[i]);
	free(command);
	return status;
}

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[1]) : 0;
	static int64_t ns[FIGURES][MOST];
	posix_spawn_file_actions_t silent;

	if (rounds < 1 || rounds > MOST) {
		fprintf(stderr, "usage: cost ROUNDS COMMAND ARGUMENT...\n");
		return 2;
	}
	posix_spawn_file_actions_init(&silent);
	posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	for (int i = 0; i < rounds; i++) {
		int64_t once[FIGURES];
		int status = run_round(argc - 2, argv + 2, i, &silent, once);

		if (status != 0) {
			fprintf(stderr, "cost: %s ended with status %d\n", argv[2], status);
			return 1;
		}
		for (int k = 0; k < FIGURES; k++)
			ns[k][i] = once[k];
	}
	for (int k = 0; k < FIGURES; k++) {
		qsort(ns[k], (size_t)rounds, sizeof(ns[k][0]), compare);
		printf("%.1f%c", (double)ns[k][rounds / 2] / (k == FAULTS ? 1 : 1e3),
		       k + 1 < FIGURES ? ' ' : '\n');
	}
	return 0;
}
