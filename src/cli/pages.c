/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pages.c - `ringside help NAME`: all that the tables say about a name.
 *
 * A name may stand for several things, as play is a command of the shell and of the prompt: each is told.  */
#include "help.h"

#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/condition.h"
#include "ringside/installed.h"
#include "ringside/mistake.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>

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
		  "== != < <= > >= ~ && || ! ( ). A field refers to the seat of the message:",
		  0);
	for (int i = 0; condition_field_name(i); i++)
		help_beside(condition_field_name(i), condition_field_help(i));
	help_beside("last(CHANNEL)", "what the seat said or was told on that channel before this message");
	help_beside("count(COND)", "for how many messages COND held, since the condition was set");
	help_beside("since(COND)", "how many messages came after the last one for which COND held");
}

static void print_bugs(void)
{
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
		  "H asks an agent for a hint (--hint COMMAND names it), :resign and :draw end the game, A "
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
	help_option(&cli_option_screen, ON_ALL, NULL, true);
	help_option(&cli_option_speed, ON_ALL, NULL, true);
	help_option(&cli_option_theme, ON_ALL, NULL, true);
	help_option(&cli_option_layout, ON_ALL, NULL, true);
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

const char *help_subject(int i)
{
	return subjects[i].name;
}

const char *help_subject_title(int i)
{
	return subjects[i].title;
}

/* In the order of ringside(1).  */
static const char *const manual_pages[][2] = {
	{"playing", "watch a match, or play in it"},
	{"config", "what ringside remembers for you"},
	{"debugging", "stop, look inside, change, compare"},
	{"checking", "agents under test"},
	{"stories", "one command for each bug"},
	{"series", "many games without a screen"},
	{"tally", "the tables of a tournament"},
	{"sandbox", "agents in a sandbox"},
	{"verdicts", "how a match ends, and why"},
	{"files", "games of other programs"},
	{"match-file", "one match in an SQLite database"},
	{"json", "games and matches for programs"},
	{"scripts", "commands without a keyboard"},
	{"themes", "how the screen looks"},
	{"tournaments", "many players"},
	{0},
};

const char *help_manual_page(int i)
{
	return manual_pages[i][0];
}

const char *help_manual_title(int i)
{
	return manual_pages[i][1];
}

/* Names a page of the manual, and the file that has it.  */
static void tell_more(const char *page)
{
	char *file = installed_page(page);

	say("\nMore: ringside-%s(7)\n", page);
	if (file)
		say("      %s\n", file);
	free(file);
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
	for (int i = 0; manual_pages[i][0]; i++) {
		if (strcmp(manual_pages[i][0], name) != 0)
			continue;
		begin_part(parts);
		say("%s: page of the manual: %s\n", name, manual_pages[i][1]);
		tell_more(name);
	}
}

static void tell_system(const char *name, int *parts)
{
	const struct protocol *protocol = protocol_named(name);
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
	say(say_is_caught() ? "\nringside play %s --help lists all.\n"
			    : "\n`ringside play %s --help` lists all.\n",
	    protocol->name);
	tell_more(protocol->name);
}

/* The systems in which an option has another default than the one that was told.  */
static void tell_defaults(const struct option_row *row)
{
	for (int i = 0; protocols[i]; i++) {
		struct option_row usual = help_row_in(row, protocols[i]);
		char *words = usual.value != row->value ? option_default(&usual) : NULL;

		if (words)
			say("  in %s [%s]\n", protocols[i]->name, words);
		free(words);
	}
}

/* An option of a system, or (NULL) of the commands that take it.  */
static void tell_row(const struct option_row *row, const struct protocol *protocol, int *parts)
{
	char *expected = option_expected(row), *told = option_help(row);
	bool everywhere = (cli_takers(row) & ON_ALL) == ON_ALL;
	char *takers = protocol || everywhere ? NULL : help_takers(row);
	char *head = bytes_text("--%s%s%s: option of %s", row->name, row->argument ? " " : "",
				row->argument ? row->argument : "",
				protocol     ? protocol->name
				: everywhere ? "every command"
					     : takers);

	begin_part(parts);
	help_wrap(head, 2);
	free(head);
	free(takers);
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
	for (int i = 0; row == &cli_option_seat && i < SEAT_SETTINGS; i++)
		help_beside(seat_setting_rows[i].name, seat_setting_rows[i].help);
	if (help_group(row->group))
		say("  `%shelp %s` has the options beside it.\n", say_is_caught() ? "" : "ringside ",
		    help_group(row->group));
	free(expected);
	free(told);
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

	if (!command || strcmp(command->name, name) != 0)
		return;
	begin_part(parts);
	say(":%s%s%s: command of the prompt\n  ", command->name, *command->arguments ? " " : "",
	    command->arguments);
	help_wrap(command->help, 2);
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
	for (int i = 0; manual_pages[i][0]; i++)
		nearest_try(&nearest, manual_pages[i][0]);
	for (int i = 0; protocol_at(i); i++)
		nearest_try(&nearest, protocol_at(i)->name);
	for (int k = 0; protocol_at(k); k++)
		for (int i = 0; (row = cli_option_at(ON_ALL, protocol_at(k), i)); i++)
			nearest_try(&nearest, row->name);
	for (int i = 0; command_at(i); i++)
		nearest_try(&nearest, command_at(i)->name);
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
	int count = invocation->word_count, parts = 0;
	char *const *words = invocation->words;

	if (count == 2 && tell_command_and_system(words[0], words[1]))
		return say_finish();
	if (!count)
		cli_print_help(NULL, NULL);
	for (int i = 0; i < count; i++) {
		if (!tell(words[i], &parts)) {
			char *meant = question(words[i]);
			char *problem = bytes_text("there is no help about \"%s\"%s (ringside help lists the "
						   "names)",
						   words[i], meant);

			free(meant);
			return say_failure(problem, EXIT_USAGE);
		}
	}
	return say_finish();
}
