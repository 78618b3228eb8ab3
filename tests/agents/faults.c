/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* faults.c - a library that makes one call of a program fail, for test_faults.py: LD_PRELOAD=faults.so.
 *
 *   FAULT=KIND:ERROR:N     the N-th call of KIND fails with ERROR, e.g. read:EINTR:17
 *   FAULT=KIND:ERROR:N+    and all later ones
 *   FAULT=KIND:ERROR:0     all after the program has got SIGRTMIN
 *   FAULT=KIND:short:N     it takes or gives one byte, or says that nothing has happened
 *   FAULT_LOG=FILE         gets the calls that led to a failure. Without FAULT it gets a line KIND COUNT for
 *                          each kind, and a line KIND N SITE for each place: the first call from there. A
 *                          SITE is a number made of the nearest functions on the stack
 *   FAULT_DESCRIPTORS=FILE gets the number of open descriptors at the end
 *   FAULT_CHILD=1          counts in the processes that the program forks, until they exec, and not in itself
 *
 * Programs that the program starts get neither the library nor these variables.
 *
 * Not reached are calls that the C library makes by itself: the reads and writes behind fread(), fgets(),
 * getline(), fprintf() and puts(), the open behind realpath() and getpwuid(), the clone behind fork() and
 * pthread_create(), the terminal behind grantpt().  Under AddressSanitizer of clang malloc() and its kin are
 * not reached either.  */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* The formatter would indent each line more than the one before.  */
/* clang-format off */
#define KINDS(X) \
	X(read) X(pread) X(write) X(pwrite) X(open) X(openat) X(close) X(fcntl) X(lseek) X(fstat) \
	X(stat) X(fstatat) X(ftruncate) X(fdatasync) X(fchmod) X(flock) X(access) X(unlink) \
	X(unlinkat) X(mkdir) X(rmdir) X(mkostemp) X(readlink) X(readlinkat) X(opendir) X(fdopendir) \
	X(readdir) X(fopen) X(fdopen) X(getcwd) X(realpath) X(memfd_create) X(getrandom) X(dup) \
	X(dup2) X(dup3) X(pipe2) X(socket) X(socketpair) X(bind) X(listen) X(accept4) X(recv) \
	X(recvmsg) X(send) X(setsockopt) X(getsockname) X(getpeername) X(shutdown) X(poll) X(ppoll) \
	X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(timerfd_create) X(timerfd_settime) X(eventfd) \
	X(signalfd) X(fork) X(execve) X(waitpid) X(waitid) X(kill) X(setsid) X(prctl) X(setrlimit) \
	X(sched_getaffinity) X(sched_setaffinity) X(syscall) X(pthread_create) X(posix_openpt) \
	X(grantpt) X(unlockpt) X(ptsname_r) X(ioctl) X(mmap) X(malloc) X(calloc) X(realloc)
/* clang-format on */

#define AS_ENUM(name) KIND_##name,
#define AS_NAME(name) #name,

enum kind { KINDS(AS_ENUM) KIND_COUNT };

static const char *const kinds[] = {KINDS(AS_NAME)};

enum { SHORT = -1, DEPTH = 32 };

static const struct {
	const char *name;
	int number;
} errors[] = {
	{"short", SHORT},   {"EINTR", EINTR},           {"EAGAIN", EAGAIN},
	{"ENOSPC", ENOSPC}, {"EMFILE", EMFILE},         {"ENOMEM", ENOMEM},
	{"EIO", EIO},       {"EACCES", EACCES},         {"EPERM", EPERM},
	{"ENOENT", ENOENT}, {"EINVAL", EINVAL},         {"ENOSYS", ENOSYS},
	{"ECHILD", ECHILD}, {"ESRCH", ESRCH},           {"ECONNABORTED", ECONNABORTED},
	{"EPIPE", EPIPE},   {"ECONNRESET", ECONNRESET},
};

