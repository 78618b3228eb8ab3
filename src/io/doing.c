/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* doing.c - reads from /proc what processes do: the state of each thread, and what a sleeping one waits for.
 *
 * The kernel shows the system call that a thread sleeps in, with its arguments (syscall), and the kernel
 * function (wchan), but only to a process that may trace it.  Everybody may read the state.  */
#include "doing.h"

#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	TEXT_SIZE = 1024,
	THREADS_MOST = 256, /* are looked at */
	POLLED_MOST = 16,
	DESCRIPTORS_MOST = 256, /* are looked at; an input is among the first */
	CALL_FUTEX_WAITV = 449
};

enum wait { WAIT_OTHER, WAIT_INPUT, WAIT_FUTEX, WAIT_CHILD };

/* Of one process.  */
struct tally {
	int threads, running, traced, stopped, futexes, reads, children;
};

/* The beginning of a file of a folder; "": it cannot be read.  */
static void read_text(const char *folder, const char *name, char text[TEXT_SIZE])
{
	char *path = bytes_text("%s/%s", folder, name);

	text_file_start(path, text, TEXT_SIZE);
	free(path);
}

/* Is that descriptor of the process the input?  */
static bool is_input(const char *process, long fd, const char *input)
{
	char *path = bytes_text("%s/fd/%ld", process, fd), target[64];
	ssize_t size = readlink(path, target, sizeof(target));

	free(path);
	return size > 0 && (size_t)size == strlen(input) && memcmp(target, input, (size_t)size) == 0;
}

bool doing_has_open(const char *process, const char *input)
{
	char *folder = bytes_text("%s/fd", process);
	DIR *open_ones = opendir(folder);
	struct dirent *fd;
	bool found = false;

	for (int i = 0; open_ones && !found && i < DESCRIPTORS_MOST && (fd = readdir(open_ones)); i++)
		found = isdigit((unsigned char)fd->d_name[0]) &&
			is_input(process, strtol(fd->d_name, NULL, 10), input);
	if (open_ones)
		closedir(open_ones);
	free(folder);
	return found;
}

/* Is the input among those that this epoll descriptor waits for?  */
static bool is_polled(const char *process, long epoll, const char *input)
{
	char text[TEXT_SIZE], *name = bytes_text("fdinfo/%ld", epoll);
	bool found = false;

	read_text(process, name, text);
	free(name);
	for (const char *at = text; !found && (at = strstr(at, "tfd:")); at++)
		found = is_input(process, strtol(at + strlen("tfd:"), NULL, 10), input);
	return found;
}

/* Reads the memory of the process; false: it cannot be read.  */
static bool read_memory(const char *process, long at, void *bytes, size_t size)
{
	char *path = bytes_text("%s/mem", process);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool whole = fd >= 0 && pread(fd, bytes, size, at) == (ssize_t)size;

	if (fd >= 0)
		close(fd);
	free(path);
	return whole;
}

static bool is_in_poll(const char *process, long at, long count, const char *input)
{
	struct pollfd polled[POLLED_MOST];
	bool found = false;

	count = count < POLLED_MOST ? count : POLLED_MOST;
	if (count < 0 || !read_memory(process, at, polled, (size_t)count * sizeof(*polled)))
		return false;
	for (long i = 0; i < count && !found; i++)
		found = polled[i].events & POLLIN && is_input(process, polled[i].fd, input);
	return found;
}

/* The set is a row of longs.  */
static bool is_in_select(const char *process, long count, long at, const char *input)
{
	unsigned long set = 0;
	bool found = false;

	if (!at || !read_memory(process, at, &set, sizeof(set)))
		return false;
	for (long fd = 0; fd < count && fd < (long)sizeof(set) * CHAR_BIT && !found; fd++)
		found = set >> fd & 1 && is_input(process, fd, input);
	return found;
}

/* Judges by the number of the system call and its first two arguments.  */
static enum wait wait_by_call(const char *process, const char *input, long call, long first, long second)
{
	switch (call) {
#ifdef SYS_poll
	case SYS_poll:
#endif
	case SYS_ppoll: return is_in_poll(process, first, second, input) ? WAIT_INPUT : WAIT_OTHER;
#ifdef SYS_select
	case SYS_select:
#endif
	case SYS_pselect6: return is_in_select(process, first, second, input) ? WAIT_INPUT : WAIT_OTHER;
	case SYS_read:
	case SYS_readv:
	case SYS_recvfrom:
	case SYS_recvmsg: return is_input(process, first, input) ? WAIT_INPUT : WAIT_OTHER;
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait: return is_polled(process, first, input) ? WAIT_INPUT : WAIT_OTHER;
	case SYS_futex:
	case CALL_FUTEX_WAITV: return WAIT_FUTEX;
	case SYS_wait4:
	case SYS_waitid: return WAIT_CHILD;
	default: return WAIT_OTHER;
	}
}

