/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* header.h - the two lines at the top, the match and who plays it, and the line of keys at the foot.  */
#ifndef RINGSIDE_UI_HEADER_H
#define RINGSIDE_UI_HEADER_H

#include "ringside/command.h"
#include "ringside/paint.h"
#include "ringside/view.h"

/* What is left of a person's time, as "00:27 left" or, with a tolerance, "00:27 left +1s"; the caller frees.
 */
char *header_countdown(int64_t ns, int64_t tolerance);
/* Draws the two lines at the top.  */
void header_draw(struct area area, struct view *view);

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
