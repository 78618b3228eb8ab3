/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* minimise.c - `ringside minimise`: the shortest match in which something still happens to an agent.
 *
 * A judge replays the record, so each act of a person is seen with the position in which it came.  Then the
 * recorded moves are tried as they are, to see whether it happens again at all.  The search follows, in this
 * order: the agent begins; the match begins as late as possible, with a position in place of moves; moves,
 * and what people did besides, are left out; options are left out or become smaller; moves become smaller
 * (protocol.h).  What still shows it replaces what was there, with the moves that the agent made this time.
 * The match file of the best try stays.  */
#include "minimise.h"

#include "case_report.h"
#include "rerun_games.h"
#include "ringside/bytes.h"
#include "ringside/match_json.h"
#include "ringside/named_player.h"
#include "ringside/replay.h"
#include "ringside/say.h"
#include "ringside/setup.h"
#include "ringside/shrink.h"
#include "ringside/words.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The tries at first, and of each match if it happened in some of them only.  */
enum { CHECKS = 3, FLAKY_TRIES = 5 };

/* Parts of a list stand between these (as in the lines of INFO).  */
enum { BETWEEN = ';' };

/* ---- the record ---- */

/* The person of a try sits opposite the agent: whatever a person did is theirs.  A change of the opponent's
 * move is simply another move, and what was edited, dropped or delayed at the gate is left out.  */
struct reading {
	struct minimise_case *found;
	struct judge *judge;
	int seat;     /* of the agent */
	int person;   /* the seat of who does the rest */
	bool alone;   /* nobody sits there */
	bool binary;  /* the protocol */
	bool sending; /* the next message to the agent is a person's */
	int turns;    /* up to which the match is read; -1: all */
	int cut;      /* what belongs to these turns */
};

static void add_act(struct reading *reading, enum minimise_act act, bool early, char *text)
{
	minimise_case_add(reading->found, reading->person, act, text);
	reading->found->turns[reading->found->count - 1].early = early;
	free(text);
}

/* A person put a move in place of another, when `before` turns were played and the agent was to move or not.
 */
static void add_override(struct reading *reading, const struct message *message, int before, bool early)
{
	const struct match *match = judge_match(reading->judge);
	const struct turn *turn = match_turn(match, match->turn_count);
	bool replaced = match->turn_count == before;
	char *move = bytes_copy(message->bytes, message->size);

	if (!turn) {
		free(move);
	} else if (turn->seat == reading->seat) {
		add_act(reading, replaced ? MINIMISE_OVERRIDE : MINIMISE_ANSWER, early && !replaced, move);
	} else {
		if (replaced)
			add_act(reading, MINIMISE_TAKEBACK, early, bytes_text("1"));
		minimise_case_add(reading->found, turn->seat, MINIMISE_MOVES, move);
		free(move);
	}
}

/* What followed from a message, before which `before` turns were played.  */
static void note_message(struct reading *reading, const struct message *message, int before, bool early)
{
	bool event = message->direction == EVENT;
	bool to_agent = message->seat == reading->seat;

	if (event && message->event.kind == EVENT_OVERRIDE) {
		add_override(reading, message, before, early);
		return;
	}
	if (event && message->event.kind == EVENT_TAKEBACK)
		add_act(reading, MINIMISE_TAKEBACK, early, bytes_text("%" PRId64, message->event.number[0]));
	if (event && message->event.kind == EVENT_TURN_LIMIT && (to_agent || message->seat == SEAT_NONE))
		add_act(reading, MINIMISE_LIMIT, early, bytes_text("%" PRId64, message->event.number[0]));
	if (message->direction == TO_AGENT && to_agent && reading->sending) {
		add_act(reading, MINIMISE_SENDS, early,
			edit_words(message->bytes, message->size, reading->binary));
		reading->sending = false;
	}
	if (event && message->event.kind == EVENT_SEND && to_agent)
		reading->sending = true;
	minimise_case_add_turns(reading->found, judge_match(reading->judge), before);
}

