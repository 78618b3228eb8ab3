/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* config.c - reads the config file, checks all of it, and gives it to those whom it concerns.
 *
 * [screen] sets rows of settings.h and what boards show, [keys] gives keys their lines, [all] and [SYSTEM]
 * are options of the command line, [player NAME] is a player for @NAME. The command line wins: what it says
 * is never replaced. The whole file is checked, whatever the subcommand uses of it.  */
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/config_file.h"
#include "ringside/ini.h"
#include "ringside/named_player.h"
#include "ringside/nearest.h"
#include "ringside/toggle.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLAYER "player "

struct config {
	struct invocation *invocation;
	const char *path;
	struct ini_file file;
	struct place at;          /* where the entry is wrong that was taken last */
	struct options_said said; /* by the command line */
	int given_count;          /* the same of the system's options: the first of the setup's */
};

/* Says that there is nothing of that name, and what was perhaps meant.  */
static char *unknown(const char *what, const char *name, const struct nearest *nearest, const char *expected)
{
	char *question = nearest_question(nearest), *shown = bytes_escaped(name, strlen(name));
	char *why = bytes_text("there is no %s \"%s\"%s%s%s", what, shown, question,
			       *question ? "" : ": expected ", *question ? "" : expected);

	free(shown);
	free(question);
	return why;
}

static struct setting_source source_of(const struct ini_entry *entry)
{
	return (struct setting_source){.origin = SETTING_FILE, .line = entry->at.line};
}

/* ---- [screen] ---- */

/* The i-th toggle of all systems; NULL past the last.  */
static const struct toggle *toggle_at(int i)
{
	for (int n = 0; protocol_at(n); n++)
		for (const struct toggle *toggle = toggles_of(protocol_at(n)->name); toggle->name; toggle++)
			if (i-- == 0)
				return toggle;
	return NULL;
}

static char *take_toggle(struct config *config, const struct ini_entry *entry, const struct toggle *toggle)
{
	bool on;

	config->at = entry->value_at;
	if (!settings_toggle_state(toggle, entry->value, &on))
		return bytes_text("%s: expected %s or %s, not \"%s\"", entry->name,
				  settings_toggle_word(toggle, true), settings_toggle_word(toggle, false),
				  entry->value);
	settings_toggle(&config->invocation->settings, toggle->name, on, source_of(entry));
	return NULL;
}

static char *take_screen(struct config *config, const struct ini_entry *entry)
{
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));
	const struct toggle *toggle;
	char *problem, *why;

	for (int i = 0; settings_rows[i].row; i++) {
		nearest_try(&nearest, settings_rows[i].row->name);
		if (strcmp(settings_rows[i].row->name, entry->name) != 0)
			continue;
		config->at = entry->value_at;
		problem = settings_set(&config->invocation->settings, i, entry->value, source_of(entry));
		why = problem ? bytes_text("%s: %s", entry->name, problem) : NULL;
		free(problem);
		return why;
	}
	for (int i = 0; (toggle = toggle_at(i)); i++) {
		nearest_try(&nearest, toggle->name);
		if (strcmp(toggle->name, entry->name) == 0)
			return take_toggle(config, entry, toggle);
	}
	return unknown("setting", entry->name, &nearest, "one that `:set` lists");
}

/* ---- [keys] ---- */

static char *take_key(struct config *config, const struct ini_entry *entry)
{
	const char *key = binding_key(entry->name);
	struct nearest nearest;
	const struct command *command;
	char *line, *word, *why = NULL;

	if (!key)
		return bytes_text("\"%s\" is no key: expected a character, ^X, F1 to F12, space, tab, left, "
				  "pageup, colon and so on",
				  entry->name);
	config->at = entry->value_at;
	line = binding_line(entry->value);
	word = bytes_copy(line, strcspn(line, " "));
	if (*word && !command_named(word)) {
		nearest = nearest_to(word, strlen(word));
		for (int i = 0; (command = command_at(i)); i++)
			nearest_try(&nearest, command->name);
		why = unknown("command", word, &nearest, "one that `:help` lists");
	} else {
		binding_set(key, line);
	}
	free(word);
	free(line);
	return why;
}

/* ---- [all] and [SYSTEM] ---- */

