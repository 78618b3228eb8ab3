/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* trace.c - ringside-trace: traces an agent, and has gdb print the backtraces of a process that is about to
 * crash; a Python that is asked where it is tells the lines of its threads itself.
 *
 * It stops at the delivery of a signal that would end the process with a core dump.  A process with a
 * handler of its own is left alone: virtual machines live on SIGSEGV.  Only one program can trace a
 * process, so it detaches before it lets gdb look.  ptrace belongs to the thread that attached, and waits
 * for a child with waitpid(), so this is a process of its own: the judge's loop never waits for it.  */
#include "ringside/trace.h"
#include "process.h"
#include "ringside/bytes.h"
#include "ringside/text_file.h"
#include "tracee.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPORTS_MOST = 8, LINE_SIZE = 256 };

#define FOLLOWED (PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC)

/* A process that stands before the signal that ends it.  */
struct standing {
	pid_t process, thread; /* 0: none stands */
	int signal;
};

struct tracer {
	pid_t agent;
	struct standing standing;
	int reports;
	char line[LINE_SIZE]; /* of stdin */
	size_t size;
};

enum { WAIT_MS = 20000, TEXT_MOST = 64 * 1024 };

/* Stands before and after what it prints of the threads.  */
#define MARK "--ringside--"

/* ---- telling ---- */

static void tell(const char *bytes, size_t size)
{
	if (!text_file_write(STDOUT_FILENO, bytes, size))
		_exit(1); /* nobody listens any more */
}

static void tell_text(char *text)
{
	tell(text, strlen(text));
	free(text);
}

/* ---- tracing ---- */

static bool seize_family(pid_t agent)
{
	FREED_BY(pids_free) struct pids family = {0};
	bool all = tracee_seize(agent, FOLLOWED);

	pids_add(&family, agent);
	for (size_t i = 0; all && i < family.count; i++) {
		children_of(family.at[i], &family);
		if (i)
			all = tracee_seize(family.at[i], FOLLOWED);
	}
	return all;
}

/* No files of the user and no network: the output has one form, and nothing runs that nobody asked for.  */
static _Noreturn void become_gdb(pid_t process, int out)
{
	char pid[32];
	sigset_t none;
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	snprintf(pid, sizeof(pid), "%d", (int)process);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(out, STDERR_FILENO) < 0)
		_exit(126);
	execlp("gdb", "gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", "-iex",
	       "set auto-load off", "-ex", "set width 0", "-ex", "set style enabled off", "-p", pid, "-ex",
	       "echo " MARK "\\n", "-ex", "thread apply all backtrace 32", "-ex", "echo " MARK "\\n",
	       (char *)NULL);
	_exit(127);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads up to its end, or for WAIT_MS.  False: that was not enough.  */
static bool read_all(int from, struct bytes *text)
{
	int64_t until = now_ms() + WAIT_MS, left;
	char part[4096];
	ssize_t size = 1;

	while (size != 0 && (left = until - now_ms()) > 0) {
		struct pollfd ready = {.fd = from, .events = POLLIN};

		if (poll(&ready, 1, (int)left) <= 0)
			continue;
		size = read(from, part, sizeof(part));
		if (size > 0 && text->size < TEXT_MOST)
			bytes_add(text, part, (size_t)size);
		if (size < 0 && errno != EINTR)
			break;
	}
	return size == 0;
}

/* The last line of what gdb has said, which is its complaint.  */
static void tell_complaint(struct bytes *text, bool in_time)
{
	char *end = text->at ? text->at + text->size : NULL, *at, *said;

	while (end && end > text->at && strchr("\r\n", end[-1]))
		end--;
	for (at = end; at && at > text->at && at[-1] != '\n';)
		at--;
	said = bytes_copy(at ? at : "", at ? (size_t)(end - at) : 0);
	text->size = 0;
	if (in_time)
		bytes_addf(text, "gdb: %s", said);
	else
		bytes_addf(text, "gdb took more than %d s", WAIT_MS / 1000);
	free(said);
}

