/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hearing.h - follows in the match file what agents say to people, for the board that draws it.
 *
 * The pane of the board calls it at each drawing.  The work of one call is bounded, however much an agent
 * prints.  When it is far behind it hears only the newest messages of each seat.  A board to which all
 * messages count hears them in several calls.  */
#ifndef RINGSIDE_UI_HEARING_H
#define RINGSIDE_UI_HEARING_H

#include "ringside/board.h"

struct hearing {
	const struct match_file *file; /* the file that was heard; NULL: none */
	int game;       /* number in a series: a later file may have the address of an earlier one */
	unsigned shows; /* another number means another branch of the file */
	int64_t heard;  /* all messages up to this number are heard */
};

/* Gives the board what agents said up to the shown message, each message once and in order.  hear(NULL)
   comes first if what was heard no longer counts: an earlier position or another game is shown, or there was
   too much to hear.  A board with recall() goes back by that instead.  True: there is more to hear, so call
   again.  */
bool hearing_follow(struct hearing *hearing, const struct view *view, const struct board_view *kind,
		    void *board);

#endif
