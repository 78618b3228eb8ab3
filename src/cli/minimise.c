/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise.c - `ringside minimise`: the shortest match in which something still happens to an agent.
 *
 * Reads the recorded match, seats the agent, and tells what was found (minimise_search.c).  */
#include "cpus.h"
#include "minimise_state.h"
#include "progress.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/named_player.h"
#include "say.h"
#include "vouch.h"
#include "which_seat.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- telling ---- */

static void tell_json(const struct minimise *minimise)
{
	json_t *object = json_object();
	char *line;

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
	json_object_set_new(object, "file", match_json_words(minimise->happened ? minimise->output : NULL));
	line = match_json_line(object);
	say("%s\n", line);
	free(line);
	json_decref(object);
}

static void tell(const struct minimise *minimise)
{
	if (minimise->invocation->json) {
		tell_json(minimise);
		return;
	}
	if (!minimise->happened)
		return;
	if (minimise->first_turns > minimise->recorded + 1)
		say("the recorded match has %d move%s: the tries went on from there\n", minimise->recorded,
		    minimise->recorded == 1 ? "" : "s");
	say_name(minimise->output);
	say(": %d turn%s (of %d), %d message%s to seat %d (of %d); %d tries, %.1f s%s\n", minimise->turns,
	    minimise->turns == 1 ? "" : "s", minimise->first_turns, minimise->messages,
	    minimise->messages == 1 ? "" : "s", minimise->seat, minimise->first_messages, minimise->tries,
	    (double)(loop_now() - minimise->began) / NS_PER_S,
	    minimise->stopped ? ", and not all was tried" : "");
	say("%s\n", minimise->words);
	say("ringside rerun ");
	say_name(minimise->output);
	say(" --seat %d%s plays it again\n", minimise->seat,
	    minimise->invocation->session.valgrind ? " --valgrind" : "");
}

/* ---- beginning ---- */

/* m.ringside becomes m-min.ringside, or m-min-2.ringside if that is taken.  */
static char *name_output(const char *path)
{
	size_t size = strlen(path);
	const char *ending =
		size > 9 && strcmp(path + size - 9, ".ringside") == 0 ? path + size - 9 : path + size;
	char *name = bytes_text("%.*s-min%s", (int)(ending - path), path, ".ringside");

	for (int i = 2; access(name, F_OK) == 0; i++) {
		free(name);
		name = bytes_text("%.*s-min-%d.ringside", (int)(ending - path), path, i);
	}
	return name;
}

/* The moves alone if the record cannot be replayed.  */
static char *read_turns(struct minimise *minimise, const struct match_place *place)
{
	struct match match;
	char *problem;

	if (minimise_read(minimise, place, &minimise->best))
		return NULL;
	problem = match_file_match_at(minimise->file, place, &match);
	if (problem)
		return problem;
	cli_tell("the record cannot be replayed, so only its moves are tried, and not what a person did "
		 "besides");
	for (int n = 1; n <= match.turn_count; n++) {
		const struct turn *turn = match_turn(&match, n);

		if (turn && turn->played)
			minimise_case_add(&minimise->best, turn->seat, MINIMISE_MOVES, turn->played);
	}
	match_free(&match);
	return NULL;
}

/* Does a turn of that seat count among those that are tried?  */
static bool has_turns(const struct minimise *minimise, int seat)
{
	for (int i = 0; i < minimise->best.count; i++)
		if (minimise->best.turns[i].seat == seat)
			return true;
	return false;
}

/* Seats the agent, and people in place of the others. One who never moved is no person: there is nothing to
 * play for it.  */
