/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* time.c - clocks and countdowns, the time of a match, and what happens when it has passed; also what was
 * measured of an agent.
 *
 * Time stands while the gate is closed and the match is not over.  It also stands for a single seat while a
 * debugger traces its process.  */
#include "judge_parts.h"

#include "ringside/event.h"
#include "ringside/setup.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- a clock, and countdowns ---- */

/* b may be negative: a limit that passed while time stood.  */
static int64_t sum(int64_t a, int64_t b)
{
	return b > 0 && a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* How much of the time from `from` to `to` is after `since`.  */
static int64_t part(int64_t since, int64_t from, int64_t to)
{
	int64_t counted = since == CLOCK_NEVER ? 0 : to - (since > from ? since : from);

	return counted < NS_PER_MS ? 0 : counted;
}

void countdown_set(struct countdown *countdown, int64_t left, int64_t t, bool standing)
{
	assert(left != CLOCK_NEVER && t != CLOCK_NEVER);
	countdown->left = left;
	countdown->since = standing ? CLOCK_NEVER : t;
}

void countdown_clear(struct countdown *countdown)
{
	countdown->left = countdown->since = CLOCK_NEVER;
}

bool countdown_is_set(const struct countdown *countdown)
{
	return countdown->left != CLOCK_NEVER;
}

void countdown_pause(struct countdown *countdown, int64_t t)
{
	assert(countdown->since == CLOCK_NEVER || countdown->since <= t);
	if (!countdown_is_set(countdown) || countdown->since == CLOCK_NEVER)
		return;
	countdown->left -= t - countdown->since;
	countdown->since = CLOCK_NEVER;
}

void countdown_resume(struct countdown *countdown, int64_t t)
{
	if (countdown_is_set(countdown) && countdown->since == CLOCK_NEVER)
		countdown->since = t;
}

void countdown_shift(struct countdown *countdown, int64_t delta)
{
	if (countdown->since != CLOCK_NEVER)
		countdown->since += delta;
}

int64_t countdown_part(const struct countdown *countdown, int64_t from, int64_t to)
{
	return countdown_is_set(countdown) ? part(countdown->since, from, to) : 0;
}

int64_t countdown_end(const struct countdown *countdown)
{
	return countdown->since == CLOCK_NEVER ? CLOCK_NEVER : sum(countdown->since, countdown->left);
}

void clock_begin(struct clock *clock, int64_t t, int64_t turn_limit)
{
	assert(turn_limit >= 0 && t != CLOCK_NEVER);
	clock->turn_limit = turn_limit;
	clock->turn = clock->free = clock->unseen = 0;
	clock->began = clock->since = t;
	clock->open = true;
	clock->paused = clock->passed = false;
}

int64_t clock_end(struct clock *clock, int64_t t)
{
	int64_t took = clock_turn(clock, t);

	if (!clock->open)
		return 0;
	clock->account.used += took;
	clock->turn = 0;
	clock->since = CLOCK_NEVER;
	clock->open = false;
	return took;
}

static void clock_gain(struct clock *clock, int64_t ns)
{
	assert(ns >= 0 && clock->account.gained <= CLOCK_GAINED_MOST);
	clock->account.gained = ns < CLOCK_GAINED_MOST - clock->account.gained ? clock->account.gained + ns
									       : CLOCK_GAINED_MOST;
}

void clock_restart(struct clock *clock)
{
	clock->account = (struct clock_account){.moves = clock->control.period[0].moves,
						.overtimes = clock->control.overtimes};
}

/* Byo-yomi that may follow when the time of this period is used up.  */
static int64_t byoyomi(const struct clock *clock)
{
	return clock->account.moves ? 0 : clock->account.overtimes * clock->control.overtime;
}

void clock_moved(struct clock *clock, int64_t t)
{
	const struct time_control *control = &clock->control;
	struct clock_account *account = &clock->account;
	int64_t over, lost, next = account->period + 1;

	if (!time_control_is_set(control))
		return;
	over = byoyomi(clock) - clock_left(clock, t);
	if (byoyomi(clock) && over >= 0) { /* a last period that the tolerance made longer is not lost */
		lost = over / control->overtime;
		account->overtimes -= lost < account->overtimes ? lost : account->overtimes - 1;
		clock_gain(clock, over);
		return;
	}
	clock_gain(clock, control->period[account->period].increment);
	if (!account->moves || --account->moves)
		return;
	if (next < control->count || control->overtimes)
		account->period = (int)next;
	clock_gain(clock, control->period[account->period].time);
	account->moves = control->period[account->period].moves;
}

/* The agent waited for a core: adds that to the limits, from 0 up to what the turn took.  */
static void clock_wait(struct clock *clock, int64_t ns)
{
	assert(ns >= 0 && (!clock->open || ns <= INT64_MAX / 4));
	if (!clock->open)
		return;
	clock->free += ns;
	clock->account.waited = sum(clock->account.waited, ns);
}

/* For all turns together, with what was added.  */
static int64_t whole(const struct clock *clock)
{
	return sum(sum(clock->control.period[0].time + byoyomi(clock), clock->account.gained),
		   clock->account.waited);
}

void clock_pause(struct clock *clock, int64_t t)
{
	assert(!clock->open || clock->since == CLOCK_NEVER || clock->since <= t);
	if (!clock->open || clock->since == CLOCK_NEVER)
		return;
	clock->turn += t - clock->since;
	clock->since = CLOCK_NEVER;
	clock->paused = true;
}

void clock_resume(struct clock *clock, int64_t t)
{
	if (clock->open && clock->since == CLOCK_NEVER)
		clock->since = t;
}

/* It was measured with a clock that stood `delta` ns before this one.  */
static void clock_shift(struct clock *clock, int64_t delta)
{
	clock->began += delta;
	clock->unseen_at += delta;
	if (clock->since != CLOCK_NEVER)
		clock->since += delta;
}

int64_t clock_hold_up(struct clock *clock, int64_t seen, int64_t from, int64_t to)
{
	int64_t held = clock->open ? part(clock->since, from, to) : 0, first;

	clock->unseen = 0;
	if (!held)
		return 0;
	first = clock->since > seen ? clock->since : seen;
	clock->unseen = from > first ? from - first : 0;
	clock->unseen_at = to;
	clock->since += held;
	return held;
}

int64_t clock_answered(struct clock *clock, int64_t t)
{
	int64_t unseen = clock->open && t == clock->unseen_at ? clock->unseen : 0;

	clock->turn -= unseen;
	clock->unseen = 0;
	return unseen;
}

int64_t clock_deadline(const struct clock *clock)
{
	int64_t deadline = CLOCK_NEVER, all;

	if (!clock->open || clock->since == CLOCK_NEVER || clock->passed)
		return CLOCK_NEVER;
	if (clock->turn_limit)
		deadline =
			sum(clock->since, clock->turn_limit + clock->free - clock->turn + clock->tolerance);
	if (time_control_is_set(&clock->control)) {
		all = sum(clock->since, whole(clock) - clock->account.used - clock->turn + clock->tolerance);
		if (all < deadline)
			deadline = all;
	}
	return deadline;
}

int64_t clock_over(const struct clock *clock, int64_t t)
{
	int64_t left = clock_left(clock, t), over = INT64_MIN;

	if (!clock->open)
		return over;
	if (clock->turn_limit)
		over = clock_turn(clock, t) - clock->free - clock->turn_limit;
	return left != CLOCK_NEVER && -left > over ? -left : over;
}

static bool clock_runs(const struct clock *clock)
{
	return clock->open && clock->since != CLOCK_NEVER;
}

int64_t clock_reaches(const struct clock *clock, int64_t turn)
{
	assert(turn >= 0);
	return clock_runs(clock) && turn >= clock->turn ? sum(clock->since, turn - clock->turn) : CLOCK_NEVER;
}

int64_t clock_left(const struct clock *clock, int64_t t)
{
	return time_control_is_set(&clock->control)
		       ? whole(clock) - clock->account.used - clock_turn(clock, t)
		       : CLOCK_NEVER;
}

struct clock_state clock_state(const struct clock *clock, int64_t t)
{
	struct clock_state state = {.left = CLOCK_NEVER};

	if (!time_control_is_set(&clock->control)) /* most often */
		return state;
	state = time_control_at(&clock->control, clock->account.moves, clock_left(clock, t));
	state.increment = clock->control.period[clock->account.period].increment;
	return state;
}

int64_t clock_turn(const struct clock *clock, int64_t t)
{
	return clock->open ? clock->turn + (clock->since == CLOCK_NEVER ? 0 : t - clock->since) : 0;
}

/* ---- the time of the match ---- */

void judge_advance(struct judge *judge, int64_t t)
{
	if (t > judge->time.now)
		judge->time.now = t;
}

void judge_keep_time(struct judge *judge)
{
	bool stand = judge->gate.mode == GATE_CLOSED && judge->phase != OVER;

	if (stand == judge->time.standing || (stand && judge->limits.expiring))
		return;
	judge->time.standing = stand;
	for (int s = 0; s < SEATS; s++)
		judge_keep_seat_time(judge, s);
	(stand ? countdown_pause : countdown_resume)(&judge->time.pace, judge->time.now);
	gate_keep_time(&judge->gate, stand, judge->time.now);
}

void judge_shift_time(struct judge *judge, int64_t t)
{
	int64_t delta = t - judge->time.now;

	judge->time.t0 += delta;
	judge->time.now = t;
	countdown_shift(&judge->time.pace, delta);
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		clock_shift(&seat->time.clock, delta);
		countdown_shift(&seat->time.await, delta);
		countdown_shift(&seat->time.leave, delta);
		judge_shift_line(judge, s, delta);
	}
}

