/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.c - prints --help from the tables: options in groups, a line each.  `ringside help` tells more
 * (pages.c).
 */
#include "help.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>

/* Columns: where the text of an option begins, and where lines end.  */
enum { HELP_COLUMN = 22, HELP_WIDTH = 80, OVERLAY_WIDTH = 74 };

const char help_players[] =
	"PLAYER is one word: a command line (quotes and backslashes as in sh, no expansion), human, "
	"sample:NAME, or @NAME for a player of the config. {seed} in it becomes a different number for each "
	"seat and game (--seed).";
const char help_status[] =
	"0 a verdict was reached, 1 the match could not run, 2 wrong usage, 3 an agent could not be started, "
	"4 what --until or --until-failure waited for has happened, 6 played, but a match file is not whole, "
	"130 interrupted. Of check: 1 a case has failed, 125 the agent could not be started, so that `git "
	"bisect run` skips the commit. Of fuzz: 1 the agent failed. Of open and export: 1 the file cannot be "
	"read, or is damaged. Of diff "
	"and rerun: 0 "
	"no difference, 1 differences, 2 they cannot be compared, or one is damaged. Of rerun: 4 the agent "
	"ended badly. Of run, tally and tournament with --sprt: 0 elo1 is accepted, 4 elo0 is, 5 neither is "
	"yet.";

static const char *const groups[GROUP_COUNT] = {
	[GROUP_MATCH] = "match",           [GROUP_TIME] = "time",     [GROUP_AGENTS] = "agents",
	[GROUP_SANDBOX] = "sandbox",       [GROUP_SERIES] = "series", [GROUP_CHECK] = "check",
	[GROUP_TOURNAMENT] = "tournament", [GROUP_RECORD] = "record", [GROUP_SCREEN] = "screen",
	[GROUP_SCRIPT] = "script",
};

const char *help_group(enum option_group group)
{
	return groups[group];
}

/* On the screen a page lies in a frame.  */
static int width_now(void)
{
	return say_is_caught() ? OVERLAY_WIDTH : HELP_WIDTH;
}

