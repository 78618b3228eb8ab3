/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* help.c - what the tables say for people: --help, `ringside help NAME`, and the man page ringside(1).
 *
 * --help has options in groups, a line each.  `ringside help` tells all about a name, which may stand for
 * several things, as play is a command of the shell and of the prompt: each is told.  */
#include "config.h"

#include "ringside/agent.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/condition.h"
#include "ringside/event.h"
#include "ringside/installed.h"
#include "ringside/mistake.h"
#include "ringside/protocol.h"
#include "ringside/say.h"
#include "ringside/setup.h"
#include "ringside/text_file.h"
#include "ringside/ui.h"
#include <stdlib.h>
#include <string.h>

/* ---- --help ---- */

/* Columns: where the text of an option begins, and where lines end.  */
enum { HELP_COLUMN = 22, HELP_WIDTH = 80, OVERLAY_WIDTH = 74 };

static const char help_players[] =
	"PLAYER is one word: a command line (quotes and backslashes as in sh, no expansion), human, "
	"sample:NAME, or @NAME for a player of the config. {seed} in it becomes a different number for each "
	"seat and game (--seed). `ringside help SYSTEM` shows an agent in ten lines of Python.";
static const char help_status[] =
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

/* "match" and so on: the name of a group of options; NULL: it has none of its own (GROUP_GAME).  */
static const char *help_group(enum option_group group)
{
	return groups[group];
}

/* On the screen a page lies in a frame.  */
static int width_now(void)
{
	return say_is_caught() ? OVERLAY_WIDTH : HELP_WIDTH;
}

/* Prints text in lines of at most 80 columns.  All begin at `column`; the first is there already.  */
static void help_wrap(const char *text, int column)
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
/* Prints a name, and text in lines beside it.  */
static void help_beside(const char *name, const char *text)
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

/* The option with the default that it has in a system; NULL: in most.  */
static struct option_row help_row_in(const struct option_row *row, const struct protocol *protocol)
{
	struct option_row usual = *row;

	if (protocol && row == &option_turn_time && protocol->limits.turn)
		usual.value = protocol->limits.turn;
	if (protocol && row == &option_tolerance)
		usual.value = protocol->limits.tolerance;
	return usual;
}

/* "play, run": the commands that take the option; NULL: none.  The caller frees.  */
static char *help_takers(const struct option_row *row)
{
	struct bytes names = {0};

	for (const struct subcommand *s = subcommands; s->name; s++)
		if (cli_takers(row) & s->bit)
			bytes_addf(&names, "%s%s", names.size ? ", " : "", s->name);
	return names.at;
}

/* All the help of an option.  If another command has another option of that name, it begins with "of run: ".
 * The caller frees.  */
static char *help_told(const struct option_row *row)
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

/* Prints an option, with all its help or only its first clause.  With a protocol its defaults are used.  */
static void help_option(const struct option_row *row, unsigned takers, const struct protocol *protocol,
			bool whole)
{
	struct option_row usual = help_row_in(row, protocol);
	FREED char *name = bytes_text("--%s%s%s", row->name, row->argument ? " " : "",
				      row->argument ? row->argument : "");
	char *text;

	if (protocol && row == &cli_row.position && protocol->tools->position_help)
		usual.help = protocol->tools->position_help;
	if (row == &cli_row.games && takers == ON_TOURNAMENT) {
		usual.help = "play N games of each two players; twice as many as openings by default";
		usual.value = 2;
	}
	if (row == &cli_row.games && takers == ON_HUNT) {
		usual.help = "play N games in one process, and N odd ones; odd ones without end by default";
		usual.value = 10;
	}
	if (row == &cli_row.games && takers == ON_FUZZ) {
		usual.help = "play N games; without end with --time";
		usual.value = 200;
	}
	text = whole ? help_told(&usual) : option_brief(&usual);
	help_beside(name, text);
	free(text);
}

/* Prints the options of a group that these subcommands take, with all their help.  */
static void help_options(enum option_group group, unsigned takers, const struct protocol *protocol)
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
	const struct protocol *system;
	struct bytes names = {0};

	*only = NULL;
	for (int i = 0; (system = cli_system_at(subcommand->bit, i)); i++) {
		*only = i ? NULL : system;
		bytes_addf(&names, "%s%s", i ? ", " : "", system->name);
	}
	return names.at;
}

