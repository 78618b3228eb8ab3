/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trace_gdb.c - lets gdb print the backtraces of a stopped process.  */
#include "trace_gdb.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 20000, TEXT_MOST = 64 * 1024 };

/* Stands before and after what it prints of the threads.  */
#define MARK "--ringside--"

/* No files of the user and no network: the output has one form, and nothing runs that nobody asked for.  */
static _Noreturn void become_gdb(pid_t process, int out)
{
	char pid[32];
	sigset_t none;
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	snprintf(pid, sizeof(pid), "%d", (int)process);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(out, STDERR_FILENO) < 0)
		_exit(126);
	execlp("gdb", "gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", "-iex",
	       "set auto-load off", "-ex", "set width 0", "-ex", "set style enabled off", "-p", pid, "-ex",
	       "echo " MARK "\\n", "-ex", "thread apply all backtrace 32", "-ex", "echo " MARK "\\n",
	       (char *)NULL);
	_exit(127);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads up to its end, or for WAIT_MS.  False: that was not enough.  */
static bool read_all(int from, struct bytes *text)
{
	int64_t until = now_ms() + WAIT_MS, left;
	char part[4096];
	ssize_t size = 1;

	while (size != 0 && (left = until - now_ms()) > 0) {
		struct pollfd ready = {.fd = from, .events = POLLIN};

		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		size = read(from, part, sizeof(part));
		if (size > 0 && text->size < TEXT_MOST)
			bytes_add(text, part, (size_t)size);
		if (size < 0 && errno != EINTR)
			break;
	}
	return size == 0;
}

/* The last line of what gdb has said, which is its complaint.  */
static void tell_complaint(struct bytes *text, bool in_time)
{
	char *end = text->at ? text->at + text->size : NULL, *at, *said;

	while (end && end > text->at && strchr("\r\n", end[-1]))
		end--;
	for (at = end; at && at > text->at && at[-1] != '\n';)
		at--;
	said = bytes_copy(at ? at : "", at ? (size_t)(end - at) : 0);
	text->size = 0;
	if (in_time)
		bytes_addf(text, "gdb: %s", said);
	else
		bytes_addf(text, "gdb took more than %d s", WAIT_MS / 1000);
	free(said);
}

/* Moves the part of that thread, which begins with "\nThread ", to the front.  */
static void put_first(struct bytes *text, pid_t thread)
{
	char *name = bytes_text("(LWP %d)", (int)thread), *at = strstr(text->at, name), *end;
	struct bytes sorted = {0};

	free(name);
	while (at && at > text->at && strncmp(at, "\nThread ", 8) != 0)
		at--;
	if (!at || at == text->at)
		return; /* it is first already */
	end = strstr(at + 1, "\nThread ");
	end = end ? end : text->at + text->size;
	bytes_add(&sorted, at, (size_t)(end - at));
	bytes_add(&sorted, text->at, (size_t)(at - text->at));
	bytes_add_text(&sorted, end);
	bytes_free(text);
	*text = sorted;
}

/* Keeps what stands between the marks.  False: they are not there.  */
static bool cut_out(struct bytes *text)
{
	char *from = text->at ? strstr(text->at, MARK "\n") : NULL, *to;

	if (!from || !(to = strstr(from + 1, MARK "\n")))
		return false;
	text->size = (size_t)(to - text->at);
	*to = '\0';
	from += strlen(MARK "\n");
	from += strspn(from, "\n");
	if (from == to) { /* gdb has complained before, and has gone on */
		text->size = (size_t)(strstr(text->at, MARK "\n") - text->at);
		return false;
	}
	bytes_drop(text, (size_t)(from - text->at));
	return text->size > 0;
}

bool trace_gdb(pid_t process, pid_t thread, struct bytes *text)
{
	int ends[2];
	pid_t gdb;
	bool in_time;

	if (pipe2(ends, O_CLOEXEC) < 0) {
		bytes_addf(text, "no pipe for gdb: %s", strerror(errno));
		return false;
	}
	gdb = fork();
	if (gdb == 0)
		become_gdb(process, ends[1]);
	close(ends[1]);
	in_time = read_all(ends[0], text);
	close(ends[0]);
	if (gdb > 0 && !in_time)
		kill(gdb, SIGKILL);
	while (gdb > 0 && waitpid(gdb, NULL, 0) < 0 && errno == EINTR)
		;
	if (!in_time || !cut_out(text)) {
		tell_complaint(text, in_time);
		return false;
	}
	put_first(text, thread);
	return true;
}
