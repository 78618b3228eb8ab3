/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* orphans.h - the list of children that are owned by a struct agent.
 *
 * Called by the agents.  The kernel keeps one list of children a process, so there is one list here.  */
#ifndef IO_ORPHANS_H
#define IO_ORPHANS_H

#include <stdint.h>
#include <sys/types.h>

/* Lives inside its owner.  */
struct owned {
	pid_t pid;
	struct owned *next;
};

void orphans_except(struct owned *owned);
void orphans_include(struct owned *owned);
/* CPU time in ns of the orphans that have left the session of their agent, and of their descendants.  Nobody
 * knows which agent they are of.  */
int64_t orphans_cpu(void);

#endif
