/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.h - the ? screen: what can be done here first, then all keys and all commands, from their tables.  */
#ifndef RINGSIDE_UI_HELP_H
#define RINGSIDE_UI_HELP_H

#include "overlay.h"

/* Where it is opened.  */
struct help_place {
	const char *system;
	unsigned situation;        /* bits of enum situation */
	const struct binding *own; /* rows of the focused pane; NULL: none */
	int width;                 /* of the screen */
};

void help_open(struct overlay *overlay, const struct help_place *place);

#endif
