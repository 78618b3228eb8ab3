/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* flow.c - how messages pass the gate, and what each of them causes.
 *
 * Messages of both directions and the ends of processes pass here, at once or when a person lets them.  All
 * consequences of a message are done before the next one passes (judge_settle()).  */
#include "judge_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

char *judge_seat_words(const struct judge *judge, int seat)
{
	const char *name = judge->match.setup.seat[seat].name;
	char *who = seat == SEAT_NONE ? bytes_text("the game program") : bytes_text("seat %d", seat), *words;

	if (!name || !*name)
		return who;
	words = bytes_text("%s (%s)", who, name);
	free(who);
	return words;
}

int judge_winner_over(const struct judge *judge, int seat)
{
	bool alone = setup_lone_seat(&judge->match.setup) != SEAT_NONE;

	return seat == SEAT_NONE || alone ? WINNER_NONE : seat_opponent(seat);
}

/* Time stands from the moment the gate closes, so that moment is noted.  */
static bool let_pass(struct judge *judge, int seat, bool queued)
{
	enum gate_mode before = judge->gate.mode;
	bool passes = gate_let_pass(&judge->gate, seat, queued);

	if (before != GATE_CLOSED && judge->gate.mode == GATE_CLOSED)
		judge_gate_closed(judge);
	return passes;
}

/* In a replay everything waits for its record.  Lines that keep a distance wait until judge_settle().  */
bool judge_let_pass(struct judge *judge, const struct held *held)
{
	bool at_once = judge->mode == LIVE && !judge->flow.line_delay,
	     asks = at_once && !gate_at(&judge->gate, 0) && judge_stop_due(judge, held),
	     stops = asks && judge_stop_before(judge, held);

	if (at_once && !stops && let_pass(judge, held->message.seat, false))
		return true;
	gate_hold(&judge->gate, *held);
	if (asks)
		gate_set_seen(&judge->gate, 0, stops);
	return false;
}

void judge_pass_to_agent(struct judge *judge, struct message *message)
{
	const struct seat *seat = &judge->seat[message->seat];
	bool asks = message->flags & MESSAGE_ASKS;

	message->turn = judge_turn_now(judge, message->seat);
	/* Output from before the question is no answer, so it is read first.  The first message of a turn
	 * does this for the whole turn, unless another question is open.  */
	if (message->flags & MESSAGE_STARTS ||
	    (asks && (seat->turn.state == TURN_NONE || seat->asked.state == QUESTION_OPEN)))
		judge_put(judge, message->seat, EFFECT_DRAIN);
	if (asks)
		judge_question_passed(judge, message->seat);
	if (asks || message->flags & MESSAGE_STARTS)
		judge_words_due(judge, message->seat); /* they belong to the turn before */
	judge_put_message(judge, message);
}

/* A goodbye to a replaced process passes at once.  Any other line may have to keep a distance.  */
static bool bypasses_gate(const struct judge *judge, int seat)
{
	return judge->flow.direct && (judge->mode == LIVE || judge->phase == OVER) &&
	       (!judge->flow.line_delay || judge->seat[seat].process.life == LIFE_REPLACED);
}

void judge_send_message(struct judge *judge, int seat, enum channel channel, unsigned flags,
			const void *bytes, size_t size)
{
	struct held held = {.message = {.t_ns = judge->time.now - judge->time.t0,
					.seat = seat,
					.direction = TO_AGENT,
					.channel = channel,
					.flags = flags,
					.bytes = (char *)bytes,
					.size = size}};

	if (bypasses_gate(judge, seat) || judge_let_pass(judge, &held))
		judge_pass_to_agent(judge, &held.message);
}

static bool has_held_lines(const struct judge *judge, int seat)
{
	const struct message *held;

	for (int i = 0; (held = judge_held(judge, i)); i++)
		if (held->seat == seat && held->direction == TO_AGENT)
			return true;
	return false;
}

void referee_line_delay(struct judge *judge, int64_t ns)
{
	judge->flow.line_delay = ns;
}

/* The time to leave begins when the goodbye is written.  A goodbye may have to wait until its distance from
 * the previous line is large enough.  */
void judge_dismiss_seat(struct judge *judge, int s, int64_t grace)
{
	judge->flow.direct = true;
	judge->protocol->goodbye(judge->state, s);
	judge->flow.direct = false;
	if (has_held_lines(judge, s) && judge->seat[s].process.life != LIFE_REPLACED)
		judge->seat[s].goodbye_grace = grace;
	else
		judge_put(judge, s, EFFECT_DISMISS)->grace_ns = grace;
}