/* A switch of the config says yes or no, and the command line only yes.  */
static bool is_no(const char *text)
{
	return strcmp(text, "no") == 0 || strcmp(text, "off") == 0;
}

static const char *switch_text(const char *text)
{
	return strcmp(text, "on") == 0 ? "yes" : text;
}

static const struct option_row *option_row(const struct protocol *protocol, const char *name)
{
	const struct option_place *place = cli_option_named(IN_CONFIG, name, strlen(name));

	return place ? place->row : cli_option_of(protocol, name, strlen(name));
}

static char *unknown_option(const struct protocol *protocol, const struct ini_entry *entry)
{
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));

	for (const struct option_place *place = cli_options; place->row; place++)
		if (place->row->takers & IN_CONFIG)
			nearest_try(&nearest, place->row->name);
	for (const struct option_row *const *row = protocol ? protocol->options : NULL; row && *row; row++)
		if ((*row)->help)
			nearest_try(&nearest, (*row)->name);
	return unknown("option", entry->name, &nearest, "one of `ringside play --help`, without the dashes");
}

static char *check_option(struct config *config, const struct protocol *protocol,
			  const struct ini_entry *entry)
{
	const struct option_row *row = option_row(protocol, entry->name);
	bool general = row && cli_option_named(IN_CONFIG, entry->name, strlen(entry->name));
	char *expected, *why;
	int64_t value;

	if (!row)
		return unknown_option(protocol, entry);
	if (settings_named(entry->name, strlen(entry->name)) >= 0 && general)
		return bytes_text("%s belongs to [screen]", entry->name);
	if (general && !(row->takers & IN_CONFIG))
		return bytes_text("--%s is for one command only: give it there", entry->name);
	config->at = entry->value_at;
	if (row->type == OPTION_SWITCH && is_no(entry->value))
		return NULL;
	if (option_value(row, row->type == OPTION_SWITCH ? switch_text(entry->value) : entry->value, &value))
		return NULL;
	expected = row->type == OPTION_SWITCH ? bytes_text("expected yes or no, not \"%s\"", entry->value)
					      : settings_refusal(row, entry->value);
	why = bytes_text("%s: %s", entry->name, expected);
	free(expected);
	return why;
}

/* Is the entry for this invocation, and not said by its command line? A recorded match decides its options.
 */
static bool is_wanted(const struct config *config, const struct option_place *place, const char *name)
{
	const struct invocation *invocation = config->invocation;
	const struct setup *setup = &invocation->session.setup;

	if (place) {
		bool of_match = !place->size && !setup_is_limit(place->row);

		return invocation->subcommand && place->row->takers & invocation->subcommand->bit &&
		       !config->said.at[place - cli_options] && !(invocation->from && of_match);
	}
	for (int i = 0; i < config->given_count; i++)
		if (strcmp(setup->options[i].name, name) == 0)
			return false;
	return invocation->protocol && !invocation->from;
}

static char *apply_option(struct config *config, const struct ini_entry *entry)
{
	struct invocation *invocation = config->invocation;
	const struct option_place *place = cli_option_named(IN_CONFIG, entry->name, strlen(entry->name));
	const struct option_row *row = option_row(invocation->protocol, entry->name);
	bool is_switch = row && row->type == OPTION_SWITCH;

	config->at = entry->value_at;
	if (!row || !is_wanted(config, place, entry->name))
		return NULL;
	if (is_switch && is_no(entry->value)) {
		if (!place)
			setup_unset(&invocation->session.setup, entry->name);
		else if (place->size)
			option_store(place, invocation, false, NULL);
		return NULL;
	}
	if (place)
		return cli_store(invocation, place, is_switch ? "yes" : entry->value);
	return setup_set(&invocation->session.setup, entry->name, is_switch ? "yes" : entry->value);
}

/* [all] first: the system's own section wins, wherever it stands.  */
static char *apply_options(struct config *config)
{
	const char *const sections[] = {
		"all", config->invocation->protocol ? config->invocation->protocol->name : "all"};
	char *problem = NULL, *why;

	for (size_t s = 0; s < sizeof(sections) / sizeof(sections[0]) && !problem; s++)
		for (int i = 0; i < config->file.count && !problem; i++) {
			const struct ini_entry *entry = &config->file.entries[i];

			if (strcmp(entry->section, sections[s]) == 0 && (why = apply_option(config, entry)))
				problem = place_problem(config->path, config->at, why);
		}
	return problem;
}

