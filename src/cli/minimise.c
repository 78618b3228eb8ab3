/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise.c - `ringside minimise`: the shortest match in which something still happens to an agent.
 *
 * Each try plays a match with a fresh process (minimise_try.h). First the recorded moves are tried as they
 * are, to see whether it happens again at all. Then, in this order: the match begins as late as possible,
 * with a position in place of moves; moves are left out; options are left out, if the agent is told less
 * then; moves become smaller (protocol.h). What still shows it replaces what was there, with the moves that
 * the agent made this time. The match file of the best try stays.  */
#include "minimise_try.h"

#include "cpus.h"
#include "players.h"
#include "ringside/awake.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/named_player.h"
#include "ringside/seed.h"
#include "ringside/shrink.h"
#include "say.h"
#include "vouch.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Exit status; 3 is EXIT_NOT_STARTED, 130 EXIT_INTERRUPTED: what was found by then is kept.  */
enum { MINIMISED = 0, MINIMISE_ABSENT = 1, MINIMISE_TROUBLE = 2 };

/* The tries at first, and of each match if it happened in some of them only.  */
enum { CHECKS = 3, FLAKY_TRIES = 5 };

struct minimise {
	const struct invocation *invocation;
	struct match_file *file;
	struct loop *loop;
	struct setup setup; /* of the tries */
	int seat;
	struct minimise_while wanted;
	struct minimise_case best; /* as it was played */
	int turns, messages;       /* of the recorded match, then of the best */
	int first_turns, first_messages;
	char *words;          /* how the best ended */
	char *output, *tried; /* the files of the best and of the current try */
	int tries, happened;  /* all, and of the checks */
	int checks;
	int each;       /* tries of each match */
	uint64_t *seen; /* the matches that were tried, as seen_number(); owned */
	int seen_count;
	int64_t began; /* ns, as loop_now() */
	bool stopped;  /* by --tries, --time, a signal or a problem */
	bool interrupted;
	int status;    /* of `problem` */
	char *problem; /* owned */
};

/* ---- tries ---- */

static bool may_try(struct minimise *minimise)
{
	const struct invocation *invocation = minimise->invocation;

	minimise->stopped |= loop_is_awaited() || minimise->tries >= invocation->tries ||
			     (invocation->time && loop_now() - minimise->began >= invocation->time);
	return !minimise->stopped;
}

/* One try.  The caller frees the result.  */
static struct minimise_result play(struct minimise *minimise, const struct setup *setup,
				   const struct minimise_case *turns)
{
	struct minimise_try try = {.session = &minimise->invocation->session,
				   .setup = setup,
				   .seat = minimise->seat,
				   .wanted = &minimise->wanted,
				   .played = turns,
				   .record = minimise->tried,
				   .loop = minimise->loop,
				   .interrupted = &minimise->interrupted};
	struct minimise_result result = minimise_play(&try);

	minimise->tries++;
	minimise->stopped |= minimise->interrupted;
	if (result.end == MINIMISE_FAILED) {
		minimise->stopped = true;
		minimise->status = result.status;
		minimise->problem = result.words;
		result.words = NULL;
	}
	return result;
}

/* The best is what this try has played.  */
static void keep(struct minimise *minimise, const struct setup *setup, struct minimise_result *result)
{
	if (rename(minimise->tried, minimise->output) != 0 && !minimise->problem) {
		minimise->stopped = true;
		minimise->status = MINIMISE_TROUBLE;
		minimise->problem =
			bytes_text("%s: cannot be written: %s", minimise->output, strerror(errno));
	}
	if (setup != &minimise->setup) {
		setup_free(&minimise->setup);
		setup_copy(&minimise->setup, setup);
	}
	minimise_case_free(&minimise->best);
	free(minimise->words);
	minimise->best = result->turns;
	minimise->words = result->words;
	minimise->turns = result->turns.count - result->turns.begin + 1;
	minimise->messages = result->messages;
	result->turns = (struct minimise_case){0};
	result->words = NULL;
}

static uint64_t mix(uint64_t number, const char *text)
{
	for (; *text; text++)
		number = seed_mixed(number ^ (unsigned char)*text);
	return seed_mixed(number + 1);
}

/* A number for what is the same in all tries of a match: its options, its position, and the moves of the
 * others.  */
static uint64_t seen_number(const struct minimise *minimise, const struct setup *setup,
			    const struct minimise_case *turns)
{
	uint64_t number = (uint64_t)turns->begin;

	for (int i = 0; i < setup->option_count; i++)
		number = mix(mix(number, setup->options[i].name), setup->options[i].text);
	for (int i = 0; i < turns->count; i++)
		if (i < turns->begin || turns->turns[i].seat != minimise->seat)
			number = mix(number + (uint64_t)turns->turns[i].seat, turns->turns[i].move);
	return number;
}

