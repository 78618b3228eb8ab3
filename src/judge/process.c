/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* process.c - the process of a seat: it starts, connects, ends, and is told to leave.  */
#include "judge_parts.h"

#include <assert.h>
#include <stdlib.h>

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

void judge_clear_process(struct judge *judge, int s, bool ready)
{
	struct process *process = &judge->seat[s].process;

	process->unspoken = process->leaving = process->caught = false;
	process->ready = ready;
}

void judge_seat_began(struct judge *judge, int s, bool warm)
{
	struct seat *seat = &judge->seat[s];

	judge_set_life(judge, s, LIFE_ALIVE);
	seat->process.unspoken = seat->process.caught = false;
	judge_end_forget(judge, s);
	judge_untouched(judge, s);
	judge_forget_stale(judge, s);
	judge_forget_bytes(judge, s);
	/* The match limit counts from here.  Getting ready has a limit of its own.  */
	judge_begin_clock(judge, s, 0);
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
	referee_forfeit(judge, seat, REASON_START, "could not be started: %s", why);
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
		referee_verdict(judge, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE,
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
					.event = event_of_ending(ending)},
			    .exited = true,
			    .ending = ending};

	judge_time(judge, t);
	judge_end_words(judge, seat);
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
	char *words = event_words(&note);

	judge_time(judge, t);
	judge_tell_unkept(judge, s);
	judge_note(judge, s, event, text, size);
	match_set_backtrace(&judge->match, s, text, size);
	if (signal && judge->phase != OVER && !judge->seat[s].process.leaving &&
	    judge->gate.mode != GATE_CLOSED)
		judge->seat[s].process.caught =
			judge_stop(judge, (struct stop){.kind = STOP_CRASH, .seat = s, .words = words});
	free(words);
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
