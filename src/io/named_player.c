/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* named_player.c - the players that the config names.
 *
 * They are global because the config of a process is one.  */
#include "ringside/named_player.h"

#include "ringside/nearest.h"
#include "ringside/program_name.h"
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
	char *question, *shown = bytes_escaped(name, strlen(name)), *problem;

	for (int i = 0; i < player_count; i++)
		nearest_try(&nearest, players[i]->name);
	question = nearest_question(&nearest);
	problem = bytes_text("the config has no [player %s]%s%s", shown, question,
			     *question ? "" : " (ringside list names its players)");
	free(question);
	free(shown);
	return problem;
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

/* A word in sh's quotes, where it needs them.  */
static void add_word(struct bytes *line, const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%{}";

	bytes_add_text(line, line->size ? " " : "");
	if (*word && !word[strspn(word, plain)]) {
		bytes_add_text(line, word);
		return;
	}
	bytes_add_text(line, "'");
	for (; *word; word++)
		if (*word == '\'')
			bytes_add_text(line, "'\\''");
		else
			bytes_add(line, word, 1);
	bytes_add_text(line, "'");
}

/* The command line of a player. The caller frees.  */
static char *command_of(const struct named_player *player)
{
	char *name = bytes_text("%s%s", PROGRAM_PLAYER, player->name);
	struct bytes line = {0};

	bytes_add_text(&line, "env");
	if (player->folder) {
		bytes_add_text(&line, " -C");
		add_word(&line, player->folder);
	}
	add_word(&line, name);
	for (size_t at = 0; at < player->environment.size; at += strlen(player->environment.at + at) + 1)
		add_word(&line, player->environment.at + at);
	bytes_addf(&line, " %s", player->command);
	free(name);
	return line.at;
}

char *named_player_words(const char *word, const char *system, char **problem)
{
	const struct named_player *player = named_player_of(word, system, problem);

	if (player)
		return command_of(player);
	return *word == '@' ? NULL : bytes_text("%s", word);
}

void named_players_free(void)
{
	while (player_count) {
		struct named_player *player = players[--player_count];

		free(player->name);
		free(player->file);
		free(player->system);
		free(player->command);
		free(player->folder);
		free(player->info);
		free(player->turn_time);
		free(player->match_time);
		bytes_free(&player->environment);
		free(player);
	}
	free(players);
	players = NULL;
}
