/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* peer.h - which process is at the other end of a connection from this machine.
 *
 * Called by what waits for an agent's connection, and by what asks how much of it was read.  TCP carries no
 * word of this; the kernel's table of sockets
 * (/proc/net/tcp) gives the number of the other end, and /proc/PID/fd who holds that.  */
#ifndef IO_PEER_H
#define IO_PEER_H

#include <stdint.h>
#include <sys/types.h>

enum peer {
	PEER_AGENT,    /* the process itself, one of its group or session, or one that descends from it */
	PEER_STRANGER, /* somebody else, or somebody of whom it cannot be known */
	PEER_GONE,     /* the other end is closed, so nobody holds it */
};

/* *who is for people, always set; the caller frees.  It costs about a millisecond, in which the kernel writes
   its table, and for one who is not the agent's own process 50 µs more for each process of the machine: once
   a match, before it begins.  */
enum peer peer_of(int connection, pid_t agent, char **who);
/* Bytes that were written to the connection and that the other end has not read.  *input: what the connection
   is called among the descriptors of who holds that end; NULL: not known; the caller frees.  About a
   millisecond.  */
int64_t peer_unread(int connection, char **input);
/* NULL, or why it could not be known here, for people; the caller frees.  */
char *peer_problem(void);

#endif
