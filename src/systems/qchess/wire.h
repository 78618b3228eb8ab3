/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - the state of a match of quantum chess, shared by the files of the protocol.  */
#ifndef RINGSIDE_QCHESS_WIRE_H
#define RINGSIDE_QCHESS_WIRE_H

#include "ringside/bytes.h"
#include "ringside/protocol.h"
#include "ringside/referee.h"
#include "rules.h"

struct qchess {
	struct judge *judge;
	struct quantum_chess game;
	bool quit_result;          /* QUIT says how the game ended */
	bool send_board;           /* an agent that joins later is told the board */
	char told[SEATS][16];      /* the last line to the seat that wants no answer */
	struct bytes answer, line; /* the ones in hand */
};

/* options.c */

extern const struct option_row qchess_option_quit_result, qchess_option_line_delay, qchess_option_send_board;
extern const struct option_row *const qchess_options[]; /* ends in NULL */

/* wire.c */

/* Reads two numbers without signs, with a blank between them; `rest` is the text after them.  False: the text
   is something else.  The square may be outside the board.  */
bool qchess_read_square(const char *text, size_t size, struct qchess_square *square, const char **rest);

/* Why the square cannot be the answer to the current question, in the original's word.  NULL: it can. Static.
 */
const char *qchess_refusal_word(const struct quantum_chess *game, struct qchess_square square);
/* The same for people, to follow the square, or "which".  There must be such a word.  The caller frees.  */
char *qchess_refusal_words(const struct quantum_chess *game, struct qchess_square square);
/* If an answer has no digit, or repeats the last line that wants none, it is probably a response to that
   line. This says so, to follow what is wrong with the answer; else "".  The caller frees.  */
char *qchess_response_words(const char *answered, const char *told);

/* fuzz.c */
extern const struct fuzz qchess_fuzz;

/* spec.c */
extern const struct spec qchess_spec;

/* twins.c */
extern const struct twins qchess_twins;

/* reasons.c */
enum { QCHESS_MORE_NUMBERS, QCHESS_ANSWERS_COLOUR, QCHESS_ANSWERS_UPDATE };
extern const struct fault_row qchess_faults[];
extern const struct option_row qchess_option_history;
extern const struct reason_row qchess_reasons[];

#endif
