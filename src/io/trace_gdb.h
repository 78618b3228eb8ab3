/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trace_gdb.h - the backtraces of a process.
 *
 * Called by ringside-trace.  */
#ifndef IO_TRACE_GDB_H
#define IO_TRACE_GDB_H

#include "ringside/bytes.h"
#include <sys/types.h>


#endif
