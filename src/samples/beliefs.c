/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* beliefs.c - what percepts prove about each tile.
 *
 * If nothing is felt on a tile, no neighbour has the menace. If something is felt, at least one neighbour
 * has it; when only one can, it does (asimulator, The main loop; Decisions).  */
#include "beliefs.h"

#include "sample.h"

#include <stdlib.h>
#include <string.h>

static const enum world_tile menace_tile[MENACES] = {WORLD_DANGER, WORLD_ENEMY};
static const enum world_tile menace_felt[MENACES] = {WORLD_FEAR, WORLD_HOSTILITY};
static const enum world_percept menace_percept[MENACES] = {WORLD_PERCEPT_FEAR, WORLD_PERCEPT_HOSTILITY};

struct beliefs *beliefs_new(void)
{
	return sample_alloc(1, sizeof(struct beliefs));
}

void beliefs_free(struct beliefs *beliefs)
{
	for (int m = 0; beliefs && m < MENACES; m++)
		free(beliefs->riddles[m].place);
	free(beliefs);
}

/* ---- the beginning ---- */

static int told_value(const struct world_rules *rules, enum world_flag flag, enum world_value value,
		      int otherwise)
{
	return rules->flag[flag] ? rules->value[value] : otherwise;
}

static bool is_outside(const struct beliefs *beliefs, int place)
{
	int x = x_of(place), y = y_of(place);

	return x < beliefs->least_x || x > beliefs->most_x || y < beliefs->least_y || y > beliefs->most_y;
}

/* Everything outside the map is wall. A map has at most 128 tiles a side.  */
static void begin_places(struct beliefs *beliefs)
{
	static const struct place outside = {.wall = YES, .has = {NO, NO}}, inside = {.wall = MAYBE};

	for (int i = 0; i < PLACES; i++)
		beliefs->place[i] = is_outside(beliefs, i) ? outside : inside;
}

void beliefs_begin(struct beliefs *beliefs, const struct world_rules *rules)
{
	static const enum world_flag known[MENACES] = {WORLD_NUMBER_OF_DANGERS_IS_KNOWN,
						       WORLD_NUMBER_OF_ENEMIES_IS_KNOWN};
	static const enum world_value number[MENACES] = {WORLD_NUMBER_OF_DANGERS, WORLD_NUMBER_OF_ENEMIES};

	beliefs->seen = beliefs->homes = beliefs->items = 0;
	beliefs->rim_walls = beliefs->rim_open = 0;
	beliefs->low_x = beliefs->high_x = beliefs->low_y = beliefs->high_y = 0;
	beliefs->least_x = told_value(rules, WORLD_LOWER_X_BOUND_IS_KNOWN, WORLD_LOWER_X_BOUND, -127);
	beliefs->most_x = told_value(rules, WORLD_UPPER_X_BOUND_IS_KNOWN, WORLD_UPPER_X_BOUND, 127);
	beliefs->least_y = told_value(rules, WORLD_LOWER_Y_BOUND_IS_KNOWN, WORLD_LOWER_Y_BOUND, -127);
	beliefs->most_y = told_value(rules, WORLD_UPPER_Y_BOUND_IS_KNOWN, WORLD_UPPER_Y_BOUND, 127);
	if (beliefs->least_x < -127)
		beliefs->least_x = -127;
	if (beliefs->least_y < -127)
		beliefs->least_y = -127;
	beliefs->items_told =
		told_value(rules, WORLD_NUMBER_OF_ITEMS_IS_KNOWN, WORLD_NUMBER_OF_ITEMS, UNCOUNTED);
	beliefs->homes_told =
		told_value(rules, WORLD_NUMBER_OF_HOMES_IS_KNOWN, WORLD_NUMBER_OF_HOMES, UNCOUNTED);
	for (int m = 0; m < MENACES; m++) {
		beliefs->riddles[m].count = 0;
		beliefs->sure[m] = 0;
		beliefs->settled[m] = false;
		beliefs->most[m] = told_value(rules, known[m], number[m], UNCOUNTED);
	}
	begin_places(beliefs);
}

/* ---- facts ---- */

bool beliefs_set(struct beliefs *beliefs, int place, enum menace menace, enum belief belief)
{
	struct place *at = &beliefs->place[place];

	if (at->has[menace] != MAYBE)
		return false;
	at->has[menace] = (uint8_t)belief;
	if (belief == YES) {
		at->wall = NO;
		beliefs->sure[menace]++;
	}
	return true;
}

static bool is_on_rim(const struct beliefs *beliefs, int place)
{
	int x = x_of(place), y = y_of(place);

	return x == beliefs->least_x || x == beliefs->most_x || y == beliefs->least_y || y == beliefs->most_y;
}

