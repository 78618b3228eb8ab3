/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* header.h - the two lines at the top: the match, and who plays it.  Drawn by ui.c.  */
#ifndef RINGSIDE_UI_HEADER_H
#define RINGSIDE_UI_HEADER_H

#include "ringside/paint.h"
#include "ringside/view.h"

/* What is left of a person's time, as "00:27 left" or, with a tolerance, "00:27 left +1s"; the caller frees.
 */
char *header_countdown(int64_t ns, int64_t tolerance);
void header_draw(struct area area, struct view *view);

#endif
