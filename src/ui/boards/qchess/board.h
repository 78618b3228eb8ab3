/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - the state of the board of quantum chess, which its files share.  */
#ifndef RINGSIDE_UI_BOARDS_QCHESS_BOARD_H
#define RINGSIDE_UI_BOARDS_QCHESS_BOARD_H

#include "ringside/paint.h"
#include "ringside/view.h"
#include "systems/qchess/rules.h"
#include "ui/boards/grid.h"
#include "ui/boards/position.h"

/* Its toggle: shows a person what the rules hide from both players.  */
enum { QCHESS_REVEAL };

enum { QCHESS_TAKEN = 2 * QCHESS_SIDE, QCHESS_TEXT = 4 };

/* The kind of the last shown turn.  */
enum qchess_last {
	QCHESS_LAST_NONE,
	QCHESS_LAST_PICKED, /* a selection; its move follows */
	QCHESS_LAST_STUCK,  /* a selection of a piece that could not move */
	QCHESS_LAST_MOVED
};

/* A selection of a piece that could not move.  */
struct qchess_stuck {
	bool there;
	struct qchess_square square;
	enum qchess_type type;
};

/* Which part of the board is visible, and where in the drawn area.  */
struct qchess_window {
	struct grid grid; /* a line is a y of the protocol, a column an x */
	bool labels;
	struct area panel; /* beside or below the squares; empty: no room */
};

/* The match at a turn.  */
struct qchess_course {
	struct quantum_chess at;
	bool broken; /* the setup makes no game: an empty board */
	enum qchess_last last;
	struct qchess_stuck stuck[2];               /* each colour's last turn, if it could not move */
	struct qchess_piece taken[2][QCHESS_TAKEN]; /* from each colour, in order */
	int taken_count[2];
};

struct qchess_board {
	struct position position;
	const struct qchess_course *now; /* its state */

	struct qchess_square cursor;
	struct qchess_window window;
	char move[8];     /* at the cursor, as the protocol writes it */
	char expects[96]; /* what a person has to do */
};

static inline bool qchess_same(struct qchess_square a, struct qchess_square b)
{
	return a.x == b.x && a.y == b.y;
}

/* ---- draw.c ---- */

/* A piece in at most three characters, capitals for white: "R" if it is classical; in superposition "R/Q",
   or "R?"  while the other state is unseen.  */
struct qchess_look {
	bool both; /* it is in superposition */
	char text[QCHESS_TEXT];
	char other[QCHESS_TEXT]; /* the other state of a classical piece: "/Q", "/?"; "": it has none */
	unsigned ghosts;         /* bit i: only the person sees character i of `text` */
	bool other_is_ghost;     /* only the person sees `other` */
};

/* The squares that a piece reaches, without what is hidden from the players.  */
struct qchess_reach {
	bool certain;      /* it was selected, or is classical: state[0] holds all */
	bool selected;     /* it has to go to one of them */
	uint64_t state[2]; /* as quantum_chess_reach(): bit 8 * y + x */
	char letter[2];    /* of the types of both states */
};

void qchess_draw(void *board, struct area area, const struct view *view, bool cursor);
void qchess_wants(const void *board, int *height, int *width);
void qchess_picture(const void *board, int *height, int *width);

enum { QCHESS_PANEL_WIDE = 22, QCHESS_PANEL_NARROW = 7, QCHESS_PANEL_LINES = 6 };

#endif
