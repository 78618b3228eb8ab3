/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* awake.h - a clock that counts only the time in which this process was awake.
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
#ifndef RINGSIDE_AWAKE_H
#define RINGSIDE_AWAKE_H

#include <stdint.h>

/* A look is due at least each AWAKE_TICK.  */
enum { AWAKE_TICK = 20 * 1000000, AWAKE_LATE = 10 * 1000000 };

/* Of one timer: another timer would forget when this one's look is due.  Begins as {0}.
 * Written by: awake.c.  */
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
