/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trace_gdb.h - the backtraces of a process.
 *
 * Called by ringside-trace.  */
#ifndef IO_TRACE_GDB_H
#define IO_TRACE_GDB_H

#include "ringside/bytes.h"
#include <sys/types.h>

/* Lets gdb print the backtraces of all threads of a stopped process, first that of `thread`, and waits for it
 * at most 20 s.  False: the text says what went wrong, for people.  */
bool trace_gdb(pid_t process, pid_t thread, struct bytes *text);

#endif
