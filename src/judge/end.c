/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* end.c - a seat's process has ended, or is about to: it has closed a stream or said that it leaves.
 *
 * The end is shown at once.  It counts as soon as the seat has to answer something.  So the verdict does not
 * depend on whether the judge sees first the end or the opponent's last move.  */
#include "judge_parts.h"

#include "ringside/value.h"
#include <stdlib.h>

/* An agent that closed a stream usually ends soon.  After this time it counts as one that stays.  */
#define LEAVE_LIMIT ((int64_t)250 * NS_PER_MS)

void judge_end_noted(struct judge *judge, int s, struct ending ending)
{
	struct end *end = &judge->seat[s].end;

	if (!judge->match.over) /* else the verdict tells of it */
		match_forget_waiting(&judge->match, s);
	free(end->signal);
	end->signal = ending.signal ? bytes_text("%s", ending.signal) : NULL;
	end->ending = ending;
	end->ending.signal = end->signal;
	end->t = judge->time.now;
	end->n = judge->out.last_n;
	end->turns = judge->match.turn_count;
}

void judge_end_forget(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	free(seat->end.signal);
	seat->end = (struct end){.closed = EVENT_NOTHING};
	countdown_clear(&seat->end.leave);
}

/* " at 00:01.200, after move 12; it was needed now".  */
static char *late_words(const struct judge *judge, const struct end *end)
{
	char time[VALUE_CLOCK];

	value_clock(end->t - judge->time.t0, time);
	return end->turns ? bytes_text(" at %s, after move %d; it was needed now", time, end->turns)
			  : bytes_text(" at %s, before the first move; it was needed now", time);
}

static char *closed_words(enum event_kind closed)
{
	return event_words(&(struct message){.direction = EVENT, .event = {.kind = closed}});
}

static void forfeit(struct judge *judge, int s, const struct end *end, const char *late)
{
	const struct seat *seat = &judge->seat[s];
	const char *hint =
		judge->protocol->texts->unready ? judge->protocol->texts->unready(&judge->match.setup) : NULL;
	bool stays = seat->process.life == LIFE_ALIVE, crashed = end->ending.signalled || end->ending.code;
	char *how = !stays             ? referee_ending_words(end->ending)
		    : seat->end.closed ? closed_words(seat->end.closed)
				       : bytes_text("said that it exits,");

	if (!seat->process.ready)
		referee_forfeit(judge, s, REASON_START, stays ? "%s" : "%s before it was ready%s", how,
				hint ? hint : "");
	else if (judge->protocol->exited && !(stays && s == SEAT_NONE))
		judge->protocol->exited(judge->state, s, end->ending, late);
	else
		referee_forfeit(judge, s, crashed ? REASON_CRASH : REASON_EXIT, "%s%s", how,
				late                        ? late
				: stays && seat->end.closed ? ""
							    : " in the middle of the match");
	free(how);
}

/* is_late: it became due earlier, when nothing was asked.  */
static void count(struct judge *judge, int s, bool is_late)
{
	struct end end = judge->seat[s].end;
	char *late = is_late ? late_words(judge, &end) : NULL;

	judge->seat[s].end.due = false;
	judge->end_n = end.n;
	forfeit(judge, s, &end, late);
	if (judge->seat[s].process.life == LIFE_GONE)
		referee_answered(judge, s); /* nobody is there who could */
	judge->end_n = 0;
	free(late);
}

void judge_end_due(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	judge->ends_due = seat->end.due = true;
	seat->end.due_t = judge->time.now;
	if (!seat->process.ready || seat->asked.state != QUESTION_NONE)
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

void referee_leaves(struct judge *judge, int seat)
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
		if (!countdown_is_set(&at->end.leave))
			countdown_set(&at->end.leave, LEAVE_LIMIT, t, judge_time_stands(judge, seat));
	}
	judge_settle(judge);
}

void judge_left_late(struct judge *judge, int s)
{
	judge_clear_leave(judge, s);
	judge_end_due(judge, s);
	if (judge->seat[s].end.due)
		judge_note_plain(judge, s, EVENT_SHUT);
}

void judge_clear_leave(struct judge *judge, int s)
{
	countdown_clear(&judge->seat[s].end.leave);
}

void judge_keep_leave(struct judge *judge, int s)
{
	(judge_time_stands(judge, s) ? countdown_pause : countdown_resume)(&judge->seat[s].end.leave,
									   judge->time.now);
}

void judge_shift_leave(struct judge *judge, int s, int64_t delta)
{
	countdown_shift(&judge->seat[s].end.leave, delta);
}
