/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ways.h - the cheapest ways over tiles that are known to be open, with the cost of turns.  */
#ifndef SAMPLES_WAYS_H
#define SAMPLES_WAYS_H

#include "beliefs.h"

#include <stdint.h>

/* A stand is a place and a direction.  */
enum { STANDS = PLACES * 4 };

/* A stand and the weight of its way.  */
struct reached {
	int64_t weight;
	int stand;
};

struct ways {
	int64_t weight[STANDS]; /* the cost, then the number of actions */
	uint32_t stamp[STANDS]; /* the number of the search that found it */
	uint32_t search;
	int from[STANDS];  /* the stand before it, or after it on the way home; NOWHERE: none */
	int order[STANDS]; /* all stands reached, the cheapest first */
	int count;
	struct reached *heap; /* stands that are still open */
	int heap_size, heap_room;
};

static inline int stand_at(int place, int direction)
{
	return place * 4 + direction;
}

struct ways *ways_new(void);
void ways_free(struct ways *ways);
/* Searches all ways from a stand. A safe unseen tile ends a way.  */
void ways_out(struct ways *ways, const struct beliefs *beliefs, const struct world_rules *rules, int stand);
/* Searches all ways to a home.  */
void ways_home(struct ways *ways, const struct beliefs *beliefs, const struct world_rules *rules);
/* The cost of the way to or from a stand; -1: none.  */
int64_t ways_cost(const struct ways *ways, int stand);
/* Its number of actions; 0 if there is no way.  */
int64_t ways_actions(const struct ways *ways, int stand);
/* The action that leads from one stand to the next.  */
enum world_action ways_action(int stand, int next);

#endif
