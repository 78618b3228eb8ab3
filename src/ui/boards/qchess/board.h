/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - what the files of the board of quantum chess share: its state.  */
#ifndef RINGSIDE_UI_BOARDS_QCHESS_BOARD_H
#define RINGSIDE_UI_BOARDS_QCHESS_BOARD_H

#include "ringside/paint.h"
#include "ringside/view.h"
#include "systems/qchess/rules.h"
#include "ui/boards/grid.h"
#include "ui/boards/position.h"

/* Its toggle: what the rules hide from both players is shown, to the person alone.  */
enum { QCHESS_REVEAL };

enum { QCHESS_TAKEN = 2 * QCHESS_SIDE, QCHESS_TEXT = 4 };

/* What the last turn that is shown was.  */
enum qchess_last {
	QCHESS_LAST_NONE,
	QCHESS_LAST_PICKED, /* a selection; its move is due */
	QCHESS_LAST_STUCK,  /* a selection of a piece that could not move */
	QCHESS_LAST_MOVED
};

/* A selection of a piece that could not move.  */
struct qchess_stuck {
	bool there;
	struct qchess_square square;
	enum qchess_type type;
};

/* What of the board is seen, and where in the area that was drawn last.  */
struct qchess_window {
	struct grid grid; /* a line is a y of the protocol, a column an x */
	bool labels;
	struct area panel; /* beside or below the squares; empty: no room */
};

/* A match up to a turn.  */
struct qchess_course {
	struct quantum_chess at;
	bool broken; /* the setup makes no game: an empty board */
	enum qchess_last last;
	struct qchess_stuck stuck[2];               /* each colour's last turn, if it was such a one */
	struct qchess_piece taken[2][QCHESS_TAKEN]; /* from each colour, in order */
	int taken_count[2];
};

struct qchess_board {
	struct position position;
	const struct qchess_course *now; /* its state */

	struct qchess_square cursor;
	struct qchess_window window;
	char move[8];     /* of the cursor, as the protocol says it */
	char expects[80]; /* what a person has to do */
};

static inline bool qchess_same(struct qchess_square a, struct qchess_square b)
{
	return a.x == b.x && a.y == b.y;
}

/* past.c */
/* A match of this setup, before its first turn.  A turn that cannot be played (of a broken file) ends what is
   shown.  */
struct checkpoints *qchess_courses_new(const struct setup *setup);

/* pieces.c */
/* A piece in at most three characters, capitals for white: "R" when it is classical; in superposition "R/Q",
   or "R?" while the other state was not seen.  */
struct qchess_look {
	bool both; /* it is in superposition */
	char text[QCHESS_TEXT];
	char other[QCHESS_TEXT]; /* of a classical piece, the state that it is not in: "/Q", "/?"; "": it has
				    no other */
	unsigned ghosts;         /* bit i: character i of `text` is seen by the person alone, */
	bool other_is_ghost;     /* and so is that of `other` */
};
struct qchess_look qchess_look_of(const struct qchess_piece *piece, bool reveal);
/* A type as the letter of a colour.  */
char qchess_letter(enum qchess_type type, enum qchess_colour colour);

/* What a piece reaches, as far as one may know.  */
struct qchess_reach {
	bool certain;      /* it was selected, or is classical: state[0] holds all */
	bool selected;     /* and has to go to one of them */
	uint64_t state[2]; /* bit 8 * y + x, as quantum_chess_reach() has it */
	char letter[2];    /* of the types of both states */
};
/* That of the selected piece, else of the one at the cursor, if it counts; else nothing is reached.  */
struct qchess_reach qchess_reach_of(const struct qchess_board *board, bool reveal, bool cursor);
/* "1", or "½R" when only the state that is a rook gets there; "": it is not reached.  */
void qchess_reach_text(const struct qchess_reach *reach, struct qchess_square square, char text[8]);

/* draw.c */
void qchess_draw(void *board, struct area area, const struct view *view, bool cursor);
void qchess_wants(const void *board, int *height, int *width);

/* panel.c */
enum { QCHESS_PANEL_WIDE = 22, QCHESS_PANEL_NARROW = 7, QCHESS_PANEL_LINES = 6 };
/* Draws what stands beside the squares or below them, as much as there is room for.  */
void qchess_draw_panel(const struct qchess_board *board, struct area area, bool reveal);

#endif
