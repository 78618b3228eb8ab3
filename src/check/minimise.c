/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise.c - `ringside minimise`: the shortest match in which something still happens to an agent.
 *
 * Reads the recorded match with the games before it, seats the agent, and tells what was found
 * (minimise_search.c).  */
#include "minimise_state.h"
#include "rerun_games.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/named_player.h"
#include "ringside/progress.h"
#include "ringside/say.h"
#include "runner/cpus.h"
#include "runner/vouch.h"
#include "which_seat.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- telling ---- */

static char *path_of_best(const struct minimise *minimise)
{
	return minimise_file(minimise->output, &minimise->before, &minimise->setup, minimise->before.count);
}

static void tell_json(const struct minimise *minimise)
{
	json_t *object = json_object();
	char *line, *path = path_of_best(minimise);

	json_object_set_new(object, "while", match_json_words(minimise->wanted.what));
	json_object_set_new(object, "seat", json_integer(minimise->seat));
	json_object_set_new(object, "happened", json_integer(minimise->happened));
	json_object_set_new(object, "checks", json_integer(minimise->checks));
	json_object_set_new(object, "tries", json_integer(minimise->tries));
	json_object_set_new(object, "turns", json_integer(minimise->turns));
	json_object_set_new(object, "turns_before", json_integer(minimise->first_turns));
	json_object_set_new(object, "messages", json_integer(minimise->messages));
	json_object_set_new(object, "messages_before", json_integer(minimise->first_messages));
	json_object_set_new(object, "whole", json_boolean(!minimise->stopped));
	json_object_set_new(object, "how", match_json_words(minimise->words));
	json_object_set_new(object, "file", match_json_words(minimise->happened ? path : NULL));
	line = match_json_line(object);
	say("%s\n", line);
	free(line);
	free(path);
	json_decref(object);
}

static void tell(const struct minimise *minimise)
{
	char *path;

	if (minimise->invocation->json) {
		tell_json(minimise);
		return;
	}
	if (!minimise->happened)
		return;
	if (minimise->first_turns > minimise->recorded + 1)
		say("the recorded match has %d move%s: the tries went on from there\n", minimise->recorded,
		    minimise->recorded == 1 ? "" : "s");
	path = path_of_best(minimise);
	say_name(path);
	say(": %d turn%s (of %d), %d message%s to seat %d (of %d); %d tries, %.1f s%s\n", minimise->turns,
	    minimise->turns == 1 ? "" : "s", minimise->first_turns, minimise->messages,
	    minimise->messages == 1 ? "" : "s", minimise->seat, minimise->first_messages, minimise->tries,
	    (double)(loop_now() - minimise->began) / NS_PER_S,
	    minimise->stopped ? ", and not all was tried" : "");
	say("%s\n", minimise->words);
	say("ringside rerun ");
	say_name(path);
	say(" --seat %d%s plays it again\n", minimise->seat,
	    minimise->invocation->match.session.valgrind ? " --valgrind" : "");
	free(path);
}

/* ---- beginning ---- */

/* The first of the match files with that record that exists; NULL: none does.  The caller frees.  */
static char *existing(const struct minimise *minimise, const char *record)
{
	char *path;

	for (int i = 0; i <= minimise->before.count; i++, free(path)) {
		path = minimise_file(record, &minimise->before, &minimise->setup, i);
		if (access(path, F_OK) == 0)
			return path;
	}
	return NULL;
}

/* m.ringside becomes m-min.ringside, or m-min-2.ringside if that is taken.  */
static char *name_output(const struct minimise *minimise)
{
	char *path = match_file_named(minimise->invocation->words[0]), *taken;
	size_t size = strlen(path);
	const char *ending =
		size > 9 && strcmp(path + size - 9, ".ringside") == 0 ? path + size - 9 : path + size;
	char *name = bytes_text("%.*s-min%s", (int)(ending - path), path, ".ringside");

	for (int i = 2; (taken = existing(minimise, name)); i++) {
		free(taken);
		free(name);
		name = bytes_text("%.*s-min-%d.ringside", (int)(ending - path), path, i);
	}
	free(path);
	return name;
}

/* The moves alone if the record cannot be replayed.  */
static char *read_turns(const struct minimise *minimise, struct match_file *file, const struct setup *setup,
			int turns, struct minimise_case *found)
{
	const struct match_place place = {.branch = match_file_shown(file), .turns = turns};
	struct match match;
	char *problem;

	if (minimise_read(file, setup, minimise->seat, turns, found))
		return NULL;
	problem = match_file_match_at(file, &place, &match);
	if (problem)
		return problem;
	say_lines("the record cannot be replayed, so only its moves are tried, and not what a person did "
		  "besides");
	minimise_case_add_turns(found, &match, 0);
	match_free(&match);
	return NULL;
}

