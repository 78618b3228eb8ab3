/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* intruder.c - an agent that tries what an agent must not do, and exits with 40 if it could, with 41 if not.
 *
 * intruder TRY [MORE].  It waits for its first line, when both agents run.  It does as
 * little harm as shows that it could.  `intruder victim` is an opponent that only waits.  */
#include "../../src/io/entry.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { COULD = 40, COULD_NOT = 41 };

static bool opens(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Is the word among those, each ended by NUL, of this file of the process?  */
static bool has_word(const char *process, const char *file, const char *word)
{
	char path[300], *at = NULL;
	size_t room = 0;
	bool found = false;
	FILE *words;

	snprintf(path, sizeof(path), "/proc/%s/%s", process, file);
	words = fopen(path, "re");
	while (!found && words && getdelim(&at, &room, '\0', words) > 0)
		found = strcmp(at, word) == 0;
	free(at);
	if (words)
		fclose(words);
	return found;
}

/* A process with our mark whose command has this word; 0: none is seen.  */
static pid_t look_for(const char *word)
{
	const char *name = getenv("RINGSIDE_TEST");
	char mark[100];
	DIR *processes = opendir("/proc");
	struct dirent *process;
	pid_t found = 0;

	snprintf(mark, sizeof(mark), "RINGSIDE_TEST=%s", name ? name : "");
	while (!found && processes && (process = readdir(processes))) {
		pid_t pid = atoi(process->d_name);

		if (pid > 0 && pid != getpid() && has_word(process->d_name, "environ", mark) &&
		    has_word(process->d_name, "cmdline", word))
			found = pid;
	}
	if (processes)
		closedir(processes);
	return found;
}

/* As look_for().  Waits for a process that starts later, while the judge can be seen.  */
static pid_t process_with(const char *word)
{
	pid_t found;

	while (!(found = look_for(word)) && look_for("run"))
		usleep(1000);
	return found;
}

/* Opens what /proc shows of the opponent.  */
static bool opens_of_victim(const char *what, int flags)
{
	char path[64];
	pid_t victim = process_with("victim");

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)victim, what);
	return victim && opens(path, flags);
}

static bool may_signal(const char *word)
{
	pid_t pid = process_with(word);

	return pid && kill(pid, 0) == 0;
}

/* The path is in hexadecimal digits, since a file that an argument names is shown on purpose.  */
static bool reads_secret(const char *hex, int flags)
{
	char path[300];
	unsigned byte;
	size_t size = 0;

	for (; size + 1 < sizeof(path) && sscanf(hex, "%2x", &byte) == 1; hex += 2)
		path[size++] = (char)byte;
	path[size] = '\0';
	return opens(path, flags);
}

static bool connects(int port)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_port = htons((in_port_t)port),
				      .sin_addr = {htonl(INADDR_LOOPBACK)}};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	return connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0;
}

/* Leaves a process that has left the group, the session and its parent, and that holds no pipe.  It makes a
 * file when it is there.  */
static void leaves_daemon(const char *sign)
{
	if (fork() != 0)
		return;
	setsid();
	if (fork() != 0)
		_exit(0);
	for (int fd = 0; fd < 64; fd++)
		close(fd);
	opens(sign, O_WRONLY | O_CREAT);
	for (;;)
		pause();
}

/* Such a process uses 200 MB.  Returns when it has.  */
static void grow_in_daemon(void)
{
	enum { GROWN = 200 << 20 };
	int ready[2];
	char byte;

	if (pipe(ready) < 0)
		exit(1);
	if (fork() == 0) {
		volatile char *memory = malloc(GROWN); /* or the compiler leaves out what nobody reads */

		setsid();
		if (!memory || fork() != 0)
			_exit(0);
		for (int i = 0; i < GROWN; i += 1024)
			memory[i] = 1;
		for (int fd = 0; fd < 64; fd++)
			close(fd);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) < 0)
		exit(1);
}

/* Hides a large file behind 3000 empty ones.  */
static void fill_folder(void)
{
	char name[16];
	int fd;

	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		opens(name, O_WRONLY | O_CREAT);
	}
	fd = open("z", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, 60 << 20) < 0)
		exit(1);
	close(fd);
}

/* A descriptor of its parent, the first process in a sandbox; -1: it cannot be taken.  */
static int of_parent(int fd)
{
	int parent = (int)syscall(SYS_pidfd_open, getppid(), 0);

	return parent < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, parent, fd, 0);
}