static void print_command(const struct subcommand *subcommand, const struct protocol *protocol)
{
	const char *rest = subcommand->system == NO_SYSTEM ? NULL : strchr(subcommand->arguments, ' ');
	const struct protocol *only;
	FREED char *systems = systems_of(subcommand, &only);
	bool general = !protocol;

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
	if (general)
		say("examples:\n");
	for (const char *line = general ? subcommand->examples : ""; *line; line += *line == '\n') {
		say("  ringside %.*s\n", (int)strcspn(line, "\n"), line);
		line += strcspn(line, "\n");
	}
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
		  "learn it in ten steps: ringside demo --tour\n"
		  "play against one:      ringside play %s human %.*s\n"
		  "only see who wins:     ringside run %s %.*s %.*s\n"
		  "all commands, systems and subjects: ringside help\n",
		  protocol->name, name_size(one), one, protocol->name, name_size(one), one, name_size(other),
		  other);
}

void cli_print_help(const struct subcommand *subcommand, const struct protocol *protocol)
{
	const char *name, *title;

	if (subcommand) {
		print_command(subcommand, protocol);
		return;
	}
	say("ringside: a terminal judge and debugger for programs that play games\n\n"
	    "`ringside` alone, on a terminal, lets you choose what to do.\n\ncommands:\n");
	for (const struct subcommand *s = subcommands; s->name; s++) {
		FREED char *clause = bytes_copy(s->help, option_clause(s->help));

		help_beside(s->name, clause);
	}
	say("\nsystems:\n");
	for (int i = 0; protocol_at(i); i++)
		help_beside(protocol_at(i)->name, protocol_at(i)->texts->title);
	say("\nsubjects:\n");
	for (int i = 0; (name = help_subject(i, &title)); i++)
		help_beside(name, title);
	say("\npages of the manual:\n");
	for (int i = 0; help_manual[i][0]; i++)
		help_beside(help_manual[i][0], help_manual[i][1]);
	say("\n`ringside help NAME` tells about each, and about any option, command of the\n"
	    "prompt, key, sign, setting, remark of the log, fault or reason of a verdict.\n"
	    "`ringside COMMAND SYSTEM --help` lists options. ringside(1) has it all.\n");
}

/* ---- `ringside help NAME` ---- */

static void print_players(void)
{
	help_wrap(help_players, 0);
	say("\n");
}

static void print_times(void)
{
	help_wrap("TIME is a number with a unit: 500ms, 2s, 1m. A clock runs from the write of the question "
		  "to the read of the answer. The time of a person does not count.",
		  0);
	say("\n");
}

static void print_conditions(void)
{
	help_wrap("A condition stops the match: break if seat == 2 && time > 500ms. It is made of fields, "
		  "numbers with units (500ms 2s 80MB), \"texts\", /patterns/ (PCRE2), and "
		  "+ - * / % == != < <= > >= ~ && || ! ( ). A field refers to the seat of the message:",
		  0);
	for (int i = 0; condition_rows[i].name; i++)
		help_beside(condition_rows[i].name, condition_rows[i].help);
	help_beside("before(FIELD)", "its value at the end of the seat's last turn: rss > before(rss) + 5MB");
	help_beside("last(CHANNEL)", "what the seat said or was told on that channel before this message");
	help_beside("count(COND)", "for how many messages COND held, since the condition was set");
	help_beside("since(COND)", "how many messages came after the last one for which COND held");
	help_wrap(
		"With channel, dir, text, bytes or legal in it, it is judged at each message. Else it stops "
		"the match when it becomes true, not again at each message.",
		0);
	help_wrap("break if rss > 80MB do gdb 1 backtrace; log \"{rss}\"; continue: commands that run when "
		  "it stops.",
		  0);
}

