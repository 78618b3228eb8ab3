/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - the state of a match of the agent world, shared by the files of the protocol.  */
#ifndef RINGSIDE_ASIMULATOR_WIRE_H
#define RINGSIDE_ASIMULATOR_WIRE_H

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "rules.h"

/* The requests of a client other than actions and symbols (original: Requests).  */
enum {
	REQUEST_CLEAR = 6,
	REQUEST_SYMBOL = 100, /* from here to 254: a symbol, followed by x and y */
	REQUEST_LAST_KNOWN = 209,
	REQUEST_NO_SYMBOL = 254,
	REQUEST_TEXT = 255, /* followed by a size in two bytes, and that many bytes */
	SYMBOL_BYTES = 3,
	TEXT_HEAD = 3,
	INFO_LITTLE = 0x80 /* the only used bit of the info byte */
};

struct client {
	bool sits;
	bool framed;            /* its info byte was cut from the stream; it may still wait at the gate */
	bool little;            /* by that byte, later numbers in the stream are little-endian */
	bool greeted;           /* its info byte has passed the gate */
	bool told;              /* it was told the rules of this simulation */
	bool heard;             /* it has sent something since */
	bool due;               /* it has to act in this round */
	bool questioned;        /* and the question was sent */
	struct world_wire wire; /* how it wants numbers, by the info byte that has passed */
	struct bytes early;     /* actions that came before their turn, a byte each */
	struct world_sim sim;
	int64_t stray; /* symbols outside the map */
	size_t came,
		wanted; /* of its last message: the bytes that came, and its full size; 0: it was complete */
};

struct asimulator {
	struct judge *judge;
	struct world_class class;
	struct world world;
	int64_t most_actions;
	struct world_wire wire; /* by the options; each client has a byte order of its own */
	struct client client[SEATS];
};

/* ---- wire.c ---- */

/* The size of the request that begins with these bytes, or as much of it as they announce; `size` is 1 at
 * least.  `little`: its numbers are little-endian.  */
size_t asimulator_wanted(bool little, const uint8_t *bytes, size_t size);
/* Members of `struct protocol`.  Without a judge, a match can be played by hand (reasons.c).  */
void *asimulator_new(struct judge *judge, const struct setup *setup, char **problem);
void asimulator_free(void *state);

extern const struct option_row asimulator_option_bit_order, asimulator_option_revision;
/* The bit order and revision of the options.  */
struct world_wire asimulator_wire(const struct setup *setup);

/* fuzz.c */
extern const struct fuzz asimulator_fuzz;

/* spec.c */
extern const struct spec asimulator_spec;

/* twins.c */
extern const struct twins asimulator_twins;

/* reasons.c */
enum {
	ASIMULATOR_INFO_BITS,
	ASIMULATOR_AFTER_END,
	ASIMULATOR_OUT_OF_TURN,
	ASIMULATOR_UNUSED_SYMBOL,
	ASIMULATOR_NO_REQUEST
};
extern const struct fault_row asimulator_faults[];
enum { ASIMULATOR_OFF_MAP, ASIMULATOR_ENDED_INSIDE };
extern const struct notice_row asimulator_notices[];
extern const struct reason_row asimulator_reasons[];
char *asimulator_ending(const struct match *match);

#endif
