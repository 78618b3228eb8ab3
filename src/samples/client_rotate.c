/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client_rotate.c - sample:rotate under asimulator: it only turns, so nothing can happen to it.  */
#include "client_agents.h"

static void begin(void *self, struct client *client)
{
	struct rotate *rotate = self;

	rotate->actions = 0;
	client_text(client, "I only turn.");
}

/* Shows the number of its turns.  */
static enum world_action act(void *self, struct client *client, unsigned percept)
{
	struct rotate *rotate = self;

	(void)percept;
	if (++rotate->actions >= rotate->most_actions)
		return WORLD_SHUT_OFF;
	client_symbol(client, SYMBOL_NUMBER + (int)(rotate->actions % 100), 0, 0);
	return WORLD_TURN_LEFT;
}

struct world_agent rotate_agent(struct rotate *rotate, const struct sample_option *options)
{
	return (struct world_agent){
		.name = "rotate",
		.purpose = "An agent that only turns left, then shuts off.",
		.options = options,
		.self = rotate,
		.begin = begin,
		.act = act,
	};
}