void beliefs_wall(struct beliefs *beliefs, int place)
{
	struct place *at = &beliefs->place[place];

	if (at->wall == YES)
		return;
	at->wall = YES;
	beliefs->rim_walls += is_on_rim(beliefs, place);
	beliefs_set(beliefs, place, DANGER, NO);
	beliefs_set(beliefs, place, ENEMY, NO);
}

static void extend(struct beliefs *beliefs, int place)
{
	int x = x_of(place), y = y_of(place);

	beliefs->low_x = x < beliefs->low_x ? x : beliefs->low_x;
	beliefs->high_x = x > beliefs->high_x ? x : beliefs->high_x;
	beliefs->low_y = y < beliefs->low_y ? y : beliefs->low_y;
	beliefs->high_y = y > beliefs->high_y ? y : beliefs->high_y;
}

static void add_riddle(struct beliefs *beliefs, int place, enum menace menace)
{
	struct riddles *riddles = &beliefs->riddles[menace];

	if (riddles->count == riddles->room) {
		int room = 2 * riddles->room + 16;
		int *more = sample_alloc((size_t)room, sizeof(*more));

		if (riddles->count)
			memcpy(more, riddles->place, (size_t)riddles->count * sizeof(*more));
		free(riddles->place);
		riddles->place = more;
		riddles->room = room;
	}
	riddles->place[riddles->count++] = place;
}

static void feel(struct beliefs *beliefs, int place, enum menace menace, bool felt)
{
	uint8_t *belief = &beliefs->place[place].felt[menace];

	if (felt && *belief != YES)
		add_riddle(beliefs, place, menace);
	*belief = felt ? YES : NO;
	for (int d = 0; d < 4 && !felt; d++)
		beliefs_set(beliefs, place_beside(place, d), menace, NO);
}

/* The place is no wall, and holds these.  */
static void see(struct beliefs *beliefs, int place, bool home, bool item)
{
	struct place *at = &beliefs->place[place];

	if (!at->seen) {
		at->seen = true;
		beliefs->seen++;
		beliefs->homes += home;
		beliefs->items += item;
		beliefs->rim_open += is_on_rim(beliefs, place);
		extend(beliefs, place);
	}
	at->wall = NO;
	at->home = home;
	at->item = item;
}

void beliefs_told(struct beliefs *beliefs, int place, unsigned tile)
{
	if (beliefs->place[place].seen || is_outside(beliefs, place))
		return;
	if (tile & WORLD_WALL) {
		beliefs_wall(beliefs, place);
		extend(beliefs, place);
		return;
	}
	see(beliefs, place, tile & WORLD_HOME, tile & WORLD_ITEM);
	for (int m = 0; m < MENACES; m++)
		beliefs_set(beliefs, place, (enum menace)m, tile & menace_tile[m] ? YES : NO);
	/* What is felt is told only for a clear tile without an enemy (original).  */
	for (int m = 0; m < MENACES && !(tile & (WORLD_DANGER | WORLD_ENEMY)); m++)
		feel(beliefs, place, (enum menace)m, tile & menace_felt[m]);
}

void beliefs_been(struct beliefs *beliefs, int place, unsigned percept)
{
	see(beliefs, place, percept & WORLD_PERCEPT_HOME, percept & WORLD_PERCEPT_ITEM);
	for (int m = 0; m < MENACES; m++) {
		beliefs_set(beliefs, place, (enum menace)m, NO);
		feel(beliefs, place, (enum menace)m, percept & menace_percept[m]);
	}
}

void beliefs_grabbed(struct beliefs *beliefs, int place)
{
	beliefs->place[place].item = false;
}

/* ---- shots ---- */

/* An item may lie where an enemy was; nobody has seen it yet.  */
static void forget_sight(struct beliefs *beliefs, int place)
{
	struct place *at = &beliefs->place[place];

	if (!at->seen)
		return;
	at->seen = false;
	beliefs->seen--;
	beliefs->homes -= at->home;
	beliefs->items -= at->item;
}

/* An enemy there may have been neutralized. Forget what it implies there and beside it.  */
static void doubt(struct beliefs *beliefs, const struct world_rules *rules, int place)
{
	struct place *at = &beliefs->place[place];

	if (at->has[ENEMY] == YES) {
		at->has[ENEMY] = MAYBE;
		beliefs->sure[ENEMY]--;
		beliefs->settled[ENEMY] = false;
	}
	if (rules->flag[WORLD_NEUTRALIZED_ENEMY_BECOMES_ITEM])
		forget_sight(beliefs, place);
	for (int d = 0; d < 4; d++) {
		struct place *near = &beliefs->place[place_beside(place, d)];

		if (near->felt[ENEMY] == YES)
			near->felt[ENEMY] = MAYBE;
	}
}

