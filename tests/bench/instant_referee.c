/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* instant_referee.c - a referee and players that answer at once, so that the judge alone is measured:
 * `instant_referee TURNS` asks two players by turns, so often; `instant_referee player` is one of them.
 *
 * All that a referee says between two answers goes in one write.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say(const char *words)
{
	if (write(STDOUT_FILENO, words, strlen(words)) < 0)
		exit(0);
}

/* Answers each line.  */
static void player(void)
{
	char buffer[4096];
	ssize_t size;

	while ((size = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0)
		for (const char *at = buffer; (at = memchr(at, '\n', (size_t)(buffer + size - at))); at++)
			say("7,7\n");
}

/* Each answer ends with a line "done K".  */
static void referee(long turns)
{
	static const char *const questions[] = {"move 2 7,7\n> 1 7,7\nask 1\n",
						"move 1 7,7\n> 2 7,7\nask 2\n"};
	char buffer[4096];
	ssize_t size;
	long turn = 0;

	if (read(STDIN_FILENO, buffer, sizeof(buffer)) <= 0)
		return;
	say("game instant\n> 1 7,7\nask 1\n");
	while ((size = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0) {
		if (!memmem(buffer, (size_t)size, "done", strlen("done")))
			continue;
		if (++turn == turns)
			say("draw\n");
		else
			say(questions[turn % 2]);
	}
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "player") == 0)
		player();
	else
		referee(argc == 2 ? atol(argv[1]) : 1000);
	return 0;
}
