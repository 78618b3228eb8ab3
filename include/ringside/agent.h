/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent.h - one process that plays: it is started, written to, watched and ended.
 *
 * Called by the session.  stdin and stdout are pipes; stderr and /dev/tty are a terminal of the agent's own
 * (a pty).  If the agent speaks over a connection to 127.0.0.1, stdin and stdout mean that connection.  Every
 * descriptor is non-blocking.  Outputs are always read, whatever the match does.  Writes wait in a bounded
 * queue.  Callbacks come from the loop, bytes always before the exit.  */
#ifndef RINGSIDE_AGENT_H
#define RINGSIDE_AGENT_H

#include "ringside/event.h"
#include "ringside/judge.h"
#include "ringside/loop.h"
#include <sys/types.h>

struct agent;

struct agent_events {
	/* t: CLOCK_MONOTONIC ns, taken right after the wake-up.  */
	void (*bytes)(void *user, int64_t t, enum stream stream, const char *bytes, size_t size);
	/* It closed its stdout, or writing to its stdin failed.  At most once a stream, never from within
	 * agent_write().  May be left out if the agent ends at the same moment.  May be NULL.  */
	void (*closed)(void *user, int64_t t, enum stream stream);
	/* It ended; all its bytes came before.  The callback may free the agent.  */
	void (*exited)(void *user, int64_t t, struct ending ending);
	/* Another process connected in place of the agent and was refused: `text` says who, for people.  Or
	 * no connection can be accepted any more: `text` says why.  May be NULL.  */
	void (*stranger)(void *user, int64_t t, const char *text);
	/* An agent that speaks over TCP has connected.  False: it has closed an unused connection and may
	 * connect again.  May be NULL.  */
	void (*connection)(void *user, int64_t t, bool open);
	/* It has not ended within 2 s of SIGKILL: the kernel holds it, or it belongs to another user.  It is
	 * left behind; exited() follows, as if SIGKILL had ended it.  May be NULL.  */
	void (*stays)(void *user, pid_t pid);
	/* The system failed to read its stdout, or to write to its stdin, with this error (errno): not the
	 * agent's fault.  The stream ends all the same: closed() or exited() follows.  May be NULL.  */
	void (*failed)(void *user, int64_t t, enum stream stream, int error);
	/* From then to t (ns) pieces of its input waited until it had read those before.  May be NULL.  */
	void (*held_back)(void *user, int64_t from, int64_t t);
};

/* Limits that no honest agent meets: processes, those with their threads in a sandbox, and bytes of a file.
 */
enum { AGENT_PROCESSES = 512, AGENT_THREADS = 4096 };
#define AGENT_FILE_SIZE ((int64_t)4 << 30)

struct agent_limits {
	int64_t memory;    /* bytes of address space an agent may map (RLIMIT_AS), 0: no limit */
	int64_t file_size; /* bytes of a file it may write (RLIMIT_FSIZE), 0: no limit */
	int processes;     /* of this user (RLIMIT_NPROC), in a sandbox of the agent; does not bind root; 0:
			      no limit */
};

/* What a sandbox shows besides the system and the files of the command.  */
struct agent_sandbox {
	const char *shown; /* paths, one a line, as --sandbox-bind takes them; NULL: none */
	const char *own;   /* a folder that the agent may write; NULL: none but the setup's directory */
	bool alone;        /* `own`, and the files that its arguments name, are not shown */
};

/* Both follow the children of a shell.  */
#define AGENT_VALGRIND "valgrind -q --trace-children=yes"
#define AGENT_LEAKS    "valgrind -q --trace-children=yes --leak-check=full --show-leak-kinds=all"
#define AGENT_STRACE   "strace -q -f"

struct agent_setup {
	const char *command;        /* a command line in sh's words: quotes and backslashes, no expansion; or
				       sample:NAME */
	const char *const *samples; /* as for agent_command() */
	const char *under;     /* the tool that runs it, in words for sh, as AGENT_VALGRIND; NULL: none */
	const char *directory; /* where it runs; NULL: here.  Words of the command that name a file from here
				  are full paths for it then */
	struct agent_limits limits;
	const char *cgroups; /* folders of cgroup trees, joined with colons, in which it gets a cgroup of its
				own; NULL: what agent_borrow_cgroups() has found */
	int64_t memory;      /* bytes for all its processes there; 0: no limit */
	const char *cpus;    /* the cores that it may run on, as a good list (cores.h); NULL: as the judge */
	const struct agent_sandbox *sandbox; /* it runs in one, and may write into `directory`; NULL: it does
						not */
	bool traceable;   /* gdb may trace it: without yama's permission any process of this user could */
	bool post_mortem; /* in Python: pdb comes up on its terminal after an exception, if it is traceable */
	bool held;        /* it stands, stopped, until SIGCONT lets it become its program */
	bool socket;      /* it speaks over TCP: agent_spawn() */
	bool stderr_pipe; /* no terminal of its own: stderr is a pipe */
	bool all_terminal;   /* stdin and stdout are its terminal, too: a tool for people, such as gdb.  Its
				output comes as STREAM_STDERR; agent_type() sends keys  */
	int64_t end_ns;      /* how long it may take to leave after its stdin is closed: agent_dismiss() */
	int columns, rows;   /* of its terminal */
	bool checked;        /* each of its answers is checked: agent_has_not_read() */
	bool guarded;        /* no match counts its memory, its processes and its folder: it is killed when it
				has too much, and agent_refused() says so */
	int64_t folder_most; /* bytes that `directory` may then have; 0: no limit */
	uint32_t pieces; /* where its input is cut into pieces, each of which waits until it has read the one
			    before, 20 ms at most; 0: nowhere */
};

