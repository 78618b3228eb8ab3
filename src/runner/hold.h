/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hold.h - what the relay of a tap holds while a person wants that, and what of it may pass.
 *
 * Messages wait at the judge's gate, and their bytes in the relay.  When a message has passed the gate, the
 * relay gets the order for its bytes, or for what a person has made of them.  */
#ifndef RINGSIDE_RUNNER_HOLD_H
#define RINGSIDE_RUNNER_HOLD_H

#include "ringside/judge.h"

/* What goes to the agent, and what comes from it.  */
enum { HOLD_LANES = 2 };

/* Zero, but for `orders`.  */
struct hold {
	int orders;      /* where the relay reads them */
	bool wanted, on; /* it was ordered; the relay does so from here on in its feed */
	uint32_t order;  /* the number of the last order to hold */
	bool sending;    /* what goes to the agent is a person's own */
	bool late;       /* what leaves the judge has passed before */
	struct hold_lane {
		size_t held;   /* bytes */
		bool shut;     /* no more come */
		size_t cut;    /* bytes of its first message that passed before */
		size_t *sizes; /* of the messages at the gate, as they came */
		int count;
	} lane[HOLD_LANES];
};

void hold_begin(struct hold *hold);
void hold_end(struct hold *hold);
/* A debugger has the agent from now on, or no longer.  */
void hold_lend(const struct hold *hold, bool lends);
/* The agent may end (FED_LEAVES).  */
void hold_let_end(const struct hold *hold);
/* FED_HOLDS.  */
void hold_begun(struct hold *hold, int64_t order);
/* Bytes of a lane (enum fed) have come.  */
void hold_came(struct hold *hold, int lane, size_t size);
/* A message has left the judge, or waits for none.  */
void hold_passed(struct hold *hold, const struct message *message);
/* Lets pass what belongs to no message.  `unread`: bytes to the agent that the judge has not heard yet.
 * False: the bytes and the messages do not fit, because the judge has not kept them all.  */
bool hold_settle(struct hold *hold, const struct judge *judge, size_t unread);
/* Have some bytes of this held message passed before?  */
bool hold_is_cut(const struct hold *hold, const struct judge *judge, int held);
void hold_free(struct hold *hold);

#endif
