/* diff.c - where two matches differ.  */
#include "ringside/diff.h"

#include "ringside/bytes.h"
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

void diff_turns(const struct match *a, const struct match *b, int n, const struct turn *turns[DIFF_SIDES])
{
	turns[0] = match_turn(a, n);
	turns[1] = match_turn(b, n);
}

static void add_time(struct diff_times *times, const struct turn *turn)
{
	if (!turn)
		return;
	times += turn->seat;
	times->turns++;
	times->think_ns += turn->think_ns;
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

struct diff diff_matches(const struct match *a, const struct match *b)
{
	struct diff diff = {.turns = a->turn_count > b->turn_count ? a->turn_count : b->turn_count,
			    .ending = ends_otherwise(a, b)};
	const struct turn *turns[DIFF_SIDES];

	for (int n = 1; n <= diff.turns; n++) {
		diff_turns(a, b, n, turns);
		add_time(diff.times[0], turns[0]);
		add_time(diff.times[1], turns[1]);
		if (!diff_turn(turns[0], turns[1]))
			continue;
		diff.count++;
		if (!diff.first)
			diff.first = n;
	}
	return diff;
}

bool diff_any(const struct diff *diff)
{
	return diff->count > 0 || diff->ending;
}

char *diff_misfit(const struct match *a, const struct match *b)
{
	if (strcmp(a->setup.system, b->setup.system) == 0)
		return NULL;
	return bytes_text("the one is a match of %s, the other of %s: matches of one system can be compared",
			  a->setup.system, b->setup.system);
}
