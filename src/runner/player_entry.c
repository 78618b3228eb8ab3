/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player_entry.c - reads the sections [player NAME] of the config and of tournament files.  */
#include "player_entry.h"

#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include "ringside/protocol.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *config_unknown(const char *what, const char *name, const struct nearest *nearest, const char *expected)
{
	char *question = nearest_question(nearest), *shown = bytes_escaped(name, strlen(name));
	char *why = bytes_text("there is no %s \"%s\"%s%s%s", what, shown, question,
			       *question ? "" : ": expected ", *question ? "" : expected);

	free(shown);
	free(question);
	return why;
}

bool is_player_entry(const struct ini_entry *entry)
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
		return config_unknown("system", value, &nearest, "one that `ringside list` names");
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

char *player_entry(const struct ini_entry *entry, const char *path, struct location *at)
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
	problem = config_unknown("entry", entry->name, &nearest, words);
	free(words);
	return problem;
}

char *players_problem(const struct ini_file *file, const char *path)
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
