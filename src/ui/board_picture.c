/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board_picture.c - draws the positions of a game on a screen without a terminal, and makes SVG of them.  */
#include "ringside/board_picture.h"

#include "film_svg.h"
#include "ringside/board.h"
#include "screen.h"
#include <stdlib.h>
#include <string.h>

/* A board that is larger is cut.  */
enum { MOST = 200 };
/* How long a position is shown, and the last one.  */
static const int64_t move_ns = 700000000, end_ns = 3000000000;

static int within(int number)
{
	return number < 1 ? 1 : number > MOST ? MOST : number;
}

bool board_picture_can(const char *system)
{
	const struct board_view *kind = board_named(system);

	return kind && kind->by_moves;
}

static void play(struct match *match, const struct setup *setup, char *const *moves, int count)
{
	match_init(match, setup);
	match->keeps_all = true;
	for (int i = 0; i < count; i++)
		match_append(match, (struct turn){.seat = i % 2 ? seat_opponent(setup->first) : setup->first,
						  .played = moves[i],
						  .asked_ns = -1,
						  .first_ns = -1,
						  .last_ns = -1,
						  .cpu_ns = -1,
						  .rss = -1,
						  .peak = -1});
	match->over = true;
}

/* However long it takes; a signal ends it.  */
static void settle(const struct board_view *kind, void *board, const struct match *match, int turns)
{
	kind->position(board, match, turns);
	while (kind->unfinished && kind->unfinished(board) && !loop_is_awaited())
		kind->position(board, match, turns);
}

static void take_frames(const struct board_view *kind, void *board, const struct match *match,
			struct area area, bool replay, struct bytes *svg)
{
	struct film_svg *film = film_svg_new(area.height, area.width, false);
	struct view view = {0};
	int from = replay ? 0 : match->turn_count;

	for (int turns = from; turns <= match->turn_count; turns++) {
		view.turns = turns;
		settle(kind, board, match, turns);
		paint_clear(area, ROLE_BOARD);
		kind->draw(board, area, &view, false);
		film_svg_frame(film, (turns - from) * move_ns);
	}
	film_svg_end(film, (match->turn_count - from) * move_ns + end_ns, svg);
	film_svg_free(film);
}

char *board_picture(const struct setup *setup, char *const *moves, int count, bool replay, struct bytes *svg)
{
	const struct board_view *kind = board_named(setup->system);
	struct area area = {0};
	struct match match;
	void *board;
	char *problem;

	play(&match, setup, moves, count);
	board = kind->new (&match.setup);
	settle(kind, board, &match, count);
	kind->wants(board, &area.height, &area.width);
	area.height = within(area.height);
	area.width = within(area.width);
	problem = screen_film(area.height, area.width, false);
	if (!problem) {
		take_frames(kind, board, &match, area, replay, svg);
		screen_close();
	}
	kind->free(board);
	match_free(&match);
	return problem;
}
