/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* sandbox_start.c - hears from the first program in a sandbox, and says why there is none.  */
#include "birth.h"

#include "reap.h"
#include "ringside/bytes.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* What the kernel adds to a packet.  */
union added {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
};

/* A setting of the system that forbids what bubblewrap needs.  */
static const struct {
	const char *path, *forbids, *command;
} settings[] = {
	{"/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"},
	{"/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"},
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
	 "sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
};

bool sandbox_wire(int *ours, int *its)
{
	int ends[2], yes = 1;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
		return false;
	*ours = ends[0];
	*its = ends[1];
	return setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof(yes)) == 0;
}

static void take_added(struct msghdr *message, struct entered *entered)
{
	for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head; head = CMSG_NXTHDR(message, head)) {
		struct ucred from;

		if (head->cmsg_level != SOL_SOCKET)
			continue;
		if (head->cmsg_type == SCM_RIGHTS)
			memcpy(&entered->listener, CMSG_DATA(head), sizeof(entered->listener));
		if (head->cmsg_type == SCM_CREDENTIALS) {
			memcpy(&from, CMSG_DATA(head), sizeof(from));
			entered->pid = from.pid;
		}
	}
}

bool sandbox_entered(int wire, int ms, struct entered *entered)
{
	union added added = {0};
	struct iovec part = {&entered->failure, sizeof(entered->failure)};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = added.bytes,
				 .msg_controllen = sizeof(added.bytes)};
	struct pollfd ready = {.fd = wire, .events = POLLIN};
	ssize_t size;
	int polled;

	entered->pid = 0;
	entered->listener = -1;
	do
		polled = poll(&ready, 1, ms);
	while (polled < 0 && errno == EINTR);
	size = polled > 0 ? recvmsg(wire, &message, MSG_CMSG_CLOEXEC) : -1;
	if (size > 0)
		take_added(&message, entered);
	return size == sizeof(entered->failure);
}

struct ending sandbox_ending(int wire, struct ending tool)
{
	enum { BY_SIGNAL = 128 };
	struct failure told;
	const char *name;

	while (recv(wire, &told, sizeof(told), MSG_DONTWAIT) == sizeof(told))
		if (told.step == ENTRY_ENDED)
			return ending_of(told.number);
	name = tool.signalled ? NULL : agent_signal_name(tool.code - BY_SIGNAL);
	return name ? (struct ending){.signalled = true, .code = tool.code - BY_SIGNAL, .signal = name}
		    : tool;
}

/* What the system forbids; NULL: nothing that we know.  */
static const char *remedy(void)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		char text[16];

		if (text_file_start(settings[i].path, text, sizeof(text)) &&
		    strcspn(text, "\n") == strlen(settings[i].forbids) &&
		    strncmp(text, settings[i].forbids, strlen(settings[i].forbids)) == 0)
			return settings[i].command;
	}
	return NULL;
}

char *sandbox_why(const char *said)
{
	const char *command = remedy();
	size_t size = strcspn(said, "\r\n");
	char *shown = bytes_escaped(said, size), *why;

	why = bytes_text("its sandbox cannot be made: %s%s%s%s", size ? shown : "bubblewrap has said nothing",
			 command ? " (user namespaces are forbidden here: `" : "", command ? command : "",
			 command ? "` as root allows them)" : "");
	free(shown);
	return why;
}

char *agent_sandbox_words(const struct agent_setup *setup, char **problem)
{
	struct birth birth = {.setup = setup};
	struct spawned none = {.listener = -1};
	char **argv = NULL;
	struct bytes text = {0};

	if (birth_words(&birth, &none, problem))
		argv = sandbox_command(setup, birth.argv, NULL, problem);
	for (char **word = argv; word && *word; word++) {
		char *shown = sh_words_quoted(*word);

		bytes_addf(&text, "%s%s", text.size ? " " : "", shown);
		free(shown);
	}
	free(argv);
	free(birth.program);
	free(birth.argv);
	free(birth.wrapped);
	return text.at;
}

char *agent_sandbox_problem(void)
{
	static const struct agent_sandbox plain = {.shown = NULL};
	static const struct agent_setup setup = {
		.command = "/bin/sh -c :", .sandbox = &plain, .stderr_pipe = true};
	struct spawned spawned;
	char *problem = NULL;

	if (!spawn_agent(&setup, &spawned, &problem))
		return problem;
	kill(-spawned.pid, SIGKILL);
	group_reap(spawned.pid, spawned.pidfd);
	spawned_close(&spawned);
	return NULL;
}
