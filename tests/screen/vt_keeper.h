/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_keeper.h - runs a program on a pty, in a session that a keeper leads: a process that does nothing else.
 *
 * When a session's leader ends, the kernel hangs up its terminal and resets termios.  If the program led its
 * own session, a test could not see that it left the terminal raw.  So a keeper leads, as a shell would.  It
 * holds the terminal open until it is told to go, and reports the program's stops and end.  */
#ifndef RINGSIDE_TESTS_VT_KEEPER_H
#define RINGSIDE_TESTS_VT_KEEPER_H

#include <sys/types.h>
#include <termios.h>

struct vt_keeper {
	pid_t pid;     /* the keeper's */
	pid_t program; /* leads a process group of its own, in the foreground; a zombie until vt_keeper_free
			*/
	int terminal;  /* the master's side, non-blocking */
	int reports;   /* of struct vt_report */
	struct termios found; /* the terminal's, as the program finds it */
};

struct vt_report {
	int code;   /* of SIGCHLD: CLD_EXITED, CLD_KILLED, CLD_DUMPED, CLD_STOPPED, CLD_CONTINUED */
	int status; /* exit status or signal */
};

/* Starts argv[0], found on PATH.  In `changes` "NAME=value" sets, "NAME" unsets, in this order, NULL at the
 * end.  Returns 0 or -errno.  If the program itself cannot be started, its terminal says so, and it exits
 * with status 127. */
int vt_keeper_start(struct vt_keeper *keeper, int cols, int rows, const char *const argv[],
		    const char *const changes[]);
/* Kills the program's group, ends the keeper and closes everything.  */
void vt_keeper_free(struct vt_keeper *keeper);

#endif