/* What a sleeping thread waits for.  The call numbers of other architectures, as of 32 bits, mean nothing to
 * us: then the name of the kernel function decides.  */
static enum wait wait_of(const char *process, const char *thread, const char *input)
{
	char text[TEXT_SIZE], *end;
	enum wait wait = WAIT_OTHER;
	long call, first;

	read_text(thread, "syscall", text);
	call = strtol(text, &end, 10);
	if (end != text) {
		first = strtol(end, &end, 16);
		wait = wait_by_call(process, input, call, first, strtol(end, NULL, 16));
	}
	if (wait != WAIT_OTHER || (end != text && (call == SYS_read || call == SYS_readv)))
		return wait; /* of a read of something else */
	read_text(thread, "wchan", text);
	return strstr(text, "futex")       ? WAIT_FUTEX
	       : strstr(text, "pipe_read") ? WAIT_INPUT
	       : strstr(text, "do_wait")   ? WAIT_CHILD
					   : WAIT_OTHER;
}

static void look_at_thread(const char *process, const char *thread, const char *input, struct tally *tally)
{
	char text[TEXT_SIZE], *state;

	read_text(thread, "stat", text);
	state = strrchr(text, ')'); /* a name may hold anything */
	if (!state || state[1] != ' ' || strchr("ZXx", state[2]))
		return;
	tally->threads++;
	switch (state[2]) {
	case 'R': tally->running++; return;
	case 't': tally->traced++; return;
	case 'T': tally->stopped++; return;
	default: break;
	}
	switch (wait_of(process, thread, input)) {
	case WAIT_INPUT: tally->reads++; break;
	case WAIT_FUTEX: tally->futexes++; break;
	case WAIT_CHILD: tally->children++; break;
	case WAIT_OTHER: break;
	}
}

/* False: it cannot be looked at.  */
static bool look_at_process(const char *process, const char *input, struct tally *tally)
{
	char *folder = bytes_text("%s/task", process);
	DIR *threads = opendir(folder);
	struct dirent *thread;

	for (int i = 0; threads && i < THREADS_MOST && (thread = readdir(threads));) {
		char *path;

		if (!isdigit((unsigned char)thread->d_name[0]))
			continue;
		path = bytes_text("%s/%s", folder, thread->d_name);
		look_at_thread(process, path, input, tally);
		free(path);
		i++;
	}
	if (threads)
		closedir(threads);
	free(folder);
	return threads != NULL;
}

static void add_tally(struct tally *sum, const struct tally *more)
{
	sum->threads += more->threads;
	sum->running += more->running;
	sum->traced += more->traced;
	sum->stopped += more->stopped;
	sum->futexes += more->futexes;
	sum->reads += more->reads;
	sum->children += more->children;
}

static enum doing_kind kind_of(const struct tally *sum, int64_t unread)
{
	return !sum->threads                  ? DOING_GONE
	       : sum->running                 ? DOING_RUNS
	       : sum->traced                  ? DOING_TRACED
	       : sum->stopped                 ? DOING_STOPPED
	       : sum->futexes == sum->threads ? DOING_FUTEXES
	       : unread                       ? DOING_UNREAD
	       : sum->reads                   ? DOING_READS
					      : DOING_SLEEPS;
}

void doing_look(const char *proc, const struct pids *pids, const char *input, struct doing *doing)
{
	struct tally all = {0}, busy = {0}, *sum;
	bool seen = false;

	for (size_t i = 0; i < pids->count; i++) {
		char *process = bytes_text("%s/%d", proc, (int)pids->at[i]);
		struct tally one = {0};

		seen = look_at_process(process, input, &one) || seen;
		add_tally(&all, &one);
		if (one.children < one.threads)
			add_tally(&busy, &one);
		free(process);
	}
	sum = busy.threads ? &busy : &all;
	doing->kind = seen ? kind_of(sum, doing->unread) : DOING_UNKNOWN;
	doing->threads = sum->running ? sum->running : sum->threads;
}
