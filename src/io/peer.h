/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* peer.h - which process is at the other end of a connection from this machine.
 *
 * Tells an agent's connection from a stranger's, and how much of it was read.  TCP does not carry this: the
 * kernel's table of sockets (/proc/net/tcp) has the inode of the other end, and /proc/PID/fd shows which
 * process holds it.  */
#ifndef IO_PEER_H
#define IO_PEER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum peer {
	PEER_AGENT,    /* the process itself, one of its group or session, or one that descends from it */
	PEER_STRANGER, /* another process, or one that cannot be identified */
	PEER_GONE,     /* the other end is closed, so nobody holds it */
};

/* *who is always set, for people; the caller frees.  *prompt: the agent's end now has TCP_NODELAY, so each of
 * its writes arrives at once and the kernel keeps none back until an acknowledgement.  Takes about a
 * millisecond for the kernel's table; for a process other than the agent's own, 50 µs more for each process
 * of the machine.  Called once a match, before it begins.  */
enum peer peer_of(int connection, pid_t agent, char **who, bool *prompt);
/* Bytes written to the connection that the other end has not read.  *input: the name of the connection among
 * the descriptors of the other process; NULL: not known; the caller frees.  `there`: a process in the other
 * end's network; 0: it is ours.  Takes about a millisecond.  */
int64_t peer_unread(int connection, pid_t there, char **input);
/* Has it read all of them?  A byte that was written is with it at once.  */
bool peer_has_read(int connection, pid_t there);

#endif
