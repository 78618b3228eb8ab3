/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* socket.c - a listening socket for this machine alone, which connections it accepts, and who is at
 * their other end (/proc).
 *
 * An IPv6 socket that is connected to 127.0.0.1 is in a table of its own, as ::ffff:127.0.0.1.  All
 * connections of Java are.  */
#include "socket.h"
#include "process.h"
#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	WAITING_MOST = 16,
	/* An ending process closes its descriptors microseconds before its end is known, or longer if other
	   processes have the processor.  */
	END_WITHIN_MS = 100,
};

#define TABLE "/proc/net/tcp"

/* The addresses of the other end and of ours, in its view.  */
struct end {
	struct sockaddr_in own, ours;
};

/* The entry of a connection in such a table.  */
struct entry {
	unsigned long inode; /* 0: no process holds it */
	unsigned uid;
	unsigned unread; /* bytes that have come and were not read */
};

static int refused_by_system(int fd, const char *what, char **problem)
{
	*problem = bytes_text("%s: %s", what, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
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

static bool end_of(int connection, struct end *end)
{
	socklen_t size = sizeof(end->own);

	if (getpeername(connection, (struct sockaddr *)&end->own, &size) < 0)
		return false;
	size = sizeof(end->ours);
	return getsockname(connection, (struct sockaddr *)&end->ours, &size) == 0;
}

/* "0100007F:1F90 0100007F:A2C4" as the tables write it: addresses in memory order, ports as numbers.  */
static char *end_words(const struct end *end, bool others)
{
	char mapped[25] = "";

	if (others)
		snprintf(mapped, sizeof(mapped), "%016X%08X", 0U, (unsigned)htonl(0xffff));
	return bytes_text("%s%08X:%04X %s%08X:%04X ", mapped, (unsigned)end->own.sin_addr.s_addr,
			  ntohs(end->own.sin_port), mapped, (unsigned)end->ours.sin_addr.s_addr,
			  ntohs(end->ours.sin_port));
}

/* The line of this end in a table of the network of process `there` (0: ours): 1; 0: there is none; -errno.
 */
static int table_find(pid_t there, const char *name, const char *words, struct entry *entry)
{
	char *path =
		there ? bytes_text("/proc/%d/net/%s", (int)there, name) : bytes_text("/proc/net/%s", name);
	FILE *table = fopen(path, "re");
	FREED char *line = NULL;
	size_t room = 0;
	int found = 0;

	assert(words && *words && entry);
	free(path);
	if (!table)
		return -errno;
	while (!found && getline(&line, &room, table) > 0) {
		const char *at = strstr(line, words);

		/* After both ends: the state, two queues, a timer with its time, tries, and then these.  */
		found = at && sscanf(at + strlen(words), "%*x %*x:%x %*x:%*x %*x %u %*d %lu", &entry->unread,
				     &entry->uid, &entry->inode) == 3;
	}
	fclose(table);
	return found;
}

/* As table_find(), in both tables.  A kernel without IPv6 has no second one.  */
static int entry_find(const struct end *end, pid_t there, struct entry *entry)
{
	FREED char *words = end_words(end, false), *others = end_words(end, true);
	int found = table_find(there, "tcp", words, entry);

	if (found == 0)
		found = table_find(there, "tcp6", others, entry);
	return found == -ENOENT ? 0 : found;
}

static enum holds holds_socket(pid_t pid, unsigned long inode, int *fd)
{
	FREED char *process = bytes_text("/proc/%d", (int)pid), *socket = bytes_text("socket:[%lu]", inode);

	return process_holds(process, socket, fd);
}

static bool belongs(pid_t pid, pid_t agent)
{
	assert(agent > 0);
	if (getpgid(pid) == agent || getsid(pid) == agent)
		return true;
	while (pid > 1 && pid != agent)
		pid = parent_of(pid);
	return pid == agent;
}

/* The process that holds the socket, one of the agent's if there is one; 0: none that we can see.  Nearly
 * always it is the agent itself.  *fd: its descriptor, if it is one of the agent's.  */
static pid_t holder_of(unsigned long inode, pid_t agent, int *fd)
{
	FREED_BY(pids_free) struct pids all = {0};
	pid_t holder = 0;

	if (holds_socket(agent, inode, fd) == HOLDS)
		return agent;
	pids_listed(&all, "/proc");
	for (size_t i = 0; i < all.count && !(holder && belongs(holder, agent)); i++)
		if (holds_socket(all.at[i], inode, fd) == HOLDS && (!holder || belongs(all.at[i], agent)))
			holder = all.at[i];
	return holder;
}

/* Words for a connection whose holder was not found.  */
static char *hidden_words(const struct entry *entry, pid_t agent)
{
	int fd;

	if (holds_socket(agent, entry->inode, &fd) == HOLDS_SECRETLY)
		return bytes_text("somebody of user id %u: whether it is the agent cannot be known, since "
				  "/proc/%d/fd cannot be read",
				  entry->uid, (int)agent);
	return bytes_text("somebody of user id %u, no process that can be looked at", entry->uid);
}

/* Takes the words.  */
static char *with_port(char *words, const struct end *end)
{
	FREED char *owned = words;

	return bytes_text("from port %d, %s", ntohs(end->own.sin_port), owned);
}

/* Turns Nagle's algorithm off at the holder's end, through a copy of its descriptor.  The descriptor may be
 * another file by now, so the inode decides.  False: this is not allowed here, or the kernel is older
 * than 5.6.  */
static bool make_prompt(pid_t holder, int fd, unsigned long inode)
{
	int process = end_watched(holder), at_once = 1;
	CLOSED int copy = process < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, process, fd, 0);
	struct stat file;
	bool done = copy >= 0 && fstat(copy, &file) == 0 && file.st_ino == inode &&
		    setsockopt(copy, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once)) == 0;

	if (process >= 0)
		close(process);
	return done;
}

