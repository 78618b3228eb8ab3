/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_look.c - observes an agent from outside: what its processes do, which of them reads what it is sent,
 * who traces it, and whether it has more than it may.
 *
 * The kernel shows the system call that a thread sleeps in, with its arguments (syscall), and the kernel
 * function (wchan), but only to a process that may trace it.  Everybody may read the state.  */
#include "agent_state.h"

#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/installed.h"
#include "ringside/sh_words.h"
#include "ringside/text_file.h"
#include "spawn.h"
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	TEXT_SIZE = 1024,
	THREADS_MOST = 256, /* are looked at */
	POLLED_MOST = 16,
	CALL_FUTEX_WAITV = 449
};

enum wait { WAIT_OTHER, WAIT_INPUT, WAIT_FUTEX, WAIT_CHILD };

/* Of one process.  */
struct tally {
	int threads, running, traced, stopped, futexes, reads, children;
};

/* How often a guarded agent is looked at.  */
#define GUARD_AGE ((int64_t)100 * NS_PER_MS)

enum { NAMES_MOST = 8 };

/* How sure it is that a process is the one.  */
enum { HAS_NO_INPUT, HAS_INPUT, RUNS, READS };

enum {
	STATUS_SIZE = 4096,    /* what we need is at its beginning */
	ANCESTORS = 64,        /* the ancestors of a tracer that are checked */
	CAPABILITY_PTRACE = 19 /* linux/capability.h, which some systems lack */
};

/* Is that descriptor of the process the input?  */
static bool is_input(const char *process, long fd, const char *input)
{
	FREED char *path = bytes_text("%s/fd/%ld", process, fd);
	char target[64];
	ssize_t size = readlink(path, target, sizeof(target));

	return size > 0 && (size_t)size == strlen(input) && memcmp(target, input, (size_t)size) == 0;
}

/* Is the input among those that this epoll descriptor waits for?  */
static bool is_polled(const char *process, long epoll, const char *input)
{
	char text[TEXT_SIZE];
	bool found = false;

	proc_text(text, sizeof(text), "%s/fdinfo/%ld", process, epoll);
	for (const char *at = text; !found && (at = strstr(at, "tfd:")); at++)
		found = is_input(process, strtol(at + strlen("tfd:"), NULL, 10), input);
	return found;
}

/* Reads the memory of the process; false: it cannot be read.  */
static bool read_memory(const char *process, long at, void *bytes, size_t size)
{
	FREED char *path = bytes_text("%s/mem", process);
	CLOSED int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd >= 0 && pread(fd, bytes, size, at) == (ssize_t)size;
}

static bool is_in_poll(const char *process, long at, long count, const char *input)
{
	struct pollfd polled[POLLED_MOST];
	bool found = false;

	count = count < POLLED_MOST ? count : POLLED_MOST;
	if (count < 0 || !read_memory(process, at, polled, (size_t)count * sizeof(*polled)))
		return false;
	for (long i = 0; i < count && !found; i++)
		found = polled[i].events & POLLIN && is_input(process, polled[i].fd, input);
	return found;
}

/* The set is a row of longs.  */
static bool is_in_select(const char *process, long count, long at, const char *input)
{
	unsigned long set = 0;
	bool found = false;

	if (!at || !read_memory(process, at, &set, sizeof(set)))
		return false;
	for (long fd = 0; fd < count && fd < (long)sizeof(set) * CHAR_BIT && !found; fd++)
		found = set >> fd & 1 && is_input(process, fd, input);
	return found;
}

