/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* commands.c - the table of all commands, and helpers for their functions.  */
#include "commands.h"

#include "ringside/bytes.h"
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* In the order of the ? screen.  */
/* clang-format off */
static const struct command *const sections[] = {
	commands_of_match,
	commands_of_stops,
	commands_of_hold,
	commands_of_changes,
	commands_of_time,
	commands_of_reasons,
	commands_of_branches,
	commands_of_games,
	commands_of_cases,
	commands_of_info,
	commands_of_shows,
	commands_of_settings,
	commands_of_config,
	commands_of_inside,
	commands_of_screen,
	commands_of_scripts,
	commands_of_expectations,
};
/* clang-format on */

const struct command *command_at(int i)
{
	for (size_t s = 0; s < sizeof(sections) / sizeof(sections[0]); s++)
		for (const struct command *command = sections[s]; command->name; command++)
			if (i-- == 0)
				return command;
	return NULL;
}

char *command_request(struct console *console, struct request request)
{
	return session_request(console->view->session, &request);
}

/* Reads a number from 1; `fallback` if the text is empty.  */
char *command_count(const char *text, int fallback, int *count)
{
	char *end;
	long number;

	*count = fallback;
	if (!*text)
		return NULL;
	errno = 0;
	number = strtol(text, &end, 10);
	if (*end || errno || number < 1 || number > INT_MAX)
		return bytes_text("expected a number from 1, not \"%s\"", text);
	*count = (int)number;
	return NULL;
}

char *command_no_screen(void)
{
	return bytes_text("this command needs a screen, and there is none");
}

bool command_is_looking_back(const struct console *console)
{
	return !view_is_live(console->view);
}

bool command_is_person(const struct match *match, int seat)
{
	assert(is_seat(seat));
	return match->setup.seat[seat].kind == SEAT_HUMAN;
}
