/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_modes.h - finds the terminal modes that a stream of output has switched, and where its frames begin and
 * end.
 *
 * libtsm does not report some of these and does not know the others (mouse, paste, frames), so vt.c reads
 * them from the bytes.  */
#ifndef RINGSIDE_TESTS_VT_MODES_H
#define RINGSIDE_TESTS_VT_MODES_H

#include "ringside/bytes.h"

#include <stdbool.h>

enum vt_mark { VT_NO_MARK, VT_FRAME_BEGINS, VT_FRAME_ENDS };

enum { VT_MODES = 19 };

struct vt_modes {
	enum { VT_PLAIN, VT_ESCAPE, VT_SEQUENCE, VT_PRIVATE } state;
	int number;             /* of the parameter being read */
	bool named[VT_MODES];   /* by the sequence being read */
	bool flipped[VT_MODES]; /* different from a fresh terminal */
};

/* Reads one byte of output; a zeroed struct is a fresh terminal.  */
enum vt_mark vt_modes_read(struct vt_modes *modes, char byte);
/* Is mode ESC[?number h on?  */
bool vt_modes_on(const struct vt_modes *modes, int number);
/* Appends the names of the modes that differ from a fresh terminal, separated by ", ".  */
void vt_modes_name(const struct vt_modes *modes, struct bytes *names);

#endif
