/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seat.c - the process of a seat: it starts, connects, is traced or stopped, ends, is told to leave; and
 * somebody else takes the seat.  */
#include "judge_parts.h"

#include "ringside/value.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the end ----
 *
 * A process has ended, or is about to: it has closed a stream or said that it leaves.  The end is shown at
 * once.  It counts as soon as the seat has to answer something.  So the verdict does not depend on whether
 * the judge sees first the end or the opponent's last move.  */

/* An agent that closed a stream usually ends soon.  After this time it counts as one that stays.  */
#define LEAVE_LIMIT ((int64_t)250 * NS_PER_MS)

/* The last message says that the seat's process has ended, has closed a stream, or leaves.  */
static void judge_end_noted(struct judge *judge, int s, struct ending ending)
{
	struct end *end = &judge->seat[s].end;

	if (!judge->match.over) /* else the verdict tells of it */
		match_forget_waiting(&judge->match, s);
	free((char *)end->ending.signal);
	end->ending = ending;
	end->ending.signal = ending.signal ? bytes_text("%s", ending.signal) : NULL;
	end->t = judge->time.now;
	end->n = judge->out.last_n;
	end->turns = judge->match.turn_count;
}

void judge_end_forget(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	free((char *)seat->end.ending.signal);
	seat->end = (struct end){.closed = EVENT_NOTHING};
	countdown_clear(&seat->time.leave);
}

/* " at 00:01.200, after move 12; it was needed now".  */
static char *late_words(const struct judge *judge, const struct end *end)
{
	char time[VALUE_CLOCK];

	value_clock(end->t - judge->time.t0, time);
	return end->turns ? bytes_text(" at %s, after move %d; it was needed now", time, end->turns)
			  : bytes_text(" at %s, before the first move; it was needed now", time);
}

static void forfeit(struct judge *judge, int s, const struct end *end, const char *late)
{
	const struct seat *seat = &judge->seat[s];
	const char *hint =
		judge->protocol->texts->unready ? judge->protocol->texts->unready(&judge->match.setup) : NULL;
	bool stays = seat->process.life == LIFE_ALIVE;
	FREED char *how = !stays ? arbiter_ending_words(end->ending)
			  : seat->end.closed
				  ? event_words(&(struct message){.direction = EVENT,
								  .event = {.kind = seat->end.closed}})
				  : bytes_text("said that it exits,");

	if (!seat->process.ready)
		arbiter_forfeit(judge, s, REASON_START, stays ? "%s" : "%s before it was ready%s", how,
				hint ? hint : "");
	else if (!judge->protocol->exited || (stays && s == SEAT_NONE) ||
		 !judge->protocol->exited(judge->state, s, end->ending, late))
		arbiter_forfeit(judge, s, reason_of_ending(end->ending), "%s%s", how,
				late                        ? late
				: stays && seat->end.closed ? ""
							    : " in the middle of the match");
}

/* is_late: it became due earlier, when nothing was asked.  */
static void count(struct judge *judge, int s, bool is_late)
{
	struct end end = judge->seat[s].end;
	FREED char *late = is_late ? late_words(judge, &end) : NULL;

	judge->seat[s].end.due = false;
	judge->end_n = end.n;
	forfeit(judge, s, &end, late);
	if (judge->seat[s].process.life == LIFE_GONE)
		arbiter_answered(judge, s); /* nobody is there who could */
	judge->end_n = 0;
}

/* Another judge, which says no more to a process that has ended, was not done with it.  */
static bool is_missed(const struct judge *judge, struct ending ending)
{
	const struct protocol_tap *tap = judge->protocol->tap;

	return judge->hearing.on &&
	       ((tap->needs && tap->needs(judge->state)) || judge_heard_crash(judge, ending));
}

/* The end counts as soon as the seat has to answer, or at once if it has to already.  */
static void judge_end_due(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	judge->ends_due = seat->end.due = true;
	seat->end.due_t = judge->time.now;
	if (!seat->process.ready || seat->asked.state != QUESTION_NONE || is_missed(judge, seat->end.ending))
		count(judge, s, false);
}

void judge_end_asked(struct judge *judge)
{
	for (int s = 0; judge->ends_due && s < SEATS && judge->phase != OVER; s++) {
		if (!judge->seat[s].end.due || judge->seat[s].asked.state != QUESTION_OPEN)
			continue;
		count(judge, s, true);
		/* The next record says what followed from a limit: perhaps a stop.  */
		(judge->mode == REPLAYING ? judge_settle : judge_pass_limits)(judge);
	}
}

