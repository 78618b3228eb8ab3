/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* usage.h - what an agent uses of the machine: its process and all that it has started.
 *
 * Called by the agents.  What counts: the process, its descendants, and those of its session that have lost
 * their parent.  CPU time of those that have ended counts as soon as a process that counts has waited for
 * them, to 10 ms, which is what the kernel tells; until then it is theirs.  What has left both the tree and
 * the session is nobody's, and so is CPU time that it used after it was looked for last.  */
#ifndef IO_USAGE_H
#define IO_USAGE_H

#include "children.h"
#include "ringside/agent.h"
#include <time.h>

/* The most memory that a process ever had, in bytes: as it was read last, and before the peak that is asked
   about.  */
struct most {
	int64_t seen, before;
};

/* Where to read what an agent uses; good for the whole life of its process and until that is reaped.  */
struct meter {
	pid_t pid;
	clockid_t clock;
	bool clocked;      /* there is such a clock */
	struct pids all;   /* the process, and what else counted when that was looked for last ... */
	int64_t looked_at; /* ... then */
	struct most *most; /* of each of them; owned */
	bool reaps;        /* one of them has, or had, children */
	int64_t cpu_ns;    /* the most that was read: -1: nothing was */
};

void meter_open(struct meter *meter, pid_t pid);
void meter_close(struct meter *meter);
/* Looks for what counts anew; else that is done at most ten times a second.  */
void meter_look(struct meter *meter);
/* CPU time in ns, which never gets less; -1: not known.  One system call for a process alone that never had a
   child.  */
int64_t meter_cpu(struct meter *meter);
struct agent_usage meter_read(struct meter *meter);
/* The peak of what is read from now on begins with what was read last.  */
void meter_forget_peak(struct meter *meter);

#endif
