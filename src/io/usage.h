/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* usage.h - the CPU time and memory of an agent: its process and all that it has started.
 *
 * Called by the agents.  The process, its descendants, and the orphans of its session count.  A cgroup knows
 * the CPU time of all exactly; it is read once the process has, or had, children, or has ended.  Without a
 * cgroup the CPU time of a process that has ended counts once a counted process has waited for it, to the
 * 10 ms of the kernel; in a sandbox this is also true of the agent itself; and outside of one, a process that
 * has left both the tree and the session counts only up to the last look.  */
#ifndef IO_USAGE_H
#define IO_USAGE_H

#include "cgroup.h"
#include "children.h"
#include "held.h"
#include "ringside/agent.h"
#include <time.h>

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

/* The cgroups stay the caller's, who keeps them as long as the meter.  `unmapped`: memory that no process has
 * mapped counts (held.h).  */
void meter_open(struct meter *meter, pid_t pid, pid_t init, const struct cgroups *cgroups, bool unmapped);
void meter_close(struct meter *meter);
/* Searches the processes again now; otherwise that happens at most ten times a second.  */
void meter_look(struct meter *meter);
/* CPU time in ns; never decreases; -1: not known.  One system call for a process that never had a child.  */
int64_t meter_cpu(struct meter *meter);
/* CPU time in ns of one process; -1: not known.  */
int64_t cpu_of(pid_t pid);
struct agent_usage meter_read(struct meter *meter);
/* The sum of the CPU clocks of the processes that the last look found, in ns: as long as it stays, none of
 * them has run, and so none has started others.  Two system calls a process.  */
int64_t meter_clocks(const struct meter *meter);
/* The bytes of the files that were removed from this folder and are still open (held.h).  */
int64_t meter_files(struct meter *meter, const char *folder);
/* Restarts the peak at the last reading.  */
void meter_forget_peak(struct meter *meter);

#endif
