/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* worker.c - processes of ringside's own: workers, and the keeper.
 *
 * A worker and its parent tell each other notes over a stream socket: a head with the sizes, then two texts.
 * It is a stream, since a note may be megabytes long.  The socket blocks: a note is written whole.  Reading
 * in the loop never waits, so a side that was stopped in the middle of a note holds up nobody.
 *
 * The keeper outlives a killed judge and ends the daemons of its agents.  The system ends an agent with its
 * judge, but not what the agent has started.  Without /proc the keeper does nothing.  It knows an agent's
 * processes by a variable in their environment; a program that hides from this needs a sandbox.  Weighed: a
 * parent of the judge that adopts its orphans; but who kills ringside kills that parent, whose id is the only
 * one that he knows.  */
#include "ringside/worker.h"

#include "process.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/log.h"
#include "ringside/loop.h"
#include "ringside/text_file.h"
#include "ringside/trust.h"
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

/* A process may start another while they are killed, so they are looked for until none is left.  */
enum { ROUNDS = 100 };

static struct {
	struct owned owned; /* its process, which is no orphan; 0: there is none */
	pid_t judge;        /* who started it */
	int hold;           /* the end of its pipe that all judges have */
	char mark[80];
} kept;

enum { LINK_FD = STDERR_FILENO + 1, HOLD_FD };

/* How long a process that has closed its link may take to end, in ns in which this one was awake.  */
#define LEAVE_TIME ((int64_t)2000 * 1000000)

/* From one look at it to the next: the first is short, and each is twice as long as the one before.  */
#define LOOK_FIRST ((int64_t)100 * 1000)

#define LOOK_MOST ((int64_t)AWAKE_TICK)

struct link {
	int fd;
	struct watch *watch;
	link_fn *fn;
	void *user;
	struct bytes in; /* what was read */
	size_t taken;    /* of it */
	bool gone;
	bool broken; /* what was read is no note */
};

struct worker {
	struct owned owned; /* no orphan of an agent */
	struct link *link;
	struct watch *ends; /* looks whether it has ended */
	int64_t look;       /* ns to the next look */
	struct awake awake;
	int64_t kill_at; /* of that time; INT64_MAX: it was killed */
	const struct worker_events *events;
	void *user;
};

enum { READ_SIZE = 64 << 10, TEXT_MOST = 1 << 30 };

/* Both sides are the same program, but a process that is broken may write anything.  */
struct head {
	int kind, number;
	size_t text, more; /* bytes with the final NUL */
};

/* Does the process have the mark in its environment?  */
static bool is_marked(pid_t process)
{
	FREED char *path = bytes_text("/proc/%d/environ", (int)process);
	CLOSED_FILE FILE *file = fopen(path, "re");
	FREED char *word = NULL;
	size_t room = 0;
	bool found = false;

	while (!found && file && getdelim(&word, &room, '\0', file) > 0)
		found = strcmp(word, kept.mark) == 0;
	return found;
}

/* Kills all that are marked.  False: there was none.  */
static bool kill_marked(void)
{
	FREED_BY(pids_free) struct pids all = {0};
	bool any = false;

	pids_listed(&all, "/proc");
	for (size_t i = 0; i < all.count; i++)
		if (is_marked(all.at[i]))
			any = kill(all.at[i], SIGKILL) == 0 || any;
	return any;
}

/* Closes all from `first` on but the log.  Linux can do it in one call since 5.9.  */
static void close_from(int first)
{
	enum { OPEN_MOST = 4096 };

#ifdef __NR_close_range
	if ((log_file <= first || syscall(__NR_close_range, first, log_file - 1, 0) == 0) &&
	    syscall(__NR_close_range, log_file < 0 ? first : log_file + 1, ~0U, 0) == 0)
		return;
#endif
	for (int fd = first; fd < OPEN_MOST; fd++)
		if (fd != log_file)
			close(fd); /* fails where none is open */
}

/* Holds nothing but the pipe, whose other end all judges have.  */
static _Noreturn void keep(int ended)
{
	sigset_t all;
	char byte;

	prctl(PR_SET_NAME, "ringside-keeper");
	setsid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL); /* those of the judge's terminal are not for it */
	if (dup2(ended, 0) < 0)
		_exit(1);
	close_from(1);
	while (read(0, &byte, 1) < 0 && errno == EINTR)
		;
	for (int i = 0; i < ROUNDS && kill_marked(); i++)
		usleep(1000);
	_exit(0);
}

/* The judge ends in order: agent_end_orphans() has ended all. A keeper that cannot be killed ends after it.
 */
static void dismiss(void)
{
	if (kept.owned.pid && getpid() == kept.judge && kill(kept.owned.pid, SIGKILL) == 0)
		while (waitpid(kept.owned.pid, NULL, 0) < 0 && errno == EINTR)
			;
}

