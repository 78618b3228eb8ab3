/* reap.h - how a process ended, and the end of its group.
 *
 * Called by the agents.  */
#ifndef IO_REAP_H
#define IO_REAP_H

#include "ringside/judge.h"
#include <sys/types.h>

/* False: it has not ended.  One that is traced counts as soon as it is dead, though the kernel tells its
   parent only when the tracer has let go of it.  Unlike wait, leaves the process for group_reap(): until then
   its id can belong to nobody else, and signals to its group reach no stranger.  */
bool has_ended(pid_t pid, int pidfd, struct ending *ending);
/* Waits for the leader, at most 100 ms, then for those of its group that have become our children by its
   end.  */
void group_reap(pid_t leader, int pidfd);

#endif
