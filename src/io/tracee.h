/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* tracee.h - a process and its threads, under ptrace: for ringside-trace and the relay of a tap.  */
#ifndef IO_TRACEE_H
#define IO_TRACEE_H

#include <stdbool.h>
#include <sys/types.h>

/* Does the signal end the process of the thread, with a core dump if it may write one?  */
bool tracee_is_fatal(pid_t thread, int signal);
/* Traces all threads.  False: one of them cannot be traced (errno).  Those that a traced thread makes are
 * traced from their beginning if the options have PTRACE_O_TRACECLONE, so it is enough to look until no other
 * is found.  */
bool tracee_seize(pid_t process, long options);
/* Lets go of the other threads of a process that is being stopped: each stays stopped.  */
void tracee_let_go(pid_t process, pid_t except);

#endif
