/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge.c - the judge as the session sees it: what happens to agents, and what can be looked at.
 *
 * Every input ends in judge_settle(): what has become due is done, and time is made to stand or to run. Bytes
 * come in through intake.c, time through limits.c, requests through request.c; what goes out is in effects.c.
 */
#include "judge_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* An agent that closed a stream is about to end, mostly; after this it is taken for one that stays.  */
#define LEAVE_LIMIT ((int64_t)250 * NS_PER_MS)

/* Who knocks for ever fills no recording.  */
enum { STRANGERS_NOTED = 10, CONNECTIONS_NOTED = 10 };

/* ---- making one ---- */

struct judge *judge_new(const struct setup *setup, char **problem)
{
	const struct protocol *protocol = protocol_named(setup->system);
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
	judge->current = -1;
	judge_end_pace(judge);
	match_init(&judge->match, setup);
	judge->match.setup.system = protocol->name; /* the setup may be of a file that is closed before */
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		seat->line_at = INT64_MIN;
		judge_new_clock(judge, s);
		judge_init_question(judge, s);
		countdown_clear(&seat->leave);
	}
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
	judge_effects_free(&judge->told);
	judge_effects_free(&judge->todo);
	for (int s = 0; s < SEATS; s++) {
		judge_intake_free(&judge->seat[s].intake);
		free(judge->seat[s].faults.kind);
		free(judge->seat[s].address);
		free(judge->seat[s].end.signal);
	}
	gate_free(&judge->gate);
	match_free(&judge->match);
	free(judge->handed);
	free(judge->watcher.why);
	free(judge);
}

/* ---- inputs ---- */

void judge_seat_began(struct judge *judge, int s, bool warm)
{
	struct seat *seat = &judge->seat[s];

	seat->life = LIFE_ALIVE;
	seat->unspoken = false;
	judge_end_forget(judge, s);
	judge_forget_stale(judge, s);
	judge_forget_bytes(judge, s);
	/* The match limit counts from here; being ready has a limit of its own.  */
	judge_begin_clock(judge, s, 0);
	judge->protocol->started(judge->state, s, warm);
}

void judge_begin(struct judge *judge, int64_t t, unsigned alive)
{
	judge_begin_time(judge, t);
	judge_look_from(judge, t);
	judge->acts = true;
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		switch (judge->match.setup.seat[s].kind) {
		case SEAT_FREE: break;
		case SEAT_HUMAN: seat->ready = true; break;
		case SEAT_AGENT:
			if (alive & 1u << s) {
				judge_note_plain(judge, s, EVENT_STAYS);
				judge_seat_began(judge, s, true);
			} else {
				seat->life = LIFE_STARTING;
				judge_put(judge, (struct effect){.kind = EFFECT_SPAWN, .seat = s});
			}
			break;
		}
	}
	judge_settle(judge);
}

void judge_started(struct judge *judge, int64_t t, int seat)
{
	judge_time(judge, t);
	judge_note_plain(judge, seat, EVENT_STARTED);
	if (judge->phase != OVER) {
		judge_seat_began(judge, seat, false);
	} else {
		judge->seat[seat].life = LIFE_ALIVE;
		judge->seat[seat].unspoken = true;
		if (judge->seat[seat].leaving) /* all were told to leave while it was being started */
			judge_dismiss_seat(judge, seat, judge->protocol->goodbye_grace);
	}
	judge_settle(judge);
}

void judge_not_started(struct judge *judge, int64_t t, int seat, const char *why)
{
	judge_time(judge, t);
	judge->seat[seat].life = LIFE_GONE;
	judge_note_text(judge, seat, EVENT_NOT_STARTED, why);
	referee_forfeit(judge, seat, REASON_START, "could not be started: %s", why);
	judge_settle(judge);
}

void judge_closed(struct judge *judge, int64_t t, int seat, enum stream stream)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (stream == STREAM_STDERR)
		return;
	if (stream == STREAM_STDOUT)
		judge_cut_messages(judge, seat, true);
	if (judge->phase != OVER && !at->leaving && at->life == LIFE_ALIVE) {
		at->closed = stream == STREAM_STDOUT ? EVENT_CLOSED_OUTPUT : EVENT_CLOSED_INPUT;
		at->deaf = at->deaf || stream == STREAM_STDIN;
		judge_note_plain(judge, seat, at->closed);
		judge_end_noted(judge, seat, (struct ending){.code = 0});
		if (!countdown_is_set(&at->leave))
			countdown_set(&at->leave, LEAVE_LIMIT, t, judge_stands(judge, seat));
	}
	judge_settle(judge);
}

void judge_stranger(struct judge *judge, int64_t t, int seat, const char *text)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (at->strangers < STRANGERS_NOTED) {
		at->strangers++;
		judge_tell_unkept(judge, seat);
		judge_note_text(judge, seat, EVENT_STRANGER, text);
	}
	judge_settle(judge);
}

