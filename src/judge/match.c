/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match.c - a match: its turns, its sums, its verdict.  */
#include "ringside/match.h"

#include "ringside/bytes.h"
#include "ringside/message.h"
#include "ringside/protocol.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct turn turn_unmeasured(int seat)
{
	return (struct turn){.seat = seat,
			     .left_ns = INT64_MAX,
			     .cpu_ns = -1,
			     .rss = -1,
			     .asked_ns = -1,
			     .first_ns = -1,
			     .last_ns = -1,
			     .peak = -1};
}

void turn_clear(struct turn *turn)
{
	assert(turn);
	free(turn->answered);
	free(turn->played);
}

void match_init(struct match *match, const struct setup *setup)
{
	*match = (struct match){0};
	setup_copy(&match->setup, setup);
}

struct match match_before(const struct setup *setup)
{
	return (struct match){.setup = *setup};
}

/* ---- the setup ---- */

struct setup *match_change_setup(struct match *match)
{
	match->revision++;
	return &match->setup;
}

void match_set_kind(struct match *match, int seat, enum seat_kind kind)
{
	assert(is_seat(seat));
	match->setup.seat[seat].kind = kind;
}

void match_show_row(struct match *match, bool begins, const char *row, size_t size)
{
	enum { MOST = 16 * 1024 }; /* a larger board is cut: it would swell the lines of results */

	if (begins)
		match->board.size = 0;
	if (match->board.size + size >= MOST)
		return;
	bytes_add(&match->board, row, size);
	bytes_add_text(&match->board, "\n");
}

void match_hide(struct match *match)
{
	match->hidden = true;
}

/* ---- what is counted and measured ---- */

void match_set_backtrace(struct match *match, int seat, const char *text, size_t size)
{
	free(match->backtrace[seat]);
	match->backtrace[seat] = bytes_copy(text, size);
}

bool match_waited_late(const struct match *match, const struct verdict *verdict)
{
	const struct waiting *waiting = &match->unfinished[verdict->blame].waiting;

	return verdict->blame != SEAT_NONE && reason_is(verdict->reason, REASON_OF_LIMIT) &&
	       waiting_matters(waiting->ns, waiting->took_ns);
}

bool match_waiting_decided(const struct match *match)
{
	return match_waited_late(match, &match->verdict) && !setup_forgives_waiting(&match->setup);
}

void match_forget_waiting(struct match *match, int seat)
{
	match->unfinished[seat].waiting = (struct waiting){.ns = 0};
}

void match_measure_turn(struct match *match, int n, int64_t cpu_ns, int64_t rss, int64_t peak)
{
	struct turn *turn;

	assert(n > match->dropped && n <= match->turn_count);
	turn = &match->turns[n - 1 - match->dropped];
	turn->cpu_ns = cpu_ns;
	turn->rss = rss;
	turn->peak = peak;
}

/* ---- what turns took ---- */

static void add_turn(struct took *took, int64_t think_ns, int64_t held_ns, bool waited, bool charged)
{
	took->turns++;
	took->waited_turns += waited;
	took->charged_turns += charged;
	took->held_turns += held_ns > 0;
	took->held_longest = held_ns > took->held_longest ? held_ns : took->held_longest;
	took->total += (double)think_ns;
	took->longest = (double)think_ns > took->longest ? (double)think_ns : took->longest;
}

static void add_use(struct took *took, int64_t cpu_ns, int64_t peak)
{
	if (cpu_ns >= 0) {
		took->knows_cpu = true;
		took->cpu += (double)cpu_ns;
	}
	took->peak = peak > took->peak ? peak : took->peak;
}

static void add_took(struct took took[SEATS], const struct turn *turn)
{
	add_turn(&took[turn->seat], turn->think_ns, turn->held_ns, turn->flags & TURN_WAITED,
		 turn->flags & TURN_CHARGED);
	add_use(&took[turn->seat], turn->cpu_ns, turn->peak > turn->rss ? turn->peak : turn->rss);
}

bool match_took(const struct match *match, struct took took[SEATS])
{
	memcpy(took, match->took, sizeof(match->took));
	for (int n = match->took_until + 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_turn(match, n);

		if (!turn)
			return false;
		add_took(took, turn);
	}
	for (int s = 0; s < SEATS; s++) {
		const struct unfinished *unfinished = &match->unfinished[s];

		if (unfinished->open)
			add_turn(&took[s], unfinished->think_ns, unfinished->held_ns,
				 waiting_matters(unfinished->waiting.ns, unfinished->waiting.took_ns),
				 unfinished->charged_ns > 0);
		if (unfinished->open || unfinished->cpu_ns)
			add_use(&took[s], unfinished->cpu_ns, unfinished->peak);
	}
	return true;
}