/* ---- [player NAME] ---- */

/* A path that may begin with ~/ .  */
static char *expanded(const char *path)
{
	const char *home = getenv("HOME");

	return strncmp(path, "~/", 2) == 0 && home ? bytes_text("%s%s", home, path + 1)
						   : bytes_text("%s", path);
}

static bool is_player_name(const char *name)
{
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("-_.+", *c))
			return false;
	return *name;
}

/* Appends a line, or puts the first one; frees the text.  */
static void append(char **to, const char *between, char *text)
{
	char *both = *to ? bytes_text("%s%s%s", *to, between, text) : bytes_text("%s", text);

	free(*to);
	free(text);
	*to = both;
}

static char *take_folder(struct named_player *player, const char *value)
{
	char *folder = expanded(value), *why = NULL;

	if (*folder != '/')
		why = bytes_text("folder: expected a full path, or one that begins with ~/, not \"%s\"",
				 value);
	free(player->folder);
	player->folder = folder;
	return why;
}

static char *take_system(struct named_player *player, const char *value)
{
	struct nearest nearest = nearest_to(value, strlen(value));

	for (int i = 0; protocol_at(i); i++)
		nearest_try(&nearest, protocol_at(i)->name);
	if (!protocol_named(value))
		return unknown("system", value, &nearest, "one that `ringside list` names");
	free(player->system);
	player->system = bytes_text("%s", value);
	return NULL;
}

/* A limit of a player is an option that the match has too.  */
static char *take_limit(char **limit, const struct option_row *row, const struct ini_entry *entry)
{
	char *expected, *why;
	int64_t ns;

	if (!option_value(row, entry->value, &ns)) {
		expected = option_expected(row);
		why = bytes_text("%s: expected %s, not \"%s\"", entry->name, expected, entry->value);
		free(expected);
		return why;
	}
	free(*limit);
	*limit = bytes_text("%s", entry->value);
	return NULL;
}

/* A value without the quotes around it.  The caller frees.  */
static char *unquoted(const char *value)
{
	size_t size = strlen(value);
	bool quotes = size >= 2 && strchr("\"'", *value) && value[size - 1] == *value;

	return bytes_copy(value + quotes, size - 2 * (size_t)quotes);
}

/* "env NAME" is a variable of the player's environment.  */
static char *take_variable(struct named_player *player, const struct ini_entry *entry)
{
	const char *name = entry->name + 4 + strspn(entry->name + 4, " \t");
	char *value;

	if (!*name || isdigit((unsigned char)*name) ||
	    name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")])
		return bytes_text("env: expected the name of a variable, not \"%s\"", name);
	value = unquoted(entry->value);
	bytes_addf(&player->environment, "%s=%s", name, value);
	bytes_add(&player->environment, "", 1);
	free(value);
	return NULL;
}

static char *take_player(struct config *config, const struct ini_entry *entry, const char *name)
{
	static const char *const words[] = {"command",   "system",     "folder",   "info",
					    "turn-time", "match-time", "env NAME", NULL};
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));
	struct named_player *player;

	config->at = entry->section_at;
	if (!is_player_name(name))
		return bytes_text("a player's name has letters, digits, - _ . and +, not \"%s\"", name);
	player = named_player_made(name);
	config->at = entry->value_at;
	if (strcmp(entry->name, "command") == 0) {
		append(&player->command, " ",
		       player->command ? bytes_text("%s", entry->value) : expanded(entry->value));
		return *player->command ? NULL : bytes_text("command: expected a command line");
	}
	if (strcmp(entry->name, "info") == 0) {
		append(&player->info, "; ", bytes_text("%s", entry->value));
		return NULL;
	}
	if (strcmp(entry->name, "folder") == 0)
		return take_folder(player, entry->value);
	if (strcmp(entry->name, "system") == 0)
		return take_system(player, entry->value);
	if (strcmp(entry->name, option_turn_time.name) == 0)
		return take_limit(&player->turn_time, &option_turn_time, entry);
	if (strcmp(entry->name, option_match_time.name) == 0)
		return take_limit(&player->match_time, &option_match_time, entry);
	if (strncmp(entry->name, "env ", 4) == 0)
		return take_variable(player, entry);
	config->at = entry->at;
	for (const char *const *word = words; *word; word++)
		nearest_try(&nearest, *word);
	return unknown("entry", entry->name, &nearest,
		       "command, system, folder, info, turn-time, match-time or env NAME");
}

