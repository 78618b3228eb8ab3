/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* diff.c - compares two matches turn by turn, and says for people where they differ.  */
#include "ringside/diff.h"

#include "ringside/bytes.h"
#include "ringside/value.h"
#include "ringside/words.h"
#include <stdlib.h>
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

static void count_time(struct diff_times *times, const struct turn *turn)
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
			count_time(diff.times[side], turns[side]);
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

/* ---- for people ---- */

enum {
	MOVE_MIN = 12, /* columns of a move */
	MOVE_MAX = 28,
	TIME = 10,
	NAME = 18,
};

/* The columns of a text, one for each character.  */
static int width_of(const char *text)
{
	int width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

/* Adds the text, cut or padded to `columns`, and a blank.  */
static void add_cell(struct bytes *out, const char *text, int columns)
{
	int width = width_of(text), shown = 0;
	const char *end = text;

	while (width > columns && shown < columns - 2) {
		end++;
		while (((unsigned char)*end & 0xc0) == 0x80)
			end++;
		shown++;
	}
	if (width > columns) {
		bytes_addf(out, "%.*s.. ", (int)(end - text), text);
		return;
	}
	bytes_addf(out, "%s%*s ", text, columns - width, "");
}

static void add_time(struct bytes *out, const struct turn *turn)
{
	FREED char *time =
		turn->flags & TURN_UNTIMED ? bytes_text("untimed") : value_time_text(turn->think_ns);

	bytes_addf(out, "%*s", TIME, time);
}

/* The move, and the agent's answer if that was another one. The caller frees.  */
static char *move_text(const struct turn *turn)
{
	char *played, *answered, *text;

	played = bytes_escaped(turn->played, turn->played ? strlen(turn->played) : 0);
	if (!turn->answered || strcmp(turn->answered, turn->played ? turn->played : "") == 0)
		return played;
	answered = bytes_escaped(turn->answered, strlen(turn->answered));
	text = bytes_text("%s, not %s", played, answered);
	free(played);
	free(answered);
	return text;
}

/* Do both have the turn, and do they differ? A damaged file may have lost one.  */
static bool differ(const struct turn *const turns[DIFF_SIDES])
{
	return turns[0] && turns[1] && diff_turn(turns[0], turns[1]);
}

/* The columns for the moves in the table.  */
static int move_columns(const struct match *a, const struct match *b, const struct diff_gap *gap, int most)
{
	struct diff_walk walk = diff_walk(a, b, gap);
	const struct turn *turns[DIFF_SIDES];
	int columns = MOVE_MIN, shown = 0;

	while (diff_next(&walk, turns)) {
		if (!differ(turns))
			continue;
		if (most && shown++ == most)
			break;
		for (int side = 0; side < DIFF_SIDES; side++) {
			FREED char *move = move_text(turns[side]);
			int width = width_of(move);

			columns = width > columns ? width : columns;
		}
	}
	return columns < MOVE_MAX ? columns : MOVE_MAX;
}

static void add_turn(struct bytes *out, const struct turn *const turns[DIFF_SIDES], int columns)
{
	bool same_seat = turns[0]->seat == turns[1]->seat;
	FREED char *seat = same_seat ? bytes_text("%d", turns[0]->seat)
				     : bytes_text("%d/%d", turns[0]->seat, turns[1]->seat);

	bytes_addf(out, "%6d %4s  ", turns[0]->n, seat);
	for (int side = 0; side < DIFF_SIDES; side++) {
		FREED char *move = move_text(turns[side]);

		add_cell(out, move, columns);
	}
	for (int side = 0; side < DIFF_SIDES; side++)
		add_time(out, turns[side]);
	bytes_add_text(out, "\n");
}

/* Adds the table of turns that both have.  */
static void add_turns(struct bytes *out, const struct match *a, const struct match *b,
		      const struct diff *diff, int most)
{
	int columns = move_columns(a, b, diff->gap, most), shown = 0;
	struct diff_walk walk = diff_walk(a, b, diff->gap);
	const struct turn *turns[DIFF_SIDES];

	bytes_addf(out, "\n  turn seat  %-*s %-*s %*s%*s\n", columns, "A", columns, "B", TIME, "A took", TIME,
		   "B took");
	while ((!most || shown < most) && diff_next(&walk, turns)) {
		if (!differ(turns))
			continue;
		add_turn(out, turns, columns);
		shown++;
	}
	if (shown < diff->changed)
		bytes_addf(out, "  and %d more\n", diff->changed - shown);
}

/* Adds how long each seat took.  */
static void add_times(struct bytes *out, const struct match *a, const struct match *b,
		      const struct diff *diff)
{
	const struct match *matches[DIFF_SIDES] = {a, b};

	bytes_addf(out, "\n  seat  %-*s %8s%*s%*s\n", NAME, "", "turns", TIME + 2, "took", TIME + 2,
		   "longest");
	for (int seat = SEAT_1; seat < SEATS; seat++)
		for (int side = 0; side < DIFF_SIDES; side++) {
			const struct diff_times *times = &diff->times[side][seat];
			const char *given = matches[side]->setup.seat[seat].name;
			FREED_BY(bytes_free) struct bytes name = {0};
			char *took, *longest;

			words_add_name(&name, given ? given : "");
			if (times->turns) {
				took = value_time_text(times->think_ns);
				longest = value_time_text(times->longest_ns);
				bytes_addf(out, "  %d %c   ", seat, 'A' + side);
				add_cell(out, name.at, NAME);
				bytes_addf(out, "%8d%*s%*s\n", times->turns, TIME + 2, took, TIME + 2,
					   longest);
				free(took);
				free(longest);
			}
		}
}

static void add_match(struct bytes *out, char letter, const char *name, const struct match *match)
{
	FREED char *ending = verdict_line(match->over ? &match->verdict : NULL);

	bytes_addf(out, "%c: ", letter);
	words_add_name(out, name);
	bytes_addf(out, ": %d turn%s, %s\n", match->turn_count, match->turn_count == 1 ? "" : "s", ending);
}

/* "compared up to turn 14, where B has a gap: 3 messages are missing, from #34 to #56"  */
static void add_gap(struct bytes *out, const struct diff_gap *gap)
{
	bytes_addf(out, "compared up to turn %d, where %c has a gap: %s\n", gap->turns, 'A' + gap->side,
		   gap->words);
}

/* "turn 12 is the first that differs: 3 of the 14 turns that both have; A has 12 more"  */
static void add_sum(struct bytes *out, const struct diff *diff)
{
	bool more = diff->more[0] || diff->more[1] || diff->gap;

	if (diff->changed)
		bytes_addf(out, "turn %d is the first that differs: %d of the %d turn%s that both have",
			   diff->first, diff->changed, diff->both, diff->both == 1 ? "" : "s");
	else if (diff->both == 1)
		bytes_add_text(out,
			       more ? "the turn that both have is the same" : "the only turn is the same");
	else if (diff->both)
		bytes_addf(out,
			   more ? "the %d turns that both have are the same" : "all %d turns are the same",
			   diff->both);
	else if (diff->gap)
		bytes_add_text(out, "no turn could be compared");
	else
		bytes_add_text(out, more ? "they have no turn in common" : "no turn was played");
	for (int side = 0; side < DIFF_SIDES; side++)
		if (diff->more[side])
			bytes_addf(out, "; %c has %d more", 'A' + side, diff->more[side]);
	bytes_add_text(out, !diff->first && diff->ending ? ", but the matches ended differently\n" : "\n");
}

char *diff_text(const struct match *a, const struct match *b, const struct diff *diff,
		const char *const names[DIFF_SIDES], int most)
{
	struct bytes out = {0};

	add_match(&out, 'A', names[0], a);
	add_match(&out, 'B', names[1], b);
	if (diff->gap)
		add_gap(&out, diff->gap);
	add_sum(&out, diff);
	if (diff->changed)
		add_turns(&out, a, b, diff, most);
	if (diff->both || diff->more[0] || diff->more[1])
		add_times(&out, a, b, diff);
	return out.at;
}
