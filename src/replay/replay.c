/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* replay.c - feeds a recorded match back into a judge.
 *
 * Output of agents, ends of processes and requests of people are inputs again. A message of the judge waits
 * at the gate until its record comes, so it passes at the recorded moment even if the match was stepped. The
 * judge produces its events again. Events that it cannot produce, such as chatter that was not kept, are
 * added from the record.  */
#include "ringside/replay.h"

#include "judge/judge_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Limits that are due now were handled already if the time is unchanged: one input may be several messages.
 */
static void time_is(struct judge *judge, int64_t t)
{
	if (t > judge->time.now || judge->written)
		judge_time(judge, t);
	judge->written = false;
}

static bool is_produced(const struct judge *judge, const struct message *message)
{
	return judge->out.last_n >= message->n;
}

/* ---- what people did ---- */

/* Is this the event of a granted request?  */
static bool read_request(const struct message *message, struct request *request)
{
	static const struct {
		enum request_kind kind;
		bool is_request, of_seat, text;
	} requests[EVENT_KIND_COUNT] = {
		[EVENT_PAUSE] = {.kind = REQUEST_PAUSE, .is_request = true},
		[EVENT_GO] = {.kind = REQUEST_GO, .is_request = true},
		[EVENT_STEP] = {.kind = REQUEST_STEP, .is_request = true},
		[EVENT_NEXT] = {.kind = REQUEST_NEXT, .is_request = true},
		[EVENT_STEP_SEAT] = {.kind = REQUEST_STEP, .is_request = true, .of_seat = true},
		[EVENT_NEXT_SEAT] = {.kind = REQUEST_NEXT, .is_request = true, .of_seat = true},
		[EVENT_STEP_ANSWER] = {.kind = REQUEST_ANSWER, .is_request = true},
		[EVENT_PLAYS] = {.kind = REQUEST_PLAY, .is_request = true, .text = true},
		[EVENT_OVERRIDE] = {.kind = REQUEST_OVERRIDE, .is_request = true, .text = true},
		[EVENT_TAKEBACK] = {.kind = REQUEST_TAKEBACK, .is_request = true},
		[EVENT_RESIGNS] = {.kind = REQUEST_RESIGN, .is_request = true},
		[EVENT_WINNER] = {.kind = REQUEST_ADJUDICATE, .is_request = true},
		[EVENT_DRAW] = {.kind = REQUEST_ADJUDICATE, .is_request = true},
		[EVENT_INTERRUPTED] = {.kind = REQUEST_INTERRUPT, .is_request = true},
		[EVENT_TURN_LIMIT] = {.kind = REQUEST_TURN_LIMIT, .is_request = true},
		[EVENT_MATCH_LIMIT] = {.kind = REQUEST_MATCH_LIMIT, .is_request = true, .text = true},
		[EVENT_HUMAN_TIME] = {.kind = REQUEST_HUMAN_TIME, .is_request = true},
		[EVENT_PACE] = {.kind = REQUEST_PACE, .is_request = true},
		[EVENT_POINT] = {.kind = REQUEST_POINT, .is_request = true, .text = true},
		[EVENT_FREEZE] = {.kind = REQUEST_FREEZE, .is_request = true},
		[EVENT_THAW] = {.kind = REQUEST_THAW, .is_request = true},
		[EVENT_SENT_SIGNAL] = {.kind = REQUEST_SIGNAL, .is_request = true, .text = true},
		[EVENT_PERSON] = {.kind = REQUEST_SEAT, .is_request = true},
		[EVENT_AGENT] = {.kind = REQUEST_SEAT, .is_request = true, .text = true},
		[EVENT_SUCCESSOR] = {.kind = REQUEST_SUCCEED, .is_request = true, .text = true},
	};
	const struct event *event = &message->event;

	if (!requests[event->kind].is_request)
		return false;
	*request = (struct request){
		.kind = requests[event->kind].kind,
		.seat = message->seat,
		.of_seat = requests[event->kind].of_seat,
		.text = requests[event->kind].text && (message->size || event->kind != EVENT_MATCH_LIMIT)
				? message->bytes
				: NULL,
		.count = event->number[0] < INT_MAX ? (int)event->number[0] : INT_MAX,
		.ns = event->kind == EVENT_HUMAN_TIME ? event_human_time(event) : event->number[0]};
	return true;
}

/* ---- what happened to agents ---- */

