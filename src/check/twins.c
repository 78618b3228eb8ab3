/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.c - `ringside check SYSTEM AGENT --twins`: plays games, and tells their positions to fresh processes
 * in each way that the system knows (ringside/twins.h).
 *
 * The first trial of a game plays it, and the second one tells it as it was: if that process answers
 * otherwise, the other ways need more proof.  */
#include "twins.h"

#include "ringside/say.h"
#include "ringside/sh_words.h"
#include "runner/plan.h"
#include "spec_run.h"
#include "suite.h"
#include "twins_try.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How many messages are read at once.  */
enum { MESSAGES = 256 };

#define GAME "game"

struct twins_check;

struct game {
	int number; /* from 1 */
	char *name; /* for people; owned */
	struct spec_setup setup;
	struct spec_case row;
	int left;                 /* trials that were not told yet */
	struct spec_game *played; /* stays until all of them were; NULL then */
	int64_t began;            /* its first process, by loop_now() */
	struct twins_game record; /* its messages and their bytes are owned */
};

/* What a trial tries.  */
struct place {
	struct game *game;
	const struct twin_way *way; /* NULL: plays the game */
	struct twins_try *try;
};

struct twins_check {
	struct invocation *invocation;
	const struct protocol *protocol;
	struct spec_setup setup;
	struct spec_run run;
	struct twin_way other; /* of --twin */
	const struct twin_way **ways;
	int way_count;
	struct place *places; /* one for each trial */
	struct game *games;
};

/* ---- what was played ---- */

static void take_messages(struct game *game)
{
	struct message_query query = {.seats = 1u << SEAT_1,
				      .channels = CHANNEL_ALL & ~CHANNEL_BIT(CHANNEL_STDERR),
				      .directions = 1u << TO_AGENT | 1u << FROM_AGENT,
				      .last = INT64_MAX};
	struct match_file *file = spec_game_file(game->played);
	struct message *read = bytes_new(MESSAGES * sizeof(*read)), *kept = NULL;
	int64_t after = 0;
	int count = 0, more;

	while (file && (more = match_file_after(file, &query, after, MESSAGES, read)) > 0) {
		kept = bytes_resized(kept, (size_t)(count + more) * sizeof(*kept));
		for (int i = 0; i < more; i++) {
			kept[count] = read[i];
			kept[count].bytes = bytes_copy(read[i].bytes, read[i].size);
			after = kept[count++].n;
		}
	}
	free(read);
	game->record =
		(struct twins_game){.match = spec_game_match(game->played), .messages = kept, .count = count};
}

static bool was_asked(const struct twins_game *record)
{
	for (int i = 0; i < record->count; i++)
		if (twins_turn_of(record, &record->messages[i]))
			return true;
	return false;
}

static void forget(struct game *game)
{
	for (int i = 0; i < game->record.count; i++)
		free(game->record.messages[i].bytes);
	free((struct message *)game->record.messages);
	game->record = (struct twins_game){.count = 0};
	spec_game_free(game->played);
	game->played = NULL;
}

/* ---- trials ---- */

static struct place *place_of(const struct spec_trial *trial)
{
	struct twins_check *check = trial->run->user;

	return &check->places[trial - trial->run->trials];
}

/* Those that the agent got from the command line.  */
static void add_settings(struct bytes *text, const struct seat_settings *settings)
{
	for (int i = 0; i < SEAT_SETTINGS; i++) {
		const char *at = i == SEAT_INFO ? NULL : settings->text[i]; /* that is an option, too */

		while (at && *at) { /* a line for each variable */
			char *value = bytes_copy(at, strcspn(at, "\n"));
			char *whole = bytes_text("%d:%s=%s", SEAT_1, seat_setting_rows[i].name, value);
			char *quoted = sh_words_quoted(whole);

			bytes_addf(text, " --%s %s", cli_option_seat.name, quoted);
			at += strlen(value) + (at[strlen(value)] == '\n');
			free(quoted);
			free(whole);
			free(value);
		}
	}
}

