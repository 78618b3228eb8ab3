/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* gate.h - where messages wait while a person steps.
 *
 * The judge asks the gate about each message, in both directions, and about each exit.  The gate keeps in
 * order what may not pass.  It knows nothing of protocols.  */
#ifndef RINGSIDE_JUDGE_GATE_H
#define RINGSIDE_JUDGE_GATE_H

#include "clock.h"
#include "ringside/judge.h"

enum gate_mode {
	GATE_OPEN,     /* everything passes */
	GATE_MESSAGES, /* `budget` messages pass; the one after them closes the gate */
	GATE_MOVES,    /* everything passes until `budget` moves were played */
	GATE_CLOSED,   /* nothing passes */
};

/* A held message, or the held end of a process.  Written by: flow.c.  */
struct held {
	/* Owns its bytes.  With MESSAGE_WITHHELD a person has dropped it: it reaches nobody when it passes.
	 */
	struct message message;
	int number; /* from 1; it stays, and no other one has it as long as any message waits */
	bool exited;
	struct ending ending;
	bool seen;    /* the watcher was asked about it (stop.c), and is not asked again */
	bool delayed; /* by a person, until the countdown is over */
	struct countdown delay;
};

/* Written by: flow.c.  */
struct gate {
	enum gate_mode mode;
	int budget;
	bool of_seat; /* only messages or moves of `seat` use up the budget */
	int seat;
	struct held *held; /* the queue: held[first .. last) */
	int first, last, room;
	int numbered; /* the number of the last one since none waited */
};

void gate_free(struct gate *gate);
void gate_close(struct gate *gate);
/* Sets the mode.  `count` messages or moves (by the mode) may pass, in addition to what is left of the same
 * request before.  */
void gate_set(struct gate *gate, enum gate_mode mode, bool of_seat, int seat, int count);
/* Lets the next message, of this seat, pass if the mode allows it, and counts it.  `queued`: it waits in the
 * queue; otherwise it passes only if the queue is empty.  */
bool gate_let_pass(struct gate *gate, int seat, bool queued);
/* Puts it at the end of the queue, with a copy of its bytes.  */
void gate_hold(struct gate *gate, struct held held);
/* The i-th in the queue, from 0; NULL: there are no more.  The other functions of the i-th need one.  */
const struct held *gate_at(const struct gate *gate, int i);
/* Takes the i-th out of the queue.  The caller owns its bytes.  */
struct held gate_take_at(struct gate *gate, int i);
/* Replaces its message; owns the new bytes, and the caller owns the old ones.  */
void gate_replace(struct gate *gate, int i, struct message message);
/* Adds or removes MESSAGE_EDITED.  */
void gate_set_edited(struct gate *gate, int i, bool edited);
/* The watcher was asked about it.  `stops`: adds MESSAGE_STOPPED until it is taken out.  */
void gate_set_seen(struct gate *gate, int i, bool stops);
/* Delays it until ns after t; 0: not at all.  `stands`: time stands.  */
void gate_delay(struct gate *gate, int i, int64_t ns, int64_t t, bool stands);
/* The seat has played a move.  True: the gate closes.  */
bool gate_moved(struct gate *gate, int seat);
/* Makes the delays of held messages stand or run.  */
void gate_keep_time(struct gate *gate, bool stands, int64_t t);
/* The judge was held up from `from` to `to`, which running delays do not count.  True: one runs.  */
bool gate_hold_up(struct gate *gate, int64_t from, int64_t to);

#endif
