/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_screen.c - commands for the screen.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/layout.h"
#include <stdlib.h>
#include <string.h>

#define DESK_COMMAND(function, member, argument)                                                             \
	static char *function(struct console *console, const char *arguments, bool *answer)                  \
	{                                                                                                    \
		(void)arguments;                                                                             \
		(void)answer;                                                                                \
		return console->member ? console->member argument : command_no_screen();                     \
	}

DESK_COMMAND(layout, layout, (console->user, *arguments ? arguments : NULL))
DESK_COMMAND(theme, theme, (console->user, arguments))
DESK_COMMAND(focus, focus, (console->user, *arguments ? arguments : "next"))
DESK_COMMAND(zoom, zoom, (console->user))
DESK_COMMAND(filter, filter, (console->user, arguments))
DESK_COMMAND(search_down, search, (console->user, *arguments ? arguments : NULL, 1))
DESK_COMMAND(search_up, search, (console->user, *arguments ? arguments : NULL, -1))
DESK_COMMAND(freeze_pane, freeze, (console->user))
DESK_COMMAND(scroll, scroll, (console->user, arguments))
DESK_COMMAND(redraw, redraw, (console->user))

static char *wrap(struct console *console, const char *arguments, bool *answer)
{
	bool wraps;
	char *problem = console->wrap ? console->wrap(console->user, &wraps) : command_no_screen();

	(void)arguments;
	if (problem)
		return problem;
	*answer = true;
	return bytes_text(wraps ? "long lines are wrapped" : "long lines are cut; < and > go sideways");
}

/* wider, narrower, taller or shorter, by a number of cells.  */
static char *resize(struct console *console, const char *arguments, bool *answer)
{
	size_t size = strcspn(arguments, " ");
	const char *number = arguments + size + strspn(arguments + size, " ");
	char *how = bytes_copy(arguments, size), *problem;
	int by;

	(void)answer;
	problem = command_count(number, 1, &by);
	if (!problem)
		problem = console->resize ? console->resize(console->user, how, by) : command_no_screen();
	free(how);
	return problem;
}

static char *screenshot(struct console *console, const char *arguments, bool *answer)
{
	char *problem =
		console->screenshot ? console->screenshot(console->user, arguments) : command_no_screen();

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("screen written to %s", arguments);
}

static char *quit(struct console *console, const char *arguments, bool *answer)
{
	(void)answer;
	if (*arguments && strcmp(arguments, "now"))
		return bytes_text("expected now or nothing, not \"%s\"", arguments);
	if (console->quit)
		return console->quit(console->user, *arguments);
	session_end(console->view->session);
	return NULL;
}

static const char *const layout_words[] = {
#define X(name, help) name,
	LAYOUTS(X)
#undef X
		NULL};
static const char *const scroll_words[] = {
#define X(NAME, word) word,
	SCROLLS(X)
#undef X
		NULL};
static const char *const focus_words[] = {"next", "previous", NULL};
static const char *const resize_words[] = {"wider", "narrower", "taller", "shorter", "reset", NULL};
static const char *const quit_words[] = {"now", NULL};

const struct command commands_of_screen[] = {
	{"layout", "[NAME]", "switch to the next layout, or to layout NAME", layout, layout_words},
	{"theme", "NAME", "use the colours of theme NAME", theme, NULL},
	{"focus", "[next|previous|N]", "select another pane", focus, focus_words},
	{"zoom", "", "zoom the pane, or show all panes again", zoom, NULL},
	{"filter", "[PATTERN]", "show only matching messages in the pane; without PATTERN, show all", filter,
	 NULL},
	{"search", "[PATTERN]", "go to the next matching message in the pane", search_down, NULL},
	{"search-back", "[PATTERN]", "go to the previous matching message in the pane", search_up, NULL},
	{"freeze-pane", "", "freeze the pane while the match continues, or unfreeze it", freeze_pane, NULL},
	{"scroll", "up|down|pageup|pagedown|halfup|halfdown|left|right|top|end", "scroll the pane", scroll,
	 scroll_words},
	{"wrap", "", "wrap the pane's long lines, or cut them again", wrap, NULL},
	{"resize", "wider|narrower|taller|shorter|reset [N]",
	 "make the pane wider or taller by N cells; reset gives all panes their usual sizes", resize,
	 resize_words},
	{"screenshot", "FILE", "write the screen as text to FILE", screenshot, NULL},
	{"redraw", "", "redraw the screen", redraw, NULL},
	{"help", "[COMMAND|KEY]", "show keys and commands, or what one of them does, with examples",
	 command_help, NULL},
	{"quit", "[now]", "quit; asks first while a match runs, but not with now", quit, quit_words},
	{0},
};