/* False: it is none of these.  */
static bool feed_process(struct judge *judge, int64_t t, const struct message *message)
{
	const struct event *event = &message->event;
	int seat = message->seat;
	struct activity activity;

	switch (event->kind) {
	case EVENT_STARTED:
		judge->written = false;
		judge_started(judge, t, seat);
		return true;
	case EVENT_STAYS:
		judge_time(judge, t);
		judge_note(judge, seat, *event, NULL, 0);
		judge_seat_began(judge, seat, true);
		judge_settle(judge);
		return true;
	case EVENT_NOT_STARTED: judge_not_started(judge, t, seat, message->bytes); return true;
	case EVENT_UNREADABLE: judge_failed(judge, t, seat, STREAM_STDOUT, message->bytes); return true;
	case EVENT_UNWRITABLE: judge_failed(judge, t, seat, STREAM_STDIN, message->bytes); return true;
	case EVENT_CLOSED_OUTPUT: judge_closed(judge, t, seat, STREAM_STDOUT); return true;
	case EVENT_CLOSED_INPUT: judge_closed(judge, t, seat, STREAM_STDIN); return true;
	case EVENT_TRACED:
	case EVENT_UNTRACED:
		judge->written = false;
		judge_traced(judge, t, seat, event->kind == EVENT_TRACED);
		return true;
	case EVENT_STRANGER:
		judge->written = false;
		judge_stranger(judge, t, seat, message->bytes);
		return true;
	case EVENT_AWAITED:
		judge->written = false;
		judge_awaits(judge, t, seat, message->bytes);
		return true;
	case EVENT_CONNECTED:
	case EVENT_UNCONNECTED:
		judge->written = false;
		judge_connected(judge, t, seat, event->kind == EVENT_CONNECTED);
		return true;
	case EVENT_MEMORY:
		judge->written = false;
		judge_memory(judge, t, seat, event->number[0]);
		return true;
	case EVENT_FOLDER:
		judge->written = false;
		judge_folder(judge, t, seat, event->number[0], event->number[1]);
		return true;
	case EVENT_DOING:
		activity = activity_of(event);
		judge_activity(judge, t, seat, &activity);
		judge->written = true; /* the consequence of the limit is due now */
		return true;
	case EVENT_WAITED:
		judge_waited(judge, t, seat, event->number[0] - judge->match.unfinished[seat].waiting.ns,
			     event->number[1]);
		judge->written = true;
		return true;
	case EVENT_UNFINISHED:
		time_is(judge, t);
		judge_used(judge, t, seat, event->number[1], event->number[2]);
		return true;
	case EVENT_EXITED:
	case EVENT_ENDED:
		time_is(judge, t);
		judge_pass_exit(judge, seat, event_ending(event));
		judge_settle(judge);
		return true;
	default: return false;
	}
}

/* Events that follow from an input. The others are actions of a person on held messages and remarks of the
 * session.  */
static bool is_consequence(const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_DROP:
	case EVENT_EDIT:
	case EVENT_DELAY:
	case EVENT_SEND:
	case EVENT_GIVEN_BACK:
	case EVENT_REMARK:
	case EVENT_BACKTRACE:
	case EVENT_SEEDED:
	case EVENT_HOLDS:
	case EVENT_CORES: return false;
	default: return true;
	}
}

/* Does the event follow from a limit that has passed at the time of the input before it? A limit that was
 * shortened during a pause passes when the match goes on.  */
static bool is_of_limit(const struct judge *judge, int64_t t, const struct message *message)
{
	return judge_deadline(judge) <= t && is_consequence(message);
}

/* The match was stopped. No input leads to this event, so it is added.  */
static bool feed_stop(struct judge *judge, int64_t t, const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_STOPPED_TIME:
		judge_time(judge, t - 1); /* limits that were due earlier come first */
		judge_stop_at_limit(judge, t);
		break;
	case EVENT_STOPPED_LIMIT: judge_stop_at_limit(judge, t); break;
	case EVENT_STOPPED_MESSAGE:
	case EVENT_STOPPED_VERDICT: time_is(judge, t); break;
	default: return false;
	}
	judge->written = false;
	gate_close(&judge->gate);
	judge_note_again(judge, message);
	judge_settle(judge);
	return true;
}

/* A fresh process replaces an old one that had left, or was about to, and was not needed.  */
static void forget_end(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->end.due && seat->process.life == LIFE_GONE)
		judge_set_life(judge, s, LIFE_ALIVE);
	judge_end_forget(judge, s);
}

/* This judge goes on in place of the other one, and asks the agent that it has not asked.  */
static void stop_hearing(struct judge *judge)
{
	judge->hearing.on = false;
	judge->hearing.answered = SEAT_NONE;
	judge_forget_opinion(judge);
	for (int s = 0; s < SEATS; s++)
		if (arbiter_is_agent(judge, s) && judge->seat[s].turn.state == TURN_OPEN &&
		    !arbiter_is_asked(judge, s)) {
			judge_end_clock(judge, s);
			judge_set_turn(judge, s, TURN_NONE);
			judge_set_turn(judge, s, TURN_DUE);
		}
}

