/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* activity.h - what an agent was doing when its limit passed, the match was stopped, or a person asked.
 *
 * agent.h gathers it, the judge keeps it, people read it.  It covers all processes of the agent, except those
 * that only wait for their children, as a shell in front.  */
#ifndef RINGSIDE_ACTIVITY_H
#define RINGSIDE_ACTIVITY_H

#include "ringside/event.h"
#include <stdbool.h>
#include <stdint.h>

/* Each has its name in JSON and files.  The first that fits counts.  */
#define ACTIVITY_KINDS(X)                                                                                    \
	X(NOTHING, "")            /* nobody has looked */                                                    \
	X(UNKNOWN, "unknown")     /* it cannot be looked at */                                               \
	X(GONE, "gone")           /* it has ended */                                                         \
	X(RUNS, "runs")           /* at least one thread */                                                  \
	X(TRACED, "traced")       /* a debugger holds it */                                                  \
	X(STOPPED, "stopped")     /* by a signal */                                                          \
	X(FUTEXES, "futexes")     /* all threads wait for each other, as it seems */                         \
	X(WRITES, "writes")       /* it has just written bytes that the judge had not read */                \
	X(READS, "reads")         /* it has read all that was sent, and waits for more */                    \
	X(UNREAD, "has-not-read") /* what was sent, and sleeps */                                            \
	X(SLEEPS, "sleeps")       /* in something else */

enum activity_kind {
#define X(NAME, name) ACTIVITY_##NAME,
	ACTIVITY_KINDS(X)
#undef X
		ACTIVITY_KIND_COUNT
};

struct activity {
	enum activity_kind kind;
	int64_t unread; /* bytes that it was sent and has not read */
	int64_t cpu_ns; /* CPU time since its last turn ended; -1: not known */
	int threads;    /* the threads that run, or all if none runs */
};

const char *activity_name(enum activity_kind kind);
/* ACTIVITY_NOTHING if there is no such name.  */
enum activity_kind activity_named(const char *name);
/* Of an event (EVENT_DOING).  */
struct activity activity_of(const struct event *event);
/* As "has read all that was sent and waits in a read", to follow "it".  `owes`: an answer is awaited, so the
 * usual cause and the CPU time are added.  The caller frees.  */
char *activity_words(const struct activity *activity, bool owes);

#endif
