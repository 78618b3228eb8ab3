/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pane_typed.h - what panes share that show a terminal and type into it: an agent's, and gdb's.
 *
 * All keys but TERMINAL_LEAVE are typed into it; the page keys and the wheel scroll.  */
#ifndef RINGSIDE_UI_PANE_TYPED_H
#define RINGSIDE_UI_PANE_TYPED_H

#include "pane.h"
#include "terminal.h"

/* The head of such a pane.  */
struct pane_typed {
	struct pane pane; /* first */
	struct terminal *terminal;
	int rows; /* of a page */
	/* Do keys reach the program now?  */
	bool (*listens)(const struct pane *pane);
	void (*type)(struct pane *pane, const char *bytes, size_t size);
	/* The terminal has a new size, at least 1 by 1: tell its program.  */
	void (*sized)(struct pane *pane, int height, int width);
};

/* A pane of `size` bytes that begins with a struct pane_typed, with a terminal of 80 by 24.  Its other bytes
   are 0.  */
void *pane_typed_new(size_t size, const struct pane_ops *ops, struct view *view);
struct terminal *pane_typed_terminal(const struct pane *pane);

/* For struct pane_ops.  */
char *pane_typed_status(const struct pane *pane);
bool pane_typed_key(struct pane *pane, unsigned key, bool is_code);
bool pane_typed_typing(const struct pane *pane);
bool pane_typed_click(struct pane *pane, int y, int x, int button);
void pane_typed_resize(struct pane *pane, int height, int width);
void pane_typed_free(struct pane *pane);

#endif