void judge_charge(struct judge *judge, int seat, int64_t ns)
{
	assert(ns > 0);
	judge->seat[seat].time.charge = ns;
}

/* What a stall of the judge was left out of.  */
struct holdup {
	bool any;            /* a clock or a countdown runs */
	int64_t turn[SEATS]; /* ns of each seat's turn, if it is over at the stall's end */
};

/* Leaves the time from `from` to `to` out of all clocks and countdowns that run, but for what judge_charge()
 * has said.
 *
 * What a seat is charged with is counted first: its clock runs on until then.  Which part of the stall it was
 * makes no difference to its limit.
 *
 * A process that gets ready is in no turn, although its clock runs for the match limit.  */
static struct holdup judge_hold_up_time(struct judge *judge, int64_t seen, int64_t from, int64_t to)
{
	int64_t pace = countdown_part(&judge->time.pace, from, to);
	struct holdup found = {.any = gate_hold_up(&judge->gate, from, to) || pace};

	countdown_shift(&judge->time.pace, pace);
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];
		int64_t charged = seat->time.charge < to - from ? from + seat->time.charge : to,
			await = countdown_part(&seat->time.await, charged, to),
			leave = countdown_part(&seat->time.leave, charged, to),
			clock = clock_hold_up(&seat->time.clock, charged > from ? charged : seen, charged,
					      to);

		if (seat->process.ready) {
			judge->match.unfinished[s].held_ns += clock;
			found.turn[s] = clock + seat->time.clock.unseen;
		} else {
			seat->time.clock.unseen = 0;
		}
		countdown_shift(&seat->time.await, await);
		countdown_shift(&seat->time.leave, leave);
		found.any = found.any || clock || await || leave;
	}
	return found;
}