static void print_bugs(void)
{
	help_beside("any bug", "hunt: all of these and more, and for each the command that shows it again");
	help_beside("a crash",
		    "run --valgrind -x continue -x why: the first wrong write; run --backtrace: the stack");
	help_beside("a hang", "run --backtrace -x continue -x why: what each thread waits for");
	help_beside("an illegal move", "run -x continue -x why: the rule, and what was possible");
	help_beside("no answer", "check: the sentence of the document that is broken, and the bytes");
	help_beside("a stale state", "check --twins: after RESTART, TAKEBACK and BOARD the same answers");
	help_beside("nothing learned", "run -x 'log \"{last(input)} {last(output)}\"' -x continue: a table");
}

static void print_status(void)
{
	help_wrap(help_status, 0);
}

static void print_keys(void)
{
	const struct binding *b;

	for (int i = 0; (b = binding_at(i)); i++)
		help_beside(b->key, b->help);
}

static void print_prompt(void)
{
	const struct command *command;

	help_wrap("A unique beginning of a command is enough. : opens the prompt.", 0);
	for (int i = 0; (command = command_at(i)); i++)
		help_beside(command->name, command->help);
}

static void print_human(void)
{
	help_wrap("human as a player is a person: ringside play gomocup human sample:threat. The line above "
		  "the keys says what to do on your turn, and ? shows the keys of the game. u takes a move "
		  "back, "
		  "H asks an agent for a hint (--hint COMMAND names it), :end resign and :end draw end the "
		  "game, A "
		  "plays again.",
		  0);
	say("\n");
	help_option(&option_human_time, ON_ALL, NULL, true);
}

static void print_films(void)
{
	help_wrap(
		"ringside export FILE -o NAME.svg writes a picture that browsers animate, and -o NAME.cast a "
		"recording for asciinema: what the screen shows when the match is replayed.",
		0);
	say("\n");
	help_option(&cli_row.screen, ON_ALL, NULL, true);
	help_option(&cli_row.speed, ON_ALL, NULL, true);
	help_option(&cli_row.theme, ON_ALL, NULL, true);
	help_option(&cli_row.layout, ON_ALL, NULL, true);
}

static void print_all_options(void)
{
	for (enum option_group group = GROUP_MATCH; group < GROUP_COUNT; group++)
		help_options(group, ON_ALL, NULL);
	for (int i = 0; protocol_at(i); i++) {
		say("\nof %s:\n", protocol_at(i)->name);
		help_options(GROUP_GAME, ON_ALL, protocol_at(i));
	}
}

/* A subject: its text, then the options of its group (GROUP_GAME: none).  */
static const struct subject {
	const char *name, *title;
	void (*print)(void);     /* NULL: the options say everything */
	enum option_group group; /* GROUP_GAME: no options */
	const char *page;        /* of the manual; NULL: ringside(1) */
} subjects[] = {
	{"match", "who begins, what chance decides, names", NULL, GROUP_MATCH, "playing"},
	{"human", "a person plays", print_human, GROUP_GAME, "playing"},
	{"time", "limits, and how time is taken", print_times, GROUP_TIME, "verdicts"},
	{"agents", "how players are named, and what their processes get", print_players, GROUP_AGENTS,
	 "playing"},
	{"sandbox", "agents of strangers", NULL, GROUP_SANDBOX, "sandbox"},
	{"series", "many games, openings, a sequential test", NULL, GROUP_SERIES, "series"},
	{"tournament", "more than two players, on one machine or many", NULL, GROUP_TOURNAMENT,
	 "tournaments"},
	{"check", "agents under test: suites of positions, reports", NULL, GROUP_CHECK, "checking"},
	{"bugs", "the command that finds a bug", print_bugs, GROUP_GAME, "stories"},
	{"record", "match files, and results for other programs", NULL, GROUP_RECORD, "files"},
	{"film", "films of a match", print_films, GROUP_GAME, "files"},
	{"screen", "themes and layouts", NULL, GROUP_SCREEN, "playing"},
	{"script", "commands without a keyboard", NULL, GROUP_SCRIPT, "scripts"},
	{"conditions", "when a breakpoint stops", print_conditions, GROUP_GAME, "debugging"},
	{"keys", "the keys of the screen", print_keys, GROUP_GAME, "playing"},
	{"prompt", "the commands of the prompt and of scripts", print_prompt, GROUP_GAME, "debugging"},
	{"exit-status", "what the number says with which ringside ends", print_status, GROUP_GAME, NULL},
	{"options", "all options of all systems", print_all_options, GROUP_GAME, NULL},
	{0},
};

