/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* board_text.h - the board as text, for scripts without a screen.  */
#ifndef RINGSIDE_BOARD_TEXT_H
#define RINGSIDE_BOARD_TEXT_H

#include "ringside/view.h"

/* The board of the shown position as the screen draws it, in rows. NULL and a problem for people, as that a
 * screen is open; the caller frees either.  */
char *board_text(const struct view *view, char **problem);

#endif
