/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_games.c - reads the input of a rerun from the command line and the match files.  */
#include "rerun_games.h"

#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include "which_seat.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- words ---- */

/* Is it a match file, or named like one?  */
static bool is_file(const char *word)
{
	static const char ending[] = ".ringside";
	char *path = match_file_named(word);
	size_t size = strlen(path), end = strlen(ending);
	bool named = match_file_is_database(path) || (size > end && strcmp(path + size - end, ending) == 0);

	free(path);
	return named;
}

/* All words are files, except that the last may be the command.  */
static char *split_words(struct rerun_games *games, const struct invocation *invocation)
{
	int words = invocation->word_count;

	if (words > 1 && !is_file(invocation->words[words - 1]))
		games->command = invocation->words[--words];
	games->at = bytes_new((size_t)words * sizeof(*games->at));
	for (int i = 0; i < words; i++) {
		if (i && !is_file(invocation->words[i]))
			return bytes_text("%s is not a match file, and only the last word can be the command "
					  "(quote a command with arguments)",
					  invocation->words[i]);
		games->at[i].path = invocation->words[i];
	}
	games->count = words;
	if (words > 1 && invocation->branch != UNSAID)
		return bytes_text("--branch needs a single match file, not %d", words);
	return NULL;
}

/* ---- one file ---- */

/* Does it have more than the moves?  */
static bool has_messages(struct match_file *file)
{
	struct message_query told = {
		.seats = ~0u, .channels = CHANNEL_ALL, .directions = 1u << TO_AGENT, .last = INT64_MAX};
	struct message message;

	return match_file_after(file, &told, 0, 1, &message) == 1;
}

static char *open_game(struct rerun_game *game, const struct invocation *invocation)
{
	struct match_place place;
	char *problem = NULL;

	game->file = match_file_at(game->path, &place, &problem);
	game->turns = place.turns;
	cli_notice(game->file);
	if (!game->file)
		return problem;
	if (!match_file_setup(game->file, 0, &game->setup))
		return bytes_text("%s", match_file_problem(game->file));
	if (!has_messages(game->file))
		return bytes_text("%s: it has the moves but not the messages to agents: expected a match "
				  "file (--record)",
				  game->path);
	if (invocation->branch != UNSAID && !match_file_show(game->file, invocation->branch))
		return bytes_text(
			"%s: there is no branch %d (ringside open %s --batch -x 'info branches' lists them)",
			game->path, invocation->branch, game->path);
	game->branch = match_file_shown(game->file);
	if (!match_file_setup(game->file, game->branch, &game->last))
		return bytes_text("%s", match_file_problem(game->file));
	match_file_agents(game->file, game->branch, &game->last);
	if (!match_file_gap(game->file, INT64_MAX, &game->gap))
		game->gap.first = 0;
	return NULL;
}

/* ---- games of one process ---- */

/* If the process had played a game before this one, that game must precede this one in the list.  */
static char *check_order(const struct rerun_games *games, int i)
{
	const struct rerun_game *game = &games->at[i], *before = &games->at[i - 1];
	char *problem;

	if (strcmp(game->setup.system, before->setup.system) != 0)
		return bytes_text("%s is a match of %s, and %s one of %s", before->path, before->setup.system,
				  game->path, game->setup.system);
	problem = cli_no_agent(&game->setup, &game->last, games->seat);
	if (problem)
		return problem;
	if (!game->stays || game->setup.game == before->setup.game + 1)
		return NULL;
	return bytes_text("%s is game %d, whose process had played game %d before: it cannot follow %s, "
			  "which is game %d",
			  game->path, game->setup.game, game->setup.game - 1, before->path,
			  before->setup.game);
}

/* For "m-3.ringside" of game 3: the words for all files up to game `last`, if game 1 is beside it.  */
static char *files_before(const struct rerun_game *game, int last)
{
	char *number = bytes_text("-%d.", game->setup.game), *stem, *first;
	const char *slash = strrchr(game->path, '/'), *name = slash ? slash : game->path, *at = NULL;
	char *words = NULL;

	for (const char *next = name; (next = strstr(next, number)); next++)
		at = next;
	if (at) {
		stem = bytes_copy(game->path, (size_t)(at - game->path));
		first = bytes_text("%s-1%s", stem, at + strlen(number) - 1);
		if (access(first, R_OK) == 0)
			words = bytes_text("%s-{1..%d}%s", stem, last, at + strlen(number) - 1);
		free(first);
		free(stem);
	}
	free(number);
	return words ? words : bytes_text("FILE... %s", game->path);
}

/* A fresh process does not know the games that are not replayed to it.  */
static char *warning_of(const struct rerun_games *games)
{
	const struct rerun_game *game = &games->at[0];
	char *words, *warning;

	if (!game->stays)
		return NULL;
	words = files_before(game, games->at[games->count - 1].setup.game);
	warning = bytes_text("%s: the recorded process had played game %d before, which a fresh one has not; "
			     "to replay that as well: ringside rerun %s --seat %d",
			     game->path, game->setup.game - 1, words, games->seat);
	free(words);
	return warning;
}

/* ---- public ---- */

char *rerun_games_read(struct rerun_games *games, const struct invocation *invocation)
{
	const struct rerun_game *last;
	struct verdict verdict;
	char *problem;

	*games = (struct rerun_games){0};
	problem = split_words(games, invocation);
	for (int i = 0; i < games->count && !problem; i++)
		problem = open_game(&games->at[i], invocation);
	if (!problem) {
		last = &games->at[games->count - 1];
		verdict = cli_verdict_of(last->file, last->turns);
		problem = cli_which_seat(invocation, &games->at[0].setup, &games->at[0].last, &verdict,
					 &games->seat);
	}
	for (int i = 0; i < games->count && !problem; i++) {
		struct rerun_game *game = &games->at[i];

		game->stays = match_file_stays(game->file, games->seat);
		problem = i ? check_order(games, i) : NULL;
	}
	if (!problem && games->command) {
		games->named = named_player_words(games->command, games->at[0].setup.system, &problem);
		games->command = games->named;
	}
	if (!problem)
		games->warning = warning_of(games);
	return problem;
}

void rerun_games_free(struct rerun_games *games)
{
	for (int i = 0; i < games->count; i++) {
		setup_free(&games->at[i].setup);
		setup_free(&games->at[i].last);
		match_file_close(games->at[i].file);
	}
	free(games->at);
	free(games->named);
	free(games->warning);
}
