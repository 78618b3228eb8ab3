/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_attach.c - commands for the agents' processes: gdb, terminals, freezing, signals.  */
#include "commands.h"

#include "ringside/bytes.h"

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

/* The same, with nothing after the seat.  */
static char *take_only_seat(const struct console *console, const char *line, int *seat)
{
	const char *rest;
	char *problem = take_seat(console, line, seat, &rest);

	return problem || !*rest ? problem : bytes_text("expected nothing after the seat, not \"%s\"", rest);
}

static char *gdb(struct console *console, const char *arguments, bool *answer)
{
	const char *rest;
	int seat;
	char *problem = take_seat(console, arguments, &seat, &rest);

	(void)answer;
	if (problem)
		return problem;
	return console->gdb
		       ? console->gdb(console->user, seat, rest)
		       : bytes_text("there is no screen: `backtrace %d` prints where its threads are", seat);
}

static char *backtrace(struct console *console, const char *arguments, bool *answer)
{
	int seat;
	char *problem = take_only_seat(console, arguments, &seat);

	(void)answer;
	return problem ? problem : session_backtrace(console->view->session, seat);
}

static char *terminal(struct console *console, const char *arguments, bool *answer)
{
	int seat;
	char *problem = take_only_seat(console, arguments, &seat);

	(void)answer;
	if (problem)
		return problem;
	return console->terminal ? console->terminal(console->user, seat) : command_no_screen();
}

/* Without a seat: all agents.  */
static char *freeze_or_thaw(struct console *console, const char *arguments, enum request_kind kind)
{
	int seat = SEAT_NONE;
	char *problem = *arguments ? take_only_seat(console, arguments, &seat) : NULL;

	if (!problem && *arguments && seat == SEAT_NONE)
		problem = bytes_text("expected seat 1 or 2, or no seat for all processes, not 0");
	return problem ? problem : command_request(console, (struct request){.kind = kind, .seat = seat});
}

static char *freeze(struct console *console, const char *arguments, bool *answer)
{
	(void)answer;
	return freeze_or_thaw(console, arguments, REQUEST_FREEZE);
}

static char *thaw(struct console *console, const char *arguments, bool *answer)
{
	(void)answer;
	return freeze_or_thaw(console, arguments, REQUEST_THAW);
}

static char *send_signal(struct console *console, const char *arguments, bool *answer)
{
	const char *name;
	int seat;
	char *problem = take_seat(console, arguments, &seat, &name);

	(void)answer;
	if (!problem && !*name)
		problem = bytes_text("expected a signal after the seat, such as signal %d INT", seat);
	return problem ? problem : session_signal(console->view->session, seat, name);
}

static const char *const seat_words[] = {"1", "2", NULL};

const struct command commands_of_inside[] = {
	{"gdb", "SEAT [ARGUMENTS]",
	 "open gdb on the agent's process in a pane; its clock stands still meanwhile, and its move is "
	 "untimed",
	 gdb, seat_words},
	{"backtrace", "SEAT",
	 "let gdb print where each thread of the agent's process is, also without a screen; its clock stands "
	 "still meanwhile, and its move is untimed",
	 backtrace, seat_words},
	{"terminal", "SEAT", "type into the agent's own terminal, for example into pdb", terminal,
	 seat_words},
	{"freeze", "[SEAT]", "pause, and stop the processes of all agents, or of SEAT", freeze, seat_words},
	{"thaw", "[SEAT]", "let frozen processes run during the pause; ending the pause thaws them too", thaw,
	 seat_words},
	{"signal", "SEAT NAME", "send a signal, such as INT or 2, to the agent's process", send_signal,
	 seat_words},
	{0},
};
