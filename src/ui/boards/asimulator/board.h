/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board.h - the state of the board of the agent world, which its files share.  */
#ifndef RINGSIDE_UI_BOARDS_ASIMULATOR_BOARD_H
#define RINGSIDE_UI_BOARDS_ASIMULATOR_BOARD_H

#include "ringside/paint.h"
#include "ringside/view.h"
#include "systems/asimulator/rules.h"
#include "ui/boards/grid.h"
#include "ui/boards/position.h"
#include "ui/boards/sums.h"

enum {
	ASIM_PLAYERS = SEATS - 1,
	ASIM_KNOWN = 1 << 7 /* the tile is known; the other bits are enum world_tile */
};

/* Its toggle: shows what the agents cannot know of their worlds.  */
enum { ASIM_TRUTH };

/* ---- what has happened to both seats ---- */

/* A seat's simulation, and what its agent can know of it: what it was told at the start, what it perceived
   where it was, what it bumped into and what it hit.  */
struct asim_course {
	struct world_sim sim;
	int action;                 /* the last one; -1: none yet */
	uint8_t known[WORLD_TILES]; /* [row * width + column], ASIM_KNOWN and what is known; 0: nothing */
};

/* Both seats, at a position of the match.  */
struct asim_courses {
	int leader; /* at the end of the last round; SEAT_NONE: nobody */
	struct asim_course seat[ASIM_PLAYERS];
};

/* The state that checkpoints_seek() reached.  */
static inline const struct asim_courses *asim_history_now(const struct checkpoints *history)
{
	return checkpoints_state(history);
}

/* ---- what the agents draw ---- */

struct asim_symbols;

/* The number of the symbol that a seat shows there, 100 to 253; 0: none.  */
int asim_symbol_at(const struct asim_symbols *symbols, int seat, int column, int row);

/* ---- the board ---- */

struct asim_board {
	struct position position; /* its states are struct asim_courses */
	struct world world;
	char *problem; /* why the setup makes no world; owned. NULL: it makes one, and only then there are
			  symbols */
	struct asim_symbols *symbols; /* owned */

	/* As the match was at the last position().  */
	char name[SEATS][SUM_NAME_SIZE];
	bool sits[SEATS], person[SEATS];

	enum world_action chosen;  /* by a person */
	int side, down;            /* tiles that the windows are scrolled away from the agents */
	struct grid window[SEATS]; /* the tiles of a seat that were drawn last; y and x count on the screen */
	char expects[120];         /* what a person has to do */
};

static inline const struct asim_course *asim_course_of(const struct asim_board *board, int seat)
{
	return &asim_history_now(board->position.line)->seat[seat - SEAT_1];
}

/* Does a person drive, so that the driving keys count?  */
bool asim_person_drives(const struct asim_board *board);

/* Draws the keys that act, in as many rows as they need at this width, and marks that of a suggested action
   (NULL: none is).  Returns how many.  An area without rows: only counts.  */
int asim_draw_keys(struct area area, const char *hint);

/* draw.c */
void asim_draw(void *board, struct area area, const struct view *view, bool cursor);
void asim_wants(const void *board, int *height, int *width);
void asim_picture(const void *board, int *height, int *width);
/* The first visible tile, of `all` in a row: around the agent's, or scrolled away from it.  */
int asim_first_seen(int at, int scrolled, int seen, int all);

/* Words that flow over the rows of an area.  */
struct asim_flow {
	struct area area;
	int gap;  /* columns between them */
	int y, x; /* after the last word */
};
/* Draws a sign and its meaning, which stay together; without `word` ("") the sign alone.  */
void asim_flow(struct asim_flow *flow, enum role sign_role, const char *sign, enum role role,
	       const char *word);

#endif
