/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* judge.c - making a judge, beginning a match, reading its state; what goes out, numbered and stamped as it
 * goes; and what always holds.
 *
 * Every input ends in judge_settle(), which does what is due and makes time stand or run.  Bytes come in
 * through intake.c, time through time.c, requests through request.c, and news of processes through seat.c. */
#include "judge_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what always holds between two inputs ----
 *
 * The numbers are those of the list at the head of judge_state.h.  Tests, the simulator and the fuzzers check
 * all of it after each input, when no effect is left.  They ask for it in their setup; RINGSIDE_CHECK makes
 * the program do so.  Otherwise it costs one branch: the checks take some tenths of a microsecond, a few
 * times in a turn, which is too much for a program that measures turns.  Only both ends of the gate's queue
 * are checked, so that a flood in a pause does not cost more with each message.  */

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
		assert(match->over || !match->unfinished[s].open);                                   /* 48 */
	assert(judge->phase != STARTING || match->turn_count == 0);                                  /* 2 */
	assert(judge->time.t0 <= judge->time.now && judge->limits.watched_until <= judge->time.now); /* 3 */
	assert(!last || (last->n == match->turn_count && last->message <= judge->out.last_n));       /* 4 */
	assert(!last || last->seat == SEAT_1 || last->seat == SEAT_2);                               /* 4 */
	assert(!countdown_is_set(&judge->time.pace) || judge->phase == PLAYING);                     /* 5 */
	assert(judge->mode == REPLAYING || !judge->written);                                         /* 6 */
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
	assert(judge->out.facts.first == judge->out.facts.last);                            /* 9 */
	assert(judge->out.actions.first == judge->out.actions.last);                        /* 9 */
	assert(judge->watcher.note <= judge->out.last_n);                                   /* 10 */
}

static void check_held(const struct judge *judge, const struct held *held)
{
	const struct message *message = &held->message;

	assert(message->bytes && is_seat(message->seat)); /* 16 */
	assert(judge->match.setup.seat[message->seat].kind == SEAT_AGENT ||
	       message->direction == TO_AGENT);                             /* 16 */
	assert(message->direction != EVENT || event_ends(&message->event)); /* 17 */
	assert(keeps_time(judge, &held->delay, judge->time.standing));      /* 13 */
}

static void check_gate(const struct judge *judge)
{
	const struct gate *gate = &judge->gate;
	int waiting = gate->last - gate->first;

	assert(judge->time.standing == (gate->mode == GATE_CLOSED && judge->phase != OVER));  /* 11 */
	assert(!judge->watcher.why || gate->mode == GATE_CLOSED);                             /* 12 */
	assert(keeps_time(judge, &judge->time.pace, judge->time.standing));                   /* 13 */
	assert(gate->budget >= 0 && is_seat(gate->seat));                                     /* 14 */
	assert((gate->mode != GATE_MOVES && gate->mode != GATE_ANSWERS) || gate->budget > 0); /* 14 */
	assert(waiting >= 0 && gate->last <= gate->room);                                     /* 15 */
	for (int i = 0; i < waiting && i < HELD_LOOKED_AT; i++) {
		check_held(judge, gate_at(gate, i));
		check_held(judge, gate_at(gate, waiting - 1 - i));
	}
	assert(waiting == 0 || judge->mode == REPLAYING || gate->mode == GATE_CLOSED ||
	       judge->flow.line_delay || countdown_is_set(&gate_at(gate, 0)->delay)); /* 18 */
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
	assert(!countdown_is_set(&seat->time.leave) ||
	       (alive && seat->end.closed && judge->phase != OVER));                          /* 28 */
	assert(!seat->end.due || seat->process.ready || judge->phase == OVER);                /* 29 */
	assert(!seat->end.due || seat->asked.state == QUESTION_NONE || judge->phase == OVER); /* 29 */
	assert(seat->end.n <= judge->out.last_n);                                             /* 30 */
	assert(!seat->goodbye_grace || judge->flow.line_delay);                               /* 31 */
	assert(!seat->connection.connected || seat->connection.connections > 0);              /* 32 */
}

