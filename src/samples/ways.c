/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ways.c - Dijkstra's algorithm over places and directions.  */
#include "ways.h"

#include "ringside/bytes.h"
#include "sample.h"

#include <stdlib.h>

/* A weight is the cost in its high part and the number of actions in its low part.  */
#define COST_UNIT (INT64_C(1) << 20)

struct ways *ways_new(void)
{
	return sample_alloc(1, sizeof(struct ways));
}

void ways_free(struct ways *ways)
{
	if (ways)
		free(ways->heap);
	free(ways);
}

/* ---- the heap: the lightest is first ---- */

static bool lighter(const struct ways *ways, int one, int other)
{
	return ways->heap[one].weight < ways->heap[other].weight;
}

static void swap(struct ways *ways, int one, int other)
{
	struct reached kept = ways->heap[one];

	ways->heap[one] = ways->heap[other];
	ways->heap[other] = kept;
}

static void push(struct ways *ways, struct reached reached)
{
	int at = ways->heap_size++;

	if (at == ways->heap_room) {
		ways->heap_room = 2 * ways->heap_room + 256;
		ways->heap = bytes_resized(ways->heap, (size_t)ways->heap_room * sizeof(struct reached));
	}
	ways->heap[at] = reached;
	for (; at > 0 && lighter(ways, at, (at - 1) / 2); at = (at - 1) / 2)
		swap(ways, at, (at - 1) / 2);
}

static struct reached pop(struct ways *ways)
{
	struct reached first = ways->heap[0];
	int at = 0, lower;

	ways->heap[0] = ways->heap[--ways->heap_size];
	while ((lower = 2 * at + 1) < ways->heap_size) {
		if (lower + 1 < ways->heap_size && lighter(ways, lower + 1, lower))
			lower++;
		if (!lighter(ways, lower, at))
			break;
		swap(ways, lower, at);
		at = lower;
	}
	return first;
}

/* ---- the search ---- */

static void begin(struct ways *ways)
{
	ways->search++;
	ways->count = ways->heap_size = 0;
}

static void reach(struct ways *ways, int stand, int from, int64_t weight)
{
	if (ways->stamp[stand] == ways->search && ways->weight[stand] <= weight)
		return;
	ways->stamp[stand] = ways->search;
	ways->weight[stand] = weight;
	ways->from[stand] = from;
	push(ways, (struct reached){weight, stand});
}

/* The next open stand, or NOWHERE. An entry is outdated if its stand was reached more cheaply later.  */
static int next_stand(struct ways *ways)
{
	while (ways->heap_size > 0) {
		struct reached reached = pop(ways);

		if (reached.weight > ways->weight[reached.stand])
			continue;
		ways->order[ways->count++] = reached.stand;
		return reached.stand;
	}
	return NOWHERE;
}

static int64_t action_weight(const struct world_rules *rules, enum world_value cost)
{
	return rules->value[cost] * COST_UNIT + 1;
}

void ways_out(struct ways *ways, const struct beliefs *beliefs, const struct world_rules *rules, int stand)
{
	int64_t move = action_weight(rules, WORLD_MOVE_COST);
	int64_t left = action_weight(rules, WORLD_TURN_LEFT_COST);
	int64_t right = action_weight(rules, WORLD_TURN_RIGHT_COST);

	begin(ways);
	reach(ways, stand, NOWHERE, 0);
	while ((stand = next_stand(ways)) != NOWHERE) {
		int place = stand / 4, direction = stand % 4;
		int64_t weight = ways->weight[stand];

		if (!beliefs_open(beliefs, place))
			continue;
		reach(ways, stand_at(place, (direction + 1) % 4), stand, weight + left);
		reach(ways, stand_at(place, (direction + 3) % 4), stand, weight + right);
		if (beliefs_safe(beliefs, place_beside(place, direction)))
			reach(ways, stand_at(place_beside(place, direction), direction), stand,
			      weight + move);
	}
}

void ways_home(struct ways *ways, const struct beliefs *beliefs, const struct world_rules *rules)
{
	int64_t move = action_weight(rules, WORLD_MOVE_COST);
	int64_t left = action_weight(rules, WORLD_TURN_LEFT_COST);
	int64_t right = action_weight(rules, WORLD_TURN_RIGHT_COST);
	int stand;

	begin(ways);
	for (int y = beliefs->low_y; y <= beliefs->high_y; y++)
		for (int x = beliefs->low_x; x <= beliefs->high_x; x++) {
			int place = place_at(x, y);

			for (int d = 0; d < 4 && beliefs->place[place].home && beliefs_open(beliefs, place);
			     d++)
				reach(ways, stand_at(place, d), NOWHERE, 0);
		}
	while ((stand = next_stand(ways)) != NOWHERE) {
		int place = stand / 4, direction = stand % 4;
		int behind = place_beside(place, (direction + 2) % 4);
		int64_t weight = ways->weight[stand];

		reach(ways, stand_at(place, (direction + 3) % 4), stand, weight + left);
		reach(ways, stand_at(place, (direction + 1) % 4), stand, weight + right);
		/* An unseen tile can begin a way home, but not be part of it.  */
		if (beliefs_open(beliefs, place) && beliefs_safe(beliefs, behind))
			reach(ways, stand_at(behind, direction), stand, weight + move);
	}
}

int64_t ways_cost(const struct ways *ways, int stand)
{
	return ways->stamp[stand] == ways->search ? ways->weight[stand] / COST_UNIT : -1;
}

int64_t ways_actions(const struct ways *ways, int stand)
{
	return ways->stamp[stand] == ways->search ? ways->weight[stand] % COST_UNIT : 0;
}

enum world_action ways_action(int stand, int next)
{
	if (stand / 4 != next / 4)
		return WORLD_MOVE;
	return next % 4 == (stand + 1) % 4 ? WORLD_TURN_LEFT : WORLD_TURN_RIGHT;
}
