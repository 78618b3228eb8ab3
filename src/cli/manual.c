/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* manual.c - prints the man page ringside(1) from the tables.  */
#include "config.h"

#include "help.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/say.h"
#include "ringside/seat_settings.h"
#include <stdlib.h>
#include <string.h>

/* Prints text for roff, where a backslash, and a dot or quote at the start of a line, are special.  */
static void print_roff(const char *text)
{
	if (*text == '.' || *text == '\'')
		say("\\&");
	while (*text) {
		size_t size = strcspn(text, "\\-");

		say("%.*s", (int)size, text);
		text += size;
		if (*text)
			say(*text++ == '-' ? "\\-" : "\\e");
	}
}

static void print_tagged(const char *tag, const char *argument, const char *text)
{
	bool has_argument = argument && *argument;

	/* The tag is one line; the text follows.  */
	say(has_argument ? ".TP\n.BI \"" : ".TP\n.B \"");
	print_roff(tag);
	if (has_argument) {
		say(" \" \"");
		print_roff(argument);
	}
	say("\"\n");
	print_roff(text);
	say(".\n");
}

static void print_manual_option(const struct option_row *row)
{
	char *tag = bytes_text("--%s", row->name), *text = help_told(row);

	print_tagged(tag, row->argument, text);
	free(tag);
	free(text);
}

/* The keys and toggles of the board of one system.  */
static void print_manual_board(const char *system)
{
	say(".SS On the board of %s\n", system);
	for (const struct board_key *key = board_keys(system); key->key; key++)
		print_tagged(key->key, NULL, key->help);
	for (const struct toggle *toggle = toggles_of(system); toggle->name; toggle++) {
		char *text = bytes_text("%s (:set %s)", toggle->help, toggle->name);

		if (toggle->key)
			print_tagged(toggle->key, NULL, text);
		else
			print_tagged(":set", toggle->name, toggle->help);
		free(text);
	}
}

/* The defaults of general options in a system, a sentence each.  */
static void print_usual(const struct protocol *protocol)
{
	const struct {
		const struct option_row *row;
		int64_t ns;
	} usual[] = {{&option_turn_time, protocol->limits.turn},
		     {&option_tolerance, protocol->limits.tolerance}};

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (usual[i].ns)
			say("\\-\\-%s is %g s by default.\n", usual[i].row->name,
			    (double)usual[i].ns / NS_PER_S);
}

static void print_manual_examples(const struct command *command)
{
	const struct example *example;

	for (int i = 0; (example = example_of(command, i)); i++) {
		say(".br\n.B \"");
		print_roff(example->line);
		say("\"\n\\- ");
		print_roff(example->what);
		say(".\n");
	}
}

/* A setting of the screen, with the words that it may be if its argument does not name them.  */
static void print_setting(const struct option_row *row)
{
	char *told = option_help(row), *expected = option_expected(row);
	bool has_words = row->type == OPTION_CHOICE && !strchr(row->argument, '|');
	char *text = bytes_text("%s%s%s", told, has_words ? ": " : "", has_words ? expected : "");

	print_tagged(row->name, row->argument, text);
	free(told);
	free(expected);
	free(text);
}

/* The sections of the config, and the table of settings.  */
static void print_manual_config(void)
{
	const struct option_row *row;

	say(".SH CONFIG\nThe config is an INI file: $XDG_CONFIG_HOME/ringside/config or "
	    "~/.config/ringside/config. All of it is checked by each command.\n"
	    ".TP\n.B [screen]\nThe settings below, and what boards show (:set lists both).\n"
	    ".TP\n.B [keys]\nKEY = COMMAND; KEY = takes the command from the key.\n"
	    ".TP\n.B [all]\nDefaults of the options of matches, without the dashes.\n"
	    ".TP\n.B [SYSTEM]\nThe same for one system, with its own options.\n"
	    ".TP\n.B [player NAME]\nA player, which @NAME stands for.\n"
	    ".PP\nringside\\-config(7) has examples.\n.SS Settings of [screen]\n");
	for (int i = 0; (row = settings_rows[i].row); i++)
		print_setting(row);
	say(".SS Settings of [player NAME]\n");
	print_tagged("command", "COMMAND", "the command line that starts it; it is needed");
	print_tagged("system", "SYSTEM", "the only system in which it plays");
	for (int i = 0; i < SEAT_SETTINGS; i++)
		print_tagged(seat_setting_rows[i].name, seat_setting_rows[i].argument,
			     seat_setting_rows[i].help);
}

