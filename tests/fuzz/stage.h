/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stage.h - a session without agents, and an invisible screen that shows it.  */
#ifndef RINGSIDE_FUZZ_STAGE_H
#define RINGSIDE_FUZZ_STAGE_H

#include "input.h"
#include "ringside/command.h"

/* Makes what is drawn from now on go to an invisible screen of 24 rows and 80 columns, in this locale.  */
void stage_screen(const char *locale);

enum { STAGE_PANES = 6 };

struct stage {
	struct loop *loop;
	struct session *session;
	struct breakpoints *breakpoints;
	struct script *script;
	struct view view;
	struct console console;
	struct pane *panes[STAGE_PANES];
};

/* Shows a match file. False: it cannot be opened.  */
bool stage_open(struct stage *stage, const char *path);
/* Begins a match of two people. False: that system needs a program.  */
bool stage_play(struct stage *stage, const char *system, bool recorded);
/* Runs a line as a script does, unless it would start a program or write a file, and lets the loop turn
 * once.  */
void stage_say(struct stage *stage, const char *line);
void stage_draw_pane(struct stage *stage, int i);
/* Draws the header and all panes.  */
void stage_draw(struct stage *stage);
void stage_close(struct stage *stage);

#endif