struct agent_usage {
	int64_t cpu_ns; /* so far; -1: not known */
	int64_t rss;    /* bytes resident; -1: not known */
	int64_t peak;   /* the maximum since agent_forget_peak(), best estimate; -1: not known
			 */
};

/* Splits a command line.  NULL and a problem if it is NULL, as of a seat in a file, a quote is not closed or
 * the line is empty. `sample:NAME`
 * becomes the path of the bundled agent; its file is called PREFIX + NAME, with the first prefix in `samples`
 * for which it exists (a list that ends in NULL; NULL: no prefix).  The file of a script may end in .py or
 * .sh.  The result is a NULL-terminated argv in one block; the caller frees it.  */
char **agent_command(const char *command, const char *const *samples, char **problem);
/* The absolute path of the program that such an argv starts.  NULL and a problem for people, which names the
 * bundled agent of that name, if there is one.  The caller frees either.  */
char *agent_program(char **argv, const char *const *samples, char **problem);
/* The argv and the program for exec in this process, of a setup without a sandbox and without a connection:
 * its command, under its tool.  NULL and a problem for people.  The caller frees both.  */
char **agent_exec_words(const struct agent_setup *setup, char **program, char **problem);
/* The sorted names of the bundled agents with these prefixes, as sample:NAME takes them.  Returns their
 * number.  The caller frees the block, which ends in NULL. Looks where ringside was built and where it is
 * installed, or only in $RINGSIDE_SAMPLES.  */
int agent_samples(const char *const *samples, char ***names);

/* The path of a file of the samples, as "worlds/classic.world"; NULL: there is none.  The caller frees.  */
char *agent_sample_file(const char *name);

/* Starts it.  NULL and a problem for people that names the command if it cannot be started: not found, not
   executable, no more processes. argv[0] is the full path of the executable.  A name with a slash is relative
   to the judge's own folder, whatever setup->directory is.  The first call makes the judge ignore SIGPIPE.
   setup->socket is for an agent that speaks over TCP. {host} and {port} anywhere in the command become the
   address that it connects to; if neither is there, both are appended as two words.  Its stdin is empty; its
   stdout goes to the log, like its stderr.  The first connection from its process, its group, its session or
   its descendants is accepted.  If that one is closed unused, another is accepted; then nobody listens any
   more. /proc tells who has connected: if it cannot be read, the agent is not started.  Writes before the
   connection wait in the queue.  */
struct agent *agent_spawn(struct loop *loop, const struct agent_setup *setup,
			  const struct agent_events *events, void *user, char **problem);
/* NULL, or why no sandbox can be made here, for people; the caller frees.  Starts a program in one.  */
char *agent_sandbox_problem(void);
/* The command that a setup with a sandbox runs, in words for sh.  NULL and a problem, for people.  The caller
 * frees either.  */
char *agent_sandbox_words(const struct agent_setup *setup, char **problem);
/* Kills the rest of its group and frees it; no callback comes any more.  May be called from its callbacks. If
 * the agent is still alive, waits for its end: well under a millisecond, at most 100 ms.  NULL is fine.  */
void agent_free(struct agent *agent);

/* Reads what its stdout holds now, at t, and gives it to bytes() before it returns.  False: nothing was done,
 * because the loop has just found nothing there, and the agent has answered 50 questions and never spoken
 * without being asked; never for a checked agent.  Otherwise one system call if there is nothing.  */
bool agent_drain(struct agent *agent, int64_t t);
/* The same for its terminal, or its stderr; at most 64 KiB.  Does nothing if the agent has answered 50
 * questions and never written there.  */
void agent_drain_words(struct agent *agent, int64_t t);
/* Reports all that it has done by now, as of t: what it wrote on both streams, at most 1 MiB each, a
 * connection, its end.  The callbacks may free the agent.  */
