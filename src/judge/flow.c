/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* flow.c - how messages pass the gate, what people do to those that wait there, and what each of them causes.
 *
 * Messages of both directions and the ends of processes pass here, at once or when a person lets them.  All
 * consequences of a message are done before the next one passes (judge_settle()).  */
#include "judge_parts.h"

#include "ringside/bytes.h"
#include "ringside/words.h"
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- the gate, where messages wait while a person steps ---- */

void gate_free(struct gate *gate)
{
	assert(gate->first <= gate->last && gate->last <= gate->room);
	for (int i = gate->first; i < gate->last; i++) {
		free(gate->held[i].message.bytes);
		free(gate->held[i].before.bytes);
	}
	free(gate->held);
	*gate = (struct gate){0};
}

static bool uses_budget(const struct gate *gate, int seat)
{
	return !gate->of_seat || gate->seat == seat;
}

void gate_close(struct gate *gate)
{
	gate->mode = GATE_CLOSED;
}

void gate_set(struct gate *gate, enum gate_mode mode, bool of_seat, int seat, int count)
{
	/* A person may type ahead: asking again adds to what is still to be done.  */
	if (gate->mode != mode || gate->of_seat != of_seat || gate->seat != seat)
		gate->budget = 0;
	gate->mode = mode;
	gate->of_seat = of_seat;
	gate->seat = seat;
	gate->budget += count < INT_MAX - gate->budget ? count : INT_MAX - gate->budget;
}

bool gate_let_pass(struct gate *gate, int seat, bool queued, bool answers)
{
	assert(is_seat(seat));
	assert(!queued || gate->first < gate->last);
	if (!queued && gate->first < gate->last)
		return false;
	switch (gate->mode) {
	case GATE_OPEN:
	case GATE_MOVES: return true;
	case GATE_CLOSED: return false;
	case GATE_MESSAGES:
		if (gate->budget > 0) {
			gate->budget -= uses_budget(gate, seat);
			return true;
		}
		break;
	case GATE_ANSWERS:
		gate->budget -= answers;
		if (gate->budget > 0)
			return true;
		break;
	}
	gate->mode = GATE_CLOSED;
	return false;
}

void gate_hold(struct gate *gate, struct held held)
{
	assert(held.message.bytes);
	assert(is_seat(held.message.seat));
	assert(gate->last <= gate->room);
	if (gate->last == gate->room) {
		int waiting = gate->last - gate->first;

		if (gate->first > gate->room / 2) {
			memmove(gate->held, gate->held + gate->first, (size_t)waiting * sizeof(*gate->held));
		} else {
			gate->room = gate->room ? 2 * gate->room : 16;
			gate->held = bytes_resized(gate->held, (size_t)gate->room * sizeof(*gate->held));
			memmove(gate->held, gate->held + gate->first, (size_t)waiting * sizeof(*gate->held));
		}
		gate->first = 0;
		gate->last = waiting;
	}
	held.message.bytes = bytes_copy(held.message.bytes, held.message.size);
	countdown_clear(&held.delay);
	gate->held[gate->last++] = held;
}

/* There must be one.  */
static struct held *at(const struct gate *gate, int i)
{
	assert(i >= 0 && gate->first + i < gate->last);
	return &gate->held[gate->first + i];
}

const struct held *gate_at(const struct gate *gate, int i)
{
	return i >= 0 && gate->first + i < gate->last ? &gate->held[gate->first + i] : NULL;
}

struct held gate_take_at(struct gate *gate, int i)
{
	struct held *from = at(gate, i), taken = *from;

	free(taken.before.bytes);
	taken.before.bytes = NULL;
	if (i == 0) {
		gate->first++;
	} else {
		memmove(from, from + 1, (size_t)(gate->last - gate->first - i - 1) * sizeof(*from));
		gate->last--;
	}
	taken.message.flags &= ~(unsigned)MESSAGE_STOPPED;
	return taken;
}

void gate_replace(struct gate *gate, int i, struct message message)
{
	struct held *held = at(gate, i);

	assert(message.bytes);
	if (!(message.flags & MESSAGE_EDITED)) {
		free(held->before.bytes);
		held->before = (struct message){0};
	} else if (!held->before.bytes) {
		held->before = held->message;
		held->before.bytes = bytes_copy(held->message.bytes, held->message.size);
	}
	held->message = message;
}

void gate_number(struct gate *gate, int64_t after)
{
	for (int i = gate->first; i < gate->last; i++)
		gate->held[i].message.number = ++after;
}

void gate_flag(struct gate *gate, int i, unsigned flags, bool on)
{
	unsigned *of = &at(gate, i)->message.flags;

	*of = on ? *of | flags : *of & ~flags;
}

unsigned gate_drop(struct gate *gate, int seat, bool to_agent, unsigned flags)
{
	unsigned dropped = 0;
	int i = 0;

	for (const struct held *held; (held = gate_at(gate, i));) {
		const struct message *message = &held->message;

		if (message->seat != seat || (message->direction == TO_AGENT) != to_agent ||
		    (message->flags & flags) != flags) {
			i++;
			continue;
		}
		dropped |= message->flags;
		free(gate_take_at(gate, i).message.bytes);
	}
	return dropped;
}