/* Each player needs a command.  */
static char *check_players(const struct config *config)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++)
		for (int k = 0; !player->command && k < config->file.count; k++) {
			const struct ini_entry *entry = &config->file.entries[k];

			if (strncmp(entry->section, PLAYER, strlen(PLAYER)) == 0 &&
			    strcmp(entry->section + strlen(PLAYER), player->name) == 0)
				return place_problem(config->path, entry->section_at,
						     bytes_text("[player %s] has no command: expected "
								"command = PROGRAM",
								player->name));
		}
	return NULL;
}

/* ---- the file ---- */

static char *take_entry(struct config *config, const struct ini_entry *entry)
{
	static const char *const words[] = {"screen", "keys", "all", "player NAME", NULL};
	const char *section = entry->section;
	const struct protocol *protocol = protocol_named(section);
	struct nearest nearest = nearest_to(section, strlen(section));

	config->at = entry->at;
	if (strcmp(section, "screen") == 0)
		return take_screen(config, entry);
	if (strcmp(section, "keys") == 0)
		return take_key(config, entry);
	if (strcmp(section, "all") == 0 || protocol)
		return check_option(config, protocol, entry);
	if (strncmp(section, PLAYER, strlen(PLAYER)) == 0)
		return take_player(config, entry, section + strlen(PLAYER));
	for (const char *const *word = words; *word; word++)
		nearest_try(&nearest, *word);
	for (int i = 0; protocol_at(i); i++)
		nearest_try(&nearest, protocol_at(i)->name);
	config->at = entry->section_at.line ? entry->section_at : entry->at;
	return unknown("section", section, &nearest, "[screen], [keys], [all], a system or [player NAME]");
}

static char *take_file(struct config *config)
{
	char *problem = ini_file_read(config->path, &config->file), *why;

	for (int i = 0; i < config->file.count && !problem; i++)
		if ((why = take_entry(config, &config->file.entries[i])))
			problem = place_problem(config->path, config->at, why);
	if (!problem)
		problem = check_players(config);
	if (!problem)
		problem = apply_options(config);
	ini_file_free(&config->file);
	return problem;
}

/* What the command line says of the screen wins.  */
static void take_said(struct invocation *invocation)
{
	struct settings *settings = &invocation->settings;

	if (cli_said(invocation, &cli_option_theme))
		settings_note(settings, "theme", invocation->theme, SETTING_OPTION);
	if (cli_said(invocation, &cli_option_layout))
		settings_note(settings, "layout", invocation->layout, SETTING_OPTION);
	if (cli_said(invocation, &cli_option_no_color))
		settings_note(settings, "colour", "off", SETTING_OPTION);
	if (cli_said(invocation, &cli_option_no_mouse))
		settings_note(settings, "mouse", "off", SETTING_OPTION);
}

char *cli_config(struct invocation *invocation)
{
	bool named = invocation->config && *invocation->config && !invocation->no_config;
	struct config config = {.invocation = invocation,
				.given_count = invocation->session.setup.option_count};
	char *problem = NULL, *with_hint;

	config.said = invocation->said;
	if (named)
		invocation->settings.path = bytes_text("%s", invocation->config);
	else if (!invocation->config && !invocation->no_config)
		invocation->settings.path = config_file_path();
	config.path = invocation->settings.path;
	if (config.path && (named || access(config.path, F_OK) == 0)) {
		problem = config_file_distrust(config.path);
		if (!problem)
			problem = take_file(&config);
	}
	take_said(invocation);
	if (!problem)
		return NULL;
	with_hint = bytes_text("%s\n--no-config goes on without the config", problem);
	free(problem);
	return with_hint;
}
