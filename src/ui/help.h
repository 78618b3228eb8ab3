/* help.h - the ? screen: all keys and all commands, from their tables.  Owned by ui.c.  */
#ifndef RINGSIDE_UI_HELP_H
#define RINGSIDE_UI_HELP_H

#include "ringside/paint.h"

struct help {
	bool open;
	int top;   /* the first line that is shown */
	int lines; /* how many were shown at the last drawing */
};

void help_open(struct help *help);
void help_draw(struct help *help, struct area area);
/* A key while it is open: scrolls, or closes it.  */
void help_key(struct help *help, unsigned key, bool is_code);
void help_wheel(struct help *help, int lines);

#endif