/* Judges by the number of the system call and its first two arguments.  */
static enum wait wait_by_call(const char *process, const char *input, long call, long first, long second)
{
	switch (call) {
#ifdef SYS_poll
	case SYS_poll:
#endif
	case SYS_ppoll: return is_in_poll(process, first, second, input) ? WAIT_INPUT : WAIT_OTHER;
#ifdef SYS_select
	case SYS_select:
#endif
	case SYS_pselect6: return is_in_select(process, first, second, input) ? WAIT_INPUT : WAIT_OTHER;
	case SYS_read:
	case SYS_readv:
	case SYS_recvfrom:
	case SYS_recvmsg: return is_input(process, first, input) ? WAIT_INPUT : WAIT_OTHER;
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
#endif
	case SYS_epoll_pwait: return is_polled(process, first, input) ? WAIT_INPUT : WAIT_OTHER;
	case SYS_futex:
	case CALL_FUTEX_WAITV: return WAIT_FUTEX;
	case SYS_wait4:
	case SYS_waitid: return WAIT_CHILD;
	default: return WAIT_OTHER;
	}
}

/* What a sleeping thread waits for.  The call numbers of other architectures, as of 32 bits, mean nothing to
 * us: then the name of the kernel function decides.  */
static enum wait wait_of(const char *process, const char *thread, const char *input)
{
	char text[TEXT_SIZE], *end;
	enum wait wait = WAIT_OTHER;
	long call, first;

	proc_text(text, sizeof(text), "%s/syscall", thread);
	call = strtol(text, &end, 10);
	if (end != text) {
		first = strtol(end, &end, 16);
		wait = wait_by_call(process, input, call, first, strtol(end, NULL, 16));
	}
	if (wait != WAIT_OTHER || (end != text && (call == SYS_read || call == SYS_readv)))
		return wait; /* of a read of something else */
	proc_text(text, sizeof(text), "%s/wchan", thread);
	return strstr(text, "futex")       ? WAIT_FUTEX
	       : strstr(text, "pipe_read") ? WAIT_INPUT
	       : strstr(text, "do_wait")   ? WAIT_CHILD
					   : WAIT_OTHER;
}

static void look_at_thread(const char *process, const char *thread, const char *input, struct tally *tally)
{
	char text[TEXT_SIZE], *state;

	proc_text(text, sizeof(text), "%s/stat", thread);
	state = strrchr(text, ')'); /* a name may hold anything */
	if (!state || state[1] != ' ' || strchr("ZXx", state[2]))
		return;
	tally->threads++;
	switch (state[2]) {
	case 'R': tally->running++; return;
	case 't': tally->traced++; return;
	case 'T': tally->stopped++; return;
	default: break;
	}
	switch (wait_of(process, thread, input)) {
	case WAIT_INPUT: tally->reads++; break;
	case WAIT_FUTEX: tally->futexes++; break;
	case WAIT_CHILD: tally->children++; break;
	case WAIT_OTHER: break;
	}
}

/* False: it cannot be looked at.  */
static bool look_at_process(const char *process, const char *input, struct tally *tally)
{
	FREED char *folder = bytes_text("%s/task", process);
	FREED_BY(pids_free) struct pids threads = {0};

	pids_listed(&threads, "%s", folder);
	for (size_t i = 0; i < threads.count && i < THREADS_MOST; i++) {
		FREED char *path = bytes_text("%s/%d", folder, (int)threads.at[i]);

		look_at_thread(process, path, input, tally);
	}
	return access(folder, R_OK) == 0;
}

static void add_tally(struct tally *sum, const struct tally *more)
{
	sum->threads += more->threads;
	sum->running += more->running;
	sum->traced += more->traced;
	sum->stopped += more->stopped;
	sum->futexes += more->futexes;
	sum->reads += more->reads;
	sum->children += more->children;
}

static enum activity_kind kind_of(const struct tally *sum, int64_t unread)
{
	return !sum->threads                  ? ACTIVITY_GONE
	       : sum->running                 ? ACTIVITY_RUNS
	       : sum->traced                  ? ACTIVITY_TRACED
	       : sum->stopped                 ? ACTIVITY_STOPPED
	       : sum->futexes == sum->threads ? ACTIVITY_FUTEXES
	       : unread                       ? ACTIVITY_UNREAD
	       : sum->reads                   ? ACTIVITY_READS
					      : ACTIVITY_SLEEPS;
}