/* The command line that tries this alone; the caller frees.  */
static char *command_of(const struct twins_check *check, const struct place *place)
{
	const struct setup *setup = &check->setup.session.setup;
	char *agent = sh_words_quoted(check->invocation->words[0]), *quoted;
	struct bytes text = {0};

	bytes_addf(&text, "ringside check %s %s --twins --only %s", check->protocol->name, agent,
		   place->way->name);
	if (place->way == &check->other) {
		quoted = sh_words_quoted(check->invocation->check.twin);
		bytes_addf(&text, " --twin %s", quoted);
		free(quoted);
	}
	if (place->game->number > 1)
		bytes_addf(&text, " --games %d", place->game->number);
	if (cli_said(check->invocation, &option_seed))
		bytes_addf(&text, " --seed %" PRIu64, setup->seed);
	if (cli_said(check->invocation, &option_turn_time))
		bytes_addf(&text, " --turn-time %" PRId64 "ms", setup->turn_limit / NS_PER_MS);
	for (int i = 0; i < setup->option_count; i++) {
		const struct setup_option *option = &setup->options[i];

		if (!option->row || *option->name == '.' || !option->row->help ||
		    (cli_takers(option->row) &&
		     !(cli_takers(option->row) & ON_CHECK))) /* a setting of the agent, below */
			continue;
		bytes_addf(&text, " --%s", option->name);
		if (option->row->type == OPTION_SWITCH)
			continue;
		quoted = sh_words_quoted(option->text);
		bytes_addf(&text, "=%s", quoted);
		free(quoted);
	}
	add_settings(&text, &check->invocation->match.own[SEAT_1]);
	free(agent);
	return text.at;
}

/* The game has ended.  One in which the agent was asked nothing says nothing of it.  */
static void end_game(struct spec_trial *trial, struct game *game, enum case_result result, char *why)
{
	const struct verdict *verdict;

	take_messages(game);
	verdict = &game->record.match->verdict;
	if (result == CASE_PASSED && !was_asked(&game->record)) {
		result = CASE_INCONCLUSIVE;
		why = bytes_text("the agent was asked for no move; the game ended: %s: %s", verdict->reason,
				 verdict->detail);
	}
	spec_over(trial, result, why);
}

static void over(void *user, enum case_result result, char *why)
{
	struct spec_trial *trial = user;
	const struct place *place = place_of(trial);
	char *command, *text = why;

	if (!place->way) {
		end_game(trial, place->game, result, why);
		return;
	}
	if (result == CASE_FAILED || result == CASE_WARNED) {
		command = command_of(trial->run->user, place);
		text = bytes_text("%s\nTo see it again: %s", why, command);
		free(command);
		free(why);
	}
	spec_over(trial, result, text);
}

/* What the system says about the game itself.  */
static void look(struct spec_trial *trial, const struct place *place)
{
	char *remark = place->way->look(&place->game->record);

	over(trial, remark ? CASE_WARNED : CASE_PASSED, remark);
}

static void begin(void *user, int i, struct spec_trial *trial)
{
	struct twins_check *check = user;
	struct place *place = &check->places[i];
	struct game *game = place->game;

	game->setup.loop = check->run.pool.loop;
	if (!place->way) {
		game->began = loop_now();
		game->played = spec_game_new(&game->setup, &game->row, trial);
	} else if (place->way->look) {
		look(trial, place);
	} else {
		place->try = twins_try_new(&game->setup, &game->record, place->way,
					   place->way == &check->other ? check->invocation->check.twin : NULL,
					   trial->needs->result != CASE_PASSED, game->began, trial);
	}
}

static void finish(void *user, int i, bool all)
{
	struct twins_check *check = user;
	struct place *place = &check->places[i];

	twins_try_free(place->try);
	place->try = NULL;
	if (all || --place->game->left == 0)
		forget(place->game);
}

/* ---- all of them ---- */

static const char *tags_of(const struct twin_way *way)
{
	return way->remark || way->look ? "remark" : "twin";
}

static struct spec_trial *add(struct twins_check *check, struct game *game, const struct twin_way *way)
{
	struct spec_trial *trial = &check->run.trials[check->run.count];

	*trial = (struct spec_trial){.group = game->name, .name = way ? way->name : GAME};
	check->places[check->run.count++] = (struct place){.game = game, .way = way};
	game->left++;
	return trial;
}

static void add_game(struct twins_check *check, struct game *game)
{
	const struct spec_trial *played = add(check, game, NULL), *again = NULL;

	for (int i = 0; i < check->way_count; i++) {
		const struct twin_way *way = check->ways[i];
		struct spec_trial *trial = add(check, game, way);

		trial->needs = !again || way->look ? played : again;
		trial->needs_end = true;
		if (!again)
			again = trial;
	}
}

