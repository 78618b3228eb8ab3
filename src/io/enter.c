/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* enter.c - ringside-enter: the first process in a sandbox. It starts the agent, waits for all processes that
 * lose their parent there, and tells how the agent has ended.
 *
 * bubblewrap's own first process would tell a signal as a shell does, by 128 and its number, which may as
 * well be the agent's exit status.
 *
 * ringside-enter PORT PROCESSES TRACED PROGRAM ARGV0 [ARGUMENT...]: PORT is where the judge shall listen, or
 * 0; PROCESSES is how many there may be in the sandbox, or 0; TRACED is 1 if gdb may come, and 2 if it stands
 * until SIGCONT because somebody comes.  */
#include "entry.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_ARGUMENT = 5, WAITING_MOST = 16 };

static void tell(enum step step, int number, int socket)
{
	struct failure failure = {step, number};
	struct iovec part = {&failure, sizeof(failure)};
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} handed = {0};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (socket >= 0) {
		struct cmsghdr *head;

		message.msg_control = handed.bytes;
		message.msg_controllen = sizeof(handed.bytes);
		head = CMSG_FIRSTHDR(&message);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(head), &socket, sizeof(socket));
	}
	sendmsg(ENTRY_TOLD, &message, MSG_NOSIGNAL);
}

static _Noreturn void fail(enum step step)
{
	tell(step, errno, -1);
	_exit(127);
}

/* The judge accepts connections here, though it lives in another network.  */
static int listener(int port)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_port = htons((in_port_t)port),
				      .sin_addr = {htonl(INADDR_LOOPBACK)}};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 ||
	    listen(fd, WAITING_MOST) < 0)
		fail(STEP_LISTEN);
	return fd;
}

/* Nobody can grant more than he has.  */
static void limit_processes(rlim_t most)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NPROC, &limit) < 0)
		fail(STEP_LIMITS);
	limit.rlim_max = most < limit.rlim_max ? most : limit.rlim_max;
	limit.rlim_cur = limit.rlim_max < limit.rlim_cur ? limit.rlim_max : limit.rlim_cur;
	if (setrlimit(RLIMIT_NPROC, &limit) < 0)
		fail(STEP_LIMITS);
}

/* Becomes the agent, which may be traced again.  */
static _Noreturn void agent(char **argv, int socket)
{
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	if (atoi(argv[2]))
		limit_processes((rlim_t)atoi(argv[2]));
#ifdef PR_SET_PTRACER
	if (atoi(argv[3]))
		prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
	tell(ENTRY_DONE, 0, socket);
	if (socket >= 0)
		close(socket);
	if (dup2(ENTRY_IN, STDIN_FILENO) < 0 || dup2(ENTRY_OUT, STDOUT_FILENO) < 0)
		fail(STEP_JUDGE);
	close(ENTRY_IN);
	close(ENTRY_OUT);
	fcntl(ENTRY_TOLD, F_SETFD, FD_CLOEXEC);
	if (atoi(argv[3]) == 2) {
		tell(ENTRY_RUNS, 0, -1); /* the judge lets it go on, so it cannot wait for the program */
		close(ENTRY_TOLD);
		raise(SIGSTOP);
	}
	execv(argv[4], argv + FIRST_ARGUMENT);
	fail(STEP_EXEC);
}

int main(int argc, char **argv)
{
	int socket = -1, ends[2], status;
	pid_t pid, ended;
	char byte;

	if (argc < FIRST_ARGUMENT + 1)
		return 127;
	if (atoi(argv[1]))
		socket = listener(atoi(argv[1]));
	/* The agent must not trace us, nor take our descriptor and tell the judge what we tell.  */
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	if (pipe2(ends, O_CLOEXEC) < 0 || (pid = fork()) < 0)
		fail(STEP_JUDGE);
	if (pid == 0)
		agent(argv, socket);
	close(ENTRY_IN); /* or its end would not be noticed */
	close(ENTRY_OUT);
	close(ends[1]);
	if (socket >= 0)
		close(socket);
	/* When the agent has been executed nobody holds the other end.  */
	while (read(ends[0], &byte, 1) < 0 && errno == EINTR)
		;
	close(ends[0]);
	tell(ENTRY_RUNS, 0, -1);
	/* The judge looks at the agent, which may have ended by now: its number stays its own until it is
	 * waited for.  */
	while (recv(ENTRY_TOLD, &byte, 1, 0) < 0 && errno == EINTR)
		;
	do
		ended = wait(&status);
	while (ended != pid);
	tell(ENTRY_ENDED, status, -1);
	return 0;
}