struct patience match_patience(const struct match *match, const struct setup *setup, int seat)
{
	int64_t turn = setup_turn_limit(setup, seat), all = setup_match_limit(setup, seat);
	int64_t limit = turn ? turn : setup_guard(setup, seat), start = setup_start_limit(setup, seat);
	struct took took[SEATS];
	struct patience patience;

	if (all && (!limit || all < limit))
		limit = all;
	limit = limit ? limit + setup->tolerance : INT64_MAX;
	if (match_took(match, took) && took[seat].turns && took[seat].longest * 10 < (double)limit)
		limit = (int64_t)(took[seat].longest * 10);
	patience.answer = limit > 2 * (int64_t)NS_PER_S ? limit : 2 * (int64_t)NS_PER_S;
	start = start && start < 10 * (int64_t)NS_PER_S ? start : 10 * (int64_t)NS_PER_S;
	patience.first = start > patience.answer ? start : patience.answer;
	return patience;
}

/* ---- turns ---- */

double said_value(const char *words)
{
	const char *number = words + (*words == '+' || *words == '-');
	double value = *number == 'M' || *number == 'm' ? (double)INFINITY : strtod(number, NULL);

	return *words == '-' ? -value : value;
}

/* Drops the oldest turns that are kept, and adds up what they took.  */
static void drop(struct match *match, int turns)
{
	int kept = match->turn_count - match->dropped - turns;

	assert(turns > 0 && kept >= 0);
	for (int i = 0; i < turns; i++) {
		if (match->took_until == match->dropped + i) {
			add_took(match->took, &match->turns[i]);
			match->took_until++;
		}
	}
	memmove(match->turns, match->turns + turns, (size_t)kept * sizeof *match->turns);
	if (match->turns[0].played)
		arena_forget_before(&match->texts, match->turns[0].played);
	match->dropped += turns;
}

void match_free(struct match *match)
{
	assert(match->turn_count >= match->dropped);
	free(match->turns);
	arena_free(&match->texts);
	free(match->verdict.detail);
	bytes_free(&match->board);
	for (int s = 0; s < SEATS; s++) {
		free(match->backtrace[s]);
		free(match->warning[s]);
	}
	setup_free(&match->setup);
	*match = (struct match){0};
}

static char *text_copy(struct match *match, const char *text)
{
	return text ? arena_copy(&match->texts, text, strlen(text)) : NULL;
}

struct turn *match_append(struct match *match, const struct turn *added)
{
	int kept = match->turn_count - match->dropped;
	struct turn *turn;
	bool same;

	assert(is_seat(added->seat));
	assert(kept >= 0);
	if (kept == 2 * MATCH_KEPT && !match->keeps_all) {
		drop(match, MATCH_KEPT);
		kept = MATCH_KEPT;
	} else if ((kept & (kept - 1)) == 0) { /* the room doubles: it is full at each power of two */
		match->turns =
			bytes_resized(match->turns, (kept ? (size_t)kept * 2 : 1) * sizeof *match->turns);
	}
	turn = &match->turns[kept];
	*turn = *added;
	if (match->scored && !(turn->flags & TURN_SCORED)) {
		turn->flags |= TURN_SCORED;
		memcpy(turn->sum, match->sum, sizeof(turn->sum));
	}
	same = added->answered && added->played && strcmp(added->answered, added->played) == 0;
	turn->played = text_copy(match, added->played);
	turn->answered = same ? turn->played : text_copy(match, added->answered);
	match->forgiven[turn->seat] += turn->flags & TURN_FORGIVEN ? 1 : 0;
	turn->n = ++match->turn_count;
	match->revision++;
	return turn;
}

struct turn *match_add(struct match *match, struct turn turn)
{
	struct turn *added = match_append(match, &turn);

	turn_clear(&turn);
	return added;
}

const struct turn *match_turn(const struct match *match, int n)
{
	if (n < 1 || n > match->turn_count)
		return NULL;
	if (n > match->dropped)
		return &match->turns[n - 1 - match->dropped];
	return match->older ? match->older(match->older_user, n) : NULL;
}

const struct turn *match_glance(const struct match *match, int n)
{
	return n >= 1 && n <= match->dropped && match->glance ? match->glance(match->older_user, n)
							      : match_turn(match, n);
}