static bool tries(const char *what, const char *more)
{
	if (strcmp(what, "forge") == 0)
		return opens_of_victim("fd/1", O_WRONLY);
	if (strcmp(what, "eavesdrop") == 0)
		return opens_of_victim("fd/0", O_RDONLY);
	if (strcmp(what, "memory") == 0)
		return opens_of_victim("mem", O_RDONLY);
	if (strcmp(what, "kill-opponent") == 0)
		return may_signal("victim");
	if (strcmp(what, "kill-judge") == 0)
		return may_signal("run");
	if (strcmp(what, "sysctl") == 0)
		return opens("/proc/sys/vm/swappiness", O_WRONLY);
	if (strcmp(what, "remount") == 0)
		return mount("none", "/", NULL, MS_REMOUNT | MS_BIND, NULL) == 0;
	if (strcmp(what, "secret") == 0)
		return reads_secret(more, O_RDONLY);
	if (strcmp(what, "write") == 0)
		return reads_secret(more, O_WRONLY);
	if (strcmp(what, "own-folder") == 0)
		return opens("mine", O_WRONLY | O_CREAT);
	if (strcmp(what, "terminal") == 0)
		return opens("/dev/tty", O_RDWR);
	if (strcmp(what, "argument") == 0)
		return opens(more, O_RDONLY);
	if (strcmp(what, "namespace") == 0)
		return syscall(SYS_unshare, CLONE_NEWUSER) == 0;
	if (strcmp(what, "take-parent") == 0)
		return of_parent(STDERR_FILENO) >= 0 || ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0;
	if (strcmp(what, "connect") == 0)
		return connects(atoi(more));
	abort();
}

/* Many processes, each in a session of its own.  */
static void fork_often(void)
{
	for (int i = 0; i < 600; i++)
		if (fork() == 0) {
			setsid();
			for (;;)
				pause();
		}
}

/* Writes behind the largest size that a file may have.  */
static void write_far(void)
{
	int fd = open("far", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (pwrite(fd, "x", 1, (off_t)4 << 30) < 0)
		exit(1);
}

/* Says for its parent that it has left well, and crashes.  */
static void lie(void)
{
	struct failure well = {ENTRY_ENDED, 0};
	int told = of_parent(ENTRY_TOLD);

	send(told, &well, sizeof(well), 0); /* without a sandbox there is nobody to tell */
	raise(SIGSEGV);
}

/* Fills a memfd that it does not map.  */
static void hold_memory(void)
{
	static char part[1 << 20];
	int fd = (int)syscall(SYS_memfd_create, "held", 0);

	memset(part, 1, sizeof(part));
	for (int i = 0; i < 200; i++)
		if (write(fd, part, sizeof(part)) != sizeof(part))
			exit(1);
}

/* Keeps a large file open that nobody else can see.  */
static void remove_open_file(void)
{
	int fd = open("unseen", O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0 || ftruncate(fd, 60 << 20) < 0 || unlink("unseen") < 0)
		exit(1);
}

/* What it does in its first turn, in which it then says nothing.  */
static const struct {
	const char *name;
	void (*deed)(void);
} deeds[] = {
	{"daemon", NULL},       {"grows", grow_in_daemon},     {"fills", fill_folder},
	{"forks", fork_often},  {"writes-far", write_far},     {"lies", lie},
	{"holds", hold_memory}, {"removes", remove_open_file},
};

static _Noreturn void play(char line[256], void (*deed)(void))
{
	do {
		if (strncmp(line, "ABOUT", 5) == 0 || strncmp(line, "START", 5) == 0)
			puts("OK");
		fflush(stdout);
		if (deed && strncmp(line, "BEGIN", 5) == 0)
			deed();
	} while (fgets(line, 256, stdin));
	exit(0);
}

int main(int argc, char **argv)
{
	char line[256];

	if (argc < 2 || !fgets(line, sizeof(line), stdin))
		return 1;
	/* A setuid program of root: its judge must not send it signals.  */
	if (strcmp(argv[1], "stubborn") == 0) {
		if (setuid(0) < 0)
			return 1;
		printf("OK\n");
		fflush(stdout);
	}
	if (strcmp(argv[1], "victim") == 0 || strcmp(argv[1], "stubborn") == 0)
		for (;;)
			pause();
	if (strcmp(argv[1], "daemon") == 0)
		leaves_daemon(argv[2]);
	for (size_t i = 0; i < sizeof(deeds) / sizeof(*deeds); i++)
		if (strcmp(argv[1], deeds[i].name) == 0)
			play(line, deeds[i].deed);
	return tries(argv[1], argc > 2 ? argv[2] : "") ? COULD : COULD_NOT;
}