/* Moves the part of that thread, which begins with "\nThread ", to the front.  */
static void put_first(struct bytes *text, pid_t thread)
{
	char *name = bytes_text("(LWP %d)", (int)thread), *at = strstr(text->at, name), *end;
	struct bytes sorted = {0};

	free(name);
	while (at && at > text->at && strncmp(at, "\nThread ", 8) != 0)
		at--;
	if (!at || at == text->at)
		return; /* it is first already */
	end = strstr(at + 1, "\nThread ");
	end = end ? end : text->at + text->size;
	bytes_add(&sorted, at, (size_t)(end - at));
	bytes_add(&sorted, text->at, (size_t)(at - text->at));
	bytes_add_text(&sorted, end);
	bytes_free(text);
	*text = sorted;
}

/* Which thread says most of a process that hangs: one that waits for a lock which another thread has.  0:
 * none does.  */
static pid_t waiting_for_lock(const char *text)
{
	static const char *const locks[] = {"pthread_mutex_lock", "lll_lock_wait", "pthread_rwlock_"};
	static const char name[] = "(LWP ";
	pid_t thread = 0;

	for (const char *at = text; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0')) {
		const char *line = strstr(at, name);
		size_t size = strcspn(at, "\n");

		if (strncmp(at, "Thread ", 7) == 0 && line && line < at + size)
			thread = (pid_t)strtol(line + strlen(name), NULL, 10);
		for (size_t i = 0; i < sizeof(locks) / sizeof(*locks); i++)
			if (memmem(at, size, locks[i], strlen(locks[i])))
				return thread;
	}
	return 0;
}

/* Keeps what stands between the marks.  False: they are not there.  */
static bool cut_out(struct bytes *text)
{
	char *from = text->at ? strstr(text->at, MARK "\n") : NULL, *to;

	if (!from || !(to = strstr(from + 1, MARK "\n")))
		return false;
	text->size = (size_t)(to - text->at);
	*to = '\0';
	from += strlen(MARK "\n");
	from += strspn(from, "\n");
	if (from == to) { /* gdb has complained before, and has gone on */
		text->size = (size_t)(strstr(text->at, MARK "\n") - text->at);
		return false;
	}
	bytes_drop(text, (size_t)(from - text->at));
	return text->size > 0;
}

/* Lets gdb print the backtraces of all threads of a stopped process, first that of `thread`, and waits for it
 * at most 20 s.  False: the text says what went wrong, for people.  */
static bool trace_gdb(pid_t process, pid_t thread, struct bytes *text)
{
	int ends[2];
	pid_t gdb;
	bool in_time;

	if (pipe2(ends, O_CLOEXEC) < 0) {
		bytes_addf(text, "no pipe for gdb: %s", strerror(errno));
		return false;
	}
	gdb = fork();
	if (gdb == 0)
		become_gdb(process, ends[1]);
	close(ends[1]);
	in_time = read_all(ends[0], text);
	close(ends[0]);
	if (gdb > 0 && !in_time)
		kill(gdb, SIGKILL);
	while (gdb > 0 && waitpid(gdb, NULL, 0) < 0 && errno == EINTR)
		;
	if (!in_time || !cut_out(text)) {
		tell_complaint(text, in_time);
		return false;
	}
	put_first(text, thread);
	return true;
}

/* What gdb says of a process that is stopped and not traced, to be told.  */
static struct bytes seen_of(pid_t process, pid_t thread, int signal)
{
	struct bytes text = {0}, told = {0};

	if (trace_gdb(process, thread, &text)) {
		pid_t stuck = signal ? 0 : waiting_for_lock(text.at);

		if (stuck)
			put_first(&text, stuck);
		bytes_addf(&told, TRACE_TEXT " %d %d %zu\n", (int)process, signal, text.size);
		bytes_add(&told, text.at, text.size);
	} else {
		FREED char *line = bytes_line(text.at);

		bytes_addf(&told, TRACE_NOT " %s\n", line);
	}
	bytes_free(&text);
	return told;
}

static void tell_seen(struct bytes *told)
{
	tell(told->at, told->size);
	bytes_free(told);
}

/* The thread is at the delivery of a signal that will end its process.  */
static void crash(struct tracer *tracer, pid_t thread, int signal)
{
	pid_t process = (pid_t)process_status(thread, "\nTgid:", 10);
	struct bytes seen;

	tracer->standing = (struct standing){process, thread, signal};
	tracer->reports++;
	ptrace(PTRACE_DETACH, thread, 0, (long)SIGSTOP);
	tracee_let_go(process, thread);
	tell_text(bytes_text(TRACE_CRASH " %d %d\n", (int)process, signal));
	seen = seen_of(process, thread, signal);
	tell_seen(&seen);
}

