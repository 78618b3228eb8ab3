/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_feed.c - feeds a recording to the judge and to fresh processes, one message after another.
 *
 * An answer is awaited before the recorded one goes into the judge: the judge then stands where it stood when
 * that answer came, so it can cut and name what agents send.  */
#include "rejoin_state.h"

#include "ringside/replay.h"
#include <stdlib.h>

static bool load(struct rejoin *rejoin)
{
	struct message message;

	if (rejoin->has_next || rejoin->at_end)
		return rejoin->has_next;
	if (!rejoin->events.next(rejoin->user, &message)) {
		rejoin->at_end = true;
		return false;
	}
	rejoin->next = message;
	rejoin->next.bytes = bytes_copy(message.bytes, message.size);
	rejoin->has_next = true;
	return true;
}

static void await(struct rejoin *rejoin, int seat, int64_t limit)
{
	if (rejoin->awaited == seat)
		return;
	rejoin->awaited = seat;
	rejoin->until = rejoin->now + limit;
}

int64_t rejoin_patience(const struct rejoin *rejoin, int s)
{
	return rejoin->seat[s].answers ? rejoin->patience.answer : rejoin->patience.first;
}

bool rejoin_has_refused(const struct fed_seat *seat)
{
	return (seat->told || seat->misled) && seat->refusals > seat->usual;
}

/* The wait is short if the answer may have come already, or if the process refuses the position.  */
int64_t rejoin_until(const struct rejoin *rejoin)
{
	const struct fed_seat *seat;
	int64_t soon = INT64_MAX;

	if (rejoin->awaited == SEATS)
		return INT64_MAX;
	seat = &rejoin->seat[rejoin->awaited];
	if (seat->spare.text)
		soon = seat->spare.t + UNASKED_LIMIT;
	else if (rejoin_has_refused(seat))
		soon = seat->refused_at + UNASKED_LIMIT;
	return soon < rejoin->until ? soon : rejoin->until;
}

/* An info that had no effect was not asked for either, even if a question was open.  */
static bool is_unasked(const struct message *message)
{
	return message->flags & MESSAGE_UNASKED ||
	       (message->channel == CHANNEL_INFO && message->flags & MESSAGE_DROPPED);
}

/* Must the fresh process answer before this message goes into the judge?  */
static bool is_awaited(struct rejoin *rejoin, const struct message *message)
{
	const struct fed_seat *seat = &rejoin->seat[message->seat];

	if (message->direction != FROM_AGENT || !seat->fed || !seat->present || seat->parted ||
	    seat->passed || message->flags & MESSAGE_EDITED ||
	    !rejoin_is_answer(rejoin, message->seat, message->channel, message->bytes, message->size))
		return false;
	if (message->seat == SEAT_NONE || !is_unasked(message))
		return true;
	if (!seat->warm) /* else it belongs to the game before */
		rejoin_keep_unasked(rejoin, message);
	return false;
}

static void begin_process(struct rejoin *rejoin, int s, bool warm)
{
	struct fed_seat *seat = &rejoin->seat[s];

	seat->present = true;
	seat->warm = warm;
	seat->ended = seat->open = seat->gone = seat->outlives = false;
	seat->parted = seat->told = seat->misled = seat->passed = false;
	seat->written_at = rejoin->now;
	seat->recorded_at = rejoin->next.t_ns;
	rejoin_forget_unasked(seat);
	if (warm && seat->stays)
		return;
	seat->in.size = seat->seen = seat->early = 0;
	if (rejoin->state == REJOIN_FAILED)
		return;
	seat->answers = false;
	rejoin->events.spawn(rejoin->user, s);
	if (warm && rejoin->state == REJOIN_WAITS)
		rejoin_greets(rejoin, s);
}

/* A process with another position is asked nothing until its turn comes. It is then told the recorded
 * position, in place of the recorded question.  */
static bool is_told_instead(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];

	if (rejoin->judge->match.over)
		return false;
	if (seat->told && seat->open && message->flags & (MESSAGE_ASKS | MESSAGE_STARTS))
		seat->told = false; /* a person has moved for it: this is another question */
	if (seat->parted && message->flags & MESSAGE_STARTS && seat->ended)
		rejoin_fail_ended(rejoin, message->seat);
	else if (seat->parted && message->flags & MESSAGE_STARTS)
		rejoin_tells_position(rejoin, message->seat);
	return seat->told ? message->channel != CHANNEL_INFO || message->flags & MESSAGE_STARTS
			  : seat->parted && message->flags & MESSAGE_ASKS;
}

static void write_to(struct rejoin *rejoin, const struct message *message)
{
	struct fed_seat *seat = &rejoin->seat[message->seat];
	bool asks = message->flags & MESSAGE_ASKS, written;

	if (!seat->present || message->flags & MESSAGE_WITHHELD)
		return;
	written = rejoin->state == REJOIN_WAITS && !is_told_instead(rejoin, message);
	if (!written && !seat->told && rejoin->state == REJOIN_WAITS)
		return;
	if (asks || !seat->open) { /* messages after a question do not ask it again */
		seat->written_at = rejoin->now;
		seat->recorded_at = message->t_ns;
	}
	seat->warm = false;
	if (asks)
		rejoin_asked(seat, message);
	if (written)
		rejoin->events.write(rejoin->user, message->seat, message->bytes, message->size);
}

