/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client_agents.h - the agent of client_rotate.c.  */
#ifndef SAMPLES_CLIENT_AGENTS_H
#define SAMPLES_CLIENT_AGENTS_H

#include "client.h"

/* Turns left, and shuts off after most_actions.  */
struct rotate {
	int64_t most_actions;
	int64_t actions; /* of this simulation */
};

enum { ROTATE_ACTIONS = 20 };

struct world_agent rotate_agent(struct rotate *rotate, const struct sample_option *options);

#endif
