/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* info_moves.h - what the moves of a seat took, and how times and sizes stand in `info seat N`.  */
#ifndef RINGSIDE_DEBUGGER_INFO_MOVES_H
#define RINGSIDE_DEBUGGER_INFO_MOVES_H

#include "commands.h"
#include "ringside/bytes.h"

/* A time in ns and a size in bytes, from 0 on, with a unit, at the right of so many columns.  */
void info_add_time(struct bytes *text, int64_t ns, int width);
void info_add_size(struct bytes *text, int64_t size, int width);
/* Times, memory and bytes of the seat's moves at the position that is shown; nothing if it has no player.  */
void info_add_moves(struct bytes *text, const struct console *console, int seat);

#endif
