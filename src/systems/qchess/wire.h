/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the protocol of quantum chess knows of a match, shared by its files.  */
#ifndef RINGSIDE_QCHESS_WIRE_H
#define RINGSIDE_QCHESS_WIRE_H

#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "rules.h"

struct qchess {
	struct judge *judge;
	struct quantum_chess game;
	bool quit_result;     /* QUIT says how the game ended */
	bool send_board;      /* a game that begins in the middle is told as a board */
	char told[SEATS][16]; /* the last line that the seat was told and that wants no answer */
};

/* wire.c */

/* Sends a line that wants no answer.  */
void qchess_tell(struct qchess *q, int seat, enum channel channel, const char *words);

/* wire_past.c */

/* What an agent has to know that joins in the middle: the board, or all that happened.  */
void qchess_send_past(struct qchess *q, int seat);
/* That of `struct protocol`.  */
char *qchess_resume(const struct match *match, int turns, struct setup *setup);

/* wire_squares.c */

/* Two numbers without signs and a blank between; `rest` is what follows them.  False: something else stands
   there.  The square may be beyond the board.  */
bool qchess_read_square(const char *text, size_t size, struct qchess_square *square, const char **rest);
/* That of `struct protocol`: where a selection is and where a move goes to, as agents say both.  */
char *qchess_move_form(const struct setup *setup, const char *move, char **problem);

/* wire_refusal.c */

/* The original's word for why the square cannot be the answer to what is asked now; NULL: it can.  Static. */
const char *qchess_refusal_word(const struct quantum_chess *game, struct qchess_square square);
/* The same for people, to go behind the square, or "which"; it must have a word.  The caller frees.  */
char *qchess_refusal_words(const struct quantum_chess *game, struct qchess_square square);
/* That of `struct protocol`.  */
char *qchess_refusal(const struct match *match, const struct message *message);

/* reasons.c */
enum { QCHESS_MORE_NUMBERS, QCHESS_ANSWERS_COLOUR, QCHESS_ANSWERS_UPDATE };
extern const struct fault_row qchess_faults[];
extern const struct option_row qchess_option_history;
extern const struct reason_row qchess_reasons[];

#endif