void arbiter_leaves(struct judge *judge, int seat)
{
	judge_end_noted(judge, seat, (struct ending){.code = 0});
	judge_end_due(judge, seat);
}

void judge_end_counts_now(struct judge *judge)
{
	for (int s = 0; s < SEATS && judge->phase != OVER; s++)
		if (judge->seat[s].end.due && judge->seat[s].end.due_t == judge->time.now)
			count(judge, s, false);
	judge_settle(judge);
}

void judge_pass_exit(struct judge *judge, int seat, struct ending ending)
{
	struct seat *at = &judge->seat[seat];
	bool needed = judge->phase != OVER && !at->process.leaving && at->process.life == LIFE_ALIVE;

	judge_renew_chatter(judge, seat, true);
	judge_note(judge, seat, event_of_ending(ending), NULL, 0);
	if (at->process.life == LIFE_ALIVE) { /* else it is being replaced anyway */
		judge_end_noted(judge, seat, ending);
		judge_set_life(judge, seat, LIFE_GONE);
		judge_forget_process(judge, seat);
		countdown_clear(&at->time.leave);
		arbiter_await(judge, seat, 0);
	}
	if (needed)
		judge_end_due(judge, seat);
	if (judge->phase == OVER &&
	    judge->flow.line_delay) { /* lines that kept a distance reach nobody now */
		arbiter_withdraw(judge, seat);
		at->goodbye_grace = 0;
	}
}

void judge_closed(struct judge *judge, int64_t t, int seat, enum stream stream)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (stream == STREAM_STDERR)
		return;
	if (stream == STREAM_STDOUT)
		judge_cut_messages(judge, seat, true);
	if (judge->phase != OVER && !at->process.leaving && at->process.life == LIFE_ALIVE) {
		at->end.closed = stream == STREAM_STDOUT ? EVENT_CLOSED_OUTPUT : EVENT_CLOSED_INPUT;
		at->end.deaf = at->end.deaf || stream == STREAM_STDIN;
		judge_note_plain(judge, seat, at->end.closed);
		judge_end_noted(judge, seat, (struct ending){.code = 0});
		if (!countdown_is_set(&at->time.leave))
			countdown_set(&at->time.leave, LEAVE_LIMIT, t, judge_time_stands(judge, seat));
	}
	judge_settle(judge);
}

void judge_left_late(struct judge *judge, int s)
{
	countdown_clear(&judge->seat[s].time.leave);
	judge_end_due(judge, s);
	if (judge->seat[s].end.due)
		judge_note_plain(judge, s, EVENT_SHUT);
}

/* ---- the life of a process ---- */

/* Limits, so that endless connections do not fill a recording.  */
enum { STRANGERS_NOTED = 10, CONNECTIONS_NOTED = 10 };

void judge_set_life(struct judge *judge, int s, enum life life)
{
	static const unsigned next[] = {
		[LIFE_NONE] = 1u << LIFE_STARTING | 1u << LIFE_ALIVE | 1u << LIFE_GONE,
		[LIFE_STARTING] = 1u << LIFE_ALIVE | 1u << LIFE_GONE,
		[LIFE_ALIVE] = 1u << LIFE_REPLACED | 1u << LIFE_GONE,
		[LIFE_REPLACED] = 1u << LIFE_STARTING | 1u << LIFE_ALIVE | 1u << LIFE_GONE,
		[LIFE_GONE] = 1u << LIFE_ALIVE,
	};
	struct process *process = &judge->seat[s].process;

	assert(life == LIFE_NONE || life == process->life || next[process->life] & 1u << life);
	process->life = life;
}

void judge_set_ready(struct judge *judge, int s, bool ready)
{
	judge->seat[s].process.ready = ready;
}

void judge_seat_began(struct judge *judge, int s, bool warm)
{
	struct seat *seat = &judge->seat[s];
	const struct time_control *control = &seat->time.clock.control;

	judge_set_life(judge, s, LIFE_ALIVE);
	seat->process.unspoken = seat->process.caught = false;
	judge_end_forget(judge, s);
	judge_untouched(judge, s);
	judge_forget_stale(judge, s);
	judge_forget_bytes(judge, s);
	/* Getting ready has a limit of its own.  It also counts for that of the match, if the protocol says
	 * so, but byo-yomi is for moves.  */
	judge_begin_clock(judge, s, 0);
	if (judge->protocol->limits.free_start || (control->overtimes && !control->count))
		judge_end_clock(judge, s);
	if (judge->hearing.on) /* the other judge gets it ready */
		judge_set_ready(judge, s, true);
	else
		judge->protocol->started(judge->state, s, warm);
}

