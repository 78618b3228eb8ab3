/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* seat.c - an agent or a person takes a seat in the middle of a match.
 *
 * A person needs no process, and has limits only by --human-time.  An agent's process is started, and its
 * protocol tells it the position; or it was told everything before it takes the seat (rejoin.h).  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

/* Forgets what the seat's last occupant said.  */
static void forget_said(struct judge *judge, int s)
{
	const struct message *held;
	int i = 0;

	while ((held = judge_held(judge, i))) {
		if (held->seat == s && held->direction != TO_AGENT)
			free(gate_take_at(&judge->gate, i).message.bytes);
		else
			i++;
	}
	judge_forget_bytes(judge, s);
	judge_end_forget(judge, s);
}

/* Says goodbye to the old process.  Nothing more is sent to it or heard of it.  */
static void send_off(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	referee_withdraw(judge, s);
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

	referee_answered(judge, s);
	judge_forget_stale(judge, s);
	judge_new_clock(judge, s);
	judge_clear_process(judge, s, !agent);
	if (judge->protocol->reseat)
		judge->protocol->reseat(judge->state, s);
	if (turn) {
		judge_drop_turn(judge, s);
		referee_next(judge, s);
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

	if (judge->phase == OVER)
		return bytes_text("the match is over");
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
	judge_end_words(judge, request->seat);
	if (request->text)
		judge_note_text(judge, request->seat, fed ? EVENT_SUCCESSOR : EVENT_AGENT, request->text);
	else
		judge_note_plain(judge, request->seat, EVENT_PERSON);
	forget_said(judge, request->seat);
	judge_forget_opinions(judge, request->seat);
	judge_forget_process(judge, request->seat);
	if (!fed)
		send_off(judge, request->seat);
	match_take_seat(&judge->match, request->seat, request->text, judge->protocol->bundle->samples);
	if (fed) {
		judge_set_life(judge, request->seat, LIFE_ALIVE);
		if (judge->protocol->succeeded)
			judge->protocol->succeeded(judge->state, request->seat);
		return NULL;
	}
	judge_put(judge, request->seat, EFFECT_SEAT);
	sit_down(judge, request->seat);
	return NULL;
}