/* False: the judge would not have done so.  */
static bool take_message(struct reading *reading, const struct message *message)
{
	const struct match *match = judge_match(reading->judge);
	int before = match->turn_count;
	bool early = reading->alone || judge_seat(reading->judge, reading->seat).to_move;

	if (!replay_feed(reading->judge, message))
		return false;
	judge_drain(reading->judge, 0);
	note_message(reading, message, before, early);
	if (reading->turns < 0 || match->turn_count <= reading->turns)
		reading->cut = reading->found->count;
	return true;
}

/* Reads what happened in the file in that many turns (-1: all), with the agent on that seat; `setup` is of
 * the file.  False: it cannot be replayed, and nothing was found.  */
static bool read_record(struct match_file *file, const struct setup *setup, int seat, int turns,
			struct minimise_case *found)
{
	struct reading reading = {.found = found,
				  .seat = seat,
				  .person = seat == SEAT_1 ? SEAT_2 : SEAT_1,
				  .alone = setup_lone_seat(setup) != SEAT_NONE,
				  .binary = protocol_named(setup->system)->framing != NULL,
				  .turns = turns};
	struct message page[64];
	FREED char *problem = NULL;
	bool good = true;
	int64_t after = 0;
	int count;

	reading.judge = judge_new(setup, &problem);
	if (!reading.judge)
		return false;
	replay_begin(reading.judge);
	while (good && (count = match_file_history(file, match_file_shown(file), after, 64, page)) > 0)
		for (int i = 0; i < count && good; i++) {
			good = take_message(&reading, &page[i]);
			after = page[i].n;
		}
	judge_free(reading.judge);
	if (!good) {
		minimise_case_free(found);
		return false;
	}
	while (found->count > reading.cut)
		free(found->turns[--found->count].text);
	return true;
}

/* ---- tries ---- */

static void add_copy(struct minimise_case *turns, const struct minimise_turn *turn)
{
	minimise_case_add(turns, turn->seat, turn->act, turn->text);
	turns->turns[turns->count - 1].early = turn->early;
}

struct minimise_case minimise_case_copy(const struct minimise_case *from)
{
	struct minimise_case to = {.begin = from->begin};

	for (int i = 0; i < from->count; i++)
		add_copy(&to, &from->turns[i]);
	return to;
}

/* How many turns were played after the position, also those that were taken back.  */
static int turns_of(const struct minimise_case *turns)
{
	int count = 0;

	for (int i = turns->begin; i < turns->count; i++)
		count += turns->turns[i].act == MINIMISE_MOVES || turns->turns[i].act == MINIMISE_ANSWER ||
			 turns->turns[i].act == MINIMISE_TELLS;
	return count;
}

static bool may_try(struct minimise *minimise)
{
	const struct search_options *search = minimise->search;

	minimise->stopped |= loop_is_interrupted() || minimise->tries >= search->tries ||
			     (search->time && loop_now() - minimise->began >= search->time);
	return !minimise->stopped;
}