/* stdin and stdout lead nowhere. Of the other descriptors the link stays, and what holds the keeper back. If
 * the parent is killed, the keeper would else kill the agents of a worker that still lives. The worker would
 * then write a crash of its agent into the match file.  */
static bool keep_only(int link)
{
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC), hold = kept.owned.pid ? kept.hold : -1;

	if (hold >= 0 && (hold = fcntl(hold, F_DUPFD_CLOEXEC, HOLD_FD)) < 0)
		return false;
	if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0 ||
	    (link != LINK_FD && dup3(link, LINK_FD, O_CLOEXEC) < 0))
		return false;
	if (hold > HOLD_FD && dup3(hold, HOLD_FD, O_CLOEXEC) < 0)
		return false;
	close_from(hold < 0 ? HOLD_FD : HOLD_FD + 1);
	return true;
}

/* All signals are blocked, so no handler of the parent runs here.  Those of its screen go: with them ^Z would
 * not stop this process.  */
static _Noreturn void child(pid_t parent, int link, void (*work)(void *arg, int fd), void *arg)
{
	static const int persons[] = {SIGINT, SIGTERM, SIGHUP}, screens[] = {SIGTSTP, SIGCONT, SIGWINCH};
	sigset_t none;

	for (size_t i = 0; i < sizeof(persons) / sizeof(*persons); i++)
		signal(persons[i], SIG_IGN);
	for (size_t i = 0; i < sizeof(screens) / sizeof(*screens); i++)
		signal(screens[i], SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || !keep_only(link))
		_exit(1);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	LOG("worker begins");
	work(arg, LINK_FD);
	exit(0);
}

/* False: it has not ended.  `options` of waitpid().  */
static bool reaped(pid_t pid, int options, struct ending *ending)
{
	int status = 0;
	pid_t result = (pid_t)TEMP_FAILURE_RETRY(waitpid(pid, &status, options));

	*ending = (struct ending){.code = 255}; /* somebody else has reaped it */
	if (result >= 0)
		*ending = ending_of(status);
	return result != 0;
}

/* A process that hangs while it ends is killed.  Nobody waits for it here: other workers go on.  */
static void look_for_end(void *user, int events)
{
	struct worker *worker = user;
	int64_t now = loop_now(), due;
	struct ending ending;

	(void)events;
	if (reaped(worker->owned.pid, WNOHANG, &ending)) {
		orphans_include(&worker->owned);
		LOG("worker %d has ended%s %d", (int)worker->owned.pid,
		    ending.signalled ? " by signal" : ": exit status", ending.code);
		worker->owned.pid = 0;
		worker->events->ended(worker->user, ending);
		return;
	}
	if (awake_at(&worker->awake, now) >= worker->kill_at) {
		worker_kill(worker);
		worker->kill_at = INT64_MAX;
	}
	due = awake_wait(&worker->awake, worker->kill_at);
	loop_at(worker->ends, due < now + worker->look ? due : now + worker->look);
	worker->look = 2 * worker->look < LOOK_MOST ? 2 * worker->look : LOOK_MOST;
}

/* If its end of the link is closed, it is ending or has ended.  */
static void heard(void *user, const struct note *note)
{
	struct worker *worker = user;

	if (note) {
		worker->events->told(worker->user, note);
		return;
	}
	if (worker->link->broken) /* it may still run */
		worker_kill(worker);
	worker->look = LOOK_FIRST;
	worker->kill_at = awake_at(&worker->awake, loop_now()) + LEAVE_TIME;
	look_for_end(worker, 0);
}

/* Drops what was taken.  */
static void tidy(struct link *link)
{
	if (!link->taken)
		return;
	bytes_drop(&link->in, link->taken);
	link->taken = 0;
}

static bool is_sound(const struct head *head)
{
	return head->text > 0 && head->text <= TEXT_MOST && head->more > 0 && head->more <= TEXT_MOST;
}

/* The bytes that the next note lacks; 0: it is whole, or broken.  */
static size_t lacking(const struct link *link, struct head *head)
{
	size_t left = link->in.size - link->taken, whole;

	*head = (struct head){0};
	if (left < sizeof(*head))
		return sizeof(*head) - left;
	memcpy(head, link->in.at + link->taken, sizeof(*head));
	if (!is_sound(head))
		return 0;
	whole = sizeof(*head) + head->text + head->more;
	return left < whole ? whole - left : 0;
}

/* Takes a whole note out of what was read.  */
static bool take(struct link *link, struct note *note)
{
	struct head head;
	const char *at;

	if (link->broken || lacking(link, &head))
		return false;
	at = link->in.at + link->taken + sizeof(head);
	if (!is_sound(&head) || at[head.text - 1] || at[head.text + head.more - 1]) {
		link->gone = link->broken = true;
		return false;
	}
	*note = (struct note){head.kind, head.number, at, at + head.text};
	link->taken += sizeof(head) + head.text + head.more;
	return true;
}

