/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* orphans.h - which children of the judge are agents that somebody owns.
 *
 * Called by the agents.  The kernel keeps one list of children for the whole process, so there is one list
 * here as well.  */
#ifndef IO_ORPHANS_H
#define IO_ORPHANS_H

#include <sys/types.h>

/* Lives inside its owner.  */
struct owned {
	pid_t pid;
	struct owned *next;
};

void orphans_except(struct owned *owned);
void orphans_include(struct owned *owned);

#endif
