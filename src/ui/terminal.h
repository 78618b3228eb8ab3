/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* terminal.h - shows a byte stream as a terminal would (libtsm inside), and says what its keys send.
 *
 * Called by pane_typed.c and its panes.  */
#ifndef RINGSIDE_UI_TERMINAL_H
#define RINGSIDE_UI_TERMINAL_H

#include "ringside/paint.h"

struct terminal;

enum {
	TERMINAL_KEY = 8,     /* the most bytes that a key sends, and a NUL */
	TERMINAL_LEAVE = 0x1d /* ^]: is not sent, but leaves the terminal */
};

struct terminal *terminal_new(int columns, int rows);
void terminal_free(struct terminal *terminal);
void terminal_feed(struct terminal *terminal, const char *bytes, size_t size);
/* Makes it as new, in its present size.  */
void terminal_clear(struct terminal *terminal);
void terminal_resize(struct terminal *terminal, int columns, int rows);
/* Scrolls back with lines > 0, forward with lines < 0, to the end with 0.  */
void terminal_scroll(struct terminal *terminal, int lines);
/* How many lines it is scrolled back.  */
int terminal_scrolled(const struct terminal *terminal);
/* Draws as much of it as the area holds.  The cursor, if wanted, is an inverse cell.  */
void terminal_draw(struct terminal *terminal, struct area area, bool cursor);
/* What a key sends; the key is a character, or KEY_… of ncurses (is_code).  Returns how many bytes; 0:
   nothing.  */
size_t terminal_key(unsigned key, bool is_code, char bytes[TERMINAL_KEY]);

#endif
