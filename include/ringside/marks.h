/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* marks.h - the marks of a match, kept for this user beside the match file.  */
#ifndef RINGSIDE_MARKS_H
#define RINGSIDE_MARKS_H

#include "ringside/view.h"

/* Sets the marks that were kept of the match, and no others.  */
void marks_read(struct view *view);

#endif
