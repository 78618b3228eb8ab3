/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* worker.c - forks a process of ringside's own, and sees its end.  */
#include "ringside/worker.h"

#include "orphans.h"
#include "reap.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINK_FD = STDERR_FILENO + 1 };

struct worker {
	struct owned owned; /* no orphan of an agent */
	struct link *link;
	const struct worker_events *events;
	void *user;
};

/* Closes all from `first` on.  Linux can do it in one call since 5.9.  */
static void close_from(int first)
{
	enum { OPEN_MOST = 4096 };

#ifdef __NR_close_range
	if (syscall(__NR_close_range, first, ~0U, 0) == 0)
		return;
#endif
	for (int fd = first; fd < OPEN_MOST; fd++)
		close(fd); /* fails where none is open */
}

/* stdin and stdout lead nowhere; the link is the only other descriptor.  */
static bool keep_only(int link)
{
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0 ||
	    (link != LINK_FD && dup3(link, LINK_FD, O_CLOEXEC) < 0))
		return false;
	close_from(LINK_FD + 1);
	return true;
}

/* All signals are blocked, so no handler of the parent runs here.  */
static _Noreturn void child(pid_t parent, int link, void (*work)(void *arg, int fd), void *arg)
{
	static const int persons[] = {SIGINT, SIGTERM, SIGHUP};
	sigset_t none;

	for (size_t i = 0; i < sizeof(persons) / sizeof(*persons); i++)
		signal(persons[i], SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || !keep_only(link))
		_exit(1);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	work(arg, LINK_FD);
	exit(0);
}

static struct ending reaped(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return (struct ending){.code = 255}; /* somebody else has reaped it */
	return ending_of(status);
}

/* If its end of the link is closed, it is ending or has ended.  */
static void heard(void *user, const struct note *note)
{
	struct worker *worker = user;
	pid_t pid = worker->owned.pid;
	struct ending ending;

	if (note) {
		worker->events->told(worker->user, note);
		return;
	}
	if (link_is_broken(worker->link))
		worker_kill(worker);
	ending = reaped(pid);
	orphans_include(&worker->owned);
	worker->owned.pid = 0;
	worker->events->ended(worker->user, ending);
}

struct worker *worker_fork(struct loop *loop, void (*work)(void *arg, int fd), void *arg,
			   const struct worker_events *events, void *user, char **problem)
{
	pid_t parent = getpid(), pid = -1;
	struct worker *worker;
	sigset_t all, before;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
		*problem = bytes_text("no process can be started: %s", strerror(errno));
		return NULL;
	}
	signals_prepare();
	fflush(stdout); /* or the worker would write it, too */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid = fork();
	if (pid == 0)
		child(parent, ends[1], work, arg);
	if (pid < 0)
		*problem = bytes_text("no process can be started: %s", strerror(errno));
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return NULL;
	}
	worker = bytes_new(sizeof(*worker));
	*worker = (struct worker){.owned.pid = pid, .events = events, .user = user};
	orphans_except(&worker->owned);
	worker->link = link_new(loop, ends[0], heard, worker);
	return worker;
}

void worker_tell(struct worker *worker, const struct note *note)
{
	link_tell(worker->link, note); /* if it is gone, its end is seen in the loop */
}

void worker_kill(struct worker *worker)
{
	if (worker->owned.pid)
		kill(worker->owned.pid, SIGKILL);
}

void worker_free(struct worker *worker)
{
	if (!worker)
		return;
	if (worker->owned.pid) {
		worker_kill(worker);
		reaped(worker->owned.pid);
		orphans_include(&worker->owned);
	}
	link_free(worker->link);
	free(worker);
}
