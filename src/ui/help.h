/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.h - the ? screen: all keys and all commands, from their tables, and those of the system's board.  */
#ifndef RINGSIDE_UI_HELP_H
#define RINGSIDE_UI_HELP_H

#include "overlay.h"

/* Opens it in the overlay for a match of this system; `width` is the screen's.  */
void help_open(struct overlay *overlay, const char *system, int width);

#endif
