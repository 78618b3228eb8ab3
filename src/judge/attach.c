/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* attach.c - what is done to a process from outside: tracing, freezing, signals.
 *
 * While a debugger traces a seat's process, the seat's clocks stand and the match goes on for the others.  A
 * frozen process is stopped by a signal while the match is paused.  Whatever lets the match go on thaws it
 * first.  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

static void thaw_seat(struct judge *judge, int s)
{
	judge->seat[s].attached.frozen = false;
	judge_put(judge, s, EFFECT_THAW);
}

void judge_forget_process(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->attached.frozen)
		thaw_seat(judge, s);
	if (!seat->attached.traced)
		return;
	seat->attached.traced = false;
	judge_keep_seat_time(judge, s);
}

/* ---- traced ---- */

void judge_traced(struct judge *judge, int64_t t, int s, bool traced)
{
	struct seat *seat = &judge->seat[s];

	/* This comes first, because a limit may have passed only because of the debugger.  */
	judge_advance(judge, t);
	if (judge->phase != OVER && seat->process.life == LIFE_ALIVE && seat->attached.traced != traced) {
		judge_tell_unkept(judge, s);
		judge_note_plain(judge, s, traced ? EVENT_TRACED : EVENT_UNTRACED);
		seat->attached.traced = traced;
		judge_renew_clock(judge, s);
	}
	/* The next record says what followed from a limit: perhaps a stop.  */
	if (judge->mode == REPLAYING)
		judge_settle(judge);
	else
		judge_time(judge, t);
}

bool judge_is_traced(const struct judge *judge, int seat)
{
	return judge->seat[seat].attached.traced;
}

/* ---- frozen ---- */

bool judge_is_frozen(const struct judge *judge, int seat)
{
	return judge->seat[seat].attached.frozen;
}

/* Why nothing can be done to the seat's process, for people; NULL: it can.  */
static char *no_process(const struct judge *judge, int s)
{
	char *who, *problem;

	if (judge->match.setup.seat[s].kind == SEAT_HUMAN)
		return bytes_text("a person sits on seat %d", s);
	if (judge->match.setup.seat[s].kind == SEAT_FREE)
		return s == SEAT_NONE ? bytes_text("there is no game program")
				      : bytes_text("nobody sits on seat %d", s);
	if (judge->seat[s].process.life == LIFE_ALIVE)
		return NULL;
	who = judge_seat_words(judge, s);
	problem = bytes_text("the process of %s is gone", who);
	free(who);
	return problem;
}

static bool can_freeze(const struct judge *judge, int s)
{
	const struct seat *seat = &judge->seat[s];

	return judge->match.setup.seat[s].kind == SEAT_AGENT && seat->process.life == LIFE_ALIVE &&
	       !seat->attached.frozen && !seat->attached.traced;
}

static void freeze_seat(struct judge *judge, int s)
{
	judge->seat[s].attached.frozen = true;
	judge_put(judge, s, EFFECT_FREEZE);
}

char *judge_freeze(struct judge *judge, int s)
{
	bool any = false;
	char *problem = s == SEAT_NONE ? NULL : no_process(judge, s);

	if (judge->phase == OVER)
		problem = problem ? problem : bytes_text("the match is over");
	if (problem)
		return problem;
	if (s != SEAT_NONE && judge->seat[s].attached.frozen)
		return bytes_text("seat %d is frozen already", s);
	if (s != SEAT_NONE && judge->seat[s].attached.traced)
		return bytes_text("seat %d is traced: stop it in the debugger", s);
	for (int i = 0; i < SEATS; i++)
		any = any || can_freeze(judge, i);
	if (!any)
		return bytes_text("there is no agent to freeze");
	if (judge->gate.mode != GATE_CLOSED)
		judge_pause(judge);
	judge_note_plain(judge, s, EVENT_FREEZE);
	for (int i = 0; i < SEATS; i++)
		if ((s == SEAT_NONE || s == i) && can_freeze(judge, i))
			freeze_seat(judge, i);
	return NULL;
}

char *judge_thaw(struct judge *judge, int s)
{
	bool any = false;

	for (int i = 0; i < SEATS; i++)
		any = any || ((s == SEAT_NONE || s == i) && judge->seat[i].attached.frozen);
	if (!any)
		return s == SEAT_NONE ? bytes_text("no agent is frozen")
				      : bytes_text("seat %d is not frozen", s);
	judge_note_plain(judge, s, EVENT_THAW);
	for (int i = 0; i < SEATS; i++)
		if ((s == SEAT_NONE || s == i) && judge->seat[i].attached.frozen)
			thaw_seat(judge, i);
	return NULL;
}

void judge_thaw_all(struct judge *judge)
{
	free(judge_thaw(judge, SEAT_NONE));
}

/* ---- signals ---- */

char *judge_note_signal(struct judge *judge, int s, const char *name)
{
	char *problem = no_process(judge, s);

	if (problem)
		return problem;
	judge_note_text(judge, s, EVENT_SENT_SIGNAL, name);
	judge_touched(judge, s, (struct event){.kind = EVENT_SENT_SIGNAL}, judge->out.last_n);
	return NULL;
}
