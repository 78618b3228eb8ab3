/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* beliefs_count.c - conclusions from a known number of dangers or enemies.
 *
 * A riddle is a place where something is felt and no neighbour is known to be the cause. If the riddles
 * cannot be explained with a menace on a tile, the tile has none. If they cannot be explained without it,
 * the tile has one. The search gives up after a number of steps; then nothing follows.  */
#include "beliefs.h"

enum { STEPS_MOST = 400, SOLVED_BY_ONE = 4, EXPLAINED = 5 };

struct search {
	struct beliefs *beliefs;
	enum menace menace;
	int steps; /* the steps that are left */
};

static uint8_t *has_of(struct search *search, int place)
{
	return &search->beliefs->place[place].has[search->menace];
}

/* How many neighbours may be the cause; EXPLAINED: one is known to be.  */
static int explanations(struct search *search, int place)
{
	int may = 0;

	for (int d = 0; d < 4; d++) {
		uint8_t has = *has_of(search, place_beside(place, d));

		if (has == YES)
			return EXPLAINED;
		may += has == MAYBE;
	}
	return may;
}

static bool can_explain(struct search *search, int left);

/* Tries each neighbour as the cause; the next try excludes the ones before it.  */
static bool try_each(struct search *search, int place, int left)
{
	int tried[4], count = 0;
	bool found = false;

	for (int d = 0; d < 4 && !found; d++) {
		int near = place_beside(place, d);

		if (*has_of(search, near) != MAYBE)
			continue;
		*has_of(search, near) = YES;
		found = can_explain(search, left - 1);
		*has_of(search, near) = NO;
		tried[count++] = near;
	}
	while (count > 0)
		*has_of(search, tried[--count]) = MAYBE;
	return found;
}

/* Can this many more menaces explain all riddles? Tries the riddles with the fewest possible causes
 * first.  */
static bool can_explain(struct search *search, int left)
{
	const struct riddles *riddles = &search->beliefs->riddles[search->menace];
	int hardest = NOWHERE, fewest = EXPLAINED, open = 0;

	for (int i = 0; i < riddles->count; i++) {
		int may = explanations(search, riddles->place[i]);

		open += may != EXPLAINED;
		if (may < fewest) {
			fewest = may;
			hardest = riddles->place[i];
		}
	}
	if (left < 0 || fewest == 0)
		return false;
	if (hardest == NOWHERE || search->steps-- <= 0)
		return true;
	return open <= SOLVED_BY_ONE * left && try_each(search, hardest, left);
}

/* Can this many more explain all riddles if the place has this belief?  */
static bool can_be(struct search *search, int place, enum belief belief, int left)
{
	uint8_t *has = has_of(search, place);
	bool possible;

	search->steps = STEPS_MOST;
	*has = (uint8_t)belief;
	possible = can_explain(search, left - (belief == YES));
	*has = MAYBE;
	return possible;
}

static bool conclude_around(struct search *search, int riddle, int left)
{
	bool news = false;

	for (int d = 0; d < 4; d++) {
		int near = place_beside(riddle, d);

		if (*has_of(search, near) != MAYBE)
			continue;
		if (!can_be(search, near, YES, left))
			news = beliefs_set(search->beliefs, near, search->menace, NO);
		else if (!can_be(search, near, NO, left))
			news = beliefs_set(search->beliefs, near, search->menace, YES);
		if (news)
			break;
	}
	return news;
}

static bool is_near_riddle(struct search *search, int place)
{
	for (int d = 0; d < 4; d++)
		if (search->beliefs->place[place_beside(place, d)].felt[search->menace] == YES &&
		    explanations(search, place_beside(place, d)) != EXPLAINED)
			return true;
	return false;
}

/* If the riddles need all menaces, tiles beside no riddle have none.  */
static bool clear_others(struct search *search)
{
	struct beliefs *beliefs = search->beliefs;
	bool news = false;

	for (int y = beliefs->low_y - 2; y <= beliefs->high_y + 2; y++)
		for (int x = beliefs->low_x - 2; x <= beliefs->high_x + 2; x++) {
			bool inside = x >= beliefs->least_x && x <= beliefs->most_x &&
				      y >= beliefs->least_y && y <= beliefs->most_y;

			if (inside && *has_of(search, place_at(x, y)) == MAYBE &&
			    !is_near_riddle(search, place_at(x, y)))
				news |= beliefs_set(beliefs, place_at(x, y), search->menace, NO);
		}
	return news;
}

static void settle(struct beliefs *beliefs, enum menace menace)
{
	for (int i = 0; i < PLACES; i++)
		beliefs_set(beliefs, i, menace, NO);
	beliefs->settled[menace] = true;
}

bool beliefs_count(struct beliefs *beliefs, enum menace menace)
{
	struct search search = {.beliefs = beliefs, .menace = menace, .steps = STEPS_MOST};
	const struct riddles *riddles = &beliefs->riddles[menace];
	int left = beliefs->most[menace] - beliefs->sure[menace];

	if (beliefs->most[menace] == UNCOUNTED || beliefs->settled[menace])
		return false;
	if (left <= 0) {
		settle(beliefs, menace);
		return true;
	}
	/* There are enough for one each: nothing follows.  */
	if (left > riddles->count)
		return false;
	for (int i = 0; i < riddles->count; i++)
		if (conclude_around(&search, riddles->place[i], left))
			return true;
	search.steps = STEPS_MOST;
	return !can_explain(&search, left - 1) && clear_others(&search);
}
