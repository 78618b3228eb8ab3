/* usage.h - what a process uses of the machine.
 *
 * Called by the agents.  */
#ifndef IO_USAGE_H
#define IO_USAGE_H

#include "ringside/agent.h"

/* statm: an open /proc/PID/statm, -1 when there is none.  */
struct agent_usage usage_of(pid_t pid, int statm);
/* The descriptor for it; -1: not known.  */
int usage_open(pid_t pid);
/* Of the process and all its descendants.  */
struct agent_usage usage_of_all(pid_t pid);

#endif
