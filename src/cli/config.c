/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* config.c - reads the config file, checks all of it, and gives it to those whom it concerns.
 *
 * [screen] sets rows of settings.h and what boards show, [keys] gives keys their lines, [all] and [SYSTEM]
 * are options of the command line, [player NAME] is a player for @NAME. The command line wins: what it says
 * is never replaced. The whole file is checked, whatever the subcommand uses of it.
 *
 * [tap] says what `ringside tap` stands before when its command line does not; so does a file beside
 * ringside-tap, which is read before.  A tournament file is read before, too: its [tournament] has options
 * and names players.  */
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "ringside/cli.h"
#include "ringside/command.h"
#include "ringside/ini.h"
#include "ringside/mistake.h"
#include "ringside/named_player.h"
#include "ringside/protocol.h"
#include "ringside/sh_words.h"
#include "ringside/trust.h"
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- [player NAME], of tournament files, too ---- */

#define PLAYER_SECTION "player "
#define TAP_SECTION    "tap"

/* Says that there is nothing of that name, and what was perhaps meant.  */
static char *unknown(const char *what, const char *name, const struct nearest *nearest, const char *expected)
{
	FREED char *question = nearest_question(nearest), *shown = bytes_escaped(name, strlen(name));
	char *why = bytes_text("there is no %s \"%s\"%s%s%s", what, shown, question,
			       *question ? "" : ": expected ", *question ? "" : expected);

	return why;
}

static bool is_player_entry(const struct ini_entry *entry)
{
	return strncmp(entry->section, PLAYER_SECTION, strlen(PLAYER_SECTION)) == 0;
}

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

/* A value without the quotes around it.  The caller frees.  */
static char *unquoted(const char *value)
{
	size_t size = strlen(value);
	bool quotes = size >= 2 && strchr("\"'", *value) && value[size - 1] == *value;

	return bytes_copy(value + quotes, size - 2 * (size_t)quotes);
}

/* The name of the setting in an entry; that of a variable follows it.  */
static size_t setting_size(const struct ini_entry *entry)
{
	return strncmp(entry->name, "env ", 4) == 0 ? 3 : strlen(entry->name);
}

/* "env NAME = VALUE" is a variable of the player's environment.  */
static char *take_setting(struct named_player *player, enum seat_setting setting,
			  const struct ini_entry *entry)
{
	const char *name = entry->name + setting_size(entry);
	char *value, *variable, *problem = NULL;

	if (setting == SEAT_ENV) {
		value = unquoted(entry->value);
		variable = bytes_text("%s=%s", name + strspn(name, " \t"), value);
		problem = seat_setting_take(&player->settings, setting, variable);
		free(variable);
		free(value);
		return problem;
	}
	value = setting == SEAT_FOLDER ? expanded(entry->value) : bytes_text("%s", entry->value);
	if (setting == SEAT_FOLDER && *value != '/')
		problem = bytes_text("folder: expected a full path, or one that begins with ~/, not \"%s\"",
				     entry->value);
	if (!problem)
		problem = seat_setting_take(&player->settings, setting, value);
	free(value);
	return problem;
}

/* What there can be, in words; the caller frees.  Tries their names.  */
static char *words_of(struct nearest *nearest)
{
	struct bytes words = {0};

	bytes_add_text(&words, "command, system");
	nearest_try(nearest, "command");
	nearest_try(nearest, "system");
	for (int i = 0; i < SEAT_SETTINGS; i++) {
		nearest_try(nearest, i == SEAT_ENV ? "env NAME" : seat_setting_rows[i].name);
		bytes_addf(&words, "%s%s%s", i + 1 < SEAT_SETTINGS ? ", " : " or ", seat_setting_rows[i].name,
			   i == SEAT_ENV ? " NAME" : "");
	}
	return words.at;
}

/* Takes an entry of a section of a player.  A player that another file has named before stays as it is. NULL,
 * or what is wrong, and *at: where.  */
