/* asimulator_state.h - what the protocol of the agent world knows of a match, shared by its files.  */
#ifndef RINGSIDE_PROTOCOL_ASIMULATOR_STATE_H
#define RINGSIDE_PROTOCOL_ASIMULATOR_STATE_H

#include "ringside/agent_world.h"
#include "ringside/bytes.h"
#include "ringside/referee.h"

/* The requests of a client that are no actions and no symbols (original, the table of numbers).  */
enum {
	REQUEST_CLEAR = 6,
	REQUEST_SYMBOL = 100, /* from here to 254 a symbol, with x and y behind it */
	REQUEST_LAST_KNOWN = 209,
	REQUEST_NO_SYMBOL = 254,
	REQUEST_TEXT = 255, /* a length of two bytes behind it, and so many more */
	SYMBOL_BYTES = 3,
	TEXT_HEAD = 3
};

struct client {
	bool sits;
	bool framed;            /* its info byte was cut from the stream: it may wait at the gate */
	bool told;              /* it was told the rules of this simulation */
	bool heard;             /* it has sent anything since */
	bool due;               /* it has to act in this round */
	bool questioned;        /* and was sent what asks for that */
	int stale;              /* so many answers are due that a person has moved in place of */
	struct world_wire wire; /* how it wants numbers */
	struct bytes early;     /* actions that came before their turn, a byte each */
	struct world_sim sim;
	int64_t stray; /* symbols off the map */
	char *broken;  /* how many bytes of its last message had come, for people; NULL: it was whole */
};

struct asimulator {
	struct judge *judge;
	struct world_class class;
	struct world world;
	int64_t most_actions;
	struct world_wire wire; /* of the options: the clients' byte orders are their own */
	struct client client[SEATS];
};

/* How the options want bits and rules; NULL, or what is wrong with them, for people (the caller frees).  */
char *asimulator_wire(const struct setup *setup, struct world_wire *wire);
/* That of `struct protocol`.  */
char *asimulator_meaning(const struct setup *setup, const struct message *message);

#endif