const struct turn *match_skim(const struct match *match, int n, int every)
{
	assert(every > 0);
	return n >= 1 && n <= match->dropped && match->skim ? match->skim(match->older_user, n, every)
							    : match_turn(match, n);
}

void match_set_older(struct match *match, const struct turn *(*older)(void *user, int n), void *user)
{
	match->older = older;
	match->older_user = user;
}

void match_cut(struct match *match, int turns)
{
	const struct turn *last;

	assert(turns >= 0);
	if (turns >= match->turn_count)
		return;
	for (int n = match->turn_count; n > turns; n--) {
		last = match_turn(match, n);
		if (last && last->flags & TURN_FORGIVEN)
			match->forgiven[last->seat]--;
	}
	if (match->dropped > turns)
		match->dropped = turns;
	if (match->took_until > turns) {
		memset(match->took, 0, sizeof(match->took));
		match->took_until = 0;
	}
	match->turn_count = turns;
	match->cuts++;
	last = match_turn(match, turns);
	for (int s = 0; s < SEATS; s++)
		match->sum[s] = last ? last->sum[s] : 0;
	match->revision++;
}

void match_score(struct match *match, int seat, double score)
{
	assert(seat == SEAT_1 || seat == SEAT_2);
	match->scored = true;
	match->sum[seat] += score;
	match->revision++;
	if (match->turn_count == match->dropped)
		return;
	match->turns[match->turn_count - match->dropped - 1].flags |= TURN_SCORED;
	match->turns[match->turn_count - match->dropped - 1].sum[seat] = match->sum[seat];
}

void match_end(struct match *match, struct verdict verdict)
{
	assert(verdict.reason);
	assert(verdict.winner >= WINNER_NONE && verdict.winner <= SEAT_2);
	assert(is_seat(verdict.blame));
	free(match->verdict.detail);
	match->verdict = verdict;
	match->over = true;
	match->revision++;
}

void match_end_at(struct match *match, int64_t ns, struct verdict verdict)
{
	match->ended_ns = ns;
	match_end(match, verdict);
}

void match_take_back(struct match *match, int turns)
{
	if (match->over) {
		free(match->verdict.detail);
		match->verdict = (struct verdict){0};
		memset(match->unfinished, 0, sizeof(match->unfinished));
		match->over = false;
		match->revision++;
	}
	match_cut(match, turns);
}

void match_pending(struct match *match, int seat, const struct event *pending)
{
	int64_t first = pending->number[0], last = pending->number[1];

	assert(pending->kind == EVENT_PENDING);
	if (match->over && last > match->ended_ns)
		return;
	match->unfinished[seat].first_ns = first;
	match->unfinished[seat].last_ns = last;
}

const struct turn *match_last_of(const struct match *match, int seat, int turns)
{
	int first;

	assert(is_seat(seat) && turns >= 0);
	if (turns > match->turn_count)
		turns = match->turn_count;
	first = turns > MATCH_KEPT ? turns - MATCH_KEPT : 0;
	for (int n = turns; n > first; n--) {
		const struct turn *turn = match_turn(match, n);

		if (!turn || turn->seat == seat)
			return turn;
	}
	return NULL;
}

/* ---- many numbers in a few ---- */

static int compare(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;

	return (one > two) - (one < two);
}

/* The smallest number that at least `percent` % of the numbers do not exceed.  */
static int64_t rank(const int64_t *numbers, int count, int percent)
{
	int64_t at = ((int64_t)count * percent + 99) / 100;

	return numbers[at > 0 ? at - 1 : 0];
}

struct summary summary_of(int64_t *numbers, int count)
{
	struct summary summary = {0};

	if (count)
		qsort(numbers, (size_t)count, sizeof(*numbers), compare);
	while (count && *numbers < 0) {
		numbers++;
		count--;
	}
	if (!count)
		return summary;
	for (int i = 0; i < count; i++)
		summary.total = value_sum(summary.total, numbers[i]);
	summary.count = count;
	summary.least = numbers[0];
	summary.median = rank(numbers, count, 50);
	summary.high = rank(numbers, count, 95);
	summary.most = numbers[count - 1];
	return summary;
}

/* ---- verdicts ---- */