void judge_started(struct judge *judge, int64_t t, int seat)
{
	judge_time(judge, t);
	judge_note_plain(judge, seat, EVENT_STARTED);
	if (judge->phase != OVER) {
		judge_seat_began(judge, seat, false);
	} else {
		judge_set_life(judge, seat, LIFE_ALIVE);
		judge->seat[seat].process.unspoken = true;
		if (judge->seat[seat].process.leaving) /* it was told to leave while it was being started */
			judge_dismiss_seat(judge, seat, judge->protocol->limits.goodbye);
	}
	judge_settle(judge);
}

void judge_not_started(struct judge *judge, int64_t t, int seat, const char *why)
{
	judge_time(judge, t);
	judge_set_life(judge, seat, LIFE_GONE);
	judge_note_text(judge, seat, EVENT_NOT_STARTED, why);
	arbiter_forfeit(judge, seat, REASON_START, "could not be started: %s", why);
	judge_settle(judge);
}

void judge_stranger(struct judge *judge, int64_t t, int seat, const char *text)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	if (at->connection.strangers < STRANGERS_NOTED) {
		at->connection.strangers++;
		judge_tell_unkept(judge, seat);
		judge_note_text(judge, seat, EVENT_STRANGER, text);
	}
	judge_settle(judge);
}

void judge_awaits(struct judge *judge, int64_t t, int seat, const char *address)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	free(at->connection.address);
	at->connection.address = bytes_text("%s", address);
	at->connection.connections = 0;
	at->connection.connected = false;
	judge_note_text(judge, seat, EVENT_AWAITED, address);
	judge_settle(judge);
}

void judge_connected(struct judge *judge, int64_t t, int seat, bool open)
{
	struct seat *at = &judge->seat[seat];

	judge_time(judge, t);
	at->connection.connected = open;
	if (at->connection.connections++ < CONNECTIONS_NOTED) {
		judge_tell_unkept(judge, seat);
		judge_note_plain(judge, seat, open ? EVENT_CONNECTED : EVENT_UNCONNECTED);
	}
	judge_settle(judge);
}

void judge_failed(struct judge *judge, int64_t t, int seat, enum stream stream, const char *why)
{
	bool reads = stream == STREAM_STDOUT;
	const struct process *process = &judge->seat[seat].process;
	char *who;

	judge_time(judge, t);
	if (judge->phase != OVER && process->life == LIFE_ALIVE && !process->leaving) {
		judge_note_text(judge, seat, reads ? EVENT_UNREADABLE : EVENT_UNWRITABLE, why);
		judge_begin_cause(judge);
		who = judge_seat_words(judge, seat);
		arbiter_verdict(judge, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE,
				"the system cannot %s %s%s (%s); no seat is to blame",
				reads ? "read what" : "write to", who, reads ? " says" : "", why);
		free(who);
		judge_end_cause(judge);
	}
	judge_settle(judge);
}

void judge_exited(struct judge *judge, int64_t t, int seat, struct ending ending)
{
	struct held held = {.message = {.t_ns = t - judge->time.t0,
					.seat = seat,
					.direction = EVENT,
					.channel = CHANNEL_EVENT,
					.bytes = (char[]){""},
					.event = event_of_ending(ending)}};

	judge_time(judge, t);
	judge_end_stderr(judge, seat);
	judge_cut_messages(judge, seat, true);
	if (judge->phase == OVER || judge_let_pass(judge, &held))
		judge_pass_exit(judge, seat, ending);
	judge_settle(judge);
}

void judge_backtrace(struct judge *judge, int64_t t, int s, int64_t process, const char *signal,
		     const char *text, size_t size)
{
	struct event event = {.kind = EVENT_BACKTRACE, .word = signal, .number = {process}};
	struct message note = {.direction = EVENT, .event = event, .bytes = (char *)text, .size = size};
	FREED char *words = event_words(&note);

	judge_time(judge, t);
	judge_tell_unkept(judge, s);
	judge_note(judge, s, event, text, size);
	match_set_backtrace(&judge->match, s, text, size);
	if (signal && judge->phase != OVER && !judge->seat[s].process.leaving &&
	    judge->gate.mode != GATE_CLOSED)
		judge->seat[s].process.caught =
			judge_stop(judge, (struct stop){.kind = STOP_CRASH, .seat = s, .words = words});
	judge_settle(judge);
}

