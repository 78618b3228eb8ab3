/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* reasoner_worth.c - estimates of what can be won behind unseen tiles and by a shot.
 *
 * They decide whether something is worth its cost, never whether a step is safe.  */
#include "reasoner.h"

enum {
	BEYOND_MOST = 16, /* how many tiles one unseen tile may open up */
	AROUND = 2        /* up to this distance from seen tiles something is expected */
};

static double more(double one, double other)
{
	return one > other ? one : other;
}

/* Points, less what is lost if they end the simulation at once.  */
static double gain_of(const struct reasoner *reasoner, double points, bool at_home)
{
	const struct world_rules *rules = &reasoner->rules;
	const struct outlook *outlook = &reasoner->outlook;
	bool ends = rules->flag[WORLD_SCORE_IS_LIMITED] &&
		    (double)reasoner->score + points >= rules->value[WORLD_SCORE_LIMIT];

	if (ends && !at_home && outlook->has_home)
		points -= rules->value[WORLD_HOME_REWARD] - (double)outlook->back;
	return points;
}

double reasoner_item_gain(const struct reasoner *reasoner, bool at_home)
{
	const int32_t *value = reasoner->rules.value;

	return gain_of(reasoner, value[WORLD_ITEM_REWARD] - value[WORLD_GRAB_COST], at_home);
}

/* ---- the outlook ---- */

static bool is_reached(const struct reasoner *reasoner, int place)
{
	for (int d = 0; d < 4; d++)
		if (ways_cost(reasoner->out, stand_at(place, d)) >= 0)
			return true;
	return false;
}

/* What is counted around seen tiles.  */
struct count {
	int unseen, items, homes; /* items and homes: known ones that no way leads to */
	int locked;
};

static bool is_locked(const struct reasoner *reasoner, int place)
{
	const struct beliefs *beliefs = reasoner->beliefs;
	const struct place *at = &beliefs->place[place];

	if (at->wall == YES || at->has[DANGER] != NO || at->has[ENEMY] == NO)
		return false;
	for (int d = 0; d < 4; d++)
		if (beliefs_open(beliefs, place_beside(place, d)) &&
		    is_reached(reasoner, place_beside(place, d)))
			return true;
	return false;
}

static void count_place(const struct reasoner *reasoner, int place, struct count *count)
{
	const struct place *at = &reasoner->beliefs->place[place];

	if (at->wall == YES)
		return;
	count->unseen += !at->seen && at->has[DANGER] != YES && !beliefs_rim(reasoner->beliefs, place);
	if ((at->item || at->home) && !is_reached(reasoner, place)) {
		count->items += at->item;
		count->homes += at->home;
	}
	count->locked += is_locked(reasoner, place);
}

/* The known bounds; where a bound is unknown, a little beyond the seen tiles.  */
static struct count count_around(const struct reasoner *reasoner)
{
	const struct beliefs *beliefs = reasoner->beliefs;
	const bool *known = reasoner->rules.flag;
	int low_x = known[WORLD_LOWER_X_BOUND_IS_KNOWN] ? beliefs->least_x : beliefs->low_x - AROUND;
	int high_x = known[WORLD_UPPER_X_BOUND_IS_KNOWN] ? beliefs->most_x : beliefs->high_x + AROUND;
	int low_y = known[WORLD_LOWER_Y_BOUND_IS_KNOWN] ? beliefs->least_y : beliefs->low_y - AROUND;
	int high_y = known[WORLD_UPPER_Y_BOUND_IS_KNOWN] ? beliefs->most_y : beliefs->high_y + AROUND;
	struct count count = {0};

	for (int y = low_y; y <= high_y; y++)
		for (int x = low_x; x <= high_x; x++)
			if (x >= beliefs->least_x && x <= beliefs->most_x && y >= beliefs->least_y &&
			    y <= beliefs->most_y)
				count_place(reasoner, place_at(x, y), &count);
	return count;
}

