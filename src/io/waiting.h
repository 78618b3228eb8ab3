/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* waiting.h - how long an agent and its descendants waited for a core while an answer of it was awaited.
 *
 * A look reads two files of /proc a thread, so looks are rare: the first one comes when the answer has been
 * awaited for AWAKE_TICK, or with the question if the answer before took so long; then one each 100 ms, and
 * one when somebody wants to know.  The first question of a fresh process needs none before it.
 *
 * The result is a lower bound.  Not counted: what came before the first look, threads that began or ended
 * between two looks, and times in which more threads were ready than they have cores.
 *
 * Nobody gains CPU time by it: it is never more than the wall time less the CPU time of the whole tree.  So
 * what is left of the wall time is at least that CPU time, whatever the agent does to make its threads wait.
 * The CPU time is that of the cgroup if there is one: no process can hide.  Without one, and without a
 * sandbox, the processes that have left the agent's session count in each agent; those that begin and end
 * between two looks without being waited for do not.  */
#ifndef IO_WAITING_H
#define IO_WAITING_H

#include "usage.h"

/* A thread at a look; times in ns.  */
struct waiter {
	pid_t thread;
	int64_t ran, delayed; /* it ran so long; it waited so long until it got a core ... */
	int64_t times;        /* ... so often */
	int64_t pending;      /* it waits now, at least so long */
	bool ready;           /* it runs or waits */
};

/* What was read in some time, in ns.  */
struct wait_time {
	int64_t wall, cpu;
	int64_t delay; /* the sum over all threads of the time that they waited ... */
	int64_t ready; /* ... and of the time that they ran or waited */
};

struct wait_meter {
	bool looked;            /* at least once since the question ... */
	bool slow;              /* ... and not only with it */
	bool fresh;             /* it was not asked yet */
	int64_t before, after;  /* the last look began and ended then */
	int64_t cpu;            /* of the tree; the highest that was read ... */
	int64_t first_cpu;      /* ... and in the first look */
	struct waiter *waiters; /* owned */
	size_t count;
	struct wait_time sum; /* since the first look */
	int64_t early;        /* how long before the question that was */
};

/* Adds a time, unless more threads were ready in it than there are cores: then they waited for each other. */
void wait_time_add(struct wait_time *sum, const struct wait_time *time, int cores);
/* How long others had the cores, in ns.  */
int64_t wait_time_lost(const struct wait_time *sum);

/* The process was just started; `began`: before that.  */
void wait_meter_open(struct wait_meter *wait, pid_t pid, int64_t began);
void wait_meter_free(struct wait_meter *wait);
/* A question was asked.  */
void wait_meter_begin(struct wait_meter *wait, struct meter *meter);
/* Looks if a look is due.  */
void wait_meter_tick(struct wait_meter *wait, struct meter *meter);
/* How long it waited since the question, at least, in ns.  Looks if the last look is `age` ns old.  */
int64_t wait_meter_read(struct wait_meter *wait, struct meter *meter, int64_t age);
/* The CPU time of the tree since the first look, in ns.  */
int64_t wait_meter_cpu(const struct wait_meter *wait);

#endif