static void dismiss(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->process.leaving)
		return;
	if (seat->process.life == LIFE_ALIVE) {
		judge_dismiss_seat(judge, s, judge->protocol->limits.goodbye);
		seat->process.leaving = true;
	} else if (seat->process.life == LIFE_REPLACED || seat->process.life == LIFE_STARTING) {
		if (judge_drop_spawn(judge, s))
			judge_set_life(judge, s, LIFE_GONE);
		else
			seat->process.leaving = true;
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

/* ---- an agent or a person takes the seat in the middle of a match ----
 *
 * A person needs no process, and has limits only by --human-time.  An agent's process is started, and its
 * protocol tells it the position; or it was told everything before it takes the seat (rejoin.h).  */

/* Forgets what the seat's last occupant said.  */
static void forget_said(struct judge *judge, int s)
{
	gate_drop(&judge->gate, s, false, 0);
	judge_forget_bytes(judge, s);
	judge_end_forget(judge, s);
}

/* Says goodbye to the old process.  Nothing more is sent to it or heard of it.  */
static void send_off(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	arbiter_withdraw(judge, s);
	if (seat->process.life == LIFE_ALIVE) {
		judge_set_life(judge, s, LIFE_REPLACED);
		judge_dismiss_seat(judge, s, judge->protocol->limits.goodbye);
		return;
	}
	if (seat->process.life == LIFE_STARTING)
		judge_drop_spawn(judge, s);
	judge_set_life(judge, s, LIFE_NONE);
}

/* The seat's turn, if it has one, begins anew.  */
static void sit_down(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];
	bool turn = seat->turn.state != TURN_NONE, agent = judge->match.setup.seat[s].kind == SEAT_AGENT;

	arbiter_answered(judge, s);
	judge_forget_stale(judge, s);
	judge_new_clock(judge, s);
	seat->process.unspoken = seat->process.leaving = seat->process.caught = false;
	seat->process.ready = !agent;
	if (judge->protocol->reseat)
		judge->protocol->reseat(judge->state, s);
	if (turn) {
		judge_set_turn(judge, s, TURN_NONE);
		arbiter_next(judge, s);
	}
	if (!agent) {
		judge_set_life(judge, s, LIFE_NONE);
		return;
	}
	if (seat->process.life == LIFE_NONE)
		judge_set_life(judge, s, LIFE_STARTING);
	judge_put(judge, s, EFFECT_SPAWN);
}

static char *why_not(const struct judge *judge, const struct request *request)
{
	int s = request->seat;
	enum seat_kind kind = judge->match.setup.seat[s].kind;

	if (kind == SEAT_FREE)
		return bytes_text("nobody sits on seat %d", s);
	if (s == SEAT_NONE && !request->text)
		return bytes_text("a person cannot be the game program");
	if (request->kind == REQUEST_SUCCEED && (kind != SEAT_AGENT || !request->text))
		return bytes_text("seat %d has no agent that could be replaced", s);
	if (request->kind == REQUEST_SEAT && (s == SEAT_NONE || !judge->protocol->reseat) && request->text)
		return bytes_text("agents of %s cannot come in the middle of a match", judge->protocol->name);
	if (request->kind == REQUEST_SEAT && !request->text && kind == SEAT_HUMAN)
		return bytes_text("a person sits on seat %d", s);
	return NULL;
}

char *judge_take_seat(struct judge *judge, const struct request *request)
{
	char *problem = why_not(judge, request);
	bool fed = request->kind == REQUEST_SUCCEED;

	if (problem)
		return problem;
	judge_end_stderr(judge, request->seat);
	if (request->text)
		judge_note_text(judge, request->seat, fed ? EVENT_SUCCESSOR : EVENT_AGENT, request->text);
	else
		judge_note_plain(judge, request->seat, EVENT_PERSON);
	forget_said(judge, request->seat);
	judge_forget_opinions(judge, request->seat);
	judge_forget_process(judge, request->seat);
	if (!fed)
		send_off(judge, request->seat);
	setup_seat(match_change_setup(&judge->match), request->seat, request->text,
		   judge->protocol->bundle->samples);
	if (fed) {
		judge_set_life(judge, request->seat, LIFE_ALIVE);
		if (judge->protocol->framing && judge->protocol->framing->succeeded)
			judge->protocol->framing->succeeded(judge->state, request->seat);
		return NULL;
	}
	judge_put(judge, request->seat, EFFECT_SEAT);
	sit_down(judge, request->seat);
	return NULL;
}
