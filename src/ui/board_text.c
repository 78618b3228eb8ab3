/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board_text.c - draws the board of a position on a screen without a terminal, and reads it from there.  */
#include "ringside/board_text.h"

#include "hearing.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "screen.h"
#include "screenshot.h"
#include <stdlib.h>

/* No board needs more to show everything.  */
enum { MOST = 200 };

static int within(int number)
{
	return number < 1 ? 1 : number > MOST ? MOST : number;
}

/* Brings the board to the position, however long that takes.  */
static void settle(const struct view *view, const struct board_view *kind, void *board)
{
	struct hearing hearing = {0};

	kind->position(board, session_match(view->session), view_turns(view));
	while (kind->hear && hearing_follow(&hearing, view, kind, board))
		continue;
	while (kind->unfinished && kind->unfinished(board) && !loop_is_awaited())
		kind->position(board, session_match(view->session), view_turns(view));
}

char *board_text(const struct view *view, char **problem)
{
	const struct setup *setup = &session_match(view->session)->setup;
	const struct board_view *kind = board_named(setup->system);
	void *board = kind->new (setup);
	struct bytes text = {0};
	struct area area;

	settle(view, kind, board);
	area = kind->wants(board, (struct area){0});
	area.height = within(area.height);
	area.width = within(area.width);
	*problem = screen_film(area.height, area.width, true);
	if (!*problem) {
		kind->draw(board, area, view, false);
		for (int y = 0; y < area.height; y++)
			screenshot_row(&text, y, area.width);
		screen_close();
	}
	kind->free(board);
	return text.at;
}
