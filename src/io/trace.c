/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trace.c - ringside-trace: traces an agent, and has the backtraces of a process that is about to crash.
 *
 * It stops at the delivery of a signal that would end the process with a core dump.  A process with a handler
 * of its own is left alone: virtual machines live on SIGSEGV.  Only one program can trace a process, so it
 * detaches before it lets gdb look.  ptrace belongs to the thread that attached, and waits for a child with
 * waitpid(), so this is a process of its own: the judge's loop never waits for it.  */
#include "ringside/trace.h"

#include "children.h"
#include "ringside/text_file.h"
#include "trace_gdb.h"
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	STATUS_SIZE = 4096,
	REPORTS_MOST = 8,
	LINE_SIZE = 256,
	STOP_WAIT_MS = 1000 /* all threads of a process together have to stop; most need well under 1 ms */
};

#define FOLLOWED (PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC)

/* A process that stands before the signal that ends it.  */
struct standing {
	pid_t process, thread; /* 0: none stands */
	int signal;
};

struct tracer {
	pid_t agent;
	struct standing standing;
	int reports;
	char line[LINE_SIZE]; /* of stdin */
	size_t size;
};

/* ---- telling ---- */

static void tell(const char *bytes, size_t size)
{
	while (size) {
		ssize_t went = write(STDOUT_FILENO, bytes, size);

		if (went < 0 && errno != EINTR)
			_exit(1); /* nobody listens any more */
		bytes += went > 0 ? went : 0;
		size -= went > 0 ? (size_t)went : 0;
	}
}

static void tell_text(char *text)
{
	tell(text, strlen(text));
	free(text);
}

/* ---- what /proc says of a thread ---- */

/* The value of a field of its status; base as for strtoull(). 0: not known.  */
static unsigned long long status_of(pid_t thread, const char *field, int base)
{
	char *path = bytes_text("/proc/%d/status", (int)thread), text[STATUS_SIZE];
	const char *at = text_file_start(path, text, sizeof(text)) ? strstr(text, field) : NULL;

	free(path);
	return at ? strtoull(at + strlen(field), NULL, base) : 0;
}

