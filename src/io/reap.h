/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reap.h - how a process ended, and the end of its group.
 *
 * Called by the agents.  */
#ifndef IO_REAP_H
#define IO_REAP_H

#include "ringside/judge.h"
#include <sys/types.h>

/* A descriptor that is ready to be read when the process has ended, closed by exec.  -1: the system has none
   for that (Linux before 5.3, valgrind, some sandboxes), or errno says why not; one has to look now and then.
 */
int end_watched(pid_t pid);
/* False: it has not ended.  One that is traced counts as soon as it is dead, though the kernel tells its
   parent only when the tracer has let go of it.  Unlike wait, leaves the process for group_reap(): until then
   its id can belong to nobody else, and signals to its group reach no stranger.  */
bool has_ended(pid_t pid, struct ending *ending);
/* Does it use the processor now, or wait for its turn to?  False where /proc cannot tell.  */
bool is_running(pid_t pid);
/* Waits for its end, so many ms at most.  pidfd: that of end_watched().  False: it has not ended.  */
bool ends_within(pid_t pid, int pidfd, int ms);
/* Waits for the leader, at most 100 ms, then for those of its group that have become our children by its
   end.  */
void group_reap(pid_t leader, int pidfd);

#endif
