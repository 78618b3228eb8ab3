/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasoner_plan.c - decides: first what is safe and worth its cost, the nearest first; then shots; then a
 * risk that is better than going home; then home.  */
#include "reasoner.h"

/* The extra cost of going home by way of a stand.  */
struct trip {
	int64_t out, extra;
};

/* False: there is no way, or it is too long to be home before a limit. `more`: what is done there.  */
static bool trip_to(const struct reasoner *reasoner, int stand, int64_t more, struct trip *trip)
{
	const struct world_rules *rules = &reasoner->rules;
	int64_t back = ways_cost(reasoner->home, stand), actions;

	trip->out = ways_cost(reasoner->out, stand) + more;
	if (trip->out < more)
		return false;
	if (!reasoner->outlook.has_home || back < 0)
		back = 0;
	trip->extra = trip->out + back - reasoner->outlook.back;
	actions = ways_actions(reasoner->out, stand) + ways_actions(reasoner->home, stand) + 2;
	if (reasoner->actions + actions > reasoner->most_actions)
		return false;
	return !rules->flag[WORLD_COST_IS_LIMITED] ||
	       reasoner->cost + trip->out + back <= rules->value[WORLD_COST_LIMIT];
}

static bool is_armed(const struct reasoner *reasoner)
{
	return !reasoner->rules.flag[WORLD_AMMUNITION_IS_LIMITED] || reasoner->ammunition > 0;
}

/* ---- safe and worth it ---- */

static bool is_worth_grabbing(const struct reasoner *reasoner, int stand)
{
	const struct place *at = &reasoner->beliefs->place[stand / 4];
	struct trip trip;

	return at->item && beliefs_safe(reasoner->beliefs, stand / 4) &&
	       trip_to(reasoner, stand, reasoner->rules.value[WORLD_GRAB_COST], &trip) &&
	       reasoner_item_gain(reasoner, at->home) + reasoner->rules.value[WORLD_GRAB_COST] >
		       (double)trip.extra;
}

/* Is it worth it, by itself or for what may lie behind it?  */
static bool is_worth_looking(const struct reasoner *reasoner, int stand)
{
	const struct outlook *outlook = &reasoner->outlook;
	int place = stand / 4;
	struct trip trip;

	return !reasoner->beliefs->place[place].seen && !beliefs_rim(reasoner->beliefs, place) &&
	       trip_to(reasoner, stand, 0, &trip) &&
	       (outlook->tile > (double)trip.extra || outlook->beyond > (double)trip.extra);
}

static bool is_sure_shot(const struct reasoner *reasoner, int stand)
{
	int64_t cost = reasoner->rules.value[WORLD_NEUTRALIZE_COST];
	struct trip trip;

	return is_armed(reasoner) && beliefs_open(reasoner->beliefs, stand / 4) &&
	       trip_to(reasoner, stand, cost, &trip) &&
	       reasoner_shot_gain(reasoner, stand, true) > (double)trip.extra;
}

/* The nearest that is safe and worth it.  */
static bool plan_nearest(struct reasoner *reasoner)
{
	struct plan *plan = &reasoner->plan;

	for (int i = 0; i < reasoner->out->count; i++) {
		int stand = reasoner->out->order[i];

		*plan = (struct plan){.stand = stand, .target = stand / 4};
		if (is_worth_grabbing(reasoner, stand)) {
			plan->purpose = stand / 4 == reasoner->place ? PLAN_GRAB : PLAN_ITEM;
			return true;
		}
		if (is_worth_looking(reasoner, stand)) {
			plan->purpose = PLAN_LOOK;
			return true;
		}
		if (is_sure_shot(reasoner, stand)) {
			plan->purpose = PLAN_SHOOT;
			plan->chance = reasoner_aim(reasoner, stand, &plan->target);
			return true;
		}
	}
	return false;
}

/* ---- shots ---- */

/* The stand with the best shot, or NOWHERE, and its gain after costs. Without ammunition the way leads by
 * home.  */
