/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* frame.h - cutting a stream of bytes into messages.
 *
 * The judge calls this one for protocols of lines, and the frame() of other protocols.  */
#ifndef RINGSIDE_JUDGE_FRAME_H
#define RINGSIDE_JUDGE_FRAME_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the first line with its end: CR LF, LF, or CR alone.  A CR ends a line at once, since an agent
   that ends its lines so would else be waited for in vain; when an LF follows in a later read it is a line of
   its own, an empty one.  0: no line end yet, but with `ended` the rest is a line.  */
size_t frame_line(const char *bytes, size_t size, size_t seen, bool ended);
/* How many of the last bytes of a line are its end: 0 to 2.  */
size_t frame_line_end(const char *line, size_t size);

#endif
