/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* clock.c - the clock of a seat, and countdowns.  */
#include "clock.h"

#include "ringside/setup.h"
#include <assert.h>

/* b may be negative: a limit that passed while time stood.  */
static int64_t sum(int64_t a, int64_t b)
{
	return b > 0 && a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* How much of the time from `from` to `to` is after `since`.  */
static int64_t part(int64_t since, int64_t from, int64_t to)
{
	int64_t counted = since == CLOCK_NEVER ? 0 : to - (since > from ? since : from);

	return counted < NS_PER_MS ? 0 : counted;
}

static int64_t running(const struct clock *clock, int64_t t)
{
	return clock->since == CLOCK_NEVER ? 0 : t - clock->since;
}

void countdown_set(struct countdown *countdown, int64_t left, int64_t t, bool standing)
{
	assert(left != CLOCK_NEVER && t != CLOCK_NEVER);
	countdown->left = left;
	countdown->since = standing ? CLOCK_NEVER : t;
}

void countdown_clear(struct countdown *countdown)
{
	countdown->left = countdown->since = CLOCK_NEVER;
}

bool countdown_is_set(const struct countdown *countdown)
{
	return countdown->left != CLOCK_NEVER;
}

void countdown_pause(struct countdown *countdown, int64_t t)
{
	assert(countdown->since == CLOCK_NEVER || countdown->since <= t);
	if (!countdown_is_set(countdown) || countdown->since == CLOCK_NEVER)
		return;
	countdown->left -= t - countdown->since;
	countdown->since = CLOCK_NEVER;
}

void countdown_resume(struct countdown *countdown, int64_t t)
{
	if (countdown_is_set(countdown) && countdown->since == CLOCK_NEVER)
		countdown->since = t;
}

void countdown_shift(struct countdown *countdown, int64_t delta)
{
	if (countdown->since != CLOCK_NEVER)
		countdown->since += delta;
}

int64_t countdown_part(const struct countdown *countdown, int64_t from, int64_t to)
{
	return countdown_is_set(countdown) ? part(countdown->since, from, to) : 0;
}

int64_t countdown_end(const struct countdown *countdown)
{
	return countdown->since == CLOCK_NEVER ? CLOCK_NEVER : sum(countdown->since, countdown->left);
}

void clock_begin(struct clock *clock, int64_t t, int64_t turn_limit)
{
	assert(turn_limit >= 0 && t != CLOCK_NEVER);
	clock->turn_limit = turn_limit;
	clock->turn = clock->free = clock->unseen = 0;
	clock->began = clock->since = t;
	clock->open = true;
	clock->paused = false;
}

int64_t clock_end(struct clock *clock, int64_t t)
{
	int64_t took = clock_turn(clock, t);

	if (!clock->open)
		return 0;
	clock->used += took;
	clock->turn = 0;
	clock->since = CLOCK_NEVER;
	clock->open = false;
	return took;
}

void clock_gain(struct clock *clock)
{
	assert(clock->increment >= 0 && clock->increment <= CLOCK_GAINED_MOST);
	if (!clock->match_limit)
		return;
	clock->gained += clock->increment;
	if (clock->gained > CLOCK_GAINED_MOST)
		clock->gained = CLOCK_GAINED_MOST;
}

void clock_wait(struct clock *clock, int64_t ns)
{
	assert(ns >= 0 && (!clock->open || ns <= INT64_MAX / 4));
	if (!clock->open)
		return;
	clock->free += ns;
	clock->waited = sum(clock->waited, ns);
}

/* For all turns together, with what was added.  */
static int64_t whole(const struct clock *clock)
{
	return sum(sum(clock->match_limit, clock->gained), clock->waited);
}

void clock_pause(struct clock *clock, int64_t t)
{
	assert(!clock->open || clock->since == CLOCK_NEVER || clock->since <= t);
	if (!clock->open || clock->since == CLOCK_NEVER)
		return;
	clock->turn += t - clock->since;
	clock->since = CLOCK_NEVER;
	clock->paused = true;
}

void clock_resume(struct clock *clock, int64_t t)
{
	if (clock->open && clock->since == CLOCK_NEVER)
		clock->since = t;
}

void clock_renew(struct clock *clock, int64_t t)
{
	assert(t != CLOCK_NEVER);
	clock->free = clock_turn(clock, t);
}

void clock_shift(struct clock *clock, int64_t delta)
{
	clock->began += delta;
	clock->unseen_at += delta;
	if (clock->since != CLOCK_NEVER)
		clock->since += delta;
}

int64_t clock_hold_up(struct clock *clock, int64_t seen, int64_t from, int64_t to)
{
	int64_t held = clock->open ? part(clock->since, from, to) : 0, first;

	clock->unseen = 0;
	if (!held)
		return 0;
	first = clock->since > seen ? clock->since : seen;
	clock->unseen = from > first ? from - first : 0;
	clock->unseen_at = to;
	clock->since += held;
	return held;
}

int64_t clock_answered(struct clock *clock, int64_t t)
{
	int64_t unseen = clock->open && t == clock->unseen_at ? clock->unseen : 0;

	clock->turn -= unseen;
	clock->unseen = 0;
	return unseen;
}

int64_t clock_deadline(const struct clock *clock)
{
	int64_t deadline = CLOCK_NEVER, match;

	if (!clock->open || clock->since == CLOCK_NEVER)
		return CLOCK_NEVER;
	if (clock->turn_limit)
		deadline =
			sum(clock->since, clock->turn_limit + clock->free - clock->turn + clock->tolerance);
	if (clock->match_limit) {
		match = sum(clock->since, whole(clock) - clock->used - clock->turn + clock->tolerance);
		if (match < deadline)
			deadline = match;
	}
	return deadline;
}

int64_t clock_over(const struct clock *clock, int64_t t)
{
	int64_t left = clock_left(clock, t), over = INT64_MIN;

	if (!clock->open)
		return over;
	if (clock->turn_limit)
		over = clock_turn(clock, t) - clock->free - clock->turn_limit;
	return left != CLOCK_NEVER && -left > over ? -left : over;
}

int64_t clock_reaches(const struct clock *clock, int64_t turn)
{
	assert(turn >= 0);
	return clock_runs(clock) && turn >= clock->turn ? sum(clock->since, turn - clock->turn) : CLOCK_NEVER;
}

int64_t clock_left(const struct clock *clock, int64_t t)
{
	return clock->match_limit ? whole(clock) - clock->used - clock_turn(clock, t) : CLOCK_NEVER;
}

bool clock_runs(const struct clock *clock)
{
	return clock->open && clock->since != CLOCK_NEVER;
}

int64_t clock_turn(const struct clock *clock, int64_t t)
{
	return clock->open ? clock->turn + running(clock, t) : 0;
}