/* One try.  The caller frees the result.  */
static struct minimise_result play(struct minimise *minimise, const struct setup *setup,
				   const struct minimise_case *turns)
{
	struct minimise_try try = {.session = &minimise->call->match.session,
				   .setup = setup,
				   .seat = minimise->seat,
				   .wanted = &minimise->wanted,
				   .played = turns,
				   .before = minimise->before,
				   .record = minimise->tried,
				   .loop = minimise->loop,
				   .patience = minimise->patience,
				   .interrupted = &minimise->interrupted};
	struct minimise_result result = minimise_is_told(setup) ? minimise_tell(&try) : minimise_play(&try);

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
		FREED char *tried = minimise_file(minimise->tried, &minimise->before, setup, i);
		FREED char *output = minimise_file(minimise->output, &minimise->before, setup, i);

		if (rename(tried, output) != 0 && !minimise->problem) {
			minimise->stopped = true;
			minimise->status = MINIMISE_TROUBLE;
			minimise->problem = bytes_text("%s: cannot be written: %s", output, strerror(errno));
		}
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
	minimise->turns = turns_of(&result->turns) + 1;
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

/* Does it happen in such a match?  Then that is kept; with `as_short` only if it does not take more.  */
static enum shrink attempt(struct minimise *minimise, const struct setup *setup,
			   const struct minimise_case *turns, bool as_short)
{
	enum shrink shows = SHRINK_NO;

	if (was_tried(minimise, setup, turns))
		return SHRINK_NO;
	for (int i = 0; i < minimise->each && shows == SHRINK_NO; i++) {
		struct minimise_result result;

		if (!may_try(minimise))
			return SHRINK_STOP;
		result = play(minimise, setup, turns);
		/* What a person did may come later in this try than in another.  */
		if (result.end == MINIMISE_YES && (turns_of(&result.turns) >= minimise->turns ||
						   (as_short && result.messages > minimise->messages))) {
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
		add_copy(&later, &from->turns[i]);
	return later;
}

static enum shrink begin_at(struct minimise *minimise, int begin)
{
	struct minimise_case later = begun_at(minimise, begin);
	enum shrink shows = attempt(minimise, &minimise->setup, &later, false);

	minimise_case_free(&later);
	return shows;
}

/* The agent may begin, and fail in its first turn.  */
static void begin_with_agent(struct minimise *minimise)
{
	static const struct minimise_case nothing = {.count = 0};
	struct setup other;

	if (minimise->seat == SEAT_NONE || minimise_is_told(&minimise->setup))
		return;
	setup_copy(&other, &minimise->setup);
	other.first = minimise->seat;
	attempt(minimise, &other, &nothing, false);
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

	for (int i = 0; i + 1 < all->begin && !minimise_is_told(&leaving->minimise->setup); i += 2)
		leaving->units[leaving->count++] = (struct unit){i, i + 2};
	for (int i = all->begin; i < all->count; i++)
		if (is_given(leaving->minimise, &leaving->minimise->setup, all, i))
			leaving->units[leaving->count++] = (struct unit){i, i + 1};
}

static enum shrink shows_without_units(void *user, const bool *kept)
{
	struct leaving *leaving = user;
	struct minimise_case some = {
		.turns = bytes_new((size_t)(leaving->all.count + 1) * sizeof(*some.turns)),
		.begin = leaving->all.begin};
	FREED bool *out = bytes_new((size_t)leaving->all.count + 1);
	enum shrink shows;

	for (int i = 0; i < leaving->count; i++)
		for (int k = leaving->units[i].from; !kept[i] && k < leaving->units[i].to; k++) {
			out[k] = true;
			some.begin -= k < leaving->all.begin;
		}
	for (int k = 0; k < leaving->all.count; k++)
		if (!out[k])
			some.turns[some.count++] = leaving->all.turns[k];
	shows = attempt(leaving->minimise, &leaving->minimise->setup, &some, false);
	free(some.turns);
	return shows;
}

static void leave_out(struct minimise *minimise)
{
	struct leaving leaving = {.minimise = minimise, .all = minimise_case_copy(&minimise->best)};
	FREED bool *kept = bytes_new((size_t)leaving.all.count + 1);

	leaving.units = bytes_new((size_t)(leaving.all.count + 1) * sizeof(*leaving.units));
	find_units(&leaving);
	memset(kept, true, (size_t)leaving.count);
	shrink(kept, leaving.count, shows_without_units, &leaving);
	minimise_case_free(&leaving.all);
	free(leaving.units);
}

/* ---- a plainer setup ---- */

/* Options are left out, lists get shorter, numbers get smaller, and the limits become the usual ones.  An
 * option whose value is the content of a file stays, and so does what people cannot set.  */

/* The same match with another value of an option; NULL: without it.  */
static enum shrink try_value(struct minimise *minimise, const char *name, const char *text)
{
	enum shrink shows = SHRINK_NO;
	FREED char *problem = NULL;
	FREED_BY(setup_free) struct setup other;

	setup_copy(&other, &minimise->setup);
	if (text)
		problem = setup_set(&other, name, text);
	else
		setup_unset(&other, name);
	if (!problem)
		shows = attempt(minimise, &other, &minimise->best, true);
	return shows;
}

static void make_number_smaller(struct minimise *minimise, const struct option_row *row, int64_t value)
{
	enum shrink shows = SHRINK_NO;

	for (int64_t more = 0; more < value - row->least && shows == SHRINK_NO; more = more > INT64_MAX / 2
											       ? INT64_MAX
										       : more ? 2 * more
											      : 1) {
		FREED char *text = option_words(row, row->least + more);

		shows = try_value(minimise, row->name, text);
	}
}

static void make_board_smaller(struct minimise *minimise, const struct option_row *row, int64_t value)
{
	enum shrink shows = SHRINK_NO;
	int width, height;

	option_sides(value, &width, &height);
	for (int64_t side = row->least; side < (width > height ? width : height) && shows == SHRINK_NO;
	     side++) {
		FREED char *text = option_words(row, OPTION_OF_SIDES(side, side));

		shows = try_value(minimise, row->name, text);
	}
}

struct list {
	struct minimise *minimise;
	const char *name;
	const char *text; /* before parts were left out */
};

static enum shrink shows_without_parts(void *user, const bool *kept)
{
	const struct list *list = user;
	FREED_BY(bytes_free) struct bytes text = {0};
	const char *at = list->text;

	bytes_add_text(&text, "");
	for (int i = 0; *at; i++) {
		size_t size = strcspn(at, ";");

		if (kept[i])
			bytes_addf(&text, "%s%.*s", text.size ? ";" : "", (int)size, at);
		at += size + (at[size] == BETWEEN);
	}
	return try_value(list->minimise, list->name, text.size ? text.at : NULL);
}

static void make_list_shorter(struct minimise *minimise, const char *name, const char *given)
{
	char *text = bytes_text("%s", given);
	struct list list = {minimise, name, text};
	FREED bool *kept = bytes_new(strlen(text) + 1);
	int count = 1;

	for (const char *at = text; (at = strchr(at, BETWEEN)); at++)
		count++;
	memset(kept, true, (size_t)count);
	if (count > 1)
		shrink(kept, count, shows_without_parts, &list);
	free(text);
}

static void make_value_smaller(struct minimise *minimise, const struct setup_option *option)
{
	const struct option_row *row = option->row;

	switch (row->type) {
	case OPTION_COUNT: make_number_smaller(minimise, row, option->value); break;
	case OPTION_SIDES: make_board_smaller(minimise, row, option->value); break;
	case OPTION_TEXT: make_list_shorter(minimise, row->name, option->text); break;
	default: break;
	}
}

/* Those of a timeout say what happened.  */
static void try_usual_limits(struct minimise *minimise)
{
	struct setup other, usual;

	if (minimise->stopped || minimise->wanted.condition || minimise->replay->limit ||
	    (minimise->wanted.reason[0] && strcmp(minimise->wanted.reason[0], REASON_TIMEOUT) == 0))
		return;
	setup_init(&usual);
	protocol_usual(protocol_named(minimise->setup.system), &usual);
	setup_copy(&other, &minimise->setup);
	other.turn_limit = usual.turn_limit;
	other.match_limit = usual.match_limit;
	setup_free(&usual);
	if (other.turn_limit != minimise->setup.turn_limit ||
	    other.match_limit != minimise->setup.match_limit)
		attempt(minimise, &other, &minimise->best, true);
	setup_free(&other);
}

static void make_options_plain(struct minimise *minimise)
{
	for (int i = 0; i < minimise->setup.option_count && !minimise->stopped; i++) {
		const struct setup_option *option = &minimise->setup.options[i];

		if (!option->row || !option->row->help || option->row->content ||
		    option->row->type == OPTION_COMMAND)
			continue;
		if (try_value(minimise, option->name, NULL) == SHRINK_YES)
			i--;
		else if (!minimise->stopped)
			make_value_smaller(minimise, option);
	}
	try_usual_limits(minimise);
}

/* ---- smaller moves ---- */

/* Tries smaller moves in place of one.  */
static void make_move_smaller(struct minimise *minimise, int i)
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
			shows = attempt(minimise, &minimise->setup, &other, true);
		}
		minimise_case_free(&other);
		if (!smaller)
			break;
	}
}

