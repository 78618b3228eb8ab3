/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* games.c - the printed games of a series, by number.  */
#include "games.h"
#include "../test.h"

#include "ringside/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void games_add(json_t *games[GAMES_ROOM], const char *lines)
{
	FREED char *copy = strdup(lines);
	char *rest;

	for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		json_t *game = json_loads(line, 0, NULL);
		int number;

		if (!game)
			fail_msg("\"%s\" is not JSON", line);
		number = game_number(game, "game");
		assert_true(number >= 1 && number <= GAMES_ROOM - 1);
		if (games[number])
			fail_msg("game %d was played twice", number);
		games[number] = game;
	}
}

void games_expect(json_t *games[GAMES_ROOM], int count)
{
	for (int i = 1; i < GAMES_ROOM; i++)
		if ((games[i] != NULL) != (i <= count))
			fail_msg("game %d is %s", i, games[i] ? "one too many" : "missing");
}

void games_free(json_t *games[GAMES_ROOM])
{
	for (int i = 0; i < GAMES_ROOM; i++) {
		json_decref(games[i]);
		games[i] = NULL;
	}
}

int game_number(const json_t *game, const char *key)
{
	const json_t *value = json_object_get(game, key);

	if (!json_is_integer(value))
		fail_msg("a game has no number \"%s\"", key);
	return (int)json_integer_value(value);
}

const char *game_word(const json_t *game, const char *key)
{
	const json_t *value = json_object_get(game, key);

	if (!json_is_string(value))
		fail_msg("a game has no word \"%s\"", key);
	return json_string_value(value);
}

void folder_make(char *template)
{
	assert_true(temporary_folder(template));
}

void file_write(const char *path, const char *text, bool add)
{
	FILE *file = fopen(path, add ? "ae" : "we");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

char *file_read(const char *path)
{
	struct bytes text = {0};
	FILE *file = fopen(path, "r");
	char part[4096];
	size_t size;

	assert_non_null(file);
	while ((size = fread(part, 1, sizeof(part), file)) > 0)
		bytes_add(&text, part, size);
	fclose(file);
	return text.at;
}
