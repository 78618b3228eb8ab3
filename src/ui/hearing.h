/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hearing.h - what agents say to people, followed in the match file for who draws it.
 *
 * Called by the pane of the board at each drawing.  The work of one call is bounded, however much an agent
 * prints: far behind, only the newest of each seat is heard, or, by a board to which all counts, a part at a
 * time.  */
#ifndef RINGSIDE_UI_HEARING_H
#define RINGSIDE_UI_HEARING_H

#include "ringside/board.h"

struct hearing {
	const struct match_file *file; /* which was heard; NULL: none */
	int game;                      /* of a series: a later file may have the address of an earlier one */
	unsigned shows;                /* another number: another branch of the file */
	int64_t heard;                 /* all messages up to this number */
};

/* Has the board of this kind hear what agents said up to the message that is shown, each message once and in
   order; NULL before what was heard until now no longer counts: an earlier position is shown, another game,
   or too much came.  One that can recall() goes back by that.  True: there is more to hear, so call again. */
bool hearing_follow(struct hearing *hearing, const struct view *view, const struct board_view *kind,
		    void *board);

#endif
