/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* parse.c - the table of subcommands, and the parser of the command line.  */
#include "cpus.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/named_player.h"
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const struct subcommand subcommands[] = {
	{"play", ON_PLAY, "SYSTEM [OPTIONS] PLAYER1 PLAYER2", "watch, debug or play a match on the screen",
	 NAMES_SYSTEM, 2, 2, cli_play},
	{"run", ON_RUN, "SYSTEM [OPTIONS] PLAYER1 PLAYER2",
	 "play matches without a screen; print one line per game", NAMES_SYSTEM, 2, 2, cli_run},
	{"open", ON_OPEN, "[OPTIONS] FILE",
	 "look at a match file, even while it is being written, or at a file of another program; FILE:3 is "
	 "its third game, and - reads such a file from stdin",
	 NO_SYSTEM, 1, 1, cli_open},
	{"rerun", ON_RERUN, "[OPTIONS] FILE... [COMMAND]",
	 "replay a match file to a new build of an agent; show which answers differ, the times of both "
	 "builds, and how it ended. Without COMMAND the recorded command runs again. Several match files, "
	 "such as "
	 "m-1.ringside m-2.ringside, are games that one process played in this "
	 "order. Exit status: 0 no difference, 1 differences, 2 wrong usage or a file that cannot be "
	 "replayed, or not to its end because it has a gap, 3 COMMAND could not be started, 4 the agent "
	 "crashed, left, hung or was too late, with or without differences",
	 NO_SYSTEM, 1, INT_MAX, cli_rerun},
	{"export", ON_EXPORT, "[OPTIONS] FILE",
	 "write a match in the format of another program; FILE is as in open", NO_SYSTEM, 1, 1, cli_export},
	{"diff", ON_DIFF, "[OPTIONS] FILE1 FILE2",
	 "show where two matches differ: turns, times, verdicts. Reads match files and files of other "
	 "programs. Exit status: 0 no difference, 1 differences, 2 they cannot be compared, "
	 "or not to their end because a file has a gap",
	 NO_SYSTEM, 2, 2, cli_diff},
	{"rules", ON_RULES, "SYSTEM [OPTIONS] --position MOVES", "print what the rules say of a position",
	 NAMES_SYSTEM, 0, 0, cli_rules},
	{"list", ON_LIST, "", "list systems, games, samples, formats and themes", NO_SYSTEM, 0, 0, cli_list},
	{"demo", ON_DEMO, "[SYSTEM] [OPTIONS]", "watch the bundled samples play", MAY_NAME_SYSTEM, 0, 0,
	 cli_demo},
	{0},
};

static char *unknown_option(const struct invocation *invocation, const char *name, size_t size)
{
	const struct subcommand *subcommand = invocation->subcommand;
	const char *system = invocation->protocol ? invocation->protocol->name : "";
	char *command = bytes_text("%s%s%s", subcommand ? subcommand->name : "", *system ? " " : "", system);
	char *problem = bytes_text("%s has no option --%.*s (see ringside %s%s--help)",
				   subcommand ? command : "ringside", (int)size, name, command,
				   subcommand ? " " : "");

	free(command);
	return problem;
}

static char *take_option(struct invocation *invocation, int argc, char **argv, int *i)
{
	const struct subcommand *subcommand = invocation->subcommand;
	const char *name = argv[*i] + 2, *equals = strchr(name, '='), *text = equals ? equals + 1 : NULL;
	size_t size = equals ? (size_t)(equals - name) : strlen(name);
	const struct option_place *option = cli_option_named(name, size);
	const struct option_row *row = option ? option->row : cli_option_of(invocation->protocol, name, size);

	if (!row || (option && subcommand && !(row->takers & subcommand->bit)))
		return unknown_option(invocation, name, size);
	if (!row->argument && text)
		return bytes_text("--%s takes no value", row->name);
	if (row->argument && !text) {
		if (*i + 1 >= argc)
			return bytes_text("--%s needs a value: --%s %s", row->name, row->name, row->argument);
		text = argv[++*i];
	}
	if (!text)
		text = "yes";
	return option ? cli_store(invocation, option, text)
		      : setup_set(&invocation->session.setup, row->name, text);
}

static void set_system(struct invocation *invocation, const struct protocol *protocol)
{
	invocation->protocol = protocol;
	invocation->session.setup.system = protocol->name;
}

static char *choose_subcommand(struct invocation *invocation, const char *word)
{
	for (const struct subcommand *s = subcommands; s->name; s++)
		if (strcmp(s->name, word) == 0) {
			invocation->subcommand = s;
			if (s->system == MAY_NAME_SYSTEM)
				set_system(invocation, protocol_at(0));
			return NULL;
		}
	return bytes_text("there is no command \"%s\" (see ringside --help)", word);
}