void judge_begin_pace(struct judge *judge)
{
	if (judge->match.setup.pace)
		countdown_set(&judge->time.pace, judge->match.setup.pace, judge->time.now,
			      judge->time.standing);
}

void judge_end_pace(struct judge *judge)
{
	countdown_clear(&judge->time.pace);
}

/* ---- a seat's clock ---- */

bool judge_time_stands(const struct judge *judge, int seat)
{
	return judge->time.standing || judge->seat[seat].attached.traced ||
	       (seat != SEAT_NONE && judge->hearing.answered == seat);
}

static void forget_answer(struct judge *judge, int seat)
{
	if (judge->hearing.answered == seat)
		judge->hearing.answered = SEAT_NONE;
}

void judge_keep_seat_time(struct judge *judge, int s)
{
	struct seat_time *time = &judge->seat[s].time;
	bool stands = judge_time_stands(judge, s);

	(stands ? clock_pause : clock_resume)(&time->clock, judge->time.now);
	(stands ? countdown_pause : countdown_resume)(&time->await, judge->time.now);
	(stands ? countdown_pause : countdown_resume)(&time->leave, judge->time.now);
}

/* Takes the limits of whoever sits there now from the setup: the clock at once, the limit of a turn when one
 * begins.  A limit for all turns counts those before, too; any other clock that is new begins anew.  */
