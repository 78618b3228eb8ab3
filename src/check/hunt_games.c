/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hunt_games.c - the games of a hunt: those of one process against a sample, and the odd ones of `ringside
 * fuzz`; and what becomes of their match files.  */
#include "check.h"
#include "hunt.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "ringside/match_file.h"
#include "ringside/sh_words.h"
#include "ringside/spec.h"
#include "ringside/twins.h"
#include "runner/batch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Games that one process plays.  */
enum { GAMES = 10 };

static char *games_path(const struct hunt *hunt)
{
	return bytes_text("%s/games.ringside", hunt->keep);
}

/* Games of the n-th earlier hunt that still show something.  */
static char *old_games_path(const struct hunt *hunt, int n)
{
	return bytes_text("%s/old%d.ringside", hunt->keep, n);
}

/* A single game has no number.  The caller frees.  */
static char *game_file(const struct hunt *hunt, int game)
{
	const struct series_options *series = &hunt->call->series;
	FREED char *path = games_path(hunt);

	return series->games_said && series->games == 1 ? bytes_text("%s", path)
							: match_file_of_game(path, game);
}

/* The agent's folder for temporary files, so that what it leaves there is its own.  */
static char *temporary_path(const struct hunt *hunt)
{
	return bytes_text("%s/tmp", hunt->keep);
}

static int play_games(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	const struct twins *twins = call->match.protocol->tools->twins;
	const struct spec *spec = call->match.protocol->tools->spec;
	FREED char *path = games_path(hunt), *temporary = temporary_path(hunt), *made = NULL;
	char *problem = NULL;

	hunt_take_command(hunt, job, call);
	made = folder_made(temporary, &problem);
	if (problem)
		return say_failure(problem, EXIT_CANNOT_RUN);
	setenv("TMPDIR", made, true);
	if (*twins->rival) {
		call->words[1] = (char *)twins->rival;
		call->word_count = 2;
	}
	if (!match_said(&call->match, &option_turn_time) && spec && spec->turn_limit)
		call->match.session.setup.turn_limit = spec->turn_limit; /* as the other parts */
	if (twins->pace)
		free(spec_set_options(&call->match.session.setup, twins->pace, true));
	call->runs = call->json = call->turns_json = true;
	call->series.games = hunt->call->series.games_said ? hunt->call->series.games : GAMES;
	call->series.games_said = true;
	call->series.concurrency_said = false;
	call->match.session.counts_held = true;
	call->series.until_failure = true;
	call->series.record = path;
	return run_series(call);
}

static int play_odd_games(const struct hunt *hunt, const struct job *job, struct runner_call *call)
{
	enum { PARTS = 5 }; /* one of them is for what it finds */
	int64_t left = job->until - loop_now();
	/* Each has a folder of its own, as several play at once.  */
	FREED char *keep = bytes_text("%s/%s", hunt->keep,
				      job->valgrind  ? "valgrind"
				      : job->command ? "with"
						     : "fuzz");
	struct search_options search = {.time = left > PARTS ? left - left / PARTS : 1, .keep = keep};

	hunt_take_command(hunt, job, call);
	call->series.games = hunt->call->series.games;
	call->series.games_said = hunt->call->series.games_said;
	return check_fuzz(call, &search);
}

/* ---- files ---- */

static void forget_files(const char *path)
{
	int *games = NULL, count = match_file_games(path, &games);

	free(match_file_remove(path));
	for (int i = 0; i < count; i++) {
		FREED char *file = match_file_of_game(path, games[i]);

		free(match_file_remove(file));
	}
	free(games);
}

/* The files of games that have shown nothing go.  */
static void forget_games(const struct hunt *hunt)
{
	FREED char *path = games_path(hunt);

	forget_files(path);
}

static bool has_files(const char *path)
{
	int *games = NULL, count = match_file_games(path, &games);

	free(games);
	return count || access(path, F_OK) == 0;
}

/* The first number of which there are no games.  */
static int free_number(const struct hunt *hunt)
{
	for (int n = 1;; n++) {
		FREED char *path = old_games_path(hunt, n);

		if (!has_files(path))
			return n;
	}
}

/* A new series would go on behind the games of the last hunt.  A game is tried again beside those that its
 * process had played before, so all of them move.  */
static void move_games(const struct hunt *hunt, int n)
{
	FREED char *path = games_path(hunt), *old = old_games_path(hunt, n);
	int *games = NULL, count = match_file_games(path, &games);

	rename(path, old);
	for (int i = 0; i < count; i++) {
		FREED char *from = match_file_of_game(path, games[i]),
			   *to = match_file_of_game(old, games[i]);

		rename(from, to);
	}
	free(games);
	forget_games(hunt); /* what could not be moved */
}

/* What the last hunt has found is tried again: so it is mended only if its own command shows nothing.  */
void hunt_recall_last(struct hunt *hunt)
{
	int n = free_number(hunt);
	FREED char *games = bytes_text("%s/games", hunt->keep), *old = bytes_text("%s/old%d", hunt->keep, n);

	move_games(hunt, n);
	hunt_recall(hunt, games, old);
	for (int i = 0; i < hunt->entry_count; i++) {
		const struct entry *entry = &hunt->entries[i];
		bool rerun = entry->file && entry->harm < DIFFERS;

		if (rerun || entry->only)
			hunt_try_again(hunt, i);
	}
}