static void make_moves_smaller(struct minimise *minimise)
{
	if (!protocol_named(minimise->setup.system)->tools->smaller || minimise_is_told(&minimise->setup))
		return;
	for (int i = 0; i < minimise->best.count && !minimise->stopped; i++)
		if (i < minimise->best.begin || minimise->best.turns[i].seat != minimise->seat)
			make_move_smaller(minimise, i);
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
	minimise->interrupted |= loop_is_interrupted();
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
	if (minimise->happened && !minimise->call->json)
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
		/* A series keeps its options, and so does another judge.  */
		if (!minimise->stopped && !minimise->before.count && !minimise_is_told(&minimise->setup))
			make_options_plain(minimise);
		if (!minimise->stopped)
			make_moves_smaller(minimise);
	} while (!minimise->stopped && minimise->kept > before);
}

/* ---- telling ---- */

static char *path_of_best(const struct minimise *minimise)
{
	return minimise_file(minimise->output, &minimise->before, &minimise->setup, minimise->before.count);
}

static void tell_json(const struct minimise *minimise)
{
	json_t *object = json_object();
	FREED char *path = path_of_best(minimise);

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
	say_object(object);
}

static void tell(const struct minimise *minimise)
{
	FREED char *path = NULL;

	if (minimise->call->json) {
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
	    minimise->call->match.session.valgrind ? " --valgrind" : "");
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
	char *path = match_file_named(minimise->call->words[0]), *taken;
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

	if (minimise_is_told(setup))
		return minimise_read_told(file, minimise->seat, turns, found);
	if (read_record(file, setup, minimise->seat, turns, found))
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
	struct runner_call *call = minimise->call;
	const struct protocol *protocol = protocol_named(setup->system);
	const struct option_row *program = protocol_option(protocol, OPTION_COMMAND);
	char *problem = vouch_folder(&call->match, file, setup);
	const char *of_file[SEATS] = {program ? setup_text(setup, program) : NULL};

	for (int s = SEAT_1; s < SEATS; s++)
		if (setup->seat[s].kind == SEAT_AGENT && !has_turns(played, s))
			of_file[s] = setup->seat[s].command;
	of_file[minimise->seat] = call->word_count > 1 ? NULL : command;
	for (int s = 0; s < SEATS && !problem; s++) {
		struct launch named = {.command = of_file[s],
				       .own = setup_folder(setup),
				       .confined = match_confined(&call->match)};

		problem = vouch_program(&call->match, file, s, &named, true);
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
	struct runner_call *call = minimise->call;
	struct rerun_games games;
	char *problem;

	if (!match_file_game_before(minimise->file, minimise->seat))
		return NULL;
	if (minimise_is_told(&minimise->setup)) {
		say_lines("its process had played games before, which are not told: only this one is");
		return NULL;
	}
	problem = rerun_games_until(&games, call->words[0], minimise->seat, minimise->replay->alone);
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
	struct runner_call *call = minimise->call;
	const char *recorded = last->seat[minimise->seat].command;

	if (call->word_count > 1)
		return named_player_words(call->words[1], minimise->setup.system, problem);
	if (!recorded)
		*problem = bytes_text("%s names no program for seat %d: name one behind it", call->words[0],
				      minimise->seat);
	return recorded ? bytes_text("%s", recorded) : NULL;
}

/* What has to happen: by default what the agent did at the end of the match.  */
static char *read_while(struct minimise *minimise, const struct verdict *verdict)
{
	/* An agent of a tap that owed its answer, for which another judge has waited: it hangs.  */
	bool hangs = verdict->reason && strcmp(verdict->reason, REASON_INTERRUPTED) == 0;
	const struct reason *reason = verdict->blame != minimise->seat
					      ? NULL
					      : reason_named(hangs ? REASON_TIMEOUT : verdict->reason);
	const char *said = minimise->search->happens, *what = said ? said : reason ? reason->until : NULL;
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

/* How long a fresh agent is awaited: the turn in which the recorded one hung says nothing.  */
static char *read_patience(struct minimise *minimise)
{
	struct match match;

	if (!match_file_match(minimise->file, &match))
		return bytes_text("%s", match_file_problem(minimise->file));
	for (int s = 0; s < SEATS; s++)
		match.unfinished[s].open = false;
	minimise->patience = match_patience(&match, &minimise->setup, minimise->seat);
	if (minimise->replay->limit)
		minimise->patience.answer = minimise->replay->limit;
	match_free(&match);
	return NULL;
}

/* Reads the games and seats their players.  */
static char *read_games(struct minimise *minimise, const struct match_place *place, const struct setup *last)
{
	char *problem = read_turns(minimise, minimise->file, &minimise->setup, place->turns, &minimise->best);
	FREED char *command = problem ? NULL : command_of(minimise, last, &problem);

	minimise->recorded = turns_of(&minimise->best);
	if (!problem)
		problem = read_patience(minimise);
	if (!problem)
		problem = read_games_before(minimise, command);
	if (!problem)
		problem = seat_players(minimise, minimise->file, &minimise->setup, &minimise->best, command);
	if (minimise->replay->limit)
		minimise->setup.turn_limit = minimise->replay->limit;
	return problem;
}

static char *prepare(struct minimise *minimise, const char *output)
{
	struct runner_call *call = minimise->call;
	struct match_place place;
	struct verdict verdict;
	struct setup last;
	char *problem = NULL, *taken;

	minimise->file = match_file_at(call->words[0], &place, &problem);
	say_problem(match_file_notice(minimise->file));
	if (!minimise->file)
		return problem;
	if (!match_file_setup(minimise->file, 0, &minimise->setup))
		return bytes_text("%s", match_file_problem(minimise->file));
	if (!match_file_setup(minimise->file, match_file_shown(minimise->file), &last))
		return bytes_text("%s", match_file_problem(minimise->file));
	match_file_agents(minimise->file, match_file_shown(minimise->file), &last);
	verdict = verdict_of_file(minimise->file, place.turns);
	problem = protocol_unplayed(last.system, false);
	if (!problem)
		problem = which_seat(minimise->replay->seat, &minimise->setup, &last, &verdict,
				     &minimise->seat);
	if (!problem)
		problem = read_while(minimise, &verdict);
	if (!problem && minimise->wanted.condition && minimise_is_told(&minimise->setup))
		problem = bytes_text("--while %s: where another judge has the rules, only crash, illegal "
				     "and timeout are found again",
				     minimise->wanted.what);
	if (!problem)
		problem = read_games(minimise, &place, &last);
	minimise->output = output ? bytes_text("%s", output) : name_output(minimise);
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

static void interrupt(void *user, int events UNUSED)
{
	struct minimise *minimise = user;

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
	minimise->interrupted |= loop_is_interrupted();
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
	for (int i = 0; i < minimise->before.count; i++) {
		setup_free(&minimise->before.at[i].setup);
		minimise_case_free(&minimise->before.at[i].played);
		minimise_case_free(&minimise->before.at[i].moves);
	}
	free(minimise->before.at);
	minimise_case_free(&minimise->best);
	free(minimise->words);
	free(minimise->output);
	free(minimise->tried);
	free(minimise->seen);
	free(minimise->problem);
}

int check_minimise(struct runner_call *call, const struct search_options *search,
		   const struct rerun_options *replay, const char *output)
{
	struct minimise minimise = {.call = call, .search = search, .replay = replay};
	char *problem = cpus_settle(&call->match);
	int status = MINIMISE_TROUBLE;

	if (!problem)
		problem = prepare(&minimise, output);
	if (!problem)
		status = run(&minimise);
	match_file_close(minimise.file);
	minimise_free(&minimise);
	return say_failure(problem, status);
}
