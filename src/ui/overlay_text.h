/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* overlay_text.h - the lines, links and rows of an overlay: what overlay.c draws and walks.  */
#ifndef RINGSIDE_UI_OVERLAY_TEXT_H
#define RINGSIDE_UI_OVERLAY_TEXT_H

#include "overlay.h"

/* Wraps all lines for this width, unless they are already.  */
void overlay_wrap(struct overlay *overlay, int width);
/* The row in which byte `at` of a line stands.  */
int overlay_row_of(const struct overlay *overlay, int line, size_t at);

#endif
