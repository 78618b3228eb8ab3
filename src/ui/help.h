/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.h - what can be done here: the ? screen with all keys and all commands, from their tables, and the
 * line of keys at the foot of the screen.  Owned by ui.c.  */
#ifndef RINGSIDE_UI_HELP_H
#define RINGSIDE_UI_HELP_H

#include "overlay.h"
#include "ringside/command.h"

/* Where it is opened.  */
struct help_place {
	const char *system;
	unsigned situation;        /* bits of enum situation */
	const struct binding *own; /* rows of the focused pane; NULL: none */
	int width;                 /* of the screen */
};

void help_open(struct overlay *overlay, const struct help_place *place);

/* The line of keys at the foot of the screen: what is useful now.  A click on a hint presses its key.  */
enum { HINTS = 32 };

struct hints {
	struct area area; /* where they were drawn last */
	int count;
	struct hint {
		int x, width;
		const struct binding *binding;
	} at[HINTS];
};

/* Chooses the hints of this situation for a line of that width, and their places.  `tables`: rows of keys,
 * those that come first in front, ended by NULL.  `is_taken` (may be NULL): does something else take the key
 * first?  */
void hints_place(struct hints *hints, int width, const struct binding *const *tables, unsigned situation,
		 bool (*is_taken)(void *user, const char *key), void *user);
void hints_draw(struct hints *hints, struct area area);
/* The hint at column x of the screen, in the line of the hints; NULL: none.  */
const struct binding *hints_at(const struct hints *hints, int x);

#endif
