/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* bindings.c - which key stands for which command line.
 *
 * What a board alone has is in its own rows (toggle.h).  As in GDB's single-key mode a small letter goes
 * forward and its capital goes back.  A line that ends in a blank opens the prompt with it.  */
#include "ringside/command.h"

#include <string.h>

const struct binding bindings[] = {
	{"space", "toggle", "pause, or go on", "pause"},
	{"s", "step", "let one message pass", "step"},
	{"S", "back", "show the position a move before", NULL},
	{"n", "next", "go on until the next move is played", "move"},
	{"N", "back", "show the position a move before", NULL},
	{"c", "continue", "go on", "run"},
	{"b", "break here", "stop at the move that the cursor is at, or at the turn that is looked at", NULL},
	{"t", "tbreak here", "stop there once", NULL},
	{"o", "override ", "play another move in place of the agent's", "override"},
	{"e", "edit", "edit the first message that waits", NULL},
	{"x", "drop", "drop the first message that waits: it reaches nobody", NULL},
	{"u", "takeback", "take back your last move, or the last one", "take back"},
	{":", " ", "type a command", "command"},
	{"?", "help", "this screen", "help"},
	{"q", "quit", "leave; asks while a match runs", "quit"},
	{"v", "evaluate", "tell the agents what the cursor of the board is at, or stop it", NULL},
	{"w", "why", "explain the verdict, or the newest fault or stop", "why"},
	{"f", "finish", "go on to the end of the game", NULL},
	{"left", "back", "walk the timeline: a move back", NULL},
	{"right", "forward", "walk the timeline: a move on", NULL},
	{"home", "goto 0", "the position before the first move", NULL},
	{"end", "live", "the newest position", NULL},
	{"r", "resume", "go on from the position shown, as a new branch", NULL},
	{"tab", "focus next", "give the keys to the next pane", "focus"},
	{"backtab", "focus previous", "give the keys to the pane before", NULL},
	{"1", "focus 1", "give the keys to the first pane; 2 to 9 likewise", NULL},
	{"2", "focus 2", NULL, NULL},
	{"3", "focus 3", NULL, NULL},
	{"4", "focus 4", NULL, NULL},
	{"5", "focus 5", NULL, NULL},
	{"6", "focus 6", NULL, NULL},
	{"7", "focus 7", NULL, NULL},
	{"8", "focus 8", NULL, NULL},
	{"9", "focus 9", NULL, NULL},
	{"^]", "focus 1", "leave an agent's terminal or gdb, which take all other keys", NULL},
	{"z", "zoom", "the pane alone, or all again", "zoom"},
	{"L", "layout", "arrange the panes in the next way", "layout"},
	{"/", "search ", "search the pane", "search"},
	{"p", "search", "the next message that matches", NULL},
	{"P", "search-back", "the message before that matches", NULL},
	{"&", "filter ", "show only messages of the pane that match", "filter"},
	{"F", "freeze-pane", "hold the pane still while the match goes on", "freeze"},
	{"up", "scroll up", "move up in the pane", NULL},
	{"down", "scroll down", "move down in the pane", NULL},
	{"pageup", "scroll pageup", "a page up in the pane", NULL},
	{"pagedown", "scroll pagedown", "a page down in the pane", NULL},
	{"g", "scroll top", "the first message of the pane", NULL},
	{"G", "scroll end", "the newest message of the pane", NULL},
	{"^L", "redraw", "draw the screen anew", NULL},
	{0},
};

const struct binding *binding_of(const char *key)
{
	for (const struct binding *binding = bindings; binding->key; binding++)
		if (!strcmp(binding->key, key))
			return binding;
	return NULL;
}
