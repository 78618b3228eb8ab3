/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* invariants.c - asserts what always holds of a judge between two inputs.
 *
 * The numbers are those of the list at the head of judge_state.h.  Tests, the simulator and the fuzzers check
 * all of it after each input, when no effect is left.  They ask for it in their setup; RINGSIDE_CHECK makes
 * the program do so.  Otherwise it costs one branch: the checks take some tenths of a microsecond, a few
 * times in a turn, which is too much for a program that measures turns.  Only both ends of the gate's queue
 * are checked, so that a flood in a pause does not cost more with each message.  */
#include "judge_parts.h"

#include <assert.h>

enum { HELD_LOOKED_AT = 4 };

/* Is it unset, or running since a past moment, or standing when time stands?  */
static bool keeps_time(const struct judge *judge, const struct countdown *countdown, bool stands)
{
	if (!countdown_is_set(countdown))
		return true;
	return stands ? countdown->since == CLOCK_NEVER : countdown->since <= judge->time.now;
}

static void check_phase(const struct judge *judge)
{
	const struct match *match = &judge->match;
	const struct turn *last =
		match->turn_count > match->dropped ? match_turn(match, match->turn_count) : NULL;

	assert(match->over == (judge->phase == OVER)); /* 1 */
	for (int s = 0; s < SEATS; s++)
		assert(match->over || !match->unfinished[s].open);                             /* 48 */
	assert(judge->phase != STARTING || match->turn_count == 0);                            /* 2 */
	assert(judge->time.t0 <= judge->time.now && judge->limits.looked <= judge->time.now);  /* 3 */
	assert(!last || (last->n == match->turn_count && last->message <= judge->out.last_n)); /* 4 */
	assert(!last || last->seat == SEAT_1 || last->seat == SEAT_2);                         /* 4 */
	assert(!countdown_is_set(&judge->time.pace) || judge->phase == PLAYING);               /* 5 */
	assert(judge->mode == REPLAYING || !judge->written);                                   /* 6 */
}

static void check_verdict(const struct judge *judge)
{
	const struct verdict *verdict = &judge->match.verdict;

	if (judge->phase != OVER)
		return;
	assert(verdict->reason && verdict->detail && is_seat(verdict->blame)); /* 7 */
	assert(verdict->winner >= WINNER_NONE && verdict->winner <= SEAT_2);   /* 7 */
	for (int i = 0; i < PROOFS; i++)
		assert(verdict->proof[i] >= 0 && verdict->proof[i] <= judge->out.last_n); /* 7 */
}

static void check_rest(const struct judge *judge)
{
	assert(!judge->limits.expiring && !judge->flow.direct && !judge->watcher.note_due); /* 8 */
	assert(judge->out.current < 0 && judge->end_n == 0);                                /* 8 */
	assert(judge->out.told.first == judge->out.told.last);                              /* 9 */
	assert(judge->out.todo.first == judge->out.todo.last);                              /* 9 */
	assert(judge->watcher.note <= judge->out.last_n);                                   /* 10 */
}

static void check_held(const struct judge *judge, const struct held *held)
{
	const struct message *message = &held->message;

	assert(message->bytes && is_seat(message->seat)); /* 16 */
	assert(judge->match.setup.seat[message->seat].kind == SEAT_AGENT ||
	       message->direction == TO_AGENT);                                          /* 16 */
	assert(held->exited == (message->direction == EVENT));                           /* 17 */
	assert(!held->delayed || keeps_time(judge, &held->delay, judge->time.standing)); /* 13 */
}

static void check_gate(const struct judge *judge)
{
	const struct gate *gate = &judge->gate;
	int waiting = gate->last - gate->first;

	assert(judge->time.standing == (gate->mode == GATE_CLOSED && judge->phase != OVER)); /* 11 */
	assert(!judge->watcher.why || gate->mode == GATE_CLOSED);                            /* 12 */
	assert(keeps_time(judge, &judge->time.pace, judge->time.standing));                  /* 13 */
	assert(gate->budget >= 0 && is_seat(gate->seat));                                    /* 14 */
	assert(gate->mode != GATE_MOVES || gate->budget > 0);                                /* 14 */
	assert(waiting >= 0 && gate->last <= gate->room);                                    /* 15 */
	for (int i = 0; i < waiting && i < HELD_LOOKED_AT; i++) {
		check_held(judge, gate_at(gate, i));
		check_held(judge, gate_at(gate, waiting - 1 - i));
	}
	assert(waiting == 0 || judge->mode == REPLAYING || gate->mode == GATE_CLOSED ||
	       judge->flow.line_delay || gate_at(gate, 0)->delayed); /* 18 */
}

/* The protocol acts as soon as it can.  */
static void check_due(const struct judge *judge)
{
	bool acts = judge->gate.mode != GATE_CLOSED, all_ready = true;

	for (int s = 0; s < SEATS; s++) {
		const struct seat *seat = &judge->seat[s];

		all_ready =
			all_ready && (seat->process.ready || judge->match.setup.seat[s].kind == SEAT_FREE);
		assert(!acts || judge->phase != PLAYING || seat->turn.state != TURN_DUE ||
		       !seat->process.ready || countdown_is_set(&judge->time.pace)); /* 19 */
	}
	assert(!acts || judge->phase != STARTING || !all_ready); /* 20 */
}

