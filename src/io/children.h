/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* children.h - which processes are children of a process.
 *
 * Called by what ends orphans, by what measures an agent with everything that it started or asks what it
 * does, and by what asks whether a connection is an agent's.  */
#ifndef IO_CHILDREN_H
#define IO_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pids {
	pid_t *at;
	size_t count, room;
};

/* Adds the children of a process, dead ones that nobody waited for included.  A moment later some may be gone
   and others there.  */
void children_of(pid_t parent, struct pids *pids);
/* The two ways to know: the kernel's list of children, where the kernel has one, and the parent that every
   process in /proc names.  */
void children_listed(pid_t parent, struct pids *pids);
void children_scanned(pid_t parent, struct pids *pids);
/* Adds a process of ours that leads a session, then all that descend from it, then those of its session that
   have lost their parent and are our children now (agent_adopt_orphans()), each with what descends from it.
 */
void family_of(pid_t leader, struct pids *pids);
/* 0: there is no such process.  */
pid_t parent_of(pid_t pid);
bool pids_have(const struct pids *pids, pid_t pid);
void pids_free(struct pids *pids);

#endif