/* Carries out the message for the fresh process, after the judge has taken it.  */
static void pass_on(struct rejoin *rejoin, const struct message *message)
{
	int s = message->seat;
	struct fed_seat *seat = &rejoin->seat[s];

	if (!seat->fed)
		return;
	if (message->direction == TO_AGENT) {
		write_to(rejoin, message);
	} else if (message->direction == FROM_AGENT) {
		if (!(message->flags & MESSAGE_UNASKED) &&
		    rejoin_is_answer(rejoin, s, message->channel, message->bytes, message->size))
			seat->open = seat->told = seat->passed = false;
	} else if (message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS) {
		begin_process(rejoin, s, message->event.kind == EVENT_STAYS);
	} else if (seat->present && !seat->gone &&
		   rejoin->judge->seat[s].end.due) { /* and the match goes on */
		seat->outlives = true;
	} else if (seat->present && !seat->gone &&
		   (rejoin->judge->seat[s].process.life == LIFE_GONE ||
		    rejoin->judge->seat[s].process.life == LIFE_NONE)) { /* a person sits there */
		seat->present = false;
		rejoin_forget_unasked(seat);
		if (rejoin->state == REJOIN_WAITS)
			rejoin->events.leave(rejoin->user, s);
	}
}

static void drop_next(struct rejoin *rejoin)
{
	free(rejoin->next.bytes);
	rejoin->next.bytes = NULL;
	rejoin->has_next = false;
}

void rejoin_drain(struct judge *judge, int64_t t)
{
	struct effect effect;

	while (judge_effect(judge, t, &effect))
		;
}

/* False: it waits for an answer, is at the end, or has failed.  */
static bool feed_next(struct rejoin *rejoin)
{
	struct message *message = &rejoin->next;
	struct fed_seat *seat = &rejoin->seat[message->seat];
	bool waits = rejoin->awaited == message->seat; /* it was seen before */
	bool compared = false;

	if (rejoin_old_ends(rejoin, message)) {
		rejoin->at_end = true;
		drop_next(rejoin);
		return false;
	}
	if (waits || is_awaited(rejoin, message)) {
		if (!rejoin_has_answered(rejoin, message)) {
			await(rejoin, message->seat, rejoin_patience(rejoin, message->seat));
			if (!seat->ended)
				return false;
			rejoin_tell_none(rejoin, message);
			rejoin_fail_ended(rejoin, message->seat);
			return false;
		}
		rejoin->awaited = SEATS;
		compared = seat->answers = true;
	}
	if (!replay_feed(rejoin->judge, message)) {
		rejoin_fail(rejoin, SEATS,
			    bytes_text("message #%lld of the recording cannot be replayed: it was "
				       "made by other rules",
				       (long long)message->n));
		return false;
	}
	rejoin_drain(rejoin->judge, 0);
	if (rejoin->judge->match.over && !rejoin->decided_n) {
		rejoin->decided_n = message->n;
		rejoin->heard = compared;
	}
	if (compared && seat->same && !seat->misled && rejoin_has_lost(&rejoin->judge->match, message->seat))
		rejoin_fresh_ends(rejoin, REJOIN_LOSES, seat->turn,
				  bytes_text("%s", rejoin->judge->match.verdict.detail));
	pass_on(rejoin, message);
	drop_next(rejoin);
	return rejoin->state != REJOIN_FAILED;
}

/* The fresh process has ended or hangs. Finds out how the old one ended later; nothing more is written.  */
static void look_for_old_end(struct rejoin *rejoin)
{
	while (load(rejoin) && !rejoin_old_ends(rejoin, &rejoin->next) &&
	       replay_feed(rejoin->judge, &rejoin->next)) {
		rejoin_drain(rejoin->judge, 0);
		pass_on(rejoin, &rejoin->next);
		drop_next(rejoin);
	}
	rejoin->at_end = true;
	drop_next(rejoin);
}

/* True: no output of the seat is awaited any more.  */
static bool ends(struct rejoin *rejoin, int s)
{
	if (!rejoin_ends_unasked(rejoin, s)) {
		await(rejoin, s, UNASKED_LIMIT);
		return false;
	}
	if (rejoin->left_open == s && !rejoin_closes(rejoin, s)) {
		await(rejoin, s, rejoin->seat[s].open ? rejoin_patience(rejoin, s) : UNASKED_LIMIT);
		return false;
	}
	return true;
}

/* The whole recording was fed. Unasked output may still come, and no process may have ended that the old one
 * outlived.  */
static void finish(struct rejoin *rejoin)
{
	for (int s = 0; s < SEATS; s++) {
		const struct fed_seat *seat = &rejoin->seat[s];

		if (!ends(rejoin, s))
			return;
		if (rejoin->awaited == s)
			rejoin->awaited = SEATS;
		if (seat->present && seat->ended && !seat->gone && !seat->outlives &&
		    rejoin->left_open != s && !rejoin->judge->match.over) {
			rejoin_fail_ended(rejoin, s);
			return;
		}
	}
	rejoin->state = REJOIN_DONE;
}

enum rejoin_state rejoin_go_on(struct rejoin *rejoin)
{
	while (rejoin->state == REJOIN_WAITS && rejoin_greeted(rejoin) == SEATS && load(rejoin) &&
	       feed_next(rejoin))
		;
	if (rejoin->state == REJOIN_WAITS && rejoin->at_end && rejoin_greeted(rejoin) == SEATS)
		finish(rejoin);
	if (rejoin->state == REJOIN_FAILED && rejoin->tries && rejoin->fresh.words)
		look_for_old_end(rejoin);
	return rejoin->state;
}
