/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_screen.c - commands that do something to the screen.  */
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

static char *screenshot(struct console *console, const char *arguments, bool *answer)
{
	char *problem =
		console->screenshot ? console->screenshot(console->user, arguments) : command_no_screen();

	if (problem)
		return problem;
	*answer = true;
	return bytes_text("the screen is in %s", arguments);
}

/* All commands, for where there is no screen that could show them.  */
static char *list_of_commands(void)
{
	const struct command *command;
	struct bytes text = {0};

	for (int i = 0; (command = command_at(i)); i++) {
		char *names = command_names(command);

		bytes_addf(&text, "%s%s%s%s: %s", i ? "\n" : "", names, *command->arguments ? " " : "",
			   command->arguments, command->help);
		free(names);
	}
	return text.at;
}

static char *help(struct console *console, const char *arguments, bool *answer)
{
	const struct command *command;
	char *names, *text;

	*answer = *arguments || !console->help;
	if (!*arguments)
		return console->help ? console->help(console->user) : list_of_commands();
	if (!(command = command_named(arguments))) {
		*answer = false;
		return bytes_text("there is no command \"%s\"", arguments);
	}
	names = command_names(command);
	text = bytes_text("%s%s%s: %s", names, *command->arguments ? " " : "", command->arguments,
			  command->help);
	free(names);
	return text;
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
static const char *const scroll_words[] = {"up", "down", "pageup", "pagedown", "top", "end", NULL};
static const char *const focus_words[] = {"next", "previous", NULL};
static const char *const quit_words[] = {"now", NULL};

const struct command commands_of_screen[] = {
	{"layout", "[NAME]", "arrange the panes: the next layout, or the one of that name", layout,
	 layout_words},
	{"theme", "NAME", "other colours", theme, NULL},
	{"focus", "[next|previous|N]", "give the keys to another pane", focus, focus_words},
	{"zoom", "", "the pane alone, or all again", zoom, NULL},
	{"filter", "[PATTERN]", "show only messages of the pane that match; without PATTERN all", filter,
	 NULL},
	{"search", "[PATTERN]", "the next message of the pane that matches", search_down, NULL},
	{"search-back", "[PATTERN]", "the message before that matches", search_up, NULL},
	{"freeze-pane", "", "hold the pane still while the match goes on, or let it go", freeze_pane, NULL},
	{"scroll", "up|down|pageup|pagedown|top|end", "move in the pane", scroll, scroll_words},
	{"screenshot", "FILE", "write the text of the screen to a file", screenshot, NULL},
	{"redraw", "", "draw the screen anew", redraw, NULL},
	{"help", "[COMMAND]", "keys and commands, or what one command does", help, NULL},
	{"quit", "[now]", "leave; asks while a match runs, unless now", quit, quit_words},
	{0},
};