static void check_process(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];
	enum seat_kind kind = judge->match.setup.seat[s].kind;
	bool alive = seat->process.life == LIFE_ALIVE, gone = seat->process.life == LIFE_GONE;

	assert((kind == SEAT_AGENT) == (seat->process.life != LIFE_NONE));   /* 21 */
	assert(kind != SEAT_HUMAN || seat->process.ready);                   /* 22 */
	assert(!seat->process.ready || kind == SEAT_HUMAN || alive || gone); /* 22 */
	assert(!seat->process.leaving || kind == SEAT_AGENT);                /* 23 */
	assert(!seat->process.unspoken || judge->phase == OVER);             /* 24 */
	assert(!seat->attached.traced || alive);                             /* 25 */
	assert(!seat->attached.frozen || (alive && judge->time.standing));   /* 26 */
	assert(!seat->end.closed || alive || gone);                          /* 27 */
	assert(!seat->end.deaf || seat->end.closed);                         /* 27 */
	assert(!countdown_is_set(&seat->end.leave) ||
	       (alive && seat->end.closed && judge->phase != OVER));                             /* 28 */
	assert(!seat->end.due || seat->process.ready || judge->phase == OVER);                   /* 29 */
	assert(!seat->end.due || seat->asked.state == QUESTION_NONE || judge->phase == OVER);    /* 29 */
	assert(seat->end.n <= judge->out.last_n && seat->end.ending.signal == seat->end.signal); /* 30 */
	assert(!seat->goodbye_grace || judge->flow.line_delay);                                  /* 31 */
	assert(!seat->connection.connected || seat->connection.connections > 0);                 /* 32 */
}

static void check_turn(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];
	enum seat_kind kind = judge->match.setup.seat[s].kind;

	assert(seat->turn.state == TURN_NONE || judge->phase == PLAYING);                    /* 33 */
	assert(seat->turn.state == TURN_NONE || (s != SEAT_NONE && kind != SEAT_FREE));      /* 33 */
	assert(seat->turn.state != TURN_DUE || kind == SEAT_AGENT);                          /* 34 */
	assert(seat->asked.state == QUESTION_NONE || seat->process.life == LIFE_ALIVE);      /* 35 */
	assert(seat->asked.state == QUESTION_NONE || judge->phase != OVER);                  /* 35 */
	assert(seat->asked.state != QUESTION_OVERTAKEN && !seat->turn.starts);               /* 36 */
	assert(seat->asked.n <= judge->out.last_n && seat->line.at <= judge->time.now);      /* 37 */
	assert(!countdown_is_set(&seat->asked.await) || seat->asked.state == QUESTION_OPEN); /* 38 */
	assert(seat->asked.await_limit >= 0 &&
	       (seat->asked.await_limit == 0 || judge->phase != OVER)); /* 38 */
}

static void check_clock(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];
	const struct clock *clock = &seat->time.clock;
	const struct waiting *waiting = &judge->match.unfinished[s].waiting;
	bool stands = judge_time_stands(judge, s);

	assert(!clock->open || judge->phase != OVER);                                            /* 39 */
	assert(!clock->open || (clock->since == CLOCK_NEVER) == stands);                         /* 40 */
	assert(clock->since == CLOCK_NEVER || (clock->open && clock->since <= judge->time.now)); /* 40 */
	assert(clock->used >= 0 && clock->turn >= 0 && clock->free >= 0);                        /* 41 */
	assert(keeps_time(judge, &seat->asked.await, stands));                                   /* 40 */
	assert(keeps_time(judge, &seat->end.leave, stands));                                     /* 40 */
	assert(waiting->ns >= 0 && waiting->ns <= waiting->took_ns);                             /* 49 */
	assert(!waiting->ns || waiting->cpu_ns <= waiting->took_ns - waiting->ns);               /* 49 */
}

static void check_intake(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	assert(seat->intake.seen <= seat->intake.in.size &&
	       seat->intake.early <= seat->intake.in.size);             /* 42 */
	assert(!seat->intake.cutting || seat->intake.in.size == 0);     /* 43 */
	assert(seat->intake.answers <= judge->match.setup.max_chatter); /* 44 */
	assert(seat->intake.unkept > 0 ||
	       (seat->intake.unkept == 0 && seat->intake.unkept_size == 0));                        /* 45 */
	assert(judge->match.forgiven[s] >= 0 && judge->match.forgiven[s] <= seat->faults.forgiven); /* 46 */
	assert(judge->mode == REPLAYING || (!seat->redone.touched && !seat->redone.sent));          /* 47 */
}

void judge_check(const struct judge *judge)
{
	check_phase(judge);
	check_verdict(judge);
	check_rest(judge);
	check_gate(judge);
	check_due(judge);
	for (int s = 0; s < SEATS; s++) {
		check_process(judge, s);
		check_turn(judge, s);
		check_clock(judge, s);
		check_intake(judge, s);
	}
}
