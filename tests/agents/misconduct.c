/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* misconduct.c - misconduct that players and game programs share.  */
#include "misconduct.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void forever(void)
{
	for (;;)
		pause();
}

void pause_a_little(void)
{
	poll(NULL, 0, 50);
}

static void wait_for(short events)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = events};

	while (poll(&input, 1, -1) < 0 && errno == EINTR)
		;
}

void wait_for_more(void)
{
	wait_for(POLLIN);
}

void wait_for_the_end(void)
{
	wait_for(0);
}

void leave(void)
{
	_exit(0);
}

void leave_badly(void)
{
	_exit(7);
}

void crash(void)
{
	signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would turn it into an exit */
	raise(SIGSEGV);
}

void close_input(void)
{
	close(STDIN_FILENO);
}

void close_output(void)
{
	close(STDOUT_FILENO);
	forever();
}

void say_many_comments(void)
{
	for (int i = 0; i < 4000; i++)
		printf("# number %5d of very many useless remarks ......\n", i);
}

static void write_without_end(int fd, const char *line)
{
	static char block[65536];
	size_t size = strlen(line);

	for (size_t i = 0; i < sizeof(block); i++)
		block[i] = line[i % size];
	while (write(fd, block, sizeof(block)) > 0)
		;
	forever();
}

void say_comments_without_end(void)
{
	write_without_end(STDOUT_FILENO, "# still thinking .............\n");
}

void write_one_line_without_end(void)
{
	write_without_end(STDOUT_FILENO, "x");
}

void write_errors_without_end(void)
{
	write_without_end(STDERR_FILENO, "!");
}

void say_half_a_line(void)
{
	printf("@output pa");
	fflush(stdout);
	forever();
}

void hold_output(void)
{
	if (fork() == 0)
		forever();
}

void hide(void)
{
	if (fork() == 0) {
		setsid();
		forever();
	}
}

void ignore_terms(void)
{
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
}
