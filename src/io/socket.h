/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* socket.h - where an agent that speaks over TCP is waited for, and its one connection.
 *
 * Called by the spawning, which opens the socket before the process is there, and by the agents, which take
 * what comes.  */
#ifndef IO_SOCKET_H
#define IO_SOCKET_H

#include <stdbool.h>
#include <sys/types.h>

#define SOCKET_HOST "127.0.0.1"

/* Listens on SOCKET_HOST and a free port: non-blocking, closed by exec.  -1 and a problem for people when
   that cannot be, or when it could not be known who connects; the caller closes.  */
int socket_listen(int *port, char **problem);
/* Takes the next one who waits there: the agent (its process, and what is in its group or session or descends
   from it), and the caller owns the connection: non-blocking, closed by exec, without delay.  Or -1: nobody
   waits and *refused is NULL; or *refused says for people, who free it, whom it has shut out or what went
   wrong.  False in *goes_on: nobody can be taken any more.
   Whom nobody can look at, since the other end is closed already, is taken for the agent if that has ended:
   these are its last words.  An end is not told in the same moment in which all descriptors are closed, so it
   is waited for, up to 100 ms; each time takes one from *patience.  pidfd is that of end_watched().  */
int socket_take(int listener, pid_t agent, int pidfd, int *patience, char **refused, bool *goes_on);

/* What comes is acknowledged at once, until the system thinks better of it: call it after each read.  An
   agent that writes twice in a row, and has not thought of TCP_NODELAY, would else wait 40 ms for that.  */
void socket_acknowledge(int fd);

#endif