static char *player_entry(const struct ini_entry *entry, const char *path, struct location *at)
{
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));
	const char *name = entry->section + strlen(PLAYER_SECTION);
	enum seat_setting setting = seat_setting_named(entry->name, setting_size(entry));
	struct named_player *player;
	char *words, *problem;

	*at = entry->section_at;
	if (!is_player_name(name))
		return bytes_text("a player's name has letters, digits, - _ . and +, not \"%s\"", name);
	player = named_player_made(name);
	if (player->file && strcmp(player->file, path) != 0)
		return NULL;
	if (!player->file)
		player->file = bytes_text("%s", path);
	*at = entry->value_at;
	if (strcmp(entry->name, "command") == 0) {
		append(&player->command, " ",
		       player->command ? bytes_text("%s", entry->value) : expanded(entry->value));
		return *player->command ? NULL : bytes_text("command: expected a command line");
	}
	if (strcmp(entry->name, "system") == 0)
		return take_system(player, entry->value);
	if (setting < SEAT_SETTINGS && (setting != SEAT_ENV || entry->name[3]))
		return take_setting(player, setting, entry);
	*at = entry->at;
	words = words_of(&nearest);
	problem = unknown("entry", entry->name, &nearest, words);
	free(words);
	return problem;
}

/* NULL, or which player of the file has no command.  */
static char *players_problem(const struct ini_file *file, const char *path)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++)
		for (int k = 0; !player->command && k < file->count; k++) {
			const struct ini_entry *entry = &file->entries[k];

			if (is_player_entry(entry) &&
			    strcmp(entry->section + strlen(PLAYER_SECTION), player->name) == 0)
				return location_problem(path, entry->section_at,
							bytes_text("[player %s] has no command: expected "
								   "command = PROGRAM",
								   player->name));
		}
	return NULL;
}

struct config {
	struct invocation *invocation;
	const char *path;
	struct ini_file file;
	struct location at;       /* where the entry is wrong that was taken last */
	bool taps;                /* [tap] says what to tap */
	struct options_said said; /* by the command line */
	int given_count;          /* the same of the system's options: the first of the setup's */
};

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
	settings_toggle(&config->invocation->call.settings, toggle->name, on, source_of(entry));
	return NULL;
}

static char *take_screen(struct config *config, const struct ini_entry *entry)
{
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));
	const struct toggle *toggle;

	for (int i = 0; settings_rows[i].row; i++) {
		nearest_try(&nearest, settings_rows[i].row->name);
		if (strcmp(settings_rows[i].row->name, entry->name) != 0)
			continue;
		config->at = entry->value_at;
		return bytes_behind(
			settings_set(&config->invocation->call.settings, i, entry->value, source_of(entry)),
			"%s: ", entry->name);
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

static const struct option_row *option_row(unsigned taker, const struct protocol *protocol, const char *name)
{
	const struct option_place *place = cli_option_named(taker, name, strlen(name));

	return place ? place->row : match_system_row(protocol, name, strlen(name));
}

static char *unknown_option(unsigned taker, const struct protocol *protocol, const struct ini_entry *entry)
{
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));
	FREED char *expected = NULL;

	for (const struct option_place *place = cli_options; place->row; place++)
		if (cli_takers(place->row) & taker)
			nearest_try(&nearest, place->row->name);
	for (const struct option_row *const *row = protocol ? protocol->options : NULL; row && *row; row++)
		if ((*row)->help)
			nearest_try(&nearest, (*row)->name);
	expected = bytes_text("one of `ringside %s --help`, without the dashes", taker == IN_CONFIG ? "play"
										 : taker == ON_TAP
											 ? "tap"
											 : "tournament");
	return unknown("option", entry->name, &nearest, expected);
}

