/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* entry.h - what ringside-enter, the first program in a sandbox, tells the judge.
 *
 * It tells over a socket of packets.  The process that becomes the agent tells ENTRY_DONE, with the listening
 * socket if one was asked for; the kernel adds its process id, as the judge sees it.  The judge looks at that
 * process and answers with a byte, before which nobody waits for it.  Then comes why the agent cannot be
 * executed, or ENTRY_RUNS and at its end ENTRY_ENDED.  An agent that is held tells ENTRY_RUNS before it
 * stands, and again when it has been executed.  */
#ifndef IO_ENTRY_H
#define IO_ENTRY_H

enum step {
	STEP_JUDGE,
	STEP_TERMINAL,
	STEP_LIMITS,
	STEP_CORES,
	STEP_DIRECTORY,
	STEP_LISTEN,
	STEP_CGROUP,
	STEP_EXEC,
	ENTRY_DONE,
	ENTRY_RUNS,
	ENTRY_ENDED
};

/* What the child reports if it cannot exec.  */
struct failure {
	enum step step;
	int number; /* errno; of ENTRY_ENDED what wait() gives */
};

/* Its descriptors: this socket, and what becomes stdin and stdout.  Those of bwrap lead nowhere: bwrap keeps
 * them open as long as the agent lives, and then an agent that closes its stdout would not be noticed.  */
enum { ENTRY_TOLD = 3, ENTRY_IN = 4, ENTRY_OUT = 5 };

/* Where it listens, in a network of its own; nobody else can have taken it.  */
enum { ENTRY_PORT = 40000 };

#endif
