/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log.h - the logs of the original program of quantum chess.  */
#ifndef RINGSIDE_QCHESS_LOG_H
#define RINGSIDE_QCHESS_LOG_H

#include "ringside/protocol.h"
#include "rules.h"

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

#endif