/* The gate is closed, so time stands until a person lets the match go on.  */
static void begin_branch(struct judge *judge, int64_t last_n, int64_t numbered, const char *why)
{
	judge_number_from(judge, last_n, numbered);
	judge->written = false;
	gate_close(&judge->gate);
	judge_forget_stop(judge);
	judge_hold_forget(judge);
	if (judge->hearing.on)
		stop_hearing(judge);
	for (int s = 0; s < SEATS; s++) {
		judge_forget_process(judge, s);
		forget_end(judge, s);
	}
	judge_note_text(judge, SEAT_NONE, EVENT_BRANCH, why);
	judge_keep_time(judge);
}

/* The next record has no consequences and may stand before those of time that has passed. The record after it
 * triggers these.  */
static void wait_for_more(struct judge *judge, int64_t t)
{
	judge_advance(judge, t);
	judge->written = true;
}

/* Feeds events about bytes outside of messages, which this judge cannot know. False: another event.  */
static bool feed_of_bytes(struct judge *judge, int64_t t, const struct message *message)
{
	enum event_kind kind = message->event.kind;

	if (kind != EVENT_PENDING && kind != EVENT_UNKEPT && kind != EVENT_CHATTER)
		return false;
	wait_for_more(judge, t);
	if (kind == EVENT_PENDING)
		match_pending(&judge->match, message->seat, &message->event);
	judge_note_again(judge, message);
	return true;
}

/* A message passes because its delay is over. Whatever else is due then has records of its own.  */
static bool feed_delay_over(struct judge *judge, int64_t t, const struct message *message)
{
	if (message->event.kind != EVENT_DELAY_OVER)
		return false;
	judge_advance(judge, t);
	judge->written = false;
	judge_note_again(judge, message);
	judge_hold_noted(judge, message);
	judge_settle(judge);
	return true;
}

/* If only a person's delay of a message ran, nothing runs here.  The longer time of the two turns goes back
 * to when the judge was last seen awake, unless both turns began later.  That may be before the match: a
 * process stays from the game before.  */
static bool feed_stall(struct judge *judge, int64_t t, const struct message *message)
{
	int64_t ns = message->event.number[0], unseen = ns;

	for (int s = SEAT_1; s < SEATS; s++)
		if (message->event.number[s] > unseen)
			unseen = message->event.number[s];
	if (ns < 0)
		return false;
	judge->written = false;
	judge_held_up(judge, t - unseen, t - ns, t);
	if (!is_produced(judge, message)) {
		judge_advance(judge, t);
		judge_note_again(judge, message);
	}
	return true;
}

/* The stall that follows notes it.  */
static bool feed_charge(struct judge *judge, const struct event *event)
{
	int64_t seat = event->number[0], ns = event->number[1];

	if (seat < 0 || seat >= SEATS || ns <= 0)
		return false;
	judge_charge(judge, (int)seat, ns);
	return true;
}

static bool feed_event(struct judge *judge, int64_t t, const struct message *message)
{
	struct request request;
	char *problem;

	if (is_produced(judge, message))
		return true;
	if (message->event.kind == EVENT_BRANCH) {
		begin_branch(judge, message->n - 1, message->n - 1, message->bytes);
		return true;
	}
	if (judge->hearing.on &&
	    (message->event.kind == EVENT_VERDICT || message->event.kind == EVENT_FAULT_COUNT)) {
		judge_heard_end(judge, t);
		return true;
	}
	if (message->event.kind == EVENT_CHARGED)
		return feed_charge(judge, &message->event);
	if (message->event.kind == EVENT_HELD_UP)
		return feed_stall(judge, t, message);
	if (read_request(message, &request)) {
		judge->written = false;
		judge_number_next(judge, message->number);
		problem = judge_request(judge, t, &request);
		free(problem);
		return !problem;
	}
	if (judge->match.setup.seat[message->seat].kind == SEAT_AGENT && feed_process(judge, t, message))
		return true;
	if (feed_stop(judge, t, message) || feed_of_bytes(judge, t, message) ||
	    feed_delay_over(judge, t, message))
		return true;
	time_is(judge, t);
	if (!is_produced(judge, message) && is_of_limit(judge, t, message))
		judge_time(judge, t);
	if (!is_produced(judge, message) && is_consequence(message))
		judge_end_counts_now(judge);
	if (is_produced(judge, message))
		return true;
	judge_note_again(judge, message);
	judge_hold_noted(judge, message);
	judge_settle(judge);
	return true;
}

/* ---- messages ---- */

static void feed_words(struct judge *judge, int64_t t, const struct message *message)
{
	struct message copy = *message;

	wait_for_more(judge, t);
	copy.flags &= MESSAGE_UNASKED | MESSAGE_UNENDED | MESSAGE_UNORDERED | MESSAGE_HELD;
	judge_put_message(judge, &copy);
}