/* Removes games that no entry needs.  Those behind a gap in the numbers go with a later hunt.  */
void hunt_forget_last(const struct hunt *hunt)
{
	for (int n = free_number(hunt) - 1; n > 0; n--) {
		FREED char *path = old_games_path(hunt, n);
		bool used = false;

		for (int i = 0; i < hunt->entry_count; i++) {
			const struct entry *entry = &hunt->entries[i];

			used = used || (!entry->merged && entry->file &&
					strncmp(entry->file, path, strlen(path) - strlen(".ringside")) == 0);
		}
		if (!used)
			forget_files(path);
	}
}

/* ---- what they tell ---- */

static enum harm harm_of(const char *reason)
{
	if (strcmp(reason, REASON_MEMORY) == 0)
		return MEMORY;
	if (reason_is(reason, REASON_OF_ENDING) || strcmp(reason, REASON_START) == 0)
		return CRASH;
	if (reason_is(reason, REASON_OF_LIMIT))
		return HANG;
	return strcmp(reason, REASON_PROTOCOL) == 0 ? BREAKS : ILLEGAL;
}

static void take_game(struct hunt *hunt, const struct job *job, const json_t *game, const char *file)
{
	const char *reason = hunt_text(game, "reason");
	bool silent = json_is_object(json_object_get(game, "doing")); /* a limit has passed */
	FREED char *quoted = sh_words_quoted(file);

	if (!json_is_integer(json_object_get(game, "blame")) || hunt_number(game, "blame") != SEAT_1) {
		hunt->games++;
		return;
	}
	hunt_add_entry(hunt,
		       (struct entry){.harm = silent ? HANG : harm_of(reason),
				      .what = bytes_text("%s", hunt_text(game, "detail")),
				      .ways = bytes_text("%s, game %d", job->name, hunt_number(game, "game")),
				      .command = bytes_text("ringside rerun %s --seat 1", quoted),
				      .file = bytes_text("%s", file),
				      .seat = SEAT_1,
				      .times = 1,
				      .of = 1});
}

static void read_games(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	struct hunt_growth *growth = hunt_growth_new();
	FREED char *file = NULL, *temporary = temporary_path(hunt);
	int before = hunt->entry_count;
	json_t *game;

	while ((game = hunt_next_object(&text))) {
		free(file);
		file = game_file(hunt, hunt_number(game, "game"));
		take_game(hunt, job, game, file);
		hunt_growth_take(growth, json_object_get(game, "turns"), file);
		json_decref(game);
	}
	hunt_growth_tell(growth, hunt, job, file, temporary);
	folder_remove(temporary);
	if (hunt->entry_count == before)
		forget_games(hunt);
}

static void read_odd_games(struct hunt *hunt, const struct job *job, const char *text, int status UNUSED)
{
	json_t *told = hunt_next_object(&text), *found;
	size_t i;

	hunt->games += hunt_number(told, "matches") - hunt_number(told, "failed");
	json_array_foreach(json_object_get(told, "found"), i, found)
	{
		const char *file = hunt_text(found, "file"), *reason = hunt_text(found, "failure");
		int messages = hunt_number(found, "messages"), happened = hunt_number(found, "happened");
		FREED char *quoted = sh_words_quoted(file);

		hunt_add_entry(hunt, (struct entry){.harm = harm_of(reason),
						    .what = bytes_text("%s", hunt_text(found, "how")),
						    .ways = messages ? bytes_text("%s, %d messages",
										  job->name, messages)
								     : bytes_text("%s", job->name),
						    .command = bytes_text("ringside rerun %s --seat %d%s",
									  quoted, hunt_number(found, "seat"),
									  job->valgrind ? " --valgrind" : ""),
						    .file = bytes_text("%s", file),
						    .seat = hunt_number(found, "seat"),
						    .times = happened ? happened : 1,
						    .of = happened ? hunt_number(found, "tries") : 0});
	}
	json_decref(told);
}

void hunt_plan_games(struct hunt *hunt)
{
	if (hunt->call->match.protocol->tools->twins && hunt_is_wanted(hunt, "games"))
		hunt_add_job(hunt, "games", play_games, read_games)->weight = JOB_LONG;
}

void hunt_plan_odd_games(struct hunt *hunt)
{
	struct job *job;

	if (!hunt_is_wanted(hunt, "fuzz"))
		return;
	hunt_add_job(hunt, "fuzz", play_odd_games, read_odd_games)->weight = JOB_LONG;
	if (hunt->options->with) {
		job = hunt_add_job(hunt, "fuzz --with", play_odd_games, read_odd_games);
		job->weight = JOB_LONG;
		job->command = bytes_text("%s", hunt->options->with);
	}
	job = hunt_add_job(hunt, "fuzz --valgrind", play_odd_games, read_odd_games);
	job->weight = JOB_LONG;
	job->valgrind = true;
	if (!hunt->valgrind)
		job->unfit =
			hunt_has_tool("valgrind") ? "the agent is a script" : "valgrind is not installed";
}
