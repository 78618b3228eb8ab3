/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasoner.c - sample:reasoner under asimulator: it goes where it can prove that it survives.
 *
 * The protocol says what an action does (asimulator, World; Decisions).  */
#include "reasoner.h"

#include "sample.h"

#include <stdlib.h>
#include <string.h>

/* ---- keeping account ---- */

static int32_t cost_of(const struct world_rules *rules, enum world_action action)
{
	switch (action) {
	case WORLD_MOVE: return rules->value[WORLD_MOVE_COST];
	case WORLD_TURN_LEFT: return rules->value[WORLD_TURN_LEFT_COST];
	case WORLD_TURN_RIGHT: return rules->value[WORLD_TURN_RIGHT_COST];
	case WORLD_GRAB: return rules->value[WORLD_GRAB_COST];
	case WORLD_NEUTRALIZE: return rules->value[WORLD_NEUTRALIZE_COST];
	case WORLD_SHUT_OFF:
	case WORLD_ACTION_COUNT: break;
	}
	return 0;
}

static void follow_shot(struct reasoner *reasoner, bool hit)
{
	const struct world_rules *rules = &reasoner->rules;

	if (rules->flag[WORLD_AMMUNITION_IS_LIMITED])
		reasoner->ammunition--;
	if (hit)
		reasoner->score += rules->value[WORLD_NEUTRALIZE_REWARD];
	beliefs_shot(reasoner->beliefs, rules, reasoner->place, reasoner->direction, hit);
}

static void follow_grab(struct reasoner *reasoner)
{
	if (reasoner->beliefs->place[reasoner->place].item)
		reasoner->score += reasoner->rules.value[WORLD_ITEM_REWARD];
	beliefs_grabbed(reasoner->beliefs, reasoner->place);
}

/* Updates the account after the last action, by its percept.  */
static void follow(struct reasoner *reasoner, unsigned percept)
{
	int ahead = place_beside(reasoner->place, reasoner->direction);
	int32_t cost = cost_of(&reasoner->rules, reasoner->last);

	reasoner->actions++;
	reasoner->cost += cost;
	reasoner->score -= cost;
	switch (reasoner->last) {
	case WORLD_MOVE:
		if (percept & WORLD_PERCEPT_BUMP)
			beliefs_wall(reasoner->beliefs, ahead);
		else
			reasoner->place = ahead;
		break;
	case WORLD_TURN_LEFT: reasoner->direction = (reasoner->direction + 1) % 4; break;
	case WORLD_TURN_RIGHT: reasoner->direction = (reasoner->direction + 3) % 4; break;
	case WORLD_GRAB: follow_grab(reasoner); break;
	case WORLD_NEUTRALIZE: follow_shot(reasoner, percept & WORLD_PERCEPT_NEUTRALIZED); break;
	case WORLD_SHUT_OFF:
	case WORLD_ACTION_COUNT: break;
	}
}

static void take_in(struct reasoner *reasoner, unsigned percept)
{
	const struct world_rules *rules = &reasoner->rules;

	if (reasoner->begun)
		follow(reasoner, percept);
	reasoner->begun = true;
	beliefs_been(reasoner->beliefs, reasoner->place, percept);
	beliefs_infer(reasoner->beliefs);
	if (rules->flag[WORLD_CAN_RECHARGE_AMMUNITION_AT_HOME] && (percept & WORLD_PERCEPT_HOME))
		reasoner->ammunition = rules->value[WORLD_AMMUNITION_LIMIT];
}

/* ---- the agent ---- */

static void begin(void *self, struct client *client)
{
	struct reasoner *reasoner = self;

	reasoner->rules = client->rules;
	reasoner->place = ORIGIN;
	reasoner->direction = (int)world_direction(&client->rules);
	reasoner->score = client->rules.value[WORLD_INITIAL_SCORE];
	reasoner->cost = client->rules.value[WORLD_INITIAL_COST];
	reasoner->ammunition = client->rules.value[WORLD_INITIAL_AMMUNITION];
	reasoner->actions = 0;
	reasoner->begun = false;
	reasoner->plan = (struct plan){.target = NOWHERE};
	reasoner->said[0] = '\0';
	memset(reasoner->shown, SYMBOL_NONE, sizeof(reasoner->shown));
	beliefs_begin(reasoner->beliefs, &reasoner->rules);
}

static void told(void *self, const struct world_told *told)
{
	struct reasoner *reasoner = self;

	beliefs_told(reasoner->beliefs, place_at(told->x, told->y), told->tile);
}

static enum world_action carry_out(const struct reasoner *reasoner)
{
	int next = reasoner_next_stand(reasoner);

	if (next != NOWHERE)
		return ways_action(reasoner_stand(reasoner), next);
	switch (reasoner->plan.purpose) {
	case PLAN_GRAB: return WORLD_GRAB;
	case PLAN_SHOOT: return WORLD_NEUTRALIZE;
	case PLAN_RISK: return WORLD_MOVE;
	default: return WORLD_SHUT_OFF;
	}
}

static enum world_action act(void *self, struct client *client, unsigned percept)
{
	struct reasoner *reasoner = self;

	take_in(reasoner, percept);
	reasoner_plan(reasoner);
	if (!reasoner->quiet)
		reasoner_show(reasoner, client);
	reasoner->last = carry_out(reasoner);
	return reasoner->last;
}

struct reasoner *reasoner_new(void)
{
	struct reasoner *reasoner = sample_alloc(1, sizeof(*reasoner));

	reasoner->beliefs = beliefs_new();
	reasoner->out = ways_new();
	reasoner->home = ways_new();
	reasoner->most_actions = REASONER_ACTIONS;
	return reasoner;
}

void reasoner_free(struct reasoner *reasoner)
{
	beliefs_free(reasoner->beliefs);
	ways_free(reasoner->out);
	ways_free(reasoner->home);
	free(reasoner);
}

struct world_agent reasoner_agent(struct reasoner *reasoner, const struct sample_option *options)
{
	return (struct world_agent){
		.name = "reasoner",
		.purpose = "An agent that goes where it can prove that nothing is deadly, shoots enemies in "
			   "its\n"
			   "way, and brings home what it has found.",
		.options = options,
		.self = reasoner,
		.begin = begin,
		.told = told,
		.act = act,
	};
}
