/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_script.c - commands about scripts.  */
#include "commands.h"

#include "ringside/bytes.h"
#include "ringside/script.h"

static char *source(struct console *console, const char *arguments, bool *answer)
{
	(void)answer;
	return console->script ? script_source(console->script, arguments)
			       : bytes_text("no script can be run here");
}

static char *echo(struct console *console, const char *arguments, bool *answer)
{
	(void)console;
	*answer = true;
	return bytes_text("%s", arguments);
}

const struct command commands_of_scripts[] = {
	{"source", "FILE",
	 "run the commands in FILE, one per line; # begins a comment, - a line that may fail", source, NULL},
	{"echo", "[TEXT]", "print TEXT", echo, NULL},
	{0},
};
