/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* time.c - the time of a match, and the clocks of its seats.
 *
 * Time stands while the gate is closed and the match is not over.  It also stands for a single seat while a
 * debugger traces its process.  */
#include "judge_parts.h"

#include <assert.h>

/* ---- the time of the match ---- */

void judge_begin_time(struct judge *judge, int64_t t)
{
	judge->time.t0 = judge->time.now = t;
}

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
		judge_shift_await(judge, s, delta);
		judge_shift_leave(judge, s, delta);
		judge_shift_line(judge, s, delta);
	}
}

void judge_charge(struct judge *judge, int seat, int64_t ns)
{
	assert(ns > 0);
	judge->seat[seat].time.charge = ns;
}

int64_t judge_charged(struct judge *judge, int seat)
{
	int64_t ns = judge->seat[seat].time.charge;

	judge->seat[seat].time.charge = 0;
	return ns;
}

/* What a seat is charged with is counted first: its clock runs on until then.  Which part of the stall it was
 * makes no difference to its limit.
 *
 * A process that gets ready is in no turn, although its clock runs for the match limit.  */
struct holdup judge_hold_up_time(struct judge *judge, int64_t seen, int64_t from, int64_t to)
{
	int64_t pace = countdown_part(&judge->time.pace, from, to);
	struct holdup found = {.any = gate_hold_up(&judge->gate, from, to) || pace};

	countdown_shift(&judge->time.pace, pace);
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];
		int64_t charged = seat->time.charge < to - from ? from + seat->time.charge : to,
			await = countdown_part(&seat->asked.await, charged, to),
			leave = countdown_part(&seat->end.leave, charged, to),
			clock = clock_hold_up(&seat->time.clock, charged > from ? charged : seen, charged,
					      to);

		if (seat->process.ready) {
			match_hold_up(&judge->match, s, clock);
			found.turn[s] = clock + seat->time.clock.unseen;
		} else {
			seat->time.clock.unseen = 0;
		}
		judge_shift_await(judge, s, await);
		judge_shift_leave(judge, s, leave);
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
	return judge->time.standing || judge->seat[seat].attached.traced;
}

void judge_keep_seat_time(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	(judge_time_stands(judge, s) ? clock_pause : clock_resume)(&seat->time.clock, judge->time.now);
	judge_keep_await(judge, s);
	judge_keep_leave(judge, s);
}

void judge_take_limits(struct judge *judge, int s)
{
	const struct setup *setup = &judge->match.setup;
	struct seat_time *time = &judge->seat[s].time;

	time->clock.match_limit = setup_match_limit(setup, s);
	time->clock.increment = setup_increment(setup, s);
	time->turn_limit = setup_turn_limit(setup, s);
	time->guarded = !time->turn_limit && setup->seat[s].kind == SEAT_AGENT;
	if (time->guarded)
		time->turn_limit = setup->hang_limit;
}

void judge_new_clock(struct judge *judge, int s)
{
	judge->seat[s].time.clock =
		(struct clock){.since = CLOCK_NEVER, .tolerance = judge->match.setup.tolerance};
	judge_take_limits(judge, s);
}

void judge_begin_clock(struct judge *judge, int s, int64_t turn_limit)
{
	struct seat *seat = &judge->seat[s];

	match_begin_clock(&judge->match, s);
	clock_begin(&seat->time.clock, judge->time.now, turn_limit);
	if (judge_time_stands(judge, s))
		clock_pause(&seat->time.clock, judge->time.now);
	seat->time.untimed = seat->attached.traced;
}

int64_t judge_answer_clock(struct judge *judge, int s)
{
	struct clock *clock = &judge->seat[s].time.clock;

	match_hold_up(&judge->match, s, clock_answered(clock, judge->time.now));
	return clock_turn(clock, judge->time.now);
}

int64_t judge_end_clock(struct judge *judge, int s)
{
	return clock_end(&judge->seat[s].time.clock, judge->time.now);
}

void judge_gain(struct judge *judge, int s)
{
	clock_gain(&judge->seat[s].time.clock);
}

void judge_stop_clock(struct judge *judge, int s)
{
	clock_pause(&judge->seat[s].time.clock, judge->time.now);
}

void judge_renew_clock(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->attached.traced && seat->time.clock.open)
		seat->time.untimed = true;
	clock_renew(&seat->time.clock, judge->time.now);
	judge_keep_seat_time(judge, s);
}

void judge_forgive_waiting(struct judge *judge, int s, int64_t ns)
{
	clock_wait(&judge->seat[s].time.clock, ns);
	judge_extend_await(judge, s, ns);
}

void judge_limit_turn(struct judge *judge, int s)
{
	judge->seat[s].time.clock.turn_limit = judge->seat[s].time.turn_limit;
}

void judge_copy_used(struct judge *judge, int s, const struct judge *from)
{
	judge->seat[s].time.clock.used = from->seat[s].time.clock.used;
	judge->seat[s].time.clock.gained = from->seat[s].time.clock.gained;
	judge->seat[s].time.clock.waited = from->seat[s].time.clock.waited;
}
