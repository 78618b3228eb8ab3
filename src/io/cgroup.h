/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cgroup.h - cgroups of an agent's own: no process leaves them, so its limits hold for all of them together.
 *
 * Called by the spawning and the freeing of agents.  */
#ifndef IO_CGROUP_H
#define IO_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

enum { CGROUPS_MOST = 4 };

/* How their names begin.  */
#define CGROUP_PREFIX "ringside-"

/* The kernel refuses memory this far above the limit, so that what is refused is more than the limit.  */
enum { CGROUP_SLACK = 64 << 10 };

/* One in each tree.  All zero: there are none.  */
struct cgroups {
	char *path[CGROUPS_MOST]; /* owned */
	int count;
	int entry[CGROUPS_MOST]; /* where a process enters, closed by exec; -1: closed */
	bool limits_processes;
	int64_t memory; /* bytes, with CGROUP_SLACK; 0: nothing limits it here */
	int cpu;        /* where its CPU time is read; -1: nowhere, if there are cgroups */
	int64_t before; /* ns of it that do not count */
};

/* Makes a cgroup in each of these folders, joined with colons ("none": in none), and sets the limits that its
 * files allow: a number of processes and threads, and bytes of memory (0: no limit).  NULL, or a problem for
 * people; then nothing is left.  */
char *cgroups_make(struct cgroups *cgroups, const char *folders, int processes, int64_t memory);
/* The calling process enters them.  False and errno.  Safe after a fork.  */
bool cgroups_enter(const struct cgroups *cgroups);
void cgroups_entered(struct cgroups *cgroups);
/* What was used so far does not count.  */
void cgroups_begin_cpu(struct cgroups *cgroups);
/* CPU time in ns of all that were ever in them; -1: not known.  */
int64_t cgroups_cpu(const struct cgroups *cgroups);
/* Has the kernel ended a process there because it wanted more memory than the limit?  */
bool cgroups_refused_memory(const struct cgroups *cgroups);
/* Kills all that are in them, waits up to 100 ms until they are empty, and removes them.  */
void cgroups_end(struct cgroups *cgroups);
/* The same for those that were not empty by then; waits up to 2 s for each.  */
void cgroups_end_rest(void);

/* cgroup.c: folders in which the system lends us cgroups, joined with colons, as agent_borrow_cgroups()
 * has found; NULL: none.  */
const char *cgroups_lent(void);

#endif
