/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tracee.c - a process and its threads, under ptrace.  */
#include "tracee.h"
#include "process.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

/* All threads of a process together have to stop; most need well under 1 ms.  */
enum { STOP_WAIT_MS = 1000 };

bool tracee_is_fatal(pid_t thread, int signal)
{
	static const int cores[] = {SIGABRT, SIGBUS,  SIGFPE,  SIGILL, SIGSEGV,
				    SIGSYS,  SIGTRAP, SIGXCPU, SIGXFSZ};
	unsigned long long bit = 1ULL << (signal - 1);
	bool dumps = false;

	for (size_t i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		dumps = dumps || cores[i] == signal;
	return dumps && !(process_status(thread, "\nSigCgt:", 16) & bit) &&
	       !(process_status(thread, "\nSigIgn:", 16) & bit);
}

bool tracee_seize(pid_t process, long options)
{
	FREED_BY(pids_free) struct pids seized = {0}, threads = {0};
	bool all = true, more = true;

	while (all && more) {
		more = false;
		threads.count = 0;
		pids_listed(&threads, "/proc/%d/task", (int)process);
		for (size_t i = 0; all && i < threads.count; i++) {
			if (pids_have(&seized, threads.at[i]))
				continue;
			pids_add(&seized, threads.at[i]);
			more = true;
			/* EPERM: it is traced already if its creator was.  ESRCH: it has ended.  */
			all = ptrace(PTRACE_SEIZE, threads.at[i], 0, (void *)options) == 0 ||
			      errno == ESRCH ||
			      process_status(threads.at[i], "\nTracerPid:", 10) ==
				      (unsigned long long)getpid();
		}
	}
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

void tracee_let_go(pid_t process, pid_t except)
{
	FREED_BY(pids_free) struct pids threads = {0};
	int status, left_ms = STOP_WAIT_MS;

	pids_listed(&threads, "/proc/%d/task", (int)process);
	for (size_t i = 0; i < threads.count; i++) {
		if (threads.at[i] == except || ptrace(PTRACE_INTERRUPT, threads.at[i], 0, 0) < 0 ||
		    !has_stopped(threads.at[i], &status, &left_ms))
			continue;
		/* A signal that was on its way to it goes on.  */
		ptrace(PTRACE_DETACH, threads.at[i], 0, status >> 16 ? 0L : (long)WSTOPSIG(status));
	}
}
