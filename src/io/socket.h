/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* socket.h - the listener for an agent that speaks over TCP, its one connection, and who is at the other end.
 *
 * spawn.c opens the listener before the process exists; agent.c accepts connections.
 *
 * TCP does not tell which process is at the other end.  The kernel's table of sockets (/proc/net/tcp) has the
 * inode of the other end, and /proc/PID/fd shows which process holds it.  */
#ifndef IO_SOCKET_H
#define IO_SOCKET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define SOCKET_HOST "127.0.0.1"

/* Listens on SOCKET_HOST and a free port: non-blocking, closed by exec.  The caller closes it.  -1 and a
 * problem for people if that fails, or if peers cannot be identified.  */
int socket_listen(int *port, char **problem);
/* Accepts the next connection if it is the agent's: from its process, its group, its session or its
 * descendants.  The caller owns it: non-blocking, closed by exec, TCP_NODELAY. -1 and *refused NULL: nobody
 * waits.  -1 and a text in *refused, which the caller frees: whose connection was refused, or what went
 * wrong.  *goes_on false: no connection can be accepted any more.  A connection whose other end is closed
 * cannot be identified.  It counts as the agent's if the agent has ended: these are its last words.  The news
 * of an end comes a little after the descriptors are closed, so it is waited for, up to 100 ms; each wait
 * takes one from *patience. pidfd: from end_watched().  *prompt: as for peer_of().  agent 0: only the agent
 * can reach this listener.  */
int socket_take(int listener, pid_t agent, int pidfd, int *patience, char **refused, bool *goes_on,
		bool *prompt);

/* Acknowledges incoming bytes at once.  The system forgets this setting: call it after each read, unless the
 * other end is prompt.  Without both, the second of two writes in a row waits up to 40 ms, or for our next
 * line: an action that came too early would then look like the answer to that line.  Each call costs a
 * packet, about 2 us.  */
void socket_acknowledge(int fd);

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