/* Does a turn of that seat count among those that are tried?  */
static bool has_turns(const struct minimise_case *played, int seat)
{
	for (int i = 0; i < played->count; i++)
		if (played->turns[i].seat == seat)
			return true;
	return false;
}

/* Seats the agent in a game, and people in place of the others, and asks about programs that its file names.
 * One who never moved is no person: there is nothing to play for it.  */
static char *seat_players(const struct minimise *minimise, struct match_file *file, struct setup *setup,
			  const struct minimise_case *played, const char *command)
{
	const struct invocation *invocation = minimise->invocation;
	const struct protocol *protocol = protocol_named(setup->system);
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	char *problem = vouch_folder(invocation, file, setup);
	const char *of_file[SEATS] = {program ? setup_text(setup, program) : NULL};

	for (int s = SEAT_1; s < SEATS; s++)
		if (setup->seat[s].kind == SEAT_AGENT && !has_turns(played, s))
			of_file[s] = setup->seat[s].command;
	of_file[minimise->seat] = invocation->word_count > 1 ? NULL : command;
	for (int s = 0; s < SEATS && !problem; s++) {
		struct launch named = {.command = of_file[s],
				       .own = setup_folder(setup),
				       .confined = cli_confined(invocation)};

		problem = vouch_program(invocation, file, s, &named, true);
	}
	for (int s = SEAT_1; s < SEATS && !problem; s++)
		if (s != minimise->seat && setup->seat[s].kind == SEAT_AGENT && has_turns(played, s))
			setup_seat(setup, s, NULL, protocol->bundle->samples);
	if (!problem)
		setup_seat(setup, minimise->seat, command, protocol->bundle->samples);
	setup->pace = 0;
	return problem;
}

/* Reads a game that the process had played before.  */
static char *read_before(struct minimise *minimise, const struct rerun_game *recorded, const char *command)
{
	struct minimise_before *before = &minimise->before;
	struct minimise_game *game = &before->at[before->count++];
	struct match match;
	char *problem;

	setup_copy(&game->setup, &recorded->setup);
	game->setup.system = minimise->setup.system; /* the file is closed */
	problem = read_turns(minimise, recorded->file, &game->setup, recorded->turns, &game->played);
	if (!problem && !match_file_match_of(recorded->file, recorded->branch, &match))
		problem = bytes_text("%s", match_file_problem(recorded->file));
	if (problem)
		return problem;
	game->winner = match.verdict.winner;
	minimise_case_add_turns(&game->moves, &match, 0);
	match_free(&match);
	return seat_players(minimise, recorded->file, &game->setup, &game->played, command);
}

static char *read_games_before(struct minimise *minimise, const char *command)
{
	const struct invocation *invocation = minimise->invocation;
	struct rerun_games games;
	char *problem;

	if (!match_file_game_before(minimise->file, minimise->seat))
		return NULL;
	problem = rerun_games_until(&games, invocation->words[0], minimise->seat, invocation->rerun.alone);
	say_lines(games.notice);
	say_lines(games.warning);
	minimise->before.at = bytes_new((size_t)games.count * sizeof(*minimise->before.at));
	for (int i = 0; i + 1 < games.count && !problem; i++)
		problem = read_before(minimise, &games.at[i], command);
	rerun_games_free(&games);
	return problem;
}

/* The command of the agent; NULL and a problem.  The caller frees either.  */
static char *command_of(const struct minimise *minimise, const struct setup *last, char **problem)
{
	const struct invocation *invocation = minimise->invocation;
	const char *recorded = last->seat[minimise->seat].command;

	if (invocation->word_count > 1)
		return named_player_words(invocation->words[1], minimise->setup.system, problem);
	if (!recorded)
		*problem = bytes_text("%s names no program for seat %d: name one behind it",
				      invocation->words[0], minimise->seat);
	return recorded ? bytes_text("%s", recorded) : NULL;
}

/* What has to happen: by default what the agent did at the end of the match.  */
static char *read_while(struct minimise *minimise, const struct verdict *verdict)
{
	const char *said = minimise->invocation->search.happens,
		   *what = said                               ? said
			   : verdict->blame == minimise->seat ? minimise_word_of(verdict->reason)
							      : NULL;
	char *line;

	if (!what)
		return bytes_text("what has to happen? --while crash, illegal, timeout or a condition");
	if (!said) {
		line = bytes_text("--while %s, as the match ended", what);
		say_lines(line);
		free(line);
	}
	return minimise_read_while(what, &minimise->setup, &minimise->wanted);
}

