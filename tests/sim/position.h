/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* position.h - the position of a match of gomoku after its turns, read literally: the opening, the stones,
 * the choices of swap2, whose turn it is, and how the rules end it.
 *
 * It shares no code with systems/gomocup/rules.c, which is checked against it.  */
#ifndef RINGSIDE_SIM_POSITION_H
#define RINGSIDE_SIM_POSITION_H

#include "grid.h"

#include "ringside/match.h"

struct position {
	struct grid grid;
	bool swap2;
	int draw_at; /* stones; 0: never */
	int turns;   /* how many were played */
	bool chosen; /* it is settled who has black */
	int black;   /* the seat that has black, if that is settled */
	int next;    /* whose turn it is */
	/* How the last turn ends the match by the rules. NULL: it goes on.  */
	const char *reason;
	int winner;
};

/* Before the first turn.  */
void position_begin(struct position *position, const struct setup *setup, enum grid_rule rule);
/* False: the turn is not legal now.  */
bool position_play(struct position *position, const char *text);

#endif