/* How many are left to find: from the number told, or at the density found so far.  */
static double hidden(const struct beliefs *beliefs, int told, int found, int unseen)
{
	if (told == UNCOUNTED)
		return (found + 0.5) / (beliefs->seen + 5.0) * unseen;
	return told > found ? told - found : 0;
}

/* The expected worth of each unseen tile.  */
static double share(double number, int unseen)
{
	return unseen <= 0 ? 0 : number >= unseen ? 1 : number / unseen;
}

void reasoner_look_out(struct reasoner *reasoner)
{
	const struct world_rules *rules = &reasoner->rules;
	const struct beliefs *beliefs = reasoner->beliefs;
	struct outlook *outlook = &reasoner->outlook;
	struct count count = count_around(reasoner);
	double step = rules->value[WORLD_MOVE_COST] +
		      (rules->value[WORLD_TURN_LEFT_COST] + rules->value[WORLD_TURN_RIGHT_COST]) / 8.0;
	double items = count.items, homes = count.homes;
	int64_t back = ways_cost(reasoner->home, reasoner_stand(reasoner));

	*outlook = (struct outlook){.unseen = count.unseen, .locked = count.locked};
	outlook->has_home = back >= 0 && rules->value[WORLD_HOME_REWARD] > back;
	outlook->back = outlook->has_home ? back : 0;
	items += hidden(beliefs, beliefs->items_told, beliefs->items, count.unseen);
	homes += hidden(beliefs, beliefs->homes_told, beliefs->homes, count.unseen);
	outlook->tile = share(items, count.unseen) * more(reasoner_item_gain(reasoner, false), 0);
	if (back < 0)
		outlook->tile += share(homes, count.unseen) * rules->value[WORLD_HOME_REWARD];
	outlook->beyond = (count.unseen < BEYOND_MOST ? count.unseen : BEYOND_MOST) * (outlook->tile - step);
	outlook->beyond = more(outlook->beyond, 0);
}

/* ---- shots ---- */

double reasoner_aim(const struct reasoner *reasoner, int stand, int *first)
{
	const struct world_rules *rules = &reasoner->rules;
	int place = stand / 4, range = rules->value[WORLD_NEUTRALIZATION_RANGE];
	double miss = 1;

	*first = NOWHERE;
	for (int i = 1; range == 0 || i <= range; i++) {
		const struct place *at = &reasoner->beliefs->place[place = place_beside(place, stand % 4)];

		if (at->wall == YES)
			break;
		if (at->has[ENEMY] != NO) {
			*first = *first == NOWHERE ? place : *first;
			miss *= 1 - beliefs_chance(reasoner->beliefs, place, ENEMY);
		}
		/* The shot may stop here.  */
		if (at->wall == MAYBE)
			break;
	}
	return 1 - miss;
}

/* Would the way be free without the enemy?  */
static bool is_door(const struct reasoner *reasoner, int place)
{
	return place != NOWHERE && is_locked(reasoner, place);
}

double reasoner_shot_gain(const struct reasoner *reasoner, int stand, bool sure)
{
	const struct world_rules *rules = &reasoner->rules;
	const struct beliefs *beliefs = reasoner->beliefs;
	const struct outlook *outlook = &reasoner->outlook;
	int first;
	double hit = reasoner_aim(reasoner, stand, &first), gain;

	if (first == NOWHERE || (sure && hit < 1))
		return 0;
	gain = hit * gain_of(reasoner, rules->value[WORLD_NEUTRALIZE_REWARD], beliefs->place[stand / 4].home);
	if (rules->flag[WORLD_NEUTRALIZED_ENEMY_BECOMES_ITEM] && beliefs->place[first].has[DANGER] == NO)
		gain += hit * more(reasoner_item_gain(reasoner, false), 0);
	if (sure)
		return gain;
	/* The first tile will have no enemy, whatever the shot hits. If that was the last one, no tile
	 * will.  */
	if (is_door(reasoner, first))
		gain += outlook->beyond * (1 + hit) / 2;
	else if (beliefs->most[ENEMY] == 1 && outlook->locked > 0)
		gain += outlook->beyond * hit;
	return gain;
}
