/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* crash.h - what gdb says of a tapped agent that stands before a crash.  */
#ifndef RUNNER_CRASH_H
#define RUNNER_CRASH_H

#include "ringside/bytes.h"
#include "ringside/relay.h"
#include <sys/types.h>

/* Adds the backtraces of its threads, that of the crash first, and waits for them, at most 20 s.  NULL, or
 * why there are none, for people; the caller frees.  */
char *crash_look(pid_t process, struct crash crash, struct bytes *text);

#endif
