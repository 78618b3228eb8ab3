/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* diff_text.c - describes where two matches differ, in lines for people.  */
#include "ringside/diff.h"

#include "ringside/value.h"
#include "ringside/words.h"
#include <stdlib.h>
#include <string.h>

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
	char *time = turn->flags & TURN_UNTIMED ? bytes_text("untimed") : value_time_text(turn->think_ns);

	bytes_addf(out, "%*s", TIME, time);
	free(time);
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
			char *move = move_text(turns[side]);
			int width = width_of(move);

			columns = width > columns ? width : columns;
			free(move);
		}
	}
	return columns < MOVE_MAX ? columns : MOVE_MAX;
}

static void add_turn(struct bytes *out, const struct turn *const turns[DIFF_SIDES], int columns)
{
	bool same_seat = turns[0]->seat == turns[1]->seat;
	char *seat = same_seat ? bytes_text("%d", turns[0]->seat)
			       : bytes_text("%d/%d", turns[0]->seat, turns[1]->seat);

	bytes_addf(out, "%6d %4s  ", turns[0]->n, seat);
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
			const char *said = matches[side]->setup.seat[seat].name;
			struct bytes name = {0};
			char *took, *longest;

			words_add_name(&name, said ? said : "");
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
			bytes_free(&name);
		}
}

static void add_match(struct bytes *out, char letter, const char *name, const struct match *match)
{
	char *ending = verdict_line(match->over ? &match->verdict : NULL);

	bytes_addf(out, "%c: ", letter);
	words_add_name(out, name);
	bytes_addf(out, ": %d turn%s, %s\n", match->turn_count, match->turn_count == 1 ? "" : "s", ending);
	free(ending);
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