void agent_hear(struct agent *agent, int64_t t);
/* Writes bytes to its stdin; the queue keeps what the pipe does not take.  False: it no longer reads, or the
 * queue is full (1 MiB).  Then closed() was or will be called, unless the agent was dismissed or has ended.
 */
bool agent_write(struct agent *agent, const char *bytes, size_t size);
/* Announces that the next agent_write() ends in a question, which takes `size` bytes up to its line end. t:
 * the time of the write.  The first question of a process waits until the process has read all before it and
 * sleeps (checked every 2 ms; a process that never sleeps gets 50 ms).  So the greeting of a slow starter is
 * never taken for an answer.  */
void agent_asks(struct agent *agent, int64_t t, size_t size);
/* Was it asked before?  Write what precedes its first question separately.  */
bool agent_was_asked(const struct agent *agent);
/* Is that question still unread, after bytes() was called at t?  Then none of these bytes answers it.  Makes
 * one system call, but only if that is possible: shortly after a question, at the first three of a process,
 * and always after agent_suspect().  After 50 questions it makes one a millisecond at most, unless an answer
 * is quicker than all before.  A checked agent is looked at after each answer.  False for a connection:
 * nobody can know.  */
bool agent_has_not_read(struct agent *agent, int64_t t);
/* It has spoken without being asked.  */
void agent_suspect(struct agent *agent);
/* Keys that a person types into its terminal.  */
void agent_type(struct agent *agent, const char *bytes, size_t size);
void agent_terminal_size(struct agent *agent, int columns, int rows);
/* Makes it leave in steps: after grace_ns its stdin is closed; after setup->end_ns, at least 50 ms, its group
 * gets SIGTERM; after 100 ms SIGKILL; after 2 s it is left behind.  Its outputs are still read, and exited()
 * still comes.  A connection is closed in one direction, so the agent reads an end; if none came, none is
 * accepted any more.  If called again, the shorter grace counts.  The steps count time in which this process
 * is awake (loop.h).  */
void agent_dismiss(struct agent *agent, int64_t grace_ns);
/* Sends a signal to its whole group, or to its process alone.  */
void agent_signal(struct agent *agent, int signal);
void agent_signal_process(struct agent *agent, int signal);
/* As "SIGSEGV"; NULL: it has no name.  Static.  */
const char *agent_signal_name(int number);
/* A signal by its name, with SIG or without, in any case of letters, or by its number; 0: there is none.  */
int agent_signal_named(const char *name);
/* Stops all its processes, in whatever group, or lets them go on.  */
void agent_rest(struct agent *agent, bool rest);
/* Its own process, also in a sandbox.  */
pid_t agent_pid(const struct agent *agent);
/* The address that an agent over TCP connects to, as 127.0.0.1:40123; the caller frees.  NULL: it speaks over
 * pipes.  */
char *agent_address(const struct agent *agent);
/* CPU time in ns of its process and all its descendants, dead or alive; it never decreases.  -1: not known.
 * Cheap enough for each turn: one system call for a process without children.  Descendants are searched at
 * most ten times a second; newer ones do not count yet.  After exited() it is the time of the whole life. Not
 * counted: a process that leaves both its parent and their session, and up to 10 ms of all that have ended.
 */
int64_t agent_cpu(struct agent *agent);
/* The same with the memory of all of them; three more system calls a process.  A page that several processes
 * share, as a child with its parent, counts in each of them.  */
struct agent_usage agent_usage(struct agent *agent);
/* How many descriptors, threads and processes it has with all its descendants, those that have ended and are
 * not waited for among them.  Searches them now: about 30 µs more than a measurement, and 1 µs a descriptor.
 */
struct agent_holds {
	int descriptors, threads, processes;
};
struct agent_holds agent_holds(struct agent *agent);
/* A process that somebody else has started, to see how long it waits for a core or who traces it: the next
 * four functions take it, agent_pid(), agent_look(), agent_reader() and agent_has_process(), and no others.
 */
struct agent *agent_observe(pid_t pid);
void agent_unobserve(struct agent *agent);
/* An answer is awaited from now on: how long the agent waits for a core until it comes is counted anew.  One
 * comparison, or a look if the answer before took longer than AWAKE_TICK, or if the caller wants one: what
 * comes before the first look is not counted.  A look takes 20 µs a thread.  */
void agent_begin_waiting(struct agent *agent, bool looks);
/* Call this each AWAKE_TICK while an answer is awaited.  Looks once in 100 ms.  */
void agent_look_waiting(struct agent *agent);
/* For how many ns the agent and all its descendants have waited for a core since then, at least: the time
 * that its threads were ready to run and none got a core.  Never more than that time less the CPU time of
 * all, and 0 while more threads are ready than there are cores for them.  Looks, unless the last look is at
 * most `age` ns old.  */
