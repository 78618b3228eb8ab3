/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spawn.c - forks and execs an agent, which inherits only what it needs.  */
#include "spawn.h"

#include "command.h"
#include "cores.h"
#include "reap.h"
#include "ringside/bytes.h"
#include "ringside/slice.h"
#include "socket.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* How long exec may take: a file system that hangs must not hang the judge.  */
enum { EXEC_WAIT_MS = 10000 };

enum step { STEP_JUDGE, STEP_TERMINAL, STEP_LIMITS, STEP_CORES, STEP_DIRECTORY, STEP_EXEC };

/* What the child reports if it cannot exec.  */
struct failure {
	enum step step;
	int number; /* errno */
};

/* The child's descriptors and the program; made before the fork, so the child need not allocate.  */
struct birth {
	int in, out, err, told;
	bool terminal;
	pid_t judge;
	const struct agent_setup *setup;
	struct cores cores; /* if the setup has a list */
	char *program;
	char **argv;
	char **environment;
};

static _Noreturn void child_failed(const struct birth *birth, enum step step)
{
	struct failure failure = {step, errno};
	ssize_t written = write(birth->told, &failure, sizeof(failure));

	_exit(written < 0 ? 126 : 127);
}

/* Moves it above 0, 1 and 2, in case the judge was started without them.  */
static int above_stderr(int fd)
{
	return fd > STDERR_FILENO ? fd : fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/* glibc has its own type for what POSIX calls int.  */
static int set_limit_of(__rlimit_resource_t resource, rlim_t most)
{
	struct rlimit was, is;

	if (getrlimit(resource, &was) < 0)
		return -1;
	/* The judge cannot grant more than it has.  */
	is.rlim_cur = is.rlim_max = most < was.rlim_max ? most : was.rlim_max;
	return setrlimit(resource, &is);
}

static bool limits_set(const struct agent_limits *limits)
{
	return set_limit_of(RLIMIT_CORE, 0) == 0 &&
	       (!limits->memory || set_limit_of(RLIMIT_AS, (rlim_t)limits->memory) == 0) &&
	       (!limits->file_size || set_limit_of(RLIMIT_FSIZE, (rlim_t)limits->file_size) == 0) &&
	       (!limits->processes || set_limit_of(RLIMIT_NPROC, (rlim_t)limits->processes) == 0);
}

/* Ours are all close-on-exec; this is for those that the judge inherited.  Linux can do it in one call
 * since 5.11 (glibc has a wrapper since 2.34); before that each gets its flag.  */
static void others_close_by_exec(void)
{
	enum { FIRST = STDERR_FILENO + 1, CLOSE_BY_EXEC = 4, INHERITED_MOST = 4096 };

#ifdef __NR_close_range
	if (syscall(__NR_close_range, FIRST, ~0U, CLOSE_BY_EXEC) == 0)
		return;
#endif
	for (int fd = FIRST; fd < INHERITED_MOST; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC); /* fails where none is open */
}

/* All signals are blocked, so no handler of the judge runs here.  */
static _Noreturn void child(struct birth *birth)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL); /* fails for two of them, which does not matter */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != birth->judge)
		_exit(127); /* the judge ended before it could be watched */
	setsid();
	birth->told = above_stderr(birth->told);
	birth->in = above_stderr(birth->in);
	birth->out = above_stderr(birth->out);
	birth->err = above_stderr(birth->err);
	if (birth->terminal && ioctl(birth->err, TIOCSCTTY, 0) < 0)
		child_failed(birth, STEP_TERMINAL);
	if (dup2(birth->in, STDIN_FILENO) < 0 || dup2(birth->out, STDOUT_FILENO) < 0 ||
	    dup2(birth->err, STDERR_FILENO) < 0)
		child_failed(birth, STEP_JUDGE);
	others_close_by_exec();
	if (birth->setup->directory && chdir(birth->setup->directory) < 0)
		child_failed(birth, STEP_DIRECTORY);
	if (!limits_set(&birth->setup->limits))
		child_failed(birth, STEP_LIMITS);
	slice_restore();
	if (birth->setup->cpus && !cores_set(&birth->cores))
		child_failed(birth, STEP_CORES);
