/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* terminal.h - what a terminal would show of a byte stream (libtsm inside), and what its keys send.
 *
 * Called by pane_typed.c and the panes that it serves.  */
#ifndef RINGSIDE_UI_TERMINAL_H
#define RINGSIDE_UI_TERMINAL_H

#include "ringside/paint.h"

struct terminal;

enum {
	TERMINAL_KEY = 8,     /* the most bytes that a key sends, and a NUL */
	TERMINAL_LEAVE = 0x1d /* ^], which is no key of a terminal here: it leaves it */
};

struct terminal *terminal_new(int columns, int rows);
void terminal_free(struct terminal *terminal);
void terminal_feed(struct terminal *terminal, const char *bytes, size_t size);
/* As it was when it was new, with the size that it has.  */
void terminal_clear(struct terminal *terminal);
void terminal_resize(struct terminal *terminal, int columns, int rows);
/* Into the past with lines > 0, forward with lines < 0, to the present with 0.  */
void terminal_scroll(struct terminal *terminal, int lines);
/* So many lines of the past were scrolled back.  */
int terminal_scrolled(const struct terminal *terminal);
/* Draws as much of it as the area holds; the cursor is an inverse cell, if it is wanted.  */
void terminal_draw(struct terminal *terminal, struct area area, bool cursor);
/* What a key sends: a character, or KEY_… of ncurses (is_code).  How many bytes; 0: nothing.  */
size_t terminal_key(unsigned key, bool is_code, char bytes[TERMINAL_KEY]);

#endif
