/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* vt_screen.c - passes bytes to libtsm, and takes its cells at each whole frame.  */
#include "vt_screen.h"

#include <libtsm.h>

#include <stdlib.h>
#include <string.h>

static int colour_of(int8_t code, int red, int green, int blue)
{
	if (code < 0)
		return VT_RGB(red, green, blue);
	return code < 16 ? code : VT_DEFAULT;
}

static int keep_cell(struct tsm_screen *tsm, uint64_t id, const uint32_t *symbols, size_t count,
		     unsigned width, unsigned x, unsigned y, const struct tsm_screen_attr *attr,
		     tsm_age_t age, void *data)
{
	struct vt_screen *screen = data;
	struct vt_cell *cell;
	size_t size = 0;

	(void)tsm, (void)id, (void)age;
	if (x >= (unsigned)screen->cols || y >= (unsigned)screen->rows)
		return 0;
	cell = &screen->cells[y * (unsigned)screen->cols + x];
	*cell = (struct vt_cell){
		.fg = colour_of(attr->fccode, attr->fr, attr->fg, attr->fb),
		.bg = colour_of(attr->bccode, attr->br, attr->bg, attr->bb),
		.bold = attr->bold,
		.italic = attr->italic,
		.underline = attr->underline,
		.inverse = attr->inverse,
	};
	/* If one half of a wide character is overwritten, 4.0.2 leaves the other, but terminals blank it.  A
	 * real right half has a stale code point.  */
	if (width == 0 && screen->wide) {
		screen->wide = NULL;
		return 0;
	}
	if (screen->wide)
		memcpy(screen->wide->text, " ", 2);
	screen->wide = width == 2 && x + 1 < (unsigned)screen->cols ? cell : NULL;
	if (width == 0)
		count = 0;
	for (size_t i = 0; i < count && size + 4 < sizeof(cell->text); i++)
		size += tsm_ucs4_to_utf8(symbols[i], cell->text + size);
	if (size == 0)
		cell->text[0] = ' ';
	return 0;
}

static void keep_cells(struct vt_screen *screen)
{
	bool hidden = tsm_screen_get_flags(screen->screen) & TSM_SCREEN_HIDE_CURSOR;
	int x = (int)tsm_screen_get_cursor_x(screen->screen);

	tsm_screen_set_flags(screen->screen,
			     TSM_SCREEN_HIDE_CURSOR); /* otherwise its cell is reported inverse */
	tsm_screen_draw(screen->screen, keep_cell, screen);
	if (!hidden)
		tsm_screen_reset_flags(screen->screen, TSM_SCREEN_HIDE_CURSOR);
	screen->cursor = (struct vt_cursor){
		.x = x < screen->cols ? x : screen->cols - 1, /* one past the edge while a wrap is due */
		.y = (int)tsm_screen_get_cursor_y(screen->screen),
		.shown = !hidden,
	};
	screen->fresh = false;
}

static void keep_answer(struct tsm_vte *vte UNUSED, const char *bytes, size_t size, void *data)
{
	struct vt_screen *screen = data;

	bytes_add(&screen->answers, bytes, size);
}

void vt_screen_open(struct vt_screen *screen, int cols, int rows)
{
	*screen = (struct vt_screen){0};
	if (tsm_screen_new(&screen->screen, NULL, NULL) < 0 ||
	    tsm_vte_new(&screen->vte, screen->screen, keep_answer, screen, NULL, NULL) < 0)
		abort(); /* out of memory */
	vt_screen_resize(screen, cols, rows);
}

void vt_screen_close(struct vt_screen *screen)
{
	tsm_vte_unref(screen->vte);
	tsm_screen_unref(screen->screen);
	bytes_free(&screen->answers);
	free(screen->cells);
	*screen = (struct vt_screen){0};
}

void vt_screen_resize(struct vt_screen *screen, int cols, int rows)
{
	size_t size = (size_t)cols * (size_t)rows * sizeof(*screen->cells);

	screen->cols = cols;
	screen->rows = rows;
	screen->cells = bytes_resized(screen->cells, size);
	memset(screen->cells, 0, size);
	if (tsm_screen_resize(screen->screen, (unsigned)cols, (unsigned)rows) < 0)
		abort(); /* out of memory */
	keep_cells(screen);
}

size_t vt_screen_draw(struct vt_screen *screen, const char *bytes, size_t size, bool *whole)
{
	size_t drawn = 0;

	*whole = false;
	while (!*whole && drawn < size) {
		enum vt_mark mark = vt_modes_read(&screen->modes, bytes[drawn++]);

		*whole = mark == VT_FRAME_ENDS || (mark == VT_FRAME_BEGINS && !screen->in_frame);
		if (mark != VT_NO_MARK)
			screen->in_frame = mark == VT_FRAME_BEGINS;
	}
	if (drawn > 0) {
		tsm_vte_input(screen->vte, bytes, drawn);
		screen->fresh = true;
	}
	if (!screen->in_frame && screen->fresh)
		*whole = true;
	if (*whole)
		keep_cells(screen);
	return drawn;
}

void vt_screen_end(struct vt_screen *screen)
{
	if (screen->fresh)
		keep_cells(screen);
}
