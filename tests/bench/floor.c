/* floor.c - what a judge costs at least: `floor BRAIN TURNS` writes, polls, reads and stamps, and does
 * nothing else (DESIGN §11).
 *
 * Two processes, two pipes each.  Every turn writes the same bytes as ringside does, waits in poll(2), reads
 * the answer, and reads the clock before and after.  Prints ns a turn.  */
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct brain {
	pid_t pid;
	int in, out;
};

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct brain start(const char *path)
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
		execl(path, path, (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	brain.in = in[1];
	brain.out = out[0];
	return brain;
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

int main(int argc, char **argv)
{
	long turns = argc == 3 ? atol(argv[2]) : 0;
	struct brain brain[2];
	char answer[256], text[256];
	int64_t began, spent = 0, thought = 0;

	if (turns <= 0) {
		fprintf(stderr, "usage: floor BRAIN TURNS\n");
		return 2;
	}
	for (int i = 0; i < 2; i++) {
		brain[i] = start(argv[1]);
		ask(&brain[i], "START 64\r\n", 10, answer, sizeof(answer));
	}
	for (long turn = 0; turn < turns; turn++) {
		int64_t from, to;
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
		from = now();
		ask(&brain[turn % 2], text, size, answer, sizeof(answer));
		to = now();
		thought += to - from;
		spent += to - began;
	}
	printf("%.1f\n", (double)spent / (double)turns);
	for (int i = 0; i < 2; i++) {
		close(brain[i].in);
		waitpid(brain[i].pid, NULL, 0);
	}
	return thought < 0;
}