void gate_set_seen(struct gate *gate, int i, bool stops)
{
	at(gate, i)->seen = true;
	gate_flag(gate, i, MESSAGE_STOPPED, stops);
}

void gate_delay(struct gate *gate, int i, int64_t ns, int64_t t, bool stands)
{
	if (ns)
		countdown_set(&at(gate, i)->delay, ns, t, stands);
	else
		countdown_clear(&at(gate, i)->delay);
}

bool gate_moved(struct gate *gate, int seat)
{
	assert(seat == SEAT_1 || seat == SEAT_2);
	assert(gate->mode != GATE_MOVES || gate->budget > 0);
	if (gate->mode != GATE_MOVES || !uses_budget(gate, seat) || --gate->budget > 0)
		return false;
	gate->mode = GATE_CLOSED;
	return true;
}

void gate_keep_time(struct gate *gate, bool stands, int64_t t)
{
	for (int i = gate->first; i < gate->last; i++)
		(stands ? countdown_pause : countdown_resume)(&gate->held[i].delay, t);
}

bool gate_hold_up(struct gate *gate, int64_t from, int64_t to)
{
	bool any = false;

	for (int i = gate->first; i < gate->last; i++) {
		struct countdown *delay = &gate->held[i].delay;
		int64_t part = countdown_part(delay, from, to);

		countdown_shift(delay, part);
		any = any || part;
	}
	return any;
}

/* ---- a watcher stops the match ----
 *
 * It does so before a message, between messages, at a limit, after a fault or at the verdict.  The stop and
 * its reason are recorded as an event, so that replay reproduces it (replay.c).  The event is noted at the
 * end of the input, because a replay can feed it back only between inputs.  */

bool judge_stop(struct judge *judge, struct stop stop)
{
	char *why;

	if (!judge->watcher.asks.reason || judge->mode == REPLAYING)
		return false;
	if (stop.kind != STOP_TIME)
		stop.t = judge->time.now;
	stop.turn = stop.kind == STOP_MOVED ? judge->match.turn_count : judge_turn_now(judge, stop.seat);
	why = judge->watcher.asks.reason(judge->watcher.asks.user, judge, &stop);
	if (!why)
		return false;
	if (judge->watcher.note_due &&
	    judge->watcher.why) { /* a second stop in the same input: one note is enough */
		free(why);
		return true;
	}
	judge->watcher.mode = judge->watcher.note_due ? GATE_CLOSED : judge->gate.mode;
	judge_forget_stop(judge);
	judge->watcher.note_due = true;
	judge->watcher.what = stop.kind == STOP_TIME      ? EVENT_STOPPED_TIME
			      : stop.kind == STOP_LIMIT   ? EVENT_STOPPED_LIMIT
			      : stop.kind == STOP_VERDICT ? EVENT_STOPPED_VERDICT
							  : EVENT_STOPPED_MESSAGE;
	judge->watcher.seat = stop.seat;
	judge->watcher.why = why;
	judge->watcher.ask = (stop.kind == STOP_TIME || stop.kind == STOP_LIMIT) &&
					     judge->seat[stop.seat].asked.state == QUESTION_OPEN
				     ? judge->seat[stop.seat].asked.n
				     : 0;
	gate_close(&judge->gate);
	return true;
}

/* Only a message that still has an effect can stop the match.  */
static bool is_needed(const struct judge *judge, int seat)
{
	return judge->phase != OVER && !judge->seat[seat].process.leaving &&
	       judge->seat[seat].process.life == LIFE_ALIVE;
}

/* Is the watcher to be asked before this passes?  Only once.  */
static bool judge_stop_due(const struct judge *judge, const struct held *held)
{
	return judge->watcher.asks.reason && !held->seen && judge->gate.mode != GATE_CLOSED;
}

/* Asks as judge_stop() before this passes.  */
static bool judge_stop_before(struct judge *judge, const struct held *held)
{
	struct message message = held->message;
	bool exits = message.direction == EVENT;
	struct stop stop = {.kind = exits ? STOP_EXIT : STOP_MESSAGE,
			    .seat = message.seat,
			    .message = &message,
			    .ending = event_ending(&message.event)};
	char *words;
	bool stops;

	if (message.direction != TO_AGENT && !is_needed(judge, message.seat))
		return false;
	if (exits && judge->seat[message.seat].process.caught)
		return false;
	message.turn = judge_turn_now(judge, message.seat);
	if (message.direction == FROM_AGENT && judge->seat[message.seat].asked.state != QUESTION_OPEN &&
	    message.seat != SEAT_NONE)
		message.flags |= MESSAGE_UNASKED;
	stop.words = words = exits ? event_words(&message) : NULL;
	stops = judge_stop(judge, stop);
	free(words);
	return stops;
}

