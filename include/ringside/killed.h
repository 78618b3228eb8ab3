/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* killed.h - which process of a ringside that was killed is still there.
 *
 * Called where a lock is in the way.  */
#ifndef RINGSIDE_KILLED_H
#define RINGSIDE_KILLED_H

#include <sys/types.h>

/* The process that has the file open and got SIGKILL, but has not ended yet: it waits for a core or a disk.
 * 0: there is none, it is of another user, or /proc cannot be read. Looks at all processes, which takes
 * milliseconds.  */
pid_t killed_holder(const char *path);

#endif