static char *limits_words(bool sandbox, const struct cgroups *cgroups)
{
	return bytes_text("%s, processes %d (%s), memory by %s, CPU by %s",
			  sandbox ? "sandbox" : "no sandbox", AGENT_PROCESSES,
			  cgroups->limits_processes ? "cgroup" : "by looking",
			  cgroups->memory ? "cgroup and by looking" : "looking",
			  cgroups_cpu(cgroups) >= 0 ? "cgroup" : "looking");
}

static char *memory_words(int64_t bytes, int64_t allowed)
{
	return bytes_text("used %" PRId64 " bytes of memory, %" PRId64 " are allowed (--memory)", bytes,
			  allowed);
}

/* What forks while it is killed is killed by the next look.  */
static void guard(void *user, int events UNUSED)
{
	struct agent *agent = user;
	int64_t rss = agent_usage_now(agent).rss, bytes = 0;

	if (agent->folder &&
	    !agent->folder_look) /* before the others: no file counts twice when it is removed */
		agent->removed = agent_removed_files(agent, agent->folder);
	if (agent->folder) /* a large one is counted in several looks */
		bytes = agent->removed + folder_size(agent->folder, &agent->folder_look);
	if (!agent->refused && agent->memory && rss > agent->memory)
		agent->refused = memory_words(rss, agent->memory);
	if (!agent->refused && agent_is_crowd(agent))
		agent->refused = bytes_text("had more than %d processes", AGENT_PROCESSES);
	if (!agent->refused && bytes > agent->folder_most)
		agent->refused = bytes_text("has %" PRId64 " bytes in its temporary folder, %" PRId64
					    " are allowed (--temp-size)",
					    bytes, agent->folder_most);
	if (agent->refused)
		agent_kill_family(agent);
	loop_at(agent->guard, loop_now() + GUARD_AGE);
}

/* A shell that waits for its child has the input open, too.  */
static int rank_of(pid_t pid, const char *input)
{
	FREED char *process = bytes_text("/proc/%d", (int)pid);
	FREED_BY(pids_free) struct pids one = {0};
	struct activity activity = {0};
	int rank = HAS_NO_INPUT, fd;

	if (process_holds(process, input, &fd) == HOLDS) {
		pids_add(&one, pid);
		activity_look("/proc", &one, input, &activity);
		rank = activity.kind == ACTIVITY_READS  ? READS
		       : activity.kind == ACTIVITY_RUNS ? RUNS
							: HAS_INPUT;
	}
	return rank;
}

/* The value of a field; NULL: there is none.  */
static const char *field(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at ? at + strlen(name) + strspn(at + strlen(name), " \t") : NULL;
}

/* Did we or our agents start it?  An agent could trace itself to stop its clock.  */
static bool is_ours(pid_t pid)
{
	for (int i = 0; i < ANCESTORS && pid > 1; i++) {
		pid = parent_of(pid);
		if (pid == getpid())
			return true;
	}
	return false;
}

/* The name that src/samples/debug/startup/sitecustomize.py gives a process.  */
static const char post_mortem[] = "Name:\tringside-pdb\n";

/* Adds what one process shows.  */
static void look_at_status(pid_t pid, pid_t gdb, struct agent_look *look)
{
	char text[STATUS_SIZE];
	const char *state, *tracer;
	pid_t by;

	if (!proc_text(text, sizeof(text), "/proc/%d/status", (int)pid))
		return;
	state = field(text, "\nState:");
	tracer = field(text, "\nTracerPid:");
	by = tracer ? (pid_t)strtol(tracer, NULL, 10) : 0;
	look->by_gdb |= by && by == gdb;
	look->traced |= by && (by == gdb || !is_ours(by));
	look->watched |= by && by != gdb && is_ours(by);
	look->stopped |= state && *state == 'T';
	look->held |= state && *state == 't';
	look->dead |= strncmp(text, post_mortem, sizeof(post_mortem) - 1) == 0;
}

