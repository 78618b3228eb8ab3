/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge.c - making a judge, beginning a match, and reading its state.
 *
 * Every input ends in judge_settle(), which does what is due and makes time stand or run.  Bytes come in
 * through intake.c, time through limits.c, requests through request.c, and news of processes through
 * process.c. effects.c gives out the effects.
 */
#include "judge_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- making one ---- */

struct judge *judge_new(const struct setup *setup, char **problem)
{
	const struct protocol *protocol = protocol_named(setup->system);
	struct setup own = *setup;
	struct judge *judge;

	*problem = NULL;
	if (!protocol) {
		*problem = bytes_text("there is no system \"%s\"", setup->system);
		return NULL;
	}
	for (int s = SEAT_1; s < SEATS && !protocol->alone; s++)
		if (setup->seat[s].kind == SEAT_FREE) {
			*problem = bytes_text("nobody sits on seat %d: %s is for two players", s,
					      protocol->name);
			return NULL;
		}
	judge = bytes_new(sizeof(*judge));
	judge->protocol = protocol;
	judge_init_effects(judge);
	judge_end_pace(judge);
	own.system = protocol->name; /* the setup's string may belong to a file that is closed earlier */
	match_init(&judge->match, &own);
	for (int s = 0; s < SEATS; s++) {
		judge_new_clock(judge, s);
		judge_init_question(judge, s);
		judge_end_forget(judge, s);
	}
	*problem = judge_take_terms(judge);
	if (!*problem)
		judge->state = protocol->new (judge, &judge->match.setup, problem);
	if (!judge->state) {
		judge_free(judge);
		return NULL;
	}
	return judge;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	if (judge->state)
		judge->protocol->free(judge->state);
	judge_free_effects(judge);
	for (int s = 0; s < SEATS; s++) {
		judge_intake_free(&judge->seat[s].intake);
		free(judge->seat[s].faults.kind);
		free(judge->seat[s].connection.address);
		free(judge->seat[s].end.signal);
	}
	judge_free_agreement(judge);
	gate_free(&judge->gate);
	match_free(&judge->match);
	free(judge->watcher.why);
	free(judge);
}

/* ---- inputs ---- */

static void begin(struct judge *judge, int64_t t, unsigned alive, bool paused)
{
	judge_begin_time(judge, t);
	judge_look_from(judge, t);
	judge_let_act(judge, true);
	if (paused)
		judge_pause(judge);
	for (int s = 0; s < SEATS; s++) {
		switch (judge->match.setup.seat[s].kind) {
		case SEAT_FREE: break;
		case SEAT_HUMAN: judge_set_ready(judge, s, true); break;
		case SEAT_AGENT:
			if (alive & 1u << s) {
				judge_note(judge, s,
					   (struct event){.kind = EVENT_STAYS,
							  .number = {judge->match.setup.game_before}},
					   NULL, 0);
				judge_seat_began(judge, s, true);
			} else {
				judge_set_life(judge, s, LIFE_STARTING);
				judge_put(judge, s, EFFECT_SPAWN);
			}
			break;
		}
	}
	judge_settle(judge);
}

void judge_begin(struct judge *judge, int64_t t, unsigned alive)
{
	begin(judge, t, alive, false);
}

void judge_begin_paused(struct judge *judge, int64_t t, unsigned alive)
{
	begin(judge, t, alive, true);
}

void judge_remark(struct judge *judge, int64_t t, int seat, enum event_kind kind, const char *text)
{
	assert(kind == EVENT_REMARK || kind == EVENT_SEEDED || kind == EVENT_CORES);
	judge_time(judge, t);
	judge_tell_unkept(judge, seat);
	judge_note_text(judge, seat, kind, text);
	judge_settle(judge);
}

/* ---- looking ---- */

const struct protocol *judge_protocol(const struct judge *judge)
{
	return judge->protocol;
}

const struct match *judge_match(const struct judge *judge)
{
	return &judge->match;
}

const struct turn *judge_turn(const struct judge *judge, int n)
{
	const struct match *match = &judge->match;

	return n > match->dropped && n <= match->turn_count ? &match->turns[n - 1 - match->dropped] : NULL;
}

void judge_measure_turn(struct judge *judge, int n, int64_t cpu_ns, int64_t rss, int64_t peak)
{
	match_measure_turn(&judge->match, n, cpu_ns, rss, peak);
}

void judge_set_older(struct judge *judge, const struct turn *(*older)(void *user, int n), void *user)
{
	match_set_older(&judge->match, older, user);
}

enum judge_state judge_state(const struct judge *judge)
{
	static const enum judge_state of[] = {[GATE_OPEN] = JUDGE_RUNNING,
					      [GATE_MESSAGES] = JUDGE_STEPPING,
					      [GATE_MOVES] = JUDGE_STEPPING,
					      [GATE_CLOSED] = JUDGE_PAUSED};

	return judge->phase == OVER ? JUDGE_OVER : of[judge->gate.mode];
}

bool judge_may_stay(const struct judge *judge, int seat)
{
	const struct verdict *verdict = &judge->match.verdict;
	bool failed = seat == SEAT_NONE ? strcmp(verdict->reason, REASON_GAME) == 0 : verdict->blame == seat;

	return judge->phase == OVER && !failed && !judge->protocol->one_game &&
	       judge->seat[seat].process.life == LIFE_ALIVE && !judge->seat[seat].process.leaving &&
	       !judge->seat[seat].end.closed && !judge->seat[seat].intake.cutting &&
	       !judge->seat[seat].stale.answers &&
	       (!judge->protocol->may_stay || judge->protocol->may_stay(judge->state, seat));
}

bool judge_to_move(const struct judge *judge, int seat)
{
	return judge->seat[seat].turn.state != TURN_NONE;
}

bool judge_thinking(const struct judge *judge, int seat)
{
	return judge_to_move(judge, seat) && judge->seat[seat].asked.state == QUESTION_OPEN;
}

bool judge_awaits_agent(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	return judge->phase == OVER || !seat->process.ready || seat->process.leaving ||
	       seat->asked.state != QUESTION_NONE || seat->stale.answers;
}

bool judge_has_spoken_unasked(const struct judge *judge, int seat)
{
	return judge->seat[seat].intake.spoke_unasked;
}

bool judge_has_left(const struct judge *judge, int seat)
{
	return judge->seat[seat].process.life == LIFE_GONE;
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

const struct message *judge_held(const struct judge *judge, int i)
{
	const struct held *held = gate_at(&judge->gate, i);

	return held ? &held->message : NULL;
}

int judge_held_number(const struct judge *judge, int i)
{
	const struct held *held = gate_at(&judge->gate, i);

	return held ? held->number : 0;
}

int64_t judge_held_delay(const struct judge *judge, int i, int64_t t)
{
	const struct held *held = gate_at(&judge->gate, i);
	struct countdown delay;

	if (!held || !held->delayed)
		return 0;
	delay = held->delay;
	countdown_pause(&delay, t);
	return delay.left > 0 ? delay.left : 0;
}

int64_t judge_since(const struct judge *judge, int64_t t)
{
	return t - judge->time.t0;
}
