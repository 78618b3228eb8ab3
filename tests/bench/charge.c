/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* charge.c - what a judge charges an agent beside what the agent measures itself.
 *
 * `charge sleep MS [ROW]` and `charge spin MS [ROW]` are gomocup brains that sleep, or use the CPU, for that
 * time.  With each move they tell the ns between the read of the question and the write of the answer, as
 * "MESSAGE own NS".  charged.py compares them with the think times in match files.
 * `charge floor GAMES TURNS sleep|spin MS` is the least judge: GAMES processes, each with two such brains,
 * only write, poll, read and take the time.  It prints what they charge more: p50, p99 and maximum in ms.  */
#include "clock.h"

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NS_PER_MS = 1000000, COLUMNS = 15, LINE = 512 };

/* ---- the brain ---- */

static void think(bool spins, int64_t began, int64_t ns)
{
	const struct timespec time = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};

	if (!spins)
		nanosleep(&time, NULL);
	while (spins && now() - began < ns)
		;
}

static void say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		exit(1);
}

/* Every second column, so that no move wins.  */
static void play(bool spins, int64_t ns, int row)
{
	char in[LINE], out[LINE];
	int column = 0;
	ssize_t size;

	while ((size = read(STDIN_FILENO, in, sizeof(in) - 1)) > 0) {
		int64_t began = now();

		in[size] = '\0';
		if (strstr(in, "START ") || strstr(in, "RESTART")) {
			column = 0;
			say("OK\n");
		} else if (strstr(in, "ABOUT")) {
			say("name=\"charge\"\n");
		} else if (strstr(in, "TURN") || strstr(in, "BEGIN")) {
			think(spins, began, ns);
			snprintf(out, sizeof(out), "MESSAGE own %lld\n%d,%d\n", (long long)(now() - began),
				 column, row);
			column = (column + 2) % COLUMNS;
			say(out);
		}
	}
}

/* ---- the floor ---- */

struct brain {
	pid_t pid;
	int in, out;
};

static struct brain start(const char *self, const char *mode, const char *ms)
{
	struct brain brain;
	int in[2], out[2];

	if (pipe(in) < 0 || pipe(out) < 0)
		exit(1);
	brain.pid = fork();
	if (brain.pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		for (int fd = 3; fd < 16; fd++)
			close(fd);
		execl(self, self, mode, ms, (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	brain.in = in[1];
	brain.out = out[0];
	return brain;
}

/* The ns that the judge counts more than the brain.  */
static int64_t ask(const struct brain *brain)
{
	struct pollfd ready = {.fd = brain->out, .events = POLLIN};
	char answer[LINE];
	int64_t began = now(), ended;
	ssize_t size;

	if (write(brain->in, "TURN 1,1\r\n", 10) < 0 || poll(&ready, 1, -1) < 0)
		exit(1);
	ended = now();
	size = read(brain->out, answer, sizeof(answer) - 1);
	if (size <= 0)
		exit(1);
	answer[size] = '\0';
	return ended - began - atoll(answer + strlen("MESSAGE own "));
}

static double at(const int64_t *sorted, long count, double share)
{
	return (double)sorted[(long)((double)(count - 1) * share)] / NS_PER_MS;
}

static int measure(const char *self, int games, long turns, const char *mode, const char *ms)
{
	long count = games * turns;
	int64_t *more = mmap(NULL, (size_t)count * sizeof(*more), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (more == MAP_FAILED)
		return 1;
	for (int game = 0; game < games; game++)
		if (fork() == 0) {
			struct brain brain[2] = {start(self, mode, ms), start(self, mode, ms)};

			for (long turn = 0; turn < turns; turn++)
				more[game * turns + turn] = ask(&brain[turn % 2]);
			for (int i = 0; i < 2; i++) {
				close(brain[i].in);
				waitpid(brain[i].pid, NULL, 0);
			}
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	qsort(more, (size_t)count, sizeof(*more), compare);
	printf("%ld turns: p50 %.3f, p99 %.3f, max %.3f ms\n", count, at(more, count, 0.5),
	       at(more, count, 0.99), at(more, count, 1));
	return 0;
}

int main(int argc, char **argv)
{
	bool spins = argc >= 3 && strcmp(argv[1], "spin") == 0;

	if (argc == 6 && strcmp(argv[1], "floor") == 0 && atoi(argv[2]) > 0 && atol(argv[3]) > 0)
		return measure(argv[0], atoi(argv[2]), atol(argv[3]), argv[4], argv[5]);
	if (argc < 3 || (!spins && strcmp(argv[1], "sleep") != 0)) {
		fprintf(stderr,
			"usage: charge sleep|spin MS [ROW] | charge floor GAMES TURNS sleep|spin MS\n");
		return 2;
	}
	play(spins, (int64_t)(atof(argv[2]) * NS_PER_MS), argc > 3 ? atoi(argv[3]) : 0);
	return 0;
}
