/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board_picture.c - draws the positions of a game on a screen without a terminal, and makes SVG of them.  */
#include "ringside/board_picture.h"

#include "film_svg.h"
#include "picture.h"
#include "ringside/board.h"
#include "screen.h"
#include <stdlib.h>
#include <string.h>

/* A board that is larger is cut.  */
enum { MOST = 200 };
/* A replay has about so many positions; of a longer game it leaves some out.  */
enum { POSITIONS = 200 };
/* How long a position is shown, and the last one.  */
static const int64_t move_ns = 700000000, end_ns = 3000000000;

static int within(int number)
{
	return number < 1 ? 1 : number > MOST ? MOST : number;
}

static void play(struct match *match, const struct setup *setup, const struct picture_move *moves, int count,
		 bool scored)
{
	match_init(match, setup);
	match->keeps_all = true;
	match->scored = scored;
	for (int i = 0; i < count; i++) {
		struct turn turn = turn_unmeasured(moves[i].seat);

		turn.played = moves[i].played;
		turn.flags |= scored ? TURN_SCORED : 0;
		memcpy(turn.sum, moves[i].sum, sizeof(turn.sum));
		match_append(match, turn);
	}
	if (count)
		memcpy(match->sum, moves[count - 1].sum, sizeof(match->sum));
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
	struct view view = {.shows = toggles_at_first(match->setup.system)};
	int all = match->turn_count, step = all / POSITIONS + 1, turns = replay ? 0 : all;
	int64_t at = 0;

	for (;;) {
		view.turns = turns;
		settle(kind, board, match, turns);
		paint_clear(area, ROLE_BOARD);
		kind->draw(board, area, &view, false);
		film_svg_frame(film, at);
		if (turns == all)
			break;
		turns = turns + step < all ? turns + step : all;
		at += move_ns;
	}
	film_svg_end(film, at + end_ns, svg);
	film_svg_free(film);
}

char *board_picture(const struct setup *setup, const struct picture_move *moves, int count, bool scored,
		    bool replay, struct bytes *svg, int *width)
{
	const struct board_view *kind = board_named(setup->system);
	struct area area = {0};
	struct match match;
	void *board;
	char *problem;

	play(&match, setup, moves, count, scored);
	board = kind->new (&match.setup);
	settle(kind, board, &match, count);
	area = kind->picture ? kind->picture(board) : kind->wants(board, area);
	area.height = within(area.height);
	area.width = within(area.width);
	*width = area.width * PICTURE_WIDTH;
	problem = screen_film(area.height, area.width, false);
	if (!problem) {
		take_frames(kind, board, &match, area, replay, svg);
		screen_close();
	}
	kind->free(board);
	match_free(&match);
	return problem;
}
