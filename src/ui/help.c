/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.c - the ? screen.  */
#include "help.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/command.h"
#include <stdlib.h>

enum { HELP_COLUMN = 12, COMMAND_COLUMN = 48, WIDE = 104 };

/* What only this board has.  */
static void add_board(struct overlay *overlay, const char *system)
{
	char *title = bytes_text("On the board of %s", system);

	overlay_add(overlay, 0, "", NULL);
	overlay_add(overlay, 0, title, NULL);
	free(title);
	for (const struct board_key *key = board_keys(system); key->key; key++)
		overlay_add(overlay, HELP_COLUMN, key->key, key->help);
	for (const struct toggle *toggle = toggles_of(system); toggle->name; toggle++) {
		char *help = bytes_text("%s (:set %s)", toggle->help, toggle->name);

		overlay_add(overlay, HELP_COLUMN, toggle->key ? toggle->key : "", help);
		free(help);
	}
}

void help_open(struct overlay *overlay, const char *system, int width)
{
	const struct command *command;
	int column = width < WIDE ? COMMAND_COLUMN / 2 : COMMAND_COLUMN;

	overlay_open(overlay, "help");
	overlay_add(overlay, 0, "Keys", NULL);
	for (const struct binding *binding = bindings; binding->key; binding++)
		if (binding->help)
			overlay_add(overlay, HELP_COLUMN, binding->key, binding->help);
	add_board(overlay, system);
	overlay_add(overlay, 0, "", NULL);
	overlay_add(overlay, 0, "Commands, after : (a unique prefix is enough)", NULL);
	for (int i = 0; (command = command_at(i)); i++) {
		char *names = command_names(command);
		char *line = bytes_text("%s%s%s", names, *command->arguments ? " " : "", command->arguments);

		overlay_add(overlay, column, line, command->help);
		free(line);
		free(names);
	}
}