void help_wrap(const char *text, int column)
{
	int at = column;

	while (*text) {
		int size = (int)strcspn(text, " ");

		if (at > column && at + 1 + size > width_now()) {
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

/* A name that is too long for its column has the text behind it if that fits.  */
void help_beside(const char *name, const char *text)
{
	int width = (int)strlen(name), behind = 2 + width + 2;

	if (behind <= HELP_COLUMN) {
		say("  %-*s", HELP_COLUMN - 2, name);
		help_wrap(text, HELP_COLUMN);
	} else if (behind + (int)strlen(text) <= width_now()) {
		say("  %s  %s\n", name, text);
	} else {
		say("  %s\n%*s", name, HELP_COLUMN, "");
		help_wrap(text, HELP_COLUMN);
	}
}

struct option_row help_row_in(const struct option_row *row, const struct protocol *protocol)
{
	struct option_row usual = *row;

	if (protocol && row == &option_turn_time && protocol->limits.turn)
		usual.value = protocol->limits.turn;
	if (protocol && row == &option_tolerance)
		usual.value = protocol->limits.tolerance;
	return usual;
}

char *help_takers(const struct option_row *row)
{
	struct bytes names = {0};

	for (const struct subcommand *s = subcommands; s->name; s++)
		if (cli_takers(row) & s->bit)
			bytes_addf(&names, "%s%s", names.size ? ", " : "", s->name);
	return names.at;
}

char *help_told(const struct option_row *row)
{
	char *told = option_help(row), *takers, *text;
	int namesakes = 0;

	for (const struct option_place *place = cli_options; place->row; place++)
		namesakes += place->row->help && strcmp(place->row->name, row->name) == 0;
	if (namesakes < 2)
		return told;
	takers = help_takers(row);
	text = bytes_text("of %s: %s", takers, told);
	free(takers);
	free(told);
	return text;
}

void help_option(const struct option_row *row, unsigned takers, const struct protocol *protocol, bool whole)
{
	struct option_row usual = help_row_in(row, protocol);
	char *name = bytes_text("--%s%s%s", row->name, row->argument ? " " : "",
				row->argument ? row->argument : "");
	char *text;

	if (protocol && row == &cli_option_position && protocol->tools->position_help)
		usual.help = protocol->tools->position_help;
	if (row == &cli_option_games && takers == ON_TOURNAMENT) {
		usual.help = "play N games of each two players; twice as many as openings by default";
		usual.value = 2;
	}
	if (row == &cli_option_games && takers == ON_FUZZ) {
		usual.help = "play N games; without end with --time";
		usual.value = 200;
	}
	text = whole ? help_told(&usual) : option_brief(&usual);
	help_beside(name, text);
	free(name);
	free(text);
}

void help_options(enum option_group group, unsigned takers, const struct protocol *protocol)
{
	const struct option_row *row;

	for (int i = 0; (row = cli_option_at(takers, protocol, i)); i++)
		if (row->group == group)
			help_option(row, takers, protocol, true);
}

/* The options of a group, the rare ones by name in a last line. The page of the group has those of a single
 * seat, too.  */
static void print_group(enum option_group group, unsigned takers, const struct protocol *protocol)
{
	const struct option_row *row;
	struct bytes also = {0};
	bool begun = false;

	for (int i = 0; (row = cli_option_at(takers, protocol, i)); i++) {
		if (row->group != group)
			continue;
		if (!begun && group != GROUP_HELP)
			say("%s:\n", group == GROUP_GAME ? protocol->name : groups[group]);
		begun = true;
		if (row->rare && !row->seat)
			bytes_addf(&also, "%s--%s%s%s", also.size ? ", " : "", row->name,
				   row->argument ? " " : "", row->argument ? row->argument : "");
		else if (!row->rare)
			help_option(row, takers, protocol, false);
	}
	if (group == GROUP_HELP)
		bytes_addf(&also, ". More: ringside help NAME");
	if (also.size) {
		say(group == GROUP_HELP ? "also " : "  also ");
		help_wrap(also.at, group == GROUP_HELP ? 5 : 7);
	}
	bytes_free(&also);
}

/* "gomocup, lmc": the systems with which a subcommand can be asked.  *only is the one if there are no others;
 * NULL otherwise.  The caller frees.  */
static char *systems_of(const struct subcommand *subcommand, const struct protocol **only)
{
	struct bytes names = {0};

	*only = NULL;
	for (int i = 0; protocol_at(i); i++) {
		if (subcommand->bit == ON_RULES && !protocol_at(i)->tools->rules)
			continue;
		*only = names.size ? NULL : protocol_at(i);
		bytes_addf(&names, "%s%s", names.size ? ", " : "", protocol_at(i)->name);
	}
	return names.at;
}

static void print_command(const struct subcommand *subcommand, const struct protocol *protocol)
{
	const char *rest = subcommand->system == NO_SYSTEM ? NULL : strchr(subcommand->arguments, ' ');
	const struct protocol *only;
	char *systems = systems_of(subcommand, &only);

	if (rest && !protocol)
		protocol = only;
	if (rest && protocol)
		say("ringside %s %s%s\n  ", subcommand->name, protocol->name, rest);
	else
		say("ringside %s%s%s\n  ", subcommand->name, *subcommand->arguments ? " " : "",
		    subcommand->arguments);
	help_wrap(subcommand->help, 2);
	for (enum option_group group = 0; group < GROUP_HELP; group++)
		print_group(group, subcommand->bit, protocol);
	if (rest && !protocol) {
		say("`ringside %s SYSTEM --help` adds the options of a system, which is\n  ",
		    subcommand->name);
		help_wrap(systems, 2);
	}
	print_group(GROUP_HELP, subcommand->bit, NULL);
	free(systems);
}

/* The size of a bundled player's name, without its options.  */
static int name_size(const char *player)
{
	return (int)strcspn(player, " ");
}

void cli_tell_first_steps(void)
{
	const struct protocol *protocol = protocol_at(0);
	const char *one = protocol->bundle->demo[0],
		   *other = protocol->bundle->demo[1] ? protocol->bundle->demo[1] : one;

	say_error("ringside judges and debugs programs that play games, in a terminal.\n"
		  "watch two of its own:  ringside demo\n"
		  "play against one:      ringside play %s human %.*s\n"
		  "only see who wins:     ringside run %s %.*s %.*s\n"
		  "all commands, systems and subjects: ringside help\n",
		  protocol->name, name_size(one), one, protocol->name, name_size(one), one, name_size(other),
		  other);
}

void cli_print_help(const struct subcommand *subcommand, const struct protocol *protocol)
{
	if (subcommand) {
		print_command(subcommand, protocol);
		return;
	}
	say("ringside: a terminal judge and debugger for programs that play games\n\ncommands:\n");
	for (const struct subcommand *s = subcommands; s->name; s++) {
		char *clause = bytes_copy(s->help, option_clause(s->help));

		help_beside(s->name, clause);
		free(clause);
	}
	say("\nsystems:\n");
	for (int i = 0; protocol_at(i); i++)
		help_beside(protocol_at(i)->name, protocol_at(i)->texts->title);
	say("\nsubjects:\n");
	for (int i = 0; help_subject(i); i++)
		help_beside(help_subject(i), help_subject_title(i));
	say("\npages of the manual:\n");
	for (int i = 0; help_manual_page(i); i++)
		help_beside(help_manual_page(i), help_manual_title(i));
	say("\n`ringside help NAME` tells about each, and about options and prompt commands.\n"
	    "`ringside COMMAND SYSTEM --help` lists options. ringside(1) has it all.\n");
}
