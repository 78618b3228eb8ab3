/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_screen.h - a stream of output as cells, kept at each whole frame: libtsm with workarounds for its
 * pitfalls.
 *
 * It does not know the pty or the process; vt.c passes a program's output to it.  */
#ifndef RINGSIDE_TESTS_VT_SCREEN_H
#define RINGSIDE_TESTS_VT_SCREEN_H

#include "vt.h"
#include "vt_modes.h"

#include "ringside/bytes.h"

struct tsm_screen;
struct tsm_vte;

struct vt_screen {
	int cols, rows;
	struct vt_cell *cells; /* of the last whole frame, row by row */
	struct vt_cursor cursor;
	struct vt_modes modes; /* after all drawn bytes */
	bool in_frame;         /* an incomplete frame was drawn */
	struct bytes answers;  /* to the program's queries; the caller sends and clears them */

	struct tsm_screen *screen;
	struct tsm_vte *vte;
	bool fresh;           /* the terminal differs from the cells */
	struct vt_cell *wide; /* while cells are copied: the preceding wide one, whose right half is due */
};

void vt_screen_open(struct vt_screen *screen, int cols, int rows);
void vt_screen_close(struct vt_screen *screen);
void vt_screen_resize(struct vt_screen *screen, int cols, int rows);
/* Draws until the screen is whole, or all bytes.  Returns the number of bytes drawn.  *whole: were the cells
 * taken?  Outside marked frames the screen is whole at the end of the bytes.  */
size_t vt_screen_draw(struct vt_screen *screen, const char *bytes, size_t size, bool *whole);
/* Takes the screen as whole, because no more output will come.  */
void vt_screen_end(struct vt_screen *screen);

#endif