static void check_turn(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];
	enum seat_kind kind = judge->match.setup.seat[s].kind;

	assert(seat->turn.state == TURN_NONE || judge->phase == PLAYING);                   /* 33 */
	assert(seat->turn.state == TURN_NONE || (s != SEAT_NONE && kind != SEAT_FREE));     /* 33 */
	assert(seat->turn.state != TURN_DUE || kind == SEAT_AGENT);                         /* 34 */
	assert(seat->asked.state == QUESTION_NONE || seat->process.life == LIFE_ALIVE);     /* 35 */
	assert(seat->asked.state == QUESTION_NONE || judge->phase != OVER);                 /* 35 */
	assert(seat->asked.state != QUESTION_OVERTAKEN && !seat->turn.starts);              /* 36 */
	assert(seat->asked.n <= judge->out.last_n && seat->line.at <= judge->time.now);     /* 37 */
	assert(!countdown_is_set(&seat->time.await) || seat->asked.state == QUESTION_OPEN); /* 38 */
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
	assert(clock->account.used >= 0 && clock->turn >= 0 && clock->free >= 0);                /* 41 */
	assert(keeps_time(judge, &seat->time.await, stands));                                    /* 40 */
	assert(keeps_time(judge, &seat->time.leave, stands));                                    /* 40 */
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

/* ---- effects ---- */

static bool is_to_agent(const struct effect *effect)
{
	return effect->kind == EFFECT_MESSAGE && effect->message.direction == TO_AGENT;
}

/* Takes the next effect; NULL: there is none.  */
static struct effect *effect_queue_take(struct effect_queue *queue)
{
	if (queue->first < queue->last)
		return &queue->at[queue->first++];
	queue->first = queue->last = 0;
	return NULL;
}

char *judge_text(struct judge *judge, const void *bytes, size_t size)
{
	return arena_copy(&judge->out.texts, bytes, size);
}

/* One more at the end, without a message.  */
static struct effect *effect_queue_add(struct effect_queue *queue, int seat, enum effect_kind kind)
{
	struct effect *effect;

	if (queue->last == queue->room) {
		queue->room = queue->room ? 2 * queue->room : 32;
		queue->at = bytes_resized(queue->at, (size_t)queue->room * sizeof(*queue->at));
	}
	effect = &queue->at[queue->last++];
	effect->kind = kind;
	effect->seat = seat;
	effect->turns = 0;
	effect->grace_ns = 0;
	return effect;
}

struct effect *judge_put(struct judge *judge, int seat, enum effect_kind kind)
{
	return effect_queue_add(kind <= EFFECT_SEAT ? &judge->out.actions : &judge->out.facts, seat, kind);
}

int64_t judge_next_number(struct judge *judge)
{
	return ++judge->out.numbered;
}

void judge_number_next(struct judge *judge, int64_t number)
{
	if (number > judge->out.last_n)
		judge->out.numbered = number - 1;
}

/* It passes now.  */
static void number(struct judge *judge, struct message *message)
{
	message->n = ++judge->out.last_n;
	if (!message->number)
		message->number = judge_next_number(judge);
	judge->out.last_number = message->number;
}

/* A message that this judge writes to an agent gets its place just before that, all others here.  */
void judge_put_message(struct judge *judge, const struct message *message)
{
	bool heard = message->direction == TO_AGENT && judge->hearing.on;
	bool to_agent = message->direction == TO_AGENT && !heard;
	struct effect *effect = effect_queue_add(to_agent ? &judge->out.actions : &judge->out.facts,
						 message->seat, EFFECT_MESSAGE);

	effect->message = *message;
	effect->message.bytes = judge_text(judge, message->bytes, message->size);
	if (!to_agent)
		number(judge, &effect->message);
	if (heard)
		effect->message.t_ns = judge_since(judge, judge->time.now);
}

void judge_put_message_first(struct judge *judge, const struct message *message)
{
	struct effect_queue *actions = &judge->out.actions;
	struct effect last;

	judge_put_message(judge, message);
	if (judge->hearing.on)
		return;
	last = actions->at[actions->last - 1];
	memmove(actions->at + actions->first + 1, actions->at + actions->first,
		(size_t)(actions->last - actions->first - 1) * sizeof(last));
	actions->at[actions->first] = last;
}

