/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* look.h - what stands on a square of gomoku's board, for look.c and draw.c.  */
#ifndef RINGSIDE_UI_BOARDS_GOMOCUP_LOOK_H
#define RINGSIDE_UI_BOARDS_GOMOCUP_LOOK_H

#include "board.h"

/* What a seat thinks.  */
struct thoughts {
	const struct gomocup_analysis *said; /* NULL: nothing is shown */
	bool past;                           /* about the move before */
	bool brief;                          /* only its best move and its line */
};

/* What is drawn, and where.  */
struct sight {
	const struct gomoku_board *board;
	struct area area;
	const struct view *view;
	int black; /* the seat with the black stones */
	struct thoughts thoughts[SEATS];
};

/* How a square looks.  */
struct look {
	const char *text; /* of one column; NULL: nothing stands there */
	enum role role;
	enum stone stone; /* STONE_NONE: it is none */
};

static inline size_t square_index(const struct gomoku_board *board, struct square square)
{
	return (size_t)square.y * (size_t)board->at->game.width + (size_t)square.x;
}

struct look gomoku_look_of(const struct sight *sight, struct square square);
/* Is it the last stone that was played?  Stones of the opening do not count.  */
bool gomoku_board_is_last(const struct gomoku_board *board, struct square square);

#endif