/* `taker`: the general options must be of it.  */
static char *check_option(struct config *config, unsigned taker, const struct protocol *protocol,
			  const struct ini_entry *entry)
{
	const struct option_row *row = option_row(taker, protocol, entry->name);
	bool general = row && cli_option_named(taker, entry->name, strlen(entry->name));
	int64_t value;

	if (!row)
		return unknown_option(taker, protocol, entry);
	if (settings_named(entry->name, strlen(entry->name)) >= 0 && general)
		return bytes_text("%s belongs to [screen]", entry->name);
	if (general && (!(cli_takers(row) & taker) || (taker != IN_CONFIG && row->group == GROUP_HELP)))
		return bytes_text(taker == IN_CONFIG ? "--%s is for one command only: give it there"
				  : taker == ON_TAP  ? "--%s is no option of tap"
						     : "--%s is no option of tournaments",
				  entry->name);
	config->at = entry->value_at;
	if (row->type == OPTION_SWITCH && is_no(entry->value))
		return NULL;
	if (option_value(row,
			 row->type == OPTION_SWITCH && strcmp(entry->value, "on") == 0 ? "yes" : entry->value,
			 &value))
		return NULL;
	return bytes_behind(row->type == OPTION_SWITCH
				    ? bytes_text("expected yes or no, not \"%s\"", entry->value)
				    : settings_refusal(row, entry->value),
			    "%s: ", entry->name);
}

static bool is_sandbox(const struct option_place *place)
{
	return place && place->at == offsetof(struct invocation, call.match.session.sandbox);
}

/* Is the entry for this invocation, and not said by its command line? A recorded match decides its options.
 */
static bool is_wanted(const struct config *config, const struct option_place *place, const char *name)
{
	const struct invocation *invocation = config->invocation;
	const struct setup *setup = &invocation->call.match.session.setup;

	if (place) {
		bool of_match = !place->size && !setup_is_limit(place->row);
		const struct option_row *other = setup_other_spelling(place->row);
		const char *not = is_sandbox(place) ? "no-sandbox" : other ? other->name : name;
		const struct option_place *opposite = cli_option_named(IN_CONFIG, not, strlen(not ));

		return invocation->subcommand && cli_takers(place->row) & invocation->subcommand->bit &&
		       !config->said.at[place - cli_options] && !config->said.at[opposite - cli_options] &&
		       !(invocation->call.series.from && of_match);
	}
	for (int i = 0; i < config->given_count; i++)
		if (strcmp(setup->options[i].name, name) == 0)
			return false;
	return invocation->call.match.protocol && !invocation->call.series.from;
}

/* What [all] and [SYSTEM] say of agents is for those that ringside judges.  A tap takes only what is typed,
 * and what [tap] says.  */
static bool is_of_judge(const struct config *config, unsigned taker, const struct option_place *place)
{
	const struct subcommand *subcommand = config->invocation->subcommand;

	return place && taker == IN_CONFIG && subcommand && subcommand->bit == ON_TAP;
}

static char *apply_option(struct config *config, unsigned taker, const struct ini_entry *entry)
{
	struct invocation *invocation = config->invocation;
	const struct option_place *place = cli_option_named(taker, entry->name, strlen(entry->name));
	const struct option_row *row = option_row(taker, invocation->call.match.protocol, entry->name);
	bool is_switch = row && row->type == OPTION_SWITCH;

	config->at = entry->value_at;
	if (!row || !is_wanted(config, place, entry->name) || is_of_judge(config, taker, place))
		return NULL;
	if (is_switch && is_no(entry->value)) {
		if (!place)
			setup_unset(&invocation->call.match.session.setup, entry->name);
		else if (place->size)
			option_store(place, invocation, false, NULL);
		invocation->no_sandbox |= is_sandbox(place); /* a tournament has one by default */
		if (place)
			invocation->said.at[place - cli_options] = true;
		return NULL;
	}
	if (is_sandbox(place))
		invocation->no_sandbox = false;
	if (place)
		return cli_store(invocation, place, is_switch ? "yes" : entry->value);
	return setup_set(&invocation->call.match.session.setup, entry->name,
			 is_switch ? "yes" : entry->value);
}

