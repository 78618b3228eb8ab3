/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* waiting.h - how long an agent was ready to run in a turn, but got no core.
 *
 * agent.h measures it, the judge keeps it, people read it.  Only waiting that matters is told: at least 10
 * ms, and a tenth of the turn.  */
#ifndef RINGSIDE_WAITING_H
#define RINGSIDE_WAITING_H

#include "ringside/event.h"

/* In a turn until some moment, or since the question whose answer is awaited; all in ns.  */
struct waiting {
	int64_t ns;      /* it waited for a core; 0: not at all, or not known */
	int64_t cpu_ns;  /* it had one; with ns at most took_ns */
	int64_t took_ns; /* all this time */
};

/* Does it matter?  */
bool waiting_matters(int64_t ns, int64_t took_ns);
/* Of an event (EVENT_WAITED).  */
struct waiting waiting_from(const struct event *event);

#endif
