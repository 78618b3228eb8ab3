/* help.h - the ? screen: all keys and all commands, from their tables.  */
#ifndef RINGSIDE_UI_HELP_H
#define RINGSIDE_UI_HELP_H

#include "overlay.h"

/* Opens the overlay with it; `width` is that of the screen.  */
void help_open(struct overlay *overlay, int width);

#endif
