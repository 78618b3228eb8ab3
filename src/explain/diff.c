/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* diff.c - finds where two matches differ.  */
#include "ringside/diff.h"

#include "ringside/bytes.h"
#include "ringside/value.h"
#include <string.h>

static const char *answer_of(const struct turn *turn)
{
	const char *answer = turn->answered ? turn->answered : turn->played;

	return answer ? answer : "";
}

static bool same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

unsigned diff_turn(const struct turn *a, const struct turn *b)
{
	unsigned kinds = 0;

	if (!a || !b)
		return a || b ? DIFF_ABSENT : 0;
	if (a->seat != b->seat)
		kinds |= DIFF_SEAT;
	if (strcmp(answer_of(a), answer_of(b)) != 0)
		kinds |= DIFF_ANSWERED;
	if (!same_text(a->played, b->played))
		kinds |= DIFF_PLAYED;
	return kinds;
}

/* Did a seat begin to think while the other one still did? Only the first turns are read: a game with such
 * turns has them early.  */
static bool overlaps(const struct match *match)
{
	enum { LOOKED_AT = 1000 };
	int64_t end = INT64_MIN;
	int seat = SEAT_NONE;

	for (int n = 1; n <= match->turn_count && n <= LOOKED_AT; n++) {
		const struct turn *turn = match_turn(match, n);

		if (!turn)
			continue;
		if (turn->seat != seat && turn->began_ns < end)
			return true;
		seat = turn->seat;
		end = turn->began_ns + turn->think_ns;
	}
	return false;
}

struct diff_walk diff_walk(const struct match *a, const struct match *b, const struct diff_gap *gap)
{
	struct diff_walk walk = {.match = {a, b}, .unordered = overlaps(a) || overlaps(b)};

	for (int side = 0; side < DIFF_SIDES; side++) {
		int count = walk.match[side]->turn_count;

		walk.last[side] = gap && gap->turns < count ? gap->turns : count;
		walk.whole[side] = !gap || (!gap->in[side] && count <= gap->turns);
		for (int seat = 0; seat < SEATS; seat++)
			walk.next[side][seat] = 1;
	}
	return walk;
}

/* The next turn of that seat; NULL: there is none.  */
static const struct turn *next_of_seat(struct diff_walk *walk, int side, int seat)
{
	const struct match *match = walk->match[side];
	int *next = &walk->next[side][seat];

	while (*next <= walk->last[side]) {
		const struct turn *turn = match_glance(match, (*next)++);

		if (turn && turn->seat == seat)
			return turn;
	}
	return NULL;
}

static const struct turn *next_of_any(struct diff_walk *walk, int side)
{
	const struct match *match = walk->match[side];
	int *next = &walk->next[side][SEAT_NONE];

	return *next <= walk->last[side] ? match_glance(match, (*next)++) : NULL;
}

/* The next turn that only the second match has. Turns before the next one of each seat were paired already.
 */
static const struct turn *next_left(struct diff_walk *walk)
{
	const struct match *match = walk->match[1];
	int *next = &walk->next[1][SEAT_NONE];

	while (*next <= walk->last[1]) {
		const struct turn *turn = match_glance(match, *next);

		if (turn && *next >= walk->next[1][turn->seat])
			return match_glance(match, (*next)++);
		(*next)++;
	}
	return NULL;
}

static bool next_pair(struct diff_walk *walk, const struct turn *turns[DIFF_SIDES])
{
	turns[0] = next_of_any(walk, 0);
	if (!walk->unordered)
		turns[1] = next_of_any(walk, 1);
	else if (turns[0])
		turns[1] = next_of_seat(walk, 1, turns[0]->seat);
	else
		turns[1] = next_left(walk);
	return turns[0] || turns[1];
}

bool diff_next(struct diff_walk *walk, const struct turn *turns[DIFF_SIDES])
{
	while (next_pair(walk, turns)) {
		int without = !turns[0] ? 0 : !turns[1] ? 1 : -1;

		if (without < 0 || walk->whole[without])
			return true;
		/* The turn that is not there may be behind the gap.  */
	}
	return false;
}

static void add_time(struct diff_times *times, const struct turn *turn)
{
	if (!turn)
		return;
	times += turn->seat;
	times->turns++;
	if (turn->flags & TURN_UNTIMED)
		return;
	times->think_ns = value_sum(times->think_ns, turn->think_ns);
	if (turn->think_ns > times->longest_ns)
		times->longest_ns = turn->think_ns;
}

static bool ends_otherwise(const struct match *a, const struct match *b)
{
	if (!a->over || !b->over)
		return a->over != b->over;
	return a->verdict.winner != b->verdict.winner || a->verdict.blame != b->verdict.blame ||
	       !same_text(a->verdict.reason, b->verdict.reason);
}

struct diff diff_matches(const struct match *a, const struct match *b, const struct diff_gap *gap)
{
	struct diff diff = {.ending = !gap && ends_otherwise(a, b), .gap = gap};
	struct diff_walk walk = diff_walk(a, b, gap);
	const struct turn *turns[DIFF_SIDES];

	while (diff_next(&walk, turns)) {
		unsigned kinds = diff_turn(turns[0], turns[1]);

		for (int side = 0; side < DIFF_SIDES; side++) {
			add_time(diff.times[side], turns[side]);
			diff.more[side] += turns[side] && kinds & DIFF_ABSENT;
		}
		diff.both += !(kinds & DIFF_ABSENT);
		diff.changed += kinds && !(kinds & DIFF_ABSENT);
		if (kinds && !diff.first)
			diff.first = turns[0] ? turns[0]->n : turns[1]->n;
	}
	return diff;
}

bool diff_any(const struct diff *diff)
{
	return diff->first || diff->ending;
}

char *diff_misfit(const struct match *a, const struct match *b)
{
	if (strcmp(a->setup.system, b->setup.system) == 0)
		return NULL;
	return bytes_text(
		"one is a match of %s, the other of %s: only matches of the same system can be compared",
		a->setup.system, b->setup.system);
}