static void feed_from_agent(struct judge *judge, int64_t t, const struct message *message)
{
	enum {
		CAME_SO = MESSAGE_UNASKED | MESSAGE_UNENDED | MESSAGE_CUT | MESSAGE_UNORDERED |
			  MESSAGE_EDITED | MESSAGE_LITTLE | MESSAGE_REPLY
	};
	struct message copy = *message;
	bool withheld = message->flags & MESSAGE_WITHHELD;

	time_is(judge, t);
	if (!withheld)
		copy.flags &= CAME_SO;
	if (withheld) {
		/* The note before it did not say what it is.  */
		judge_hold_touched(
			judge, message,
			(struct event){.kind = message->flags & MESSAGE_CHANGED ? EVENT_EDIT : EVENT_DROP});
		judge_put_message(judge, &copy);
	} else if (message->flags & MESSAGE_CHANGED) {
		gate_hold(&judge->gate,
			  (struct held){.message = copy}); /* the override takes it from there */
	} else {
		judge_pass_from_agent(judge, &copy);
	}
	judge_settle(judge);
}

/* Is it the held message, or a person's text in its place?  */
static bool is_same(const struct message *held, const struct message *message)
{
	if (held->flags & MESSAGE_EDITED)
		return message->flags & MESSAGE_EDITED;
	return held->size == message->size && memcmp(held->bytes, message->bytes, held->size) == 0;
}

static void write_held(struct judge *judge, int64_t t, int i, const struct message *message)
{
	struct message held = gate_take_at(&judge->gate, i).message;
	FREED char *own = held.bytes;

	judge_advance(judge, t);
	judge->written = true;
	if (held.flags & MESSAGE_EDITED) {
		held.bytes = message->bytes;
		held.size = message->size;
	}
	judge_pass_to_agent(judge, &held);
	judge_settle(judge);
}

static bool feed_to_agent(struct judge *judge, int64_t t, const struct message *message)
{
	enum { BY_HAND = MESSAGE_WITHHELD | MESSAGE_EDITED | MESSAGE_CHANGED | MESSAGE_DROPPED };
	int i = judge_waiting_for(judge, message->seat, 1);
	bool fits = true;

	if (is_produced(judge, message))
		return true;
	if (judge->hearing.on) {
		judge->written = false;
		if (!judge_hold_replayed(judge, t, message, &fits))
			judge_heard(judge, t, message->seat, message->bytes, message->size,
				    message->flags & BY_HAND);
		return true;
	}
	if (judge_hold_replayed(judge, t, message, &fits)) {
		judge->written = true;
		return true;
	}
	if (!fits)
		return false;
	if (i < 0) { /* the end of the pace releases it, a little before it was written; or the end of the
			match */
		judge_time(judge,
			   countdown_end(&judge->time.pace) < t ? countdown_end(&judge->time.pace) : t);
		i = judge_waiting_for(judge, message->seat, 1);
	}
	if (i < 0 && judge->phase == OVER) {
		judge_dismiss(judge, t);
		i = judge_waiting_for(judge, message->seat, 1); /* of goodbyes that keep their distance */
		if (i < 0)
			return true;
	}
	if (i < 0 || !is_same(judge_held(judge, i), message))
		return false;
	write_held(judge, t, i, message);
	return true;
}

void replay_begin(struct judge *judge)
{
	judge->mode = REPLAYING;
	judge->hearing.on = setup_given(&judge->match.setup, OPTION_TAPPED) && judge->protocol->tap;
	judge_begin(judge, 0, 0, false);
}

bool replay_feed(struct judge *judge, const struct message *message)
{
	int64_t t = judge->time.t0 + message->t_ns;

	switch (message->direction) {
	case TO_AGENT: return feed_to_agent(judge, t, message);
	case FROM_AGENT:
		(message->channel == CHANNEL_STDERR ? feed_words : feed_from_agent)(judge, t, message);
		return true;
	case EVENT: return feed_event(judge, t, message);
	}
	return false;
}

void replay_live(struct judge *judge, int64_t t, int64_t last_n, int64_t numbered, const char *why)
{
	judge_shift_time(judge, t);
	judge_watched_until(judge, t);
	judge->mode = LIVE;
	begin_branch(judge, last_n, numbered, why);
	for (int s = 0; s < SEATS; s++)
		if (judge->phase != OVER && !judge->seat[s].process.leaving &&
		    (judge->seat[s].process.life == LIFE_STARTING ||
		     judge->seat[s].process.life == LIFE_REPLACED))
			judge_put(judge, s, EFFECT_SPAWN);
}