void activity_look(const char *proc, const struct pids *pids, const char *input, struct activity *activity)
{
	struct tally all = {0}, busy = {0}, *sum;
	bool seen = false;

	for (size_t i = 0; i < pids->count; i++) {
		FREED char *process = bytes_text("%s/%d", proc, (int)pids->at[i]);
		struct tally one = {0};

		seen = look_at_process(process, input, &one) || seen;
		add_tally(&all, &one);
		if (one.children < one.threads)
			add_tally(&busy, &one);
	}
	sum = busy.threads ? &busy : &all;
	activity->kind = seen ? kind_of(sum, activity->unread) : ACTIVITY_UNKNOWN;
	activity->threads = sum->running ? sum->running : sum->threads;
}

char *tracing_refused(const char *scope, const char *status, bool observed)
{
	long level = strtol(scope, NULL, 10);
	const char *capabilities = field(status, "\nCapEff:");
	bool may_all = capabilities && strtoull(capabilities, NULL, 16) >> CAPABILITY_PTRACE & 1;

	if (level >= 3)
		return bytes_text("tracing is off until a restart (kernel.yama.ptrace_scope is 3)");
	if (level == 2 && !may_all)
		return bytes_text("tracing is for root: `sysctl kernel.yama.ptrace_scope=1` allows it");
	if (level == 1 && observed && !may_all)
		return bytes_text("only its ancestors may trace it: `sysctl kernel.yama.ptrace_scope=0` "
				  "allows it");
	return NULL;
}

void agent_begin_guard(struct agent *agent, const struct agent_setup *setup)
{
	agent->folder_most = setup->folder_most;
	if (setup->directory && setup->folder_most)
		agent->folder = bytes_text("%s", setup->directory);
	agent->guard = loop_timer(agent->loop, LOOP_LATER, guard, agent);
	loop_at(agent->guard, loop_now() + GUARD_AGE);
}

bool agent_is_crowd(const struct agent *agent)
{
	return agent->meter.all.count > AGENT_PROCESSES;
}

/* They may fork while they are killed; the next look finds those.  */
void agent_kill_family(struct agent *agent)
{
	meter_look(&agent->meter);
	for (size_t i = agent->meter.all.count; i > 0; i--)
		kill(agent->meter.all.at[i - 1], SIGKILL);
	agent_signal(agent, SIGKILL);
}

/* While they stand they start no others, so those that go on are those that were stopped.  */
void agent_rest(struct agent *agent, bool rest)
{
	if (agent->exited)
		return;
	agent_signal(agent, rest ? SIGSTOP : SIGCONT);
	if (rest)
		meter_look(&agent->meter);
	for (size_t i = 0; i < agent->meter.all.count; i++)
		if (getpgid(agent->meter.all.at[i]) != agent->process.pid)
			kill(agent->meter.all.at[i], rest ? SIGSTOP : SIGCONT);
}

char *agent_limits_words(const struct agent *agent)
{
	return limits_words(agent->process.init != 0, &agent->process.cgroups);
}

char *agent_limits_of(const struct agent_setup *setup)
{
	struct cgroups cgroups;
	char *words;

	free(cgroups_make(&cgroups, setup->cgroups ? setup->cgroups : cgroups_lent(), AGENT_PROCESSES,
			  setup->memory));
	words = limits_words(setup->sandbox != NULL, &cgroups);
	cgroups_end(&cgroups);
	return words;
}

int64_t agent_refused_memory(const struct agent *agent)
{
	return cgroups_refused_memory(&agent->process.cgroups) ? agent->process.cgroups.memory : 0;
}

char *agent_refused(const struct agent *agent)
{
	int64_t refused = agent_refused_memory(agent);

	return agent->refused ? bytes_text("%s", agent->refused)
	       : refused      ? memory_words(refused, agent->memory)
			      : NULL;
}

void agent_activity(struct agent *agent, struct activity *activity)
{
	FREED char *input = NULL;

	*activity = (struct activity){.kind = ACTIVITY_GONE, .cpu_ns = -1};
	if (agent->exited)
		return;
	meter_look(&agent->meter);
	activity->unread = agent_unread_of(agent, &input);
	activity_look("/proc", &agent->meter.all, input ? input : "", activity);
	if (activity->kind == ACTIVITY_READS && agent->process.out >= 0 &&
	    agent_unread_in(agent->process.out))
		activity->kind = ACTIVITY_WRITES;
}

