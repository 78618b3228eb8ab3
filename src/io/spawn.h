/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spawn.h - a new process with its pipes, its terminal and its limits.
 *
 * Called by the agents; knows nothing of loops.  */
#ifndef IO_SPAWN_H
#define IO_SPAWN_H

#include "ringside/agent.h"

struct spawned {
	pid_t pid;
	int pidfd; /* ready when it has ended; -1: the system has no such descriptor */
	/* The judge's ends, non-blocking.  Of a socket both are the same.  */
	int in, out;
	int listener; /* where the connection of an agent is awaited that speaks over a socket; -1: it is not.
			 in and out are -1 until then */
	int port;     /* there */
	int err;      /* its terminal (the master of the pty), or a pipe */
	int slave; /* of its terminal, -1: none.  While it is open a terminal that nobody else holds does not
		      hang up, so an agent may close its stderr and later open /dev/tty.  */
};

/* False and a problem that names the command when it cannot be started; then nothing is left open.  */
bool spawn(const struct agent_setup *setup, struct spawned *spawned, char **problem);
/* Closes what is open of it; the process is the caller's.  */
void spawned_close(struct spawned *spawned);

#endif