const struct reason shared_reasons[] = {
	{REASON_ILLEGAL, REASON_OF_RULES, "illegal", "F", "illegal move",
	 "A move that the rules of the game do not allow loses.", "ringside: illegal"},
	{REASON_TIMEOUT, REASON_OF_LIMIT, "timeout", "T", "time forfeit",
	 "The whole answer must arrive within the limit. The clock starts just before the question is "
	 "written and stops when the last byte of the answer was read; other output does not stop it.",
	 "ringside: --turn-time, --match-time, --tc, --tolerance"},
	{REASON_CRASH, REASON_OF_ENDING, "crash", "F", "abandoned",
	 "An agent loses if a signal ends it or it exits with a status other than 0 while it is still "
	 "needed, even during the other seat's turn.",
	 "ringside: crash"},
	{REASON_EXIT, REASON_OF_ENDING, NULL, "F", "abandoned",
	 "An agent loses if it exits while it is still needed, even during the other seat's turn.",
	 "ringside: exit"},
	{REASON_PROTOCOL, REASON_OF_RULES, "illegal", "F", "illegal move",
	 "A seat that must answer loses if its bytes cannot be understood; with --strict every fault loses.",
	 "ringside: protocol, --strict"},
	{REASON_RESIGN, REASON_OF_PEOPLE, NULL, "R", "normal", "A seat that resigns loses.",
	 "ringside: resign"},
	{REASON_MEMORY, REASON_OF_RULES, NULL, "F", "abandoned",
	 "All processes of an agent together may not use more memory than the limit.", "ringside: --memory"},
	{REASON_GAME, REASON_OF_PROGRAM, NULL, NULL, NULL, NULL, NULL},
	{REASON_START, REASON_OF_LIMIT, "timeout", "F", "stalled connection",
	 "An agent must be ready within the limit and keep running.", "ringside: --start-time"},
	{REASON_ADJUDICATED, REASON_OF_PEOPLE, NULL, "", "adjudication",
	 "A person decided how the match ends.", "ringside: adjudicate, draw"},
	{REASON_INTERRUPTED, REASON_OF_PEOPLE, NULL, "", "unterminated",
	 "A person broke the match off, or the system under the judge failed; or the match was heard in that "
	 "of another judge, whose verdict is not known. Nobody wins.",
	 "ringside: quit, tap"},
	{0},
};

const struct reason *reason_named(const char *word)
{
	for (const struct reason *reason = shared_reasons; word && reason->word; reason++)
		if (strcmp(reason->word, word) == 0)
			return reason;
	return NULL;
}

const char *reason_of_ending(struct ending ending)
{
	return ending.signalled || ending.code ? REASON_CRASH : REASON_EXIT;
}

bool reason_is(const char *word, enum reason_kind kind)
{
	const struct reason *reason = reason_named(word);

	return reason && reason->kind == kind;
}

bool verdict_is_failure(const struct verdict *verdict)
{
	return verdict->failed != SEAT_NONE || strcmp(verdict->reason, REASON_GAME) == 0;
}

bool verdict_is_final(const struct verdict *verdict)
{
	const struct reason *reason = reason_named(verdict->reason);

	if (!verdict->reason || verdict->blame != SEAT_NONE)
		return false;
	return !reason || reason->kind == REASON_OF_RULES || reason->kind == REASON_OF_ENDING;
}

const char *verdict_deed(const struct match *match)
{
	const struct verdict *verdict = &match->verdict;
	FREED char *who = is_seat(verdict->blame)
				  ? seat_title(verdict->blame, match->setup.seat[verdict->blame].name)
				  : bytes_text("%s", "");
	size_t size = strlen(who);

	return verdict->detail + (size && strncmp(verdict->detail, who, size) == 0 ? size + 1 : 0);
}

char *verdict_line(const struct verdict *verdict)
{
	const char *reason;

	if (!verdict)
		return bytes_text("unfinished");
	reason = verdict->reason ? verdict->reason : "over";
	if (verdict->winner == WINNER_DRAW)
		return bytes_text("draw: %s", reason);
	if (verdict->winner == WINNER_NONE)
		return bytes_text("no winner: %s", reason);
	return bytes_text("seat %d wins: %s", verdict->winner, reason);
}

bool match_is_finished(const struct match *match)
{
	return match->over && strcmp(match->verdict.reason, REASON_INTERRUPTED) != 0;
}

bool match_has_silent(const struct match *match)
{
	const struct protocol *protocol = protocol_named(match->setup.system);
	const struct verdict *verdict = &match->verdict;

	if (!protocol || !protocol->silent || !verdict->blame ||
	    !reason_is(verdict->reason, REASON_OF_ENDING))
		return false;
	for (int n = 1; n <= match->turn_count; n++) {
		const struct turn *turn = match_skim(match, n, 1);

		if (!turn || turn->seat == verdict->blame)
			return false;
	}
	return true;
}
