/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* limits.c - what happens when time has passed.  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

static int64_t seat_deadline(const struct seat *seat)
{
	int64_t deadline = clock_deadline(&seat->time.clock);

	if (countdown_end(&seat->asked.await) < deadline)
		deadline = countdown_end(&seat->asked.await);
	if (countdown_end(&seat->end.leave) < deadline)
		deadline = countdown_end(&seat->end.leave);
	return deadline;
}

static bool counts_time(const struct seat *seat)
{
	return clock_runs(&seat->time.clock) || seat_deadline(seat) != CLOCK_NEVER;
}

struct limit judge_limit(const struct judge *judge, int seat, int64_t over)
{
	const struct clock *clock = &judge->seat[seat].time.clock;
	int64_t turn = clock_turn(clock, judge->time.now);

	if (clock->turn_limit && turn >= clock->turn_limit + clock->free + over)
		return (struct limit){judge->seat[seat].time.guarded ? EVENT_LIMIT_GUARD : EVENT_LIMIT_TURN,
				      clock->turn_limit};
	return (struct limit){EVENT_LIMIT_MATCH, clock->match_limit};
}

/* The limit that has passed, with what moves have added and its tolerance, for people.  The caller frees.  */
static char *passed_words(const struct judge *judge, int seat)
{
	const struct clock *clock = &judge->seat[seat].time.clock;
	struct limit passed = judge_limit(judge, seat, clock->tolerance);
	char *limit = event_limit_words(passed.which, passed.ns);
	struct bytes words = {0};

	bytes_add_text(&words, limit);
	free(limit);
	if (clock->gained && strcmp(passed.which, EVENT_LIMIT_MATCH) == 0)
		bytes_addf(&words, " with %.3f s of increments", (double)clock->gained / NS_PER_S);
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
	char *words;

	if (countdown_end(&seat->asked.await) <= judge->time.now) {
		judge_end_await(judge, s);
		judge->protocol->expired(judge->state, s);
	} else if (countdown_end(&seat->end.leave) <= judge->time.now) {
		judge_left_late(judge, s);
	} else {
		words = passed_words(judge, s);
		judge_stop_clock(judge, s); /* it passes only once */
		judge->protocol->timeout(judge->state, s, words);
		if (!judge->match.over || judge->match.verdict.blame == s)
			match_count_timeout(&judge->match, s);
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

/* Asks the watcher if it wants to be asked.  True: the match stops here, before the limits that have passed.
 */
static bool stops_before_limits(struct judge *judge)
{
	return judge->watcher.asks.reason && judge->mode == LIVE && stop_at_limits(judge);
}

void judge_pass_limits(struct judge *judge)
{
	int seat;

	if (judge->phase == OVER || stops_before_limits(judge) ||
	    next_limit(judge, &seat) > judge->time.now) {
		judge_settle(judge);
		return;
	}
	for (int s = 0; s < SEATS; s++) { /* what was sent before the limit, complete or not */
		judge_end_words(judge, s);
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
	due = judge->watcher.asks.due(judge->watcher.asks.user, judge, judge->limits.looked);
	return due > judge->limits.looked ? due : judge->limits.looked;
}

static void ask_watcher(struct judge *judge, int64_t due)
{
	time_is(judge, due);
	judge->limits.looked = due;
	for (int s = 0; s < SEATS; s++)
		if (judge->match.setup.seat[s].kind == SEAT_AGENT)
			judge_stop(judge, (struct stop){.kind = STOP_TIME, .t = due, .seat = s, .words = ""});
	if (judge->watcher.note_due)
		judge_settle(judge);
}

/* Handles overdue moments in order, and delayed work at the moment when the pace ends, because a replay knows
 * no other moment.  A limit that passed before a moment of the watcher counts first.  If both are at the same
 * moment and the match stops there, a person can still change the limit.  */
void judge_look_until(struct judge *judge, int64_t t)
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
	judge_look_until(judge, t);
	pass_time(judge, t);
	judge->limits.looked = t > judge->limits.looked ? t : judge->limits.looked;
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
	int64_t charged;

	if (from > judge->time.now)
		judge_time(judge, from);
	held = judge_hold_up_time(judge, seen, from, to);
	time_is(judge, to);
	judge_look_from(judge, to);
	for (int s = 0; s < SEATS; s++)
		if ((charged = judge_charged(judge, s)) &&
		    (judge->mode == REPLAYING || (held.any && counts_time(&judge->seat[s])))) {
			judge_note_numbers(judge, SEAT_NONE, EVENT_CHARGED, s, charged);
			match_charge(&judge->match, s, charged);
		}
	if (held.any)
		judge_note(judge, SEAT_NONE,
			   (struct event){.kind = EVENT_HELD_UP,
					  .number = {to - from, held.turn[SEAT_1], held.turn[SEAT_2]}},
			   NULL, 0);
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

void judge_look_from(struct judge *judge, int64_t t)
{
	judge->limits.looked = t;
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