/* It dies of the signal that it would have died of.  */
static void go(struct tracer *tracer)
{
	struct standing *standing = &tracer->standing;

	if (!standing->process)
		return;
	syscall(SYS_tgkill, standing->process, standing->thread, standing->signal);
	kill(standing->process, SIGCONT);
	standing->process = 0;
}

/* ---- the loop ---- */

static void thread_stopped(struct tracer *tracer, pid_t thread, int status)
{
	int signal = WSTOPSIG(status), event = status >> 16;
	bool stops = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;

	if (event == PTRACE_EVENT_STOP && stops)
		ptrace(PTRACE_LISTEN, thread, 0, 0); /* it stays stopped until SIGCONT */
	else if (event)
		ptrace(PTRACE_CONT, thread, 0, 0);
	else if (!tracer->standing.process && tracer->reports < REPORTS_MOST &&
		 tracee_is_fatal(thread, signal))
		crash(tracer, thread, signal);
	else
		ptrace(PTRACE_CONT, thread, 0, (long)signal);
}

/* False: nobody is left to be traced.  */
static bool hear_threads(struct tracer *tracer)
{
	int status;
	pid_t thread;

	while ((thread = waitpid(-1, &status, __WALL | WNOHANG)) > 0)
		if (WIFSTOPPED(status))
			thread_stopped(tracer, thread, status);
	return thread == 0 || tracer->standing.process;
}

/* ---- a process that goes on ---- */

/* src/samples/debug/startup/sitecustomize.py has both: at this signal a Python writes the lines of its
 * threads to that file.  */
enum { LINES_SIGNAL = 62, LINES_WAIT_MS = 1000 };
static const char lines_file[] = "/memfd:ringside-lines (deleted)";

static bool has_signal(pid_t thread, const char *field)
{
	return process_status(thread, field, 16) >> (LINES_SIGNAL - 1) & 1;
}

/* Has the process written more than it had, and no thread writes any more?  While it writes, the signal is
 * blocked.  */
static bool has_written(pid_t process, int file, off_t before)
{
	FREED_BY(pids_free) struct pids threads = {0};
	struct stat now;
	bool writes = fstat(file, &now) != 0 || now.st_size <= before;

	pids_listed(&threads, "/proc/%d/task", (int)process);
	for (size_t i = 0; i < threads.count && !writes; i++)
		writes = has_signal(threads.at[i], "\nSigBlk:");
	return !writes;
}

/* Writes lines as `  File "/home/a/brain.py", line 31 in think` as the frames of gdb, those of the thread
 * that took the signal first.  */
static void add_frames(struct bytes *text, pid_t process, const char *lines, bool current)
{
	int threads = current ? 0 : 1, frames = 0;
	bool wanted = false;

	for (const char *at = lines; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0')) {
		bool is_current = strncmp(at, "Current thread ", 15) == 0;
		char file[LINE_SIZE], function[LINE_SIZE];
		int line;

		if (is_current || strncmp(at, "Thread ", 7) == 0) {
			wanted = is_current == current;
			frames = 0;
			if (wanted)
				bytes_addf(text, "\nThread %d (LWP %d):\n", ++threads, (int)process);
		} else if (wanted && sscanf(at, " File \"%255[^\"]\", line %d in %255[^\n]", file, &line,
					    function) == 3) {
			bytes_addf(text, "#%d  %s () at %s:%d\n", frames++, function, file, line);
		}
	}
}

