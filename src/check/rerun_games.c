/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rerun_games.c - finds what a command is about that goes on with recorded games, as rerun, minimise, and the
 * export of what a seat was told: the player, and the games that its process has played.  */
#include "rerun_games.h"

#include "ringside/bytes.h"
#include "ringside/named_player.h"
#include "ringside/say.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* So many games are replayed at most that nobody has named: each file is open all the time.  */
enum { GAMES_BEFORE = 400 };

/* Fewer, if this process may not open so many files: some are left for agents.  */
static int games_before(void)
{
	enum { OF_GAME = 2, OF_ALL = 60 };
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur >= (rlim_t)GAMES_BEFORE * OF_GAME + OF_ALL)
		return GAMES_BEFORE;
	return limit.rlim_cur < OF_ALL ? 0 : (int)((limit.rlim_cur - OF_ALL) / OF_GAME);
}

/* ---- the player ---- */

/* NULL, or who sat there in place of an agent; the caller frees.  */
static char *seat_without_agent(const struct setup *first, const struct setup *last, int seat)
{
	if (first->seat[seat].kind == SEAT_AGENT || last->seat[seat].kind == SEAT_AGENT)
		return NULL;
	if (seat == SEAT_NONE)
		return bytes_text("--seat 0 is the game program, and %s has none", first->system);
	return bytes_text("%s on seat %d: no agent sat there",
			  first->seat[seat].kind == SEAT_HUMAN ? "a person sat" : "nobody sat", seat);
}

struct verdict verdict_of_file(struct match_file *file, int turns)
{
	struct verdict verdict = {.blame = SEAT_NONE};
	struct match match;

	if (turns >= 0 || !match_file_match(file, &match))
		return verdict;
	if (match.over)
		verdict = match.verdict;
	verdict.detail = NULL;
	match_free(&match);
	return verdict;
}

static const char *name_of(const struct setup *setup, int seat)
{
	return setup->seat[seat].name ? setup->seat[seat].name : "";
}

char *which_seat(int wanted, const struct setup *first, const struct setup *last,
		 const struct verdict *verdict, int *seat)
{
	char *problem[SEATS] = {NULL, seat_without_agent(first, last, SEAT_1),
				seat_without_agent(first, last, SEAT_2)};
	char *told = NULL, *line;

	if (wanted != UNSAID) {
		*seat = wanted;
		told = seat_without_agent(first, last, *seat);
	} else if (problem[SEAT_1] && problem[SEAT_2]) {
		told = bytes_text("%s", problem[SEAT_1]);
	} else if (problem[SEAT_1] || problem[SEAT_2]) {
		*seat = problem[SEAT_1] ? SEAT_2 : SEAT_1;
	} else if (verdict->blame == SEAT_NONE) {
		told = bytes_text("which seat? --seat 1 (%s) or --seat 2 (%s)", name_of(last, SEAT_1),
				  name_of(last, SEAT_2));
	} else {
		*seat = verdict->blame;
		line = bytes_text("--seat %d (%s), which is to blame for the end", *seat,
				  name_of(last, *seat));
		say_lines(line);
		free(line);
	}
	free(problem[SEAT_1]);
	free(problem[SEAT_2]);
	return told;
}

/* ---- words ---- */

/* Is it a match file, or named like one?  */
static bool is_file(const char *word)
{
	static const char ending[] = ".ringside";
	FREED char *path = match_file_named(word);
	size_t size = strlen(path), end = strlen(ending);

	return match_file_is_database(path) || (size > end && strcmp(path + size - end, ending) == 0);
}

