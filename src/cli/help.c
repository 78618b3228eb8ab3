/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.c - prints --help, the man page and the completion from the tables.  */
#include "config.h"

#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "say.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns: where the text of an option begins, and where its lines end.  */
enum { HELP_COLUMN = 25, HELP_WIDTH = 100 };

enum { TAKES_PLAYERS = ON_MATCH, TAKES_SYSTEM_OPTIONS = TAKES_PLAYERS | ON_RULES };

/* Prints words in lines of at most HELP_WIDTH columns.  All lines begin at `column`; the first is there
 * already.
 */
static void print_wrapped(const char *text, int column)
{
	int at = column;

	while (*text) {
		int size = (int)strcspn(text, " ");

		if (at > column && at + 1 + size > HELP_WIDTH) {
			say("\n%*s", column, "");
			at = column;
		} else if (at > column) {
			say(" ");
			at++;
		}
		say("%.*s", size, text);
		at += size;
		text += size;
		text += strspn(text, " ");
	}
	say("\n");
}

static void print_line(const char *name, const char *argument, const char *right)
{
	char *left = bytes_text("--%s%s%s", name, argument ? " " : "", argument ? argument : "");
	int width = (int)strlen(left);

	/* A name that is too long for its column gets its own line.  */
	if (width < HELP_COLUMN - 2)
		say("  %-*s", HELP_COLUMN - 2, left);
	else
		say("  %s\n%*s", left, HELP_COLUMN, "");
	print_wrapped(right, HELP_COLUMN);
	free(left);
}

static void print_option(const struct option_row *row)
{
	char *text = option_told(row);

	print_line(row->name, row->argument, text);
	free(text);
}

static void print_options(unsigned bits)
{
	const struct option_row *row;

	for (int i = 0; (row = cli_options[i].row); i++)
		if (row->help && row->takers & bits)
			print_option(row);
}

/* The defaults of general options in a system, a sentence each.  */
static void print_usual(const struct protocol *protocol, const char *before, const char *after)
{
	const struct {
		const struct option_row *row;
		int64_t ns;
	} usual[] = {{&option_turn_time, protocol->turn_limit}, {&option_tolerance, protocol->tolerance}};

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (usual[i].ns)
			say("%s%s is %g s by default%s", before, usual[i].row->name,
			    (double)usual[i].ns / NS_PER_S, after);
}

static void print_options_of(const struct protocol *protocol, unsigned bits)
{
	say("\noptions of %s", protocol->name);
	print_usual(protocol, " (--", ")");
	say(":\n");
	if (bits & ON_RULES && protocol->position_help)
		print_line(cli_option_position.name, cli_option_position.argument, protocol->position_help);
	for (const struct option_row *const *row = protocol->options; *row; row++)
		if ((*row)->help)
			print_option(*row);
}

/* Of the systems that have what the subcommands need; of `only` if it is not NULL.  */
static void print_system_options(unsigned bits, const struct protocol *only)
{
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		if ((!only || only == protocol) && (bits != ON_RULES || protocol->rules))
			print_options_of(protocol, bits);
}

static const char player_text[] =
	"PLAYER is one word: a command line (quotes and backslashes as in sh, no expansion), human, "
	"sample:NAME, or @NAME for a player of the config. {seed} in it becomes a different number for each "
	"seat and game (--seed).";
static const char status_text[] =
	"0 a verdict was reached, 1 the match could not run, 2 wrong usage, 3 an agent could not be started, "
	"6 played, but a match file is not whole, "
	"130 interrupted. Of open and export: 1 the file cannot be read, or is damaged. Of diff and rerun: 0 "
	"no "
	"difference, 1 differences, 2 they cannot be compared, or one is damaged. Of rerun: 4 the agent "
	"ended "
	"badly.";

void cli_print_help(const struct subcommand *subcommand, const struct protocol *protocol)
{
	if (subcommand) {
		say("ringside %s%s%s\n  ", subcommand->name, *subcommand->arguments ? " " : "",
		    subcommand->arguments);
		print_wrapped(subcommand->help, 2);
		say("\noptions:\n");
		print_options(subcommand->bit);
		if (subcommand->bit & TAKES_SYSTEM_OPTIONS)
			print_system_options(subcommand->bit, protocol);
		if (subcommand->bit & TAKES_PLAYERS) {
			say("\n");
			print_wrapped(player_text, 0);
		}
		return;
	}
	say("ringside: a terminal judge and debugger for programs that play games\n\n");
	for (const struct subcommand *s = subcommands; s->name; s++) {
		say("  ringside %s%s%s\n      ", s->name, *s->arguments ? " " : "", s->arguments);
		print_wrapped(s->help, 6);
	}
	say("\nsystems:\n");
	for (int i = 0; protocol_at(i); i++)
		say("  %-10s %s\n", protocol_at(i)->name, protocol_at(i)->title);
	say("\n");
	print_wrapped(player_text, 0);
	say("Exit status: ");
	print_wrapped(status_text, 13);
	say("\noptions (ringside COMMAND --help lists those of a command):\n");
	print_options(ON_ALL);
	print_system_options(ON_ALL, NULL);
	say("\nringside demo shows the samples at play; ringside(1) and ringside-playing(7) tell more.\n");
}