int64_t agent_waited(struct agent *agent, int64_t age);
/* The CPU time of all since the first look after agent_begin_waiting(), in ns.  */
int64_t agent_waited_cpu(const struct agent *agent);
/* Which limits hold, and by what, for people, such as "processes 512 (cgroup)".  The caller frees.  */
char *agent_limits_words(const struct agent *agent);
/* The same of an agent that would be started like this.  */
char *agent_limits_of(const struct agent_setup *setup);
/* Bytes of memory that the kernel has refused it in its cgroup, which ended it; 0: none.  */
int64_t agent_refused_memory(const struct agent *agent);
/* Why a guarded agent was killed, as "used 9 bytes of memory, 8 are allowed (--memory)"; NULL: it was not.
 * The caller frees.  */
char *agent_refused(const struct agent *agent);
/* Has it more than AGENT_PROCESSES processes?  Its descendants were searched at most 100 ms ago.  */
bool agent_is_crowd(const struct agent *agent);
/* Sends SIGKILL to all its descendants, in whatever group.  */
void agent_kill_family(struct agent *agent);
/* Restarts the peak of its memory at the last measurement.  */
void agent_forget_peak(struct agent *agent);
/* Searches its descendants now (about 30 µs more): for a verdict, or when a person asks.  */
struct agent_usage agent_usage_now(struct agent *agent);
/* The bytes of the files that were removed from this folder while its processes have them open; a thousand
 * descriptors are looked at in one call, and the next goes on.  About 1 µs a descriptor.  */
int64_t agent_removed_files(struct agent *agent, const char *folder);
/* The CPU time that its processes of the last search have used, which differs once one of them has run. About
 * 1 µs a process.  */
int64_t agent_clocks(const struct agent *agent);

/* What it and its descendants are doing, without doing->cpu_ns.  Takes about 60 µs, 20 µs for each further
 * thread, and a millisecond more over TCP.  */
void agent_activity(struct agent *agent, struct activity *activity);

/* What can be seen of its process (about 40 µs).  */
struct agent_look {
	/* It, or a child in its session, is traced by `gdb` or by a program that this ringside has not
	 * started.  An agent that traces itself does not count.  */
	bool traced;
	bool watched; /* by one that this ringside has started, or by itself */
	bool by_gdb;  /* the process that gdb is on, by `gdb` ... */
	bool held;    /* ... or another, which holds it still */
	bool stopped; /* by a signal */
	bool dead;    /* in pdb, after the exception that has ended it: agent_setup.post_mortem */
};
/* gdb: our own gdb, or NULL.  on: the process that it was opened on; 0: the agent's own.  */
struct agent_look agent_look(const struct agent *agent, const struct agent *gdb, pid_t on);
/* The process of it that reads what it is sent: the one that waits in a read of that now, else one that runs
 * and could read it, else the last in a row of shells and wrappers.  *others: the rest, as "4711 sh, 4713
 * tee", at most eight, or NULL; the caller frees.  */
pid_t agent_reader(const struct agent *agent, char **others);
/* Is it one of its processes?  */
bool agent_has_process(const struct agent *agent, pid_t pid);
/* NULL, or for people why gdb cannot trace agents here, or observed ones: it is missing, or the system
 * forbids it.  The caller frees.  */
char *agent_cannot_trace(bool observed);

/* Starts ringside-trace, which traces the process: `how` is "", TRACE_HELD or TRACE_LOOK, and trace.h says
 * what they tell each other.  It needs `traceable`.  NULL and a problem, for people.  */
struct agent *agent_trace(struct loop *loop, pid_t process, const char *how,
			  const struct agent_events *events, void *user, char **problem);

/* NULL, or what cannot be known and ended here because /proc is missing, for people; the caller frees.  */
char *agent_unmeasured(void);
/* Runs this program again, as the same process, in a cgroup that systemd hands to it.  Returns if there is no
 * systemd of this user, or if this is the second run.  */
void agent_enter_scope(char **argv);
/* Looks for a cgroup that the system has handed to us, in which agents get theirs: once for this process and
 * those that it forks.  It may move this process into a cgroup below that.  */
void agent_borrow_cgroups(void);
/* Starts a process that ends what agents leave behind if the judge is killed: once for this process and those
 * that it forks.  It ends with them.  */
void agent_keeper(void);
/* Makes the judge a subreaper.  Each match calls it at its beginning.  Children from before the first call of
 * this process are strangers.  */
void agent_adopt_orphans(void);
/* Kills and reaps what agents have left behind: children of this process that no struct agent owns and that
 * are no strangers.  Call it when all agents of a match are gone, since orphans of living agents look the
 * same.  Waits at most half a second; recorders of taps (relay.h) may end in it.  */
void agent_end_orphans(void);

#endif
