/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* terminal.h - a terminal in an area of the screen, and rows with colours.  Nothing of the stream reaches the
 * person's own terminal: cells are drawn.  */
#ifndef RINGSIDE_UI_TERMINAL_H
#define RINGSIDE_UI_TERMINAL_H

#include "ringside/bytes.h"
#include "ringside/paint.h"

enum {
	TERMINAL_SCROLLBACK = 2000, /* lines */
	TERMINAL_SEQUENCE_MOST = 256
};

/* Where it is in the stream.  */
enum terminal_state {
	TEXT,
	ESCAPED,  /* after ESC */
	SEQUENCE, /* after CSI, until its final byte */
	STRING,   /* OSC, DCS and the like, until ST or BEL: not shown */
	STRING_ESCAPED,
};

struct terminal {
	struct tsm_screen *screen;
	struct tsm_vte *vte;
	int columns, rows;
	int lines, scrolled; /* line ends so far, up to TERMINAL_SCROLLBACK; how many of them are scrolled
				back */

	enum terminal_state state;
	char sequence[TERMINAL_SEQUENCE_MOST]; /* what came after CSI */
	size_t sequence_size;
	size_t string_size;
	char last[4]; /* the last character, for REP */
	size_t last_size;
	bool returned;   /* the last byte was CR */
	bool has_return; /* a line ended with CR LF, so a pty adds the CR */
};

void terminal_begin(struct terminal *terminal, int columns, int rows);
void terminal_end(struct terminal *terminal);
/* Makes it as new, in its present size.  */
void terminal_clear(struct terminal *terminal);
/* Gives the terminal another size, and scrolls to its end.  */
void terminal_resize(struct terminal *terminal, int columns, int rows);
void terminal_feed(struct terminal *terminal, const char *bytes, size_t size);
/* Scrolls back with lines > 0, forward with lines < 0, to the end with 0.  */
void terminal_scroll(struct terminal *terminal, int lines);
/* Draws as much of it as the area holds.  The cursor, if wanted, is an inverse cell.  */
void terminal_draw(struct terminal *terminal, struct area area, bool cursor);
/* Draws a row of a board in line y of the area, from column `left` of it on, with the colours and attributes
 * that it sets (SGR); what has none looks as ROLE_BOARD.  All other sequences are left out.  */
void terminal_draw_row(struct area area, int y, int left, const char *bytes, size_t size);

#endif
