/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* layout.h - where the panes stand: presets as tables, and the arithmetic of areas.
 *
 * Pure: no screen is needed.  ui.c asks it at every change of size, makes the panes that it names and gives
 * them their areas.  For any screen from LAYOUT_HEIGHT × LAYOUT_WIDTH on, the areas are inside the body, none
 * covers another, and the inside of each is at least 1 × 8.  */
#ifndef RINGSIDE_LAYOUT_H
#define RINGSIDE_LAYOUT_H

#include "ringside/message.h"
#include "ringside/paint.h"
#include "ringside/protocol.h"

enum {
	LAYOUT_HEIGHT = 16, /* smaller screens get a message and nothing else */
	LAYOUT_WIDTH = 60,
	LAYOUT_WIDE = 120, /* from here on there is room for three columns */
	LAYOUT_PLACES = 32
};

/* X(name, help): the presets.  `auto` is narrow or wide, as the screen is.  */
#define LAYOUTS(X)                                                                                           \
	X("auto", "narrow or wide, as the screen is")                                                        \
	X("narrow", "the board, and the traffic of both seats beside it")                                    \
	X("wide", "the board, and a column of traffic and log for each seat")                                \
	X("board", "the board alone")                                                                        \
	X("traffic", "the whole traffic in one column")                                                      \
	X("terminals", "the board, and the agents' terminals")                                               \
	X("channels", "a pane for each channel of the protocol")

/* The whole screen, cut from top to bottom.  */
struct screen_areas {
	struct area header, body, timeline, prompt, hint;
};

enum place_kind { PLACE_BOARD, PLACE_TRAFFIC, PLACE_TERMINAL, PLACE_GDB };

/* A pane that should be on the screen.  */
struct place {
	enum place_kind kind;
	int seat;          /* whose: SEAT_NONE when it is not one player's */
	bool program;      /* it is the game program's, which sits on seat 0 */
	const char *title; /* static; NULL: the name of who sits there */
	unsigned seats;    /* bit sets as in struct message_query */
	unsigned channels;
	unsigned directions;
	struct area area; /* with the frame */
};

struct layout_request {
	const char *name; /* of a preset */
	struct area body;
	unsigned agents;  /* bit set of seats on which an agent sits: others have no panes of their own */
	int board_height; /* the inside that shows the whole board */
	int board_width;
	const struct channel_pane *panes; /* of the protocol */
	int seat;                         /* whose panes `channels` shows when it shows one seat's */
	bool gdb;                         /* gdb is open: below all others, as wide as the body */
};

struct screen_areas layout_screen(int height, int width);
/* Fills `places` and returns how many there are, in the order in which the focus goes round; 0 when there is
   no preset of that name.  */
int layout_places(const struct layout_request *request, struct place places[LAYOUT_PLACES]);
bool layout_exists(const char *name);
/* Its own static name; NULL: there is none of that name.  */
const char *layout_named(const char *name);
/* The preset after this one, round and round.  */
const char *layout_after(const char *name);
/* Does `channels` show one seat at a time in this body?  Two players' panes fit beside each other on a wide
   screen; a game program makes three.  */
bool layout_one_seat(const struct layout_request *request);
/* The seat of an agent that comes after this one, or before it (step 1 or -1), round and round.  */
int layout_next_seat(unsigned agents, int seat, int step);

#endif
