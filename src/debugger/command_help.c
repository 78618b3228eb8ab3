/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* command_help.c - `help`: explains a command or a key, from the tables.  */
#include "commands.h"

#include "ringside/bytes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EXAMPLE_WIDTH = 24, KEY_WIDTH = 8 };

/* "step, s [SEAT] [xN]: let one message pass".  */
static void add_usage(struct bytes *text, const struct command *command)
{
	char *names = command_names(command);

	bytes_addf(text, "%s%s%s: %s", names, *command->arguments ? " " : "", command->arguments,
		   command->help);
	free(names);
}

/* All commands as text, for a console without a screen.  */
static char *list_of_commands(void)
{
	const struct command *command;
	struct bytes text = {0};

	for (int i = 0; (command = command_at(i)); i++) {
		bytes_add_text(&text, i ? "\n" : "");
		add_usage(&text, command);
	}
	return text.at;
}

static void add_examples(struct bytes *text, const struct command *command)
{
	const struct example *example;

	for (int i = 0; (example = example_of(command, i)); i++)
		bytes_addf(text, "\n  `%s`%*s  %s", example->line,
			   EXAMPLE_WIDTH > (int)strlen(example->line)
				   ? EXAMPLE_WIDTH - (int)strlen(example->line)
				   : 0,
			   "", example->what);
}

/* The words of a line up to the first blank are its command.  */
static bool runs(const struct binding *row, const struct command *command)
{
	size_t size = strlen(command->name);

	return strncmp(row->line, command->name, size) == 0 && (!row->line[size] || row->line[size] == ' ');
}

static void add_keys(struct bytes *text, const struct command *command)
{
	const char *heading = "\nkeys";

	for (const struct binding *row = bindings; row->key; row++) {
		if (!row->help || !runs(row, command))
			continue;
		bytes_addf(text, "%s\n  %-*s  %s", heading, KEY_WIDTH, row->key, row->help);
		heading = "";
	}
}

static char *help_of_command(const struct command *command)
{
	struct bytes text = {0};

	add_usage(&text, command);
	add_examples(&text, command);
	add_keys(&text, command);
	return text.at;
}

/* What the key of this name does, here or elsewhere; NULL: there is no such key.  */
static char *help_of_key(const struct console *console, const char *key)
{
	const struct board_view *board = console->board(session_match(console->view->session)->setup.system);
	struct bytes text = {0};
	const struct binding *row;

	for (int i = 0; (row = binding_at(i)); i++)
		if (strcmp(row->key, key) == 0)
			bytes_addf(&text, "%s%s: %s%s%s%s", text.size ? "\n" : "", key, row->help,
				   *row->line ? " (:" : "", row->line, *row->line ? ")" : "");
	for (const struct toggle *toggle = board ? board->toggles : NULL; toggle && toggle->name; toggle++)
		if (toggle->key && strcmp(toggle->key, key) == 0)
			bytes_addf(&text, "%s%s: %s (:set %s)", text.size ? "\n" : "", key, toggle->help,
				   toggle->name);
	for (const struct board_key *own = board ? board->keys : NULL; own && own->key; own++)
		if (strcmp(own->key, key) == 0)
			bytes_addf(&text, "%s%s: %s (on the board)", text.size ? "\n" : "", key, own->help);
	return text.at;
}

char *command_help(struct console *console, const char *arguments, bool *answer)
{
	const struct command *command = *arguments ? command_named(arguments) : NULL;
	char *text;

	assert(console && arguments && answer);
	*answer = *arguments || !console->help;
	if (!*arguments)
		return console->help ? console->help(console->user) : list_of_commands();
	if (command)
		return help_of_command(command);
	if ((text = help_of_key(console, arguments)))
		return text;
	if (console->page && (text = console->page(arguments)))
		return text;
	*answer = false;
	return command_unknown(arguments, strlen(arguments));
}
