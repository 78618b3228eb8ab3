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

/* One in each tree.  All zero: there are none.  */
struct cgroups {
	char *path[CGROUPS_MOST]; /* owned */
	int count;
	int entry[CGROUPS_MOST]; /* where a process enters, closed by exec; -1: closed */
	bool limits_processes, limits_memory;
};

/* Makes a cgroup in each of these folders, joined with colons, and sets the limits that its files allow: a
 * number of processes and threads, and bytes of memory (0: no limit).  NULL, or a problem for people; then
 * nothing is left.  */
char *cgroups_make(struct cgroups *cgroups, const char *folders, int processes, int64_t memory);
/* The calling process enters them.  False and errno.  Safe after a fork.  */
bool cgroups_enter(const struct cgroups *cgroups);
void cgroups_entered(struct cgroups *cgroups);
/* Kills all that are in them, waits up to 100 ms until they are empty, and removes them.  */
void cgroups_end(struct cgroups *cgroups);

#endif