/* The options in a section.  */
static char *apply_section(struct config *config, unsigned taker, const char *section)
{
	char *why;

	for (int i = 0; i < config->file.count; i++)
		if (strcmp(config->file.entries[i].section, section) == 0 &&
		    (why = apply_option(config, taker, &config->file.entries[i])))
			return location_problem(config->path, config->at, why);
	return NULL;
}

/* The system's own section wins over [all], and [tap] over both, wherever they stand.  */
static char *apply_options(struct config *config)
{
	const struct protocol *protocol = config->invocation->call.match.protocol;
	char *problem = apply_section(config, IN_CONFIG, "all");

	if (!problem && protocol)
		problem = apply_section(config, IN_CONFIG, protocol->name);
	if (!problem && config->taps)
		problem = apply_section(config, ON_TAP, TAP_SECTION);
	return problem;
}

/* ---- [tap], of a file beside ringside-tap, too ---- */

static char *take_tap(struct config *config, const struct ini_entry *entry)
{
	struct invocation *invocation = config->invocation;
	struct nearest nearest = nearest_to(entry->value, strlen(entry->value));
	const struct protocol *protocol = protocol_named(entry->value), *other;

	config->at = entry->value_at;
	if (strcmp(entry->name, "command") == 0) {
		if (config->taps)
			append(&invocation->tapped, " ",
			       invocation->tapped ? bytes_text("%s", entry->value) : expanded(entry->value));
		return *entry->value ? NULL : bytes_text("command: expected a command line");
	}
	if (strcmp(entry->name, "system") != 0) {
		config->at = entry->at;
		return check_option(config, ON_TAP, NULL, entry);
	}
	for (int i = 0; (other = cli_system_at(ON_TAP, i)); i++)
		nearest_try(&nearest, other->name);
	if (!protocol || !protocol->tap)
		return unknown("system to tap", entry->value, &nearest,
			       "one that `ringside tap --help` names");
	if (config->taps) {
		invocation->call.match.protocol = protocol;
		invocation->call.match.session.setup.system = protocol->name;
	}
	return NULL;
}

/* Nothing else says what to tap from now on.  */
static void settle_tap(struct config *config)
{
	struct runner_call *call = &config->invocation->call;

	if (!config->taps || !config->invocation->tapped)
		return;
	call->words[call->word_count++] = config->invocation->tapped;
	call->verbatim = false; /* it is a command line */
	config->invocation->system_named = true;
}

static bool taps_unsaid(const struct invocation *invocation)
{
	return invocation->subcommand && invocation->subcommand->bit == ON_TAP && !invocation->system_named;
}

static char *take_beside(struct invocation *invocation)
{
	struct config config = {
		.invocation = invocation, .path = invocation->beside, .said = invocation->said, .taps = true};
	char *problem = config_file_distrust(config.path), *why = NULL;

	if (!problem)
		problem = ini_file_read(config.path, &config.file);
	for (int i = 0; i < config.file.count && !problem; i++) {
		const struct ini_entry *entry = &config.file.entries[i];

		config.at = entry->section_at.line ? entry->section_at : entry->at;
		why = strcmp(entry->section, TAP_SECTION) == 0 ? take_tap(&config, entry)
							       : bytes_text("expected [tap]");
		if (why)
			problem = location_problem(config.path, config.at, why);
	}
	if (!problem)
		problem = apply_section(&config, ON_TAP, TAP_SECTION);
	settle_tap(&config);
	ini_file_free(&config.file);
	return problem;
}

/* ---- the file ---- */

