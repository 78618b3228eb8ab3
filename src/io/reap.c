/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reap.c - sees the end of a process and waits for it, and ends what agents leave behind.
 *
 * The judge is a subreaper: orphans become its children.  */
#include "process.h"

#include "cgroup.h"
#include "ringside/agent.h"
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/stat.h>
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

/* The leaders of groups that were not gone in time.  */
static struct pids late;

/* A killed process ends well under a millisecond, unless the kernel keeps it.  */
enum { END_ROUNDS = 500, END_ROUND_MS = 1, SPARED_ROUNDS = 450 };

/* Living agents, and children from before our start, which we must not end: a shell may have background jobs
 * when it execs the judge.  */
static struct owned *all_owned;

static struct pids strangers;

/* The process that they are strangers to.  */
static pid_t adopter;

/* The letter of its state (proc(5)); '\0': it cannot be read.  */
static char state_of(pid_t pid, char text[PROCESS_STAT_SIZE])
{
	const char *behind = process_stat(pid, text);

	return behind && behind[0] == ' ' ? behind[1] : '\0';
}

/* The first thread shows as a zombie when it has ended, though others may live on.  Dead ones that a debugger
 * has not heard of still count, so their number tells nothing.  */
static bool has_living_thread(pid_t pid)
{
	char text[PROCESS_STAT_SIZE], state;
	FREED_BY(pids_free) struct pids threads = {0};
	bool lives = false;

	pids_listed(&threads, "/proc/%d/task", (int)pid);
	for (size_t i = 0; !lives && i < threads.count; i++) {
		state = state_of(threads.at[i], text);
		lives = state && state != 'Z' && state != 'X';
	}
	return lives;
}

/* The last field of a zombie is its exit status.  */
static bool is_dead(pid_t pid, struct ending *ending)
{
	char text[PROCESS_STAT_SIZE];

	if (state_of(pid, text) != 'Z' || has_living_thread(pid))
		return false;
	*ending = ending_of((int)strtol(strrchr(text, ' '), NULL, 10));
	return true;
}

static bool is_orphan(pid_t pid)
{
	for (const struct owned *owned = all_owned; owned; owned = owned->next)
		if (owned->pid == pid)
			return false;
	return !pids_have(&strangers, pid);
}

static bool is_of_session(pid_t pid)
{
	pid_t session = getsid(pid);

	for (const struct owned *owned = all_owned; owned; owned = owned->next)
		if (owned->pid == session)
			return true;
	return false;
}

/* Is it ringside itself?  The recorder of a tap (relay.h) ends when its file is whole.  */
static bool is_of_ringside(pid_t pid)
{
	char path[64];
	struct stat own, its;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	return stat("/proc/self/exe", &own) == 0 && stat(path, &its) == 0 && own.st_dev == its.st_dev &&
	       own.st_ino == its.st_ino;
}

/* Kills all visible orphans and reaps those that are dead; false: there were none.  The children of an orphan
 * become ours only when it is dead, so one round is never enough.  */
static bool orphans_end(bool spares_ringside)
{
	FREED_BY(pids_free) struct pids children = {0};
	bool seen = false;

	children_of(getpid(), &children);
	for (size_t i = 0; i < children.count; i++)
		if (is_orphan(children.at[i])) {
			if (!spares_ringside || !is_of_ringside(children.at[i]))
				kill(children.at[i], SIGKILL);
			waitpid(children.at[i], NULL, WNOHANG | __WALL);
			seen = true;
		}
	return seen;
}

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

bool has_ended(pid_t pid, struct ending *ending)
{
	siginfo_t info = {0};
	assert(pid > 0 && ending);
	if (TEMP_FAILURE_RETRY(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT)) < 0) {
		*ending = (struct ending){.signalled = false, .code = 255}; /* reaped by somebody else */
		return true;
	}
	*ending = (struct ending){.signalled = info.si_code != CLD_EXITED, .code = info.si_status};
	if (ending->signalled)
		ending->signal = agent_signal_name(info.si_status);
	return info.si_pid != 0 || is_dead(pid, ending);
}

struct ending ending_of(int status)
{
	return WIFSIGNALED(status) ? (struct ending){.signalled = true,
						     .code = WTERMSIG(status),
						     .signal = agent_signal_name(WTERMSIG(status))}
				   : (struct ending){.code = WEXITSTATUS(status)};
}

bool is_running(pid_t pid)
{
	char text[PROCESS_STAT_SIZE], state = state_of(pid, text);

	assert(pid > 0);
	return state == 'R' || state == 'D';
}

bool has_halted(pid_t pid)
{
	char text[PROCESS_STAT_SIZE], state = state_of(pid, text);

	assert(pid > 0);
	return !state || strchr("TtZX", state);
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

void orphans_except(struct owned *owned)
{
	owned->next = all_owned;
	all_owned = owned;
}

void orphans_include(struct owned *owned)
{
	struct owned **at = &all_owned;

	while (*at && *at != owned)
		at = &(*at)->next;
	if (*at)
		*at = owned->next;
}

void orphans_listed(struct pids *pids)
{
	FREED_BY(pids_free) struct pids children = {0};

	children_of(getpid(), &children);
	for (size_t i = 0; i < children.count; i++)
		if (is_orphan(children.at[i]) && !is_of_session(children.at[i]))
			family_of(children.at[i], 0, pids);
}

void agent_adopt_orphans(void)
{
	if (adopter == getpid()) /* children that came since are no strangers */
		return;
	adopter = getpid();
	pids_free(&strangers);
	children_of(getpid(), &strangers);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void agent_end_orphans(void)
{
	for (int round = 0; round < END_ROUNDS && orphans_end(round < SPARED_ROUNDS); round++)
		poll(NULL, 0, END_ROUND_MS);
	group_reap_late();
	cgroups_end_rest();
}
