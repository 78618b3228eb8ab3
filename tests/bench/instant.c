/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* instant.c - a brain that answers at once, so that the judge alone is measured.
 *
 * It fills the board with a pattern in which nobody ever has five in a row: black takes the squares where
 * (x + 2y) mod 4 is 0 or 1, white the others. It reads nothing of a BOARD but its end. `instant --spin MS`
 * uses that much CPU time before each answer.  */
#include "clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct instant {
	int size, at;
	bool black;
	int64_t spin_ns;
};

static void answer(struct instant *instant, int64_t asked)
{
	char text[32];
	int x, y;

	do {
		x = instant->at % instant->size;
		y = instant->at / instant->size;
		instant->at++;
	} while (((x + 2 * y) % 4 < 2) != instant->black);
	while (instant->spin_ns && now() < asked + instant->spin_ns)
		;
	if (write(STDOUT_FILENO, text, (size_t)snprintf(text, sizeof(text), "%d,%d\n", x, y)) < 0)
		exit(0);
}

int main(int argc, char **argv)
{
	struct instant instant = {.size = 64};
	char buffer[4096];
	size_t size = 0;
	ssize_t n;

	if (argc == 3 && strcmp(argv[1], "--spin") == 0)
		instant.spin_ns = atoll(argv[2]) * 1000000;
	while ((n = read(STDIN_FILENO, buffer + size, sizeof(buffer) - size)) > 0) {
		int64_t asked = now();
		char *line = buffer, *end;

		size += (size_t)n;
		for (; (end = memchr(line, '\n', size - (size_t)(line - buffer))); line = end + 1) {
			if (strncmp(line, "START ", 6) == 0 || strncmp(line, "RESTART", 7) == 0) {
				if (line[0] == 'S')
					instant.size = atoi(line + 6);
				instant.at = 0;
				instant.black = false;
				if (write(STDOUT_FILENO, "OK\n", 3) < 0)
					return 0;
			} else if (strncmp(line, "ABOUT", 5) == 0) {
				if (write(STDOUT_FILENO, "name=\"instant\"\n", 15) < 0)
					return 0;
			} else if (strncmp(line, "BEGIN", 5) == 0) {
				instant.black = true;
				answer(&instant, asked);
			} else if (strncmp(line, "TURN", 4) == 0 || strncmp(line, "DONE", 4) == 0) {
				answer(&instant, asked);
			} else if (strncmp(line, "END", 3) == 0) {
				return 0;
			}
		}
		size -= (size_t)(line - buffer);
		memmove(buffer, line, size);
	}
	return 0;
}