static void take_limits(struct judge *judge, int s)
{
	const struct setup *setup = &judge->match.setup;
	struct seat_time *time = &judge->seat[s].time;
	struct time_control control = setup_clock(setup, s), was = time->clock.control;

	time->clock.control = control;
	if (!(time_control_is_plain(&control) && time_control_is_plain(&was)) &&
	    memcmp(&control, &was, sizeof(control)) != 0)
		clock_restart(&time->clock);
	time->turn_limit = setup_turn_limit(setup, s);
	time->guarded = setup->seat[s].kind == SEAT_AGENT && setup_guard(setup, s);
	if (time->guarded)
		time->turn_limit = setup->hang_limit;
}

void judge_new_clock(struct judge *judge, int s)
{
	judge->seat[s].time.clock =
		(struct clock){.since = CLOCK_NEVER, .tolerance = judge->match.setup.tolerance};
	take_limits(judge, s);
}

void judge_change_limits(struct judge *judge)
{
	for (int s = 0; s < SEATS; s++) {
		const struct seat *seat = &judge->seat[s];

		take_limits(judge, s);
		if (seat->turn.state != TURN_NONE && seat->process.ready && seat->time.clock.open)
			judge->seat[s].time.clock.turn_limit = seat->time.turn_limit;
	}
}

void judge_begin_clock(struct judge *judge, int s, int64_t turn_limit)
{
	struct seat *seat = &judge->seat[s];

	judge->match.activity[s] = (struct activity){.kind = ACTIVITY_NOTHING};
	judge->match.unfinished[s] = (struct unfinished){.asked_ns = -1, .first_ns = -1, .last_ns = -1};
	forget_answer(judge, s);
	clock_begin(&seat->time.clock, judge->time.now, turn_limit);
	if (judge_time_stands(judge, s))
		clock_pause(&seat->time.clock, judge->time.now);
	seat->time.untimed = seat->attached.traced;
}

int64_t judge_answer_clock(struct judge *judge, int s)
{
	struct clock *clock = &judge->seat[s].time.clock;

	judge->match.unfinished[s].held_ns += clock_answered(clock, judge->time.now);
	return clock_turn(clock, judge->time.now);
}

void judge_stand_clock(struct judge *judge, int s)
{
	struct clock *clock = &judge->seat[s].time.clock;
	bool paused = clock->paused;

	judge_answer_clock(judge, s);
	judge_keep_seat_time(judge, s);
	clock->paused = paused;
}

int64_t judge_end_clock(struct judge *judge, int s)
{
	forget_answer(judge, s);
	return clock_end(&judge->seat[s].time.clock, judge->time.now);
}

void judge_clock_moved(struct judge *judge, int s)
{
	clock_moved(&judge->seat[s].time.clock, judge->time.now);
}

void judge_renew_clock(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->attached.traced && seat->time.clock.open)
		seat->time.untimed = true;
	seat->time.clock.free = clock_turn(&seat->time.clock, judge->time.now);
	judge_keep_seat_time(judge, s);
}

void judge_copy_used(struct judge *judge, int s, const struct judge *from)
{
	judge->seat[s].time.clock.account = from->seat[s].time.clock.account;
}

int64_t judge_turn_time(const struct judge *judge, int seat, int64_t t)
{
	return judge->seat[seat].turn.state != TURN_NONE ? clock_turn(&judge->seat[seat].time.clock, t) : 0;
}

int64_t judge_turn_reaches(const struct judge *judge, int seat, int64_t ns)
{
	bool agent = judge->match.setup.seat[seat].kind == SEAT_AGENT;

	return agent && judge->seat[seat].turn.state != TURN_NONE
		       ? clock_reaches(&judge->seat[seat].time.clock, ns)
		       : CLOCK_NEVER;
}

int64_t judge_limit_left(const struct judge *judge, int seat, int64_t t)
{
	int64_t over = clock_over(&judge->seat[seat].time.clock, t);

	return over == INT64_MIN ? INT64_MAX : -over;
}

int64_t judge_time_left(const struct judge *judge, int seat, int64_t t)
{
	return clock_left(&judge->seat[seat].time.clock, t);
}

struct clock_state judge_clock(const struct judge *judge, int seat, int64_t t)
{
	return clock_state(&judge->seat[seat].time.clock, t);
}

/* ---- limits that have passed ---- */

