/* terminal.h - what a terminal would show of a byte stream (libtsm inside).
 *
 * Called by pane_terminal.c.  */
#ifndef RINGSIDE_UI_TERMINAL_H
#define RINGSIDE_UI_TERMINAL_H

#include "ringside/paint.h"

struct terminal;

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

#endif
