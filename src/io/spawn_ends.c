/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spawn_ends.c - opens the pipes and the terminal between the judge and an agent.  */
#include "birth.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static bool unblocked(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	assert(fd >= 0);
	return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static int terminal_slave(int master)
{
	char name[64];
	int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);

	assert(master >= 0);
	if (slave < 0 && ptsname_r(master, name, sizeof(name)) == 0)
		slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	return slave;
}

/* A pty with sane settings, whatever the system's are: LF becomes CR LF, which the emulator needs.  The
 * kernel does this for a tool; for an agent, whose clock runs, line_ends_read() does.  */
static bool terminal_open(const struct agent_setup *setup, int *master, int *slave)
{
	struct winsize size = {.ws_col = (unsigned short)(setup->columns > 0 ? setup->columns : 80),
			       .ws_row = (unsigned short)(setup->rows > 0 ? setup->rows : 24)};
	struct termios sane;

	*master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (*master < 0 || grantpt(*master) < 0 || unlockpt(*master) < 0)
		return false;
	*slave = terminal_slave(*master);
	if (*slave < 0 || tcgetattr(*slave, &sane) < 0)
		return false;
	sane.c_iflag |= ICRNL | IXON | IUTF8;
	sane.c_oflag |= OPOST | ONLCR;
	if (!setup->all_terminal)
		sane.c_oflag &= ~(tcflag_t)OPOST;
	sane.c_lflag |= ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE;
	return tcsetattr(*slave, TCSANOW, &sane) == 0 && ioctl(*slave, TIOCSWINSZ, &size) == 0;
}

static bool pipe_open(int *reads, int *writes)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	*reads = ends[0];
	*writes = ends[1];
	return true;
}

/* Where its stderr goes.  */
static bool log_open(struct birth *birth, struct spawned *ours)
{
	if (birth->setup->stderr_pipe)
		return pipe_open(&ours->err, &birth->err) && unblocked(ours->err);
	if (!terminal_open(birth->setup, &ours->err, &ours->slave))
		return false;
	birth->err = fcntl(ours->slave, F_DUPFD_CLOEXEC, 0);
	birth->terminal = true;
	return birth->err >= 0;
}

/* The protocol uses a socket: stdin is empty, and stdout is a log.  */
static bool no_pipes_open(struct birth *birth)
{
	birth->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	birth->out = fcntl(birth->err, F_DUPFD_CLOEXEC, 0);
	return birth->in >= 0 && birth->out >= 0;
}

/* A tool talks to a person through its terminal.  */
static bool terminal_for_all(struct birth *birth)
{
	birth->in = fcntl(birth->err, F_DUPFD_CLOEXEC, 0);
	birth->out = fcntl(birth->err, F_DUPFD_CLOEXEC, 0);
	return birth->in >= 0 && birth->out >= 0;
}

bool birth_ends_open(struct birth *birth, struct spawned *ours, int *told)
{
	if (!(birth->wrapped ? sandbox_wire(told, &birth->told) : pipe_open(told, &birth->told)))
		return false;
	if (birth->setup->socket)
		return log_open(birth, ours) && no_pipes_open(birth);
	if (birth->setup->all_terminal)
		return log_open(birth, ours) && terminal_for_all(birth);
	return pipe_open(&birth->in, &ours->in) && pipe_open(&ours->out, &birth->out) &&
	       unblocked(ours->in) && unblocked(ours->out) && log_open(birth, ours);
}