void judge_unnote(struct judge *judge)
{
	judge->out.facts.last--;
	judge->out.last_n--;
	judge->out.numbered--;
}

bool judge_drop_unsent(struct judge *judge, int seat, bool questions_only)
{
	struct effect_queue *actions = &judge->out.actions;
	int64_t kept = actions->first;
	bool asks = false;

	if (judge->seat[seat].process.life == LIFE_REPLACED)
		return false;
	for (int64_t i = actions->first; i < actions->last; i++) {
		struct effect *effect = &actions->at[i];
		bool sends = is_to_agent(effect), asks_it = sends && effect->message.flags & MESSAGE_ASKS;

		if (effect->seat == seat &&
		    (questions_only ? asks_it : sends || effect->kind == EFFECT_DRAIN)) {
			asks = asks || asks_it;
		} else {
			actions->at[kept++] = *effect;
		}
	}
	actions->last = kept;
	if (asks && judge->seat[seat].asked.state == QUESTION_OVERTAKEN)
		judge_set_question(judge, seat, QUESTION_OPEN);
	return asks;
}

/* Takes back an EFFECT_SPAWN that has not gone out.  */
bool judge_drop_spawn(struct judge *judge, int seat)
{
	struct effect_queue *actions = &judge->out.actions;

	for (int64_t i = actions->first; i < actions->last; i++)
		if (actions->at[i].kind == EFFECT_SPAWN && actions->at[i].seat == seat) {
			memmove(actions->at + i, actions->at + i + 1,
				(size_t)(actions->last - i - 1) * sizeof(*actions->at));
			actions->last--;
			return true;
		}
	return false;
}

int judge_turn_now(const struct judge *judge, int seat)
{
	return judge->match.turn_count +
	       (seat != SEAT_NONE && judge->seat[seat].turn.state != TURN_NONE ? 1 : 0);
}

void judge_note(struct judge *judge, int seat, struct event event, const void *text, size_t size)
{
	judge_put_message(judge, &(struct message){.t_ns = judge->time.now - judge->time.t0,
						   .seat = seat,
						   .direction = EVENT,
						   .channel = event_channel(event.kind),
						   .turn = judge_turn_now(judge, seat),
						   .bytes = (char *)text,
						   .size = size,
						   .event = event});
}

void judge_note_again(struct judge *judge, const struct message *note)
{
	judge_number_next(judge, note->number);
	judge_note(judge, note->seat, note->event, note->bytes, note->size);
	judge->out.facts.at[judge->out.facts.last - 1].message.turn = note->turn;
}

void judge_note_plain(struct judge *judge, int seat, enum event_kind kind)
{
	judge_note_fields(judge, seat, kind, NULL, 0, 0, 0);
}

void judge_note_text(struct judge *judge, int seat, enum event_kind kind, const char *text)
{
	judge_note(judge, seat, (struct event){.kind = kind}, text, strlen(text));
}

void judge_note_fields(struct judge *judge, int seat, enum event_kind kind, const char *word, int64_t a,
		       int64_t b, int64_t c)
{
	judge_note(judge, seat, (struct event){.kind = kind, .word = word, .number = {a, b, c}}, NULL, 0);
}

/* ---- the cause ---- */

void judge_begin_cause(struct judge *judge)
{
	judge->out.current = judge->out.facts.last - 1;
}

void judge_end_cause(struct judge *judge)
{
	judge->out.current = -1;
}

const struct message *judge_cause(const struct judge *judge)
{
	return judge->out.current >= 0 ? &judge->out.facts.at[judge->out.current].message : NULL;
}

void judge_mark_cause(struct judge *judge, unsigned flags)
{
	if (judge->out.current >= 0)
		judge->out.facts.at[judge->out.current].message.flags |= flags;
}

void judge_place_cause(struct judge *judge, int seat)
{
	if (judge->out.current >= 0)
		judge->out.facts.at[judge->out.current].message.turn = judge_turn_now(judge, seat);
}

/* ---- what goes out ---- */

