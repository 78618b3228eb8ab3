/* gate.h - where messages wait while a person steps.
 *
 * The judge asks the gate about every message, in both directions, and about every exit.  The gate keeps what
 * may not pass, in order, and says when time stands.  It knows nothing of seats or protocols.  */
#ifndef RINGSIDE_CORE_GATE_H
#define RINGSIDE_CORE_GATE_H

#include "ringside/judge.h"

enum gate_mode {
	GATE_OPEN,     /* everything passes */
	GATE_MESSAGES, /* `budget` messages pass; the one after them closes the gate */
	GATE_MOVES,    /* everything passes until `budget` moves were played */
	GATE_CLOSED,   /* nothing passes */
};

/* What waits: a message, and with it perhaps the news that the process has ended.  */
struct held {
	struct message message; /* owns its bytes */
	bool exited;
	struct ending ending;
	bool seen; /* by who may stop the match before it (stop.c): it is not stopped before a second time */
};

struct gate {
	enum gate_mode mode;
	int budget;
	struct held *held; /* the queue: held[first .. last) */
	int first, last, room;
};

void gate_free(struct gate *gate);
/* May the next message pass?  Counts it.  `queued`: it is the first of those that wait (else it passes only
 * if none wait).  */
bool gate_passes(struct gate *gate, bool queued);
void gate_hold(struct gate *gate, struct held held);
/* The i-th that waits, or NULL.  */
struct held *gate_at(const struct gate *gate, int i);
/* Takes the i-th out, wherever it stands; the caller owns its bytes.  There must be one.  */
struct held gate_take_at(struct gate *gate, int i);
/* A move was played.  */
void gate_moved(struct gate *gate);

#endif
