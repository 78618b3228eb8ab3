/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ways.h - the cheapest ways over tiles that are known to be open, turns counted at their costs.  */
#ifndef SAMPLES_WAYS_H
#define SAMPLES_WAYS_H

#include "beliefs.h"

#include <stdint.h>

/* A stand is a place and a direction.  */
enum { STANDS = PLACES * 4 };

/* A stand, and the weight with which it was reached.  */
struct reached {
	int64_t weight;
	int stand;
};

struct ways {
	int64_t weight[STANDS]; /* cost and, of equal costs, how many actions */
	uint32_t stamp[STANDS]; /* of the search that has found it */
	uint32_t search;
	int from[STANDS];  /* the stand before it, or behind it on the way home; NOWHERE: none */
	int order[STANDS]; /* all stands that were reached, the cheapest first */
	int count;
	struct reached *heap; /* stands that are not done yet */
	int heap_size, heap_room;
};

static inline int stand_at(int place, int direction)
{
	return place * 4 + direction;
}

struct ways *ways_new(void);
void ways_free(struct ways *ways);
/* All ways from a stand.  Safe tiles that nobody has seen are the ends of ways.  */
void ways_out(struct ways *ways, const struct beliefs *beliefs, const struct world_rules *rules, int stand);
/* All ways to a home, from where one stands.  */
void ways_home(struct ways *ways, const struct beliefs *beliefs, const struct world_rules *rules);
/* The cost of the way to or from a stand; -1: there is none.  */
int64_t ways_cost(const struct ways *ways, int stand);
/* How many actions it takes; 0 where there is no way.  */
int64_t ways_actions(const struct ways *ways, int stand);
/* What brings from one stand to a next one.  */
enum world_action ways_action(int stand, int next);

#endif
