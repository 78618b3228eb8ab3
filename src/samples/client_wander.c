/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* client_wander.c - sample:wander under asimulator: it walks at random and ignores dangers.
 *
 * Its steps are numbered on the map.  */
#include "client_agents.h"

#include "chance.h"

static void begin(void *self, struct client *client)
{
	struct wander *wander = self;

	if (!wander->begun)
		wander->chance = wander->seed < 0 ? chance_seed() : (uint64_t)wander->seed;
	*wander = (struct wander){.most_actions = wander->most_actions,
				  .seed = wander->seed,
				  .begun = true,
				  .chance = wander->chance,
				  .direction = world_direction(&client->rules)};
	client_text(client, "I go where chance leads me.");
}

/* Updates the place and direction after the last action.  */
static void follow(struct wander *wander, struct client *client, unsigned percept)
{
	static const int step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};

	switch (wander->last) {
	case WORLD_MOVE:
		if (percept & WORLD_PERCEPT_BUMP)
			return;
		wander->x += step_x[wander->direction];
		wander->y += step_y[wander->direction];
		wander->steps++;
		client_symbol(client, SYMBOL_NUMBER + wander->steps % 100, wander->x, wander->y);
		break;
	case WORLD_TURN_LEFT: wander->direction = (wander->direction + 1) % 4; break;
	case WORLD_TURN_RIGHT: wander->direction = (wander->direction + 3) % 4; break;
	case WORLD_GRAB:
		wander->items++;
		client_text(client, "An item.");
		break;
	default: break;
	}
}

static enum world_action choose(struct wander *wander, unsigned percept)
{
	if (percept & WORLD_PERCEPT_ITEM)
		return WORLD_GRAB;
	if ((percept & WORLD_PERCEPT_HOME) && wander->items)
		return WORLD_SHUT_OFF;
	if (wander->actions >= wander->most_actions)
		return WORLD_SHUT_OFF;
	if (!(percept & WORLD_PERCEPT_BUMP) && chance_below(&wander->chance, 2))
		return WORLD_MOVE;
	return chance_below(&wander->chance, 2) ? WORLD_TURN_LEFT : WORLD_TURN_RIGHT;
}

static enum world_action act(void *self, struct client *client, unsigned percept)
{
	struct wander *wander = self;

	follow(wander, client, percept);
	wander->actions++;
	wander->last = choose(wander, percept);
	return wander->last;
}

struct world_agent wander_agent(struct wander *wander, const struct sample_option *options)
{
	return (struct world_agent){
		.name = "wander",
		.purpose =
			"An agent that moves and turns at random, and brings home what it happens to find.",
		.options = options,
		.self = wander,
		.begin = begin,
		.act = act,
	};
}