void judge_number_from(struct judge *judge, int64_t last_n, int64_t numbered)
{
	judge->out.last_n = last_n;
	gate_number(&judge->gate, numbered);
	judge->out.numbered = numbered + judge->gate.last - judge->gate.first;
}

void judge_shift_line(struct judge *judge, int s, int64_t delta)
{
	if (judge->seat[s].line.at != INT64_MIN)
		judge->seat[s].line.at += delta;
}

/* A message is about to be written.  This moment is its time, and may begin a turn.  A message that a person
 * kept back counts as lost on its way.  */
static void stamp(struct judge *judge, struct message *message)
{
	struct seat *seat = &judge->seat[message->seat];

	number(judge, message);
	message->t_ns = judge->time.now - judge->time.t0;
	if (!(message->flags & MESSAGE_WITHHELD)) {
		seat->line.at = judge->time.now;
		seat->line.ends_crlf = message->size > 1 && message->bytes[message->size - 2] == '\r';
		if (judge->match.setup.seat[message->seat].kind == SEAT_AGENT &&
		    (seat->end.deaf ||
		     (seat->process.life != LIFE_ALIVE && seat->process.life != LIFE_REPLACED)))
			message->flags |= MESSAGE_UNSENT;
	}
	if (judge->phase == OVER)
		return;
	if (message->flags & MESSAGE_STARTS)
		judge_begin_clock(judge, message->seat, seat->time.turn_limit);
	if (message->flags & MESSAGE_ASKS)
		judge_question_written(judge, message->seat, message);
}

bool judge_effect(struct judge *judge, int64_t t, struct effect *effect)
{
	struct effect *next;
	bool fact;

	judge_end_asked(judge); /* questions that the previous effect wrote */
	next = effect_queue_take(&judge->out.facts);
	fact = next != NULL;
	if (!next)
		next = effect_queue_take(&judge->out.actions);
	if (!next) {
		arena_clear(&judge->out.texts);
		if (judge->match.setup.checked)
			judge_check(judge);
		return false;
	}
	judge_advance(judge, t);
	*effect = *next;
	if (effect->kind == EFFECT_SPAWN && judge->mode == LIVE)
		judge_set_life(judge, effect->seat, LIFE_STARTING);
	if (!fact && is_to_agent(effect))
		stamp(judge, &effect->message);
	return true;
}

void judge_drain(struct judge *judge, int64_t t)
{
	struct effect effect;

	while (judge_effect(judge, t, &effect))
		;
}

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
	judge->out.current = -1;
	judge_end_pace(judge);
	own.system = protocol->name; /* the setup's string may belong to a file that is closed earlier */
	match_init(&judge->match, &own);
	for (int s = 0; s < SEATS; s++) {
		judge->seat[s].line.at = INT64_MIN;
		judge_new_clock(judge, s);
		judge_end_forget(judge, s);
	}
	*problem = judge_init_referee(judge);
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
	free(judge->out.facts.at);
	free(judge->out.actions.at);
	arena_free(&judge->out.texts);
	for (int s = 0; s < SEATS; s++) {
		for (int k = 0; k < HEARD_MOST; k++)
			free(judge->agreement.heard[s].line[k].at);
		free(judge->seat[s].intake.in.at);
		free(judge->seat[s].intake.err.at);
		free(judge->seat[s].faults.kind);
		free(judge->seat[s].connection.address);
		free((char *)judge->seat[s].end.ending.signal);
		judge_forget_dropped(judge, s, TO_AGENT);
		judge_forget_dropped(judge, s, FROM_AGENT);
	}
	free(judge->draft.line.at);
	judge_forget_opinion(judge);
	gate_free(&judge->gate);
	match_free(&judge->match);
	free(judge->watcher.why);
	free(judge);
}

/* ---- inputs ---- */

