/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fake_paint.h - a screen for tests of what draws: paint.h without a terminal.
 *
 * A test that links fake_paint.c draws into a grid of cells and looks at them.  */
#ifndef RINGSIDE_FAKE_PAINT_H
#define RINGSIDE_FAKE_PAINT_H

#include "ringside/paint.h"

enum { FAKE_HEIGHT = 140, FAKE_WIDTH = 200 };

/* A blank screen, in a locale with UTF-8 or without.  */
void fake_clear(bool plain);
/* What stands in a cell of the screen: one character; "" when nothing was ever drawn there.  */
const char *fake_at(int y, int x);
/* Its role; ROLE_COUNT when nothing was ever drawn there.  */
enum role fake_role(int y, int x);
/* An area as lines of text without blanks at their ends; the caller frees.  */
char *fake_picture(struct area area);

#endif
