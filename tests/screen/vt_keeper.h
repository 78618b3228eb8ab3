/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_keeper.h - a program on a pty, with a keeper between: a process that leads the session and does nothing.
 *
 * When a session's leader ends, the kernel hangs its terminal up and resets termios, so a program that led
 * its own session could never be caught leaving the terminal raw.  The keeper leads instead, as a shell
 * would, holds the terminal open until it is told to go, and reports what becomes of the program.  */
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

/* Starts argv[0], found on PATH.  changes: "NAME=value" sets, "NAME" unsets, in this order, NULL at the end.
   0 or -errno; that the program itself could not be started is said on its terminal, with exit status 127. */
int vt_keeper_start(struct vt_keeper *keeper, int cols, int rows, const char *const argv[],
		    const char *const changes[]);
/* Kills the program's group, ends the keeper and closes everything.  */
void vt_keeper_free(struct vt_keeper *keeper);

#endif
