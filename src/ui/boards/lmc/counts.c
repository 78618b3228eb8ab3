/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* counts.c - how often each seat has played each symbol, as bars and per cent, and beside it how often each
 * pair of symbols was played: a table with a row for each symbol of seat 1 and a column for each of seat 2.
 *
 * If there is no room for all symbols, the most frequent are shown.  */
#include "board.h"
#include "ui/boards/sums.h"
#include <string.h>

enum {
	NAME_MOST = 10,
	GAP = 2,
	PERCENT = 5, /* columns of a number */
	BAR_MOST = 8
};

/* The table in the area: its symbols, and the widths of its columns.  */
struct counts {
	const struct lmc_board *board;
	const struct tally *tally;
	struct area area;
	int order[SYMBOLS_MOST], count; /* the symbols that are shown */
	int name, bar;                  /* widths; bar 0: no bars */
	int pairs;                      /* columns of pairs that fit */
	int64_t total[SEATS];
	double most; /* the largest share of a symbol in a seat's; its bar is full */
};

static int64_t both(const struct tally *tally, int symbol)
{
	return tally->count[SEAT_1][symbol] + tally->count[SEAT_2][symbol];
}

/* Takes the symbols in the order of the game if `rows` are enough for them, else the most frequent first.  */
static void choose_symbols(struct counts *counts, int rows)
{
	int all = symbols_count(counts->tally->game);

	for (int i = 0; i < all; i++) {
		int at = i;

		for (; all > rows && at > 0 &&
		       both(counts->tally, counts->order[at - 1]) < both(counts->tally, i);
		     at--)
			counts->order[at] = counts->order[at - 1];
		counts->order[at] = i;
	}
	counts->count = all < rows ? all : rows;
}

static void set_widths(struct counts *counts)
{
	const struct lmc_board *board = counts->board;
	int seats = board->sits[SEAT_1] + board->sits[SEAT_2], left;

	counts->name = board->symbol_width < NAME_MOST ? board->symbol_width : NAME_MOST;
	left = counts->area.width - counts->name - seats * (GAP + PERCENT);
	if (counts->tally->pairs && left >= GAP + 2 * PERCENT) {
		int pairs = (left - GAP) / PERCENT;

		counts->pairs = pairs < counts->count ? pairs : counts->count;
		left -= GAP + counts->pairs * PERCENT;
	}
	if (seats)
		counts->bar = left / seats < BAR_MOST ? left / seats : BAR_MOST;
	if (counts->bar < 2)
		counts->bar = 0;
}

static void draw_name(struct area area, int y, int x, int width, enum role role, const char *name)
{
	if (x + width > area.width)
		width = area.width - x;
	if (width > 0 && y < area.height)
		paint_bytes((struct area){area.y + y, area.x + x, 1, width}, 0, 0, role, name, strlen(name));
}

/* Draws a share; a dot for 0.  Returns the column behind it.  */
static int draw_share(struct area area, int y, int x, int64_t part, int64_t whole)
{
	if (part > 0 && whole > 0)
		paint_format(area, y, x, ROLE_TEXT, "%*d%%", PERCENT - 1,
			     (int)((100 * part + whole / 2) / whole));
	else
		paint_put(area, y, x + PERCENT - 1, ROLE_FAINT, GLYPH_POINT);
	return x + PERCENT;
}

static double share(const struct counts *counts, int seat, int symbol)
{
	return counts->total[seat] ? (double)counts->tally->count[seat][symbol] / (double)counts->total[seat]
				   : 0;
}

static void add_up(struct counts *counts)
{
	int all = symbols_count(counts->tally->game);

	for (int seat = SEAT_1; seat < SEATS; seat++) {
		for (int i = 0; i < all; i++)
			counts->total[seat] += counts->tally->count[seat][i];
		for (int i = 0; i < all; i++)
			if (share(counts, seat, i) > counts->most)
				counts->most = share(counts, seat, i);
	}
}

static void draw_bar(const struct counts *counts, int y, int x, enum role role, double part)
{
	int cells = counts->most > 0 ? (int)(counts->bar * part / counts->most + 0.5) : 0;

	for (int i = 0; i < cells; i++)
		paint_put(counts->area, y, x + i, role, GLYPH_BAR_8);
}

static const enum role seat_roles[SEATS] = {ROLE_TEXT, ROLE_SEAT_1, ROLE_SEAT_2};

/* Draws the titles of the columns.  */
static void draw_titles(const struct counts *counts)
{
	int x = counts->name;

	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (counts->board->sits[seat]) {
			x += GAP + counts->bar;
			paint_format(counts->area, 0, x + PERCENT - 1, seat_roles[seat], "%s",
				     sum_mark(NULL, 0, seat));
			x += PERCENT;
		}
	x += GAP;
	for (int i = 0; i < counts->pairs; i++)
		draw_name(counts->area, 0, x + i * PERCENT + 1, PERCENT - 1, ROLE_SEAT_2,
			  symbols_name(counts->tally->game, counts->order[i]));
}

static void draw_symbol(const struct counts *counts, int y, int symbol)
{
	const struct tally *tally = counts->tally;
	int x = counts->name, all = symbols_count(tally->game);
	int64_t rounds = symbols_round(tally->game);

	draw_name(counts->area, y, 0, counts->name, counts->pairs ? ROLE_SEAT_1 : ROLE_TEXT,
		  symbols_name(tally->game, symbol));
	for (int seat = SEAT_1; seat < SEATS; seat++)
		if (counts->board->sits[seat]) {
			x += GAP;
			draw_bar(counts, y, x, seat_roles[seat], share(counts, seat, symbol));
			x = draw_share(counts->area, y, x + counts->bar, tally->count[seat][symbol],
				       counts->total[seat]);
		}
	x += GAP;
	for (int i = 0; i < counts->pairs; i++)
		draw_share(counts->area, y, x + i * PERCENT, tally->pairs[symbol * all + counts->order[i]],
			   rounds);
}

int lmc_counts_height(const struct lmc_board *board)
{
	const struct symbols *game = lmc_game(board);

	return game ? 1 + symbols_count(game) : 0;
}

void lmc_draw_counts(const struct lmc_board *board, struct area area)
{
	struct counts counts = {.board = board, .tally = tallies_now(board->position.line), .area = area};

	if (!counts.tally->game || area.height < 2)
		return;
	add_up(&counts);
	choose_symbols(&counts, area.height - 1);
	set_widths(&counts);
	draw_titles(&counts);
	for (int i = 0; i < counts.count; i++)
		draw_symbol(&counts, i + 1, counts.order[i]);
}
