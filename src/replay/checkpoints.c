/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* checkpoints.c - the state of a game at any turn of a match.  */
#include "ringside/checkpoints.h"

#include "ringside/bytes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 32 }; /* even: after every second one is dropped, the next is due at the same turn as before */

struct checkpoints {
	const struct checkpoint_rules *rules;
	void *now;        /* the state after `turns` turns; owned */
	void *kept[KEPT]; /* those after 0, distance, 2 * distance ... turns; owned */
	int turns, count, distance;
	const struct match *match; /* the match of these states */
	int branch, seen;          /* its branch, and how many turns it had */
	unsigned cuts;
};

static void copy(const struct checkpoint_rules *rules, void *to, const void *from)
{
	memcpy(to, from, rules->size);
	if (rules->copy)
		rules->copy(to, from);
}

static void clear(const struct checkpoint_rules *rules, void *state)
{
	if (rules->clear)
		rules->clear(state);
}

static void drop(struct checkpoints *checkpoints, void *state)
{
	clear(checkpoints->rules, state);
	free(state);
}

static void keep_now(struct checkpoints *checkpoints)
{
	void **kept = checkpoints->kept;

	if (checkpoints->count == KEPT) {
		for (int i = 0; i < KEPT; i += 2) {
			kept[i / 2] = kept[i];
			drop(checkpoints, kept[i + 1]);
		}
		checkpoints->count = KEPT / 2;
		checkpoints->distance *= 2;
	}
	assert(checkpoints->turns == checkpoints->count * checkpoints->distance);
	kept[checkpoints->count] = bytes_new(checkpoints->rules->size);
	copy(checkpoints->rules, kept[checkpoints->count++], checkpoints->now);
}

static void go_back(struct checkpoints *checkpoints, int i)
{
	clear(checkpoints->rules, checkpoints->now);
	copy(checkpoints->rules, checkpoints->now, checkpoints->kept[i]);
	checkpoints->turns = i * checkpoints->distance;
}

/* Forgets the turns of another branch.  */
static void begin_anew(struct checkpoints *checkpoints)
{
	while (checkpoints->count > 1)
		drop(checkpoints, checkpoints->kept[--checkpoints->count]);
	checkpoints->distance = checkpoints->rules->distance;
	go_back(checkpoints, 0);
}

struct checkpoints *checkpoints_new(const struct checkpoint_rules *rules, void *first)
{
	struct checkpoints *checkpoints = bytes_new(sizeof(*checkpoints));

	assert(rules->size > 0 && rules->distance > 0);
	assert(!rules->copy == !rules->clear);
	*checkpoints = (struct checkpoints){.rules = rules, .now = first, .distance = rules->distance};
	keep_now(checkpoints);
	return checkpoints;
}

void checkpoints_free(struct checkpoints *checkpoints)
{
	if (!checkpoints)
		return;
	while (checkpoints->count > 0)
		drop(checkpoints, checkpoints->kept[--checkpoints->count]);
	drop(checkpoints, checkpoints->now);
	free(checkpoints);
}

bool checkpoints_seek(struct checkpoints *checkpoints, const struct match *match, int turns)
{
	int steps = checkpoints->rules->steps ? checkpoints->rules->steps : CHECKPOINTS_STEPS, nearest;
	bool is_other = match != checkpoints->match || match->branch != checkpoints->branch ||
			match->turn_count < checkpoints->seen || match->cuts != checkpoints->cuts;

	if (is_other)
		begin_anew(checkpoints);
	if (is_other && turns > steps)
		steps /= CHECKPOINTS_FIRST;
	checkpoints->match = match;
	checkpoints->branch = match->branch;
	checkpoints->seen = match->turn_count;
	checkpoints->cuts = match->cuts;
	nearest = turns / checkpoints->distance;
	if (nearest >= checkpoints->count)
		nearest = checkpoints->count - 1;
	if (turns < checkpoints->turns || nearest * checkpoints->distance > checkpoints->turns)
		go_back(checkpoints, nearest);
	for (int i = 0; i < steps && checkpoints->turns < turns; i++) {
		if (!checkpoints->rules->step(checkpoints->now, match, checkpoints->turns + 1))
			return false;
		if (++checkpoints->turns == checkpoints->count * checkpoints->distance)
			keep_now(checkpoints);
	}
	return checkpoints->turns < turns;
}

const void *checkpoints_state(const struct checkpoints *checkpoints)
{
	return checkpoints->now;
}

int checkpoints_turns(const struct checkpoints *checkpoints)
{
	return checkpoints->turns;
}