/* NULL, or for people why peers cannot be identified here; the caller frees.  */
static char *peer_problem(void)
{
	char *problem = NULL;
	int own;

	if (access(TABLE, R_OK) < 0)
		return bytes_text("who connects to it could not be found out, since " TABLE
				  " cannot be read: %s (is /proc mounted?)",
				  strerror(errno));
	own = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (own < 0)
		problem =
			bytes_text("who connects to it could not be found out, since /proc/self/fd cannot be "
				   "read: %s",
				   strerror(errno));
	else
		close(own);
	return problem;
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

enum peer peer_of(int connection, pid_t agent, char **who, bool *prompt)
{
	struct entry entry = {0}, after;
	struct end end = {0};
	int found, fd = -1;
	pid_t holder;

	assert(connection >= 0 && agent > 0 && who && prompt);
	*prompt = false;
	if (!end_of(connection, &end)) {
		*who = bytes_text("somebody who has left already");
		return PEER_GONE;
	}
	found = entry_find(&end, 0, &entry);
	if (found < 0) {
		*who = with_port(bytes_text("who cannot be known, since " TABLE " cannot be read: %s",
					    strerror(-found)),
				 &end);
		return PEER_STRANGER;
	}
	holder = found && entry.inode ? holder_of(entry.inode, agent, &fd) : 0;
	if (holder) {
		FREED char *name = process_name(holder);

		*who = with_port(name ? bytes_text("process %d (%s)", (int)holder, name)
				      : bytes_text("process %d", (int)holder),
				 &end);
		if (!belongs(holder, agent))
			return PEER_STRANGER;
		*prompt = make_prompt(holder, fd, entry.inode);
		return PEER_AGENT;
	}
	/* It may have been closed during the search.  */
	if (found && entry.inode && entry_find(&end, 0, &after) > 0 && after.inode) {
		*who = with_port(hidden_words(&entry, agent), &end);
		return PEER_STRANGER;
	}
	*who = with_port(bytes_text("somebody who has left already"), &end);
	return PEER_GONE;
}

int64_t peer_unread(int connection, pid_t there, char **input)
{
	struct entry entry = {0};
	struct end end = {0};
	int sent = 0;

	*input = NULL;
	if (!end_of(connection, &end) || entry_find(&end, there, &entry) <= 0 ||
	    ioctl(connection, SIOCOUTQ, &sent) < 0)
		return 0;
	*input = bytes_text("socket:[%lu]", entry.inode);
	return (int64_t)entry.unread + sent;
}

/* Not by SIOCOUTQ: the kernel acknowledges what was read up to 40 ms later.  */
bool peer_has_read(int connection, pid_t there)
{
	struct entry entry = {0};
	struct end end = {0};

	return !end_of(connection, &end) || entry_find(&end, there, &entry) <= 0 || entry.unread == 0;
}
