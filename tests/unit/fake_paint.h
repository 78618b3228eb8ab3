/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fake_paint.h - a screen for tests of drawing code: paint.h without a terminal.
 *
 * A test that links fake_paint.c draws into a grid of cells and reads them.  */
#ifndef RINGSIDE_FAKE_PAINT_H
#define RINGSIDE_FAKE_PAINT_H

#include "ringside/paint.h"

enum { FAKE_HEIGHT = 140, FAKE_WIDTH = 200 };

/* A blank screen, in a locale with UTF-8 or without.  */
void fake_clear(bool plain);
/* The character in a cell of the screen; "" if nothing was drawn there.  */
const char *fake_at(int y, int x);
/* The role of a cell; ROLE_COUNT if nothing was drawn there.  */
enum role fake_role(int y, int x);
/* An area as lines of text without trailing blanks. The caller frees.  */
char *fake_picture(struct area area);
/* The characters of an area without blanks and without `hatching`, which may be NULL. The caller frees.  */
char *fake_text(struct area area, const char *const *hatching);
/* Do these words stand in a row of the area?  */
bool fake_shows(struct area area, const char *words);
/* Has a cell of the area this role?  */
bool fake_has_role(struct area area, enum role role);

#endif