void judge_pass_from_agent(struct judge *judge, struct message *message)
{
	const struct seat *seat = &judge->seat[message->seat];
	bool dropped = judge->phase == OVER || seat->process.leaving || seat->process.life != LIFE_ALIVE;
	struct message heard;

	message->turn = judge_turn_now(judge, message->seat);
	if (seat->asked.state != QUESTION_OPEN && message->seat != SEAT_NONE)
		message->flags |= MESSAGE_UNASKED | judge_hand_reply(judge, message);
	if (dropped)
		message->flags |= MESSAGE_DROPPED;
	if (message->t_ns < judge->time.now - judge->time.t0)
		message->flags |= MESSAGE_HELD;
	judge_put_message(judge, message);
	if (dropped)
		return;
	if (judge->protocol->answers & CHANNEL_BIT(message->channel))
		judge_answer_came(judge, message);
	judge_begin_cause(judge);
	heard = *judge_cause(judge);
	if (!judge->protocol->framing && heard.size > judge->match.setup.max_line) { /* else not a line */
		judge_mark_cause(judge, MESSAGE_CUT);
		heard.flags |= MESSAGE_CUT;
		heard.size = judge->match.setup.max_line;
	}
	if (!judge_drop_stale(judge, &heard))
		judge->protocol->received(judge->state, &heard);
	judge_end_cause(judge);
}

void judge_pass_exit(struct judge *judge, int seat, struct ending ending)
{
	struct seat *at = &judge->seat[seat];
	bool needed = judge->phase != OVER && !at->process.leaving && at->process.life == LIFE_ALIVE;

	judge_settle_chatter(judge, seat);
	judge_note(judge, seat, event_of_ending(ending), NULL, 0);
	if (at->process.life == LIFE_ALIVE) { /* else it is being replaced anyway */
		judge_end_noted(judge, seat, ending);
		judge_set_life(judge, seat, LIFE_GONE);
		judge_forget_process(judge, seat);
		judge_clear_leave(judge, seat);
		referee_await(judge, seat, 0);
	}
	if (needed)
		judge_end_due(judge, seat);
	if (judge->phase == OVER &&
	    judge->flow.line_delay) { /* lines that kept a distance reach nobody now */
		referee_withdraw(judge, seat);
		at->goodbye_grace = 0;
	}
}

/* Does the message still go out after the verdict?  */
static bool outlives_verdict(const struct judge *judge, const struct message *message)
{
	return judge->protocol->last_news && !(message->flags & MESSAGE_ASKS);
}

/* Dismisses the seat if its last line has passed.  */
static void dismiss_told(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (!seat->goodbye_grace || has_held_lines(judge, s))
		return;
	judge_put(judge, s, EFFECT_DISMISS)->grace_ns = seat->goodbye_grace;
	seat->goodbye_grace = 0;
}

static void pass_held(struct judge *judge, struct held held)
{
	bool dropped = held.message.flags & MESSAGE_WITHHELD;

	if (held.delayed && !dropped && judge->phase != OVER) /* a replay needs the moment */
		judge_note_plain(judge, held.message.seat, EVENT_DELAY_OVER);
	if (held.exited) {
		judge_pass_exit(judge, held.message.seat, held.ending);
	} else if (held.message.direction == FROM_AGENT) {
		(dropped ? judge_pass_dropped : judge_pass_from_agent)(judge, &held.message);
	} else if (judge->phase != OVER || judge->seat[held.message.seat].process.life == LIFE_REPLACED ||
		   outlives_verdict(judge, &held.message)) {
		(dropped ? judge_pass_dropped : judge_pass_to_agent)(judge, &held.message);
		dismiss_told(judge, held.message.seat);
	}
	free(held.message.bytes);
}

/* When the next line to the seat may be written; INT64_MAX: the previous one is not written yet. */
static int64_t line_after_last(const struct judge *judge, int seat)
{
	const struct effect_queue *todo = &judge->out.todo;
	int64_t since = judge->seat[seat].line.at;

	for (int64_t i = todo->first; i < todo->last; i++)
		if (todo->at[i].kind == EFFECT_MESSAGE && todo->at[i].seat == seat)
			return INT64_MAX;
	return since == INT64_MIN ? INT64_MIN : since + judge->flow.line_delay;
}

/* When a person's delay of the message is over; INT64_MIN: there is none.  Limits that pass at the same time
 * come first.  */
static int64_t delay_end(const struct judge *judge, const struct held *held)
{
	if (!held->delayed || judge->phase == OVER)
		return INT64_MIN;
	return judge->limits.expiring ? CLOCK_NEVER : countdown_end(&held->delay);
}