void cli_print_manual(void)
{
	const struct command *c;
	const struct binding *b;
	const struct option_row *row;

	say(".TH RINGSIDE 1 \"\" \"ringside %s\" \"User Commands\"\n", VERSION);
	say(".SH NAME\nringside \\- judge and debug programs that play games, in a terminal\n.SH "
	    "SYNOPSIS\n");
	for (const struct subcommand *s = subcommands; s->name; s++)
		say(".B ringside %s\n%s%s.br\n", s->name, s->arguments, *s->arguments ? "\n" : "");
	say(".SH DESCRIPTION\n"
	    "ringside seats two agents as child processes, relays their protocol, shows every byte in "
	    "split panes,\n"
	    "draws the board, referees, and lets a person pause, step, take back, override a move, or sit "
	    "down and play.\n"
	    ".PP\n%s\n.SH COMMANDS OF THE SHELL\n",
	    help_players);
	for (const struct subcommand *s = subcommands; s->name; s++)
		print_tagged(s->name, s->arguments, s->help);
	say(".SH OPTIONS\n");
	for (int i = 0; (row = cli_options[i].row); i++)
		if (row->help)
			print_manual_option(row);
	for (int i = 0; protocol_at(i); i++) {
		say(".SS Options of %s\n", protocol_at(i)->name);
		print_usual(protocol_at(i));
		if (protocol_at(i)->tools->position_help)
			print_tagged("--position", cli_option_position.argument,
				     protocol_at(i)->tools->position_help);
		for (const struct option_row *const *own = protocol_at(i)->options; *own; own++)
			if ((*own)->help)
				print_manual_option(*own);
	}
	say(".SH KEYS\n");
	for (int i = 0; (b = binding_at(i)); i++)
		print_tagged(b->key, NULL, b->help);
	for (int i = 0; protocol_at(i); i++)
		print_manual_board(protocol_at(i)->name);
	say(".SH COMMANDS OF THE PROMPT\nA unique prefix of a command is enough; an empty line repeats "
	    "the last command.\n--script FILE, -x COMMAND and the command source run commands one after "
	    "another: each waits until the match\nis paused, is over, or waits for a person.\nA command "
	    "that fails ends the script, unless its line begins with \\-; # begins a comment.\n");
	for (int i = 0; (c = command_at(i)); i++) {
		char *names = command_names(c);

		print_tagged(names, c->arguments, c->help);
		print_manual_examples(c);
		free(names);
	}
	print_manual_config();
	say(".SH EXIT STATUS\n%s\n", help_status);
	say(".SH ENVIRONMENT\n"
	    ".TP\n.B NO_COLOR\nIf it is not empty, bold and reverse replace colours.\n"
	    ".TP\n.B COLORFGBG\nWhether the background is dark or light, if the terminal does not tell it.\n"
	    ".TP\n.B RINGSIDE_LOG\nA file to which all processes of ringside add what woke them, which "
	    "processes "
	    "began and ended, and what the judge did: for reports of bugs.  It has what agents say.\n"
	    ".TP\n.B RINGSIDE_PLAYER\nThe name of a player: env RINGSIDE_PLAYER=NAME COMMAND.\n"
	    ".TP\n.B RINGSIDE_SAMPLES\nThe folder of the samples.\n"
	    ".TP\n.B RINGSIDE_THEMES\nThe folder in which ringside looks for themes first.\n"
	    ".TP\n.B TMPDIR\nThe folder for temporary files, and for those of agents with \\-\\-temp.\n"
	    ".TP\n.B XDG_CONFIG_HOME\nThe folder of configs; ~/.config without it.\n"
	    ".TP\n.B XDG_STATE_HOME\nThe folder of what programs remember; ~/.local/state without it.\n"
	    ".SH FILES\n.TP\n.B $XDG_CONFIG_HOME/ringside/config\nWhat a person likes: see CONFIG.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/history\nThe history of the prompt.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/marks\nThe positions that a person has marked, of each match.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/matches\nThe newest matches that nobody asked to record.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/sizes\nThe sizes of panes, for each system and layout.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/until\nThe games that run --until has found, without "
	    "--record.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/trusted\n"
	    "Which programs ringside has started for which match file.\n"
	    ".SH SEE ALSO\n.ad l\n.nh\n"
	    "The manual:");
	for (int i = 0; help_manual_page(i); i++)
		say("%s ringside-%s(7)", i ? "," : "", help_manual_page(i));
	say(".\nThe systems:");
	for (int i = 0; protocol_at(i); i++)
		say("%s ringside-%s(7)", i ? "," : "", protocol_at(i)->name);
	say(".\n");
}
