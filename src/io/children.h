/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* children.h - which processes are children of a process.
 *
 * For the end of orphans, for measuring and observing an agent with its descendants, and for telling whose
 * connection it is.  */
#ifndef IO_CHILDREN_H
#define IO_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pids {
	pid_t *at;
	size_t count, room;
};

/* Adds the numbers in a folder of /proc, as the threads in its `task`.  */
void pids_listed(const char *folder, struct pids *pids);
/* Adds the children of a process, with zombies.  A moment later the list may be out of date.  */
void children_of(pid_t parent, struct pids *pids);
/* The two ways to find them: the kernel's list of children, if it has one, and the parent that each process
 * in /proc names.  */
void children_listed(pid_t parent, struct pids *pids);
void children_scanned(pid_t parent, struct pids *pids);
/* Adds a process of ours that leads a session, its descendants, and the orphans of its session that are our
 * children now (agent_adopt_orphans()), with theirs.  In a sandbox `leader` is a child of `init`, like the
 * orphans; without one `init` is 0.  */
void family_of(pid_t leader, pid_t init, struct pids *pids);
/* 0: there is no such process.  */
pid_t parent_of(pid_t pid);
void pids_add(struct pids *pids, pid_t pid);
bool pids_have(const struct pids *pids, pid_t pid);
void pids_free(struct pids *pids);

#endif
