/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* wire.h - what the files of quantum chess share: answers of agents, and the logs of the original program. */
#ifndef RINGSIDE_QCHESS_WIRE_H
#define RINGSIDE_QCHESS_WIRE_H

#include "ringside/protocol.h"
#include "rules.h"

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

extern const struct option_row qchess_option_line_delay;

extern const struct file_format *const qchess_formats[]; /* ended by NULL */

/* The cause of a verdict from a log: the detail is the line that tells it.  Other verdicts have the
   original's word for the forfeit as their cause, or NULL.  */
#define QCHESS_CAUSE_LOG "log"

/* The end of a match, as the last line of a log has it: "white", "black TIMEOUT", "white DRAW".  The caller
   frees.  */
char *qchess_log_result(const struct match *match);

/* Reads and writes a stamp, "2013-05-10 09:50:45.382246", as microseconds since 1970 in an unknown time zone.
   A fraction of 0 is left out.  Reading returns the size of the stamp; 0: there is none.  */
size_t qchess_stamp_read(const char *text, size_t size, int64_t *us);
void qchess_stamp_write(int64_t us, struct bytes *out);

extern const struct protocol_tools qchess_tools;

#endif