/* Reads at most `most` bytes.  False: there is nothing now, or never more.  */
static bool read_more(struct link *link, size_t most, int flags)
{
	char bytes[READ_SIZE];
	ssize_t size =
		TEMP_FAILURE_RETRY(recv(link->fd, bytes, most < sizeof(bytes) ? most : sizeof(bytes), flags));

	if (size > 0)
		bytes_add(&link->in, bytes, (size_t)size);
	else
		link->gone = link->gone || size == 0 || errno != EAGAIN;
	return size > 0;
}

static void ready(void *user, int events UNUSED)
{
	struct link *link = user;
	struct note note;

	read_more(link, READ_SIZE, MSG_DONTWAIT);
	while (take(link, &note))
		link->fn(link->user, &note);
	tidy(link);
	if (!link->gone)
		return;
	loop_change(link->watch, 0);
	link->fn(link->user, NULL);
}

char *keeper_mark(void)
{
	return kept.owned.pid ? kept.mark : NULL;
}

char *agent_unmeasured(void)
{
	if (access("/proc/self/environ", R_OK) == 0)
		return NULL;
	return bytes_text("/proc cannot be read: what agents start in the background is neither measured nor "
			  "ended, and --memory does not count it");
}

void agent_keeper(void)
{
	int ends[2];

	if (kept.owned.pid || access("/proc/self/environ", R_OK) < 0 || pipe2(ends, O_CLOEXEC) < 0)
		return;
	kept.judge = getpid();
	snprintf(kept.mark, sizeof(kept.mark), "RINGSIDE_AGENT_OF=%d-%lld", (int)kept.judge,
		 (long long)loop_now());
	kept.owned.pid = fork();
	if (kept.owned.pid == 0)
		keep(ends[0]);
	close(ends[0]);
	if (kept.owned.pid > 0) {
		LOG("keeper %d begins", (int)kept.owned.pid);
		orphans_except(&kept.owned);
		atexit(dismiss);
		kept.hold = ends[1]; /* open as long as this process and its workers live */
		return;
	}
	kept.owned.pid = 0;
	close(ends[1]);
}

struct link *link_new(struct loop *loop, int fd, link_fn *fn, void *user)
{
	struct link *link = bytes_new(sizeof(*link));

	*link = (struct link){.fd = fd, .fn = fn, .user = user};
	link->watch = loop_watch(loop, fd, LOOP_READ, LOOP_LATER, ready, link);
	return link;
}

void link_free(struct link *link)
{
	if (!link)
		return;
	loop_unwatch(link->watch);
	close(link->fd);
	bytes_free(&link->in);
	free(link);
}

bool link_tell(struct link *link, const struct note *note)
{
	const char *text = note->text ? note->text : "", *more = note->more ? note->more : "";
	struct head head = {.kind = note->kind,
			    .number = note->number,
			    .text = strlen(text) + 1,
			    .more = strlen(more) + 1};
	FREED_BY(bytes_free) struct bytes out = {0};
	size_t sent = 0;

	bytes_add(&out, (const char *)&head, sizeof(head));
	bytes_add(&out, text, head.text);
	bytes_add(&out, more, head.more);
	while (sent < out.size && !link->gone) {
		ssize_t size = send(link->fd, out.at + sent, out.size - sent, MSG_NOSIGNAL);

		if (size > 0)
			sent += (size_t)size;
		else if (size == 0 || errno != EINTR)
			break;
	}
	if (sent < sizeof(head) + head.text + head.more)
		shutdown(link->fd, SHUT_RDWR); /* or each end would wait for the other */
	return sent >= sizeof(head) + head.text + head.more;
}

bool link_hear(struct link *link, struct note *note)
{
	struct head head;

	tidy(link);
	/* No byte of a later note, or the loop would not learn of it.  */
	while (!take(link, note))
		if (link->broken || !read_more(link, lacking(link, &head), 0))
			return false;
	return true;
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
	trust_own_id(); /* so that the files that workers begin are of one ringside */
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
	worker->ends = loop_timer(loop, LOOP_LATER, look_for_end, worker);
	LOG("worker %d started, descriptor %d", (int)pid, ends[0]);
	return worker;
}

void worker_tell(struct worker *worker, const struct note *note)
{
	link_tell(worker->link, note); /* if it is gone, its end is seen in the loop */
}

void worker_ask_to_leave(struct worker *worker)
{
	if (worker->owned.pid)
		kill(worker->owned.pid, SIGTERM);
}

void worker_kill(struct worker *worker)
{
	if (worker->owned.pid)
		kill(worker->owned.pid, SIGKILL);
}

void worker_free(struct worker *worker)
{
	struct ending ending;

	if (!worker)
		return;
	if (worker->owned.pid) {
		worker_kill(worker);
		reaped(worker->owned.pid, 0, &ending);
		orphans_include(&worker->owned);
	}
	loop_unwatch(worker->ends);
	link_free(worker->link);
	free(worker);
}
