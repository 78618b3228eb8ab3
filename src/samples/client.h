/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client.h - the client's side of the agent world (asimulator), shared by the bundled agents.
 *
 * client_run() announces the byte order, reads what the simulator sends, and asks the agent for each
 * action. What an agent shows is sent in front of its action. systems/asimulator/rules.h reads the bytes.  */
#ifndef SAMPLES_CLIENT_H
#define SAMPLES_CLIENT_H

#include "ringside/bytes.h"
#include "sample.h"
#include "systems/asimulator/rules.h"

/* Symbols on the map. SYMBOL_NUMBER and the 99 after it are the numbers 0 to 99 (original).  */
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

/* How bytes are read and written.  */
struct client_transport {
	void *self;
	/* Reads `size` bytes and returns size; less if the connection ended.  */
	size_t (*read)(void *self, uint8_t *bytes, size_t size);
	/* False: the connection ended.  */
	bool (*write)(void *self, const uint8_t *bytes, size_t size);
};

/* A conversation. The caller of client_run() sets the first three.  */
struct client {
	const char *program; /* for messages on standard error */
	struct client_transport transport;
	struct world_wire wire;
	struct world_rules rules; /* of this simulation */
	struct bytes out;         /* sent with the next action */
};

/* An agent. All callbacks but act may be NULL.  */
struct world_agent {
	const char *name;                    /* the program is called asimulator-NAME */
	const char *purpose;                 /* a line for --help */
	const struct sample_option *options; /* its own options */
	void *self;
	/* A simulation begins.  */
	void (*begin)(void *self, struct client *client);
	/* A tile is told; this is before the first act().  */
	void (*told)(void *self, const struct world_told *told);
	/* The next action. `percept`: bits of enum world_percept.  */
	enum world_action (*act)(void *self, struct client *client, unsigned percept);
	/* The simulation has ended with this percept and score.  */
	void (*over)(void *self, struct client *client, unsigned percept, int32_t score);
};

/* Shows a symbol on a tile, in agent coordinates.  */
void client_symbol(struct client *client, int symbol, int x, int y);
void client_clear(struct client *client);
/* Says something to people. The text is cut after 65535 bytes.  */
void client_text(struct client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Plays until the connection ends. Returns the exit status: 0 if it ends between simulations or while an
 * action is awaited (the match is over), 1 after a message if it ends inside rules, a list of tiles or a
 * score.  */
int client_run(struct client *client, const struct world_agent *agent);

/* Returns the exit status: 2 after a message about the command line, 1 if there is no connection.  */
int client_main(const struct world_agent *agent, int argc, char **argv);

#endif
