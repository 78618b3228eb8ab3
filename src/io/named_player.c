/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* named_player.c - the players that the config names.
 *
 * They are global because the config of a process is one.  */
#include "ringside/named_player.h"

#include "ringside/bytes.h"
#include "ringside/mistake.h"
#include <stdlib.h>
#include <string.h>

static struct named_player **players;
static int player_count;

static struct named_player *named(const char *name)
{
	for (int i = 0; i < player_count; i++)
		if (strcmp(players[i]->name, name) == 0)
			return players[i];
	return NULL;
}

struct named_player *named_player_made(const char *name)
{
	struct named_player *player = named(name);

	if (player)
		return player;
	player = bytes_new(sizeof(*player));
	player->name = bytes_text("%s", name);
	players = bytes_resized(players, ((size_t)player_count + 1) * sizeof(struct named_player *));
	players[player_count++] = player;
	return player;
}

const struct named_player *named_player_at(int i)
{
	return i < player_count ? players[i] : NULL;
}

static char *unknown(const char *name)
{
	struct nearest nearest = nearest_to(name, strlen(name));
	FREED char *question = NULL, *shown = bytes_escaped(name, strlen(name));

	for (int i = 0; i < player_count; i++)
		nearest_try(&nearest, players[i]->name);
	question = nearest_question(&nearest);
	return bytes_text("the config has no [player %s]%s%s", shown, question,
			  *question ? "" : " (ringside list names its players)");
}

const struct named_player *named_player_of(const char *word, const char *system, char **problem)
{
	const struct named_player *player;

	if (*word != '@')
		return NULL;
	player = named(word + 1);
	if (!player) {
		*problem = unknown(word + 1);
	} else if (player->system && strcmp(player->system, system) != 0) {
		*problem = bytes_text("%s plays %s, not %s", word, player->system, system);
		return NULL;
	}
	return player;
}

char *named_player_with(const char *word, const char *system, const struct seat_settings *own, char **problem)
{
	const struct named_player *player = named_player_of(word, system, problem);
	struct seat_settings all = {0};
	char *command;

	if (!player && *word == '@')
		return NULL;
	if (player)
		seat_settings_add(&all, &player->settings);
	seat_settings_add(&all, own);
	command = seat_settings_command(&all, player ? player->name : NULL, player ? player->command : word);
	seat_settings_free(&all);
	return command;
}

char *named_player_words(const char *word, const char *system, char **problem)
{
	static const struct seat_settings none;

	return named_player_with(word, system, &none, problem);
}

void named_players_free(void)
{
	while (player_count) {
		FREED struct named_player *player = players[--player_count];

		free(player->name);
		free(player->file);
		free(player->system);
		free(player->command);
		seat_settings_free(&player->settings);
	}
	free(players);
	players = NULL;
}
