/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_screen.c - commands about the processes of agents and about the panes.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/layout.h"
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

/* Reads the seat at the beginning of a line; *rest is what follows.  Seat 0 counts if there is a game
 * program.  NULL, or a problem.  */
static char *take_seat(const struct console *console, const char *line, int *seat, const char **rest)
{
	const struct setup *setup = &session_match(console->view->session)->setup;
	bool program = setup->seat[SEAT_NONE].kind == SEAT_AGENT;
	size_t size = strcspn(line, blanks);

	*rest = line + size + strspn(line + size, blanks);
	*seat = size == 1 ? *line - '0' : -1;
	if (*seat >= SEAT_1 - program && *seat < SEATS)
		return NULL;
	return bytes_text("expected a seat, %s1 or 2, not \"%.*s\"", program ? "0, " : "", (int)size, line);
}

/* Reads a seat with nothing after it.  NULL, or a problem.  */
static char *take_only_seat(const struct console *console, const char *line, int *seat)
{
	const char *rest;
	char *problem = take_seat(console, line, seat, &rest);

	return problem || !*rest ? problem : bytes_text("expected nothing after the seat, not \"%s\"", rest);
}

static char *gdb(struct console *console, const char *arguments)
{
	const char *rest;
	int seat;
	char *problem = take_seat(console, arguments, &seat, &rest);

	if (problem)
		return problem;
	return console->gdb
		       ? console->gdb(console->user, seat, rest)
		       : bytes_text("there is no screen: `backtrace %d` prints where its threads are", seat);
}

static char *backtrace(struct console *console, const char *arguments)
{
	int seat;
	char *problem = take_only_seat(console, arguments, &seat);

	return problem ? problem : session_backtrace(console->view->session, seat);
}

static char *terminal(struct console *console, const char *arguments)
{
	int seat;
	char *problem = take_only_seat(console, arguments, &seat);

	if (problem)
		return problem;
	return console->terminal ? console->terminal(console->user, seat) : command_no_screen();
}

/* Without a seat: all agents.  */
static char *freeze_or_thaw(struct console *console, const char *arguments)
{
	enum request_kind kind = (enum request_kind)console->command->what;
	int seat = SEAT_NONE;
	char *problem = *arguments ? take_only_seat(console, arguments, &seat) : NULL;

	if (!problem && *arguments && seat == SEAT_NONE)
		problem = bytes_text("expected seat 1 or 2, or no seat for all processes, not 0");
	return problem ? problem : command_request(console, (struct request){.kind = kind, .seat = seat});
}

static char *send_signal(struct console *console, const char *arguments)
{
	const char *name;
	int seat;
	char *problem = take_seat(console, arguments, &seat, &name);

	if (!problem && !*name)
		problem = bytes_text("expected a signal after the seat, such as signal %d INT", seat);
	return problem ? problem : session_signal(console->view->session, seat, name);
}

static const char *const seat_words[] = {"1", "2", NULL};

#define DESK_COMMAND(function, member, argument)                                                             \
	static char *function(struct console *console, const char *arguments)                                \
	{                                                                                                    \
		(void)arguments;                                                                             \
		return console->member ? console->member argument : command_no_screen();                     \
	}

DESK_COMMAND(layout, layout, (console->user, *arguments ? arguments : NULL))
DESK_COMMAND(theme, theme, (console->user, arguments))
DESK_COMMAND(focus, focus, (console->user, *arguments ? arguments : "next"))
DESK_COMMAND(zoom, zoom, (console->user))
DESK_COMMAND(filter, filter, (console->user, arguments))
DESK_COMMAND(search, search, (console->user, *arguments ? arguments : NULL, console->command->what))
DESK_COMMAND(freeze_pane, freeze, (console->user))
DESK_COMMAND(scroll, scroll, (console->user, arguments))
DESK_COMMAND(redraw, redraw, (console->user))

static char *wrap(struct console *console, const char *arguments)
{
	bool wraps;
	char *problem = console->wrap ? console->wrap(console->user, &wraps) : command_no_screen();

	(void)arguments;
	return problem ? problem
		       : command_answer(console,
					bytes_text(wraps ? "long lines are wrapped"
							 : "long lines are cut; < and > go sideways"));
}

/* wider, narrower, taller or shorter, by a number of cells.  */
static char *resize(struct console *console, const char *arguments)
{
	size_t size = strcspn(arguments, " ");
	const char *number = arguments + size + strspn(arguments + size, " ");
	char *how = bytes_copy(arguments, size), *problem;
	int by;

	problem = command_count(number, 1, &by);
	if (!problem)
		problem = console->resize ? console->resize(console->user, how, by) : command_no_screen();
	free(how);
	return problem;
}

static char *screenshot(struct console *console, const char *arguments)
{
	char *problem =
		console->screenshot ? console->screenshot(console->user, arguments) : command_no_screen();

	return problem ? problem : command_answer(console, bytes_text("screen written to %s", arguments));
}

static char *quit(struct console *console, const char *arguments)
{
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
	{"gdb", "SEAT [ARGUMENTS]",
	 "open gdb on the agent's process in a pane; its clock stands still meanwhile, and its move is "
	 "untimed",
	 gdb, 0, seat_words},
	{"backtrace", "SEAT",
	 "let gdb print where each thread of the agent's process is, also without a screen; its clock stands "
	 "still meanwhile, and its move is untimed",
	 backtrace, 0, seat_words},
	{"terminal", "SEAT", "type into the agent's own terminal, for example into pdb", terminal, 0,
	 seat_words},
	{"freeze", "[SEAT]", "pause, and stop the processes of all agents, or of SEAT", freeze_or_thaw,
	 REQUEST_FREEZE, seat_words},
	{"thaw", "[SEAT]", "let frozen processes run during the pause; ending the pause thaws them too",
	 freeze_or_thaw, REQUEST_THAW, seat_words},
	{"signal", "SEAT NAME", "send a signal, such as INT or 2, to the agent's process", send_signal, 0,
	 seat_words},
	{"layout", "[NAME]", "switch to the next layout, or to layout NAME", layout, 0, layout_words},
	{"theme", "NAME", "use the colours of theme NAME", theme, 0, NULL},
	{"focus", "[next|previous|N]", "select another pane", focus, 0, focus_words},
	{"zoom", "", "zoom the pane, or show all panes again", zoom, 0, NULL},
	{"filter", "[PATTERN]", "show only matching messages in the pane; without PATTERN, show all", filter,
	 0, NULL},
	{"search", "[PATTERN]", "go to the next matching message in the pane", search, 1, NULL},
	{"search-back", "[PATTERN]", "go to the previous matching message in the pane", search, -1, NULL},
	{"freeze-pane", "", "freeze the pane while the match continues, or unfreeze it", freeze_pane, 0,
	 NULL},
	{"scroll", "up|down|pageup|pagedown|halfup|halfdown|left|right|top|end", "scroll the pane", scroll, 0,
	 scroll_words},
	{"wrap", "", "wrap the pane's long lines, or cut them again", wrap, 0, NULL},
	{"resize", "wider|narrower|taller|shorter|reset [N]",
	 "make the pane wider or taller by N cells; reset gives all panes their usual sizes", resize, 0,
	 resize_words},
	{"screenshot", "FILE", "write the screen as text to FILE", screenshot, 0, NULL},
	{"redraw", "", "redraw the screen", redraw, 0, NULL},
	{"help", "[COMMAND|KEY]", "show keys and commands, or what one of them does, with examples",
	 command_help, 0, NULL},
	{"quit", "[now]", "quit; asks first while a match runs, but not with now", quit, 0, quit_words},
	{0},
};
