/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.h - the ? screen: all keys and all commands, from their tables, and what the system's board has.  */
#ifndef RINGSIDE_UI_HELP_H
#define RINGSIDE_UI_HELP_H

#include "overlay.h"

/* Opens the overlay with it, for a match of this system; `width` is that of the screen.  */
void help_open(struct overlay *overlay, const char *system, int width);

#endif