#ifdef PR_SET_PTRACER
	/* With yama only ancestors may trace, and neither our gdb nor a person's is an ancestor.  */
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execve(birth->program, birth->argv, birth->environment);
	child_failed(birth, STEP_EXEC);
}

/* Our environment, changed to suit the agent's terminal instead of ours.  One block; the caller frees.  */
static char **environment_new(bool terminal)
{
	static char term[] = "TERM=xterm-256color";
	static const char *const others[] = {"TERM=", "COLUMNS=", "LINES="};
	size_t count = 0, kept = 0;
	char **environment;

	while (environ[count])
		count++;
	environment = bytes_new((count + 2) * sizeof(*environment));
	for (size_t i = 0; i < count; i++) {
		bool other = false;

		for (size_t o = 0; terminal && o < sizeof(others) / sizeof(*others); o++)
			other = other || strncmp(environ[i], others[o], strlen(others[o])) == 0;
		if (!other)
			environment[kept++] = environ[i];
	}
	if (terminal)
		environment[kept++] = term;
	return environment;
}

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

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

/* Opens both ends of everything.  The caller closes them, also on failure.  */
static bool ends_open(struct birth *birth, struct spawned *ours, int *told)
{
	if (!pipe_open(told, &birth->told))
		return false;
	if (birth->setup->socket)
		return log_open(birth, ours) && no_pipes_open(birth);
	if (birth->setup->all_terminal)
		return log_open(birth, ours) && terminal_for_all(birth);
	return pipe_open(&birth->in, &ours->in) && pipe_open(&ours->out, &birth->out) &&
	       unblocked(ours->in) && unblocked(ours->out) && log_open(birth, ours);
}

/* Waits until the child has called exec or has reported why not.  */
static bool became_program(int told, struct failure *failure)
{
	struct pollfd ready = {.fd = told, .events = POLLIN};
	ssize_t size;
	int polled;

	assert(told >= 0);
	do
		polled = poll(&ready, 1, EXEC_WAIT_MS);
	while (polled < 0 && errno == EINTR);
	if (polled == 0) {
		*failure = (struct failure){STEP_EXEC, ETIMEDOUT};
		return false;
	}
	do
		size = read(told, failure, sizeof(*failure));
	while (size < 0 && errno == EINTR);
	return size != sizeof(*failure);
}

static bool fork_child(struct birth *birth, struct spawned *ours, int told, struct failure *failure)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	birth->judge = getpid();
	ours->pid = fork();
	if (ours->pid == 0)
		child(birth);
	*failure = (struct failure){STEP_JUDGE, errno};
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (ours->pid < 0)
		return false;
	shut(&birth->told);
	ours->pidfd = end_watched(ours->pid);
	if (ours->pidfd < 0)
		*failure = (struct failure){STEP_JUDGE, errno};
	if ((ours->pidfd >= 0 || errno == ENOSYS || errno == EPERM) && became_program(told, failure))
		return true;
	kill(ours->pid, SIGKILL);
	while (waitpid(ours->pid, NULL, 0) < 0 && errno == EINTR)
		;
	return false;
}