static struct {
	enum kind kind; /* KIND_COUNT: none */
	int error;
	long first, last; /* which calls fail */
	bool on;          /* counts in this process */
	bool in_child;
	char log[400];
} fault = {.kind = KIND_COUNT};

static atomic_long counts[KIND_COUNT];
static _Thread_local bool inside; /* of what the seam does itself */

static void note(void)
{
	void *frames[DEPTH];
	int fd, error = errno;

	inside = true;
	fd = open(fault.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (fd >= 0) {
		backtrace_symbols_fd(frames, backtrace(frames, DEPTH), fd);
		close(fd);
	}
	inside = false;
	errno = error;
}

/* ---- from where a call comes ---- */

enum { SITES = 1 << 16, MODULES = 64, NEAREST = 10 };

/* Found by its number; 0: free. Full after SITES / 2.  */
static struct {
	uint64_t number;
	enum kind kind;
	long n;
} sites[SITES];
static int site_count;
static atomic_flag sites_in_use = ATOMIC_FLAG_INIT;

/* Where the parts of the program are, which is elsewhere in each run.  */
static struct {
	uintptr_t from, to;
} modules[MODULES];
static int module_count;

static int add_module(struct dl_phdr_info *info, size_t size, void *user)
{
	(void)size;
	(void)user;
	if (module_count == MODULES)
		return 1;
	modules[module_count].from = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			modules[module_count].to =
				info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
	module_count++;
	return 0;
}

static uint64_t site_number(enum kind kind)
{
	void *frames[NEAREST];
	int count = backtrace(frames, NEAREST);
	uint64_t number = 14695981039346656037u + kind;

	for (int i = 0; i < count; i++) {
		uintptr_t at = (uintptr_t)frames[i];

		for (int m = 0; m < module_count; m++)
			if (at >= modules[m].from && at < modules[m].to) {
				number = (number ^ (at - modules[m].from)) * 1099511628211u + (uint64_t)m;
				break;
			}
	}
	return number ? number : 1;
}

static void note_site(enum kind kind, long n)
{
	int error = errno;
	uint64_t number;
	int i;

	inside = true;
	number = site_number(kind);
	while (atomic_flag_test_and_set(&sites_in_use))
		sched_yield();
	for (i = (int)(number % SITES); sites[i].number && sites[i].number != number; i = (i + 1) % SITES)
		;
	if (!sites[i].number && site_count < SITES / 2) {
		sites[i].number = number;
		sites[i].kind = kind;
		sites[i].n = n;
		site_count++;
	}
	atomic_flag_clear(&sites_in_use);
	inside = false;
	errno = error;
}

/* Is this call to fail?  errno is then set, unless it is to be short.  */
static bool fails(enum kind kind)
{
	long n;

	if (!fault.on || inside)
		return false;
	n = ++counts[kind];
	if (fault.kind == KIND_COUNT)
		note_site(kind, n);
	if (kind != fault.kind || n < fault.first || n > fault.last)
		return false;
	if (n == fault.first)
		note(); /* not after a signal: what was interrupted may hold a lock */
	if (fault.error != SHORT)
		errno = fault.error;
	return true;
}

/* The function that this one stands before.  */
#define NEXT(name) ((__typeof__(&name))next(#name, KIND_##name))

static void *next(const char *name, enum kind kind)
{
	static void *found[KIND_COUNT];

	if (!found[kind])
		found[kind] = dlsym(RTLD_NEXT, name);
	return found[kind];
}

/* At the end, for scripts/soak: how many descriptors are open, without that of the folder itself.  */
__attribute__((destructor)) static void tell_descriptors(void)
{
	const char *path = getenv("FAULT_DESCRIPTORS");
	FILE *to;
	DIR *folder;
	int count = -4; /* also not . and .., and the file */

	if (!path || !fault.on)
		return;
	inside = true;
	to = fopen(path, "w");
	folder = opendir("/proc/self/fd");
	while (folder && readdir(folder))
		count++;
	if (to)
		fprintf(to, "%d\n", count);
	if (folder)
		closedir(folder);
	if (to)
		fclose(to);
	inside = false;
}

/* Without a fault: how many calls there were.  Of several processes each adds its own.  */
__attribute__((destructor)) static void tell_counts(void)
{
	FILE *to;

	if (!fault.on || fault.kind != KIND_COUNT)
		return;
	inside = true;
	to = fopen(fault.log, "a");
	if (to)
		flock(fileno(to), LOCK_EX); /* until it is closed */
	for (int i = 0; to && i < KIND_COUNT; i++)
		if (counts[i])
			fprintf(to, "%s %ld\n", kinds[i], counts[i]);
	for (int i = 0; to && i < SITES; i++)
		if (sites[i].number)
			fprintf(to, "%s %ld %016" PRIx64 "\n", kinds[sites[i].kind], sites[i].n,
				sites[i].number);
	if (to)
		fclose(to);
	inside = false;
}

/* ---- the calls ---- */

#define FAILS(type, name, failed, params, args)                                                              \
	type name params                                                                                     \
	{                                                                                                    \
		return fails(KIND_##name) ? failed : NEXT(name) args;                                        \
	}

/* `few` stands for the number of bytes.  */
#define TRANSFERS(name, params, few, args)                                                                   \
	ssize_t name params                                                                                  \
	{                                                                                                    \
		if (fails(KIND_##name)) {                                                                    \
			if (fault.error != SHORT)                                                            \
				return -1;                                                                   \
			few = few > 0;                                                                       \
		}                                                                                            \
		return NEXT(name) args;                                                                      \
	}

/* Waits for events; short: none came.  */
#define WAITS(name, params, args)                                                                            \
	int name params                                                                                      \
	{                                                                                                    \
		if (fails(KIND_##name))                                                                      \
			return fault.error == SHORT ? 0 : -1;                                                \
		return NEXT(name) args;                                                                      \
	}

/* Another name of a call; that with _chk has the size of the buffer, which the C library checks.  */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define ALSO(type, other, name, params, args)                                                                \
	type other params;                                                                                   \
	type other params                                                                                    \
	{                                                                                                    \
		return name args;                                                                            \
	}

TRANSFERS(read, (int fd, void *to, size_t size), size, (fd, to, size))
TRANSFERS(pread, (int fd, void *to, size_t size, off_t at), size, (fd, to, size, at))
TRANSFERS(write, (int fd, const void *from, size_t size), size, (fd, from, size))
TRANSFERS(pwrite, (int fd, const void *from, size_t size, off_t at), size, (fd, from, size, at))
TRANSFERS(recv, (int fd, void *to, size_t size, int flags), size, (fd, to, size, flags))
TRANSFERS(send, (int fd, const void *from, size_t size, int flags), size, (fd, from, size, flags))
TRANSFERS(getrandom, (void *to, size_t size, unsigned flags), size, (to, size, flags))
ALSO(ssize_t, pread64, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at))
ALSO(ssize_t, pwrite64, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
/* With _FORTIFY_SOURCE.  */
ALSO(ssize_t, __read_chk, read, (int fd, void *to, size_t size, size_t room), (fd, to, size))
ALSO(ssize_t, __pread_chk, pread, (int fd, void *to, size_t size, off_t at, size_t room), (fd, to, size, at))
ALSO(ssize_t, __pread64_chk, pread, (int fd, void *to, size_t size, off_t at, size_t room),
     (fd, to, size, at))
ALSO(ssize_t, __recv_chk, recv, (int fd, void *to, size_t size, size_t room, int flags),
     (fd, to, size, flags))

WAITS(poll, (struct pollfd * fds, nfds_t count, int ms), (fds, count, ms))
WAITS(ppoll, (struct pollfd * fds, nfds_t count, const struct timespec *time, const sigset_t *signals),
      (fds, count, time, signals))
WAITS(epoll_wait, (int fd, struct epoll_event *events, int most, int ms), (fd, events, most, ms))
ALSO(int, __poll_chk, poll, (struct pollfd * fds, nfds_t count, int ms, size_t room), (fds, count, ms))
ALSO(int, __ppoll_chk, ppoll,
     (struct pollfd * fds, nfds_t count, const struct timespec *time, const sigset_t *signals, size_t room),
     (fds, count, time, signals))

static mode_t mode_of(int flags, va_list args)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

#define OPENS(name, kind, params, args)                                                                      \
	int name params                                                                                      \
	{                                                                                                    \
		va_list more;                                                                                \
		mode_t mode;                                                                                 \
                                                                                                             \
		va_start(more, flags);                                                                       \
		mode = mode_of(flags, more);                                                                 \
		va_end(more);                                                                                \
		return fails(KIND_##kind) ? -1 : NEXT(kind) args;                                            \
	}

OPENS(open, open, (const char *path, int flags, ...), (path, flags, mode))
OPENS(openat, openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPENS(open64, open, (const char *path, int flags, ...), (path, flags, mode))

/* The number is free afterwards, as Linux does it.  */
int close(int fd)
{
	bool failed = fails(KIND_close);
	int error = errno, result = NEXT(close)(fd);

	if (failed)
		errno = error;
	return failed ? -1 : result;
}

int fcntl(int fd, int what, ...)
{
	va_list args;
	void *arg;

	va_start(args, what);
	arg = va_arg(args, void *);
	va_end(args);
	return fails(KIND_fcntl) ? -1 : NEXT(fcntl)(fd, what, arg);
}

int fcntl64(int fd, int what, ...);
int fcntl64(int fd, int what, ...)
{
	va_list args;
	void *arg;

	va_start(args, what);
	arg = va_arg(args, void *);
	va_end(args);
	return fcntl(fd, what, arg);
}

int ioctl(int fd, unsigned long what, ...)
{
	va_list args;
	void *arg;

	va_start(args, what);
	arg = va_arg(args, void *);
	va_end(args);
	return fails(KIND_ioctl) ? -1 : NEXT(ioctl)(fd, what, arg);
}

int prctl(int what, ...);
int prctl(int what, ...)
{
	unsigned long arg[4];
	va_list args;

	va_start(args, what);
	for (int i = 0; i < 4; i++)
		arg[i] = va_arg(args, unsigned long);
	va_end(args);
	return fails(KIND_prctl) ? -1 : NEXT(prctl)(what, arg[0], arg[1], arg[2], arg[3]);
}

long syscall(long number, ...)
{
	long arg[6];
	va_list args;

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		arg[i] = va_arg(args, long);
	va_end(args);
	return fails(KIND_syscall) ? -1
				   : NEXT(syscall)(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

FAILS(off_t, lseek, -1, (int fd, off_t at, int from), (fd, at, from))
FAILS(int, fstat, -1, (int fd, struct stat *to), (fd, to))
FAILS(int, stat, -1, (const char *path, struct stat *to), (path, to))
FAILS(int, fstatat, -1, (int folder, const char *path, struct stat *to, int flags), (folder, path, to, flags))
FAILS(int, ftruncate, -1, (int fd, off_t size), (fd, size))
FAILS(int, fdatasync, -1, (int fd), (fd))
FAILS(int, fchmod, -1, (int fd, mode_t mode), (fd, mode))
FAILS(int, flock, -1, (int fd, int what), (fd, what))
FAILS(int, access, -1, (const char *path, int mode), (path, mode))
FAILS(int, unlink, -1, (const char *path), (path))
FAILS(int, unlinkat, -1, (int folder, const char *path, int flags), (folder, path, flags))
FAILS(int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
FAILS(int, rmdir, -1, (const char *path), (path))
FAILS(int, mkostemp, -1, (char *path, int flags), (path, flags))
FAILS(ssize_t, readlink, -1, (const char *path, char *to, size_t size), (path, to, size))
FAILS(ssize_t, readlinkat, -1, (int folder, const char *path, char *to, size_t size),
      (folder, path, to, size))
FAILS(DIR *, opendir, NULL, (const char *path), (path))
FAILS(DIR *, fdopendir, NULL, (int fd), (fd))
FAILS(struct dirent *, readdir, NULL, (DIR * folder), (folder))
FAILS(FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
FAILS(FILE *, fdopen, NULL, (int fd, const char *mode), (fd, mode))
FAILS(char *, getcwd, NULL, (char *to, size_t size), (to, size))
FAILS(char *, realpath, NULL, (const char *path, char *to), (path, to))
FAILS(int, memfd_create, -1, (const char *name, unsigned flags), (name, flags))
FAILS(int, dup, -1, (int fd), (fd))
FAILS(int, dup2, -1, (int fd, int to), (fd, to))
FAILS(int, dup3, -1, (int fd, int to, int flags), (fd, to, flags))
FAILS(int, pipe2, -1, (int fds[2], int flags), (fds, flags))
FAILS(int, socket, -1, (int domain, int type, int protocol), (domain, type, protocol))
FAILS(int, socketpair, -1, (int domain, int type, int protocol, int fds[2]), (domain, type, protocol, fds))
FAILS(int, bind, -1, (int fd, const struct sockaddr *at, socklen_t size), (fd, at, size))
FAILS(int, listen, -1, (int fd, int most), (fd, most))
FAILS(int, accept4, -1, (int fd, struct sockaddr *from, socklen_t *size, int flags), (fd, from, size, flags))
FAILS(ssize_t, recvmsg, -1, (int fd, struct msghdr *message, int flags), (fd, message, flags))
FAILS(int, setsockopt, -1, (int fd, int level, int name, const void *value, socklen_t size),
      (fd, level, name, value, size))
FAILS(int, getsockname, -1, (int fd, struct sockaddr *to, socklen_t *size), (fd, to, size))
FAILS(int, getpeername, -1, (int fd, struct sockaddr *to, socklen_t *size), (fd, to, size))
FAILS(int, shutdown, -1, (int fd, int how), (fd, how))
FAILS(int, epoll_create1, -1, (int flags), (flags))
FAILS(int, epoll_ctl, -1, (int fd, int what, int of, struct epoll_event *event), (fd, what, of, event))
FAILS(int, timerfd_create, -1, (int clock, int flags), (clock, flags))
FAILS(int, timerfd_settime, -1, (int fd, int flags, const struct itimerspec *to, struct itimerspec *was),
      (fd, flags, to, was))
FAILS(int, eventfd, -1, (unsigned count, int flags), (count, flags))
FAILS(int, signalfd, -1, (int fd, const sigset_t *signals, int flags), (fd, signals, flags))
FAILS(pid_t, fork, -1, (void), ())
/* A program that follows is none of ours.  */
int execve(const char *path, char *const *args, char *const *environment)
{
	if (fails(KIND_execve))
		return -1;
	tell_counts();
	return NEXT(execve)(path, args, environment);
}

FAILS(pid_t, waitpid, -1, (pid_t pid, int *status, int options), (pid, status, options))
FAILS(int, waitid, -1, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options))
FAILS(int, kill, -1, (pid_t pid, int number), (pid, number))
FAILS(pid_t, setsid, -1, (void), ())
FAILS(int, setrlimit, -1, (__rlimit_resource_t what, const struct rlimit *to), (what, to))
FAILS(int, sched_getaffinity, -1, (pid_t pid, size_t size, cpu_set_t *to), (pid, size, to))
FAILS(int, sched_setaffinity, -1, (pid_t pid, size_t size, const cpu_set_t *to), (pid, size, to))
FAILS(int, pthread_create, fault.error,
      (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg),
      (thread, attributes, run, arg))
FAILS(int, posix_openpt, -1, (int flags), (flags))
FAILS(int, grantpt, -1, (int fd), (fd))
FAILS(int, unlockpt, -1, (int fd), (fd))
FAILS(int, ptsname_r, fault.error, (int fd, char *to, size_t size), (fd, to, size))
FAILS(void *, mmap, MAP_FAILED, (void *at, size_t size, int may, int flags, int fd, off_t from),
      (at, size, may, flags, fd, from))
FAILS(void *, malloc, NULL, (size_t size), (size))
FAILS(void *, realloc, NULL, (void *block, size_t size), (block, size))
FAILS(void *, calloc, NULL, (size_t count, size_t size), (count, size))
ALSO(int, fstat64, fstat, (int fd, struct stat64 *to), (fd, (struct stat *)to))
ALSO(int, stat64, stat, (const char *path, struct stat64 *to), (path, (struct stat *)to))
ALSO(int, fstatat64, fstatat, (int folder, const char *path, struct stat64 *to, int flags),
     (folder, path, (struct stat *)to, flags))
ALSO(int, ftruncate64, ftruncate, (int fd, off_t size), (fd, size))
ALSO(FILE *, fopen64, fopen, (const char *path, const char *mode), (path, mode))
ALSO(void *, mmap64, mmap, (void *at, size_t size, int may, int flags, int fd, off_t from),
     (at, size, may, flags, fd, from))
ALSO(ssize_t, __readlink_chk, readlink, (const char *path, char *to, size_t size, size_t room),
     (path, to, size))
ALSO(ssize_t, __readlinkat_chk, readlinkat,
     (int folder, const char *path, char *to, size_t size, size_t room), (folder, path, to, size))
ALSO(char *, __getcwd_chk, getcwd, (char *to, size_t size, size_t room), (to, size))
ALSO(char *, __realpath_chk, realpath, (const char *path, char *to, size_t room), (path, to))
ALSO(int, __ptsname_r_chk, ptsname_r, (int fd, char *to, size_t size, size_t room), (fd, to, size))

/* ---- which call fails ---- */

static void forked(void)
{
	fault.on = fault.in_child;
	atomic_flag_clear(&sites_in_use); /* by a thread that is not here */
}

static void begin_failing(int number)
{
	(void)number;
	fault.first = 1;
	fault.last = LONG_MAX;
}

static void choose(char *words)
{
	char *rest, *kind = strtok_r(words, ":", &rest), *error = strtok_r(NULL, ":", &rest),
		    *n = strtok_r(NULL, ":", &rest);
	bool known = false;

	for (int i = 0; kind && i < KIND_COUNT; i++)
		if (strcmp(kinds[i], kind) == 0)
			fault.kind = (enum kind)i;
	for (size_t i = 0; error && i < sizeof(errors) / sizeof(*errors); i++)
		if (strcmp(errors[i].name, error) == 0) {
			fault.error = errors[i].number;
			known = true;
		}
	if (fault.kind == KIND_COUNT || !known || !n) {
		fprintf(stderr, "faults: FAULT=%s: expected KIND:ERROR:N\n", kind ? kind : "");
		_exit(125);
	}
	fault.first = strtol(n, &rest, 10);
	fault.last = *rest == '+' ? LONG_MAX : fault.first;
	if (!fault.first)
		signal(SIGRTMIN, begin_failing);
}

__attribute__((constructor)) static void begin(void)
{
	void *frames[1];
	char *words = getenv("FAULT"), *log = getenv("FAULT_LOG");

	if (!log)
		return;
	backtrace(frames, 1); /* it allocates the first time */
	snprintf(fault.log, sizeof(fault.log), "%s", log);
	dl_iterate_phdr(add_module, NULL);
	fault.in_child = getenv("FAULT_CHILD");
	if (words)
		choose(words);
	unsetenv("LD_PRELOAD");
	unsetenv("FAULT");
	unsetenv("FAULT_LOG");
	unsetenv("FAULT_CHILD");
	pthread_atfork(NULL, NULL, forked);
	fault.on = !fault.in_child;
}
