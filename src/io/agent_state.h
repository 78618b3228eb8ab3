/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_state.h - the state of an agent, shared by its files.
 *
 * agent.c starts it, reads and writes, and makes it leave; usage.c measures it; agent_look.c observes what it
 * does.  */
#ifndef RINGSIDE_IO_AGENT_STATE_H
#define RINGSIDE_IO_AGENT_STATE_H

#include "process.h"
#include "ringside/agent.h"
#include "ringside/bytes.h"
#include "ringside/loop.h"
#include "spawn.h"
#include "usage.h"

/* Bytes that wait until a descriptor takes them.  All zero: empty.  */
struct byte_queue {
	struct bytes bytes;
	size_t gone; /* of them, written already */
};

/* The steps of making it leave; a timer leads to the next.  */
enum leaving { STAYS, HAS_GRACE, HAS_NO_STDIN, HAS_SIGTERM, HAS_SIGKILL };

/* Where lines are cut into pieces (--pieces).  */
struct cutter {
	uint32_t number; /* says where; 0: nowhere */
	uint64_t line;   /* of the line up to the next piece */
};

struct cutter cutter_of(uint32_t number);
/* How many of these bytes, which follow those before, the next piece has.  `size` is at least 1.  */
size_t cutter_next(struct cutter *cutter, const char *bytes, size_t size);

/* How its input is cut.  Times in ns of loop_now().  */
struct pieces {
	struct cutter cutter;
	size_t left;         /* of the piece that is written now */
	struct watch *timer; /* looks whether it was read */
	int64_t step;        /* to the next look */
	int64_t wrote;       /* the last piece */
	int64_t since;       /* the time that was not told yet began then; 0: none */
	bool reads;          /* it has read something */
};

struct agent {
	struct loop *loop;
	struct agent_events events;
	void *user;
	struct owned owned;
	struct spawned process;
	struct meter meter;
	struct wait_meter wait;
	bool socket;        /* in and out are a connection ... */
	struct watch *door; /* ... which is awaited, or still unused */
	int patience;       /* as for socket_take() */
	bool prompt;        /* its end keeps no write back: socket_take() */
	bool reset;         /* the connection was reset */
	struct watch *in, *out, *err, *exit;
	struct byte_queue input, keys;
	struct pieces pieces;
	int64_t went;     /* bytes written to its stdin */
	int64_t question; /* their number up to the end of the last question ... */
	int64_t asked_t;  /* ... when it was asked ... */
	bool has_read;    /* ... and whether it was seen to be read */
	int questions;
	int64_t looked_t, drained_t; /* when this was checked last, and whether its stdout was empty */
	int64_t soonest; /* the least time, in ns, in which it answered a question that it had read */
	int64_t spoke_t; /* when it wrote last */
	bool floods[STREAM_STDERR + 1]; /* the last read of this stream filled its buffer */
	bool was_empty; /* was its stdin empty at the last look, while the first question is held back?  */
	int steps;      /* looks since then */
	int64_t step;   /* ns to the next look */
	bool suspect;   /* its answers may come before their questions */
	bool talks;     /* it has written on its terminal, or its stderr */
	bool checked;   /* as in its setup */
	struct watch *guard;             /* of a guarded one; else NULL */
	int64_t memory;                  /* as in its setup */
	char *folder;                    /* that the guard counts; NULL: none; owned */
	int64_t folder_most;             /* as in its setup */
	struct folder_look *folder_look; /* its size is being counted; NULL: it is not */
	int64_t removed;                 /* bytes of its removed files when that count began */
	char *refused;                   /* why the guard has killed it; NULL: it has not; owned */
	struct watch *holds;             /* holds back the first question; NULL: nothing is held */
	struct watch *ladder;            /* made when it is needed */
	enum leaving leaving;
	int64_t term_after;
	struct awake awake;   /* the time that the ladder counts */
	int64_t next_step;    /* of that time */
	struct watch *broken; /* tells closed(STREAM_STDIN) from the loop */
	int failure;          /* of the system to write, which is not told yet (errno); 0: none */
	bool exited;
	struct ending ending;
	struct watch *rest;      /* it has exited, but more may come over its connection ... */
	struct awake rest_awake; /* the time that this wait counts */
	int64_t rest_by;         /* ... until then, in that time */
	ssize_t rest_size;       /* bytes since the exit */
	bool freed;
	int inside; /* calls that will still use it: enter() */
};

/* Bytes that lie unread in a pipe.  */
int agent_unread_in(int fd);
/* Bytes that were sent and not read.  *input: the name of its input among the descriptors of a process, as
 * /proc has it; NULL: not known; the caller frees.  The line end of the question does not count.  */
int64_t agent_unread_of(const struct agent *agent, char **input);

/* Begins to measure it; `began`: before its process was started.  `unmapped`: memory that no process has
 * mapped counts.  */
void usage_begin(struct agent *agent, int64_t began, bool unmapped);
void usage_end(struct agent *agent);

/* Kills it from now on when it has too much memory, too many processes, or too much in its folder.  */
void agent_begin_guard(struct agent *agent, const struct agent_setup *setup);
/* Has it said all that it has to say for now?  It has read all, we have read all of it, and its only thread
 * that does not wait for a child process waits for its stdin.  False if nobody can know.  */
bool agent_only_reads(const struct agent *agent);
/* Looks at the threads of these processes in a /proc folder; the first process is the agent.  input: the name
 * of its input among its descriptors, as "pipe:[4711]".  doing->unread must be set; the rest is filled in,
 * except the CPU time.  About 20 µs a thread.  */
void activity_look(const char *proc, const struct pids *pids, const char *input, struct activity *activity);
/* Of the text of /proc/sys/kernel/yama/ptrace_scope (Linux, Documentation/admin-guide/LSM/Yama) and of
 * /proc/self/status: NULL, or for people why no process can be traced; the caller frees.  `observed`: it is
 * no child of this process (agent_observe()).  */
char *tracing_refused(const char *scope, const char *status, bool observed);

#endif
