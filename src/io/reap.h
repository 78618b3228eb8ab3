/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reap.h - how a process ended, and the end of its group.
 *
 * Called by the agents.  */
#ifndef IO_REAP_H
#define IO_REAP_H

#include "ringside/judge.h"
#include <sys/types.h>

/* A descriptor that becomes readable when the process ends; closed by exec.  -1: the system has none (Linux
 * before 5.3, valgrind, some sandboxes), or errno says why; then the caller has to poll.
 */
int end_watched(pid_t pid);
/* False: it has not ended.  A traced process counts as soon as it is dead, though the kernel tells the parent
 * only after the tracer lets go.  Unlike wait, leaves the zombie for group_reap(): until then the id stays
 * taken, and signals to the group reach no stranger.  */
bool has_ended(pid_t pid, struct ending *ending);
/* What a status of waitpid(2) says.  */
struct ending ending_of(int status);
/* Does it use the processor, or is it ready to?  False if /proc cannot tell.  */
bool is_running(pid_t pid);
/* Is it stopped, by a signal or a debugger, or has it ended?  */
bool has_halted(pid_t pid);
/* Waits for its end, at most `ms` milliseconds. pidfd: from end_watched().  False: it has not ended.  */
bool ends_within(pid_t pid, int pidfd, int ms);
/* Waits for the leader and those of its group that became our children, at most 100 ms in all.  On a loaded
 * machine a killed process may take longer: the next call reaps it, or group_reap_late(), which does not
 * wait.
 */
void group_reap(pid_t leader, int pidfd);
void group_reap_late(void);

#endif