const char *help_subject(int i, const char **title)
{
	*title = subjects[i].title;
	return subjects[i].name;
}

/* In the order of ringside(1).  */
const char *const help_manual[][2] = {
	{"playing", "watch a match, or play in it"},
	{"config", "what ringside remembers for you"},
	{"debugging", "stop, look inside, change, compare"},
	{"checking", "agents under test"},
	{"stories", "one command for each bug"},
	{"series", "many games without a screen"},
	{"tally", "the tables of a tournament or a series"},
	{"tap", "inside the match of another judge"},
	{"sandbox", "agents in a sandbox"},
	{"elsewhere", "SSH, containers, Windows programs"},
	{"verdicts", "how a match ends, and why"},
	{"files", "games of other programs"},
	{"match-file", "one match in an SQLite database"},
	{"json", "games and matches for programs"},
	{"scripts", "commands without a keyboard"},
	{"themes", "how the screen looks"},
	{"tournaments", "many players"},
	{"contest", "a game of your own, and the bots of a class"},
	{0},
};

/* Names a page of the manual, and the file that has it.  */
static void tell_more(const char *page)
{
	FREED char *file = installed_page(page);

	say("\nMore: ringside-%s(7)\n", page);
	if (file)
		say("      %s\n", file);
}

/* ---- what a name may be ---- */

/* Begins the next part of a page.  */
static void begin_part(int *parts)
{
	if ((*parts)++)
		say("\n");
}

static void tell_subject(const char *name, int *parts)
{
	for (const struct subject *s = subjects; s->name; s++) {
		if (strcmp(s->name, name) != 0)
			continue;
		begin_part(parts);
		say("%s: %s\n\n", s->name, s->title);
		if (s->print)
			s->print();
		if (s->group)
			help_options(s->group, ON_ALL, NULL);
		if (s->page)
			tell_more(s->page);
		else
			say("\nMore: ringside(1)\n");
	}
}