/* Was such a match tried before?  Another try would come out in the same way.  */
static bool was_tried(struct minimise *minimise, const struct setup *setup, const struct minimise_case *turns)
{
	uint64_t number = seen_number(minimise, setup, turns);

	for (int i = 0; i < minimise->seen_count; i++)
		if (minimise->seen[i] == number)
			return true;
	minimise->seen =
		bytes_resized(minimise->seen, (size_t)(minimise->seen_count + 1) * sizeof(*minimise->seen));
	minimise->seen[minimise->seen_count++] = number;
	return false;
}

/* Does it happen with these moves?  Then they are kept, if `better` says so of the result (NULL: always).  */
static enum shrink
attempt(struct minimise *minimise, const struct setup *setup, const struct minimise_case *turns,
	bool (*better)(const struct minimise *minimise, const struct minimise_result *result))
{
	enum shrink shows = SHRINK_NO;

	if (was_tried(minimise, setup, turns))
		return SHRINK_NO;
	for (int i = 0; i < minimise->each && shows == SHRINK_NO; i++) {
		struct minimise_result result;

		if (!may_try(minimise))
			return SHRINK_STOP;
		result = play(minimise, setup, turns);
		if (result.end == MINIMISE_YES && better && !better(minimise, &result)) {
			free(match_file_remove(minimise->tried));
			minimise_result_free(&result);
			return SHRINK_NO;
		}
		if (result.end == MINIMISE_YES) {
			keep(minimise, setup, &result);
			shows = SHRINK_YES;
		}
		minimise_result_free(&result);
	}
	return minimise->stopped && shows == SHRINK_NO ? SHRINK_STOP : shows;
}

/* ---- a later beginning ---- */

static enum shrink begin_at(struct minimise *minimise, int begin)
{
	struct minimise_case later = minimise->best;

	later.begin = begin;
	return attempt(minimise, &minimise->setup, &later, NULL);
}

/* Looks for the latest turn after which the match can begin.  */
static void begin_late(struct minimise *minimise)
{
	int count = minimise->best.count, good = minimise->best.begin, bad = count + 1;
	enum shrink shows = SHRINK_NO;

	if (!protocol_named(minimise->setup.system)->resume)
		return;
	for (int back = 0; shows == SHRINK_NO && count - back > good; back = back ? 2 * back : 1) {
		shows = begin_at(minimise, count - back);
		if (shows == SHRINK_YES)
			good = count - back;
		else
			bad = count - back;
	}
	while (shows != SHRINK_STOP && bad - good > 1) {
		shows = begin_at(minimise, good + (bad - good) / 2);
		if (shows == SHRINK_YES)
			good = minimise->best.begin;
		else
			bad = good + (bad - good) / 2;
	}
}

/* ---- fewer moves ---- */

/* What can be left out: two turns of the position, so that the same seat is to move; or a move of another
 * seat.  */
struct unit {
	int from, to; /* turns, from 0, without `to` */
};

struct leaving {
	struct minimise *minimise;
	struct minimise_case all;
	struct unit *units;
	int count;
};

static void find_units(struct leaving *leaving)
{
	const struct minimise_case *all = &leaving->all;

	for (int i = 0; i + 1 < all->begin; i += 2)
		leaving->units[leaving->count++] = (struct unit){i, i + 2};
	for (int i = all->begin; i < all->count; i++)
		if (all->turns[i].seat != leaving->minimise->seat)
			leaving->units[leaving->count++] = (struct unit){i, i + 1};
}

static enum shrink shows_without(void *user, const bool *kept)
{
	struct leaving *leaving = user;
	struct minimise_case some = {
		.turns = bytes_new((size_t)(leaving->all.count + 1) * sizeof(*some.turns)),
		.begin = leaving->all.begin};
	bool *out = bytes_new((size_t)leaving->all.count + 1);
	enum shrink shows;

	for (int i = 0; i < leaving->count; i++)
		for (int k = leaving->units[i].from; !kept[i] && k < leaving->units[i].to; k++) {
			out[k] = true;
			some.begin -= k < leaving->all.begin;
		}
	for (int k = 0; k < leaving->all.count; k++)
		if (!out[k])
			some.turns[some.count++] = leaving->all.turns[k];
	shows = attempt(leaving->minimise, &leaving->minimise->setup, &some, NULL);
	free(some.turns);
	free(out);
	return shows;
}

static struct minimise_case copy(const struct minimise_case *from)
{
	struct minimise_case to = {.turns = bytes_new((size_t)(from->count + 1) * sizeof(*to.turns)),
				   .count = from->count,
				   .begin = from->begin};

