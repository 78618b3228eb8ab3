/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* socket.c - a listening socket for this machine alone, and which connections it accepts.  */
#include "socket.h"

#include "peer.h"
#include "reap.h"
#include "ringside/bytes.h"
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	WAITING_MOST = 16,
	/* An ending process closes its descriptors microseconds before its end is known, or longer if other
	   processes have the processor.  */
	END_WITHIN_MS = 100,
};

static int refused_by_system(int fd, const char *what, char **problem)
{
	*problem = bytes_text("%s: %s", what, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

int socket_listen(int *port, char **problem)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(address);
	int fd;

	assert(port && problem);
	*problem = peer_problem();
	if (*problem)
		return -1;
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 ||
	    listen(fd, WAITING_MOST) < 0 || getsockname(fd, (struct sockaddr *)&address, &size) < 0)
		return refused_by_system(fd, "no socket on " SOCKET_HOST " for its connection", problem);
	*port = ntohs(address.sin_port);
	return fd;
}

/* Accepts; skips connections that have failed already (accept(2), Error handling).  */
static int next_connection(int listener)
{
	int fd;

	assert(listener >= 0);
	do
		fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	while (fd < 0 && (errno == EINTR || errno == ECONNABORTED || errno == EPROTO));
	return fd;
}

int socket_take(int listener, pid_t agent, int pidfd, int *patience, char **refused, bool *goes_on,
		bool *prompt)
{
	int fd = next_connection(listener), at_once = 1;
	enum peer peer;
	char *who = NULL;

	assert(agent >= 0 && patience && refused && goes_on && prompt);
	*prompt = false;
	*refused = NULL;
	*goes_on = true;
	if (fd < 0 && errno == EAGAIN)
		return -1;
	if (fd < 0) { /* no descriptors or no memory: it would be tried for ever */
		*goes_on = false;
		return refused_by_system(-1, "no connection can be accepted any more", refused);
	}
	peer = agent ? peer_of(fd, agent, &who, prompt) : PEER_AGENT;
	if (peer == PEER_AGENT ||
	    (peer == PEER_GONE &&
	     ends_within(agent, pidfd, *patience > 0 && (*patience)-- ? END_WITHIN_MS : 0))) {
		free(who);
		/* May fail if the other end is gone, which does not matter.  */
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once));
		if (!*prompt)
			socket_acknowledge(fd);
		return fd;
	}
	close(fd);
	*refused = who;
	return -1;
}

void socket_acknowledge(int fd)
{
	static const int at_once = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &at_once, sizeof(at_once));
}
