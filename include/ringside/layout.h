/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* layout.h - where the panes stand: presets as tables, and the arithmetic of areas.
 *
 * Pure: it needs no screen.  ui.c calls it at every change of size, makes the panes that it names and gives
 * them their areas.  On any screen of at least LAYOUT_HEIGHT × LAYOUT_WIDTH the areas lie inside the body,
 * do not overlap, and have an inside of at least 1 × 8.  */
#ifndef RINGSIDE_LAYOUT_H
#define RINGSIDE_LAYOUT_H

#include "ringside/message.h"
#include "ringside/paint.h"
#include "ringside/protocol.h"

enum {
	LAYOUT_HEIGHT = 16, /* smaller screens show one pane: see layout_small() */
	LAYOUT_WIDTH = 60,
	LAYOUT_LEAST_HEIGHT = 7, /* still smaller ones show a message only */
	LAYOUT_LEAST_WIDTH = 24,
	LAYOUT_WIDE = 120, /* wide enough for three columns */
	LAYOUT_PLACES = 32,
	LAYOUT_COLUMNS = 4,
	LAYOUT_ROWS = 4 /* panes above one another */
};

/* X(name, help): the presets.  `auto` is narrow or wide, depending on the screen.  */
#define LAYOUTS(X)                                                                                           \
	X("auto", "narrow or wide, as the screen allows")                                                    \
	X("narrow", "the board, and the traffic of both seats beside it")                                    \
	X("wide", "the board, and a column of traffic and log for each seat")                                \
	X("board", "the board alone")                                                                        \
	X("moves", "the board, and the list of moves with the curve of their values")                        \
	X("traffic", "the whole traffic in one column")                                                      \
	X("terminals", "the board, and the agents' terminals")                                               \
	X("channels", "a pane for each channel of the protocol")

/* The whole screen, from top to bottom.  */
struct screen_areas {
	struct area header, body, timeline, prompt, hint;
};

/* How far a person has moved the borders, in cells: behind a column to the right, below a pane downwards.  */
struct layout_shifts {
	int column[LAYOUT_COLUMNS];
	int row[LAYOUT_COLUMNS][LAYOUT_ROWS];
};

enum place_kind { PLACE_BOARD, PLACE_TRAFFIC, PLACE_TERMINAL, PLACE_GDB, PLACE_MOVES };

/* A pane that should be on the screen.  */
struct place {
	enum place_kind kind;
	int seat;          /* SEAT_NONE: it belongs to no single player */
	bool program;      /* it belongs to the game program on seat 0 */
	const char *title; /* static; NULL: the name of the seat's player */
	unsigned seats;    /* bit sets as in struct message_query */
	unsigned channels;
	unsigned directions;
	struct area area; /* with the frame */
	int column, row;  /* in struct layout_shifts; column -1: its borders cannot be moved */
};

struct layout_request {
	const char *name; /* of a preset */
	struct area body;
	unsigned agents;  /* bit set of the seats with an agent; other seats have no panes of their own */
	int board_height; /* the inside that shows the whole board */
	int board_width;
	const struct channel_pane *panes; /* of the protocol */
	int seat;                         /* whose panes `channels` shows, if it shows one seat at a time */
	bool gdb;                         /* gdb is open: it stands below all others, as wide as the body */
	/* NULL: no border was moved.  A pane keeps its least size, however far a border shall be moved.  */
	const struct layout_shifts *shifts;
};

/* Rows that the list of moves needs below a board, with its frame: fewer on a tall screen, where the board
   has large stones.  */
int layout_list_rows(int body_height);
/* Has `wide` room for the list of moves in the last column, if there is none below the board?  Then the board
   may be so wide.  */
bool layout_lists_beside(const struct area *body);
int layout_board_width(const struct area *body);
/* On a low screen the timeline and the hint have no rows.  */
struct screen_areas layout_screen(int height, int width);
/* The preset of a screen that is too low or too narrow for this one: the board, or the traffic for presets
   without a board.  NULL: it is not too small.  */
const char *layout_small(int height, int width, const char *name);
/* Fills `places` in the order of the focus.  Returns how many there are; 0: there is no preset of that
   name.  */
int layout_places(const struct layout_request *request, struct place places[LAYOUT_PLACES]);
/* The preset that is shown: narrow or wide for `auto`.  */
const char *layout_shown(const struct layout_request *request);
/* The names of all presets, ended by NULL.  */
extern const char *const layout_names[];
/* Its static name; NULL: there is no such preset.  */
const char *layout_named(const char *name);
/* Does `channels` show one seat at a time in this body?  A wide screen has room for two players side by
   side, but not for a game program as a third.  */
bool layout_one_seat(const struct layout_request *request);
/* The next (step 1) or previous (step -1) seat with an agent; the first one follows the last.  */
int layout_next_seat(unsigned agents, int seat, int step);

#endif
