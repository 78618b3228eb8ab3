/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* frame.h - cutting a stream of bytes into messages.
 *
 * The judge calls frame_line() for protocols of lines, and the protocol's own frame() for others.  */
#ifndef RINGSIDE_JUDGE_FRAME_H
#define RINGSIDE_JUDGE_FRAME_H

#include <stdbool.h>
#include <stddef.h>

/* The size of the first line with its end: CR LF, LF, or CR alone.  A CR ends the line at once, because some
 * agents send nothing after it.  An LF in a later read is then an empty line of its own. 0: there is no line
 * end yet; with `ended` the rest is a line.  */
size_t frame_line(const char *bytes, size_t size, size_t seen, bool ended);
/* The size of a line's end: 0 to 2 bytes.  */
size_t frame_line_end(const char *line, size_t size);

#endif