/* Reads the games and seats their players.  */
static char *read_games(struct minimise *minimise, const struct match_place *place, const struct setup *last)
{
	char *problem = read_turns(minimise, minimise->file, &minimise->setup, place->turns, &minimise->best);
	char *command = problem ? NULL : command_of(minimise, last, &problem);

	minimise->recorded = minimise_turns(&minimise->best);
	if (!problem)
		problem = read_games_before(minimise, command);
	if (!problem)
		problem = seat_players(minimise, minimise->file, &minimise->setup, &minimise->best, command);
	if (minimise->invocation->rerun.limit)
		minimise->setup.turn_limit = minimise->invocation->rerun.limit;
	free(command);
	return problem;
}

static char *prepare(struct minimise *minimise)
{
	const struct invocation *invocation = minimise->invocation;
	struct match_place place;
	struct verdict verdict;
	struct setup last;
	char *problem = NULL, *taken;

	minimise->file = match_file_at(invocation->words[0], &place, &problem);
	say_problem(match_file_notice(minimise->file));
	if (!minimise->file)
		return problem;
	if (!match_file_setup(minimise->file, 0, &minimise->setup))
		return bytes_text("%s", match_file_problem(minimise->file));
	if (!match_file_setup(minimise->file, match_file_shown(minimise->file), &last))
		return bytes_text("%s", match_file_problem(minimise->file));
	match_file_agents(minimise->file, match_file_shown(minimise->file), &last);
	verdict = cli_verdict_of(minimise->file, place.turns);
	problem = cli_which_seat(invocation, &minimise->setup, &last, &verdict, &minimise->seat);
	if (!problem)
		problem = read_while(minimise, &verdict);
	if (!problem)
		problem = read_games(minimise, &place, &last);
	minimise->output = invocation->output ? bytes_text("%s", invocation->output) : name_output(minimise);
	minimise->tried = bytes_text("%s.try", minimise->output);
	taken = existing(minimise, minimise->output);
	if (!taken)
		taken = existing(minimise, minimise->tried); /* it is removed at the end */
	if (taken && !problem)
		problem = bytes_text("%s: already exists", taken);
	free(taken);
	setup_free(&last);
	return problem;
}

static void interrupt(void *user, int events)
{
	struct minimise *minimise = user;

	(void)events;
	minimise->interrupted = true;
	loop_stop(minimise->loop);
}

static char *progress(const void *user)
{
	const struct minimise *minimise = user;
	struct bytes text = {0};

	bytes_addf(&text, "%d tr%s", minimise->tries, minimise->tries == 1 ? "y" : "ies");
	if (minimise->turns)
		bytes_addf(&text, ": %d turn%s (of %d), %d message%s (of %d)", minimise->turns,
			   minimise->turns == 1 ? "" : "s", minimise->first_turns, minimise->messages,
			   minimise->messages == 1 ? "" : "s", minimise->first_messages);
	return text.at;
}

static int run(struct minimise *minimise)
{
	struct deadly deadly;

	minimise->each = 1;
	minimise->loop = loop_new();
	deadly = deadly_catch(minimise->loop, interrupt, minimise);
	minimise->progress = progress_new(minimise->loop, progress, minimise);
	minimise_search(minimise);
	progress_free(minimise->progress);
	minimise->interrupted |= loop_is_awaited();
	deadly_release(&deadly);
	loop_free(minimise->loop);
	minimise_remove(minimise->tried, &minimise->before, &minimise->setup);
	tell(minimise);
	if (say_finish() != EXIT_VERDICT)
		return MINIMISE_TROUBLE;
	if (minimise->problem) {
		int status = say_failure(minimise->problem, minimise->status);

		minimise->problem = NULL;
		return status;
	}
	return minimise->interrupted ? EXIT_INTERRUPTED : MINIMISED;
}

void minimise_free(struct minimise *minimise)
{
	setup_free(&minimise->setup);
	minimise_before_free(&minimise->before);
	minimise_case_free(&minimise->best);
	free(minimise->words);
	free(minimise->output);
	free(minimise->tried);
	free(minimise->seen);
	free(minimise->problem);
}

int cli_minimise(struct invocation *invocation)
{
	struct minimise minimise = {.invocation = invocation};
	char *problem = cpus_settle(invocation);
	int status = MINIMISE_TROUBLE;

	if (!problem)
		problem = prepare(&minimise);
	if (!problem)
		status = run(&minimise);
	match_file_close(minimise.file);
	minimise_free(&minimise);
	return say_failure(problem, status);
}