struct agent_look agent_look(const struct agent *agent, const struct agent *gdb, pid_t on)
{
	pid_t pid = agent_pid(agent), by = gdb ? agent_pid(gdb) : 0;
	char text[STATUS_SIZE], *end;
	struct agent_look look = {0}, child = {0};

	look_at_status(pid, by, &look);
	if (on && on != pid)
		look_at_status(on, by, &look);
	if (look.traced)
		return look;
	/* The program behind a script, if the kernel lists children; otherwise only the script counts.  */
	if (proc_text(text, sizeof(text), "/proc/%d/task/%d/children", (int)pid, (int)pid))
		for (char *at = text; (by = (pid_t)strtol(at, &end, 10)) > 0 && end != at; at = end)
			if (getsid(by) == getsid(pid))
				look_at_status(by, 0, &child);
	look.traced = child.traced;
	look.dead |= child.dead;
	return look;
}

/* What stdin of the process is, as /proc has it; NULL: not known.  The caller frees.  */
static char *stdin_of(pid_t pid)
{
	FREED char *path = bytes_text("/proc/%d/fd/0", (int)pid);
	char target[64];
	ssize_t size = readlink(path, target, sizeof(target));

	return size > 0 ? bytes_copy(target, (size_t)size) : NULL;
}

pid_t agent_reader(const struct agent *agent, char **others)
{
	FREED_BY(pids_free) struct pids family = {0};
	FREED char *input = NULL;
	pid_t reader = agent->process.agent;
	struct bytes names = {0};
	int best = HAS_NO_INPUT;

	agent_unread_of(agent, &input);
	input = input ? input : stdin_of(agent->process.agent);
	family_of(agent->process.agent, agent->process.init, &family);
	/* Parents come before their children: of two that are alike the deeper one counts.  */
	for (size_t i = 0; i < family.count && input; i++) {
		int rank = rank_of(family.at[i], input);

		if (rank != HAS_NO_INPUT && rank >= best) {
			best = rank;
			reader = family.at[i];
		}
	}
	for (size_t i = 0, named = 0; i < family.count && named < NAMES_MOST; i++)
		if (family.at[i] != reader) {
			FREED char *name = process_name(family.at[i]);

			if (name)
				bytes_addf(&names, "%s%d %s", names.size ? ", " : "", (int)family.at[i],
					   name);
			named++;
		}
	*others = names.at;
	return reader;
}

bool agent_has_process(const struct agent *agent, pid_t pid)
{
	FREED_BY(pids_free) struct pids family = {0};

	family_of(agent->process.agent, agent->process.init, &family);
	return pids_have(&family, pid);
}

char *agent_cannot_trace(bool observed)
{
	char scope[STATUS_SIZE], status[STATUS_SIZE];
	FREED char *why = NULL, *program = command_program("gdb", &why);

	if (!program)
		return bytes_text("gdb is not installed: its package is called gdb");
	if (!text_file_start("/proc/sys/kernel/yama/ptrace_scope", scope, sizeof(scope)) ||
	    !text_file_start("/proc/self/status", status, sizeof(status)))
		return NULL;
	return tracing_refused(scope, status, observed);
}

struct agent *agent_trace(struct loop *loop, pid_t process, const char *how,
			  const struct agent_events *events, void *user, char **problem)
{
	struct agent *tracer;
	char *path;
	FREED char *quoted = NULL, *command = NULL;

	if ((*problem = agent_cannot_trace(false)))
		return NULL;
	if (!(path = installed_file("src/io", PKGLIBEXECDIR, "ringside-trace", X_OK))) {
		*problem = bytes_text("ringside-trace is not installed in " PKGLIBEXECDIR);
		return NULL;
	}
	quoted = sh_words_quoted(path);
	command = bytes_text("%s %d %s", quoted, (int)process, how);
	tracer = agent_spawn(loop, &(struct agent_setup){.command = command, .stderr_pipe = true}, events,
			     user, problem);
	free(path);
	return tracer;
}
