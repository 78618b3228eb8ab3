/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trace.h - what ringside-trace, which watches an agent for crashes, and the judge tell each other.
 *
 * ringside-trace PID [TRACE_HELD] traces the agent with this process and its threads and descendants.  On
 * stdout it writes lines: TRACE_BEGUN; TRACE_CRASH PROCESS SIGNAL when a process is about to be ended by a
 * signal; TRACE_TEXT PROCESS SIGNAL SIZE, followed by SIZE bytes, a backtrace; TRACE_NOT WHY when there can
 * be none.  After a crash the process stands until the line TRACE_GO comes on stdin.  TRACE_LOOK PROCESS asks
 * for the backtrace of a process that lives: its TRACE_TEXT has the signal 0.  At the end of stdin it leaves
 * all as they are.
 *
 * ringside-trace PID TRACE_LOOK tells the same of that process once, and ends.  So does ringside-trace PID
 * TRACE_STANDS THREAD SIGNAL of one that stands before that signal, and it stays so.  */
#ifndef RINGSIDE_TRACE_H
#define RINGSIDE_TRACE_H

#define TRACE_HELD   "held" /* it was started so, and goes on when it is traced */
#define TRACE_BEGUN  "begun"
#define TRACE_CRASH  "crash"
#define TRACE_TEXT   "text"
#define TRACE_NOT    "not"
#define TRACE_GO     "go"
#define TRACE_LOOK   "look"
#define TRACE_STANDS "stands"

#endif