static int64_t seat_deadline(const struct seat *seat)
{
	int64_t deadline = clock_deadline(&seat->time.clock);

	if (countdown_end(&seat->time.await) < deadline)
		deadline = countdown_end(&seat->time.await);
	if (countdown_end(&seat->time.leave) < deadline)
		deadline = countdown_end(&seat->time.leave);
	return deadline;
}

struct limit judge_limit(const struct judge *judge, int seat, int64_t over)
{
	const struct clock *clock = &judge->seat[seat].time.clock;
	int64_t turn = clock_turn(clock, judge->time.now);

	if (clock->turn_limit && turn >= clock->turn_limit + clock->free + over)
		return (struct limit){judge->seat[seat].time.guarded ? EVENT_LIMIT_GUARD : EVENT_LIMIT_TURN,
				      clock->turn_limit};
	if (byoyomi(clock))
		return (struct limit){EVENT_LIMIT_BYOYOMI, clock->control.overtime};
	return (struct limit){time_control_is_plain(&clock->control) ? EVENT_LIMIT_MATCH : EVENT_LIMIT_PERIOD,
			      clock->control.period[clock->account.period].time};
}

/* Which period of the clock has passed, if it has more than one.  */
static void add_period(struct bytes *words, const struct clock *clock)
{
	FREED char *control = time_control_words(&clock->control);

	if (byoyomi(clock))
		bytes_addf(words, " (the last of %s)", control);
	else
		bytes_addf(words, " (period %d of %s, %" PRId64 " move%s to go)", clock->account.period + 1,
			   control, clock->account.moves, clock->account.moves == 1 ? "" : "s");
}

/* The limit that has passed, with what moves have added and its tolerance, for people.  The caller frees.  */
static char *passed_words(const struct judge *judge, int seat)
{
	const struct clock *clock = &judge->seat[seat].time.clock;
	struct limit passed = judge_limit(judge, seat, clock->tolerance);
	FREED char *limit = event_limit_words(passed.which, passed.ns);
	struct bytes words = {0};

	bytes_add_text(&words, limit);
	if (strcmp(passed.which, EVENT_LIMIT_PERIOD) == 0 || strcmp(passed.which, EVENT_LIMIT_BYOYOMI) == 0)
		add_period(&words, clock);
	else if (clock->account.gained && strcmp(passed.which, EVENT_LIMIT_MATCH) == 0)
		bytes_addf(&words, " with %.3f s of increments", (double)clock->account.gained / NS_PER_S);
	if (judge->match.unfinished[seat].waiting.ns && setup_forgives_waiting(&judge->match.setup))
		bytes_addf(&words, " plus %.3f s of waiting for a core (--forgive-waiting)",
			   (double)judge->match.unfinished[seat].waiting.ns / NS_PER_S);
	if (clock->tolerance)
		bytes_addf(&words, " and %.3f s of tolerance", (double)clock->tolerance / NS_PER_S);
	return words.at;
}

static void expire(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];
	struct clock *clock = &seat->time.clock;
	char *words;

	if (countdown_end(&seat->time.await) <= judge->time.now) {
		countdown_clear(&seat->time.await);
		judge->protocol->expired(judge->state, s);
	} else if (countdown_end(&seat->time.leave) <= judge->time.now) {
		judge_left_late(judge, s);
	} else {
		int64_t began = clock->began;

		words = passed_words(judge, s);
		if (judge->hearing.on)
			judge_heard_late(judge, s, words);
		else
			judge->protocol->timeout(judge->state, s, words);
		/* Does the protocol go on listening?  Then the verdict counts it.  */
		clock->passed = !judge->match.over && clock->open && clock->began == began;
		if (!clock->passed && (!judge->match.over || judge->match.verdict.blame == s))
			judge->match.timeouts[s]++;
		free(words);
	}
}

/* The seat whose limit passes first, and when.  */
static int64_t next_limit(const struct judge *judge, int *seat)
{
	int64_t first = CLOCK_NEVER, deadline;

	*seat = SEAT_NONE;
	for (int s = 0; s < SEATS; s++)
		if ((deadline = seat_deadline(&judge->seat[s])) < first) {
			first = deadline;
			*seat = s;
		}
	return first;
}

