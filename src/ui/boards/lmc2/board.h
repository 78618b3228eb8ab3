/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - the dialogue of a player of lmc2 with its game.  */
#ifndef RINGSIDE_UI_BOARDS_LMC2_BOARD_H
#define RINGSIDE_UI_BOARDS_LMC2_BOARD_H

#include "ringside/paint.h"
#include "ringside/view.h"

/* dialogue.c */
/* Draws what a seat heard and said up to the shown position, the newest at the bottom: as many lines as
   there are rows; below them what an agent suggests to say (NULL: nothing).  It reads them from the match
   file at once; without a session it takes what was said from the turns.  */
void lmc2_draw_dialogue(const struct view *view, const struct match *match, struct area area, int seat,
			const char *hint);

#endif