static char *take_entry(struct config *config, const struct ini_entry *entry)
{
	static const char *const words[] = {"screen", "keys", "all", TAP_SECTION, "player NAME", NULL};
	const char *section = entry->section;
	const struct protocol *protocol = protocol_named(section);
	struct nearest nearest = nearest_to(section, strlen(section));

	config->at = entry->at;
	if (strcmp(section, "screen") == 0)
		return take_screen(config, entry);
	if (strcmp(section, "keys") == 0)
		return take_key(config, entry);
	if (strcmp(section, "all") == 0 || protocol)
		return check_option(config, IN_CONFIG, protocol, entry);
	if (strcmp(section, TAP_SECTION) == 0)
		return take_tap(config, entry);
	if (is_player_entry(entry))
		return player_entry(entry, config->path, &config->at);
	for (const char *const *word = words; *word; word++)
		nearest_try(&nearest, *word);
	for (int i = 0; protocol_at(i); i++)
		nearest_try(&nearest, protocol_at(i)->name);
	config->at = entry->section_at.line ? entry->section_at : entry->at;
	return unknown("section", section, &nearest,
		       "[screen], [keys], [all], [tap], a system or [player NAME]");
}

static char *take_file(struct config *config)
{
	char *problem = ini_file_read(config->path, &config->file), *why;

	for (int i = 0; i < config->file.count && !problem; i++)
		if ((why = take_entry(config, &config->file.entries[i])))
			problem = location_problem(config->path, config->at, why);
	if (!problem)
		problem = players_problem(&config->file, config->path);
	if (!problem)
		problem = apply_options(config);
	settle_tap(config);
	ini_file_free(&config->file);
	return problem;
}

/* ---- a tournament file ---- */

static const char ending[] = ".tournament";

static bool names_tournament(const struct invocation *invocation)
{
	const char *word = invocation->call.word_count ? invocation->call.words[0] : "";
	size_t size = strlen(word);

	return invocation->subcommand && invocation->subcommand->bit == ON_TOURNAMENT &&
	       invocation->call.match.protocol && size > strlen(ending) &&
	       strcmp(word + size - strlen(ending), ending) == 0;
}

/* A new section of a player is a player of the tournament, and so is each entry `player`.  */
static void add_player(struct sh_words *words, const struct ini_entry *entry, const struct ini_entry *before)
{
	char *word;

	if (!is_player_entry(entry)) {
		sh_words_add(words, entry->value);
	} else if (!before || strcmp(before->section, entry->section) != 0) {
		word = bytes_text("@%s", entry->section + strlen(PLAYER_SECTION));
		sh_words_add(words, word);
		free(word);
	}
}

/* A tournament file may be a stranger's. Why does it need the command line for this option? NULL: it does
 * not.
 */
static char *strange_option(struct config *config, const struct ini_entry *entry)
{
	const struct invocation *invocation = config->invocation;
	const struct option_place *place = cli_option_named(IN_CONFIG, entry->name, strlen(entry->name));
	const struct option_row *row = option_row(IN_CONFIG, invocation->call.match.protocol, entry->name);
	bool no = row->type == OPTION_SWITCH && is_no(entry->value);

	if (!is_wanted(config, place, entry->name) || no != is_sandbox(place))
		return NULL;
	if (no)
		row = option_row(IN_CONFIG, NULL, "no-sandbox");
	config->at = entry->value_at;
	return bytes_behind(
		row->type == OPTION_COMMAND
			? strange_command_problem(entry->value, invocation->call.match.session.sandbox_bind)
			: strange_path_problem(row, entry->value),
		"%s: ", entry->name);
}

/* The same for an entry of a player.  */
static char *strange_player(struct config *config, const struct ini_entry *entry)
{
	static const struct seat_settings none;
	const struct named_player *player =
		is_player_entry(entry) ? named_player_made(entry->section + strlen(PLAYER_SECTION)) : NULL;
	const char *command = player ? player->command : entry->value;
	char *line = seat_settings_command(player ? &player->settings : &none, NULL, command ? command : ""),
	     *problem = config->invocation->no_sandbox
				? NULL
				: strange_command_problem(
					  line, config->invocation->call.match.session.sandbox_bind);

	config->at = entry->value_at;
	free(line);
	return problem;
}

