/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qchess_match_fixture.h - matches of qchess for tests of its protocol: boards without chance, requests,
 * whole dialogues.  */
#ifndef RINGSIDE_TESTS_QCHESS_MATCH_FIXTURE_H
#define RINGSIDE_TESTS_QCHESS_MATCH_FIXTURE_H

#include "match_fixture.h"

#define MS DIALOGUE_MS

#define KINGS "white king ['king', 'king'] at 3,7\nblack king ['king', 'king'] at 3,0\n"
/* Pieces whose two states are equal and known: they always show state 0.  */
#define ROOKS   "white rook ['rook', 'rook'] at 0,7\nblack rook ['rook', 'rook'] at 0,0\n"
#define BLOCKED "white pawn ['pawn', 'pawn'] at 6,4\nblack pawn ['pawn', 'pawn'] at 6,3\n"

enum { BOTH = 1 << SEAT_1 | 1 << SEAT_2 };

/* Two agents, and white to move on this board; nothing begun.  */
static inline void set_up(struct dialogue *d, const char *board)
{
	dialogue_init_qchess(d);
	setup_set(&d->setup, "board", board);
}

/* Both agents have been told their colour, and white has been asked for a selection.  */
static inline void begun(struct dialogue *d)
{
	dialogue_begin(d);
	talk(d, SEAT_1, "> white\n> SELECTION?\n");
	talk(d, SEAT_2, "> black\n");
}

static inline void begin(struct dialogue *d, const char *board)
{
	set_up(d, board);
	begun(d);
}

/* As the session does after the verdict, because a process plays one game.  */
static inline void part(struct dialogue *d)
{
	judge_dismiss(d->judge, d->now);
	dialogue_settle(d);
}

/* Exactly this was said.  */
static inline void expect_silence(struct dialogue *d)
{
	dialogue_silent(d, SEAT_1);
	dialogue_silent(d, SEAT_2);
}

#endif
