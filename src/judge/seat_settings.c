/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seat_settings.c - the settings that a player may have of its own.
 *
 * A setting of a match is the option of that name with the number of the seat behind it, of the setup or of
 * the system: so a system offers `info` by having the options info1 and info2.  */
#include "ringside/seat_settings.h"

#include "ringside/bytes.h"
#include "ringside/program_name.h"
#include "ringside/protocol.h"
#include "ringside/sh_words.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define TIME(told, largest) OPTION_TIME, "TIME", 0, .group = GROUP_TIME, .help = told, .most = (largest)
const struct option_row seat_setting_rows[SEAT_SETTINGS] = {
	[SEAT_FOLDER] = OPTION_ROW("folder", OPTION_FOLDER, "FOLDER", 0, .path = PATH_LENT,
				   .help = "the folder in which it runs"),
	[SEAT_ENV] = OPTION_ROW("env", OPTION_TEXT, "NAME=VALUE", 0,
				.help = "a variable of its environment; may be repeated"),
	[SEAT_INFO] =
		OPTION_ROW("info", OPTION_TEXT, "LINE", 0,
			   .help = "an INFO line that it is told, such as `thread_num 4`; may be repeated"),
	[SEAT_DEPTH] = OPTION_ROW("depth", OPTION_COUNT, "N", 0,
				  .help = "how deep it may search; only in systems that can tell it",
				  .least = 1, .most = INT64_MAX, .unit = "moves"),
	[SEAT_NODES] =
		OPTION_ROW("nodes", OPTION_COUNT, "N", 0,
			   .help = "how many positions it may search for a move; only in systems that can "
				   "tell it",
			   .least = 1, .most = INT64_MAX, .unit = "positions"),
	[SEAT_TURN_TIME] = OPTION_ROW("turn-time", TIME("its limit for a turn", TIME_MOST)),
	[SEAT_MATCH_TIME] = OPTION_ROW("match-time", TIME("its limit for all turns", TIME_MOST)),
	[SEAT_INCREMENT] = OPTION_ROW(
		"increment", TIME("what each of its moves adds to its limit for all turns", INCREMENT_MOST)),
	[SEAT_ODDS] = OPTION_ROW(
		"odds", OPTION_ODDS, "FACTOR", 0, .group = GROUP_TIME,
		.help = "its limits are those of the match times FACTOR, such as 1/4; a limit of its "
			"own stays",
		.most = SEAT_ODDS_MOST),
	[SEAT_PONDER] = OPTION_ROW("ponder", OPTION_CHOICE, "yes|no", 0, .choices = setup_yes_no,
				   .help = "no: its processes are stopped while it has nothing to answer"),
	[SEAT_RESTART] = OPTION_ROW("restart", OPTION_CHOICE, "yes|no", 0, .choices = setup_yes_no,
				    .help = "yes: a fresh process plays each game of a series"),
	[SEAT_START_TIME] = OPTION_ROW("start-time", TIME("its limit for getting ready", TIME_MOST)),
	[SEAT_MEMORY] =
		OPTION_ROW("memory", OPTION_BYTES, "SIZE", 0, .group = GROUP_AGENTS,
			   .help = "memory for it and all that it starts; 0: no limit", .most = INT64_MAX),
	[SEAT_CPUS] = OPTION_ROW("cpus", OPTION_TEXT, "LIST", 0,
				 .help = "the cores that it runs on, as taskset takes them, such as 2,3"),
};

/* What stands between the values of one that may be repeated; NULL: the last value counts.  */
static const char *const between[SEAT_SETTINGS] = {[SEAT_ENV] = "\n", [SEAT_INFO] = "; "};

static bool is_of_command(enum seat_setting setting)
{
	return setting == SEAT_FOLDER || setting == SEAT_ENV;
}

void seat_settings_free(struct seat_settings *settings)
{
	for (int i = 0; i < SEAT_SETTINGS; i++) {
		free(settings->text[i]);
		settings->text[i] = NULL;
	}
}

bool seat_settings_any(const struct seat_settings *settings)
{
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (settings->text[i])
			return true;
	return false;
}

static void replace(char **text, char *with)
{
	free(*text);
	*text = with;
}

void seat_settings_add(struct seat_settings *settings, const struct seat_settings *more)
{
	for (int i = 0; i < SEAT_SETTINGS; i++)
		if (more->text[i])
			replace(&settings->text[i], bytes_text("%s", more->text[i]));
}

enum seat_setting seat_setting_named(const char *name, size_t size)
{
	int i = 0;

	while (i < SEAT_SETTINGS && (strlen(seat_setting_rows[i].name) != size ||
				     strncmp(seat_setting_rows[i].name, name, size) != 0))
		i++;
	return (enum seat_setting)i;
}

