/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* cores.h - a set of cores as the kernel takes it.  */
#ifndef IO_CORES_H
#define IO_CORES_H

#include <sched.h>
#include <stdbool.h>
#include <sys/types.h>

enum { CORES_SETS = 8 }; /* the kernel has at most 8192 cores */

struct cores {
	cpu_set_t set[CORES_SETS];
};

/* False: it is not a list of cores.  */
bool cores_read(const char *list, struct cores *cores);
/* Pins the calling process.  May be called between fork and exec.  False: errno says why not.  */
bool cores_set(const struct cores *cores);
/* How many cores the process may run on; 0: not known.  */
int cores_of(pid_t process);

#endif
