/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise_search.c - looks for the shortest match in which something still happens to an agent.
 *
 * First the recorded moves are tried as they are, to see whether it happens again at all. Then, in this
 * order: the agent begins; the match begins as late as possible, with a position in place of moves; moves,
 * and what people did besides, are left out; options are left out or become smaller (minimise_options.c);
 * moves become smaller (protocol.h). What still shows it replaces what was there, with the moves that the
 * agent made this time. The match file of the best try stays.  */
#include "minimise_state.h"
#include "ringside/bytes.h"
#include "ringside/progress.h"
#include "ringside/say.h"
#include "ringside/seed.h"
#include "ringside/shrink.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tries at first, and of each match if it happened in some of them only.  */
enum { CHECKS = 3, FLAKY_TRIES = 5 };

/* ---- tries ---- */

static bool may_try(struct minimise *minimise)
{
	const struct invocation *invocation = minimise->invocation;

	minimise->stopped |=
		loop_is_awaited() || minimise->tries >= invocation->search.tries ||
		(invocation->search.time && loop_now() - minimise->began >= invocation->search.time);
	return !minimise->stopped;
}

/* One try.  The caller frees the result.  */
static struct minimise_result play(struct minimise *minimise, const struct setup *setup,
				   const struct minimise_case *turns)
{
	struct minimise_try try = {.session = &minimise->invocation->match.session,
				   .setup = setup,
				   .seat = minimise->seat,
				   .wanted = &minimise->wanted,
				   .played = turns,
				   .before = minimise->before,
				   .record = minimise->tried,
				   .loop = minimise->loop,
				   .interrupted = &minimise->interrupted};
	struct minimise_result result = minimise_play(&try);

	minimise->tries++;
	progress_changed(minimise->progress);
	minimise->stopped |= minimise->interrupted;
	if (result.end == MINIMISE_FAILED) {
		minimise->stopped = true;
		minimise->status = result.status == EXIT_NOT_STARTED ? EXIT_NOT_STARTED : MINIMISE_TROUBLE;
		minimise->problem = result.words;
		result.words = NULL;
	}
	return result;
}

