/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* usage.h - what is read of an agent to measure it: its process and all that it has started.
 *
 * CPU time and memory.  The process, its descendants, and the orphans of its session count.  A cgroup knows
 * the CPU time of all exactly; it is read once the process has, or had, children, or has ended.  Without a
 * cgroup the CPU time of a process that has ended counts once a counted process has waited for it, to the
 * 10 ms of the kernel; in a sandbox this is also true of the agent itself; and outside of one, a process that
 * has left both the tree and the session counts only up to the last look.
 *
 * What is held only by descriptors: memory that no process has mapped, and removed files.  Counts at most
 * 1000 descriptors and processes at once (about 1 ms); while there are more, the next call goes on.  What
 * several descriptors hold counts once.  Not seen: the descriptors of a thread with a table of its own, and
 * of a process that forbids us to look.
 *
 * Waiting for a core while an answer is awaited.  A look reads three files of /proc a thread, so looks are
 * rare: the first one comes when the answer has been awaited for AWAKE_TICK, or with the question if the
 * answer before took so long, or if waiting is forgiven; then one each 100 ms, and one when somebody wants to
 * know.  The first question of a fresh process needs none before it.  The result is a lower bound.  Not
 * counted: what came before the first look, threads that began or ended between two looks, and times in which
 * more threads were ready than they have cores.
 *
 * Nobody gains CPU time by it: it is never more than the wall time less the CPU time of the whole tree.  So
 * what is left of the wall time is at least that CPU time, whatever the agent does to make its threads wait.
 * The CPU time is that of the cgroup if there is one: no process can hide.  Without one, and without a
 * sandbox, the processes that have left the agent's session count in each agent; those that begin and end
 * between two looks without being waited for do not.  */
#ifndef IO_USAGE_H
#define IO_USAGE_H

#include "cgroup.h"
#include "process.h"
#include <dirent.h>
#include <stdint.h>
#include <time.h>

/* A count.  Zeroed at first; it is under way while `open` or `all` is there.  */
struct held {
	struct pids all; /* its processes; owned */
	size_t at;       /* those that were begun */
	DIR *open;       /* the descriptors of the last of them */
	void *seen;      /* the files that were counted */
	int files;       /* how many these are */
	int64_t size;    /* bytes so far */
};

/* The bytes of these processes' memfds and removed files in memory, of which those that they have mapped are
 * resident in them, too, and of the segments of System V that they made.  Below the truth while it is under
 * way.  */
int64_t held_memory(struct held *held, const struct pids *all);
bool held_is_under_way(const struct held *held);

/* The peak memory of a process in bytes: at the last reading, and before the current peak began.  */
struct most {
	int64_t seen, before;
};

/* What to read for an agent; valid until its process is reaped.  */
struct meter {
	pid_t pid;
	const struct cgroups *cgroups; /* its own */
	pid_t init; /* the parent of all in its sandbox, which does not count; 0: there is no sandbox */
	clockid_t clock;
	bool clocked;      /* there is such a clock */
	struct pids all;   /* the processes that counted at the last look ... */
	int64_t looked_at; /* ... and its time */
	struct most *most; /* of each of them; owned */
	bool reaps;        /* one of them has, or had, children */
	int64_t cpu_ns;    /* the highest reading; -1: none */
	bool counts_held;  /* memory that is held without being mapped counts: ... */
	int64_t held;      /* ... so much at the last look for that, ... */
	int64_t held_at;   /* ... and its time */
	struct held memory, files;
};

/* Searches the processes again now; otherwise that happens at most ten times a second.  */
void meter_look(struct meter *meter);

/* A thread at a look; times in ns.  */
struct waiter {
	pid_t thread;
	int64_t ran, delayed; /* it ran so long; it waited so long until it got a core */
	int64_t slept;        /* so often; 0: perhaps it is not known */
	int64_t pending;      /* it waits now, at least so long */
	bool ready;           /* it runs or waits */
};

/* What was read in some time, in ns.  */
struct wait_time {
	int64_t wall, cpu;
	int64_t delay; /* the sum over all threads of the time that they waited ... */
	int64_t ready; /* ... and of the time that they ran or waited */
};

struct wait_meter {
	bool looked;            /* at least once since the question ... */
	bool slow;              /* ... and not only with it */
	bool fresh;             /* it was not asked yet */
	int64_t before, after;  /* the last look began and ended then */
	int64_t cpu;            /* of the tree; the highest that was read ... */
	int64_t first_cpu;      /* ... and in the first look */
	struct waiter *waiters; /* owned */
	size_t count;
	struct wait_time sum; /* since the first look */
	int64_t early;        /* how long before the question that was */
};

/* Adds a time, unless more threads were ready in it than there are cores: then they waited for each other. */
void wait_time_add(struct wait_time *sum, const struct wait_time *time, int cores);
/* How long others had the cores, in ns.  */
int64_t wait_time_lost(const struct wait_time *sum);

#endif