	for (int i = 0; i < from->count; i++)
		to.turns[i] =
			(struct minimise_turn){from->turns[i].seat, bytes_text("%s", from->turns[i].move)};
	return to;
}

static void leave_out(struct minimise *minimise)
{
	struct leaving leaving = {.minimise = minimise, .all = copy(&minimise->best)};
	bool *kept = bytes_new((size_t)leaving.all.count + 1);

	leaving.units = bytes_new((size_t)(leaving.all.count + 1) * sizeof(*leaving.units));
	find_units(&leaving);
	memset(kept, true, (size_t)leaving.count);
	shrink(kept, leaving.count, shows_without, &leaving);
	minimise_case_free(&leaving.all);
	free(leaving.units);
	free(kept);
}

/* ---- fewer messages, smaller values ---- */

static bool says_less(const struct minimise *minimise, const struct minimise_result *result)
{
	return result->messages < minimise->messages;
}

static bool is_as_short(const struct minimise *minimise, const struct minimise_result *result)
{
	return result->turns.count - result->turns.begin < minimise->turns &&
	       result->messages <= minimise->messages;
}

/* Options that the agent is told about in messages of their own.  */
static void leave_out_options(struct minimise *minimise)
{
	for (int i = 0; i < minimise->setup.option_count && !minimise->stopped; i++) {
		const char *name = minimise->setup.options[i].name;
		struct setup without;

		if (*name == '.')
			continue;
		setup_copy(&without, &minimise->setup);
		setup_unset(&without, name);
		if (attempt(minimise, &without, &minimise->best, says_less) == SHRINK_YES)
			i--;
		setup_free(&without);
	}
}

/* Tries smaller moves in place of one.  */
static void make_smaller(struct minimise *minimise, int i)
{
	const struct protocol *protocol = protocol_named(minimise->setup.system);
	enum shrink shows = SHRINK_NO;
	char *smaller;

	for (int k = 0; shows == SHRINK_NO && i < minimise->best.count; k++) {
		struct minimise_case other = copy(&minimise->best);

		smaller = protocol->smaller(&minimise->setup, other.turns[i].move, k);
		if (smaller) {
			free(other.turns[i].move);
			other.turns[i].move = smaller;
			shows = attempt(minimise, &minimise->setup, &other, is_as_short);
		}
		minimise_case_free(&other);
		if (!smaller)
			break;
	}
}

static void make_moves_smaller(struct minimise *minimise)
{
	if (!protocol_named(minimise->setup.system)->smaller)
		return;
	for (int i = 0; i < minimise->best.count && !minimise->stopped; i++)
		if (i < minimise->best.begin || minimise->best.turns[i].seat != minimise->seat)
			make_smaller(minimise, i);
}

/* ---- the whole search ---- */

/* Plays the recorded moves several times.  */
static void check(struct minimise *minimise)
{
	struct minimise_case all = copy(&minimise->best);
	char *instead = NULL;

	while (minimise->checks < CHECKS && may_try(minimise)) {
		struct minimise_result result = play(minimise, &minimise->setup, &all);

		minimise->checks += result.end == MINIMISE_YES || result.end == MINIMISE_NO;
		minimise->happened += result.end == MINIMISE_YES;
		if (result.end == MINIMISE_YES) {
			keep(minimise, &minimise->setup, &result);
		} else if (result.end == MINIMISE_NO) {
			free(instead);
			instead = result.words;
			result.words = NULL;
		}
		minimise_result_free(&result);
	}
	if (!minimise->happened && !minimise->interrupted && !minimise->problem) {
		minimise->status = MINIMISE_ABSENT;
		minimise->stopped = true;
		minimise->problem =
			bytes_text("%s does not happen again: in %d of %d tries (instead: %s)",
				   minimise->wanted.what, minimise->happened, minimise->checks, instead);
	}
	minimise->first_turns = minimise->turns;
	minimise->first_messages = minimise->messages;
	minimise->each = minimise->happened == minimise->checks ? 1 : FLAKY_TRIES;
	minimise_case_free(&all);
	free(instead);
}