static char *take_tournament_entry(struct config *config, const struct ini_entry *entry)
{
	char *why;

	config->at = entry->section_at.line ? entry->section_at : entry->at;
	if (is_player_entry(entry)) {
		why = player_entry(entry, config->path, &config->at);
		return why ? why : strange_player(config, entry);
	}
	if (strcmp(entry->section, "tournament") != 0)
		return bytes_text("expected [tournament] or [player NAME]");
	config->at = entry->at;
	if (strcmp(entry->name, "player") == 0)
		return strange_player(config, entry);
	why = check_option(config, ON_TOURNAMENT, config->invocation->call.match.protocol, entry);
	if (!why)
		why = strange_option(config, entry);
	return why ? why : apply_option(config, IN_CONFIG, entry);
}

/* Its players become the words of the command line.  */
static char *take_tournament(struct invocation *invocation)
{
	struct config config = {.invocation = invocation,
				.path = invocation->call.words[0],
				.said = invocation->said,
				.given_count = invocation->call.match.session.setup.option_count};
	struct sh_words words = {0};
	char *problem = ini_file_read(config.path, &config.file), *why;

	if (!problem && invocation->call.word_count > 1)
		problem = bytes_text("\"%s\" is one word too many: %s names the players",
				     invocation->call.words[1], config.path);
	for (int i = 0; i < config.file.count && !problem; i++) {
		const struct ini_entry *entry = &config.file.entries[i];

		if ((why = take_tournament_entry(&config, entry)))
			problem = location_problem(config.path, config.at, why);
		else if (is_player_entry(entry) || strcmp(entry->name, "player") == 0)
			add_player(&words, entry, i ? entry - 1 : NULL);
	}
	if (!problem)
		problem = players_problem(&config.file, config.path);
	ini_file_free(&config.file);
	free(invocation->call.words);
	invocation->call.word_count = (int)words.count;
	invocation->call.words = sh_words_block(&words);
	return problem;
}

/* ---- public ---- */

/* What the command line says of the screen wins.  */
static void take_said(struct invocation *invocation)
{
	struct settings *settings = &invocation->call.settings;

	if (cli_said(invocation, &cli_row.theme))
		settings_note(settings, "theme", invocation->theme, SETTING_OPTION);
	if (cli_said(invocation, &cli_row.layout))
		settings_note(settings, "layout", invocation->layout, SETTING_OPTION);
	if (cli_said(invocation, &cli_row.no_color))
		settings_note(settings, "colour", "off", SETTING_OPTION);
	if (cli_said(invocation, &cli_row.no_mouse))
		settings_note(settings, "mouse", "off", SETTING_OPTION);
}

char *cli_config(struct invocation *invocation)
{
	bool named = invocation->config && *invocation->config && !invocation->no_config;
	struct config config = {.invocation = invocation};
	char *problem = NULL, *with_hint;

	if (names_tournament(invocation) && (problem = take_tournament(invocation)))
		return problem;
	if (taps_unsaid(invocation) && invocation->beside && access(invocation->beside, F_OK) == 0 &&
	    (problem = take_beside(invocation)))
		return problem;
	config.taps = taps_unsaid(invocation);
	config.given_count = invocation->call.match.session.setup.option_count;
	config.said = invocation->said;
	if (named)
		invocation->call.settings.path = bytes_text("%s", invocation->config);
	else if (!invocation->config && !invocation->no_config)
		invocation->call.settings.path = config_file_path();
	config.path = invocation->call.settings.path;
	if (config.path && (named || access(config.path, F_OK) == 0)) {
		problem = config_file_distrust(config.path);
		if (!problem)
			problem = take_file(&config);
	}
	take_said(invocation);
	match_settle_limits(&invocation->call.match); /* again: the config may be strict, or give a clock */
	if (!problem)
		return NULL;
	with_hint = bytes_text("%s\n--no-config goes on without the config", problem);
	free(problem);
	return with_hint;
}
