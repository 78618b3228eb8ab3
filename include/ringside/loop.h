/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* loop.h - waiting for descriptors, moments and signals (libev inside).
 *
 * Agents, the screen and the follower of a match file put their watches here.  Callbacks run inside
 * loop_run() or loop_step().  In one wake-up LOOP_AHEAD comes first, then LOOP_FIRST.  */
#ifndef RINGSIDE_LOOP_H
#define RINGSIDE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop;
struct watch;

enum { LOOP_READ = 1, LOOP_WRITE = 2 };
/* Agents come before people: an answer is stamped before anything is drawn.  What an agent says on stderr
 * before it answers is ahead of all.  */
enum loop_order { LOOP_AHEAD, LOOP_FIRST, LOOP_LATER };

typedef void loop_fn(void *user, int events);

struct loop *loop_new(void);
void loop_free(struct loop *loop); /* every watch must be gone */

/* CLOCK_MONOTONIC in ns, read now.  */
int64_t loop_now(void);

/* When this wake-up began: the clock, read right after the wait.  What was ready then had come before.  */
int64_t loop_woke(const struct loop *loop);
/* When the callback that runs was called.  The first of a wake-up is called when the wake-up begins.  */
int64_t loop_called(const struct loop *loop);

/* Until the next callback is called, adds the time in which this thread works or waits for a core to *ns.
 * While it sleeps or is stopped it does neither.  NULL: no longer, and what was added is complete.  For long
 * work: it costs two or three system calls.  */
void loop_count_work(struct loop *loop, int64_t *ns);

/* Watches a descriptor.  The caller closes fd after loop_unwatch().  */
struct watch *loop_watch(struct loop *loop, int fd, int events, enum loop_order order, loop_fn *fn,
			 void *user);
void loop_change(struct watch *watch, int events); /* 0: none for now */
/* Was the descriptor ready when this wake-up began, and its callback has not been called yet?  */
bool loop_is_due(const struct watch *watch);
/* A timer.  Each loop_at() makes it call fn once at `t` (CLOCK_MONOTONIC ns, exact to well under 0.1 ms),
 * never too early.  INT64_MAX: never.  A moment in the past: at once, in the next wake-up.  Putting a timer
 * off costs no system call.  */
struct watch *loop_timer(struct loop *loop, enum loop_order order, loop_fn *fn, void *user);
void loop_at(struct watch *timer, int64_t t);
/* One loop at a time may watch a signal.  */
struct watch *loop_signal(struct loop *loop, int signal, loop_fn *fn, void *user);
/* Should what takes long end early? True while SIGINT, SIGTERM or SIGHUP waits for its callback, or if the
 * function says so that loop_asks() was given (NULL: none).  For the thread of the loop.  */
bool loop_is_interrupted(void);
void loop_asks(bool (*fn)(void));

/* The watches of SIGINT, SIGTERM and SIGHUP. Without a function the caller asks loop_is_interrupted() before
 * it releases them.  */
enum { DEADLY_SIGNALS = 3 };
struct deadly {
	struct watch *watches[DEADLY_SIGNALS];
};
struct deadly deadly_catch(struct loop *loop, loop_fn *fn, void *user);
void deadly_release(const struct deadly *caught);
void loop_unwatch(struct watch *watch); /* NULL is fine; may be called from its own callback */

/* Runs callbacks until loop_stop(), or until nothing is watched any more.  */
void loop_run(struct loop *loop);
/* Sleeps until something happens, calls what became ready, and returns.  */
void loop_step(struct loop *loop);
/* Ends loop_run() after the callbacks of this wake-up.  */
void loop_stop(struct loop *loop);
/* The number of wake-ups.  If two callbacks see the same number, their events came together in an unknown
 * order.  */
unsigned loop_wakes(const struct loop *loop);

/* A clock that counts only the time in which this process was awake.
 *
 * A process that is stopped, starved or busy cannot see that an agent has answered or left. So what limits an
 * agent outside a match counts this time: the steps of making it leave, the wait for its last words, and the
 * answers of a fresh process that is told a recording.
 *
 *     awake_at()      awake_wait(): look again by then            awake_at()
 *     ----|------------------------|==================================|------>  t
 *         |<------- counts ------->|          does not count          |
 *
 * A delay of AWAKE_LATE or less counts. All times are ns. The session's stalls have the same two limits.  */

/* A look is due at least each AWAKE_TICK.  */
enum { AWAKE_TICK = 20 * 1000000, AWAKE_LATE = 10 * 1000000 };

/* Of one timer: another timer would forget when this one's look is due.  Begins as {0}.
 * Written by: loop.c.  */
struct awake {
	int64_t seen; /* the last look, of CLOCK_MONOTONIC */
	int64_t due;  /* when the next one is due; 0: none is */
	int64_t held; /* the time that does not count */
};

/* So long (ns) this process has worked for what the clock limits, as on bytes of its agent.  Such time
 * counts: otherwise an agent that floods would stop its own clock.  */
void awake_worked(struct awake *awake, int64_t ns);
/* The time of this clock at time t of CLOCK_MONOTONIC.  It never goes back.  */
int64_t awake_at(struct awake *awake, int64_t t);
/* When to call awake_at() again, in time of CLOCK_MONOTONIC, to see this clock reach `deadline`: at most
 * AWAKE_TICK after the last call.  INT64_MAX: never.  */
int64_t awake_wait(struct awake *awake, int64_t deadline);

#endif
