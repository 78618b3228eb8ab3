/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent.h - one process that plays: spawned, spoken to, watched, ended.
 *
 * Called by the session.  stdin and stdout are pipes; stderr and /dev/tty are a terminal of the agent's own
 * (a pty).  Or it speaks over a connection to 127.0.0.1: that is then meant by stdin and stdout here.  Every
 * descriptor here is non-blocking; outputs are read at all times, whatever the match does; writes wait in a
 * bounded queue. Everything that happens is told by the callbacks, from within the loop: bytes always before
 * the exit.  */
#ifndef RINGSIDE_AGENT_H
#define RINGSIDE_AGENT_H

#include "ringside/doing.h"
#include "ringside/judge.h"
#include "ringside/loop.h"
#include <sys/types.h>

struct agent;

struct agent_events {
	/* t: CLOCK_MONOTONIC ns, taken right after the wake-up that brought it.  */
	void (*bytes)(void *user, int64_t t, enum stream stream, const char *bytes, size_t size);
	/* It closed its stdout, or writing to its stdin failed.  At most once a stream, never from within
	   agent_write(); of one that ends at the same moment it may be told or not.  */
	void (*closed)(void *user, int64_t t, enum stream stream);
	/* It ended and everything that it wrote was given before.  The agent may be freed in here.  */
	void (*exited)(void *user, int64_t t, struct ending ending);
	/* Somebody else came where an agent's connection was awaited, and was shut out: who, as far as it can
	   be known, for people; or nobody can be let in any more: why.  NULL: nobody wants to know.  */
	void (*stranger)(void *user, int64_t t, const char *text);
	/* Of an agent that speaks over TCP: it has connected; or (false) it has closed its connection before
	   anything went over it, and may connect again.  NULL: nobody wants to know.  */
	void (*connection)(void *user, int64_t t, bool open);
};

struct agent_limits {
	int64_t memory;    /* bytes of address space an agent may map (RLIMIT_AS), 0: no limit */
	int64_t file_size; /* bytes of a file it may write (RLIMIT_FSIZE), 0: no limit */
	int processes;     /* 0: no limit */
};

struct agent_setup {
	const char *command;        /* a command line in sh's words: quotes and backslashes, no expansion; or
				       sample:NAME */
	const char *const *samples; /* as for agent_command() */
	const char *directory; /* where it runs; NULL: here.  Words of the command that name a file from here
				  are full paths for it then */
	struct agent_limits limits;
	bool socket;       /* it speaks over TCP: agent_spawn() */
	bool stderr_pipe;  /* no terminal of its own: stderr is a pipe */
	bool all_terminal; /* stdin and stdout are its terminal, too: no agent but a tool for people, as gdb.
			      What it prints comes as STREAM_STDERR, and keys are agent_type() */
	int64_t end_ns;    /* how long it may take to leave when its stdin is closed: agent_dismiss() */
	int columns, rows; /* of its terminal */
};

struct agent_usage {
	int64_t cpu_ns; /* so far; -1: not known */
	int64_t rss;    /* bytes resident; -1: not known */
	int64_t peak;   /* the most of them since agent_forget_peak(), as far as can be known; -1: nothing can
			 */
};

/* Splits a command line; NULL and a problem when a quote is not closed or nothing stands there. `sample:NAME`
   becomes the path of the bundled agent; its file is called NAME, with one of `samples`, beginnings of names,
   before it: the first that is there (a list that ends in NULL; NULL: none).  The file of a script may end in
   .py or .sh.  The result is one block: a NULL-terminated argv that the caller frees with free().  */
char **agent_command(const char *command, const char *const *samples, char **problem);
/* The names of the bundled agents whose files begin so, sorted, as sample:NAME takes them; how many.  One
   block, NULL-terminated, that the caller frees.  They are looked for where ringside was built and where it
   is installed, or only in $RINGSIDE_SAMPLES.  */
int agent_samples(const char *const *samples, char ***names);

/* The path of a file that comes with the samples, as "worlds/classic.world"; NULL: there is none.  The caller
 * frees.
 */
char *agent_sample_file(const char *name);

/* Starts it.  NULL and a problem for people (which names the command) when it cannot be started: not found,
   not executable, no more processes.  argv[0] is the full path of the executable; a name
   with a slash is meant from the judge's own folder, whatever setup->directory is.  SIGPIPE is ignored in the
   judge from the first call on.
   With setup->socket, for an agent that speaks over TCP: {host} and {port} in the command, also in the middle
   of words, become where it has to connect to; both are appended as two words where neither stands.  Its
   stdin is empty, and its stdout goes where its stderr goes: a log.  The first connection that comes from its
   process, its group, its session or what descends from it is taken; and another one when that is closed
   before anything has gone over it.  After that nobody listens any more.  Who has connected is found in
   /proc: where that cannot be read the agent is not started.  What is written before it connects waits in the
   queue.  */
struct agent *agent_spawn(struct loop *loop, const struct agent_setup *setup,
			  const struct agent_events *events, void *user, char **problem);