/* Notes that the gate has closed.  To be called at the end of an input.  */
static void judge_note_stop(struct judge *judge)
{
	for (int s = 0; s < SEATS && judge->watcher.why && judge->watcher.what == EVENT_STOPPED_LIMIT; s++)
		judge_end_stderr(judge, s); /* as before a limit without a stop */
	judge->watcher.note_due = false;
	if (!judge->watcher.why) {
		judge_note_plain(judge, SEAT_NONE, EVENT_STOPPED_MESSAGE);
		return;
	}
	judge_note_all_pending(judge);
	judge_note(judge, SEAT_NONE,
		   (struct event){.kind = judge->watcher.what, .number = {judge->watcher.seat}},
		   judge->watcher.why, strlen(judge->watcher.why));
	judge->watcher.note = judge->out.last_n;
}

void judge_forget_stop(struct judge *judge)
{
	free(judge->watcher.why);
	judge->watcher.why = NULL;
	judge->watcher.note_due = false;
}

/* In a recording the gate closes at the note.  So a move before the note still counts, in the mode from
 * before.  */
void judge_gate_moved(struct judge *judge, int seat)
{
	struct gate *gate = &judge->gate;
	bool closes;

	assert(!judge->watcher.note_due || gate->mode == GATE_CLOSED);
	if (judge->watcher.note_due)
		gate->mode = judge->watcher.mode;
	closes = gate_moved(gate, seat);
	if (judge->watcher.note_due) {
		judge->watcher.mode = gate->mode;
		gate->mode = GATE_CLOSED;
	}
	if (closes)
		judge_note_plain(judge, SEAT_NONE, EVENT_STOPPED_MOVE);
}

/* ---- for the session and watchers ---- */

void judge_set_stops(struct judge *judge, const struct stops *stops)
{
	judge->watcher.asks = stops ? *stops : (struct stops){0};
}

const char *judge_stopped(const struct judge *judge, int64_t *note)
{
	if (note)
		*note = judge->watcher.note;
	return judge->watcher.why;
}

int64_t judge_stopped_ask(const struct judge *judge)
{
	return judge->watcher.why ? judge->watcher.ask : 0;
}

char *judge_answer(const struct judge *judge, const struct message *message, bool *legal)
{
	struct message read = *message;
	size_t most = judge->match.setup.max_line;

	*legal = true;
	if (message->direction != FROM_AGENT || message->channel != judge->protocol->moves ||
	    message->seat == SEAT_NONE || message->flags & MESSAGE_UNASKED ||
	    judge->seat[message->seat].stale.answers || !is_needed(judge, message->seat))
		return NULL;
	if (!judge->protocol->framing && read.size > most)
		read.size = most;
	/* The result is the caller's own, not part of the message.  */
	/* cppcheck-suppress returnDanglingLifetime */
	return judge->protocol->answer(judge->state, &read, legal);
}

bool judge_answers(const struct judge *judge, const struct message *message)
{
	bool legal;
	FREED char *answer = judge_answer(judge, message, &legal);

	return answer != NULL;
}

bool judge_answers_now(const struct judge *judge, const struct message *message)
{
	return judge->seat[message->seat].asked.state == QUESTION_OPEN &&
	       !(message->flags & MESSAGE_WITHHELD) && judge_answers(judge, message);
}

/* ---- messages pass ---- */

char *judge_seat_words(const struct judge *judge, int seat)
{
	return seat_title(seat, judge->match.setup.seat[seat].name);
}

int judge_winner_over(const struct judge *judge, int seat)
{
	bool alone = setup_lone_seat(&judge->match.setup) != SEAT_NONE;

	return seat == SEAT_NONE || alone ? WINNER_NONE : seat_opponent(seat);
}

/* Time stands from the moment the gate closes, so that moment is noted.  */
static bool let_pass(struct judge *judge, const struct message *message, bool queued)
{
	enum gate_mode before = judge->gate.mode;
	bool answers = before == GATE_ANSWERS && judge_answers_now(judge, message),
	     passes = gate_let_pass(&judge->gate, message->seat, queued, answers);

	if (before != GATE_CLOSED && judge->gate.mode == GATE_CLOSED) { /* a person's step is done */
		judge->watcher.note_due = true;
		judge->watcher.mode = GATE_CLOSED;
	}
	return passes;
}

void judge_forget_dropped(struct judge *judge, int seat, enum direction direction)
{
	free(judge->seat[seat].dropped[direction].bytes);
	judge->seat[seat].dropped[direction].bytes = NULL;
}

void judge_hold(struct judge *judge, struct held held)
{
	held.message.number = judge_next_number(judge);
	gate_hold(&judge->gate, held);
}

