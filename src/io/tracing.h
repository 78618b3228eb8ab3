/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tracing.h - whether the system lets processes be traced.
 *
 * Called by agent_cannot_trace() and by tests.  */
#ifndef IO_TRACING_H
#define IO_TRACING_H

/* Of the text of /proc/sys/kernel/yama/ptrace_scope (Linux, Documentation/admin-guide/LSM/Yama) and of
 * /proc/self/status: NULL, or for people why no process can be traced; the caller frees.  */
char *tracing_refused(const char *scope, const char *status);

#endif