static void search(struct minimise *minimise)
{
	int before;

	minimise->began = loop_now();
	check(minimise);
	if (minimise->happened && !minimise->invocation->json)
		say("%s: happens in %d of %d tries%s\n", minimise->wanted.what, minimise->happened,
		    minimise->checks, minimise->each > 1 ? ", so each match is tried up to five times" : "");
	do {
		before = minimise->best.count;
		if (!minimise->stopped)
			begin_late(minimise);
		if (!minimise->stopped)
			leave_out(minimise);
	} while (!minimise->stopped && minimise->best.count < before);
	if (!minimise->stopped)
		leave_out_options(minimise);
	if (!minimise->stopped)
		make_moves_smaller(minimise);
}

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
	say_name(minimise->output);
	say(": %d turn%s (of %d), %d message%s to seat %d (of %d); %d tries, %.1f s%s\n", minimise->turns,
	    minimise->turns == 1 ? "" : "s", minimise->first_turns, minimise->messages,
	    minimise->messages == 1 ? "" : "s", minimise->seat, minimise->first_messages, minimise->tries,
	    (double)(loop_now() - minimise->began) / NS_PER_S,
	    minimise->stopped ? ", and not all was tried" : "");
	say("%s\n", minimise->words);
	say("ringside rerun ");
	say_name(minimise->output);
	say(" --seat %d plays it again\n", minimise->seat);
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

static char *read_turns(struct minimise *minimise, const struct match_place *place)
{
	struct match match;
	char *problem = match_file_match_at(minimise->file, place, &match);

	if (problem)
		return problem;
	minimise->best.turns = bytes_new((size_t)(match.turn_count + 1) * sizeof(*minimise->best.turns));
	for (int n = 1; n <= match.turn_count; n++) {
		const struct turn *turn = match_turn(&match, n);

		if (turn && turn->played)
			minimise->best.turns[minimise->best.count++] =
				(struct minimise_turn){turn->seat, bytes_text("%s", turn->played)};
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
	struct launch named = {last->seat[minimise->seat].command, setup_folder(last),
			       cli_confined(invocation)};
	char *problem = NULL, *command = NULL;

	if (invocation->word_count > 1)
		command = named_player_words(invocation->words[1], minimise->setup.system, &problem);
	else
		problem = cli_vouch(invocation, minimise->file, minimise->seat, &named, true);
	for (int s = SEAT_1; s < SEATS && !problem; s++) {
		struct launch other = {minimise->setup.seat[s].command, setup_folder(last),
				       cli_confined(invocation)};

		if (s != minimise->seat && other.command && !has_turns(minimise, s))
			problem = cli_vouch(invocation, minimise->file, s, &other, true);
	}
	if (!problem && program && setup_text(&minimise->setup, program) && minimise->seat != SEAT_NONE) {
		struct launch of_program = {setup_text(&minimise->setup, program), setup_folder(last),
					    cli_confined(invocation)};

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

static char *prepare(struct minimise *minimise)
{
	const struct invocation *invocation = minimise->invocation;
	struct match_place place;
	struct setup last;
	char *problem = NULL;

	minimise->file = match_file_at(invocation->words[0], &place, &problem);
	cli_notice(minimise->file);
	if (!minimise->file)
		return problem;
	if (!match_file_setup(minimise->file, 0, &minimise->setup))
		return bytes_text("%s", match_file_problem(minimise->file));
	if (!match_file_setup(minimise->file, match_file_shown(minimise->file), &last))
		return bytes_text("%s", match_file_problem(minimise->file));
	match_file_agents(minimise->file, match_file_shown(minimise->file), &last);
	problem = cli_which_seat(invocation, &minimise->setup, &last, &minimise->seat);
	if (!problem)
		problem = minimise_read_while(invocation->happens, &minimise->setup, &minimise->wanted);
	if (!problem)
		problem = read_turns(minimise, &place);
	if (!problem && match_file_stays(minimise->file, minimise->seat))
		cli_tell("the recorded process had played an earlier game, which a fresh one has not");
	if (!problem)
		problem = seat_players(minimise, &last);
	minimise->output = invocation->output ? bytes_text("%s", invocation->output)
					      : name_output(match_file_path(minimise->file));
	minimise->tried = bytes_text("%s.try", minimise->output);
	if (!problem && access(minimise->output, F_OK) == 0)
		problem = bytes_text("%s: already exists", minimise->output);
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

static int run(struct minimise *minimise)
{
	struct deadly deadly;

	minimise->each = 1;
	minimise->loop = loop_new();
	deadly = cli_catch(minimise->loop, interrupt, minimise);
	search(minimise);
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

int cli_minimise(struct invocation *invocation)
{
	struct minimise minimise = {.invocation = invocation};
	char *problem = cpus_settle(invocation);
	int status = MINIMISE_TROUBLE;

	if (!problem && !invocation->happens)
		problem = bytes_text("what has to happen? --while crash, illegal, timeout or a condition");
	if (!problem)
		problem = prepare(&minimise);
	if (!problem)
		status = run(&minimise);
	match_file_close(minimise.file);
	setup_free(&minimise.setup);
	minimise_case_free(&minimise.best);
	free(minimise.words);
	free(minimise.output);
	free(minimise.tried);
	free(minimise.seen);
	return cli_complain(problem, status);
}
