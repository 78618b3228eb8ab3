/* diff_text.c - where two matches differ, in lines for people.  */
#include "ringside/diff.h"

#include "ringside/bytes.h"
#include "ringside/value.h"
#include <stdlib.h>
#include <string.h>

enum {
	MOVE_MIN = 12, /* columns of a move */
	MOVE_MAX = 28,
	TIME = 10,
	NAME = 18,
};

/* How many columns a text takes, when each character takes one.  */
static int width_of(const char *text)
{
	int width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

/* The text, cut or filled up to so many columns, and a blank.  */
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
	char *time = value_time_text(turn->think_ns);

	bytes_addf(out, "%*s", TIME, time);
	free(time);
}

/* What was played, and what the agent answered when that is something else.  */
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

/* Of turns that both have; one that a damaged file has lost cannot be told.  */
static bool differ(const struct turn *const turns[DIFF_SIDES])
{
	return turns[0] && turns[1] && diff_turn(turns[0], turns[1]);
}

/* The columns that the moves of the table need.  */
static int move_columns(const struct match *a, const struct match *b, int first, int most)
{
	const struct turn *turns[DIFF_SIDES];
	int columns = MOVE_MIN, shown = 0;

	for (int n = first; n <= a->turn_count && n <= b->turn_count; n++) {
		diff_turns(a, b, n, turns);
		if (!differ(turns))
			continue;
		if (most && shown++ == most)
			break;
		for (int side = 0; side < DIFF_SIDES; side++) {
			char *move = move_text(turns[side]);
			int width = width_of(move);

			columns = width > columns ? width : columns;
			free(move);
		}
	}
	return columns < MOVE_MAX ? columns : MOVE_MAX;
}

static void add_turn(struct bytes *out, const struct turn *const turns[DIFF_SIDES], int n, int columns)
{
	const struct turn *any = turns[0] ? turns[0] : turns[1];
	bool same_seat = !turns[0] || !turns[1] || turns[0]->seat == turns[1]->seat;
	char *seat =
		same_seat ? bytes_text("%d", any->seat) : bytes_text("%d/%d", turns[0]->seat, turns[1]->seat);

	bytes_addf(out, "%6d %4s  ", n, seat);
	for (int side = 0; side < DIFF_SIDES; side++) {
		char *move = move_text(turns[side]);

		add_cell(out, move, columns);
		free(move);
	}
	for (int side = 0; side < DIFF_SIDES; side++)
		add_time(out, turns[side]);
	bytes_add_text(out, "\n");
	free(seat);
}

/* How many turns both have.  */
static int common(const struct match *a, const struct match *b)
{
	return a->turn_count < b->turn_count ? a->turn_count : b->turn_count;
}

/* How many of those differ.  */
static int changed(const struct match *a, const struct match *b, const struct diff *diff)
{
	return diff->count - (diff->turns - common(a, b));
}

/* The turns that both have.  */
static void add_turns(struct bytes *out, const struct match *a, const struct match *b,
		      const struct diff *diff, int most)
{
	int columns = move_columns(a, b, diff->first, most), shown = 0, all = changed(a, b, diff);
	const struct turn *turns[DIFF_SIDES];

	bytes_addf(out, "\n  turn seat  %-*s %-*s %*s%*s\n", columns, "A", columns, "B", TIME, "A took", TIME,
		   "B took");
	for (int n = diff->first; n <= common(a, b) && (!most || shown < most); n++) {
		diff_turns(a, b, n, turns);
		if (!differ(turns))
			continue;
		add_turn(out, turns, n, columns);
		shown++;
	}
	if (shown < all)
		bytes_addf(out, "  and %d more\n", all - shown);
}

/* How long each seat took.  */
static void add_times(struct bytes *out, const struct match *a, const struct match *b,
		      const struct diff *diff)
{
	const struct match *matches[DIFF_SIDES] = {a, b};

	bytes_addf(out, "\n  seat  %-*s %8s%*s%*s\n", NAME, "", "turns", TIME + 2, "took", TIME + 2,
		   "longest");
	for (int seat = SEAT_1; seat < SEATS; seat++)
		for (int side = 0; side < DIFF_SIDES; side++) {
			const struct diff_times *times = &diff->times[side][seat];
			const char *said = matches[side]->setup.seat[seat].name;
			char *name = bytes_escaped(said ? said : "", said ? strlen(said) : 0), *took,
			     *longest;

			if (times->turns) {
				took = value_time_text(times->think_ns);
				longest = value_time_text(times->longest_ns);
				bytes_addf(out, "  %d %c   ", seat, 'A' + side);
				add_cell(out, name, NAME);
				bytes_addf(out, "%8d%*s%*s\n", times->turns, TIME + 2, took, TIME + 2,
					   longest);
				free(took);
				free(longest);
			}
			free(name);
		}
}

static void add_match(struct bytes *out, char letter, const char *name, const struct match *match)
{
	char *ending = verdict_line(match->over ? &match->verdict : NULL);

	bytes_addf(out, "%c: %s: %d turn%s, %s\n", letter, name, match->turn_count,
		   match->turn_count == 1 ? "" : "s", ending);
	free(ending);
}

/* "the first 11 turns are the same, 3 of the 4 behind them differ; A has 12 more" */
static void add_sum(struct bytes *out, const struct match *a, const struct match *b, const struct diff *diff)
{
	int both = common(a, b), differ = changed(a, b, diff), same = differ ? diff->first - 1 : both;

	if (diff->turns == 0)
		bytes_add_text(out, "no turn was played");
	else if (!differ && both == 0)
		bytes_add_text(out, "one has no turns");
	else if (!differ)
		bytes_addf(out,
			   both == diff->turns ? "all %d turns are the same"
					       : "the %d turns that both have are the same",
			   both);
	else if (same == 0)
		bytes_addf(out, "they differ from turn 1 on: %d of the %d turns that both have", differ,
			   both);
	else
		bytes_addf(out,
			   "the first %d turn%s the same, turn %d is not: %d of the %d that both have differ",
			   same, same == 1 ? " is" : "s are", diff->first, differ, both);
	if (both < diff->turns)
		bytes_addf(out, "; %c has %d more", a->turn_count > both ? 'A' : 'B', diff->turns - both);
	bytes_add_text(out, diff->ending && both == diff->turns && !differ ? ", the end is not\n" : "\n");
}

char *diff_text(const struct match *a, const struct match *b, const char *const names[DIFF_SIDES], int most)
{
	struct diff diff = diff_matches(a, b);
	struct bytes out = {0};

	add_match(&out, 'A', names[0], a);
	add_match(&out, 'B', names[1], b);
	add_sum(&out, a, b, &diff);
	if (changed(a, b, &diff))
		add_turns(&out, a, b, &diff, most);
	if (diff.turns)
		add_times(&out, a, b, &diff);
	return out.at;
}
