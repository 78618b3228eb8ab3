/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overview_state.h - what overview.c, which takes the keys, and overview_draw.c share.  */
#ifndef RINGSIDE_UI_OVERVIEW_STATE_H
#define RINGSIDE_UI_OVERVIEW_STATE_H

#include "overlay.h"
#include "pane.h"
#include "ringside/overview.h"

enum { OVERVIEW_WATCHES = 4 };

struct overview {
	struct loop *loop;
	const struct settings *settings;
	const struct overview_events *events;
	void *user;
	struct watch *watches[OVERVIEW_WATCHES]; /* of signals and keys */
	struct watch *key_timer, *frame_timer;
	bool is_open;
	int64_t drawn_at;

	struct overview_shown shown;
	int chosen;       /* the id of the selected game; 0: there is none */
	int at, top;      /* its row, and the first one on the screen */
	int table;        /* the table that a person has turned to; 0: none */
	int table_top[2]; /* the first row that is shown of the first table, and of that one */
	struct view view; /* of what is watched */
	struct pane *board;
	int board_width; /* what the last one wanted: the panes stay until the next game has a board */
	struct area games_area, table_area[2]; /* for the mouse; width 0: not on the screen */

	char *said;     /* in the last line until the next key; owned; NULL: nothing */
	char *question; /* likewise, until it is answered */
	void (*yes)(struct overview *overview);
	int asked_game; /* that the question is about */
	struct overlay overlay;
};

/* Fills what is shown, draws it, and keeps the selection in it.  */
void overview_draw(struct overview *overview);
/* A screen that is wide enough to show the board and a second table at once.  */
bool overview_is_wide(void);

#endif
