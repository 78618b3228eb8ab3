/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reap.c - sees the end of a process and waits for it.  */
#include "reap.h"

#include "children.h"
#include "ringside/agent.h"
#include "ringside/text_file.h"
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REAP_WITHIN_NS = 100 * 1000000 }; /* a killed group is gone well under a millisecond */

static const char *const signal_names[] = {
	[SIGHUP] = "SIGHUP",       [SIGINT] = "SIGINT",   [SIGQUIT] = "SIGQUIT", [SIGILL] = "SIGILL",
	[SIGTRAP] = "SIGTRAP",     [SIGABRT] = "SIGABRT", [SIGBUS] = "SIGBUS",   [SIGFPE] = "SIGFPE",
	[SIGKILL] = "SIGKILL",     [SIGUSR1] = "SIGUSR1", [SIGSEGV] = "SIGSEGV", [SIGUSR2] = "SIGUSR2",
	[SIGPIPE] = "SIGPIPE",     [SIGALRM] = "SIGALRM", [SIGTERM] = "SIGTERM", [SIGCHLD] = "SIGCHLD",
	[SIGCONT] = "SIGCONT",     [SIGSTOP] = "SIGSTOP", [SIGTSTP] = "SIGTSTP", [SIGTTIN] = "SIGTTIN",
	[SIGTTOU] = "SIGTTOU",     [SIGURG] = "SIGURG",   [SIGXCPU] = "SIGXCPU", [SIGXFSZ] = "SIGXFSZ",
	[SIGVTALRM] = "SIGVTALRM", [SIGPROF] = "SIGPROF", [SIGIO] = "SIGIO",     [SIGSYS] = "SIGSYS",
	[SIGWINCH] = "SIGWINCH",
};
enum { SIGNALS = sizeof(signal_names) / sizeof(signal_names[0]) };

const char *agent_signal_name(int number)
{
	return number > 0 && number < SIGNALS ? signal_names[number] : NULL;
}

int agent_signal_named(const char *name)
{
	bool whole = strncasecmp(name, "SIG", 3) == 0;
	char *end;
	long number = strtol(name, &end, 10);

	for (int i = 1; i < SIGNALS; i++) {
		const char *known = signal_names[i];

		if (known && (strcasecmp(whole ? known : known + 3, name) == 0 ||
			      (end != name && !*end && number == i)))
			return i;
	}
	return 0;
}

int end_watched(pid_t pid)
{
	return (int)syscall(SYS_pidfd_open, pid, 0); /* glibc has a function for it from 2.36 on */
}

struct ending ending_of(int status)
{
	return WIFSIGNALED(status) ? (struct ending){.signalled = true,
						     .code = WTERMSIG(status),
						     .signal = agent_signal_name(WTERMSIG(status))}
				   : (struct ending){.code = WEXITSTATUS(status)};
}

enum { STAT_SIZE = 2048 };

/* Reads /proc/PID/stat.  Returns the letter of the state (proc(5)); '\0': it cannot be read.  */
static char read_stat(pid_t pid, char text[STAT_SIZE])
{
	const char *state;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	text_file_start(path, text, STAT_SIZE);
	state = strrchr(text, ')'); /* a name may hold anything */
	return state && state[1] == ' ' ? state[2] : '\0';
}

/* The first thread shows as a zombie when it has ended, though others may live on.  Dead ones that a debugger
 * has not heard of still count, so their number tells nothing.  */
static bool has_living_thread(pid_t pid)
{
	char path[64], text[STAT_SIZE], state;
	struct pids threads = {0};
	bool lives = false;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	pids_listed(path, &threads);
	for (size_t i = 0; !lives && i < threads.count; i++) {
		state = read_stat(threads.at[i], text);
		lives = state && state != 'Z' && state != 'X';
	}
	pids_free(&threads);
	return lives;
}

/* The last field of a zombie is its exit status.  */
static bool is_dead(pid_t pid, struct ending *ending)
{
	char text[STAT_SIZE];

	if (read_stat(pid, text) != 'Z' || has_living_thread(pid))
		return false;
	*ending = ending_of((int)strtol(strrchr(text, ' '), NULL, 10));
	return true;
}

bool is_running(pid_t pid)
{
	char text[STAT_SIZE], state = read_stat(pid, text);

	assert(pid > 0);
	return state == 'R' || state == 'D';
}

bool has_halted(pid_t pid)
{
	char text[STAT_SIZE], state = read_stat(pid, text);

	assert(pid > 0);
	return !state || strchr("TtZX", state);
}

bool has_ended(pid_t pid, struct ending *ending)
{
	siginfo_t info = {0};
	int result;

	assert(pid > 0 && ending);
	do
		result = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
	while (result < 0 && errno == EINTR);
	if (result < 0) {
		*ending = (struct ending){.signalled = false, .code = 255}; /* reaped by somebody else */
		return true;
	}
	*ending = (struct ending){.signalled = info.si_code != CLD_EXITED, .code = info.si_status};
	if (ending->signalled)
		ending->signal = agent_signal_name(info.si_status);
	return info.si_pid != 0 || is_dead(pid, ending);
}

bool ends_within(pid_t pid, int pidfd, int ms)
{
	struct pollfd end = {.fd = pidfd, .events = POLLIN};
	struct ending ending;

	if (pidfd >= 0)
		return poll(&end, 1, ms) > 0;
	while (!has_ended(pid, &ending) && ms-- > 0)
		poll(NULL, 0, 1);
	return has_ended(pid, &ending);
}

/* The leaders of groups that were not gone in time.  */
static struct pids late;

void group_reap_late(void)
{
	size_t kept = 0;
	pid_t reaped;

	for (size_t i = 0; i < late.count; i++) {
		do
			reaped = waitpid(-late.at[i], NULL, WNOHANG);
		while (reaped > 0);
		if (reaped == 0)
			late.at[kept++] = late.at[i];
	}
	late.count = kept;
	if (!kept)
		pids_free(&late);
}

void group_reap(pid_t leader, int pidfd)
{
	int64_t until = loop_now() + REAP_WITHIN_NS;
	pid_t reaped;

	assert(leader > 0);
	group_reap_late();
	ends_within(leader, pidfd, REAP_WITHIN_NS / 1000000);
	while ((reaped = waitpid(-leader, NULL, WNOHANG)) >= 0 && loop_now() < until)
		if (reaped == 0)
			poll(NULL, 0, 1);
	if (reaped >= 0)
		pids_add(&late, leader);
}