static char *choose_system(struct invocation *invocation, const char *word)
{
	const struct protocol *protocol = protocol_named(word);
	struct bytes names = {0};
	char *problem;

	invocation->system_named = true;
	if (protocol) {
		set_system(invocation, protocol);
		return NULL;
	}
	for (int i = 0; protocol_at(i); i++)
		bytes_addf(&names, "%s%s", i ? ", " : "", protocol_at(i)->name);
	problem = bytes_text("there is no system \"%s\": expected one of %s", word, names.at);
	bytes_free(&names);
	return problem;
}

/* The second player is optional if one can play alone.  */
static int words_least(const struct invocation *invocation)
{
	const struct subcommand *subcommand = invocation->subcommand;
	bool players = subcommand->bit & (ON_PLAY | ON_RUN);

	return players && invocation->protocol->alone ? 1 : subcommand->words_min;
}

/* Sets limits that are not given to the defaults of the system.  */
static void settle_limits(const struct invocation *invocation, struct setup *setup)
{
	int64_t turn = setup->turn_limit, tolerance = setup->tolerance;

	if (invocation->protocol)
		protocol_usual(invocation->protocol, setup);
	if (cli_said(invocation, &option_turn_time))
		setup->turn_limit = turn;
	if (cli_said(invocation, &option_tolerance))
		setup->tolerance = tolerance;
}

/* Sets all defaults.  */
static void init(struct invocation *invocation)
{
	*invocation = (struct invocation){.script = script_new()};
	settings_init(&invocation->settings);
	setup_init(&invocation->session.setup);
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size)
			option_store(place, invocation, place->row->value, place->row->text);
}

char *cli_parse(struct invocation *invocation, int argc, char **argv)
{
	bool words_only = false;
	char *problem = NULL;

	init(invocation);
	invocation->words = bytes_new((size_t)argc * sizeof(char *));
	for (int i = 1; i < argc && !problem; i++) {
		const char *word = argv[i];

		if (!words_only && strcmp(word, "-o") == 0)
			word = argv[i] = "--output";
		if (!words_only && strcmp(word, "-x") == 0)
			word = argv[i] = "--execute";
		if (!words_only && strcmp(word, "--") == 0)
			words_only = true;
		else if (!words_only && strcmp(word, "-h") == 0)
			invocation->help = true;
		else if (!words_only && strcmp(word, "-V") == 0)
			invocation->version = true;
		else if (!words_only && strncmp(word, "--", 2) == 0)
			problem = take_option(invocation, argc, argv, &i);
		else if (!words_only && word[0] == '-' && word[1] && word[1] != ':')
			problem = bytes_text(
				"there is no option %s: options begin with two dashes (see --help)", word);
		else if (!invocation->subcommand)
			problem = choose_subcommand(invocation, word);
		else if (invocation->subcommand->system != NO_SYSTEM && !invocation->system_named)
			problem = choose_system(invocation, word);
		else
			invocation->words[invocation->word_count++] = argv[i];
	}
	settle_limits(invocation, &invocation->session.setup);
	return problem;
}

bool cli_only_tells(const struct invocation *invocation)
{
	return invocation->help || invocation->version || invocation->manual || invocation->completion;
}

char *cli_check(const struct invocation *invocation)
{
	if (!invocation->subcommand)
		return bytes_text("no command is given (see ringside --help)");
	if ((invocation->subcommand->system == NAMES_SYSTEM && !invocation->protocol) ||
	    invocation->word_count < words_least(invocation))
		return bytes_text("an argument is missing: ringside %s %s", invocation->subcommand->name,
				  invocation->subcommand->arguments);
	if (invocation->session.sandbox_bind && !invocation->session.sandbox && !invocation->sandbox_auto &&
	    !invocation->sandbox_show)
		return bytes_text("--sandbox-bind needs a sandbox: add --sandbox");
	if (invocation->batch && !invocation->scripted)
		return bytes_text("--batch needs a script: add --script FILE or "
				  "-x COMMAND");
	if (invocation->word_count > invocation->subcommand->words_max)
		return bytes_text("\"%s\" is one word too many: ringside %s%s%s%s",
				  invocation->words[invocation->subcommand->words_max],
				  invocation->subcommand->name, *invocation->subcommand->arguments ? " " : "",
				  invocation->subcommand->arguments,
				  invocation->subcommand->bit & (ON_PLAY | ON_RUN)
					  ? " (a player with arguments is one word: quote it)"
					  : "");
	return NULL;
}

void cli_free(struct invocation *invocation)
{
	setup_free(&invocation->session.setup);
	settings_free(&invocation->settings);
	named_players_free();
	bindings_reset();
	cpus_free(invocation->session.cpus);
	script_free(invocation->script);
	free(invocation->words);
	free(invocation->from_path);
	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->size && option_is_text(place->row))
			option_store(place, invocation, 0, NULL);
}
