/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_screen.h - a stream of output as cells, kept at each whole frame: libtsm with its pitfalls mended.
 *
 * Knows no pty and no process; vt.c feeds it what a program writes.  */
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
	struct vt_modes modes; /* of all that was drawn */
	bool in_frame;         /* more was drawn, up to the middle of a frame */
	struct bytes answers;  /* to the program's questions; the caller sends and drops them */

	struct tsm_screen *screen;
	struct tsm_vte *vte;
	bool fresh;           /* the terminal shows what the cells do not */
	struct vt_cell *wide; /* while cells are kept: the wide one just before, whose right half is due */
};

void vt_screen_open(struct vt_screen *screen, int cols, int rows);
void vt_screen_close(struct vt_screen *screen);
void vt_screen_resize(struct vt_screen *screen, int cols, int rows);
/* Draws up to the first moment at which the screen is whole, or all of it; the number of bytes drawn. *whole:
   did the cells change hands?  Outside marked frames the screen is whole wherever the bytes end.  */
size_t vt_screen_draw(struct vt_screen *screen, const char *bytes, size_t size, bool *whole);
/* Takes the screen as it is for whole: nothing more will come.  */
void vt_screen_end(struct vt_screen *screen);

#endif
