/* usage.h - what a process uses of the machine.
 *
 * Called by the agents.  */
#ifndef IO_USAGE_H
#define IO_USAGE_H

#include "ringside/agent.h"
#include <time.h>

/* Where to read what one process uses; good for its whole life and until it is reaped.  */
struct meter {
	clockid_t clock;
	bool clocked; /* there is such a clock */
	int statm;    /* /proc/PID/statm; -1: it cannot be read */
};

void meter_open(struct meter *meter, pid_t pid);
void meter_close(struct meter *meter);
/* CPU time in ns; -1: not known.  */
int64_t meter_cpu(const struct meter *meter);
struct agent_usage meter_read(const struct meter *meter);
/* Of a process and all its descendants.  */
struct agent_usage usage_of_all(pid_t pid);

#endif
