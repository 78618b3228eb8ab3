/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info_moves.c - what the moves of a seat took, for `info seat N`: a table, the slowest ones, bars.  */
#include "info_moves.h"

#include "ringside/shown.h"
#include "ringside/summary.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TURNS = 2 * MATCH_KEPT, /* of the match that are read at most */
	BARS = 40,
	SLOWEST = 3,
	LEVELS = GLYPH_BAR_8 - GLYPH_BAR_1 + 1
};

/* What a move took.  */
enum amount { AMOUNT_THINK, AMOUNT_CPU, AMOUNT_MEMORY, AMOUNT_TO, AMOUNT_FROM, AMOUNTS };

static const struct {
	const char *name;
	bool is_time, adds_up;
} amounts[AMOUNTS] = {
	[AMOUNT_THINK] = {"think", true, true},      [AMOUNT_CPU] = {"CPU", true, true},
	[AMOUNT_MEMORY] = {"memory", false, false},  [AMOUNT_TO] = {"bytes to", false, true},
	[AMOUNT_FROM] = {"bytes from", false, true},
};

/* The seat's moves in order.  An amount of -1 is not known.  */
struct moves {
	int seat, turns;     /* of the match that are shown */
	int first;           /* the first turn that was read */
	int others;          /* moves of players who sat there earlier */
	int held;            /* moves during which the judge was held up, ... */
	int64_t held_most;   /* ... and for how many ns at most */
	int waited, charged; /* those with these marks (enum turn_flag) */
	int count;
	int *n; /* the turn of each */
	int64_t *of[AMOUNTS];
};

/* ---- words ---- */

void info_add_time(struct bytes *text, int64_t ns, int width)
{
	char number[32];

	if (ns < 10 * (int64_t)NS_PER_MS)
		snprintf(number, sizeof(number), "%.*f ms", ns < NS_PER_MS ? 3 : 2, (double)ns / NS_PER_MS);
	else if (ns < 10 * (int64_t)NS_PER_S)
		snprintf(number, sizeof(number), "%" PRId64 " ms", ns / NS_PER_MS);
	else
		snprintf(number, sizeof(number), "%.1f s", (double)ns / NS_PER_S);
	bytes_addf(text, "%*s", width, number);
}

void info_add_size(struct bytes *text, int64_t size, int width)
{
	static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
	double number = (double)size;
	char words[32];
	int unit = 0;

	for (; number >= 1024 && unit < 4; unit++)
		number /= 1024;
	snprintf(words, sizeof(words), unit && number < 10 ? "%.1f %s" : "%.0f %s", number, units[unit]);
	bytes_addf(text, "%*s", width, words);
}

static void add_amount(struct bytes *text, enum amount amount, int64_t number, int width)
{
	if (amounts[amount].is_time)
		info_add_time(text, number, width);
	else
		info_add_size(text, number, width);
}

/* ---- moves ---- */

static void find_moves(struct moves *moves, const struct view *view, int seat)
{
	const struct match *match = session_match(view->session);
	struct byte_count *traffic;
	bool person;
	int64_t since = 0;
	int all;

	*moves = (struct moves){.seat = seat, .turns = view_turns(view)};
	moves->first = moves->turns > TURNS ? moves->turns - TURNS + 1 : 1;
	all = moves->turns - moves->first + 1;
	if (all < 1)
		return;
	traffic = bytes_new((size_t)all * sizeof(*traffic));
	moves->n = bytes_new((size_t)all * sizeof(*moves->n));
	for (int a = 0; a < AMOUNTS; a++)
		moves->of[a] = bytes_new((size_t)all * sizeof(*moves->of[a]));
	session_turn_traffic(view->session, seat, moves->first, moves->turns, traffic);
	person = view_sitting(view, seat, &since)->kind == SEAT_HUMAN;
	for (int n = moves->first; n <= moves->turns; n++) {
		const struct turn *turn = match_turn(match, n);

		if (!turn || turn->seat != seat)
			continue;
		if (turn->message < since) {
			moves->others++;
			continue;
		}
		moves->held += turn->held_ns > 0;
		moves->waited += (turn->flags & TURN_WAITED) != 0;
		moves->charged += (turn->flags & TURN_CHARGED) != 0;
		moves->held_most = turn->held_ns > moves->held_most ? turn->held_ns : moves->held_most;
		moves->n[moves->count] = n;
		moves->of[AMOUNT_THINK][moves->count] = turn->think_ns;
		moves->of[AMOUNT_CPU][moves->count] = turn->cpu_ns;
		moves->of[AMOUNT_MEMORY][moves->count] = turn->peak > turn->rss ? turn->peak : turn->rss;
		moves->of[AMOUNT_TO][moves->count] = person ? -1 : traffic[n - moves->first].to;
		moves->of[AMOUNT_FROM][moves->count++] = person ? -1 : traffic[n - moves->first].from;
	}
	free(traffic);
}

static void moves_free(struct moves *moves)
{
	free(moves->n);
	for (int a = 0; a < AMOUNTS; a++)
		free(moves->of[a]);
}

