/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player_entry.c - reads the sections [player NAME] of the config and of tournament files.  */
#include "player_entry.h"

#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include "ringside/option.h"
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
		return config_unknown("system", value, &nearest, "one that `ringside list` names");
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

char *player_entry(const struct ini_entry *entry, const char *path, struct place *at)
{
	static const char *const words[] = {"command",   "system",     "folder",   "info",
					    "turn-time", "match-time", "env NAME", NULL};
	struct nearest nearest = nearest_to(entry->name, strlen(entry->name));
	const char *name = entry->section + strlen(PLAYER_SECTION);
	struct named_player *player;

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
	*at = entry->at;
	for (const char *const *word = words; *word; word++)
		nearest_try(&nearest, *word);
	return config_unknown("entry", entry->name, &nearest,
			      "command, system, folder, info, turn-time, match-time or env NAME");
}

char *players_problem(const struct ini_file *file, const char *path)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++)
		for (int k = 0; !player->command && k < file->count; k++) {
			const struct ini_entry *entry = &file->entries[k];

			if (is_player_entry(entry) &&
			    strcmp(entry->section + strlen(PLAYER_SECTION), player->name) == 0)
				return place_problem(path, entry->section_at,
						     bytes_text("[player %s] has no command: expected "
								"command = PROGRAM",
								player->name));
		}
	return NULL;
}
