/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stop.c - a watcher stops the match: before a message, between messages, at a limit, after a fault or at the
 * verdict.
 *
 * The stop and its reason are recorded as an event, so that replay reproduces it (replay.c).  The event is
 * noted at the end of the input, because a replay can feed it back only between inputs.  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

/* The event that notes a stop.  */
static enum event_kind what_stops(enum stop_kind kind)
{
	switch (kind) {
	case STOP_TIME: return EVENT_STOPPED_TIME;
	case STOP_LIMIT: return EVENT_STOPPED_LIMIT;
	case STOP_VERDICT: return EVENT_STOPPED_VERDICT;
	case STOP_MESSAGE:
	case STOP_EXIT:
	case STOP_CRASH:
	case STOP_MOVED:
	case STOP_FAULT: break;
	}
	return EVENT_STOPPED_MESSAGE;
}

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
	judge->watcher.what = what_stops(stop.kind);
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

bool judge_stop_due(const struct judge *judge, const struct held *held)
{
	return judge->watcher.asks.reason && !held->seen && judge->gate.mode != GATE_CLOSED;
}

bool judge_stop_before(struct judge *judge, const struct held *held)
{
	struct message message = held->message;
	struct stop stop = {.kind = held->exited ? STOP_EXIT : STOP_MESSAGE,
			    .seat = message.seat,
			    .message = &message,
			    .ending = held->ending};
	char *words;
	bool stops;

	if (message.direction != TO_AGENT && !is_needed(judge, message.seat))
		return false;
	if (held->exited && judge->seat[message.seat].process.caught)
		return false;
	message.turn = judge_turn_now(judge, message.seat);
	if (message.direction == FROM_AGENT && judge->seat[message.seat].asked.state != QUESTION_OPEN &&
	    message.seat != SEAT_NONE)
		message.flags |= MESSAGE_UNASKED;
	stop.words = words = held->exited ? event_words(&message) : NULL;
	stops = judge_stop(judge, stop);
	free(words);
	return stops;
}

void judge_note_stop(struct judge *judge)
{
	for (int s = 0; s < SEATS && judge->watcher.why && judge->watcher.what == EVENT_STOPPED_LIMIT; s++)
		judge_end_words(judge, s); /* as before a limit without a stop */
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

void judge_gate_closed(struct judge *judge)
{
	judge->watcher.note_due = true;
	judge->watcher.mode = GATE_CLOSED;
}

/* In a recording the gate closes at the note.  So a move before the note still counts.  */
void judge_gate_moved(struct judge *judge, int seat)
{
	bool closes = judge->watcher.note_due ? gate_moved_in(&judge->gate, seat, &judge->watcher.mode)
					      : gate_moved(&judge->gate, seat);

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
