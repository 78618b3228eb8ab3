/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - the state of the board of gomoku, which its files share.  */
#ifndef RINGSIDE_UI_BOARDS_GOMOCUP_BOARD_H
#define RINGSIDE_UI_BOARDS_GOMOCUP_BOARD_H

#include "ringside/board.h"
#include "ringside/paint.h"
#include "ringside/view.h"
#include "systems/gomocup/analysis.h"
#include "systems/gomocup/rules_match.h"
#include "ui/boards/grid.h"
#include "ui/boards/position.h"

enum { GHOSTS = 2, WINS = 4 };

/* Its toggles.  Origin on: row 1 is at the top, else at the bottom.  */
enum { GOMOKU_NUMBERS, GOMOKU_FORBIDDEN, GOMOKU_ANALYSIS, GOMOKU_ORIGIN };

/* Which part of the board is visible, and where in the drawn area.  */
struct board_window {
	struct grid grid;  /* a square is a gap and its stone; the rim is one more gap */
	int label_columns; /* before the rows; 0: they have no labels */
	int pad;           /* a blank behind those labels, if it fits */
	bool above, below; /* do the columns have labels there? */
	bool right;        /* the rows have labels behind them, too */
	int cut;           /* rows of the first squares that would lie above the board */
	bool top;          /* is the row of y = 0 at the top? */
};

struct gomoku_board {
	struct position position;
	const struct gomoku_match *at; /* its state */
	int *number; /* the number of the stone on each square, from 1, as in game.cell; 0: none, or of the
			opening; owned */
	bool *forbidden; /* for black, on each square; owned */
	bool forbidden_known;
	struct square wins[WINS][2]; /* the ends of the lines that the last move made */
	int win_count;
	struct square cursor;
	struct square interest;       /* the window keeps this square visible */
	struct square ghosts[GHOSTS]; /* the squares that a person has chosen of swap2's three */
	int ghost_count;
	struct board_window window;
	struct gomocup_analysis analysis[SEATS]; /* what each seat last said of its search */
	char move[24];                           /* at the cursor, as the protocol writes it */
	char picked[64];                         /* returned by gomoku_board_pick() */
};

static inline bool same_square(struct square a, struct square b)
{
	return a.x == b.x && a.y == b.y;
}

/* board.c */
/* Puts the cursor on a square; one that is not on the board means the nearest.  */
void gomoku_board_point(struct gomoku_board *board, int x, int y);

/* What a seat thinks.  */
struct thoughts {
	const struct gomocup_analysis *said; /* NULL: nothing is shown */
	bool past;                           /* about the move before */
	bool brief;                          /* only its best move and its line */
};

/* What each seat thinks about the shown position, as far as it is to be shown: thoughts[SEATS] are all empty
   before.  */
void gomoku_board_thoughts(const struct gomoku_board *board, const struct view *view,
			   struct thoughts *thoughts);

/* draw.c */
bool gomoku_board_sees(const struct gomoku_board *board, struct square square);
/* The line of a row, from 0 at the top of the drawn board; also the row of a line.  */
int gomoku_board_line(const struct gomoku_board *board, int y);
int gomoku_board_click(void *board, int y, int x, int button);
void gomoku_board_wants(const void *board, int *height, int *width);
void gomoku_board_grows(const void *board, struct area room, int *height, int *width);

void gomoku_board_draw(void *board, struct area area, const struct view *view, bool cursor);

/* A value counts half of a win at so much: an open three is worth a few hundred to most brains.  */
enum { HALF_WON = 400 };

#endif