/* In a replay everything waits for its record.  Lines that keep a distance wait until judge_settle().  */
bool judge_let_pass(struct judge *judge, const struct held *held)
{
	bool at_once = judge->mode == LIVE && !judge->flow.line_delay,
	     asks = at_once && !gate_at(&judge->gate, 0) && judge_stop_due(judge, held),
	     stops = asks && judge_stop_before(judge, held);

	if (at_once && !stops && let_pass(judge, &held->message, false))
		return true;
	judge_hold(judge, *held);
	if (asks)
		gate_set_seen(&judge->gate, 0, stops);
	return false;
}

void judge_pass_to_agent(struct judge *judge, struct message *message)
{
	const struct seat *seat = &judge->seat[message->seat];
	bool asks = message->flags & MESSAGE_ASKS;

	judge_forget_dropped(judge, message->seat, TO_AGENT);
	if (judge->hearing.on) {
		judge_pass_heard(judge, message);
		return;
	}
	message->turn = judge_turn_now(judge, message->seat);
	/* Output from before the question is no answer, so it is read first.  The first message of a turn
	 * does this for the whole turn, unless another question is open.  */
	if (message->flags & MESSAGE_STARTS ||
	    (asks && (seat->turn.state == TURN_NONE || seat->asked.state == QUESTION_OPEN)))
		judge_put(judge, message->seat, EFFECT_DRAIN);
	if (asks && seat->asked.state == QUESTION_OPEN)
		judge_set_question(judge, message->seat, QUESTION_OVERTAKEN);
	if (asks || message->flags & MESSAGE_STARTS)
		judge_stderr_due(judge, message->seat); /* they belong to the turn before */
	judge_put_message(judge, message);
}

void arbiter_line_delay(struct judge *judge, int64_t ns)
{
	judge->flow.line_delay = ns;
}

/* The time to leave begins when the goodbye is written.  A goodbye may have to wait until its distance from
 * the previous line is large enough.  */
void judge_dismiss_seat(struct judge *judge, int s, int64_t grace)
{
	judge->flow.direct = true;
	if (judge->protocol->goodbye)
		judge->protocol->goodbye(judge->state, s);
	judge->flow.direct = false;
	if (judge_waiting_for(judge, s, 1) >= 0 && judge->seat[s].process.life != LIFE_REPLACED)
		judge->seat[s].goodbye_grace = grace;
	else
		judge_put(judge, s, EFFECT_DISMISS)->grace_ns = grace;
}

/* MESSAGE_REPLY if the agent's message, which answers no question, may be a reply to a person; else 0.  What
 * is for other people is none.  */
static unsigned judge_hand_reply(const struct judge *judge, const struct message *message)
{
	unsigned plain = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INFO) |
			 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN);

	return judge->seat[message->seat].hand.answers &&
			       (plain | judge->protocol->answers) & CHANNEL_BIT(message->channel)
		       ? MESSAGE_REPLY
		       : 0;
}