void judge_begin(struct judge *judge, int64_t t, unsigned alive, bool paused)
{
	judge_shift_time(judge, t);
	judge_watched_until(judge, t);
	judge_let_act(judge, true);
	if (paused)
		judge_pause(judge);
	for (int s = 0; s < SEATS; s++) {
		switch (judge->match.setup.seat[s].kind) {
		case SEAT_FREE: break;
		case SEAT_HUMAN: judge_set_ready(judge, s, true); break;
		case SEAT_AGENT:
			if (alive & 1u << s) {
				judge_note_fields(judge, s, EVENT_STAYS, NULL, judge->match.setup.game_before,
						  0, 0);
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

void judge_remark(struct judge *judge, int64_t t, int seat, enum event_kind kind, const char *text)
{
	assert(kind == EVENT_REMARK || kind == EVENT_SEEDED || kind == EVENT_CORES);
	judge_time(judge, t);
	judge_tell_unkept(judge, seat);
	judge_note_text(judge, seat, kind, text);
	judge_settle(judge);
}

void judge_holds(struct judge *judge, int64_t t, int seat, int descriptors, int threads, int processes)
{
	judge_time(judge, t);
	judge_note_fields(judge, seat, EVENT_HOLDS, NULL, descriptors, threads, processes);
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
					      [GATE_ANSWERS] = JUDGE_ANSWERING,
					      [GATE_CLOSED] = JUDGE_PAUSED};

	return judge->phase == OVER ? JUDGE_OVER : of[judge->gate.mode];
}

bool judge_may_stay(const struct judge *judge, int seat)
{
	const struct verdict *verdict = &judge->match.verdict;
	bool failed = seat == SEAT_NONE ? strcmp(verdict->reason, REASON_GAME) == 0 : verdict->blame == seat;

	return judge->phase == OVER && !failed && judge->protocol->plays != PLAYS_ONE &&
	       judge->seat[seat].process.life == LIFE_ALIVE && !judge->seat[seat].process.leaving &&
	       !judge->seat[seat].end.closed && !judge->seat[seat].intake.cutting &&
	       !judge->seat[seat].stale.answers && !judge->seat[seat].asked.owed &&
	       (!judge->protocol->may_stay || judge->protocol->may_stay(judge->state, seat));
}

struct judge_seat judge_seat(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];
	bool to_move = seat->turn.state != TURN_NONE;

	return (struct judge_seat){.to_move = to_move,
				   .thinks = to_move && seat->asked.state == QUESTION_OPEN,
				   .awaited = judge->phase == OVER || !seat->process.ready ||
					      seat->process.leaving || seat->asked.state != QUESTION_NONE ||
					      seat->stale.answers,
				   .has_left = seat->process.life == LIFE_GONE,
				   .traced = seat->attached.traced,
				   .frozen = seat->attached.frozen};
}

int judge_person(const struct judge *judge)
{
	int found = SEAT_NONE;

	for (int s = SEAT_2; s >= SEAT_1 && !judge->match.over; s--)
		if (judge->match.setup.seat[s].kind == SEAT_HUMAN &&
		    (found == SEAT_NONE || judge_seat(judge, s).to_move))
			found = s;
	return found;
}

bool judge_hides_seat(const struct judge *judge, int seat)
{
	int person = judge->match.hidden ? judge_person(judge) : SEAT_NONE;

	return person != SEAT_NONE && seat == seat_opponent(person);
}

bool judge_hides(const struct judge *judge, const struct message *message)
{
	int person = judge->match.hidden ? judge_person(judge) : SEAT_NONE;

	if (person == SEAT_NONE || message->seat == person)
		return false;
	if (message->direction == EVENT)
		return message->seat != SEAT_NONE && event_has(message->event.kind, EVENT_FIELD_TEXT) &&
		       !event_reseats(&message->event);
	return message->seat != SEAT_NONE || !judge->protocol->sees(&judge->match.setup, message, person);
}

int judge_faults(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];
	int faults = seat->faults.forgiven;

	for (int i = 0; i < seat->faults.kinds; i++)
		faults += seat->faults.kind[i].count;
	return faults;
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

	if (!held || !countdown_is_set(&held->delay))
		return 0;
	delay = held->delay;
	countdown_pause(&delay, t);
	return delay.left > 0 ? delay.left : 0;
}

int64_t judge_since(const struct judge *judge, int64_t t)
{
	return t - judge->time.t0;
}
