/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.c - the view of traffic without rules: its last exchanges, the newest at the bottom.  */
#define NCURSES_NOMACROS
#include "ringside/board.h"

#include "ui/boards/shared.h"

enum { ROWS = 12, COLUMNS = 48, TIME_COLUMNS = 20 };

static void begin(void *state, const struct setup *setup)
{
	position_begin(state, setup, NULL);
}

static void *board_new(const struct setup *setup)
{
	return position_board(sizeof(struct position), setup, begin, NULL);
}

static void position(void *state, const struct match *match, int turns)
{
	position_seek(state, match, turns);
}

static void draw(void *state, struct area area, const struct view *view, bool cursor)
{
	const struct position *position = state;
	int most = area.height - 1, first = position->turns > most ? position->turns - most + 1 : 1;

	(void)view, (void)cursor;
	paint_clear(area, ROLE_TEXT);
	if (!position->match || area.height < 1)
		return;
	paint_format(area, 0, 0, ROLE_TITLE, "%s: no rules, %d exchange%s", position->match->setup.system,
		     position->turns, position->turns == 1 ? "" : "s");
	for (int n = first; n <= position->turns; n++) {
		const struct turn *turn = match_turn(position->match, n);
		int y = n - first + 1;

		if (!turn)
			continue;
		paint_format(area, y, 0, ROLE_FAINT, "%5d %9.3f s", n, (double)turn->think_ns / NS_PER_S);
		if (area.width > TIME_COLUMNS)
			paint_cut(area, y, TIME_COLUMNS, area.width - TIME_COLUMNS, ROLE_TEXT, turn->played);
	}
}

static struct area wants(const void *state, struct area room)
{
	(void)state, (void)room;
	return (struct area){.height = ROWS, .width = COLUMNS};
}

static int key(void *state, unsigned key, bool is_code)
{
	(void)state, (void)key, (void)is_code;
	return 0;
}

extern const struct board_view board_traffic;
const struct board_view board_traffic = {
	.new = board_new,
	.free = position_free,
	.position = position,
	.draw = draw,
	.wants = wants,
	.key = key,
	.words = sum_words,
	.mark = sum_mark,
};
