/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* spawn.c - finds the program of a command, which may be a bundled agent; forks and execs it so that it
 * inherits only what it needs; says why it could not start.  */
#include "spawn.h"

#include "process.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/cores.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/mistake.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "sandbox.h"
#include "socket.h"
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* ---- the command of an agent ---- */

enum { INTERPRETER_SIZE = 256 }; /* with its NUL; Linux reads no more of the first line of a script */

/* Of bundled agents: sample:NAME also finds a script.  */
static const char *const endings[] = {"", ".py", ".sh", ".js"};

enum { ENDINGS = sizeof(endings) / sizeof(endings[0]) };

static bool is_program(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

/* The i-th folder to search for bundled agents; NULL: there are no more.  The caller frees.  */
static char *sample_folder(int i)
{
	const char *given = getenv("RINGSIDE_SAMPLES");

	if (given)
		return i == 0 ? bytes_text("%s", given) : NULL;
	return installed_folder("src/samples", PKGLIBEXECDIR "/samples", i);
}

static char *program_at(const char *folder, const char *beginning, const char *name)
{
	for (int i = 0; i < ENDINGS; i++) {
		char *path = bytes_text("%s/%s%s%s", folder, beginning, name, endings[i]);

		if (is_program(path))
			return path;
		free(path);
	}
	return NULL;
}

static char *sample_path(const char *name, const char *const *samples)
{
	char *path = NULL, *folder;

	if (!*name || strchr(name, '/'))
		return NULL;
	for (int i = 0; !path && (folder = sample_folder(i)); i++) {
		for (const char *const *sample = samples; !path && sample && *sample; sample++)
			path = program_at(folder, *sample, name);
		if (!path)
			path = program_at(folder, "", name);
		free(folder);
	}
	return path;
}

char *agent_sample_file(const char *name)
{
	const char *given = getenv("RINGSIDE_SAMPLES");
	char *path;

	if (!given) /* data is installed elsewhere than programs */
		return installed_file("src/samples", PKGDATADIR, name, R_OK);
	path = bytes_text("%s/%s", given, name);
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static char *sample_problem(const char *name, const char *const *samples)
{
	struct bytes text = {0};
	FREED char *shown = bytes_escaped(name, strlen(name));
	FREED char **names = NULL;
	int count = agent_samples(samples, &names);
	const char *meant = words_nearest(name, (const char *const *)names);

	bytes_addf(&text, "no bundled agent is called \"%s\"", shown);
	if (meant)
		bytes_addf(&text, ": did you mean %s?", meant);
	if (count == 0)
		bytes_add_text(&text, ", and none is installed");
	for (int i = 0; i < count; i++)
		bytes_addf(&text, "%s%s", i ? ", " : meant ? " There are: " : "; there are: ", names[i]);
	return text.at;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, and none twice.  */
static int names_sort(char **names, int count)
{
	int kept = 0;

	assert(count >= 0);
	qsort(names, (size_t)count, sizeof(*names), by_name);
	for (int i = 0; i < count; i++)
		if (kept == 0 || strcmp(names[kept - 1], names[i]) != 0)
			names[kept++] = names[i];
	names[kept] = NULL;
	return kept;
}

/* The name of a file without its prefix and ending; NULL: it has none of these prefixes.  The caller frees.
 */
static char *sample_name(const char *file, const char *const *samples)
{
	for (const char *const *sample = samples; sample && *sample; sample++)
		if (strncmp(file, *sample, strlen(*sample)) == 0) {
			char *name = bytes_text("%s", file + strlen(*sample));
			char *ending = strrchr(name, '.');

			for (int i = 0; ending && i < ENDINGS; i++)
				if (strcmp(ending, endings[i]) == 0)
					*ending = '\0';
			return name;
		}
	return NULL;
}

static void folder_add(struct sh_words *words, const char *folder, const char *const *samples)
{
	CLOSED_FOLDER DIR *files = opendir(folder);
	struct dirent *file;

	while (files && (file = readdir(files))) {
		FREED char *name = sample_name(file->d_name, samples);
		FREED char *path = name ? program_at(folder, "", file->d_name) : NULL;

		if (path)
			sh_words_add(words, name);
	}
}

/* Searches PATH. *refused: the first file that may not be executed, for the problem.  */
static char *found_in_path(const char *name, char **refused)
{
	const char *path = getenv("PATH");

	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin";
	for (;;) {
		size_t size = strcspn(path, ":");
		char *file = size ? bytes_text("%.*s/%s", (int)size, path, name) : bytes_text("./%s", name);

		if (is_program(file))
			return file;
		if (!*refused && access(file, F_OK) == 0)
			*refused = file;
		else
			free(file);
		if (!path[size])
			return NULL;
		path += size + 1;
	}
}

static char *absolute(char *file)
{
	char *here, *path;

	if (file[0] == '/')
		return file;
	here = getcwd(NULL, 0);
	path = bytes_text("%s/%s", here ? here : ".", strncmp(file, "./", 2) == 0 ? file + 2 : file);
	free(here);
	free(file);
	return path;
}

bool command_is_of_windows(const char *file)
{
	size_t size = strlen(file);

	return size > 4 && strcasecmp(file + size - 4, ".exe") == 0;
}

static char *program_problem(const char *file)
{
	FREED char *shown = bytes_escaped(file, strlen(file));
	struct stat status;

	if (stat(file, &status) < 0)
		return bytes_text("%s: %s", shown, strerror(errno));
	if (S_ISDIR(status.st_mode))
		return bytes_text("%s is a directory", shown);
	if (!S_ISREG(status.st_mode))
		return bytes_text("%s is not a program", shown);
	if (command_is_of_windows(file))
		return bytes_text("%s is a Windows program: run it with wine, as \"wine %s\"", shown, shown);
	return bytes_text("%s: Permission denied (is it executable?)", shown);
}

/* NULL, or that PATH lacks what a script runs in by "#!/usr/bin/env NAME", for people.  The caller frees.  A
   missing interpreter with a full path is a problem of execve().  */
static char *interpreter_problem(const char *file)
{
	char line[INTERPRETER_SIZE] = "", name[INTERPRETER_SIZE];
	FILE *script = fopen(file, "re");
	int words =
		script && fgets(line, sizeof(line), script) ? sscanf(line, "#! /usr/bin/env %255s", name) : 0;
	FREED char *found = NULL, *refused = NULL;
	FREED char *shown = NULL, *missing = NULL;

	if (script)
		fclose(script);
	if (words <= 0 || name[0] == '-' || (found = found_in_path(name, &refused)))
		return NULL;
	shown = bytes_escaped(file, strlen(file));
	missing = bytes_escaped(name, strlen(name));
	return bytes_text("%s needs %s, which is not in PATH", shown, missing);
}

char *command_program(const char *name, char **problem)
{
	char *refused = NULL, *file;

	if (strchr(name, '/')) {
		file = bytes_text("%s", name);
		if (!is_program(file)) {
			refused = file;
			file = NULL;
		}
	} else {
		file = *name ? found_in_path(name, &refused) : NULL;
	}
	if (!file && refused) {
		*problem = program_problem(refused);
	} else if (!file) {
		FREED char *shown = bytes_escaped(name, strlen(name));

		*problem =
			is_program(name)
				? bytes_text("no program \"%s\" is in PATH: ./%s is the one in this folder",
					     shown, shown)
				: bytes_text("no program \"%s\" is in PATH", shown);
	}
	free(refused);
	if (file && (*problem = interpreter_problem(file))) {
		free(file);
		return NULL;
	}
	return file ? absolute(file) : NULL;
}

/* The path of `sample:NAME`; NULL: this is an ordinary word.  False: there is no such sample.  */
static bool resolve_sample(const char *word, const char *const *samples, char **path, char **problem)
{
	size_t size = strlen(SAMPLE_WORD);

	*path = NULL;
	if (strncmp(word, SAMPLE_WORD, size) != 0)
		return true;
	*path = sample_path(word + size, samples);
	if (!*path)
		*problem = sample_problem(word + size, samples);
	return *path != NULL;
}

int command_begins_at(char **argv, const char **folder)
{
	int at = 1;

	const char *slash = strrchr(argv[0], '/');

	*folder = NULL;
	if (strcmp(slash ? slash + 1 : argv[0], "env") != 0)
		return 0;
	while (argv[at]) {
		if (strcmp(argv[at], "-C") == 0 && argv[at + 1]) {
			*folder = argv[at + 1];
			at += 2;
		} else if (argv[at][0] != '-' && strchr(argv[at], '=')) {
			at++;
		} else {
			break;
		}
	}
	return argv[at] && argv[at][0] != '-' ? at : 0; /* else it is not what named players have */
}

char **command_from_here(char **argv)
{
	struct sh_words words = {0};
	struct stat file;

	for (int i = 0; argv[i]; i++) {
		FREED char *word = bytes_text("%s", argv[i]);

		/* Words that name no file must not change.  */
		if (i > 0 && word[0] != '/' && stat(word, &file) == 0 && S_ISREG(file.st_mode))
			word = absolute(word);
		sh_words_add(&words, word);
	}
	free(argv);
	return sh_words_block(&words);
}

/* Replaces each `name` by the value; frees the word.  Sets *put if there was one.  */
static char *replaced(char *word, const char *name, const char *value, bool *put)
{
	struct bytes text = {0};
	const char *from = word, *at;

	bytes_add(&text, "", 0);
	while ((at = strstr(from, name))) {
		bytes_add(&text, from, (size_t)(at - from));
		bytes_add_text(&text, value);
		from = at + strlen(name);
		*put = true;
	}
	bytes_add_text(&text, from);
	free(word);
	return text.at;
}

/* Replaces each {host} and {port}; appends both if neither is there.  Frees the block and returns a new one.
 */
static char **command_with_address(char **argv, const char *host, int port)
{
	FREED char *number = bytes_text("%d", port);
	struct sh_words words = {0};
	bool put = false;

	assert(argv && *argv);
	assert(port > 0 && port <= UINT16_MAX);
	for (int i = 0; argv[i]; i++) {
		FREED char *word = bytes_text("%s", argv[i]);

		word = replaced(word, "{host}", host, &put);
		word = replaced(word, "{port}", number, &put);
		sh_words_add(&words, word);
	}
	if (!put) {
		sh_words_add(&words, host);
		sh_words_add(&words, number);
	}
	free(argv);
	return sh_words_block(&words);
}

char **agent_command(const char *command, const char *const *samples, char **problem)
{
	char **argv = command ? sh_words_split(command, problem) : NULL, **resolved = NULL;
	struct sh_words words = {0};
	const char *folder;
	FREED char *path = NULL;
	int at;

	assert(problem);
	if (!command)
		*problem = bytes_text("no command line of it is known");
	if (argv && !argv[0])
		*problem = bytes_text("the command line is empty");
	at = argv && argv[0] ? command_begins_at(argv, &folder) : 0;
	if (argv && argv[0] && resolve_sample(argv[at], samples, &path, problem)) {
		for (int i = 0; argv[i]; i++)
			sh_words_add(&words, i == at && path ? path : argv[i]);
		resolved = sh_words_block(&words);
	}
	free(argv);
	return resolved;
}

int agent_samples(const char *const *samples, char ***names)
{
	struct sh_words words = {0};
	char *folder;
	int count;

	assert(names);
	for (int i = 0; (folder = sample_folder(i)); i++) {
		folder_add(&words, folder, samples);
		free(folder);
	}
	count = (int)words.count;
	*names = sh_words_block(&words);
	return names_sort(*names, count);
}

/* How long exec may take: a file system that hangs must not hang the judge.  */
enum { EXEC_WAIT_MS = 10000 };

/* What ringside-enter has told, and who it is.  */
struct entered {
	pid_t pid;              /* the agent's own */
	int listener;           /* -1: none was asked for */
	struct failure failure; /* its step is ENTRY_DONE if nothing is wrong so far */
};

/* What the kernel adds to a packet.  */
union added {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
};

/* The child's descriptors and the program; made before the fork, so the child need not allocate.  */
struct birth {
	int in, out, err, told;
	bool terminal;
	pid_t judge;
	const struct cgroups *cgroups;
	const struct agent_setup *setup;
	char *program;
	char **argv;
	char **wrapped; /* the whole command with its sandbox; NULL: there is none */
	char **environment;
	char *added[3]; /* of the environment, for a debugger; owned; NULL: none */
};

/* The failure in words.  The caller frees.  */
static char *birth_failed(const struct failure *failure, const struct birth *birth)
{
	static const char *const steps[ENTRY_ENDED + 1] = {
		[STEP_TERMINAL] = "no terminal can be opened for it",
		[STEP_LIMITS] = "its limits cannot be set",
		[STEP_LISTEN] = "no socket in its sandbox for its connection",
		[STEP_CGROUP] = "it cannot enter its cgroup",
		[STEP_JUDGE] = "the system refuses",
	};
	const char *why = strerror(failure->number);
	FREED char *shown = NULL;
	struct stat file;

	if (failure->step == STEP_DIRECTORY) {
		shown = bytes_escaped(birth->setup->directory, strlen(birth->setup->directory));
		return bytes_text("its folder %s cannot be entered: %s", shown, why);
	}
	if (failure->step == STEP_CORES)
		return bytes_text("it cannot run on core %s: %s", birth->setup->cpus, why);
	if (steps[failure->step])
		return bytes_text("%s: %s", steps[failure->step], why);
	shown = bytes_escaped(birth->program, strlen(birth->program));
	if (failure->number == ENOEXEC && command_is_of_windows(birth->program))
		return bytes_text("%s is a Windows program: run it with wine, as \"wine %s\"", shown, shown);
	if (failure->number == ENOEXEC)
		return bytes_text("%s is neither a program of this machine nor a script with a #! line",
				  shown);
	if (failure->number == ENOENT && stat(birth->program, &file) == 0)
		return bytes_text("%s: the interpreter that it names does not exist%s", shown,
				  birth->wrapped ? " in its sandbox: --sandbox-bind PATH shows what is hidden"
						 : "");
	if (failure->number == EACCES && stat(birth->program, &file) == 0)
		return bytes_text("%s: Permission denied (its interpreter, or a mount without exec?)", shown);
	return bytes_text("%s: %s", shown, why);
}

/* A pair of sockets for it, both closed by exec: ours, and the one that it inherits.  False and errno.  */
static bool wire_open(int *ours, int *its)
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

/* Waits for its first word.  False: bubblewrap has failed, or nothing came.  */
static bool hear_entered(int wire, struct entered *entered)
{
	union added added = {0};
	struct iovec part = {&entered->failure, sizeof(entered->failure)};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = added.bytes,
				 .msg_controllen = sizeof(added.bytes)};
	struct pollfd ready = {.fd = wire, .events = POLLIN};
	ssize_t size;

	entered->pid = 0;
	entered->listener = -1;
	size = TEMP_FAILURE_RETRY(poll(&ready, 1, EXEC_WAIT_MS)) > 0
		       ? recvmsg(wire, &message, MSG_CMSG_CLOEXEC)
		       : -1;
	if (size > 0)
		take_added(&message, entered);
	return size == sizeof(entered->failure);
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
 * kernel does this for a tool; for an agent, whose clock runs, agent.c does.  */
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

/* Opens both ends of everything, and *told, on which the child reports.  The caller closes them, also on
 * failure.  */
static bool birth_ends_open(struct birth *birth, struct spawned *ours, int *told)
{
	if (!(birth->wrapped ? wire_open(told, &birth->told) : pipe_open(told, &birth->told)))
		return false;
	if (birth->setup->socket || birth->setup->all_terminal) {
		if (!log_open(birth, ours))
			return false;
		/* With a socket stdin is empty, and stdout is a log; a tool talks to a person through its
		 * terminal.  */
		birth->in = birth->setup->socket ? open("/dev/null", O_RDONLY | O_CLOEXEC)
						 : fcntl(birth->err, F_DUPFD_CLOEXEC, 0);
		birth->out = fcntl(birth->err, F_DUPFD_CLOEXEC, 0);
		return birth->in >= 0 && birth->out >= 0;
	}
	return pipe_open(&birth->in, &ours->in) && pipe_open(&ours->out, &birth->out) &&
	       unblocked(ours->in) && unblocked(ours->out) && log_open(birth, ours);
}

static _Noreturn void child_failed(const struct birth *birth, enum step step)
{
	struct failure failure = {step, errno};
	ssize_t written = write(birth->told, &failure, sizeof(failure));

	if (birth->setup->held)
		dprintf(STDERR_FILENO, "%s: %s\n", birth->program, strerror(failure.number));
	_exit(written < 0 ? 126 : 127);
}

/* Tells so, as the judge lets it go on and cannot wait for exec, and stands until SIGCONT.  The end of the
 * pipe would not do: a copy below above_places() may be open until exec.  */
static void child_stands(const struct birth *birth)
{
	struct failure none = {ENTRY_RUNS, 0};

	if (write(birth->told, &none, sizeof(none)) < 0)
		_exit(126);
	close(birth->told); /* nobody waits for it any more */
	raise(SIGSTOP);
}

/* Moves it above 0, 1 and 2, in case the judge was started without them, and above the places of entry.h.
 */
static int above_places(int fd)
{
	return fd > ENTRY_OUT ? fd : fcntl(fd, F_DUPFD_CLOEXEC, ENTRY_OUT + 1);
}

/* glibc has an unsigned type of its own for what POSIX calls int.  */
static int set_limit_of(unsigned resource, rlim_t most)
{
	struct rlimit was, is;

	if (getrlimit(resource, &was) < 0)
		return -1;
	/* The judge cannot grant more than it has.  */
	is.rlim_cur = is.rlim_max = most < was.rlim_max ? most : was.rlim_max;
	return setrlimit(resource, &is);
}

static bool limits_set(const struct agent_limits *limits, bool sandboxed)
{
	return (!limits->memory || set_limit_of(RLIMIT_AS, (rlim_t)limits->memory) == 0) &&
	       (!limits->file_size || set_limit_of(RLIMIT_FSIZE, (rlim_t)limits->file_size) == 0) &&
	       (!limits->processes || sandboxed || /* bubblewrap's own processes would count */
		set_limit_of(RLIMIT_NPROC, (rlim_t)limits->processes) == 0);
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

/* Puts a descriptor where ringside-enter finds it.  */
static bool at_place(int fd, int place)
{
	return fd == place ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, place) == place;
}

/* bwrap gets no stdin and no stdout.  */
static bool hand_to_sandbox(const struct birth *birth)
{
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	return nowhere >= 0 && at_place(birth->told, ENTRY_TOLD) && at_place(birth->in, ENTRY_IN) &&
	       at_place(birth->out, ENTRY_OUT) && dup2(nowhere, STDIN_FILENO) >= 0 &&
	       dup2(nowhere, STDOUT_FILENO) >= 0;
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
	birth->told = above_places(birth->told);
	birth->in = above_places(birth->in);
	birth->out = above_places(birth->out);
	birth->err = above_places(birth->err);
	if (birth->terminal && ioctl(birth->err, TIOCSCTTY, 0) < 0)
		child_failed(birth, STEP_TERMINAL);
	if (dup2(birth->in, STDIN_FILENO) < 0 || dup2(birth->out, STDOUT_FILENO) < 0 ||
	    dup2(birth->err, STDERR_FILENO) < 0)
		child_failed(birth, STEP_JUDGE);
	others_close_by_exec();
	if (birth->wrapped && !hand_to_sandbox(birth))
		child_failed(birth, STEP_JUDGE);
	if (birth->setup->directory && !birth->wrapped && chdir(birth->setup->directory) < 0)
		child_failed(birth, STEP_DIRECTORY);
	if (!cgroups_enter(birth->cgroups))
		child_failed(birth, STEP_CGROUP);
	if (!limits_set(&birth->setup->limits, birth->wrapped != NULL))
		child_failed(birth, STEP_LIMITS);
	slice_restore();
	if (birth->setup->cpus && !cores_set(birth->setup->cpus))
		child_failed(birth, STEP_CORES);
#ifdef PR_SET_PTRACER
	/* With yama only ancestors may trace, and neither our gdb nor a person's is an ancestor.  */
	if (birth->setup->traceable)
		prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (birth->setup->held && !birth->wrapped)
		child_stands(birth);
	if (birth->wrapped)
		execve(birth->wrapped[0], birth->wrapped, birth->environment);
	else
		execve(birth->program, birth->argv, birth->environment);
	child_failed(birth, STEP_EXEC);
}

/* Lets breakpoint() of Python come up on the agent's terminal, as stdin and stdout carry the protocol, and
 * pdb after an exception if that is wanted; and lets us ask a Python where it is (trace.c).  What the user
 * has set stays.  In a sandbox our files are not there.  */
static void add_pdb(struct birth *birth)
{
	const struct agent_setup *setup = birth->setup;
	const char *path = getenv("PYTHONPATH");
	FREED char *file = NULL;
	int added = 0;
	char *end;

	if (!setup->traceable || setup->stderr_pipe || setup->sandbox ||
	    !(file = agent_sample_file("debug/ringside_debug.py")))
		return;
	if ((end = strrchr(file, '/')))
		*end = '\0';
	birth->added[added++] = bytes_text("PYTHONPATH=%s/startup:%s%s%s", file, file,
					   path && *path ? ":" : "", path ? path : "");
	if (setup->post_mortem)
		birth->added[added++] = bytes_text("RINGSIDE_POST_MORTEM=1");
	if (!getenv("PYTHONBREAKPOINT"))
		birth->added[added++] = bytes_text("PYTHONBREAKPOINT=ringside_debug.set_trace");
}

/* Our environment, changed to suit the agent's terminal instead of ours.  One block; the caller frees.  */
static char **environment_new(const struct birth *birth)
{
	const bool terminal = !birth->setup->stderr_pipe;
	static char term[] = "TERM=xterm-256color";
	static const char python[] = "PYTHONPATH=";
	static const char *const others[] = {"TERM=", "COLUMNS=", "LINES="};
	size_t count = 0, kept = 0;
	char **environment;

	while (environ[count])
		count++;
	environment = bytes_new((count + 6) * sizeof(*environment));
	for (size_t i = 0; i < count; i++) {
		bool other = birth->added[0] && strncmp(environ[i], python, strlen(python)) == 0;

		for (size_t o = 0; terminal && o < sizeof(others) / sizeof(*others); o++)
			other = other || strncmp(environ[i], others[o], strlen(others[o])) == 0;
		if (!other)
			environment[kept++] = environ[i];
	}
	if (terminal)
		environment[kept++] = term;
	for (size_t i = 0; i < 3 && birth->added[i]; i++)
		environment[kept++] = birth->added[i];
	if (keeper_mark())
		environment[kept++] = keeper_mark();
	return environment;
}

/* Closes it, and remembers that.  */
static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Waits until the child has called exec, is held before it, or has reported why not.  In a sandbox ENTRY_RUNS
 * says so, else the end of the pipe.  */
static bool became_program(int told, struct failure *failure)
{
	struct pollfd ready = {.fd = told, .events = POLLIN};
	assert(told >= 0);
	if (TEMP_FAILURE_RETRY(poll(&ready, 1, EXEC_WAIT_MS)) == 0) {
		*failure = (struct failure){STEP_EXEC, ETIMEDOUT};
		return false;
	}
	return TEMP_FAILURE_RETRY(read(told, failure, sizeof(*failure))) != sizeof(*failure) ||
	       failure->step == ENTRY_RUNS;
}

/* Waits until the first program in the sandbox has spoken.  */
static bool has_entered(struct spawned *ours, int told, struct failure *failure)
{
	struct entered entered;
	bool came = hear_entered(told, &entered);

	*failure = came ? entered.failure : (struct failure){ENTRY_DONE, 0};
	if (!came || failure->step != ENTRY_DONE || entered.pid <= 0)
		return false;
	ours->listener = entered.listener;
	ours->agent = entered.pid;
	ours->agent_pidfd = end_watched(entered.pid);
	ours->init = parent_of(entered.pid);
	send(told, "", 1, MSG_NOSIGNAL);   /* now it may be waited for when it ends */
	cgroups_begin_cpu(&ours->cgroups); /* that of bubblewrap */
	return true;
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
	ours->agent = ours->pid;
	shut(&birth->told);
	ours->pidfd = end_watched(ours->pid);
	if (ours->pidfd < 0)
		*failure = (struct failure){STEP_JUDGE, errno};
	if ((ours->pidfd >= 0 || errno == ENOSYS || errno == EPERM) &&
	    (!birth->wrapped || has_entered(ours, told, failure)) && became_program(told, failure)) {
		/* A SIGCONT before the SIGSTOP of a held agent would be lost, and it would stand for ever. */
		int64_t until = loop_now() + (int64_t)EXEC_WAIT_MS * NS_PER_MS;

		while (birth->setup->held && !has_halted(ours->agent) && loop_now() < until)
			poll(NULL, 0, 1);
		return true;
	}
	kill(ours->pid, SIGKILL);
	while (waitpid(ours->pid, NULL, 0) < 0 && errno == EINTR)
		;
	return false;
}

static bool birth_run(struct birth *birth, struct spawned *ours, char **why)
{
	struct failure failure;
	int told = -1;
	bool started = birth_ends_open(birth, ours, &told);

	if (started)
		started = fork_child(birth, ours, told, &failure);
	else
		failure = (struct failure){STEP_JUDGE, errno};
	if (!started && failure.step == ENTRY_DONE) { /* bwrap has said why on the agent's stderr */
		char said[1024];
		ssize_t size = read(ours->err, said, sizeof(said) - 1);

		said[size > 0 ? size : 0] = '\0';
		*why = sandbox_why(said);
	} else if (!started) {
		*why = birth_failed(&failure, birth);
	}
	if (started && birth->wrapped) {
		ours->wire = told;
		told = -1;
	}
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
	if (birth->setup->sandbox)
		ours->port = ENTRY_PORT; /* ringside-enter listens */
	else if ((ours->listener = socket_listen(&ours->port, why)) < 0)
		return false;
	birth->argv = command_with_address(birth->argv, SOCKET_HOST, ours->port);
	return true;
}

/* Is the program there that env would start?  It could say so only by its exit.  */
static bool is_there(char **argv, char **why)
{
	const char *folder;
	int at = command_begins_at(argv, &folder);
	bool within = folder && argv[at][0] != '/' && strchr(argv[at], '/');
	FREED char *name = within ? bytes_text("%s/%s", folder, argv[at]) : bytes_text("%s", argv[at]);
	FREED char *program = at ? command_program(name, why) : NULL;

	return !at || program;
}

char *agent_program(char **argv, const char *const *samples, char **problem)
{
	char *program = is_there(argv, problem) ? command_program(argv[0], problem) : NULL;
	const char *folder, *name = argv[command_begins_at(argv, &folder)];
	FREED char *sample = program ? NULL : sample_path(name, samples);
	FREED char *why = sample ? *problem : NULL;

	if (sample)
		*problem = bytes_text("%s; %s%s comes with ringside", why, SAMPLE_WORD, name);
	return program;
}

/* Puts the words of a tool before the program of the command.  */
static bool put_under(struct birth *birth, const char *tool, char **why)
{
	FREED char **words = sh_words_split(tool, why);
	FREED char *program = words ? command_program(words[0], why) : NULL;
	const char *folder;
	int at = command_begins_at(birth->argv, &folder);
	struct sh_words all = {0};

	if (!program)
		return false;
	for (int i = 0; i < at; i++)
		sh_words_add(&all, birth->argv[i]);
	for (char **word = words; *word; word++)
		sh_words_add(&all, *word);
	for (char **word = birth->argv + at; *word; word++)
		sh_words_add(&all, *word);
	free(birth->argv);
	free(birth->program);
	birth->argv = sh_words_block(&all);
	birth->program = command_program(birth->argv[0], why);
	return birth->program != NULL;
}

char **agent_exec_words(const struct agent_setup *setup, char **program, char **problem)
{
	struct birth birth = {.setup = setup, .argv = agent_command(setup->command, setup->samples, problem)};
	char *alone = birth.argv ? agent_program(birth.argv, setup->samples, problem) : NULL;

	birth.program = alone;
	if (!alone || (setup->under && !put_under(&birth, setup->under, problem))) {
		free(birth.argv);
		birth.argv = NULL;
	}
	*program = birth.program;
	return birth.argv;
}

/* Makes the argv of the program, and the command around it if there is a sandbox.  False: *why, for people.
 */
static bool birth_words(struct birth *birth, struct spawned *ours, char **why)
{
	const struct agent_setup *setup = birth->setup;

	birth->argv = agent_command(setup->command, setup->samples, why);
	if (birth->argv && setup->directory)
		birth->argv = command_from_here(birth->argv);
	if (!birth->argv || (setup->socket && !socket_open(birth, ours, why)))
		return false;
	birth->program = agent_program(birth->argv, setup->samples, why);
	if (!birth->program)
		return false;
	birth->argv[0] = birth->program;
	if (setup->under && !put_under(birth, setup->under, why))
		return false;
	if (setup->sandbox)
		birth->wrapped = sandbox_command(setup, birth->argv, true, why);
	return !setup->sandbox || birth->wrapped;
}

/* What was lent may be gone: then the agent runs without.  */
static bool make_cgroups(struct spawned *spawned, const struct agent_setup *setup, char **why)
{
	const char *folders = setup->cgroups ? setup->cgroups : cgroups_lent();
	char *problem = cgroups_make(&spawned->cgroups, folders, AGENT_PROCESSES, setup->memory);

	if (setup->cgroups)
		*why = problem;
	else
		free(problem);
	return !*why;
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
	bool started = false;

	assert(setup && spawned && problem);
	*problem = NULL;
	*spawned = (struct spawned){.pid = -1,
				    .agent_pidfd = -1,
				    .wire = -1,
				    .pidfd = -1,
				    .in = -1,
				    .out = -1,
				    .listener = -1,
				    .err = -1,
				    .slave = -1};
	birth.cgroups = &spawned->cgroups;
	signals_prepare();
	if (setup->cpus && !cores_count(setup->cpus))
		*problem = bytes_text("%s is not a list of cores", setup->cpus);
	else if (birth_words(&birth, spawned, problem) && make_cgroups(spawned, setup, problem)) {
		add_pdb(&birth);
		birth.environment = environment_new(&birth);
		started = birth_run(&birth, spawned, problem);
		cgroups_entered(&spawned->cgroups);
	}
	if (!started)
		spawned_close(spawned);
	free(birth.environment);
	free(birth.added[0]);
	free(birth.added[1]);
	free(birth.added[2]);
	free(birth.program);
	free(birth.argv);
	free(birth.wrapped);
	return started;
}

void spawned_close(struct spawned *spawned)
{
	if (spawned->in == spawned->out)
		spawned->in = -1;
	cgroups_end(&spawned->cgroups);
	shut(&spawned->pidfd);
	shut(&spawned->agent_pidfd);
	shut(&spawned->wire);
	shut(&spawned->listener);
	shut(&spawned->in);
	shut(&spawned->out);
	shut(&spawned->err);
	shut(&spawned->slave);
}

char *agent_sandbox_words(const struct agent_setup *setup, char **problem)
{
	struct birth birth = {.setup = setup};
	struct spawned none = {.listener = -1};
	char **argv = NULL;
	struct bytes text = {0};

	if (birth_words(&birth, &none, problem))
		argv = sandbox_command(setup, birth.argv, false, problem);
	for (char **word = argv; word && *word; word++) {
		FREED char *shown = sh_words_quoted(*word);

		bytes_addf(&text, "%s%s", text.size ? " " : "", shown);
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

struct ending spawned_ending(const struct spawned *spawned, struct ending child)
{
	enum { BY_SIGNAL = 128 };
	struct failure told;
	const char *name;

	if (!spawned->init)
		return child;
	while (recv(spawned->wire, &told, sizeof(told), MSG_DONTWAIT) == sizeof(told))
		if (told.step == ENTRY_ENDED)
			return ending_of(told.number);
	name = child.signalled ? NULL : agent_signal_name(child.code - BY_SIGNAL);
	return name ? (struct ending){.signalled = true, .code = child.code - BY_SIGNAL, .signal = name}
		    : child;
}