static void time_is(struct judge *judge, int64_t t)
{
	judge_advance(judge, t);
	judge_let_act(judge, judge->gate.mode != GATE_CLOSED);
}

/* Asks the watcher once about each turn or match limit that has passed, before anything follows from any of
 * them.  One note then says that time stood here.  True: it stopped the match.  */
static bool stop_at_limits(struct judge *judge)
{
	bool stops = false;
	char *words;

	if (judge->gate.mode == GATE_CLOSED) /* just now: time stands only after the limits */
		return false;
	for (int s = SEAT_1; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];
		bool passed = clock_deadline(&seat->time.clock) <= judge->time.now;

		if (passed && !seat->limit_seen && !stops) {
			words = passed_words(judge, s);
			stops = judge_stop(judge,
					   (struct stop){.kind = STOP_LIMIT, .seat = s, .words = words});
			seat->limit_seen = true;
			free(words);
		} else if (!passed) {
			seat->limit_seen = false;
		}
	}
	return stops;
}

/* Handles limits in the order in which they passed.  A seat whose turn was due before is asked first.  That
 * may leave no record, so a replay has to do it here too.  */
void judge_expire(struct judge *judge)
{
	int64_t limit;
	int seat;

	judge->limits.expiring = true;
	while (judge->phase != OVER && (limit = next_limit(judge, &seat)) <= judge->time.now) {
		if (countdown_end(&judge->time.pace) > limit)
			expire(judge, seat);
		judge_settle(judge);
	}
	judge->limits.expiring = false;
	judge_settle(judge);
}

void judge_pass_limits(struct judge *judge)
{
	int seat;

	if (judge->phase == OVER ||
	    (judge->watcher.asks.reason && judge->mode == LIVE && stop_at_limits(judge)) ||
	    next_limit(judge, &seat) > judge->time.now) {
		judge_settle(judge);
		return;
	}
	for (int s = 0; s < SEATS; s++) { /* what was sent before the limit, complete or not */
		judge_end_stderr(judge, s);
		judge_note_pending(judge, s);
	}
	judge_expire(judge);
}

static void pass_time(struct judge *judge, int64_t t)
{
	time_is(judge, t);
	judge_pass_limits(judge);
}

/* When the watcher wants to be asked next although nothing happens.  */
static int64_t next_look(const struct judge *judge)
{
	int64_t due;

	if (!judge->watcher.asks.due || judge->mode == REPLAYING || judge->time.standing ||
	    judge->phase == OVER)
		return CLOCK_NEVER;
	due = judge->watcher.asks.due(judge->watcher.asks.user, judge, judge->limits.watched_until);
	return due > judge->limits.watched_until ? due : judge->limits.watched_until;
}

static void ask_watcher(struct judge *judge, int64_t due)
{
	time_is(judge, due);
	judge->limits.watched_until = due;
	for (int s = 0; s < SEATS; s++)
		if (judge->match.setup.seat[s].kind == SEAT_AGENT)
			judge_stop(judge, (struct stop){.kind = STOP_TIME, .t = due, .seat = s, .words = ""});
	if (judge->watcher.note_due)
		judge_settle(judge);
}

/* Does in order what is due before t, and handles the limits that pass before t: overdue moments, and delayed
 * work at the moment when the pace ends, because a replay knows no other moment.  A limit that passed before
 * a moment of the watcher counts first.  If both are at the same moment and the match stops there, a person
 * can still change the limit.  */
static void pass_time_until(struct judge *judge, int64_t t)
{
	int64_t due, paced;

	while ((due = next_look(judge)) <= t || countdown_end(&judge->time.pace) < t) {
		paced = countdown_end(&judge->time.pace);
		if (paced < due) {
			pass_time(judge, paced);
			continue;
		}
		pass_time(judge, due - 1);
		if (next_look(judge) == due)
			ask_watcher(judge, due);
	}
}

void judge_time(struct judge *judge, int64_t t)
{
	pass_time_until(judge, t);
	pass_time(judge, t);
	judge->limits.watched_until = t > judge->limits.watched_until ? t : judge->limits.watched_until;
}

/* The judge may be told late, after it has written more: then only what began before `from` counts until
 * then.
 *
 *          question                 from                    to         answer
 *    ---------|------------------------|=====================|------------|------>  t
 *             |<------- thinks ------->|   held up: counts   |<- thinks ->|
 *                                          for nobody
 *
 * For a turn that is over at `to` the event has a longer time, from `seen` on.  So a replay, which hears of
 * `to` before it hears of the answer, knows `seen` (feed_stall()).  */