/* ---- options of the match ---- */

/* The option of the setting for a player on the seat; NULL: the system has none.  */
static const struct option_row *row_of(enum seat_setting setting, const struct protocol *protocol, int seat)
{
	const struct option_row *const *const tables[] = {setup_rows, protocol->options};
	char *name = bytes_text("%s%d", seat_setting_rows[setting].name, seat);
	const struct option_row *found = NULL;

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		for (const struct option_row *const *row = tables[i]; row && *row; row++)
			if (strcmp((*row)->name, name) == 0)
				found = *row;
	free(name);
	return found;
}

bool seat_setting_is_of(enum seat_setting setting, const struct protocol *protocol)
{
	return is_of_command(setting) || row_of(setting, protocol, SEAT_1);
}

const char *seat_setting_given(const struct setup *setup, enum seat_setting setting, int seat)
{
	const struct protocol *protocol = setup->system ? protocol_named(setup->system) : NULL;
	const struct option_row *row =
		protocol && !is_of_command(setting) ? row_of(setting, protocol, seat) : NULL;

	return row ? setup_given(setup, row->name) : NULL;
}

char *seat_settings_words(const struct setup *setup, int seat)
{
	struct bytes words = {0};

	for (int i = 0; i < SEAT_SETTINGS; i++) {
		const char *text = seat_setting_given(setup, (enum seat_setting)i, seat);

		if (text)
			bytes_addf(&words, "%s%s %s", words.size ? ", " : "", seat_setting_rows[i].name,
				   text);
	}
	return words.at;
}

char *seat_settings_put(const struct seat_settings *settings, struct setup *setup, int seat, bool replaces)
{
	const struct protocol *protocol = protocol_named(setup->system);

	for (int i = 0; i < SEAT_SETTINGS; i++) {
		const struct option_row *row;

		if (!settings->text[i] || is_of_command((enum seat_setting)i))
			continue;
		row = row_of((enum seat_setting)i, protocol, seat);
		if (!row)
			return bytes_text("no player of %s has %s: leave it out", setup->system,
					  seat_setting_rows[i].name);
		if (replaces || !setup_given(setup, row->name))
			setup_put(setup, row, settings->text[i]);
	}
	return NULL;
}

/* ---- reading ---- */

/* What is expected of NAME=VALUE on one line, if it is none; the size of what is wrong of it.  */
static const char *expected_variable(const char *text, size_t *size)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

	*size = strcspn(text, "=");
	if (!text[*size] || strpbrk(text, "\r\n")) {
		*size = strlen(text);
		return "NAME=VALUE on one line";
	}
	return *size && !isdigit((unsigned char)*text) && strspn(text, letters) == *size
		       ? NULL
		       : "the name of a variable";
}

char *seat_setting_take(struct seat_settings *settings, enum seat_setting setting, const char *value)
{
	const struct option_row *row = &seat_setting_rows[setting];
	char **text = &settings->text[setting], *expected = NULL, *shown, *problem;
	size_t size = strlen(value);
	const char *variable = setting == SEAT_ENV ? expected_variable(value, &size) : NULL;
	int64_t number;

	if (variable)
		expected = bytes_text("%s", variable);
	else if (!option_value(row, value, &number))
		expected = option_expected(row);
	if (!expected) {
		replace(text, *text && between[setting] ? bytes_text("%s%s%s", *text, between[setting], value)
							: bytes_text("%s", value));
		return NULL;
	}
	shown = bytes_escaped(value, size);
	problem = bytes_text("%s: expected %s, not \"%s\"", row->name, expected, shown);
	free(expected);
	free(shown);
	return problem;
}

/* ---- the command line ---- */

static void add_word(struct bytes *line, const char *word)
{
	char *quoted = sh_words_quoted(word);

	bytes_addf(line, " %s", quoted);
	free(quoted);
}

char *seat_settings_command(const struct seat_settings *settings, const char *name, const char *command)
{
	const char *folder = settings->text[SEAT_FOLDER], *variables = settings->text[SEAT_ENV];
	struct bytes line = {0};

	if (!folder && !variables && !name)
		return bytes_text("%s", command);
	bytes_add_text(&line, "env");
	if (folder) {
		bytes_add_text(&line, " -C");
		add_word(&line, folder);
	}
	if (name) {
		char *word = bytes_text("%s%s", PROGRAM_PLAYER, name);

		add_word(&line, word);
		free(word);
	}
	while (variables && *variables) {
		char *word = bytes_copy(variables, strcspn(variables, "\n"));

		add_word(&line, word);
		variables += strlen(word) + (variables[strlen(word)] == '\n');
		free(word);
	}
	bytes_addf(&line, " %s", command);
	return line.at;
}
