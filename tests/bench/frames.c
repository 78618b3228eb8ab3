/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* frames.c - the least that the frames of a recorded match cost a judge: `frames pipe|tcp FILE COMMAND
 * COMMAND`.
 *
 * FILE has a line for each message of the match, "SEAT to HEX" or "SEAT from HEX".  The commands must play
 * the same match again.  What goes to a seat at the same time is one write.  Then frames polls, reads as many
 * bytes as the match has from each seat, and reads the clock before and after.  It knows no rules and looks
 * at no byte.  With tcp, each agent connects to a port on 127.0.0.1, which is added to its command, as "HOST
 * PORT".
 *
 * Prints the CPU time of its own process from the first message to the last, in us.  */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 2, LINE = 8192, MOST = 100000 };

struct frame {
	int seat;
	bool to;
	char *bytes;
	size_t size;
};

struct agent {
	pid_t pid;
	int in, out;
	char line[LINE]; /* what goes out next */
	size_t size;
	size_t awaited; /* bytes */
};

static int64_t stamped; /* keeps the compiler from leaving out the reads of the clock */

static int64_t now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static _Noreturn void failed(const char *what)
{
	perror(what);
	exit(1);
}

/* ---- the match ---- */

static bool read_frame(FILE *file, struct frame *frame)
{
	static char hex[2 * LINE + 1];
	char direction[8];
	unsigned byte;

	if (fscanf(file, "%d %7s %16384s", &frame->seat, direction, hex) != 3)
		return false;
	frame->seat--;
	frame->to = strcmp(direction, "to") == 0;
	frame->size = strlen(hex) / 2;
	frame->bytes = malloc(frame->size + 1);
	for (size_t i = 0; frame->bytes && i < frame->size; i++) {
		if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
			return false;
		frame->bytes[i] = (char)byte;
	}
	return frame->bytes && (frame->seat == 0 || frame->seat == 1);
}

static int read_match(const char *path, struct frame *frames)
{
	FILE *file = fopen(path, "r");
	int count = 0;

	if (!file)
		failed(path);
	while (count < MOST && read_frame(file, &frames[count]))
		count++;
	fclose(file);
	return count;
}

/* ---- agents ---- */

static _Noreturn void run(const char *command)
{
	for (int fd = 3; fd < 16; fd++)
		close(fd);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static void start_on_pipes(struct agent *agent, const char *command)
{
	char line[LINE];
	int in[2], out[2];

	snprintf(line, sizeof(line), "exec %s", command);
	if (pipe(in) < 0 || pipe(out) < 0)
		failed("pipe");
	agent->pid = fork();
	if (agent->pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		run(line);
	}
	close(in[0]);
	close(out[1]);
	agent->in = in[1];
	agent->out = out[0];
}

static void start_on_tcp(struct agent *agent, const char *command)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM, 0), at_once = 1;
	char line[LINE];

	if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof(address)) < 0 ||
	    listen(listener, 1) < 0 || getsockname(listener, (struct sockaddr *)&address, &size) < 0)
		failed("socket");
	snprintf(line, sizeof(line), "exec %s 127.0.0.1 %d", command, ntohs(address.sin_port));
	agent->pid = fork();
	if (agent->pid == 0)
		run(line);
	agent->in = agent->out = accept(listener, NULL, NULL);
	if (agent->in < 0)
		failed("accept");
	setsockopt(agent->in, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once));
	close(listener);
}

/* ---- playing ---- */

static void send_all(struct agent *agent)
{
	for (int s = 0; s < SEATS; s++) {
		stamped += now(CLOCK_MONOTONIC);
		if (agent[s].size && write(agent[s].in, agent[s].line, agent[s].size) < 0)
			failed("write");
		agent[s].size = 0;
	}
}

static void await_all(struct agent *agent)
{
	char bytes[LINE];

	while (agent[0].awaited || agent[1].awaited) {
		struct pollfd ready[SEATS];

		for (int s = 0; s < SEATS; s++)
			ready[s] =
				(struct pollfd){.fd = agent[s].awaited ? agent[s].out : -1, .events = POLLIN};
		if (poll(ready, SEATS, -1) < 0)
			failed("poll");
		stamped += now(CLOCK_MONOTONIC);
		for (int s = 0; s < SEATS; s++) {
			ssize_t size = ready[s].revents ? read(agent[s].out, bytes, sizeof(bytes)) : 0;

			if (size < 0 || (ready[s].revents && size == 0) || (size_t)size > agent[s].awaited) {
				fprintf(stderr, "frames: seat %d does not play the same match\n", s + 1);
				exit(1);
			}
			agent[s].awaited -= (size_t)size;
		}
	}
}

static void play(const struct frame *frames, int count, struct agent *agent)
{
	for (int i = 0; i < count; i++) {
		struct agent *at = &agent[frames[i].seat];

		if (!frames[i].to) {
			at->awaited += frames[i].size;
			if (i + 1 < count && !frames[i + 1].to)
				continue;
			await_all(agent);
			continue;
		}
		if (at->size + frames[i].size > sizeof(at->line))
			send_all(agent);
		memcpy(at->line + at->size, frames[i].bytes, frames[i].size);
		at->size += frames[i].size;
		if (i + 1 == count || !frames[i + 1].to)
			send_all(agent);
	}
}

int main(int argc, char **argv)
{
	static struct frame frames[MOST];
	static struct agent agent[SEATS];
	bool tcp = argc == 5 && strcmp(argv[1], "tcp") == 0;
	int64_t began;
	int count;

	if (!tcp && (argc != 5 || strcmp(argv[1], "pipe") != 0)) {
		fprintf(stderr, "usage: frames pipe|tcp FILE COMMAND COMMAND\n");
		return 2;
	}
	count = read_match(argv[2], frames);
	for (int s = 0; s < SEATS; s++)
		(tcp ? start_on_tcp : start_on_pipes)(&agent[s], argv[3 + s]);
	began = now(CLOCK_PROCESS_CPUTIME_ID);
	play(frames, count, agent);
	printf("%.1f\n", (double)(now(CLOCK_PROCESS_CPUTIME_ID) - began) / 1e3);
	for (int s = 0; s < SEATS; s++) {
		close(agent[s].in);
		waitpid(agent[s].pid, NULL, 0);
	}
	return stamped == 0;
}
