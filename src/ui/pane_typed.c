/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_typed.c - what panes share that show a terminal and type into it.  */
#include "pane_typed.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <curses.h>
#include <stdlib.h>

enum { WHEEL_LINES = 3, COLUMNS = 80, ROWS = 24 };

static struct pane_typed *own(const struct pane *pane)
{
	return (struct pane_typed *)pane; /* its first member */
}

void *pane_typed_new(size_t size, const struct pane_ops *ops, struct view *view)
{
	struct pane_typed *typed = bytes_new(size);

	assert(size >= sizeof(*typed));
	typed->pane.ops = ops;
	typed->pane.view = view;
	typed->rows = ROWS;
	typed->terminal = terminal_new(COLUMNS, ROWS);
	return typed;
}

struct terminal *pane_typed_terminal(const struct pane *pane)
{
	return own(pane)->terminal;
}

char *pane_typed_status(const struct pane *pane)
{
	int scrolled = terminal_scrolled(own(pane)->terminal);

	if (scrolled > 0)
		return bytes_text("%d line%s back", scrolled, scrolled == 1 ? "" : "s");
	return pane->focused && own(pane)->listens(pane) ? bytes_text("typing, ^] leaves") : NULL;
}

bool pane_typed_key(struct pane *pane, unsigned key, bool is_code)
{
	struct pane_typed *typed = own(pane);
	char bytes[TERMINAL_KEY];
	size_t size;

	if (is_code && (key == KEY_PPAGE || key == KEY_NPAGE)) {
		terminal_scroll(typed->terminal, key == KEY_PPAGE ? typed->rows : -typed->rows);
		return true;
	}
	if (!typed->listens(pane) || (!is_code && key == TERMINAL_LEAVE))
		return false;
	if (!(size = terminal_key(key, is_code, bytes)))
		return false;
	terminal_scroll(typed->terminal, 0);
	typed->type(pane, bytes, size);
	return true;
}

bool pane_typed_typing(const struct pane *pane)
{
	return own(pane)->listens(pane);
}

bool pane_typed_click(struct pane *pane, int y, int x, int button)
{
	(void)y;
	(void)x;
	if (button != 4 && button != 5)
		return false;
	terminal_scroll(own(pane)->terminal, button == 4 ? WHEEL_LINES : -WHEEL_LINES);
	return true;
}

void pane_typed_resize(struct pane *pane, int height, int width)
{
	struct pane_typed *typed = own(pane);

	typed->rows = height > 1 ? height : 1;
	terminal_resize(typed->terminal, width, height);
	if (height > 0 && width > 0)
		typed->sized(pane, height, width);
}

void pane_typed_free(struct pane *pane)
{
	terminal_free(own(pane)->terminal);
	free(pane);
}
