/* agent.h - one process that plays: spawned, spoken to, watched, ended.
 *
 * Called by the session.  stdin and stdout are pipes; stderr and /dev/tty are a terminal of the agent's own
 * (a pty).  Every descriptor here is non-blocking; outputs are read at all times, whatever the match does;
 * writes wait in a bounded queue. Everything that happens is told by the callbacks, from within the loop:
 * bytes always before the exit.  */
#ifndef RINGSIDE_AGENT_H
#define RINGSIDE_AGENT_H

#include "ringside/judge.h"
#include "ringside/loop.h"
#include <sys/types.h>

struct agent;

struct agent_events {
	/* t: CLOCK_MONOTONIC ns, taken right after the wake-up that brought it.  `wake` counts wake-ups of
	 * the loop.  */
	void (*bytes)(void *user, int64_t t, enum stream stream, const char *bytes, size_t size);
	/* It closed its stdout, or writing to its stdin failed.  At most once a stream.  */
	void (*closed)(void *user, int64_t t, enum stream stream);
	/* It ended and everything that it wrote was given before.  The agent may be freed in here.  */
	void (*exited)(void *user, int64_t t, struct ending ending);
};

struct agent_limits {
	int64_t memory;    /* bytes of address space an agent may map (RLIMIT_AS), 0: no limit */
	int64_t file_size; /* bytes of a file it may write (RLIMIT_FSIZE), 0: no limit */
	int processes;     /* 0: no limit */
};

struct agent_setup {
	const char *command;   /* a command line in sh's words: quotes and backslashes, no expansion; or
				  sample:NAME */
	const char *directory; /* where it runs; NULL: here */
	struct agent_limits limits;
	bool stderr_pipe;  /* no terminal of its own: stderr is a pipe */
	int columns, rows; /* of its terminal */
};

struct agent_usage {
	int64_t cpu_ns; /* of the process so far; -1: not known */
	int64_t rss;    /* bytes resident; -1: not known */
};

/* Splits a command line; NULL and a problem when a quote is not closed or nothing stands there. `sample:NAME`
   becomes the path of the bundled agent.  The result is one block: a NULL-terminated argv that the caller
   frees with free().  */
char **agent_command(const char *command, char **problem);
/* The names of the bundled agents: a NULL-ended array; the caller frees each and the array.  */
char **agent_samples(void);

/* Starts it.  NULL and a problem for people (which names the command) when it cannot be started: not found,
   not executable, no more processes.  argv[0] is the full path of the executable (protocols/gomocup).  */
struct agent *agent_spawn(struct loop *loop, const struct agent_setup *setup,
			  const struct agent_events *events, void *user, char **problem);
/* Kills what is left of its group and forgets it; no callback comes any more.  */
void agent_free(struct agent *agent);

/* Reads what its stdout holds right now and gives it to bytes(): one system call when there is nothing.  */
void agent_drain(struct agent *agent);
/* Queues bytes for its stdin and writes what goes at once.  False: it no longer reads, or the queue is full
   (1 MiB): closed() was or will be called.  */
bool agent_write(struct agent *agent, const char *bytes, size_t size);
/* Keys that a person types into its terminal.  */
void agent_type(struct agent *agent, const char *bytes, size_t size);
void agent_terminal_size(struct agent *agent, int columns, int rows);
/* It was told to leave: after grace_ns its stdin is closed, then SIGTERM, 100 ms, SIGKILL to the group.
 * exited() still comes.  */
void agent_dismiss(struct agent *agent, int64_t grace_ns);
/* A signal to its whole group.  */
void agent_signal(struct agent *agent, int signal);
pid_t agent_pid(const struct agent *agent);
struct agent_usage agent_usage(const struct agent *agent);
/* CPU time of the process so far, in ns, by one system call; -1: not known.  */
int64_t agent_cpu(const struct agent *agent);

/* The judge as a subreaper: call once before the first agent.  */
void agent_adopt_orphans(void);
/* Kills and reaps everything that agents have left behind (children of this process that no struct agent
 * owns).  */
void agent_end_orphans(void);

#endif