static int best_shot(const struct reasoner *reasoner, double *best)
{
	int64_t cost = reasoner->rules.value[WORLD_NEUTRALIZE_COST];
	int found = NOWHERE;

	*best = 0;
	for (int i = 0; i < reasoner->out->count; i++) {
		int stand = reasoner->out->order[i];
		double gain;
		struct trip trip;

		if (!beliefs_open(reasoner->beliefs, stand / 4) || !trip_to(reasoner, stand, cost, &trip))
			continue;
		gain = reasoner_shot_gain(reasoner, stand, false);
		if (gain > 0)
			gain -= (double)trip.extra;
		if (gain > *best) {
			*best = gain;
			found = stand;
		}
	}
	return found;
}

static bool plan_shot(struct reasoner *reasoner)
{
	const struct world_rules *rules = &reasoner->rules;
	struct plan *plan = &reasoner->plan;
	double gain;
	int stand = best_shot(reasoner, &gain);

	if (stand == NOWHERE)
		return false;
	if (is_armed(reasoner)) {
		*plan = (struct plan){.purpose = PLAN_SHOOT, .stand = stand};
		plan->chance = reasoner_aim(reasoner, stand, &plan->target);
		return true;
	}
	/* From home to the stand and back, at about the present cost of the way home.  */
	if (!rules->flag[WORLD_CAN_RECHARGE_AMMUNITION_AT_HOME] ||
	    rules->value[WORLD_AMMUNITION_LIMIT] == 0 || !reasoner->outlook.has_home ||
	    gain <= 2 * (double)reasoner->outlook.back)
		return false;
	*plan = (struct plan){.purpose = PLAN_RECHARGE, .stand = reasoner_stand(reasoner), .target = NOWHERE};
	return true;
}

/* ---- a risk ---- */

/* Is it better than going home, given the probability of survival?  */
static bool plan_risk(struct reasoner *reasoner)
{
	const struct beliefs *beliefs = reasoner->beliefs;
	const struct outlook *outlook = &reasoner->outlook;
	int64_t move = reasoner->rules.value[WORLD_MOVE_COST];
	double home = outlook->has_home ? reasoner->rules.value[WORLD_HOME_REWARD] : 0;
	double best = home - (double)outlook->back;
	bool found = false;

	for (int i = 0; i < reasoner->out->count; i++) {
		int stand = reasoner->out->order[i], ahead = place_beside(stand / 4, stand % 4);
		double lives = (1 - beliefs_chance(beliefs, ahead, DANGER)) *
			       (1 - beliefs_chance(beliefs, ahead, ENEMY));
		struct trip trip;
		double value;

		if (!beliefs_open(beliefs, stand / 4) || beliefs->place[ahead].wall == YES ||
		    beliefs_safe(beliefs, ahead) || lives <= 0 || !trip_to(reasoner, stand, 2 * move, &trip))
			continue;
		value = lives * (outlook->beyond + home - (double)(trip.extra + outlook->back - trip.out)) -
			(double)trip.out;
		if (value <= best)
			continue;
		best = value;
		reasoner->plan = (struct plan){PLAN_RISK, stand, ahead, 1 - lives};
		found = true;
	}
	return found;
}

/* ---- home ---- */

static void plan_end(struct reasoner *reasoner)
{
	bool walks = reasoner->outlook.has_home && !reasoner->beliefs->place[reasoner->place].home;

	reasoner->plan = (struct plan){
		.purpose = walks ? PLAN_HOME : PLAN_SHUT_OFF,
		.stand = reasoner_stand(reasoner),
		.target = NOWHERE,
	};
}

void reasoner_plan(struct reasoner *reasoner)
{
	ways_out(reasoner->out, reasoner->beliefs, &reasoner->rules, reasoner_stand(reasoner));
	ways_home(reasoner->home, reasoner->beliefs, &reasoner->rules);
	reasoner_look_out(reasoner);
	if (!plan_nearest(reasoner) && !plan_shot(reasoner) && !plan_risk(reasoner))
		plan_end(reasoner);
}

int reasoner_next_stand(const struct reasoner *reasoner)
{
	int here = reasoner_stand(reasoner), stand = reasoner->plan.stand;

	if (reasoner->plan.purpose == PLAN_HOME || reasoner->plan.purpose == PLAN_RECHARGE)
		return reasoner->home->from[here];
	if (stand == here)
		return NOWHERE;
	while (reasoner->out->from[stand] != here)
		stand = reasoner->out->from[stand];
	return stand;
}