/* Kills what is left of its group and forgets it; no callback comes any more.  May be called from within its
   callbacks.  Of an agent that has not ended it waits for the end, well under a millisecond and at most 100
   ms. NULL is fine.  */
void agent_free(struct agent *agent);

/* Reads what its stdout holds right now and gives it to bytes(), before it returns: one system call when
   there is nothing.  */
void agent_drain(struct agent *agent);
/* The same of its terminal, or its stderr, at most 64 KiB.  */
void agent_drain_words(struct agent *agent);
/* Queues bytes for its stdin and writes what goes at once.  False: it no longer reads, or the queue is full
   (1 MiB): closed() was or will be called, unless it was dismissed or has ended.  */
bool agent_write(struct agent *agent, const char *bytes, size_t size);
/* The next agent_write() ends in a question: so many bytes up to its line end.  t: when it is about to be
   written.  The first question of a process does not go out before the process has read what was written
   before and sleeps (looked at every two milliseconds): what it says first of all is no answer then, however
   long it takes to start.  One that never sleeps is waited for 50 ms.  */
void agent_asks(struct agent *agent, int64_t t, size_t size);
/* Was it asked before?  What goes before its first question has to be written by itself.  */
bool agent_was_asked(const struct agent *agent);
/* Does that question still lie unread, after bytes() was called at t?  Then none of these bytes answers it.
   Looks (one system call) only where that can be: a moment after the question, at the first ones of a
   process, and always after agent_suspect().  Of a connection nobody can know: false.  */
bool agent_has_not_read(struct agent *agent, int64_t t);
/* It has spoken without being asked.  */
void agent_suspect(struct agent *agent);
/* Keys that a person types into its terminal.  */
void agent_type(struct agent *agent, const char *bytes, size_t size);
void agent_terminal_size(struct agent *agent, int columns, int rows);
/* It was told to leave: after grace_ns its stdin is closed; setup->end_ns, but 50 ms at least; SIGTERM to the
   group; 100 ms; SIGKILL.  Its outputs are read all the while, and exited() still comes.  A connection is
   closed in one direction, so that it reads an end; where none came, none is awaited any more.  Called again,
   the shorter grace counts.  */
void agent_dismiss(struct agent *agent, int64_t grace_ns);
/* A signal to its whole group, or to its process alone.  */
void agent_signal(struct agent *agent, int signal);
void agent_signal_process(struct agent *agent, int signal);
/* As "SIGSEGV"; NULL: it has no name.  Static.  */
const char *agent_signal_name(int number);
/* A signal by its name, with SIG or without, in any case of letters, or by its number; 0: there is none.  */
int agent_signal_named(const char *name);
pid_t agent_pid(const struct agent *agent);
/* Where an agent that speaks over TCP was to connect when it was started, as 127.0.0.1:40123; the caller
   frees. NULL: it speaks over pipes.  */
char *agent_address(const struct agent *agent);
/* CPU time of its process and of all that it has started, dead or alive, so far, in ns; it never gets less.
   -1: not known.  Cheap enough for each turn: one system call for a process without children; what it has
   started is looked for at most ten times a second, and what was started since is not counted yet.  After
   exited() that of its whole life.  Lost is what a process uses that leaves both its parents and their
   session, and up to 10 ms of all those that have ended.  */
int64_t agent_cpu(struct agent *agent);
/* The same with the memory of all of them (three system calls more for each process).  Of memory that
   processes share each has its part: pages that a child has from its parent count once in each of them.  */
struct agent_usage agent_usage(struct agent *agent);
/* The peak of its memory begins anew, with what was measured last.  */
void agent_forget_peak(struct agent *agent);
/* What it has started is looked for now (about 30 µs more): at a verdict, and where a person asks.  */
struct agent_usage agent_usage_now(struct agent *agent);

/* What it is doing, with all that it has started, but for doing->cpu_ns (about 60 µs, and 20 µs for each
   further thread; a millisecond more for one that speaks over TCP).  */
void agent_doing(struct agent *agent, struct doing *doing);

/* What can be seen of its process (about 40 µs).  */
struct agent_look {
	/* It, or one of its children in its session, is traced by `gdb`, or by a program that this ringside
	   has not started: an agent that traces itself is not.  */
	bool traced;
	bool by_gdb;  /* the process itself, by `gdb` ... */
	bool held;    /* ... or another, which holds it still */
	bool stopped; /* by a signal */
};
/* gdb: a tool of ours; NULL: there is none.  */
struct agent_look agent_look(const struct agent *agent, const struct agent *gdb);
/* NULL, or why gdb could trace no agent here (it is missing, the system forbids it), for people; the caller
   frees.  */
char *agent_cannot_trace(void);

/* The judge as a subreaper: call once, before it has children of its own.  */
void agent_adopt_orphans(void);
/* Kills and reaps everything that agents have left behind: children of this process that no struct agent
   owns and that were not there before agent_adopt_orphans().  Those of agents that still live may be among
   them, so call it when all agents of a match are gone.  Waits for them, at most half a second.  */
void agent_end_orphans(void);

#endif
