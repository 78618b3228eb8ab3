/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* turn.c - whose turn it is: turns begin, are played, lost and taken back.  */
#include "judge_parts.h"

#include <assert.h>
#include <string.h>

static void set_turn(struct seat *seat, enum turn_state turn)
{
	assert(turn == TURN_NONE || seat->turn.state == TURN_NONE ||
	       (turn == TURN_OPEN && seat->turn.state == TURN_DUE));
	seat->turn.state = turn;
}

void judge_open_turn(struct judge *judge, int s)
{
	set_turn(&judge->seat[s], TURN_OPEN);
}

void judge_drop_turn(struct judge *judge, int s)
{
	set_turn(&judge->seat[s], TURN_NONE);
}

unsigned judge_take_start(struct judge *judge, int s)
{
	bool starts = judge->seat[s].turn.starts;

	judge->seat[s].turn.starts = false;
	return starts ? MESSAGE_STARTS : 0;
}

void judge_answer_came(struct judge *judge, const struct message *message)
{
	judge->seat[message->seat].turn.answer_t =
		(struct span){message->first_ns ? message->first_ns : -1, message->t_ns};
}

/* ---- called by protocols ---- */

void referee_next(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	judge_settle_chatter(judge, s);
	judge_forget_value(judge, s);
	set_turn(seat, judge->match.setup.seat[s].kind == SEAT_AGENT ? TURN_DUE : TURN_OPEN);
	if (seat->turn.state == TURN_OPEN)
		judge_begin_clock(judge, s, seat->time.turn_limit);
}

void referee_start_clock(struct judge *judge, int seat)
{
	judge->seat[seat].turn.starts = true;
}

void referee_stop_clock(struct judge *judge, int seat)
{
	judge_answer_clock(judge, seat);
	judge_end_clock(judge, seat);
}

int64_t referee_time_left(const struct judge *judge, int seat)
{
	return clock_left(&judge->seat[seat].time.clock, judge->time.now);
}

/* Does a person's request cause this?  */
static bool is_by_person(const struct judge *judge)
{
	const struct message *cause = judge_cause(judge);

	return cause && cause->direction == EVENT;
}

void referee_moved(struct judge *judge, int s, const char *answered, const char *played)
{
	struct seat *seat = &judge->seat[s];
	int64_t think = judge_answer_clock(judge, s), over = clock_over(&seat->time.clock, judge->time.now);
	struct turn turn = {.seat = s,
			    .answered = (char *)answered,
			    .played = (char *)played,
			    .began_ns = (seat->time.clock.open ? seat->time.clock.began : judge->time.now) -
					judge->time.t0,
			    .think_ns = think,
			    .held_ns = seat->time.clock.open ? judge->match.unfinished[s].held_ns : 0,
			    .cpu_ns = -1,
			    .rss = -1,
			    .asked_ns = -1,
			    .first_ns = answered ? seat->turn.answer_t.first : -1,
			    .last_ns = answered ? seat->turn.answer_t.last : -1,
			    .peak = -1,
			    .message = referee_message(judge),
			    .faults = seat->faults.in_turn};

	if (answered && seat->asked.t >= turn.began_ns) /* else the answer was sent before the question */
		turn.asked_ns = seat->asked.t;
	if (!answered)
		turn.flags |= TURN_BY_PERSON;
	else if (is_by_person(judge) && strcmp(answered, played) != 0)
		turn.flags |=
			TURN_CHANGED; /* by a person's request; otherwise the two differ only in wording */
	if (seat->time.clock.paused)
		turn.flags |= TURN_INTERRUPTED;
	if (turn.held_ns)
		turn.flags |= TURN_HELD_UP;
	if (seat->time.clock.open && waiting_matters(judge->match.unfinished[s].waiting.ns, think))
		turn.flags |= TURN_WAITED;
	if (seat->time.clock.open && judge->match.unfinished[s].charged_ns)
		turn.flags |= TURN_CHARGED;
	if (seat->attached.traced || (seat->time.untimed && seat->time.clock.open))
		turn.flags |= TURN_UNTIMED;
	if (over >= 0 && !judge_hand_delays(judge, s) &&
	    (answered || judge->match.setup.seat[s].kind == SEAT_HUMAN)) {
		turn.flags |= TURN_FORGIVEN;
		turn.tolerance_ns = over;
		judge_forgive(judge, s, over);
	}
	if (seat->time.clock.open)
		judge_gain(judge, s);
	judge_end_clock(judge, s);
	turn.left_ns = clock_left(&seat->time.clock, judge->time.now);
	if (answered)
		referee_answered(judge, s);
	judge_settle_chatter(judge, s);
	judge_renew_chatter(judge, SEAT_NONE); /* the game program has no turns */
	judge_drop_turn(judge, s);
	judge_forget_turn_faults(judge, s);
	judge_words_due(judge, s);
	judge_keep_value(judge, s, !(turn.flags & (TURN_BY_PERSON | TURN_CHANGED)));
	match_append(&judge->match, turn);
	judge_put(judge, s, EFFECT_TURN)->turns = judge->match.turn_count;
	judge_begin_pace(judge);
	judge_gate_moved(judge, s);
	if (!answered || is_by_person(judge))
		judge_stop(
			judge,
			(struct stop){.kind = STOP_MOVED,
				      .seat = s,
				      .words = match_turn(&judge->match, judge->match.turn_count)->played});
}

void referee_turn_lost(struct judge *judge, int s)
{
	judge_end_clock(judge, s);
	referee_answered(judge, s);
	judge_renew_chatter(judge, s);
	judge_renew_chatter(judge, SEAT_NONE);
	judge_drop_turn(judge, s);
	judge_forget_turn_faults(judge, s);
	judge_words_due(judge, s);
}

void referee_taken_back(struct judge *judge, int turns)
{
	for (int s = 0; s < SEATS; s++) {
		if (judge->seat[s].turn.state == TURN_NONE)
			continue;
		judge_end_clock(judge, s);
		judge_settle_chatter(judge, s);
		judge_drop_turn(judge, s);
		judge_words_due(judge, s);
	}
	if (judge->phase == OVER)
		judge_set_phase(judge, PLAYING);
	match_take_back(&judge->match, turns);
	judge_take_back_values(judge, turns);
	judge_put(judge, SEAT_NONE, EFFECT_TAKEBACK)->turns = turns;
}
