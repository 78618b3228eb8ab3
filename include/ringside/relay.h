/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* relay.h - between another judge and its agent: a process that passes every byte on, and tells a second
 * process, the recorder, what passed (ringside tap).
 *
 *      the other judge                         starts `ringside tap`, and talks to it
 *         |        ^
 *      stdin     stdout, stderr
 *         v        |
 *        the relay ----- feed ----> the recorder      each in a session of its own, and nobody's child
 *         |        ^
 *       pipe     pipes
 *         v        |
 *         the agent                            the process that the judge has started
 *
 * The relay waits for the recorder only while a person holds what passes.  Else it counts, and loses, what
 * the feed has no room for.  It traces the agent: so it learns how the agent ends, and the judge learns that
 * only after the agent's last bytes.  It delivers all signals unchanged.  Where the system refuses to trace,
 * the end is not known; nor is it while a debugger has the agent.  */
#ifndef RINGSIDE_RELAY_H
#define RINGSIDE_RELAY_H

#include "ringside/event.h"
#include <stdint.h>

/* What a part of the feed tells.  The first three have the numbers of descriptors.  */
enum fed {
	FED_TO_AGENT, /* bytes that the judge has written to it */
	FED_OUTPUT,   /* what it has written to its stdout, ... */
	FED_ERRORS,   /* ... and to its stderr */
	FED_LOST,     /* so many bytes of what follows did not get into the feed */
	FED_CPU,      /* ns of CPU time that the agent and its children have used, of which it had heard */
	FED_PEAK,     /* and the most bytes that one of them had resident; both come before its end */
	FED_ENDED,    /* the agent has: relay_ending() of the value */
	FED_CLOSED,   /* the judge has closed the agent's input */
	FED_UNTRACED, /* it cannot be known how the agent ends: an errno */
	FED_HOLDS,    /* from here on the bytes of the first two are held, by the order of that number */
	FED_CRASHES, /* the agent stands before the signal of crash_of(), and the recorder has to take it back
		      */
	FED_SHUT,    /* no more bytes come of that kind, and what is held of it has not passed */
	FED_LEAVES   /* the agent is held, too, before its end: as FED_ENDED; all that it wrote was told */
};

/* Precedes each part; it and its bytes are written in one piece.  */
struct fed_part {
	int64_t t;     /* CLOCK_MONOTONIC ns */
	int64_t value; /* of the others */
	uint16_t kind; /* enum fed */
	uint16_t size; /* bytes that follow */
};

/* What the recorder may order, while a person wants that (ringside attach).  Followed by `size` bytes.  */
struct order {
	enum order_kind {
		ORDER_HOLD,      /* bytes are told and held: FED_HOLDS says from where on, and `held` again */
		ORDER_LET_GO,    /* all that is held passes, and nothing is held any more */
		ORDER_PASS,      /* the first `held` bytes that are held pass */
		ORDER_REPLACE,   /* these bytes pass in their place */
		ORDER_LEND,      /* the agent is traced no more, so that a debugger can */
		ORDER_TAKE_BACK, /* it is again, as soon as the debugger has left */
		ORDER_END        /* the agent that was held before its end may end */
	} kind;
	uint32_t lane; /* FED_TO_AGENT or FED_OUTPUT */
	uint32_t held, size;
};

/* What it does otherwise than pass bytes on at once: nothing if all are 0.  With the first two the feed tells
 * of bytes for the agent as they are written.  */
struct relay_setup {
	uint32_t pieces; /* where lines are cut; each piece waits until the agent has read the one before */
	int64_t line_delay; /* ns at least from one line to the next */
	bool examines; /* the agent's first crash is told while it stands before it: until the recorder takes
			  it back, or for half a minute if the recorder does not answer */
};

/* The value of FED_CRASHES.  */
struct crash {
	int signal;
	int thread;
};
struct crash crash_of(int64_t value);

/* Called in the recorder: reads the feed until its end, and may write orders to the other descriptor. Returns
 * the exit status, which nobody sees.  When it ends, all that is held passes.  */
typedef int relay_recorder(void *user, int feed, int orders);

/* Starts both.  Returns in this process, which shall become the agent by exec: its stdin, stdout and stderr
 * lead to the relay.  If stdout and stderr were one file, they still are.  NULL, or why it cannot be done,
 * for people; the caller frees; then nothing has changed.  */
char *relay_begin(struct relay_setup setup, relay_recorder *record, void *user);
struct ending relay_ending(int64_t value);

#endif