/* All words are files, except that the last may be the command.  */
static char *split_words(struct rerun_games *games, struct runner_call *call,
			 const struct rerun_options *options)
{
	int words = call->word_count;

	if (words > 1 && !is_file(call->words[words - 1]))
		games->command = call->words[--words];
	games->at = bytes_new((size_t)words * sizeof(*games->at));
	for (int i = 0; i < words; i++) {
		if (i && !is_file(call->words[i]))
			return bytes_text("%s is not a match file, and only the last word can be the command "
					  "(quote a command with arguments)",
					  call->words[i]);
		games->at[i].path = call->words[i];
	}
	games->count = words;
	if (words > 1 && options->branch != UNSAID)
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

static char *open_game(struct rerun_game *game, int branch)
{
	struct match_place place;
	char *problem = NULL;

	game->file = match_file_at(game->path, &place, &problem);
	game->turns = place.turns;
	if (!game->file)
		return problem;
	if (!match_file_setup(game->file, 0, &game->setup))
		return bytes_text("%s", match_file_problem(game->file));
	if (!has_messages(game->file))
		return bytes_text("%s: it has the moves but not the messages to agents: expected a match "
				  "file (--record)",
				  game->path);
	if (branch != UNSAID && !match_file_show(game->file, branch))
		return bytes_text(
			"%s: there is no branch %d (ringside open %s --batch -x 'info branches' lists them)",
			game->path, branch, game->path);
	game->branch = match_file_shown(game->file);
	if (!match_file_setup(game->file, game->branch, &game->last))
		return bytes_text("%s", match_file_problem(game->file));
	match_file_agents(game->file, game->branch, &game->last);
	if (protocol_named(game->setup.system)->unruled && protocol_named(game->setup.system)->framing)
		return bytes_text("%s: what one read of %s holds is chance: nothing can be compared",
				  game->path, game->setup.system);
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
	problem = seat_without_agent(&game->setup, &game->last, games->seat);
	if (problem)
		return problem;
	if (!game->before || game->before == before->setup.game)
		return NULL;
	return bytes_text("%s is game %d, whose process had played game %d before: it cannot follow %s, "
			  "which is game %d",
			  game->path, game->setup.game, game->before, before->path, before->setup.game);
}

/* Has it the same agent in the same series?  */
static bool is_same_series(const struct rerun_game *game, const struct rerun_game *other, int seat)
{
	const char *command = game->setup.seat[seat].command, *before = other->setup.seat[seat].command;

	return strcmp(game->setup.system, other->setup.system) == 0 &&
	       game->setup.seed == other->setup.seed && other->setup.game == game->before && command &&
	       before && strcmp(command, before) == 0;
}

static void close_game(struct rerun_game *game)
{
	setup_free(&game->setup);
	setup_free(&game->last);
	match_file_close(game->file);
	free(game->found);
}

/* Puts the game before the first one, if its file is there.  */
static bool add_before(struct rerun_games *games)
{
	struct rerun_game *first = &games->at[0], game = {0};
	char *problem;

	game.found = match_file_beside(match_file_path(first->file), first->setup.game, first->before);
	game.path = game.found;
	if (!game.path || access(game.path, R_OK) != 0) {
		free(game.found);
		return false;
	}
	problem = open_game(&game, UNSAID);
	say_problem(match_file_notice(game.file));
	if (problem || !is_same_series(first, &game, games->seat)) {
		free(problem);
		close_game(&game);
		return false;
	}
	game.before = match_file_game_before(game.file, games->seat);
	games->at = bytes_resized(games->at, ((size_t)games->count + 1) * sizeof(*games->at));
	memmove(games->at + 1, games->at, (size_t)games->count++ * sizeof(*games->at));
	games->at[0] = game;
	return true;
}

/* A fresh process does not know the games that are not replayed to it.  */
static void add_games_before(struct rerun_games *games, bool alone)
{
	const struct rerun_game *first;
	int added = 0, most = games_before();

	while (!alone && added < most && games->at[0].before && add_before(games))
		added++;
	first = &games->at[0];
	if (first->before)
		games->warning = bytes_text(
			"%s: the recorded process had played game %d before, which a fresh one has not%s",
			first->path, first->before,
			alone           ? ""
			: added == most ? ": too many games to replay all of them first"
					: ": its match file is not beside it");
	else if (added)
		games->notice =
			bytes_text("%s%s replayed first: the recorded process had played %s before",
				   first->path, added == 1 ? " is" : ", and the games from there on, are",
				   added == 1 ? "it" : "them");
}

/* ---- public ---- */

char *rerun_games_read(struct rerun_games *games, struct runner_call *call,
		       const struct rerun_options *options)
{
	const struct rerun_game *last;
	struct verdict verdict;
	char *problem;

	*games = (struct rerun_games){0};
	problem = split_words(games, call, options);
	for (int i = 0; i < games->count && !problem; i++) {
		problem = open_game(&games->at[i], options->branch);
		say_problem(match_file_notice(games->at[i].file));
	}
	if (!problem) {
		last = &games->at[games->count - 1];
		verdict = verdict_of_file(last->file, last->turns);
		problem = which_seat(options->seat, &games->at[0].setup, &games->at[0].last, &verdict,
				     &games->seat);
	}
	for (int i = 0; i < games->count && !problem; i++) {
		struct rerun_game *game = &games->at[i];

		game->before = match_file_game_before(game->file, games->seat);
		problem = i ? check_order(games, i) : NULL;
	}
	if (!problem && games->command) {
		games->named = named_player_words(games->command, games->at[0].setup.system, &problem);
		games->command = games->named;
	}
	if (!problem)
		add_games_before(games, options->alone);
	return problem;
}

char *rerun_games_until(struct rerun_games *games, const char *path, int seat, bool alone)
{
	char *problem;

	*games = (struct rerun_games){.at = bytes_new(sizeof(*games->at)), .count = 1, .seat = seat};
	games->at[0].path = path;
	problem = open_game(&games->at[0], UNSAID);
	if (problem)
		return problem;
	games->at[0].before = match_file_game_before(games->at[0].file, seat);
	add_games_before(games, alone);
	return NULL;
}

void rerun_games_free(struct rerun_games *games)
{
	for (int i = 0; i < games->count; i++)
		close_game(&games->at[i]);
	free(games->at);
	free(games->named);
	free(games->notice);
	free(games->warning);
}