static char *seat_players(struct minimise *minimise, const struct setup *last)
{
	const struct invocation *invocation = minimise->invocation;
	const struct protocol *protocol = protocol_named(minimise->setup.system);
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	struct launch named = {.command = last->seat[minimise->seat].command,
			       .own = setup_folder(&minimise->setup),
			       .confined = cli_confined(invocation)};
	char *problem = NULL, *command = NULL;

	if (invocation->word_count > 1)
		command = named_player_words(invocation->words[1], minimise->setup.system, &problem);
	else
		problem = cli_vouch(invocation, minimise->file, minimise->seat, &named, true);
	for (int s = SEAT_1; s < SEATS && !problem; s++) {
		struct launch other = {.command = minimise->setup.seat[s].command,
				       .own = named.own,
				       .confined = cli_confined(invocation)};

		if (s != minimise->seat && minimise->setup.seat[s].kind == SEAT_AGENT &&
		    !has_turns(minimise, s))
			problem = cli_vouch(invocation, minimise->file, s, &other, true);
	}
	if (!problem && program && setup_text(&minimise->setup, program) && minimise->seat != SEAT_NONE) {
		struct launch of_program = {.command = setup_text(&minimise->setup, program),
					    .own = named.own,
					    .confined = cli_confined(invocation)};

		problem = cli_vouch(invocation, minimise->file, SEAT_NONE, &of_program, true);
	}
	if (problem)
		return problem;
	for (int s = SEAT_1; s < SEATS; s++)
		if (s != minimise->seat && minimise->setup.seat[s].kind == SEAT_AGENT &&
		    has_turns(minimise, s))
			setup_seat(&minimise->setup, s, NULL, protocol->samples);
	setup_seat(&minimise->setup, minimise->seat, command ? command : named.command, protocol->samples);
	free(command);
	minimise->setup.pace = 0;
	if (invocation->limit)
		minimise->setup.turn_limit = invocation->limit;
	return NULL;
}

/* What has to happen: by default what the agent did at the end of the match.  */
static char *read_while(struct minimise *minimise, const struct verdict *verdict)
{
	const char *said = minimise->invocation->happens, *what = said ? said
								  : verdict->blame == minimise->seat
									  ? minimise_word_of(verdict->reason)
									  : NULL;
	char *line;

	if (!what)
		return bytes_text("what has to happen? --while crash, illegal, timeout or a condition");
	if (!said) {
		line = bytes_text("--while %s, as the match ended", what);
		cli_tell(line);
		free(line);
	}
	return minimise_read_while(what, &minimise->setup, &minimise->wanted);
}

static char *prepare(struct minimise *minimise)
{
	const struct invocation *invocation = minimise->invocation;
	struct match_place place;
	struct verdict verdict;
	struct setup last;
	char *problem = NULL, *path;

	minimise->file = match_file_at(invocation->words[0], &place, &problem);
	cli_notice(minimise->file);
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
		problem = read_turns(minimise, &place);
	minimise->recorded = minimise_turns(&minimise->best);
	if (!problem && match_file_game_before(minimise->file, minimise->seat))
		cli_tell("the recorded process had played an earlier game, which a fresh one has not: "
			 "if it does not happen again, that may be why");
	if (!problem)
		problem = cli_vouch_folder(invocation, minimise->file, &minimise->setup);
	if (!problem)
		problem = seat_players(minimise, &last);
	path = match_file_named(invocation->words[0]);
	minimise->output = invocation->output ? bytes_text("%s", invocation->output) : name_output(path);
	free(path);
	minimise->tried = bytes_text("%s.try", minimise->output);
	if (!problem && access(minimise->output, F_OK) == 0)
		problem = bytes_text("%s: already exists", minimise->output);
	if (!problem && access(minimise->tried, F_OK) == 0) /* it is removed at the end */
		problem = bytes_text("%s: already exists", minimise->tried);
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
	deadly = cli_catch(minimise->loop, interrupt, minimise);
	minimise->progress = progress_new(minimise->loop, progress, minimise);
	minimise_search(minimise);
	progress_free(minimise->progress);
	minimise->interrupted |= loop_is_awaited();
	cli_release(&deadly);
	loop_free(minimise->loop);
	free(match_file_remove(minimise->tried));
	tell(minimise);
	if (cli_printed() != EXIT_VERDICT)
		return MINIMISE_TROUBLE;
	if (minimise->problem) {
		int status = cli_complain(minimise->problem, minimise->status);

		minimise->problem = NULL;
		return status;
	}
	return minimise->interrupted ? EXIT_INTERRUPTED : MINIMISED;
}

void minimise_free(struct minimise *minimise)
{
	setup_free(&minimise->setup);
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
	return cli_complain(problem, status);
}