static void become_item(struct beliefs *beliefs, const struct world_rules *rules, int place)
{
	struct place *at = &beliefs->place[place];

	if (!rules->flag[WORLD_NEUTRALIZED_ENEMY_BECOMES_ITEM] || at->has[DANGER] != NO || at->item)
		return;
	at->item = true;
	if (beliefs->items_told != UNCOUNTED)
		beliefs->items_told++;
}

void beliefs_shot(struct beliefs *beliefs, const struct world_rules *rules, int place, int direction,
		  bool hit)
{
	bool one = rules->flag[WORLD_NEUTRALIZATION_STOPS_AT_FIRST_ENEMY];
	int range = rules->value[WORLD_NEUTRALIZATION_RANGE], from = place;
	int candidates = 0, certain = 0, first = NOWHERE;
	bool reaches = true; /* no wall can have stopped it yet */

	for (int i = 1; range == 0 || i <= range; i++) {
		struct place *at = &beliefs->place[from = place_beside(from, direction)];
		uint8_t enemy = at->has[ENEMY];

		if (at->wall == YES)
			break;
		if (enemy != NO) {
			candidates++;
			certain += enemy == YES;
			first = first == NOWHERE ? from : first;
			if (hit)
				doubt(beliefs, rules, from);
			/* The enemy that was hit is gone: the first in the line, or any in range.  */
			if (hit && one ? from == first : reaches)
				beliefs_set(beliefs, from, ENEMY, NO);
			if (hit && one && enemy == YES)
				break;
		}
		reaches = reaches && at->wall == NO;
	}
	if (!hit)
		return;
	if (beliefs->most[ENEMY] != UNCOUNTED)
		beliefs->most[ENEMY] -= one || certain == 0 ? 1 : certain;
	if (candidates == 1)
		become_item(beliefs, rules, first);
}

/* ---- conclusions ---- */

/* Returns whether it found something new. Removes riddles that are solved, or uncertain after a shot.  */
static bool solve(struct beliefs *beliefs, enum menace menace)
{
	struct riddles *riddles = &beliefs->riddles[menace];
	bool news = false;
	int kept = 0;

	for (int i = 0; i < riddles->count; i++) {
		int place = riddles->place[i], may = 0, last = NOWHERE;
		bool solved = beliefs->place[place].felt[menace] != YES;

		for (int d = 0; d < 4; d++) {
			int near = place_beside(place, d);
			uint8_t has = beliefs->place[near].has[menace];

			solved = solved || has == YES;
			if (has == MAYBE) {
				may++;
				last = near;
			}
		}
		solved = solved || may == 0; /* percepts of a simulator never lead here */
		if (!solved && may == 1)
			news = solved = beliefs_set(beliefs, last, menace, YES);
		if (!solved)
			riddles->place[kept++] = place;
	}
	riddles->count = kept;
	return news;
}

void beliefs_infer(struct beliefs *beliefs)
{
	for (int m = 0; m < MENACES; m++)
		while (solve(beliefs, (enum menace)m) || beliefs_count(beliefs, (enum menace)m))
			;
}

/* ---- answers ---- */

bool beliefs_safe(const struct beliefs *beliefs, int place)
{
	const struct place *at = &beliefs->place[place];

	return at->wall != YES && at->has[DANGER] == NO && at->has[ENEMY] == NO;
}

bool beliefs_open(const struct beliefs *beliefs, int place)
{
	return beliefs->place[place].seen && beliefs_safe(beliefs, place);
}

bool beliefs_rim(const struct beliefs *beliefs, int place)
{
	return beliefs->place[place].wall == MAYBE && is_on_rim(beliefs, place) && beliefs->rim_walls >= 2 &&
	       beliefs->rim_open == 0;
}

double beliefs_chance(const struct beliefs *beliefs, int place, enum menace menace)
{
	double most = (beliefs->sure[menace] + 1.0) / (beliefs->seen + 10.0);

	if (beliefs->place[place].has[menace] != MAYBE)
		return beliefs->place[place].has[menace] == YES;
	if (most < 0.1)
		most = 0.1;
	for (int d = 0; d < 4; d++) {
		int near = place_beside(place, d), may = 0;
		bool explained = false;

		if (beliefs->place[near].felt[menace] != YES)
			continue;
		for (int side = 0; side < 4; side++) {
			uint8_t has = beliefs->place[place_beside(near, side)].has[menace];

			explained = explained || has == YES;
			may += has == MAYBE;
		}
		if (!explained && 1.0 / may > most)
			most = 1.0 / may;
	}
	return most;
}