/* The best is what this try has played.  */
static void keep(struct minimise *minimise, const struct setup *setup, struct minimise_result *result)
{
	for (int i = 0; i <= minimise->before.count; i++) {
		char *tried = minimise_file(minimise->tried, &minimise->before, setup, i);
		char *output = minimise_file(minimise->output, &minimise->before, setup, i);

		if (rename(tried, output) != 0 && !minimise->problem) {
			minimise->stopped = true;
			minimise->status = MINIMISE_TROUBLE;
			minimise->problem = bytes_text("%s: cannot be written: %s", output, strerror(errno));
		}
		free(tried);
		free(output);
	}
	minimise->kept++;
	if (setup != &minimise->setup) {
		setup_free(&minimise->setup);
		setup_copy(&minimise->setup, setup);
	}
	minimise_case_free(&minimise->best);
	free(minimise->words);
	minimise->best = result->turns;
	minimise->words = result->words;
	minimise->turns = minimise_turns(&result->turns) + 1;
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

/* Is the turn given in a try?  A move of the agent is its own. If it plays alone, it says how late something
 * behind it comes.  */
static bool is_given(const struct minimise *minimise, const struct setup *setup,
		     const struct minimise_case *turns, int i)
{
	if (i < turns->begin || turns->turns[i].seat != minimise->seat)
		return true;
	for (; setup_lone_seat(setup) != SEAT_NONE && i < turns->count; i++)
		if (turns->turns[i].act != MINIMISE_MOVES)
			return true;
	return false;
}

/* A number for what is the same in all tries of a match: its options, its position, and the moves of the
 * others.  */
static uint64_t seen_number(const struct minimise *minimise, const struct setup *setup,
			    const struct minimise_case *turns)
{
	uint64_t number = (uint64_t)turns->begin;

	number = seed_mixed(number + (uint64_t)setup->turn_limit);
	number = seed_mixed(number + (uint64_t)setup->match_limit);
	number = seed_mixed(number + (uint64_t)setup->first);
	for (int i = 0; i < setup->option_count; i++)
		number = mix(mix(number, setup->options[i].name), setup->options[i].text);
	for (int i = 0; i < turns->count; i++)
		if (is_given(minimise, setup, turns, i))
			number = mix(number + (uint64_t)turns->turns[i].seat +
					     SEATS * (uint64_t)turns->turns[i].act +
					     64 * (uint64_t)turns->turns[i].early,
				     turns->turns[i].text);
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

enum shrink minimise_attempt(struct minimise *minimise, const struct setup *setup,
			     const struct minimise_case *turns, minimise_better_fn *better)
{
	enum shrink shows = SHRINK_NO;

	if (was_tried(minimise, setup, turns))
		return SHRINK_NO;
	for (int i = 0; i < minimise->each && shows == SHRINK_NO; i++) {
		struct minimise_result result;
		bool longer;

		if (!may_try(minimise))
			return SHRINK_STOP;
		result = play(minimise, setup, turns);
		/* What a person did may come later in this try than in another.  */
		longer = minimise_turns(&result.turns) >= minimise->turns;
		if (result.end == MINIMISE_YES && (longer || (better && !better(minimise, &result)))) {
			minimise_remove(minimise->tried, &minimise->before, setup);
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

/* The best case, with the position that its first `begin` lead to: without what people said or did
 * besides, and without turns that were taken back.  The caller frees.  */
static struct minimise_case begun_at(const struct minimise *minimise, int begin)
{
	const struct minimise_case *from = &minimise->best;
	struct minimise_case later = {.count = 0};

	for (int i = 0; i < begin; i++) {
		const struct minimise_turn *turn = &from->turns[i];
		long back = turn->act == MINIMISE_TAKEBACK   ? strtol(turn->text, NULL, 10)
			    : turn->act == MINIMISE_OVERRIDE ? 1
							     : 0;

		for (; back > 0 && later.count; back--)
			free(later.turns[--later.count].text);
		if (turn->act == MINIMISE_MOVES)
			minimise_case_add(&later, turn->seat, turn->act, turn->text);
		if (turn->act == MINIMISE_OVERRIDE || turn->act == MINIMISE_ANSWER)
			minimise_case_add(&later, minimise->seat, MINIMISE_MOVES, turn->text);
	}
	later.begin = later.count;
	for (int i = begin; i < from->count; i++)
		minimise_case_add_copy(&later, &from->turns[i]);
	return later;
}

static enum shrink begin_at(struct minimise *minimise, int begin)
{
	struct minimise_case later = begun_at(minimise, begin);
	enum shrink shows = minimise_attempt(minimise, &minimise->setup, &later, NULL);

	minimise_case_free(&later);
	return shows;
}

/* The agent may begin, and fail in its first turn.  */
static void begin_with_agent(struct minimise *minimise)
{
	static const struct minimise_case nothing = {.count = 0};
	struct setup other;

	if (minimise->seat == SEAT_NONE)
		return;
	setup_copy(&other, &minimise->setup);
	other.first = minimise->seat;
	minimise_attempt(minimise, &other, &nothing, NULL);
	setup_free(&other);
}

/* Looks for the latest turn after which the match can begin.  */
static void begin_late(struct minimise *minimise)
{
	int count = minimise->best.count, good = minimise->best.begin, bad = count + 1, middle;
	enum shrink shows = SHRINK_NO;

	if (!protocol_named(minimise->setup.system)->openings)
		return;
	for (int back = 0; shows == SHRINK_NO && count - back > good; back = back ? 2 * back : 1) {
		shows = begin_at(minimise, count - back);
		if (shows == SHRINK_NO)
			bad = count - back;
		if (shows != SHRINK_YES)
			continue;
		good = minimise->best.begin;
		bad -= count - back - good; /* what is behind it has moved up */
	}
	while (shows != SHRINK_STOP) {
		/* What was kept may have fewer turns than the match before it.  */
		if (bad > minimise->best.count + 1)
			bad = minimise->best.count + 1;
		if (bad - good <= 1)
			break;
		middle = good + (bad - good) / 2;
		shows = begin_at(minimise, middle);
		if (shows == SHRINK_YES) {
			good = minimise->best.begin;
			bad -= middle - good;
		} else {
			bad = middle;
		}
	}
}

/* ---- fewer moves ---- */

/* What can be left out: two turns of the position, so that the same seat is to move; or what another seat
 * does.  */
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
		if (is_given(leaving->minimise, &leaving->minimise->setup, all, i))
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
	shows = minimise_attempt(leaving->minimise, &leaving->minimise->setup, &some, NULL);
	free(some.turns);
	free(out);
	return shows;
}

static void leave_out(struct minimise *minimise)
{
	struct leaving leaving = {.minimise = minimise, .all = minimise_case_copy(&minimise->best)};
	bool *kept = bytes_new((size_t)leaving.all.count + 1);

	leaving.units = bytes_new((size_t)(leaving.all.count + 1) * sizeof(*leaving.units));
	find_units(&leaving);
	memset(kept, true, (size_t)leaving.count);
	shrink(kept, leaving.count, shows_without, &leaving);
	minimise_case_free(&leaving.all);
	free(leaving.units);
	free(kept);
}

/* ---- smaller moves ---- */

static bool is_as_short(const struct minimise *minimise, const struct minimise_result *result)
{
	return minimise_turns(&result->turns) < minimise->turns && result->messages <= minimise->messages;
}

/* Tries smaller moves in place of one.  */
static void make_smaller(struct minimise *minimise, int i)
{
	const struct protocol *protocol = protocol_named(minimise->setup.system);
	enum shrink shows = SHRINK_NO;
	char *smaller;

	for (int k = 0; shows == SHRINK_NO && i < minimise->best.count; k++) {
		struct minimise_case other = minimise_case_copy(&minimise->best);

		smaller = protocol->tools->smaller(&minimise->setup, other.turns[i].text, k);
		if (smaller) {
			free(other.turns[i].text);
			other.turns[i].text = smaller;
			shows = minimise_attempt(minimise, &minimise->setup, &other, is_as_short);
		}
		minimise_case_free(&other);
		if (!smaller)
			break;
	}
}

static void make_moves_smaller(struct minimise *minimise)
{
	if (!protocol_named(minimise->setup.system)->tools->smaller)
		return;
	for (int i = 0; i < minimise->best.count && !minimise->stopped; i++)
		if (i < minimise->best.begin || minimise->best.turns[i].seat != minimise->seat)
			make_smaller(minimise, i);
}

/* ---- the whole search ---- */

/* Plays the recorded moves several times.  */
static void check(struct minimise *minimise)
{
	struct minimise_case all = minimise_case_copy(&minimise->best);
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
	minimise->interrupted |= loop_is_awaited();
	if (!minimise->happened && minimise->interrupted && !minimise->problem) {
		minimise->status = EXIT_INTERRUPTED;
		minimise->problem =
			bytes_text("interrupted before %s has happened again", minimise->wanted.what);
	} else if (!minimise->happened && !minimise->problem) {
		minimise->status = minimise->checks ? MINIMISE_ABSENT : MINIMISE_TROUBLE;
		minimise->stopped = true;
		minimise->problem =
			!minimise->checks
				? bytes_text("--time ended the search before the first try: give it more")
				: bytes_text("%s does not happen again: in %d of %d tries (instead: %s)",
					     minimise->wanted.what, minimise->happened, minimise->checks,
					     instead);
	}
	minimise->first_turns = minimise->turns;
	minimise->first_messages = minimise->messages;
	minimise->each = minimise->happened == minimise->checks ? 1 : FLAKY_TRIES;
	minimise_case_free(&all);
	free(instead);
}

void minimise_search(struct minimise *minimise)
{
	int before;

	minimise->began = loop_now();
	check(minimise);
	if (minimise->happened && !minimise->invocation->json)
		say("%s: happens in %d of %d tries%s\n", minimise->wanted.what, minimise->happened,
		    minimise->checks, minimise->each > 1 ? ", so each match is tried up to five times" : "");
	if (!minimise->stopped)
		begin_with_agent(minimise);
	do {
		before = minimise->best.count;
		if (!minimise->stopped)
			begin_late(minimise);
		if (!minimise->stopped)
			leave_out(minimise);
	} while (!minimise->stopped && minimise->best.count < before);
	do { /* a smaller move may do on another board */
		before = minimise->kept;
		if (!minimise->stopped && !minimise->before.count) /* a series keeps its options */
			minimise_options(minimise);
		if (!minimise->stopped)
			make_moves_smaller(minimise);
	} while (!minimise->stopped && minimise->kept > before);
}