static struct summary summary_of_moves(const struct moves *moves, enum amount amount)
{
	size_t size = (size_t)moves->count * sizeof(int64_t);
	int64_t *copy = bytes_new(size);
	struct summary summary;

	memcpy(copy, moves->of[amount], size);
	summary = summary_of(copy, moves->count);
	free(copy);
	return summary;
}

static void add_table(struct bytes *text, const struct moves *moves)
{
	enum { WIDTH = 11 };

	bytes_addf(text, "%-10s%*s%*s%*s%*s%*s\n", "", WIDTH, "total", WIDTH, "min", WIDTH, "median", WIDTH,
		   "95 %", WIDTH, "max");
	for (int a = 0; a < AMOUNTS; a++) {
		struct summary summary = summary_of_moves(moves, (enum amount)a);
		const int64_t columns[] = {summary.total, summary.least, summary.median, summary.high,
					   summary.most};

		bytes_addf(text, "%-10s", amounts[a].name);
		for (int i = 0; i < 5; i++)
			if (!summary.count || (i == 0 && !amounts[a].adds_up))
				bytes_addf(text, "%*s", WIDTH, "-");
			else
				add_amount(text, (enum amount)a, columns[i], WIDTH);
		bytes_add_text(text, "\n");
	}
}

/* Bars of the last moves, from 0 to the largest, and the range of the values.  */
static void add_bars(struct bytes *text, const struct console *console, const struct moves *moves,
		     enum amount amount)
{
	int first = moves->count > BARS ? moves->count - BARS : 0;
	const int64_t *of = moves->of[amount];
	int64_t most = -1, least = INT64_MAX;

	for (int i = first; i < moves->count; i++) {
		most = of[i] > most ? of[i] : most;
		least = of[i] >= 0 && of[i] < least ? of[i] : least;
	}
	if (most < 0)
		return;
	bytes_addf(text, "%-10s ", amounts[amount].name);
	for (int i = first; i < moves->count; i++) {
		int level = most ? (int)((double)of[i] / (double)most * (LEVELS - 1) + 0.5) : 0;

		bytes_add_text(text, of[i] < 0 ? " " : console->glyph((enum glyph)(GLYPH_BAR_1 + level)));
	}
	bytes_addf(text, "%*s ", moves->count - first < BARS ? BARS - (moves->count - first) + 1 : 1, "");
	add_amount(text, amount, least, 0);
	bytes_add_text(text, " to ");
	add_amount(text, amount, most, 0);
	bytes_add_text(text, "\n");
}

static void add_slowest(struct bytes *text, const struct console *console, const struct moves *moves)
{
	const struct match *match = session_match(console->view->session);
	const struct board_view *board = console->board(match->setup.system);
	const int64_t *think = moves->of[AMOUNT_THINK];
	int told[SLOWEST], count = 0;

	while (count < SLOWEST && count < moves->count) {
		const struct turn *slowest;
		int best = -1;
		char words[32];

		for (int i = 0; i < moves->count; i++) {
			bool again = false;

			for (int k = 0; k < count; k++)
				again |= told[k] == i;
			if (!again && (best < 0 || think[i] > think[best]))
				best = i;
		}
		slowest = match_turn(match, moves->n[best]); /* it may have to be read again */
		board->words(&match->setup, slowest ? slowest->played : "", words);
		bytes_addf(text, "%s %d %s ", count ? "," : "slowest   ", moves->n[best], words);
		info_add_time(text, think[best], 0);
		told[count++] = best;
	}
	bytes_add_text(text, "\n");
}

static void add_moves(struct bytes *text, const struct console *console, const struct moves *moves)
{
	if (moves->first > 1)
		bytes_addf(text, "moves   %d, of the last %d turns of the match\n", moves->count, TURNS);
	else
		bytes_addf(text, "moves   %d\n", moves->count);
	if (moves->others)
		bytes_addf(text, "        and %d by earlier players\n", moves->others);
	if (moves->held) {
		bytes_addf(text, "        judge held up in %d, for at most ", moves->held);
		info_add_time(text, moves->held_most, 0);
		bytes_add_text(text, ", which does not count\n");
	}
	if (moves->waited)
		bytes_addf(text, "        waited for a core in %d\n", moves->waited);
	if (moves->charged)
		bytes_addf(text, "        flooded ringside in %d, whose work counts\n", moves->charged);
	if (!moves->count)
		return;
	add_table(text, moves);
	add_slowest(text, console, moves);
	bytes_addf(text, moves->count == 1 ? "the last move:\n" : "the last %d moves:\n",
		   moves->count < BARS ? moves->count : BARS);
	for (int a = 0; a < AMOUNTS; a++)
		add_bars(text, console, moves, (enum amount)a);
}

void info_add_moves(struct bytes *text, const struct console *console, int seat)
{
	const struct view *view = console->view;
	const struct match *match = session_match(view->session);
	struct moves moves;

	find_moves(&moves, view, seat);
	if (moves.count || moves.others || (seat != SEAT_NONE && match->setup.seat[seat].kind != SEAT_FREE))
		add_moves(text, console, &moves);
	moves_free(&moves);
}