static char *settle_game(const struct twins_check *check, struct game *game, int number)
{
	const struct twins *twins = check->protocol->tools->twins;
	struct setup *setup = &game->setup.session.setup;

	game->number = number;
	game->name = check->invocation->series.games > 1 ? bytes_text("game %d", number)
							 : bytes_text("%s", check->protocol->name);
	game->row = (struct spec_case){.name = GAME,
				       .advice = "Play it with `ringside play`, and ask `why` at its end.",
				       .rival = twins->rival};
	game->setup = check->setup;
	setup_copy(setup, &check->setup.session.setup);
	setup->game = number;
	setup->first = number % 2 ? SEAT_1 : SEAT_2;
	return spec_set_options(setup, twins->options, true);
}

/* The ways that the command line wants, and always the first.  Returns how many it wants.  */
static int choose_ways(struct twins_check *check)
{
	const struct twin_way *ways = check->protocol->tools->twins->ways, *way = ways;
	const struct invocation *invocation = check->invocation;
	int wanted = 0;

	check->other = (struct twin_way){.name = "other",
					 .words = "to the command of --twin",
					 .tell = ways->tell,
					 .manner = ways->manner};
	while (way->name)
		way++;
	check->ways = bytes_new((size_t)(way - ways + 1) * sizeof(const struct twin_way *));
	for (way = ways; way; way = way == &check->other ? NULL : way[1].name ? way + 1 : &check->other) {
		bool chosen = (way != &check->other || invocation->check.twin) &&
			      suite_chooses(invocation->check.only, way->name, tags_of(way));

		wanted += chosen;
		if (chosen || way == ways)
			check->ways[check->way_count++] = way;
	}
	return wanted;
}

static char *choose(struct twins_check *check)
{
	const struct invocation *invocation = check->invocation;
	int games = invocation->series.games;
	char *problem = NULL;
	size_t trials;

	if (!choose_ways(check))
		return bytes_text("--only %s: %s has no such way: see --twins --list", invocation->check.only,
				  check->protocol->name);
	trials = (size_t)games * (size_t)(check->way_count + 1);
	check->games = bytes_new((size_t)games * sizeof(*check->games));
	check->run.trials = bytes_new(trials * sizeof(*check->run.trials));
	check->places = bytes_new(trials * sizeof(*check->places));
	for (int i = 0; i < games && !problem; i++) {
		problem = settle_game(check, &check->games[i], i + 1);
		add_game(check, &check->games[i]);
	}
	return problem;
}

static void free_games(struct twins_check *check)
{
	for (int i = 0; check->games && i < check->invocation->series.games; i++) {
		struct game *game = &check->games[i];

		setup_free(&game->setup.session.setup);
		free(game->name);
	}
	free(check->games);
}

/* ---- public ---- */

static char *no_ways(const struct protocol *protocol)
{
	return bytes_text("%s has no ways to tell a position (--twins)", protocol->name);
}

int cli_list_twins(struct invocation *invocation)
{
	const struct twins *twins = invocation->match.protocol->tools->twins;

	if (!twins)
		return say_failure(no_ways(invocation->match.protocol), EXIT_USAGE);
	for (const struct twin_way *way = twins->ways; way->name; way++)
		if (suite_chooses(invocation->check.only, way->name, tags_of(way)))
			say("%-6s  %-14s  %s\n", tags_of(way), way->name, way->words);
	return say_finish();
}

int cli_check_twins(struct invocation *invocation)
{
	struct twins_check check = {
		.invocation = invocation,
		.protocol = invocation->match.protocol,
		.setup = {.protocol = invocation->match.protocol,
			  .session = invocation->match.session,
			  .over = over,
			  .unstarted = spec_unstarted},
		.run = {.invocation = invocation, .user = &check, .begin = begin, .finish = finish}};
	char *problem;
	int status = EXIT_USAGE;

	if (!check.protocol->tools->twins)
		return say_failure(no_ways(check.protocol), EXIT_USAGE);
	if (cli_said(invocation, &cli_option_runs))
		return say_failure(bytes_text("--runs is for the cases of a suite: add --suite FILE"),
				   EXIT_USAGE);
	problem = spec_settle(invocation, &check.setup);
	if (!problem)
		problem = choose(&check);
	if (!problem)
		status = spec_run(&check.run);
	free_games(&check);
	free(check.run.trials);
	free(check.places);
	free(check.ways);
	invocation->match.session = check.setup.session; /* its texts */
	return say_failure(problem, status);
}
