/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the protocol of the agent world knows of a match, shared by its files.  */
#ifndef RINGSIDE_ASIMULATOR_WIRE_H
#define RINGSIDE_ASIMULATOR_WIRE_H

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "rules.h"

/* The requests of a client that are no actions and no symbols (original: Requests).  */
enum {
	REQUEST_CLEAR = 6,
	REQUEST_SYMBOL = 100, /* from here to 254 a symbol, with x and y behind it */
	REQUEST_LAST_KNOWN = 209,
	REQUEST_NO_SYMBOL = 254,
	REQUEST_TEXT = 255, /* a length of two bytes behind it, and so many more */
	SYMBOL_BYTES = 3,
	TEXT_HEAD = 3,
	INFO_LITTLE = 0x80 /* the bit of the info byte that is used */
};

struct client {
	bool sits;
	bool framed;            /* its info byte was cut from the stream: it may wait at the gate */
	bool little;            /* by that byte, the numbers in what is cut behind it are little-endian */
	bool greeted;           /* and has passed */
	bool told;              /* it was told the rules of this simulation */
	bool heard;             /* it has sent anything since */
	bool due;               /* it has to act in this round */
	bool questioned;        /* and was sent what asks for that */
	struct world_wire wire; /* how it wants numbers, by the byte that has passed */
	struct bytes early;     /* actions that came before their turn, a byte each */
	struct world_sim sim;
	int64_t stray;       /* symbols off the map */
	size_t came, wanted; /* so many bytes had come of its last message, of so many; 0: it was whole */
};

struct asimulator {
	struct judge *judge;
	struct world_class class;
	struct world world;
	int64_t most_actions;
	struct world_wire wire; /* of the options: the clients' byte orders are their own */
	struct client client[SEATS];
};

/* ---- wire_rounds.c; those without a comment are members of `struct protocol` ---- */

void asimulator_begin(void *state);
void asimulator_ask(void *state, int seat);
void asimulator_received(void *state, const struct message *message);
/* Plays an action of the seat, which is due; `answered` as in referee_moved().  */
void asimulator_act(struct asimulator *a, int seat, const char *answered, enum world_action action);
/* The option that holds a client's byte order for its next game.  */
const char *asimulator_order_key(int seat);

/* ---- wire_stream.c, wire_meaning.c ---- */

/* Does an agent sit there, whom bytes are sent to?  */
bool asimulator_is_agent(const struct asimulator *a, int seat);
/* How many bytes the request takes that begins so, as far as they tell; `size` is 1 at least.  `little`: its
   numbers are little-endian.  */
size_t asimulator_wanted(bool little, const uint8_t *bytes, size_t size);
/* Those of `struct protocol`; without a judge it can be played by hand (reasons.c).  */
void *asimulator_new(struct judge *judge, const struct setup *setup, char **problem);
void asimulator_free(void *state);
size_t asimulator_frame(void *state, int seat, const char *bytes, size_t size, size_t seen, bool ended);
size_t asimulator_end(const char *bytes, size_t size);
size_t asimulator_lacks(void *state, int seat, const char *bytes, size_t size);
char *asimulator_partial(const char *bytes, size_t size, size_t wanted);
enum channel asimulator_channel(void *state, int seat, const char *bytes, size_t size);
unsigned asimulator_flags(void *state, int seat, enum channel channel);

/* Send; `asks`: the seat has to act now, and its clock runs.  Of a person the clock alone.  */
void asimulator_send_bytes(struct asimulator *a, int seat, enum channel to, bool asks, const uint8_t *bytes,
			   size_t size);
/* What it perceives now.  */
void asimulator_send_percept(struct asimulator *a, int seat, bool asks);
/* The tiles that it knows, and the 0 that ends them.  */
void asimulator_send_tiles(struct asimulator *a, int seat, bool asks);
/* The rules, the first percept, the tiles (original: the main loop).  */
void asimulator_send_rules(struct asimulator *a, int seat, bool asks);

extern const struct option_row asimulator_option_bit_order, asimulator_option_revision;
/* How the options want bits and rules.  */
struct world_wire asimulator_wire(const struct setup *setup);
/* The action that a person means by its name or a beginning of one; WORLD_ACTION_COUNT: none, or several.  */
enum world_action asimulator_action(const char *move);
/* Those of `struct protocol`.  */
char *asimulator_meaning(const struct setup *setup, const struct message *message);
char *asimulator_move_form(const struct setup *setup, const char *move, char **problem);

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
