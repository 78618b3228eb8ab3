/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_keeper.c - runs a program on a pty, with a keeper that leads its session.  */
#include "vt_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	REPORTS = 3,       /* the keeper's own end, beside its standard descriptors */
	FILES_MOST = 1024, /* open in a test at most */
};

static volatile pid_t kept; /* only in the keeper, for its signal handlers */

static void pass_on(int number)
{
	kill(-kept, number == SIGHUP ? SIGHUP : SIGKILL);
}

static void run_program(const char *const argv[], const char *const changes[])
{
	sigset_t none, tty_output;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	setpgid(0, 0);
	sigemptyset(&tty_output);
	sigaddset(&tty_output, SIGTTOU);
	sigprocmask(SIG_BLOCK, &tty_output, NULL);
	tcsetpgrp(0, getpid());
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (; *changes; changes++) {
		const char *equals = strchr(*changes, '=');
		char *name = strndup(*changes, equals ? (size_t)(equals - *changes) : strlen(*changes));

		if (equals)
			setenv(name, equals + 1, 1);
		else
			unsetenv(name);
		free(name);
	}
	execvp(argv[0], (char *const *)(size_t)argv);
	dprintf(2, "cannot start %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

/* Reports stops, continues and the end.  The program stays a zombie, so that no other process gets its id. */
static void watch(void)
{
	struct vt_report report = {0};

	do {
		siginfo_t info;

		if (waitid(P_PID, (id_t)kept, &info, WEXITED | WSTOPPED | WCONTINUED | WNOWAIT) < 0) {
			if (errno == EINTR)
				continue;
			_exit(1);
		}
		report = (struct vt_report){.code = info.si_code, .status = info.si_status};
		if (report.code == CLD_STOPPED || report.code == CLD_CONTINUED)
			waitid(P_PID, (id_t)kept, &info, WSTOPPED | WCONTINUED);
		if (write(REPORTS, &report, sizeof(report)) < 0 && errno != EPIPE)
			_exit(1);
	} while (report.code != CLD_EXITED && report.code != CLD_KILLED && report.code != CLD_DUMPED);
}

static void keep(const char *terminal, int reports, pid_t owner, const char *const argv[],
		 const char *const changes[])
{
	struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
	int tty;
	char byte;

	setsid();
	tty = open(terminal, O_RDWR); /* becomes the session's terminal */
	if (tty < 0)
		_exit(1);
	reports = fcntl(reports, F_DUPFD, REPORTS + 1);
	tty = fcntl(tty, F_DUPFD, REPORTS + 1);
	if (reports < 0 || tty < 0)
		_exit(1);
	for (int fd = 0; fd < REPORTS; fd++)
		dup2(tty, fd);
	dup3(reports, REPORTS, O_CLOEXEC);
	for (int fd = REPORTS + 1; fd < FILES_MOST; fd++)
		close(fd); /* above all, the masters of other terminals */
	signal(SIGPIPE, SIG_IGN);
	kept = fork();
	if (kept == 0)
		run_program(argv, changes);
	if (kept < 0)
		_exit(1);
	setpgid(kept, kept);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != owner)
		pass_on(SIGTERM);
	if (write(REPORTS, &(pid_t){kept}, sizeof(pid_t)) < 0)
		pass_on(SIGTERM);
	watch();
	while (read(REPORTS, &byte, 1) < 0 && errno == EINTR)
		;
	_exit(0);
}

int vt_keeper_start(struct vt_keeper *keeper, int cols, int rows, const char *const argv[],
		    const char *const changes[])
{
	struct winsize size = {.ws_col = (unsigned short)cols, .ws_row = (unsigned short)rows};
	int ends[2] = {-1, -1}, error = 0;
	char terminal[64];
	pid_t owner = getpid();

	*keeper = (struct vt_keeper){.pid = -1, .program = -1, .terminal = -1, .reports = -1};
	keeper->terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (keeper->terminal < 0 || grantpt(keeper->terminal) < 0 || unlockpt(keeper->terminal) < 0 ||
	    ptsname_r(keeper->terminal, terminal, sizeof(terminal)) != 0 ||
	    tcgetattr(keeper->terminal, &keeper->found) < 0 ||
	    ioctl(keeper->terminal, TIOCSWINSZ, &size) < 0 ||
	    fcntl(keeper->terminal, F_SETFL, O_RDWR | O_NONBLOCK) < 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		goto failed;
	keeper->reports = ends[0];
	keeper->pid = fork();
	if (keeper->pid == 0)
		keep(terminal, ends[1], owner, argv, changes);
	if (keeper->pid < 0)
		goto failed;
	close(ends[1]);
	ends[1] = -1;
	if (recv(keeper->reports, &keeper->program, sizeof(pid_t), MSG_WAITALL) == (ssize_t)sizeof(pid_t))
		return 0;
	errno = ECHILD;
failed:
	error = errno ? errno : EIO;
	if (ends[1] >= 0)
		close(ends[1]);
	vt_keeper_free(keeper);
	return -error;
}

void vt_keeper_free(struct vt_keeper *keeper)
{
	if (keeper->program > 0)
		kill(-keeper->program, SIGKILL);
	if (keeper->reports >= 0)
		close(keeper->reports);
	if (keeper->pid > 0) {
		kill(keeper->pid, SIGKILL);
		waitpid(keeper->pid, NULL, 0);
	}
	if (keeper->terminal >= 0)
		close(keeper->terminal);
	*keeper = (struct vt_keeper){.pid = -1, .program = -1, .terminal = -1, .reports = -1};
}