void judge_held_up(struct judge *judge, int64_t seen, int64_t from, int64_t to)
{
	struct holdup held;

	if (from > judge->time.now)
		judge_time(judge, from);
	held = judge_hold_up_time(judge, seen, from, to);
	time_is(judge, to);
	judge_watched_until(judge, to);
	for (int s = 0; s < SEATS; s++) {
		struct seat_time *time = &judge->seat[s].time;
		int64_t charged = time->charge;
		bool counts = held.any &&
			      (clock_runs(&time->clock) || seat_deadline(&judge->seat[s]) != CLOCK_NEVER);

		time->charge = 0;
		if (!charged || (judge->mode != REPLAYING && !counts))
			continue;
		judge_note_fields(judge, SEAT_NONE, EVENT_CHARGED, NULL, s, charged, 0);
		judge->match.unfinished[s].charged_ns += charged;
	}
	if (held.any)
		judge_note_fields(judge, SEAT_NONE, EVENT_HELD_UP, NULL, to - from, held.turn[SEAT_1],
				  held.turn[SEAT_2]);
	judge_settle(judge);
}

bool judge_clocks_run(const struct judge *judge)
{
	int seat;

	if (judge->time.standing || judge->phase == OVER)
		return false;
	for (int s = 0; s < SEATS; s++)
		if (judge->match.setup.seat[s].kind == SEAT_AGENT && clock_runs(&judge->seat[s].time.clock))
			return true;
	return next_limit(judge, &seat) != CLOCK_NEVER || countdown_end(&judge->time.pace) != CLOCK_NEVER ||
	       judge_held_due(judge) != CLOCK_NEVER;
}

void judge_stop_at_limit(struct judge *judge, int64_t t)
{
	time_is(judge, t);
	gate_close(&judge->gate);
	judge_settle(judge);
}

void judge_watched_until(struct judge *judge, int64_t t)
{
	judge->limits.watched_until = t;
}

bool judge_limit_passed(const struct judge *judge, int seat, int64_t t)
{
	return !judge->time.standing && judge->phase != OVER && seat_deadline(&judge->seat[seat]) <= t;
}

int64_t judge_deadline(const struct judge *judge)
{
	int64_t deadline = countdown_end(&judge->time.pace), limit, watched, held = judge_held_due(judge);
	int seat;

	if (judge->time.standing)
		return CLOCK_NEVER;
	if (judge->phase == OVER)
		return held;
	limit = next_limit(judge, &seat);
	watched = next_look(judge);
	deadline = held < deadline ? held : deadline;
	deadline = watched < deadline ? watched : deadline;
	return limit < deadline ? limit : deadline;
}

/* ---- what was measured of an agent ----
 *
 * Memory and folders are noted only when a limit is passed, with the number that passed it.  From that number
 * a replay reaches the same verdict.  A match within its limits has no such rows.  */

/* Nobody loses while time stands.  If a limit is still exceeded when the match goes on, it counts then.  */
static bool is_watched(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	return judge->phase != OVER && !judge->time.standing && seat->process.life == LIFE_ALIVE &&
	       !seat->process.leaving;
}

/* The note proves what follows from it.  */
static void note_as_proof(struct judge *judge, int seat, enum event_kind kind, int64_t bytes, int64_t allowed)
{
	judge_tell_unkept(judge, seat);
	judge_note_fields(judge, seat, kind, NULL, bytes, allowed, 0);
	judge_begin_cause(judge);
}

void judge_memory(struct judge *judge, int64_t t, int seat, int64_t bytes)
{
	int64_t limit = setup_memory(&judge->match.setup, seat);

	if (!limit || bytes <= limit)
		return;
	judge_time(judge, t);
	if (is_watched(judge, seat)) {
		note_as_proof(judge, seat, EVENT_MEMORY, bytes, 0);
		arbiter_forfeit(judge, seat, REASON_MEMORY,
				"used %" PRId64 " bytes of memory, %" PRId64 " are allowed (--memory)", bytes,
				limit);
		judge_end_cause(judge);
	}
	judge_settle(judge);
}

