/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* socket_fixture.h - shared by the tests of agents on sockets: where this process listens, and a connection
 * from a process that is no agent.  */
#ifndef RINGSIDE_TESTS_SOCKET_FIXTURE_H
#define RINGSIDE_TESTS_SOCKET_FIXTURE_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection to a socket of this process; -1 if nobody listens.  */
static inline int connected_to(int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr = {htonl(INADDR_LOOPBACK)}};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0)
		return fd;
	close(fd);
	return -1;
}

static inline bool is_ours(unsigned long inode)
{
	bool ours = false;

	for (int fd = 0; fd < 256 && !ours; fd++) {
		char path[64], target[64] = "", wanted[64];

		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		snprintf(wanted, sizeof(wanted), "socket:[%lu]", inode);
		if (readlink(path, target, sizeof(target) - 1) > 0)
			ours = strcmp(target, wanted) == 0;
	}
	return ours;
}

/* Counts the sockets on which this process listens. Returns the last one's address as the kernel's table has
 * it, and up to `room` ports.  */
static inline int listening(const char *table, char address[64], int *ports, int room)
{
	FILE *file = fopen(table, "re");
	char line[512], own[64];
	unsigned state, number;
	unsigned long inode;
	int count = 0;

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, " %*d: %63[^:]:%x %*s %x %*s %*s %*s %*u %*d %lu", own, &number, &state,
			   &inode) == 4 &&
		    state == 0x0a && is_ours(inode)) {
			strcpy(address, own);
			if (count < room)
				ports[count] = (int)number;
			count++;
		}
	if (file)
		fclose(file);
	return count;
}

#endif
