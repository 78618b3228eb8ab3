/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client.h - the client's side of the agent world (asimulator): what the bundled agents share.
 *
 * client_run() says the byte order, reads what the simulator says, simulation after simulation, and asks the
 * agent for an action when one is due; what an agent shows goes out in front of its action.  Numbers, rules,
 * percepts and tiles are read as in ringside/agent_world.h.  */
#ifndef SAMPLES_CLIENT_H
#define SAMPLES_CLIENT_H

#include "ringside/bytes.h"
#include "sample.h"
#include "systems/asimulator/rules.h"

/* Symbols that are shown on the map; below them and from SYMBOL_NUMBER on the numbers 0 to 99 (original).  */
enum client_symbol {
	SYMBOL_NUMBER = 100,
	SYMBOL_NUMBER_SIGN = 200,
	SYMBOL_QUESTION,
	SYMBOL_QUESTION_EXCLAMATION,
	SYMBOL_UNREACHABLE,
	SYMBOL_IRRELEVANT,
	SYMBOL_POSSIBLE_ENEMY,
	SYMBOL_ENEMY,
	SYMBOL_POSSIBLE_DANGER,
	SYMBOL_DANGER,
	SYMBOL_PLAN_SHUT_OFF,
	SYMBOL_NONE = 254
};

/* How bytes come and go.  */
struct client_transport {
	void *self;
	/* Fills all of `bytes` and returns size; less: the connection ended.  */
	size_t (*read)(void *self, uint8_t *bytes, size_t size);
	/* False: the connection ended.  */
	bool (*write)(void *self, const uint8_t *bytes, size_t size);
};

/* A conversation; whoever runs it sets the first three.  */
struct client {
	const char *program; /* for messages on standard error */
	struct client_transport transport;
	struct world_wire wire;
	struct world_rules rules; /* of this simulation */
	struct bytes out;         /* what goes out with the next action */
};

/* An agent.  Calls that it has no use for may be NULL, but for act.  */
struct world_agent {
	const char *name;                    /* the program is asimulator-NAME */
	const char *purpose;                 /* a line for --help */
	const struct sample_option *options; /* of its own */
	void *self;
	/* A simulation begins.  */
	void (*begin)(void *self, struct client *client);
	/* A tile that is known from the start; before the first act().  */
	void (*told)(void *self, const struct world_told *told);
	/* What to do after this percept, of enum world_percept.  */
	enum world_action (*act)(void *self, struct client *client, unsigned percept);
	/* The simulation has ended with this percept and score.  */
	void (*over)(void *self, struct client *client, unsigned percept, int32_t score);
};

/* Shows a symbol on a tile, in agent coordinates.  */
void client_symbol(struct client *client, int symbol, int x, int y);
void client_clear(struct client *client);
/* Says something to people; what is longer than 65535 bytes is cut.  */
void client_text(struct client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Plays until the connection ends.  Returns the exit status: 0 also when it ends where an action had been
 * awaited (the match is over), 1 after a message when it ends inside of rules, a list of tiles or a score. */
int client_run(struct client *client, const struct world_agent *agent);

/* What main() returns: 2 after a message about the command line, 1 when there is no connection.  */
int client_main(const struct world_agent *agent, int argc, char **argv);

#endif