void judge_awaits(struct judge *judge, int64_t t, int seat, const char *address)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	free(at->address);
	at->address = bytes_text("%s", address);
	at->connections = 0;
	at->connected = false;
	judge_note_text(judge, seat, EVENT_AWAITED, address);
	judge_settle(judge);
}

void judge_connected(struct judge *judge, int64_t t, int seat, bool open)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	at->connected = open;
	if (at->connections++ < CONNECTIONS_NOTED) {
		judge_tell_unkept(judge, seat);
		judge_note_plain(judge, seat, open ? EVENT_CONNECTED : EVENT_UNCONNECTED);
	}
	judge_settle(judge);
}

void judge_exited(struct judge *judge, int64_t t, int seat, struct ending ending)
{
	struct held held = {.message = {.t_ns = t - judge->time.t0,
					.seat = seat,
					.direction = EVENT,
					.channel = CHANNEL_EVENT,
					.bytes = bytes_text("%s", ""),
					.event = event_of_ending(ending)},
			    .exited = true,
			    .ending = ending};

	judge_time(judge, t);
	judge_end_words(judge, seat);
	judge_cut_messages(judge, seat, true);
	if (judge->phase == OVER || (!judge->line_delay && judge_may_pass(judge, &held, false))) {
		free(held.message.bytes);
		judge_pass_exit(judge, seat, ending);
	} else {
		gate_hold(&judge->gate, held);
	}
	judge_settle(judge);
}

static void dismiss(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->leaving)
		return;
	if (seat->life == LIFE_ALIVE) {
		judge_dismiss_seat(judge, s, judge->protocol->goodbye_grace);
		seat->leaving = true;
	} else if (seat->life == LIFE_REPLACED || seat->life == LIFE_STARTING) {
		if (judge_drop_spawn(judge, s))
			seat->life = LIFE_GONE;
		else
			seat->leaving = true;
	}
}

void judge_dismiss(struct judge *judge, int64_t t)
{
	judge_time(judge, t);
	for (int s = 0; s < SEATS; s++)
		dismiss(judge, s);
	judge_settle(judge); /* goodbyes that may pass */
}

void judge_dismiss_one(struct judge *judge, int64_t t, int seat)
{
	judge_time(judge, t);
	dismiss(judge, seat);
	judge_settle(judge);
}

void judge_remark(struct judge *judge, int64_t t, int seat, enum event_kind kind, const char *text)
{
	assert(kind == EVENT_REMARK || kind == EVENT_SEEDED);
	judge_time(judge, t);
	judge_tell_unkept(judge, seat);
	judge_note_text(judge, seat, kind, text);
	judge_settle(judge);
}

/* ---- looking ---- */

const struct match *judge_match(const struct judge *judge)
{
	return &judge->match;
}

struct turn *judge_turn(struct judge *judge, int n)
{
	const struct match *match = &judge->match;

	return n > match->dropped && n <= match->turn_count ? &match->turns[n - 1 - match->dropped] : NULL;
}

void judge_older(struct judge *judge, const struct turn *(*older)(void *user, int n), void *user)
{
	judge->match.older = older;
	judge->match.older_user = user;
}

enum judge_state judge_state(const struct judge *judge)
{
	static const enum judge_state of[] = {[GATE_OPEN] = JUDGE_RUNNING,
					      [GATE_MESSAGES] = JUDGE_STEPPING,
					      [GATE_MOVES] = JUDGE_STEPPING,
					      [GATE_CLOSED] = JUDGE_PAUSED};

	return judge->phase == OVER ? JUDGE_OVER : of[judge->gate.mode];
}

bool judge_fit(const struct judge *judge, int seat)
{
	const struct verdict *verdict = &judge->match.verdict;
	bool failed = seat == SEAT_NONE ? strcmp(verdict->reason, REASON_GAME) == 0 : verdict->blame == seat;

	return judge->phase == OVER && !failed && !judge->protocol->one_game &&
	       judge->seat[seat].life == LIFE_ALIVE && !judge->seat[seat].leaving &&
	       !judge->seat[seat].closed && !judge->seat[seat].intake.cutting && !judge->seat[seat].stale &&
	       (!judge->protocol->fit || judge->protocol->fit(judge->state, seat));
}

bool judge_to_move(const struct judge *judge, int seat)
{
	return judge->seat[seat].turn.state != TURN_NONE;
}

bool judge_thinking(const struct judge *judge, int seat)
{
	return judge_to_move(judge, seat) && judge->seat[seat].asked.state == QUESTION_OPEN;
}

bool judge_has_spoken_unasked(const struct judge *judge, int seat)
{
	return judge->seat[seat].intake.spoke_unasked;
}

bool judge_has_left(const struct judge *judge, int seat)
{
	return judge->seat[seat].life == LIFE_GONE;
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

int64_t judge_time_left(const struct judge *judge, int seat, int64_t t)
{
	return clock_left(&judge->seat[seat].time.clock, t);
}

const struct message *judge_held(const struct judge *judge, int i)
{
	const struct held *held = gate_at(&judge->gate, i);

	return held ? &held->message : NULL;
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
