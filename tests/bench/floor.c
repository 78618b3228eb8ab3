/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* floor.c - the least that a judge costs: `floor gomocup BRAIN TURNS [CORES]` and
 * `floor lmc PLAYER ROUNDS [CORES]` only write, poll, read and take the time.
 *
 * Two processes, two pipes each. Every turn writes the same bytes as ringside, waits in poll(2), reads the
 * answer, and reads the clock before and after. CORES are three numbers such as 2,3,3: the core of the floor
 * itself and of each agent. Without them the scheduler places all three.
 *
 * Prints five numbers for each turn, or for each round of both players: the ns that passed, the CPU ns of the
 * floor, those of both agents together, and how often one of the three waited and how often one was made to
 * wait.  */
#include "clock.h"

#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct brain {
	pid_t pid;
	int in, out;
};

static int64_t stamped; /* keeps the compiler from leaving out the reads of the clock */

/* A core below 0: wherever the scheduler likes.  */
static void pin(int core)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (core < 0)
		return;
	CPU_SET((size_t)core, &set);
	if (sched_setaffinity(0, sizeof(set), &set) < 0) {
		perror("floor: the core cannot be had");
		_exit(1);
	}
}

static struct brain start(const char *path, int core)
{
	struct brain brain;
	int in[2], out[2];

	if (pipe(in) < 0 || pipe(out) < 0)
		exit(1);
	brain.pid = fork();
	if (brain.pid == 0) {
		pin(core);
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		for (int fd = 3; fd < 16; fd++)
			close(fd);
		execl(path, path, (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	brain.in = in[1];
	brain.out = out[0];
	return brain;
}

static void end(struct brain *brain)
{
	close(brain->in);
	waitpid(brain->pid, NULL, 0);
}

static size_t ask(struct brain *brain, const char *text, size_t size, char *answer, size_t room)
{
	struct pollfd poll_fd = {.fd = brain->out, .events = POLLIN};
	ssize_t n;

	if (write(brain->in, text, size) < 0 || poll(&poll_fd, 1, -1) < 0)
		exit(1);
	n = read(brain->out, answer, room - 1);
	if (n <= 0)
		exit(1);
	answer[n] = '\0';
	return (size_t)n;
}

/* Nanoseconds of a turn of gomocup: one brain after the other.  */
static double turns_of_gomocup(const char *path, long turns, const int *cores)
{
	struct brain brain[2];
	char answer[256], text[256];
	int64_t began, spent = 0;

	for (int i = 0; i < 2; i++) {
		brain[i] = start(path, cores[1 + i]);
		ask(&brain[i], "START 64\r\n", 10, answer, sizeof(answer));
	}
	for (long turn = 0; turn < turns; turn++) {
		size_t size;

		if (turn % 4000 == 0) { /* before the board is full */
			ask(&brain[0], "RESTART\r\n", 9, answer, sizeof(answer));
			ask(&brain[1], "RESTART\r\n", 9, answer, sizeof(answer));
			strcpy(answer, "\n");
		}
		began = now();
		size = (size_t)snprintf(text, sizeof(text), "INFO time_left 2147483647\r\n%s%s\r\n",
					answer[0] == '\n' ? "BEGIN" : "TURN ",
					answer[0] == '\n' ? "" : strtok(answer, "\n"));
		stamped += now();
		ask(&brain[turn % 2], text, size, answer, sizeof(answer));
		stamped += now();
		spent += now() - began;
	}
	for (int i = 0; i < 2; i++)
		end(&brain[i]);
	return (double)spent / (double)turns;
}

/* Reads the answers of both, in the order in which they come.  */
static void read_both(struct brain *brain, char answer[2][256])
{
	struct pollfd poll_fds[2] = {{.fd = brain[0].out, .events = POLLIN},
				     {.fd = brain[1].out, .events = POLLIN}};

	for (int left = 2; left > 0;) {
		if (poll(poll_fds, 2, -1) < 0)
			exit(1);
		stamped += now();
		for (int i = 0; i < 2; i++) {
			ssize_t n = poll_fds[i].revents ? read(brain[i].out, answer[i], 255) : -1;

			if (n == 0)
				exit(1);
			if (n < 0)
				continue;
			answer[i][n] = '\0';
			poll_fds[i].fd = -1; /* it has answered */
			left--;
		}
	}
}

/* Nanoseconds of a round of lmc: both players are asked, then both are told.  */
static double rounds_of_lmc(const char *path, long rounds, const int *cores)
{
	static const char beginning[] = "@command new\n@command symbol rock\n@command symbol paper\n"
					"@command symbol scissors\n";
	struct brain brain[2];
	char answer[2][256] = {"", ""}, text[512];
	int64_t began;

	for (int i = 0; i < 2; i++) {
		brain[i] = start(path, cores[1 + i]);
		ask(&brain[i], "# ready\n", 8, answer[i], sizeof(answer[i]));
		if (write(brain[i].in, beginning, sizeof(beginning) - 1) < 0)
			exit(1);
		answer[i][0] = '\0';
	}
	began = now();
	for (long round = 0; round < rounds; round++) {
		for (int i = 0; i < 2; i++) {
			char *other = strrchr(answer[1 - i], ' ');
			int size =
				snprintf(text, sizeof(text), "%s%s%s@command play\n", other ? "@input" : "",
					 other ? other : "", other ? "@score 0\n" : "");

			stamped += now();
			if (write(brain[i].in, text, (size_t)size) < 0)
				exit(1);
		}
		read_both(brain, answer);
	}
	began = now() - began;
	for (int i = 0; i < 2; i++)
		end(&brain[i]);
	return (double)began / (double)rounds;
}

static double cpu_ns(const struct rusage *usage)
{
	return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1e9 +
	       (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1e3;
}

int main(int argc, char **argv)
{
	long count = argc == 4 || argc == 5 ? atol(argv[3]) : 0;
	bool lmc = count > 0 && strcmp(argv[1], "lmc") == 0;
	int cores[3] = {-1, -1, -1};
	struct rusage own, agents;
	double each;

	if (count <= 0 || (!lmc && strcmp(argv[1], "gomocup") != 0) ||
	    (argc == 5 && sscanf(argv[4], "%d,%d,%d", &cores[0], &cores[1], &cores[2]) != 3)) {
		fprintf(stderr,
			"usage: floor gomocup BRAIN TURNS [CORES] | floor lmc PLAYER ROUNDS [CORES]\n");
		return 2;
	}
	pin(cores[0]);
	each = lmc ? rounds_of_lmc(argv[2], count, cores) : turns_of_gomocup(argv[2], count, cores);
	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &agents);
	printf("%.1f %.1f %.1f %.2f %.2f\n", each, cpu_ns(&own) / (double)count,
	       cpu_ns(&agents) / (double)count, (double)(own.ru_nvcsw + agents.ru_nvcsw) / (double)count,
	       (double)(own.ru_nivcsw + agents.ru_nivcsw) / (double)count);
	return stamped == 0;
}