/* The failure in words for the person who wrote the command line.  */
static char *failure_text(const struct failure *failure, const struct birth *birth)
{
	const char *why = strerror(failure->number);
	struct stat file;
	char *shown, *text;

	if (failure->step == STEP_DIRECTORY) {
		shown = bytes_escaped(birth->setup->directory, strlen(birth->setup->directory));
		text = bytes_text("its folder %s cannot be entered: %s", shown, why);
		free(shown);
		return text;
	}
	if (failure->step == STEP_TERMINAL)
		return bytes_text("no terminal can be opened for it: %s", why);
	if (failure->step == STEP_LIMITS)
		return bytes_text("its limits cannot be set: %s", why);
	if (failure->step == STEP_CORES)
		return bytes_text("it cannot run on core %s: %s", birth->setup->cpus, why);
	if (failure->step == STEP_JUDGE)
		return bytes_text("the system refuses: %s", why);
	shown = bytes_escaped(birth->program, strlen(birth->program));
	if (failure->number == ENOEXEC && command_is_of_windows(birth->program))
		text = bytes_text("%s is a Windows program: run it with wine, as \"wine %s\"", shown, shown);
	else if (failure->number == ENOEXEC)
		text = bytes_text("%s is neither a program of this machine nor a script with a #! line",
				  shown);
	else if (failure->number == ENOENT && stat(birth->program, &file) == 0)
		text = bytes_text("%s: the interpreter that it names does not exist", shown);
	else if (failure->number == EACCES && stat(birth->program, &file) == 0)
		text = bytes_text("%s: Permission denied (its interpreter, or a mount without exec?)", shown);
	else
		text = bytes_text("%s: %s", shown, why);
	free(shown);
	return text;
}

static bool birth_run(struct birth *birth, struct spawned *ours, char **why)
{
	struct failure failure;
	int told = -1;
	bool started = ends_open(birth, ours, &told);

	if (started)
		started = fork_child(birth, ours, told, &failure);
	else
		failure = (struct failure){STEP_JUDGE, errno};
	if (!started)
		*why = failure_text(&failure, birth);
	shut(&told);
	shut(&birth->told);
	shut(&birth->in);
	shut(&birth->out);
	shut(&birth->err);
	return started;
}

/* Listens before the process exists, so it cannot connect too early, and puts the address into its command.
 */
static bool socket_open(struct birth *birth, struct spawned *ours, char **why)
{
	ours->listener = socket_listen(&ours->port, why);
	if (ours->listener < 0)
		return false;
	birth->argv = command_with_address(birth->argv, SOCKET_HOST, ours->port);
	return true;
}

/* Makes the argv of the program.  */
static bool words_made(struct birth *birth, struct spawned *ours, char **why)
{
	const struct agent_setup *setup = birth->setup;

	birth->argv = agent_command(setup->command, setup->samples, why);
	if (birth->argv && setup->directory)
		birth->argv = command_from_here(birth->argv);
	if (!birth->argv || (setup->socket && !socket_open(birth, ours, why)))
		return false;
	birth->program = command_program(birth->argv[0], why);
	if (!birth->program)
		return false;
	birth->argv[0] = birth->program;
	return true;
}

void signals_prepare(void)
{
	struct sigaction children;

	signal(SIGPIPE, SIG_IGN);
	if (sigaction(SIGCHLD, NULL, &children) == 0 && children.sa_handler == SIG_IGN)
		signal(SIGCHLD, SIG_DFL);
}

bool spawn_agent(const struct agent_setup *setup, struct spawned *spawned, char **problem)
{
	struct birth birth = {.in = -1, .out = -1, .err = -1, .told = -1, .setup = setup};
	char *why = NULL;
	bool started = false;

	assert(setup && spawned && problem);
	*spawned = (struct spawned){
		.pid = -1, .pidfd = -1, .in = -1, .out = -1, .listener = -1, .err = -1, .slave = -1};
	signals_prepare();
	if (setup->cpus && !cores_read(setup->cpus, &birth.cores))
		why = bytes_text("%s is not a list of cores", setup->cpus);
	else if (words_made(&birth, spawned, &why)) {
		birth.environment = environment_new(!setup->stderr_pipe);
		started = birth_run(&birth, spawned, &why);
	}
	if (!started) {
		char *shown = bytes_escaped(setup->command, strlen(setup->command));

		*problem = bytes_text("cannot start \"%s\": %s", shown, why);
		free(shown);
		spawned_close(spawned);
	}
	free(why);
	free(birth.environment);
	free(birth.program);
	free(birth.argv);
	return started;
}

void spawned_close(struct spawned *spawned)
{
	if (spawned->in == spawned->out)
		spawned->in = -1;
	shut(&spawned->pidfd);
	shut(&spawned->listener);
	shut(&spawned->in);
	shut(&spawned->out);
	shut(&spawned->err);
	shut(&spawned->slave);
}
