/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* start.c - `ringside` alone on a terminal: a list of what a newcomer, or a person who comes back, may want.
 *
 * Each row is a command line, and is run as one.  The last column shows it, so that people learn the
 * commands.  */
#include "ringside/cli.h"

#include "ringside/bytes.h"
#include "ringside/kept.h"
#include "ringside/named_player.h"
#include "ringside/sh_words.h"
#include "ringside/ui.h"
#include <stdlib.h>
#include <string.h>

/* The rows: what a person does, the system, who plays, and the command without "ringside".  */
struct start {
	struct choices choices;
	char **paths; /* by row: the match file that it opens, owned; NULL: it runs the last column */
};

/* An empty row.  */
static char **add_row(struct start *start, char *path)
{
	int count = start->choices.count++;

	start->paths = bytes_grown(start->paths, count, sizeof(*start->paths));
	start->paths[count] = path;
	start->choices.rows = bytes_grown(start->choices.rows, count, sizeof(*start->choices.rows));
	return start->choices.rows[count];
}

/* Takes over the last two texts.  */
static void add(struct start *start, const char *what, const char *system, char *who, char *command)
{
	char **row = add_row(start, NULL);

	row[0] = bytes_text("%s", what);
	row[1] = bytes_text("%s", system);
	row[2] = who;
	row[3] = command;
}

/* The title of a system up to its first comma or colon.  The caller frees.  */
static char *game_of(const struct protocol *protocol)
{
	const char *title = protocol->texts->title;

	return bytes_copy(title, strcspn(title, ",:"));
}

static void add_systems(struct start *start)
{
	const struct protocol *protocol;

	for (int i = 0; (protocol = protocol_at(i)); i++)
		add(start, "watch", protocol->name, game_of(protocol), bytes_text("demo %s", protocol->name));
	for (int i = 0; (protocol = protocol_at(i)); i++)
		add(start, "play", protocol->name, game_of(protocol),
		    bytes_text("play %s human%s%s", protocol->name, protocol->bundle->rival ? " " : "",
			       protocol->bundle->rival ? protocol->bundle->rival : ""));
}

/* Those of the config.  Nobody knows the game of one that names no system.  */
static void add_players(struct start *start)
{
	const struct named_player *player;

	for (int i = 0; (player = named_player_at(i)); i++)
		if (player->system)
			add(start, "play", player->system, bytes_text("%s", player->name),
			    bytes_text("play %s human @%s", player->system, player->name));
}

static void add_kept(struct start *start)
{
	struct kept *matches;
	int count = kept_matches(&matches);

	for (int i = 0; i < count; i++) {
		char **row = add_row(start, bytes_text("%s", matches[i].path));
		FREED char *when = NULL, *result = NULL;

		kept_words(&matches[i], row);
		when = row[0];
		result = row[3];
		row[0] = bytes_text("open");
		row[3] = bytes_text("%s, %s", result, when);
	}
	kept_free(matches, count);
}

static const char *path_of(void *user, int row)
{
	const struct start *start = user;

	return start->paths[row] ? start->paths[row] : "";
}

static void start_free(struct start *start)
{
	for (int i = 0; i < start->choices.count; i++) {
		free(start->paths[i]);
		for (int column = 0; column < CHOICE_COLUMNS; column++)
			free(start->choices.rows[i][column]);
	}
	free(start->paths);
	free(start->choices.rows);
}

/* The arguments of ringside that a row means.  One block; the caller frees.  */
static char **words_of(const struct start *start, int row)
{
	struct sh_words words = {0};
	char *problem = NULL, **split;

	sh_words_add(&words, "ringside");
	if (start->paths[row]) {
		sh_words_add(&words, "open");
		sh_words_add(&words, start->paths[row]);
	} else if ((split = sh_words_split(start->choices.rows[row][3], &problem))) {
		for (int i = 0; split[i]; i++)
			sh_words_add(&words, split[i]);
		free(split);
	}
	free(problem);
	return sh_words_block(&words);
}

char **cli_start(const struct settings *settings, struct choices *before, char **problem)
{
	struct start start = {.choices = *before};
	struct loop *loop;
	char **words = NULL;
	int chosen;

	add(&start, "learn", protocol_at(0)->name, bytes_text("ringside in ten steps"),
	    bytes_text("demo --tour"));
	add_systems(&start);
	add_players(&start);
	add_kept(&start);
	start.choices.title = "Choose what to do. The right column is its command: ringside demo, and so on";
	start.choices.path = path_of;
	start.choices.user = &start;
	loop = loop_new();
	chosen = ui_choose(loop, settings, &start.choices, problem);
	loop_free(loop);
	if (chosen >= 0)
		words = words_of(&start, chosen);
	*before = (struct choices){
		.at = start.choices.at, .filter = start.choices.filter, .pattern = start.choices.pattern};
	start_free(&start);
	return words;
}