void judge_pass_from_agent(struct judge *judge, struct message *message)
{
	const struct seat *seat = &judge->seat[message->seat];
	bool dropped = judge->phase == OVER || seat->process.leaving || seat->process.life != LIFE_ALIVE;
	struct message heard;

	judge_forget_dropped(judge, message->seat, FROM_AGENT);
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

/* ---- a person edits, drops or delays a message, or sends one ----
 *
 * Each is noted as an event of the message's seat.  A message that is kept back is recorded too, so a
 * recording has both what was said and what a person made of it.  From the note a replay knows which of an
 * agent's waiting messages was meant.  Messages from agents are replayed in the order in which they passed.
 */

static bool is_binary(const struct judge *judge)
{
	return judge->protocol->texts->meaning != NULL;
}

/* What an agent says to people changes nothing.  The end of a delay is none.  */
void judge_hold_touched(struct judge *judge, const struct message *message, struct event event)
{
	if (event.kind == EVENT_DELAY
		    ? event.number[1] > 0
		    : message->direction == TO_AGENT ||
			      protocol_is_answer(judge->protocol, message->seat, message->channel))
		judge_touched(judge, message->seat, event);
}

int judge_waiting_for(const struct judge *judge, int seat, int k)
{
	const struct message *held;

	for (int i = 0; (held = judge_held(judge, i)); i++)
		if (held->direction == TO_AGENT && held->seat == seat && --k == 0)
			return i;
	return -1;
}

/* The reverse: k of the message at this place.  */
static int number_of(const struct judge *judge, int i)
{
	int k = 1, at;

	while ((at = judge_waiting_for(judge, judge_held(judge, i)->seat, k)) >= 0 && at != i)
		k++;
	return k;
}

/* Notes which of the messages that wait for an agent was meant, from 1, for the replay.  */
static void note(struct judge *judge, const struct message *message, enum event_kind kind, int which,
		 int64_t ns)
{
	struct event event = {.kind = kind, .number = {message->direction == TO_AGENT ? which : 0, ns}};

	judge_note(judge, message->seat, event, NULL, 0);
	judge_hold_touched(judge, message, event);
}

/* A message from an agent gets no effect.  */
static void keep_back(struct judge *judge, struct message message, unsigned flags)
{
	message.turn = judge_turn_now(judge, message.seat);
	message.flags |= MESSAGE_WITHHELD | MESSAGE_DROPPED | flags;
	if (message.direction == FROM_AGENT && message.t_ns < judge->time.now - judge->time.t0)
		message.flags |= MESSAGE_HELD;
	judge_put_message(judge, &message);
}

/* Until the message passes, that can be taken back.  Nothing is noted before.  */
static char *drop(struct judge *judge, int i)
{
	if (judge_held(judge, i)->direction == EVENT)
		return bytes_text("the end of a process cannot be dropped");
	gate_flag(&judge->gate, i, MESSAGE_WITHHELD, !(judge_held(judge, i)->flags & MESSAGE_WITHHELD));
	return NULL;
}

/* As n of struct seat: dropped; 0: it has to do with no turn.  */
static int64_t question_of(const struct judge *judge, const struct message *message)
{
	const struct seat *seat = &judge->seat[message->seat];

	if (message->direction == TO_AGENT)
		return seat->turn.state != TURN_NONE;
	return seat->asked.state == QUESTION_OPEN ? seat->asked.n : 0;
}

/* A message that a person dropped passes the gate: it is recorded, and reaches nobody.  `which`: of those
 * that wait for its agent, from 1.  */
static void pass_dropped(struct judge *judge, struct message *message, int which)
{
	struct message *dropped = &judge->seat[message->seat].dropped[message->direction];

	note(judge, message, EVENT_DROP, which, 0);
	if (message->direction == FROM_AGENT)
		keep_back(judge, *message, 0);
	else
		judge_pass_to_agent(judge, message);
	judge_forget_dropped(judge, message->seat, message->direction);
	*dropped = *message;
	dropped->n = question_of(judge, message);
	dropped->bytes = bytes_copy(message->bytes, message->size);
}

/* The first message to the seat that was dropped passes: a person's own takes its place, and what the agent
 * answers to that has to find the question asked.  */
static void pass_first_dropped(struct judge *judge, int s)
{
	int i, place;
	struct message message;

	for (place = 1; (i = judge_waiting_for(judge, s, place)) >= 0; place++)
		if (judge_held(judge, i)->flags & MESSAGE_WITHHELD)
			break;
	if (i < 0)
		return;
	message = gate_take_at(&judge->gate, i).message;
	pass_dropped(judge, &message, place);
	free(message.bytes);
}

/* Why bytes cannot replace a binary message: they must be one message too, or the agent would lose track of
 * the stream.  NULL: they can.  */
static char *misfit_bytes(const struct judge *judge, const struct message *message, bool same_kind,
			  const struct bytes *bytes)
{
	size_t whole;

	if (message->direction == TO_AGENT || same_kind)
		return bytes->size == message->size
			       ? NULL
			       : bytes_text("%zu byte%s: expected %zu, as many as there were", bytes->size,
					    bytes->size == 1 ? "" : "s", message->size);
	whole = judge->protocol->framing->frame(judge->state, message->seat, bytes->at, bytes->size, 0,
						false);
	if (whole == bytes->size)
		return NULL;
	return whole ? bytes_text("%zu bytes: expected one message, but the first one ends after "
				  "%zu",
				  bytes->size, whole)
		     : bytes_text("%zu byte%s: expected one message, but one that begins with %02x is longer",
				  bytes->size, bytes->size == 1 ? "" : "s", (unsigned char)bytes->at[0]);
}

/* The same for text.  The line end of the old message is kept.  */
static char *misfit_text(const struct judge *judge, const struct message *message, struct bytes *bytes)
{
	const struct protocol *protocol = judge->protocol;
	bool frames = protocol->framing && message->direction == FROM_AGENT;
	size_t size = message_text_size(message, protocol);

	if (!frames && (memchr(bytes->at, '\n', bytes->size) || memchr(bytes->at, '\r', bytes->size)))
		return bytes_text("a line end in the text: expected one line without its end");
	bytes_add(bytes, message->bytes + size, message->size - size);
	if (frames && protocol->framing->frame(judge->state, message->seat, bytes->at, bytes->size, 0,
					       message->flags & MESSAGE_UNENDED) != bytes->size)
		return bytes_text("more than one message: expected one without its end");
	return NULL;
}

/* The channel of the bytes that replace this message.  A message whose channel follows from its place alone,
 * as a client's first byte, keeps its channel.  */
static enum channel channel_for(const struct judge *judge, const struct message *message,
				const struct bytes *bytes, bool *same_kind)
{
	const struct protocol *protocol = judge->protocol;

	*same_kind = message->direction == TO_AGENT ||
		     protocol->channel(judge->state, message->seat, message->bytes, message->size) !=
			     message->channel;
	return *same_kind ? message->channel
			  : protocol->channel(judge->state, message->seat, bytes->at, bytes->size);
}

/* text: NULL: as it was before the first edit.  */
static char *edit(struct judge *judge, int i, const char *text)
{
	const struct held *held = gate_at(&judge->gate, i);
	struct message before = held->message, edited = before;
	struct bytes bytes = {0};
	bool same_kind;
	char *problem;

	if (before.direction == EVENT)
		return bytes_text("the end of a process cannot be edited");
	problem = text ? edit_read(text, is_binary(judge), &bytes) : NULL;
	if (!text) {
		edited = held->before;
		bytes_add(&bytes, edited.bytes, edited.size);
	} else if (!problem) {
		edited.channel = channel_for(judge, &before, &bytes, &same_kind);
	}
	if (!problem && text)
		problem = is_binary(judge) ? misfit_bytes(judge, &before, same_kind, &bytes)
					   : misfit_text(judge, &before, &bytes);
	if (problem) {
		bytes_free(&bytes);
		return problem;
	}
	note(judge, &before, EVENT_EDIT, number_of(judge, i), !text);
	edited.bytes = bytes.at;
	edited.size = bytes.size;
	edited.flags &= ~(unsigned)MESSAGE_WITHHELD;
	if (text) {
		edited.flags |= MESSAGE_EDITED;
		edited.flags &= ~(unsigned)(MESSAGE_CUT | (is_binary(judge) ? MESSAGE_UNENDED : 0));
	}
	gate_replace(&judge->gate, i, edited);
	before.flags &= ~(unsigned)(MESSAGE_ASKS | MESSAGE_STARTS); /* its replacement does that */
	before.number = 0;                                          /* and keeps the number */
	keep_back(judge, before, MESSAGE_CHANGED);
	free(before.bytes);
	return NULL;
}

static char *cannot_send(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	if (judge->match.setup.seat[s].kind != SEAT_AGENT)
		return judge->match.setup.seat[s].kind == SEAT_FREE
			       ? judge_vacant(judge, s)
			       : bytes_text("a person sits on seat %d: no agent reads there", s);
	if (seat->process.life != LIFE_ALIVE || seat->process.leaving)
		return bytes_text("the agent of seat %d %s", s,
				  seat->process.life == LIFE_STARTING || seat->process.life == LIFE_REPLACED
					  ? "has not started yet"
					  : "has left");
	return NULL;
}

/* The agent gets what a person sends before all that waits for it.  */
static void send_now(struct judge *judge, struct message message)
{
	message.turn = judge_turn_now(judge, message.seat);
	message.flags = MESSAGE_EDITED;
	judge_note_plain(judge, message.seat, EVENT_SEND);
	judge_touched(judge, message.seat, (struct event){.kind = EVENT_SEND});
	judge_put_message_first(judge, &message);
}

/* It reaches whom it was for now, as a message of its own.  */
static char *give_back_passed(struct judge *judge, int64_t number)
{
	struct message *dropped = NULL, message;
	char *problem;

	for (int i = 0; i < 2 * SEATS && !dropped; i++) {
		dropped = &judge->seat[i / 2].dropped[i % 2];
		dropped = dropped->bytes && dropped->number == number ? dropped : NULL;
	}
	if (!dropped)
		return bytes_text("another message of its seat has passed since #%lld was dropped",
				  (long long)number);
	problem = cannot_send(judge, dropped->seat);
	if (!problem && judge->hearing.on)
		problem = bytes_text("#%lld has passed, and the tap cannot put it back", (long long)number);
	if (!problem && dropped->n && dropped->n != question_of(judge, dropped))
		problem = bytes_text("the turn of #%lld is over", (long long)number);
	if (problem)
		return problem;
	message = *dropped;
	dropped->bytes = NULL;
	message.number = 0;
	message.flags &= ~(unsigned)(MESSAGE_WITHHELD | MESSAGE_DROPPED);
	if (message.direction == TO_AGENT) {
		send_now(judge, message);
	} else {
		judge_note_plain(judge, message.seat, EVENT_GIVEN_BACK);
		judge_pass_from_agent(judge, &message);
	}
	free(message.bytes);
	return NULL;
}

static char *delay(struct judge *judge, int i, int64_t ns)
{
	if (ns < 0)
		return bytes_text("a delay is 0 or more");
	note(judge, judge_held(judge, i), EVENT_DELAY, number_of(judge, i), ns);
	gate_delay(&judge->gate, i, ns, judge->time.now, judge->time.standing);
	return NULL;
}

/* Gives back what a person has dropped, edited or delayed.  */
static char *give_back(struct judge *judge, int i)
{
	const struct held *held = gate_at(&judge->gate, i);
	bool delayed = countdown_is_set(&held->delay);

	if (!(held->message.flags & MESSAGE_WITHHELD) && !held->before.bytes && !delayed)
		return bytes_text("message #%lld was neither edited, dropped nor delayed",
				  (long long)held->message.number);
	gate_flag(&judge->gate, i, MESSAGE_WITHHELD, false);
	if (delayed)
		delay(judge, i, 0); /* which is never refused */
	return held->before.bytes ? edit(judge, i, NULL) : NULL;
}

static char *send(struct judge *judge, int s, const char *text)
{
	struct bytes bytes = {0};
	char *problem = cannot_send(judge, s);

	if (!problem)
		problem = edit_read(text, is_binary(judge), &bytes);
	if (problem) {
		bytes_free(&bytes);
		return problem;
	}
	if (!is_binary(judge) && (!bytes.size || bytes.at[bytes.size - 1] != '\n'))
		bytes_add_text(&bytes, judge->seat[s].line.ends_crlf ? "\r\n" : "\n");
	pass_first_dropped(judge, s);
	judge_forget_dropped(judge, s, TO_AGENT); /* it is in its place */
	send_now(judge, (struct message){.seat = s,
					 .direction = TO_AGENT,
					 .channel = is_binary(judge) ? CHANNEL_UNKNOWN : CHANNEL_COMMAND,
					 .bytes = bytes.at,
					 .size = bytes.size});
	bytes_free(&bytes);
	return NULL;
}

char *judge_hold_request(struct judge *judge, const struct request *request)
{
	int waiting = judge->gate.last - judge->gate.first;

	if (request->kind == REQUEST_SEND)
		return send(judge, request->seat, request->text);
	if (request->kind == REQUEST_RESTORE && request->held < 0)
		return give_back_passed(judge, request->number);
	if (!waiting)
		return bytes_text("no message is held: pause or step holds the next one");
	if (request->held < 0 || request->held >= waiting)
		return bytes_text("there is no held message #%d: %d %s held", request->held + 1, waiting,
				  waiting == 1 ? "is" : "are");
	switch (request->kind) {
	case REQUEST_EDIT: return edit(judge, request->held, request->text);
	case REQUEST_RESTORE: return give_back(judge, request->held);
	case REQUEST_DROP: return drop(judge, request->held);
	default: return delay(judge, request->held, request->ns);
	}
}

/* ---- replaying ---- */

void judge_hold_noted(struct judge *judge, const struct message *noted)
{
	struct seat *seat = &judge->seat[noted->seat];
	const struct event *event = &noted->event;
	bool changes = event->number[0] && (event->kind == EVENT_DROP || event->kind == EVENT_EDIT),
	     delays = event->kind == EVENT_DELAY && event->number[1] > 0;

	if (event->kind == EVENT_SEND)
		seat->redone.sent = true;
	/* Several that were dropped may pass at once, before any of them is written.  */
	if (changes && seat->redone.touched && event->kind == EVENT_DROP) {
		seat->redone.more++;
	} else if (changes) {
		seat->redone.touched = (int)event->number[0];
		seat->redone.undone = event->kind == EVENT_EDIT && event->number[1];
	}
	if (changes || delays || event->kind == EVENT_SEND)
		judge_touched(judge, noted->seat, *event);
}

/* Queues a copy of the record.  */
static void put_again(struct judge *judge, const struct message *message)
{
	struct message copy = *message;

	copy.flags &= ~(unsigned)MESSAGE_UNSENT;
	judge_put_message(judge, &copy);
}

static void drop_again(struct judge *judge, int i, const struct message *message)
{
	struct message held = gate_take_at(&judge->gate, i).message;

	free(held.bytes);
	held.bytes = message->bytes;
	held.size = message->size;
	held.flags |= MESSAGE_WITHHELD;
	judge_pass_to_agent(judge, &held);
}

bool judge_hold_replayed(struct judge *judge, int64_t t, const struct message *message, bool *fits)
{
	struct seat *seat = &judge->seat[message->seat];
	bool withheld = message->flags & MESSAGE_WITHHELD,
	     sent = seat->redone.sent && message->flags & MESSAGE_EDITED && !withheld;
	int i = withheld ? judge_waiting_for(judge, message->seat, seat->redone.touched) : -1;

	if (judge->hearing.on && sent) { /* what a person sends follows no game */
		judge_time(judge, t);
		seat->redone.sent = false;
		judge_put_message(judge, message);
		judge_settle(judge);
	}
	if (judge->hearing.on)
		return sent;
	*fits = !withheld || (seat->redone.touched && i >= 0);
	if (!*fits || !(withheld || sent))
		return false;
	judge_advance(judge, t);
	if (sent) {
		seat->redone.sent = false;
		put_again(judge, message);
	} else if (message->flags & MESSAGE_CHANGED) {
		gate_flag(&judge->gate, i, MESSAGE_EDITED, !seat->redone.undone);
		put_again(judge, message);
	} else {
		drop_again(judge, i, message);
	}
	if (withheld) {
		seat->redone.touched = seat->redone.more > 0;
		seat->redone.more -= seat->redone.touched;
	}
	judge_settle(judge);
	return true;
}

/* A live judge was never told what the person wrote.  */
void judge_hold_forget(struct judge *judge)
{
	for (int i = 0; judge_held(judge, i); i++)
		gate_flag(&judge->gate, i, MESSAGE_EDITED | MESSAGE_WITHHELD, false);
	for (int s = 0; s < SEATS; s++) {
		judge->seat[s].redone.touched = judge->seat[s].redone.more = 0;
		judge->seat[s].redone.sent = false;
	}
}

/* ---- a process is replaced ---- */

/* What was taken out of the gate passes.  Frees its bytes.  */
static void pass(struct judge *judge, struct held held)
{
	struct message *message = &held.message;

	if (message->direction == EVENT)
		judge_pass_exit(judge, message->seat, event_ending(&message->event));
	else if (message->flags & MESSAGE_WITHHELD)
		pass_dropped(judge, message, 1); /* messages to an agent keep their order */
	else
		(message->direction == TO_AGENT ? judge_pass_to_agent : judge_pass_from_agent)(judge,
											       message);
	free(message->bytes);
}

/* What the old process said, and its end, no longer wait at the gate.  */
static void pass_what_waits(struct judge *judge, int s)
{
	const struct held *held;
	int i = 0;

	while ((held = gate_at(&judge->gate, i)))
		if (held->message.seat == s)
			pass(judge, gate_take_at(&judge->gate, i));
		else
			i++;
	judge_forget_dropped(judge, s, TO_AGENT);
	judge_forget_dropped(judge, s, FROM_AGENT);
}

void arbiter_respawn(struct judge *judge, int s, int64_t grace)
{
	if (judge->hearing.on)
		return;
	arbiter_answered(judge, s);
	judge_end_clock(judge, s);
	arbiter_withdraw(judge, s);
	judge_set_life(judge, s, LIFE_REPLACED);
	judge_set_ready(judge, s, false);
	judge_forget_process(judge, s);
	judge_forget_bytes(judge, s);
	judge_stderr_due(judge, s);
	judge_end_forget(judge, s);
	pass_what_waits(judge, s);
	judge_dismiss_seat(judge, s, grace);
	judge_put(judge, s, EFFECT_SPAWN);
}

/* ---- what is due ---- */

/* Does the message still go out after the verdict?  */
static bool outlives_verdict(const struct judge *judge, const struct message *message)
{
	return judge->protocol->last_news && !(message->flags & MESSAGE_ASKS);
}

/* Dismisses the seat if its last line has passed.  */
static void dismiss_if_due(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (!seat->goodbye_grace || judge_waiting_for(judge, s, 1) >= 0)
		return;
	judge_put(judge, s, EFFECT_DISMISS)->grace_ns = seat->goodbye_grace;
	seat->goodbye_grace = 0;
}

static void pass_held(struct judge *judge, struct held held)
{
	int seat = held.message.seat;
	bool to = held.message.direction == TO_AGENT;

	if (countdown_is_set(&held.delay) && !(held.message.flags & MESSAGE_WITHHELD) && judge->phase != OVER)
		judge_note_plain(judge, seat, EVENT_DELAY_OVER); /* a replay needs the moment */
	if (to && judge->phase == OVER && !judge->hearing.on &&
	    judge->seat[seat].process.life != LIFE_REPLACED && !outlives_verdict(judge, &held.message)) {
		free(held.message.bytes);
		return;
	}
	pass(judge, held);
	if (to)
		dismiss_if_due(judge, seat);
}

/* When the next line to the seat may be written; INT64_MAX: the previous one is not written yet. */
static int64_t line_after_last(const struct judge *judge, int seat)
{
	const struct effect_queue *actions = &judge->out.actions;
	int64_t since = judge->seat[seat].line.at;

	for (int64_t i = actions->first; i < actions->last; i++)
		if (actions->at[i].kind == EFFECT_MESSAGE && actions->at[i].seat == seat)
			return INT64_MAX;
	return since == INT64_MIN ? INT64_MIN : since + judge->flow.line_delay;
}

/* When a person's delay of the message is over; INT64_MIN: there is none.  Limits that pass at the same time
 * come first.  */
static int64_t delay_end(const struct judge *judge, const struct held *held)
{
	if (!countdown_is_set(&held->delay) || judge->phase == OVER)
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
		judge_set_turn(judge, s, TURN_OPEN); /* the protocol is about to ask */
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
	if (held->message.flags & MESSAGE_WITHHELD && judge->gate.mode != GATE_CLOSED &&
	    (judge->gate.mode != GATE_MESSAGES || judge->gate.budget > 0))
		return true; /* a dropped message uses no budget */
	if (judge_stop_due(judge, held)) {
		stops = judge_stop_before(judge, held);
		gate_set_seen(&judge->gate, i, stops);
		if (stops)
			return false;
	}
	return let_pass(judge, &held->message, true);
}

/* All that is due, and all that follows from limits, is done before the next message passes.  */
void judge_settle(struct judge *judge)
{
	int64_t due;
	int i;

	for (bool more = true; more;) {
		judge_keep_time(judge);
		more = judge->phase != OVER && judge->flow.acts && act(judge);
		if (!more && !judge->limits.expiring && (i = first_free(judge, &due)) >= 0 &&
		    let_held_pass(judge, i)) {
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