/* ---- the man page ---- */

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
	char *tag = bytes_text("--%s", row->name), *text = option_told(row);

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
	    ".TP\n.B [player NAME]\ncommand, system, folder, info and env VARIABLE of a player, which @NAME "
	    "stands for.\n"
	    ".PP\nringside\\-config(7) has examples. The settings of [screen]:\n");
	for (int i = 0; (row = settings_rows[i].row); i++) {
		char *text = option_told(row);

		print_tagged(row->name, row->argument, text);
		free(text);
	}
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
	    player_text);
	for (const struct subcommand *s = subcommands; s->name; s++)
		print_tagged(s->name, s->arguments, s->help);
	say(".SH OPTIONS\n");
	for (int i = 0; (row = cli_options[i].row); i++)
		if (row->help)
			print_manual_option(row);
	for (int i = 0; protocol_at(i); i++) {
		say(".SS Options of %s\n", protocol_at(i)->name);
		print_usual(protocol_at(i), "\\-\\-", ".\n");
		if (protocol_at(i)->position_help)
			print_tagged("--position", cli_option_position.argument,
				     protocol_at(i)->position_help);
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
	say(".SH EXIT STATUS\n%s\n", status_text);
	say(".SH ENVIRONMENT\n"
	    ".TP\n.B NO_COLOR\nIf it is not empty, bold and reverse replace colours.\n"
	    ".TP\n.B RINGSIDE_SAMPLES\nThe folder of the samples.\n"
	    ".TP\n.B RINGSIDE_THEMES\nThe folder in which ringside looks for themes first.\n"
	    ".SH FILES\n.TP\n.B $XDG_CONFIG_HOME/ringside/config\nWhat a person likes: see CONFIG.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/history\nThe history of the prompt.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/sizes\nThe sizes of panes, for each system and layout.\n"
	    ".TP\n.B $XDG_STATE_HOME/ringside/trusted\n"
	    "Which programs ringside has started for which match file.\n"
	    ".SH SEE ALSO\n.ad l\n.nh\n"
	    "The manual: ringside-playing(7), ringside-config(7), ringside-debugging(7), ringside-series(7), "
	    "ringside-sandbox(7), ringside-verdicts(7), "
	    "ringside-files(7), ringside-match-file(7), ringside-json(7), ringside-scripts(7), "
	    "ringside-themes(7).\n"
	    "The systems:");
	for (int i = 0; protocol_at(i); i++)
		say("%s ringside-%s(7)", i ? "," : "", protocol_at(i)->name);
	say(".\n");
}

/* ---- the completion for bash ---- */

/* The i-th option with a value: first of the program, then of the systems; NULL past the last.  */
static const struct option_row *option_with_value(int i)
{
	const struct option_row *row;

	for (int k = 0; (row = cli_options[k].row); k++)
		if (row->help && row->argument && i-- == 0)
			return row;
	for (int k = 0; protocol_at(k); k++)
		for (const struct option_row *const *own = protocol_at(k)->options; *own; own++)
			if ((*own)->help && (*own)->argument && i-- == 0)
				return *own;
	return NULL;
}

/* The shell words that complete a value; "" for numbers and texts.  The caller frees.  */
static char *values_of(const struct option_row *row)
{
	struct bytes words = {0}, values = {0};

	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		bytes_addf(&words, " %s", choice->word);
	for (int i = 0; row == &cli_option_format && protocol_at(i); i++)
		for (const struct file_format *const *f = protocol_at(i)->formats; f && *f; f++)
			bytes_addf(&words, " %s", (*f)->name);
	bytes_add_text(&values, "");
	if (words.size)
		bytes_addf(&values, "$(compgen -W \"%s\" -- \"$word\")", words.at + 1);
	if (row->type == OPTION_FILE || row->type == OPTION_COMMAND || strstr(row->argument, "FILE"))
		bytes_addf(&values, "%s$(compgen -f -- \"$word\")", values.size ? " " : "");
	if (row->type == OPTION_FOLDER)
		bytes_add_text(&values, "$(compgen -d -- \"$word\")");
	bytes_free(&words);
	return values.at;
}

void cli_print_completion(void)
{
	const struct option_row *row, *const *own;

	say("# bash completion for ringside, made by ringside --completion\n"
	    "_ringside()\n{\n"
	    "\tlocal word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options=\n"
	    "\tlocal before=${COMP_WORDS[COMP_CWORD-1]}\n"
	    "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n\t\tCOMPREPLY=($(compgen -W \"");
	for (const struct subcommand *s = subcommands; s->name; s++)
		say("%s ", s->name);
	say("--help --version\" -- \"$word\"))\n\t\treturn\n\tfi\n"
	    "\tif [ \"$word\" = = ]; then\n\t\tword=\n"
	    "\telif [ \"$before\" = = ]; then\n\t\tbefore=${COMP_WORDS[COMP_CWORD-2]}\n\tfi\n"
	    "\tcase $before in\n");
	for (int i = 0; (row = option_with_value(i)); i++) {
		char *values = values_of(row);

		say("\t--%s) COMPREPLY=(%s); return ;;\n", row->name, values);
		free(values);
	}
	say("\tesac\n\tcase $command in\n");
	for (const struct subcommand *s = subcommands; s->name; s++) {
		say("\t%s) options=\"", s->name);
		for (int i = 0; (row = cli_options[i].row); i++)
			if (row->help && row->takers & s->bit)
				say("--%s ", row->name);
		for (int i = 0; s->bit & TAKES_SYSTEM_OPTIONS && protocol_at(i); i++) {
			say("%s ", protocol_at(i)->name);
			for (own = protocol_at(i)->options; *own; own++)
				if ((*own)->help)
					say("--%s ", (*own)->name);
		}
		say("\" ;;\n");
	}
	say("\tesac\n\tCOMPREPLY=($(compgen -W \"$options\" -- \"$word\") $(compgen -f -- \"$word\"))\n}\n"
	    "complete -o filenames -F _ringside ringside\n");
}
