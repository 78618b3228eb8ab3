/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* doing.h - what processes do, as a /proc folder tells it.
 *
 * Called by the agents; its tests have a /proc of their own.  */
#ifndef IO_DOING_H
#define IO_DOING_H

#include "children.h"
#include "ringside/doing.h"

/* Looks at the threads of these processes, the first of which is the agent's.  input: what its input is
   called among its descriptors, as "pipe:[4711]"; doing->unread is known, and the rest gets filled in but for
   the CPU time.  About 20 µs a thread.  */
void doing_look(const char *proc, const struct pids *pids, const char *input, struct doing *doing);

#endif