bool judge_folder(struct judge *judge, int64_t t, int seat, int64_t bytes, int64_t allowed)
{
	bool watched;

	judge_time(judge, t);
	watched = is_watched(judge, seat);
	if (watched) {
		note_as_proof(judge, seat, EVENT_FOLDER, bytes, allowed);
		arbiter_fault_as(judge, seat, &event_faults[EVENT_FAULT_FOLDER], NULL,
				 "has %" PRId64 " bytes in its temporary folder, %" PRId64
				 " are allowed (--temp-size)",
				 bytes, allowed);
		judge_end_cause(judge);
	}
	judge_settle(judge);
	return watched;
}

void judge_used(struct judge *judge, int64_t t, int s, int64_t cpu_ns, int64_t peak)
{
	struct unfinished *unfinished = &judge->match.unfinished[s];

	if (judge->phase != OVER || unfinished->open)
		return;
	judge_time(judge, t);
	unfinished->cpu_ns = cpu_ns;
	unfinished->peak = peak;
	unfinished->open = unfinished->think_ns >= 0;
	if (unfinished->open)
		judge_note_fields(judge, s, EVENT_UNFINISHED, NULL, unfinished->think_ns, cpu_ns, peak);
	judge_settle(judge);
}

void judge_activity(struct judge *judge, int64_t t, int s, const struct activity *activity)
{
	pass_time_until(judge, t);
	if (judge->phase == OVER || judge->seat[s].process.life != LIFE_ALIVE)
		return;
	judge_advance(judge, t);
	judge_tell_unkept(judge, s);
	judge_note_fields(judge, s, EVENT_DOING, activity_name(activity->kind), activity->unread,
			  activity->cpu_ns, activity->threads);
	judge->match.activity[s] = *activity;
	judge_settle(judge);
}

int64_t judge_awaited_for(const struct judge *judge, int s, int64_t t)
{
	const struct seat *seat = &judge->seat[s];

	if (seat->time.clock.open)
		return clock_turn(&seat->time.clock, t);
	return seat->asked.state == QUESTION_OPEN && seat->asked.t >= 0
		       ? judge_since(judge, t) - seat->asked.t
		       : 0;
}

/* Adds to the turns and the time in which the seat's agent waited.  A turn counts once, however often it is
 * told.  */
static void keep_waiting(struct judge *judge, int seat, const struct waiting *waiting)
{
	const struct match *match = &judge->match;
	struct waited *waited = &judge->match.waited[seat];
	int turn = judge_turn_now(judge, seat);
	bool same = waited->turns && waited->branch == match->branch && waited->turn == turn;
	int64_t before = same ? waited->in_turn_ns : 0;

	judge->match.unfinished[seat].waiting = *waiting;
	waited->turns += !same;
	waited->branch = match->branch;
	waited->turn = turn;
	waited->in_turn_ns = waiting->ns > before ? waiting->ns : before;
	waited->ns += (double)(waited->in_turn_ns - before);
}

void judge_waited(struct judge *judge, int64_t t, int s, int64_t more, int64_t cpu_ns)
{
	struct waiting waiting = judge->match.unfinished[s].waiting;
	struct seat_time *time = &judge->seat[s].time;
	int64_t before = waiting.took_ns, most;

	pass_time_until(judge, t);
	if (judge->phase == OVER || judge_time_stands(judge, s) || judge->seat[s].process.life != LIFE_ALIVE)
		return;
	judge_advance(judge, t);
	waiting.took_ns = judge_awaited_for(judge, s, judge->time.now);
	most = waiting.took_ns - waiting.ns;
	waiting.cpu_ns = cpu_ns < most ? cpu_ns : most;
	most -= waiting.cpu_ns > 0 ? waiting.cpu_ns : 0;
	more = more > most ? most : more > 0 ? more : 0;
	if (more > 0 || (waiting.ns && waiting.took_ns > before)) {
		waiting.ns += more;
		judge_tell_unkept(judge, s);
		judge_note_fields(judge, s, EVENT_WAITED, NULL, waiting.ns, waiting.cpu_ns, waiting.took_ns);
		keep_waiting(judge, s, &waiting);
		if (setup_forgives_waiting(&judge->match.setup)) {
			clock_wait(&time->clock, more);
			time->await.left += countdown_is_set(&time->await) ? more : 0;
		}
	}
	judge_settle(judge);
}
