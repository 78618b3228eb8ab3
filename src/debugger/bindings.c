/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* bindings.c - the table of keys: each stands for a command line.
 *
 * A board's own keys are its rows (toggle.h).  As in GDB's single-key mode a small letter goes forward and
 * its capital goes back.  A line that ends in a blank opens the prompt with it.  */
#include "ringside/command.h"

#include <string.h>

const struct binding bindings[] = {
	{"space", "toggle", "pause, or continue", "pause"},
	{"s", "step", "let one message pass", "step"},
	{"S", "back", "show the previous position", NULL},
	{"n", "next", "continue until the next move is played", "move"},
	{"N", "back", "show the previous position", NULL},
	{"c", "continue", "continue the match", "run"},
	{"b", "break here", "set a breakpoint at the cursor's move, or at the turn shown", NULL},
	{"t", "tbreak here", "set a breakpoint there that stops once", NULL},
	{"o", "override ", "replace the agent's move", "override"},
	{"e", "edit", "edit the first held message", NULL},
	{"x", "drop", "drop the first held message: nobody receives it", NULL},
	{"u", "takeback", "take back your last move, or the last move if you have none", "take back"},
	{":", " ", "type a command", "command"},
	{"?", "help", "show this screen", "help"},
	{"q", "quit", "quit; asks first while a match runs", "quit"},
	{"v", "evaluate", "tell the agents where the board's cursor is, or stop telling them", NULL},
	{"w", "why", "explain the verdict, or the newest fault or stop", "why"},
	{"f", "finish", "continue to the end of the game", NULL},
	{"left", "back", "go back one move", NULL},
	{"right", "forward", "go forward one move", NULL},
	{"home", "goto 0", "show the position before the first move", NULL},
	{"end", "live", "show the newest position and the newest messages", NULL},
	{"r", "resume", "play on from the position shown, in a new branch", NULL},
	{"tab", "focus next", "select the next pane", "focus"},
	{"backtab", "focus previous", "select the previous pane", NULL},
	{"1", "focus 1", "select the first pane; 2 to 9 select the others", NULL},
	{"2", "focus 2", NULL, NULL},
	{"3", "focus 3", NULL, NULL},
	{"4", "focus 4", NULL, NULL},
	{"5", "focus 5", NULL, NULL},
	{"6", "focus 6", NULL, NULL},
	{"7", "focus 7", NULL, NULL},
	{"8", "focus 8", NULL, NULL},
	{"9", "focus 9", NULL, NULL},
	{"^]", "focus 1", "leave an agent's terminal or gdb; they take all other keys", NULL},
	{"z", "zoom", "zoom the pane, or show all panes again", "zoom"},
	{"L", "layout", "switch to the next layout", "layout"},
	{"/", "search ", "search the pane", "search"},
	{"p", "search", "go to the next matching message", NULL},
	{"P", "search-back", "go to the previous matching message", NULL},
	{"&", "filter ", "show only matching messages in the pane", "filter"},
	{"F", "freeze-pane", "freeze the pane while the match continues", "freeze"},
	{"up", "scroll up", "scroll up", NULL},
	{"down", "scroll down", "scroll down", NULL},
	{"pageup", "scroll pageup", "scroll up a page", NULL},
	{"pagedown", "scroll pagedown", "scroll down a page", NULL},
	{"g", "scroll top", "go to the first message", NULL},
	{"G", "scroll end", "go to the newest message", NULL},
	{"^L", "redraw", "redraw the screen", NULL},
	{0},
};

const struct binding *binding_in(const struct binding *rows, const char *key)
{
	for (; rows && rows->key; rows++)
		if (!strcmp(rows->key, key))
			return rows;
	return NULL;
}

const struct binding *binding_of(const char *key)
{
	return binding_in(bindings, key);
}
