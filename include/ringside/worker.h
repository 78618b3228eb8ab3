/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* worker.h - a process of ringside's own that works apart, and what it and its parent tell each other.
 *
 * A worker is a fork that execs nothing.  What holds it up or ends it touches nobody else.  */
#ifndef RINGSIDE_WORKER_H
#define RINGSIDE_WORKER_H

#include "ringside/event.h"
#include "ringside/loop.h"
#include <sys/types.h>

/* What one side tells the other; its meaning is the callers'.  */
struct note {
	int kind, number;
	const char *text, *more; /* NULL arrives as ""; good until the callback returns */
};

/* One end of the line between a worker and its parent.  */
struct link;

/* Takes a note; NULL: the other side is gone.  Only then may it free the link.  */
typedef void link_fn(void *user, const struct note *note);

/* Owns the descriptor of a stream socket.  */
struct link *link_new(struct loop *loop, int fd, link_fn *fn, void *user);
void link_free(struct link *link);
/* Waits until all is written.  False: the other side is gone.  */
bool link_tell(struct link *link, const struct note *note);
/* Waits for the next note, whatever the loop has to do.  False: the other side is gone.  The note is good
 * until the next call.  */
bool link_hear(struct link *link, struct note *note);

struct worker;

struct worker_events {
	void (*told)(void *user, const struct note *note);
	/* The process is gone and reaped.  The callback may free the worker.  One that closes its link and
	 * hangs is killed after 2 s.  */
	void (*ended)(void *user, struct ending ending);
};

/* Forks a process that calls work(arg, fd) and exits; fd is its end of the link, and with stderr all that
 * it inherits.  It ignores the signals by which a person ends ringside, as its parent tells it what to do,
 * and is killed when its parent ends.  Call it where ringside has one thread.  NULL and a problem if the
 * system refuses.  */
struct worker *worker_fork(struct loop *loop, void (*work)(void *arg, int fd), void *arg,
			   const struct worker_events *events, void *user, char **problem);
void worker_tell(struct worker *worker, const struct note *note);
/* Asks one that catches SIGTERM to leave.  */
void worker_ask_to_leave(struct worker *worker);
/* Kills it; ended() follows.  */
void worker_kill(struct worker *worker);
/* Kills it if it lives, and waits for its end; no callback comes any more.  NULL is fine.  */
void worker_free(struct worker *worker);

/* The process that has the file open and got SIGKILL, but has not ended yet: it waits for a core or a disk.
 * 0: there is none, it is of another user, or /proc cannot be read. Looks at all processes, which takes
 * milliseconds.  */
pid_t killed_holder(const char *path);

#endif