/* The place at the gate of the first message that neither a delay nor the distance between lines holds up;
 * -1: there is none.  Messages from a seat stay in order, messages to a seat too, and so do all lines that
 * keep a distance.  *due: when the next one that is held up may go.  */
static int first_free(const struct judge *judge, int64_t *due)
{
	const struct held *held;
	unsigned delayed = 0; /* bits of seats, and of the directions */
	bool lines = false;
	int64_t end;

	*due = CLOCK_NEVER;
	for (int i = 0; (held = gate_at(&judge->gate, i)); i++) {
		bool to = held->message.direction == TO_AGENT;
		unsigned lane = 1u << (2 * held->message.seat + to);

		if (delayed & lane || (to && lines))
			continue;
		end = delay_end(judge, held);
		if (end > judge->time.now) {
			delayed |= lane;
		} else if (to && judge->flow.line_delay && judge->mode == LIVE) {
			end = line_after_last(judge, held->message.seat);
			lines = end > judge->time.now;
		}
		if (end <= judge->time.now)
			return i;
		*due = end < *due ? end : *due;
	}
	return -1;
}

int64_t judge_held_due(const struct judge *judge)
{
	int64_t due;

	/* What became free while effects were carried out is due now.  */
	return first_free(judge, &due) >= 0 && judge->mode == LIVE ? judge->time.now : due;
}

static bool all_ready(const struct judge *judge)
{
	for (int s = 0; s < SEATS; s++)
		if (!judge->seat[s].process.ready && judge->match.setup.seat[s].kind != SEAT_FREE)
			return false;
	return true;
}

void judge_set_phase(struct judge *judge, enum phase phase)
{
	assert(phase == OVER ? judge->phase != OVER : phase == PLAYING && judge->phase != PLAYING);
	judge->phase = phase;
}

void judge_let_act(struct judge *judge, bool acts)
{
	judge->flow.acts = acts;
}

/* Lets the protocol begin the match or ask for a move.  False: neither was due.  */
static bool act(struct judge *judge)
{
	bool acted = false;

	if (judge->phase == STARTING) {
		if (!all_ready(judge))
			return false;
		judge_set_phase(judge, PLAYING);
		judge->protocol->begin(judge->state);
		return true;
	}
	if (countdown_end(&judge->time.pace) <= judge->time.now)
		judge_end_pace(judge);
	for (int s = 0; s < SEATS; s++) {
		const struct seat *seat = &judge->seat[s];

		if (seat->turn.state != TURN_DUE || !seat->process.ready ||
		    countdown_is_set(&judge->time.pace))
			continue;
		judge_open_turn(judge, s);
		judge->protocol->ask(judge->state, s);
		acted = true;
	}
	return acted;
}

/* After the verdict only the distance between lines holds a message up.  In a replay the last news and the
 * goodbye to a replaced process still wait for their records.  */
static bool let_held_pass(struct judge *judge, int i)
{
	const struct held *held = gate_at(&judge->gate, i);
	bool stops;

	if (judge->phase == OVER)
		return judge->mode == LIVE || held->message.direction != TO_AGENT ||
		       (!outlives_verdict(judge, &held->message) &&
			judge->seat[held->message.seat].process.life != LIFE_REPLACED);
	if (judge->mode == REPLAYING)
		return false;
	if (held->message.flags & MESSAGE_WITHHELD && gate_lets_go(&judge->gate))
		return true;
	if (judge_stop_due(judge, held)) {
		stops = judge_stop_before(judge, held);
		gate_set_seen(&judge->gate, i, stops);
		if (stops)
			return false;
	}
	return let_pass(judge, held->message.seat, true);
}

/* Lets the next message pass that may.  Its place at the gate; -1: none passes.  */
static int let_next_pass(struct judge *judge)
{
	int64_t due;
	int i = first_free(judge, &due);

	return i >= 0 && let_held_pass(judge, i) ? i : -1;
}

/* All that is due, and all that follows from limits, is done before the next message passes.  */
void judge_settle(struct judge *judge)
{
	int i;

	for (bool more = true; more;) {
		judge_keep_time(judge);
		more = judge->phase != OVER && judge->flow.acts && act(judge);
		if (!more && !judge->limits.expiring && (i = let_next_pass(judge)) >= 0) {
			judge->flow.acts = true;
			pass_held(judge, gate_take_at(&judge->gate, i));
			more = true;
		}
	}
	if (!judge->limits.expiring)
		judge_settle_pending(judge);
	judge_keep_time(judge);
	if (judge->watcher.note_due && !judge->limits.expiring)
		judge_note_stop(judge);
}
