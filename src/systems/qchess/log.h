/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* log.h - the logs of quantum chess: the formats of the system, and their stamps.
 *
 * protocol_qchess has the formats; the stamps are shared by log.c, which reads, and
 * log_write.c.  */
#ifndef RINGSIDE_QCHESS_LOG_H
#define RINGSIDE_QCHESS_LOG_H

#include "ringside/format.h"
#include <stdint.h>

extern const struct file_format *const qchess_formats[]; /* ended by NULL */

/* The cause of a verdict that was read from a log: the detail is the line that told it.  Of all others it is
   the original's word for the forfeit, or NULL.  */
#define QCHESS_CAUSE_LOG "log"

/* Appends the match as a log (struct file_format).  */
char *qchess_log_write(const struct match *match, const struct remarks *remarks, struct bytes *out);

/* How a match that is over ended, as the last line of a log has it: "white", "black TIMEOUT", "white DRAW".
   The caller frees.  */
char *qchess_log_result(const struct match *match);

/* The reason for a forfeit of that word; REASON_PROTOCOL when the original had no such word.  */
const char *qchess_log_reason(const char *word, size_t size);

/* A name as a line can have it: without control bytes and what is no UTF-8.  The caller frees.  */
char *qchess_log_name(const char *name, size_t size);

/* A stamp, "2013-05-10 09:50:45.382246", in microseconds since 1970 of whatever clock it was; without a
   fraction when that is 0.  Reading gives its size, 0 when none stands there.  */
size_t qchess_stamp_read(const char *text, size_t size, int64_t *us);
void qchess_stamp_write(int64_t us, struct bytes *out);

#endif
