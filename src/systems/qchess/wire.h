/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - the state of a match of quantum chess: wire.c referees it, heard.c follows another judge.  */
#ifndef RINGSIDE_QCHESS_WIRE_H
#define RINGSIDE_QCHESS_WIRE_H

#include "ringside/protocol.h"
#include "rules.h"

/* What another judge has said so far.  */
enum qchess_heard {
	HEARD_NOTHING, /* but who has which colour */
	HEARD_GAME,    /* a question or an update */
	HEARD_MISFIT,  /* an update that does not fit the game, which is not followed any more */
	HEARD_QUIT
};

struct qchess {
	struct judge *judge;
	struct quantum_chess game;
	bool quit_result;          /* QUIT says how the game ended */
	bool send_board;           /* an agent that joins later is told the board */
	char told[SEATS][16];      /* the last line to the seat that wants no answer */
	struct bytes answer, line; /* the ones in hand */
	enum qchess_heard heard;
	bool answers; /* the answer waits for what another judge makes of it */
};

extern const struct notice_row qchess_notices[];
extern const struct protocol_tap qchess_tap;

/* Sends a line that wants no answer; of another judge's line, keeps that the seat was told it.  */
void qchess_tell(struct qchess *q, int seat, enum channel channel, const char *words);
/* The seat has selected a piece, or moved it: notes the turn, tells it and goes on.  `answered`: what its
   agent has said; NULL: a person, or another judge, has chosen for it.  */
void qchess_turned(struct qchess *q, int seat, const char *answered, bool moved);

#endif