/* A subject of the same name has told of the page.  */
static void tell_manual_page(const char *name, int *parts)
{
	for (const struct subject *s = subjects; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return;
	for (int i = 0; help_manual[i][0]; i++) {
		if (strcmp(help_manual[i][0], name) != 0)
			continue;
		begin_part(parts);
		say("%s: page of the manual: %s\n", name, help_manual[i][1]);
		tell_more(name);
	}
}

/* An agent in ten lines of Python, for people who begin one in any language.  */
static void tell_ten_lines(const char *system)
{
	FREED char *beside = bytes_text("ten/%s.py", system), *path = agent_sample_file(beside);
	FREED_BY(bytes_free) struct bytes text = {0};
	char *problem = path ? text_file_read(path, &text) : NULL;
	const char *line = problem || !path ? "" : strstr(text.at, "Identifier");

	free(problem);
	if (!path || !line)
		return;
	say("\nten lines of Python:\n      %s\n\n", path);
	while ((line = strchr(line, '\n')) && *++line)
		say("    %.*s\n", (int)strcspn(line, "\n"), line);
}

static void tell_system(const char *name, int *parts)
{
	const struct protocol *protocol = protocol_named(name);
	FREED char *document = installed_protocol(name);
	char **samples;

	if (!protocol)
		return;
	begin_part(parts);
	say("%s:\n  ", protocol->name);
	help_wrap(protocol->texts->title, 2);
	say("\n");
	help_options(GROUP_GAME, ON_ALL, protocol);
	if (agent_samples(protocol->bundle->samples, &samples))
		say("\nbundled players:\n");
	for (int i = 0; samples[i]; i++)
		say("  sample:%s\n", samples[i]);
	free(samples);
	tell_ten_lines(protocol->name);
	say(say_is_caught() ? "\nringside play %s --help lists all.\n"
			    : "\n`ringside play %s --help` lists all.\n",
	    protocol->name);
	tell_more(protocol->name);
	if (document)
		say("      %s\n      is the document of the protocol, which `why` and `check` cite\n",
		    document);
}

/* The systems in which an option has another default than the one that was told.  */
static void tell_defaults(const struct option_row *row)
{
	for (int i = 0; protocol_at(i); i++) {
		struct option_row usual = help_row_in(row, protocol_at(i));
		FREED char *words = usual.value != row->value ? option_default(&usual) : NULL;

		if (words)
			say("  in %s [%s]\n", protocol_at(i)->name, words);
	}
}

/* An option of a system, or (NULL) of the commands that take it.  */
static void tell_row(const struct option_row *row, const struct protocol *protocol, int *parts)
{
	FREED char *expected = option_expected(row), *told = option_help(row);
	bool everywhere = (cli_takers(row) & ON_ALL) == ON_ALL;
	FREED char *takers = protocol || everywhere ? NULL : help_takers(row);
	FREED char *head = bytes_text("--%s%s%s: option of %s", row->name, row->argument ? " " : "",
				      row->argument ? row->argument : "",
				      protocol     ? protocol->name
				      : everywhere ? "every command"
						   : takers);

	begin_part(parts);
	help_wrap(head, 2);
	say("  ");
	help_wrap(told, 2);
	if (!protocol)
		tell_defaults(row);
	if (row->argument && (row->type < OPTION_TEXT || row->type == OPTION_WORD)) {
		say("  %s is ", row->argument);
		help_wrap(expected, 2);
	}
	for (const struct option_choice *choice = row->choices; choice && choice->word; choice++)
		if (choice->title)
			help_beside(choice->word, choice->title);
	for (int i = 0; row == &cli_row.seat && i < SEAT_SETTINGS; i++)
		help_beside(seat_setting_rows[i].name, seat_setting_rows[i].help);
	if (help_group(row->group))
		say("  `%shelp %s` has the options beside it.\n", say_is_caught() ? "" : "ringside ",
		    help_group(row->group));
}

static void tell_option(const char *name, int *parts)
{
	const struct option_row *row;

	name += strncmp(name, "--", 2) == 0 ? 2 : 0;
	for (int i = 0; (row = cli_option_at(ON_ALL, NULL, i)); i++)
		if (strcmp(row->name, name) == 0)
			tell_row(row, NULL, parts);
	for (int k = 0; protocol_at(k); k++)
		for (const struct option_row *const *own = protocol_at(k)->options; *own; own++)
			if ((*own)->help && strcmp((*own)->name, name) == 0)
				tell_row(*own, protocol_at(k), parts);
}

static void tell_command(const char *name, int *parts)
{
	for (const struct subcommand *s = subcommands; s->name; s++)
		if (strcmp(s->name, name) == 0) {
			begin_part(parts);
			cli_print_help(s, NULL);
		}
}

static void tell_prompt_command(const char *name, int *parts)
{
	const struct command *command = command_named(name);
	const char *detail;

	if (!command || strcmp(command->name, name) != 0)
		return;
	begin_part(parts);
	say(":%s%s%s: command of the prompt\n  ", command->name, *command->arguments ? " " : "",
	    command->arguments);
	help_wrap(command->help, 2);
	for (int i = 0; (detail = detail_of(command, i)); i++) {
		say("  ");
		help_wrap(detail, 2);
	}
}

/* ---- names that the screen, the log and a verdict show ---- */

/* Takes a name: what it is, of which system (NULL: of all), and its text.  */
typedef void name_fn(void *user, const char *name, const char *what, const char *system, const char *text);

static void each_verdict_and_remark(name_fn *take, void *user)
{
	for (const struct reason *reason = shared_reasons; reason->word; reason++)
		if (reason->rule)
			take(user, reason->word, "reason of a verdict", NULL, reason->rule);
	for (enum event_kind kind = EVENT_NOTHING + 1; kind < EVENT_KIND_COUNT; kind++)
		take(user, event_name(kind), "what the log tells", NULL, event_sentence(kind));
	for (const struct fault_row *fault = event_faults; fault->name; fault++)
		take(user, fault->name, "fault", NULL, fault->phrase);
	for (int i = 0; protocols[i]; i++) {
		const struct protocol_texts *texts = protocols[i]->texts;
		const char *system = protocols[i]->name;

		for (const struct reason_row *row = texts->reasons; row && row->reason; row++)
			take(user, row->reason, "reason of a verdict", system, row->rule);
		for (const struct fault_row *row = texts->faults; row && row->name; row++)
			take(user, row->name, "fault", system, row->phrase);
		for (const struct notice_row *row = texts->notices; row && row->name; row++)
			take(user, row->name, "what the log tells", system, row->sentence);
	}
}

static void take_sign(name_fn *take, void *user, const struct sign *sign, const char *system)
{
	take(user, sign_text(sign), "sign", system, sign->meaning);
	if (sign->word)
		take(user, sign->word, "sign", system, sign->meaning);
}

static void each_board(name_fn *take, void *user)
{
	for (int i = 0; protocol_at(i); i++) {
		const char *system = protocol_at(i)->name;
		const struct sign *signs = board_named(system)->signs;

		for (const struct board_key *key = board_keys(system); key->key; key++)
			take(user, key->key, "key", system, key->help);
		for (const struct toggle *toggle = toggles_of(system); toggle->name; toggle++) {
			if (toggle->key)
				take(user, toggle->key, "key", system, toggle->help);
			take(user, toggle->name, "setting (:set)", system, toggle->help);
		}
		for (; signs && signs->meaning; signs++)
			take_sign(take, user, signs, system);
	}
}

static void each_name(name_fn *take, void *user)
{
	const struct binding *binding;
	const struct sign *sign;

	for (int i = 0; (binding = binding_at(i)); i++)
		take(user, binding->key, "key", NULL, binding->help);
	each_board(take, user);
	for (int i = 0; (sign = ui_sign_at(i)); i++)
		take_sign(take, user, sign, NULL);
	for (int i = 0; settings_rows[i].row; i++)
		take(user, settings_rows[i].row->name, "setting (:set)", NULL, settings_rows[i].row->help);
	for (int i = 0; condition_rows[i].name; i++)
		take(user, condition_rows[i].name, "field of conditions", NULL, condition_rows[i].help);
	for (int i = 0; i < SEAT_SETTINGS; i++)
		take(user, seat_setting_rows[i].name, "setting of a player (--seat-option)", NULL,
		     seat_setting_rows[i].help);
	each_verdict_and_remark(take, user);
}

struct asked {
	const char *name;
	int *parts;
	struct nearest *nearest;
};

/* A sentence of the log has "..." for what is known only then.  */
static void tell_name(void *user, const char *name, const char *what, const char *system, const char *text)
{
	const struct asked *asked = user;
	FREED_BY(bytes_free) struct bytes plain = {0};
	FREED char *head = bytes_text("%s: %s%s%s", name, what, system ? " of " : "", system ? system : "");

	if (strcmp(name, asked->name) != 0)
		return;
	begin_part(asked->parts);
	help_wrap(head, 2);
	bytes_add_text(&plain, "");
	for (; *text; text++) {
		bytes_add(&plain, *text == '{' ? "..." : text, *text == '{' ? 3 : 1);
		text += *text == '{' ? strcspn(text, "}") : 0;
	}
	bytes_add(&plain, "", 1);
	say("  ");
	help_wrap(plain.at, 2);
}

static void near_name(void *user, const char *name, const char *what UNUSED, const char *system UNUSED,
		      const char *text UNUSED)
{
	enum { LEAST = 3 }; /* one letter is near to each other one */
	struct asked *asked = user;

	if (strlen(name) >= LEAST)
		nearest_try(asked->nearest, name);
}

/* What was meant, perhaps.  The caller frees.  */
static char *question(const char *name)
{
	struct nearest nearest = nearest_to(name, strlen(name));
	const struct option_row *row;

	for (const struct subcommand *s = subcommands; s->name; s++)
		nearest_try(&nearest, s->name);
	for (const struct subject *s = subjects; s->name; s++)
		nearest_try(&nearest, s->name);
	for (int i = 0; help_manual[i][0]; i++)
		nearest_try(&nearest, help_manual[i][0]);
	for (int i = 0; protocol_at(i); i++)
		nearest_try(&nearest, protocol_at(i)->name);
	for (int k = 0; protocol_at(k); k++)
		for (int i = 0; (row = cli_option_at(ON_ALL, protocol_at(k), i)); i++)
			nearest_try(&nearest, row->name);
	for (int i = 0; command_at(i); i++)
		nearest_try(&nearest, command_at(i)->name);
	each_name(near_name, &(struct asked){.nearest = &nearest});
	return nearest_question(&nearest);
}

/* `ringside help play gomocup` is `ringside play gomocup --help`.  */
static bool tell_command_and_system(const char *name, const char *system)
{
	for (const struct subcommand *s = subcommands; s->name; s++)
		if (strcmp(s->name, name) == 0 && s->system != NO_SYSTEM && protocol_named(system)) {
			cli_print_help(s, protocol_named(system));
			return true;
		}
	return false;
}

/* All that there is about a name.  False: nothing.  */
static bool tell(const char *name, int *parts)
{
	int before = *parts;

	tell_command(name, parts);
	tell_system(name, parts);
	tell_subject(name, parts);
	tell_option(name, parts);
	tell_prompt_command(name, parts);
	tell_manual_page(name, parts);
	each_name(tell_name, &(struct asked){.name = name, .parts = parts});
	return *parts != before;
}

char *cli_page(const char *name)
{
	struct bytes text = {0};
	int parts = 0;

	say_into(&text);
	tell(name, &parts);
	say_into(NULL);
	while (text.size && text.at[text.size - 1] == '\n')
		text.at[--text.size] = '\0';
	return text.at;
}

int cli_help(struct invocation *invocation)
{
	int count = invocation->call.word_count, parts = 0;
	char *const *words = invocation->call.words;

	say_paged();
	if (count == 2 && tell_command_and_system(words[0], words[1]))
		return say_finish();
	if (!count)
		cli_print_help(NULL, NULL);
	for (int i = 0; i < count; i++) {
		if (!tell(words[i], &parts)) {
			FREED char *meant = question(words[i]);
			char *problem = bytes_text("there is no help about \"%s\"%s (ringside help lists the "
						   "names)",
						   words[i], meant);

			say_finish();
			return say_failure(problem, EXIT_USAGE);
		}
	}
	return say_finish();
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
	FREED char *tag = bytes_text("--%s", row->name), *text = help_told(row);

	print_tagged(tag, row->argument, text);
}

/* The keys and toggles of the board of one system.  */
static void print_manual_board(const char *system)
{
	say(".SS On the board of %s\n", system);
	for (const struct board_key *key = board_keys(system); key->key; key++)
		print_tagged(key->key, NULL, key->help);
	for (const struct toggle *toggle = toggles_of(system); toggle->name; toggle++) {
		FREED char *text = bytes_text("%s (:set %s)", toggle->help, toggle->name);

		if (toggle->key)
			print_tagged(toggle->key, NULL, text);
		else
			print_tagged(":set", toggle->name, toggle->help);
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
	FREED char *told = option_help(row), *expected = option_expected(row);
	bool has_words = row->type == OPTION_CHOICE && !strchr(row->argument, '|');
	FREED char *text = bytes_text("%s%s%s", told, has_words ? ": " : "", has_words ? expected : "");

	print_tagged(row->name, row->argument, text);
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
	const char *detail;
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
			print_tagged("--position", cli_row.position.argument,
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
		FREED char *names = command_names(c);

		print_tagged(names, c->arguments, c->help);
		for (int k = 0; (detail = detail_of(c, k)); k++) {
			say(".br\n");
			print_roff(detail);
			say(".\n");
		}
		print_manual_examples(c);
	}
	print_manual_config();
	say(".SH EXIT STATUS\n%s\n", help_status);
	say(".SH ENVIRONMENT\n"
	    ".TP\n.B NO_COLOR\nIf it is not empty, bold and reverse replace colours.\n"
	    ".TP\n.B COLORFGBG\nWhether the background is dark or light, if the terminal does not tell it.\n"
	    ".TP\n.B PAGER\nThe program through which a person reads ringside help; less without it.\n"
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
	for (int i = 0; help_manual[i][0]; i++)
		say("%s ringside-%s(7)", i ? "," : "", help_manual[i][0]);
	say(".\nThe systems:");
	for (int i = 0; protocol_at(i); i++)
		say("%s ringside-%s(7)", i ? "," : "", protocol_at(i)->name);
	say(".\n");
}
