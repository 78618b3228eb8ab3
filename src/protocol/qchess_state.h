/* qchess_state.h - what the protocol of quantum chess knows of a match, shared by its files.  */
#ifndef RINGSIDE_PROTOCOL_QCHESS_STATE_H
#define RINGSIDE_PROTOCOL_QCHESS_STATE_H

#include "ringside/protocol.h"
#include "ringside/quantum_chess.h"
#include "ringside/referee.h"

struct qchess {
	struct judge *judge;
	struct quantum_chess game;
	bool quit_result; /* QUIT says how the game ended */
	bool send_board;  /* a game that begins in the middle is told as a board */
	int stale[SEATS]; /* so many answers may still come that nobody waits for: a person answered instead
			   */
};

/* qchess_past.c */

/* What an agent has to know that joins in the middle: the board, or all that happened.  */
void qchess_send_past(struct qchess *q, int seat);
/* That of `struct protocol`.  */
char *qchess_resume(const struct match *match, int turns, struct setup *setup);

/* qchess_reasons.c */
extern const struct reason_row qchess_reasons[];

#endif
