/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tty.c - the terminal as a file.
 *
 * All state is global: there is one terminal, and a signal handler has to find it.  */
#include "tty.h"
#include "ringside/bytes.h"
#include "ringside/give_up.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { LEAVE_MS = 1000, LEAVING_MAX = 512 };

static int terminal = -1;
static pid_t owner;           /* a process that it forks has other files under these numbers */
static struct termios before; /* its modes when it was opened */
static struct bytes queue;    /* not yet taken by the terminal */

static volatile sig_atomic_t taken;
static char last_words[LEAVING_MAX];
static size_t last_words_size;

/* Crashes, and other signals that end a program at once; the loop handles those that ask.  */
static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,  SIGILL,    SIGTRAP, SIGSYS, SIGQUIT,
			     SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,  SIGPWR};
enum { DEADLY = sizeof(deadly) / sizeof(deadly[0]) };
static struct sigaction before_deadly[DEADLY];

static void hand_back(void)
{
	ssize_t written;

	if (!taken || !tty_is_ours())
		return;
	taken = 0;
	written = write(terminal, last_words, last_words_size);
	(void)written; /* the modes have to be restored in any case */
	tcsetattr(terminal, TCSANOW, &before);
}

static void die_tidily(int signal)
{
	int error = errno;

	hand_back();
	for (int i = 0; i < DEADLY; i++)
		if (deadly[i] == signal)
			sigaction(signal, &before_deadly[i], NULL);
	errno = error;
	raise(signal); /* takes effect when this handler returns */
}

static void watch_deadly(void)
{
	static char stack[1 << 16]; /* an overflowing stack is one of the reasons */
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_handler = die_tidily, .sa_flags = SA_ONSTACK};

	sigaltstack(&other, NULL);
	for (int i = 0; i < DEADLY; i++) {
		sigaction(deadly[i], NULL, &before_deadly[i]);
		if (before_deadly[i].sa_handler != SIG_IGN)
			sigaction(deadly[i], &action, NULL);
	}
}

/* Sends what is queued, and waits for the terminal at most this long.  */
static bool flush_within(int64_t wait_ms)
{
	int64_t end = tty_now_ms() + wait_ms;
	struct pollfd writable = {.fd = terminal, .events = POLLOUT};
	size_t sent = 0;
	ssize_t size;

	while (sent < queue.size) {
		int64_t left = end - tty_now_ms();

		size = write(terminal, queue.at + sent, queue.size - sent);
		if (size > 0)
			sent += (size_t)size;
		else if (errno == EAGAIN && left > 0)
			poll(&writable, 1, (int)left);
		else if (errno != EINTR)
			break;
	}
	bytes_drop(&queue, sent);
	return queue.size == 0;
}

char *tty_open(void)
{
	owner = getpid();
	terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (terminal >= 0 && tcgetattr(terminal, &before) == 0)
		return NULL;
	return bytes_text(
		"there is no terminal to show the match on (/dev/tty: %s): `ringside run` needs none",
		strerror(errno));
}

void tty_close(void)
{
	if (terminal >= 0)
		close(terminal);
	terminal = -1;
	bytes_free(&queue);
}

bool tty_is_ours(void)
{
	return owner == getpid();
}

void tty_none(void)
{
	owner = getpid();
	terminal = -1;
}

int tty_fd(void)
{
	return terminal;
}

bool tty_size(int *rows, int *columns)
{
	struct winsize size;

	if (ioctl(terminal, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0)
		return false;
	*rows = size.ws_row;
	*columns = size.ws_col;
	return true;
}

void tty_take(const char *leaving, size_t size)
{
	struct termios modes = before;

	if (terminal < 0)
		return;
	last_words_size = size < LEAVING_MAX ? size : LEAVING_MAX;
	memcpy(last_words, leaving, last_words_size);
	cfmakeraw(&modes);
	tcsetattr(terminal, TCSANOW, &modes);
	if (!taken)
		watch_deadly();
	give_up_after(hand_back);
	taken = 1;
}

void tty_leave(void)
{
	if (!taken)
		return;
	flush_within(LEAVE_MS);
	bytes_free(&queue);
	tcsetattr(terminal, TCSANOW, &before);
	taken = 0;
	for (int i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &before_deadly[i], NULL);
}

void tty_queue(const char *bytes, size_t size)
{
	bytes_add(&queue, bytes, size);
	tty_flush();
}

bool tty_flush(void)
{
	return queue.size == 0 || (taken && flush_within(0));
}

ptrdiff_t tty_read(char *bytes, size_t room)
{
	ssize_t size;

	if (terminal < 0)
		return 0;
	do
		size = read(terminal, bytes, room);
	while (size < 0 && errno == EINTR);
	if (size > 0)
		return size;
	return size < 0 && errno == EAGAIN ? 0 : -1;
}

int64_t tty_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