/* Asks a Python for the lines of its threads.  False: it is none, or does not answer.  */
static bool ask_lines(struct tracer *tracer, pid_t process, struct bytes *text)
{
	FREED char *folder = bytes_text("/proc/%d", (int)process), *path = NULL, *lines = NULL;
	int fd = -1, file, left_ms = LINES_WAIT_MS;
	struct stat before, after;
	ssize_t size = 0;

	if (!has_signal(process, "\nSigCgt:") || process_holds(folder, lines_file, &fd) != HOLDS)
		return false;
	path = bytes_text("%s/fd/%d", folder, fd);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return false;
	if (fstat(file, &before) == 0 && kill(process, LINES_SIGNAL) == 0) {
		for (; left_ms > 0 && !has_written(process, file, before.st_size); left_ms--) {
			if (tracer)
				hear_threads(tracer);
			poll(NULL, 0, 1);
		}
		if (left_ms > 0 && fstat(file, &after) == 0 && after.st_size - before.st_size < TEXT_MOST) {
			size = after.st_size - before.st_size;
			lines = bytes_new((size_t)size + 1);
			size = pread(file, lines, (size_t)size, before.st_size);
		}
	}
	close(file);
	if (size <= 0)
		return false;
	add_frames(text, process, lines, true);
	add_frames(text, process, lines, false);
	bytes_drop(text, text->size > 0);
	return text->size > 0;
}

/* The process goes on before this is told: who hears of it may stop the process at once.  It is traced again
 * if it was.  */
static void look_at_living(struct tracer *tracer, pid_t process)
{
	FREED_BY(bytes_free) struct bytes lines = {0};
	struct bytes seen = {0};

	if (ask_lines(tracer, process, &lines)) {
		bytes_addf(&seen, TRACE_TEXT " %d 0 %zu\n%s", (int)process, lines.size, lines.at);
		tell_seen(&seen);
		return;
	}
	kill(process, SIGSTOP);
	if (tracer)
		tracee_let_go(process, 0);
	seen = seen_of(process, process, 0);
	if (tracer)
		tracee_seize(process, FOLLOWED);
	kill(process, SIGCONT);
	tell_seen(&seen);
}

/* ---- what the judge wants ---- */

/* False: the judge has nothing more to say.  */
static bool hear_judge(struct tracer *tracer)
{
	ssize_t size;
	char *end;

	assert(tracer->size < LINE_SIZE);
	size = read(STDIN_FILENO, tracer->line + tracer->size, LINE_SIZE - tracer->size);
	if (size <= 0)
		return size < 0 && (errno == EAGAIN || errno == EINTR);
	tracer->size += (size_t)size;
	while ((end = memchr(tracer->line, '\n', tracer->size))) {
		*end++ = '\0';
		if (strcmp(tracer->line, TRACE_GO) == 0)
			go(tracer);
		else if (strncmp(tracer->line, TRACE_LOOK " ", sizeof(TRACE_LOOK)) == 0)
			look_at_living(tracer, (pid_t)strtol(tracer->line + sizeof(TRACE_LOOK), NULL, 10));
		tracer->size -= (size_t)(end - tracer->line);
		memmove(tracer->line, end, tracer->size);
	}
	return tracer->size < LINE_SIZE;
}

int main(int argc, char **argv)
{
	struct tracer tracer = {.agent = argc > 1 ? (pid_t)strtol(argv[1], NULL, 10) : 0};
	struct pollfd ready[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.events = POLLIN}};
	sigset_t children;

	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	ready[1].fd = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
	if (tracer.agent <= 0 || ready[1].fd < 0)
		return 2;
	if (argc > 2 && strcmp(argv[2], TRACE_LOOK) == 0) {
		look_at_living(NULL, tracer.agent);
		return 0;
	}
	if (argc > 4 && strcmp(argv[2], TRACE_STANDS) == 0) {
		struct bytes seen = seen_of(tracer.agent, (pid_t)strtol(argv[3], NULL, 10),
					    (int)strtol(argv[4], NULL, 10));

		tell_seen(&seen);
		return 0;
	}
	if (seize_family(tracer.agent))
		tell_text(bytes_text(TRACE_BEGUN "\n"));
	else
		tell_text(bytes_text(TRACE_NOT " ptrace: %s\n", strerror(errno)));
	if (argc > 2 && strcmp(argv[2], TRACE_HELD) == 0)
		kill(tracer.agent, SIGCONT);
	while (hear_threads(&tracer)) {
		struct signalfd_siginfo info;

		if (poll(ready, 2, -1) < 0 && errno != EINTR)
			break;
		if (ready[1].revents && read(ready[1].fd, &info, sizeof(info)) < 0 && errno != EAGAIN)
			break;
		if (ready[0].revents && !hear_judge(&tracer))
			break;
	}
	return 0;
}