/* Does the signal end the process, with a core dump if it may write one?  */
static bool is_fatal(pid_t thread, int signal)
{
	static const int cores[] = {SIGABRT, SIGBUS,  SIGFPE,  SIGILL, SIGSEGV,
				    SIGSYS,  SIGTRAP, SIGXCPU, SIGXFSZ};
	unsigned long long bit = 1ULL << (signal - 1);
	bool dumps = false;

	for (size_t i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		dumps = dumps || cores[i] == signal;
	return dumps && !(status_of(thread, "\nSigCgt:", 16) & bit) &&
	       !(status_of(thread, "\nSigIgn:", 16) & bit);
}

/* The threads of a process.  */
static void threads_of(pid_t process, struct pids *threads)
{
	char *path = bytes_text("/proc/%d/task", (int)process);

	pids_listed(path, threads);
	free(path);
}

/* ---- tracing ---- */

/* False: one of its threads cannot be traced (errno).  Those that a traced thread makes are traced from
 * their beginning, so it is enough to look until no other is found.  */
static bool seize(pid_t process)
{
	struct pids seized = {0}, threads = {0};
	bool all = true, more = true;

	while (all && more) {
		more = false;
		threads.count = 0;
		threads_of(process, &threads);
		for (size_t i = 0; all && i < threads.count; i++) {
			if (pids_have(&seized, threads.at[i]))
				continue;
			pids_add(&seized, threads.at[i]);
			more = true;
			/* EPERM: it is traced already if its creator was.  ESRCH: it has ended.  */
			all = ptrace(PTRACE_SEIZE, threads.at[i], 0, FOLLOWED) == 0 || errno == ESRCH ||
			      status_of(threads.at[i], "\nTracerPid:", 10) == (unsigned long long)getpid();
		}
	}
	pids_free(&seized);
	pids_free(&threads);
	return all;
}

static bool seize_family(pid_t agent)
{
	struct pids family = {0};
	bool all = seize(agent);

	pids_add(&family, agent);
	for (size_t i = 0; all && i < family.count; i++) {
		children_of(family.at[i], &family);
		if (i)
			all = seize(family.at[i]);
	}
	pids_free(&family);
	return all;
}

/* Waits until a thread stops, or has been waited for long enough: one that has ended while others live, or
 * that waits for the child of its vfork(), never tells.  */
static bool has_stopped(pid_t thread, int *status, int *left_ms)
{
	pid_t told;

	while ((told = waitpid(thread, status, __WALL | WNOHANG)) == 0 && *left_ms > 0) {
		poll(NULL, 0, 1);
		--*left_ms;
	}
	return told > 0 && WIFSTOPPED(*status);
}

/* Lets go of the other threads of a process that is being stopped: each stays stopped.  */
static void let_go(pid_t process, pid_t except)
{
	struct pids threads = {0};
	int status, left_ms = STOP_WAIT_MS;

	threads_of(process, &threads);
	for (size_t i = 0; i < threads.count; i++) {
		if (threads.at[i] == except || ptrace(PTRACE_INTERRUPT, threads.at[i], 0, 0) < 0 ||
		    !has_stopped(threads.at[i], &status, &left_ms))
			continue;
		/* A signal that was on its way to it goes on.  */
		ptrace(PTRACE_DETACH, threads.at[i], 0, status >> 16 ? 0L : (long)WSTOPSIG(status));
	}
	pids_free(&threads);
}

/* What gdb says of a process that is stopped and not traced, to be told.  */
static struct bytes seen_of(pid_t process, pid_t thread, int signal)
{
	struct bytes text = {0}, told = {0};

	if (trace_gdb(process, thread, &text)) {
		bytes_addf(&told, TRACE_TEXT " %d %d %zu\n", (int)process, signal, text.size);
		bytes_add(&told, text.at, text.size);
	} else {
		char *line = bytes_line(text.at);

		bytes_addf(&told, TRACE_NOT " %s\n", line);
		free(line);
	}
	bytes_free(&text);
	return told;
}

static void tell_seen(struct bytes *told)
{
	tell(told->at, told->size);
	bytes_free(told);
}

/* The thread is at the delivery of a signal that will end its process.  */
static void crash(struct tracer *tracer, pid_t thread, int signal)
{
	pid_t process = (pid_t)status_of(thread, "\nTgid:", 10);
	struct bytes seen;

	tracer->standing = (struct standing){process, thread, signal};
	tracer->reports++;
	ptrace(PTRACE_DETACH, thread, 0, (long)SIGSTOP);
	let_go(process, thread);
	tell_text(bytes_text(TRACE_CRASH " %d %d\n", (int)process, signal));
	seen = seen_of(process, thread, signal);
	tell_seen(&seen);
}

/* It dies of the signal that it would have died of.  */
static void go(struct tracer *tracer)
{
	struct standing *standing = &tracer->standing;

	if (!standing->process)
		return;
	syscall(SYS_tgkill, standing->process, standing->thread, standing->signal);
	kill(standing->process, SIGCONT);
	standing->process = 0;
}

/* The process goes on before this is told: who hears of it may stop the process at once.  It is traced again
 * if it was.  */
static void look_at_living(pid_t process, bool traced)
{
	struct bytes seen;

	kill(process, SIGSTOP);
	if (traced)
		let_go(process, 0);
	seen = seen_of(process, process, 0);
	if (traced)
		seize(process);
	kill(process, SIGCONT);
	tell_seen(&seen);
}

/* ---- the loop ---- */

static void thread_stopped(struct tracer *tracer, pid_t thread, int status)
{
	int signal = WSTOPSIG(status), event = status >> 16;
	bool stops = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;

	if (event == PTRACE_EVENT_STOP && stops)
		ptrace(PTRACE_LISTEN, thread, 0, 0); /* it stays stopped until SIGCONT */
	else if (event)
		ptrace(PTRACE_CONT, thread, 0, 0);
	else if (!tracer->standing.process && tracer->reports < REPORTS_MOST && is_fatal(thread, signal))
		crash(tracer, thread, signal);
	else
		ptrace(PTRACE_CONT, thread, 0, (long)signal);
}

/* False: nobody is left to be traced.  */
static bool hear_threads(struct tracer *tracer)
{
	int status;
	pid_t thread;

	while ((thread = waitpid(-1, &status, __WALL | WNOHANG)) > 0)
		if (WIFSTOPPED(status))
			thread_stopped(tracer, thread, status);
	return thread == 0 || tracer->standing.process;
}

static void obey(struct tracer *tracer, const char *line)
{
	if (strcmp(line, TRACE_GO) == 0)
		go(tracer);
	else if (strncmp(line, TRACE_LOOK " ", sizeof(TRACE_LOOK)) == 0)
		look_at_living((pid_t)strtol(line + sizeof(TRACE_LOOK), NULL, 10), true);
}

/* False: the judge has nothing more to say.  */
static bool hear_judge(struct tracer *tracer)
{
	ssize_t size;
	char *end;

	assert(tracer->size < LINE_SIZE);
	size = read(STDIN_FILENO, tracer->line + tracer->size, LINE_SIZE - tracer->size);
	if (size <= 0)
		return size < 0 && (errno == EAGAIN || errno == EINTR);
	tracer->size += (size_t)size;
	while ((end = memchr(tracer->line, '\n', tracer->size))) {
		*end++ = '\0';
		obey(tracer, tracer->line);
		tracer->size -= (size_t)(end - tracer->line);
		memmove(tracer->line, end, tracer->size);
	}
	return tracer->size < LINE_SIZE;
}

int main(int argc, char **argv)
{
	struct tracer tracer = {.agent = argc > 1 ? (pid_t)strtol(argv[1], NULL, 10) : 0};
	struct pollfd ready[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.events = POLLIN}};
	sigset_t children;

	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	ready[1].fd = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
	if (tracer.agent <= 0 || ready[1].fd < 0)
		return 2;
	if (argc > 2 && strcmp(argv[2], TRACE_LOOK) == 0) {
		look_at_living(tracer.agent, false);
		return 0;
	}
	if (seize_family(tracer.agent))
		tell_text(bytes_text(TRACE_BEGUN "\n"));
	else
		tell_text(bytes_text(TRACE_NOT " ptrace: %s\n", strerror(errno)));
	if (argc > 2 && strcmp(argv[2], TRACE_HELD) == 0)
		kill(tracer.agent, SIGCONT);
	while (hear_threads(&tracer)) {
		struct signalfd_siginfo info;

		if (poll(ready, 2, -1) < 0 && errno != EINTR)
			break;
		if (ready[1].revents && read(ready[1].fd, &info, sizeof(info)) < 0 && errno != EAGAIN)
			break;
		if (ready[0].revents && !hear_judge(&tracer))
			break;
	}
	return 0;
}
