/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* screenshot.h - what the screen shows, as text.  */
#ifndef RINGSIDE_UI_SCREENSHOT_H
#define RINGSIDE_UI_SCREENSHOT_H

#include "ringside/bytes.h"

/* Adds a row of the screen, without blanks at its end, and a line end.  */
void screenshot_row(struct bytes *text, int y, int width);

#endif
