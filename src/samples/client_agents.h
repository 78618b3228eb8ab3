/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client_agents.h - the bundled agents of the agent world, for the programs and the tests.  */
#ifndef SAMPLES_CLIENT_AGENTS_H
#define SAMPLES_CLIENT_AGENTS_H

#include "client.h"

/* Turns left, and shuts off after most_actions.  */
struct rotate {
	int64_t most_actions;
	int64_t actions; /* of this simulation */
};

/* Moves and turns at random, grabs what it stands on, and shuts off at a home with an item or after
 * most_actions.  */
struct wander {
	int64_t most_actions;
	int64_t seed; /* below 0: from the clock */
	bool begun;   /* chance has been seeded */
	uint64_t chance;
	int64_t actions; /* of this simulation */
	int items, steps;
	int x, y;
	enum world_direction direction;
	enum world_action last;
};

struct reasoner;

enum { ROTATE_ACTIONS = 20, WANDER_ACTIONS = 200, REASONER_ACTIONS = 9000 };

struct world_agent rotate_agent(struct rotate *rotate, const struct sample_option *options);
struct world_agent wander_agent(struct wander *wander, const struct sample_option *options);

/* Proves tiles safe, see reasoner.h.  */
struct reasoner *reasoner_new(void);
void reasoner_free(struct reasoner *reasoner);
struct world_agent reasoner_agent(struct reasoner *reasoner, const struct sample_option *options);

#endif
