/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* doing.h - what processes do, as a /proc folder tells it.
 *
 * Called by the agents; its tests have a /proc of their own.  */
#ifndef IO_DOING_H
#define IO_DOING_H

#include "children.h"
#include "ringside/doing.h"

/* Looks at the threads of these processes; the first process is the agent. input: the name of its input among
 * its descriptors, as "pipe:[4711]". doing->unread must be set; the rest is filled in, except the CPU time.
 * About 20 µs a thread.  */
void doing_look(const char *proc, const struct pids *pids, const char *input, struct doing *doing);
/* Has the process of this folder, as "/proc/4711", the input open?  */
bool doing_has_open(const char *process, const char *input);

#endif
