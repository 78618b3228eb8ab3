/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* request.c - people's requests: pause, step, move, take back, end; and what is done to a process from
 * outside.
 *
 * Each granted request is noted as an event, so the recording says who did what.  */
#include "judge_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

char *judge_vacant(const struct judge *judge, int s)
{
	if (judge->match.setup.seat[s].kind != SEAT_FREE)
		return NULL;
	return s ? bytes_text("nobody sits on seat %d", s) : bytes_text("there is no game program");
}

static bool is_person(const struct judge *judge, int seat)
{
	return judge->match.setup.seat[seat].kind == SEAT_HUMAN;
}

/* A seat whose turn it is, preferably of that kind; SEAT_NONE: no turn is open.  */
static int seat_on_turn(const struct judge *judge, enum seat_kind kind)
{
	int found = SEAT_NONE;

	for (int s = SEAT_2; s >= SEAT_1; s--)
		if (judge->seat[s].turn.state != TURN_NONE &&
		    (found == SEAT_NONE || judge->match.setup.seat[s].kind == kind ||
		     judge->match.setup.seat[found].kind != kind))
			found = s;
	return found;
}

/* A request is noted before what follows from it, because the note proves that.  If the request is refused,
 * the note is removed.  */
static void request_noted(struct judge *judge, int seat, struct event event, const char *text)
{
	judge_note(judge, seat, event, text, text ? strlen(text) : 0);
	judge_begin_cause(judge);
}

static char *request_done(struct judge *judge, char *problem)
{
	judge_end_cause(judge);
	if (problem)
		judge_unnote(judge);
	return problem;
}

static char *set_gate(struct judge *judge, enum gate_mode mode, const struct request *request,
		      enum event_kind kind)
{
	int seat = request->of_seat ? request->seat : SEAT_NONE;

	if (mode != GATE_CLOSED)
		judge_thaw_all(judge);
	judge_heard_held(judge);
	gate_set(&judge->gate, mode, request->of_seat, seat, request->count > 0 ? request->count : 1);
	judge_let_act(judge, mode != GATE_CLOSED);
	if (mode != GATE_CLOSED)
		judge_forget_stop(judge);
	judge_note_fields(judge, seat, kind, NULL, request->count > 1 ? request->count : 0, 0, 0);
	judge_keep_time(judge);
	if (mode != GATE_CLOSED)
		judge_expire(judge); /* limits that had passed when time stopped come before anything else */
	return NULL;
}

/* Opens the gate for some messages or moves, perhaps of one seat only.  */
static char *count_at_gate(struct judge *judge, const struct request *request)
{
	bool moves = request->kind == REQUEST_NEXT;
	char *problem = request->of_seat ? judge_vacant(judge, request->seat) : NULL;

	if (problem)
		return problem;
	if (request->of_seat && moves && request->seat == SEAT_NONE)
		return bytes_text("the game program plays no moves");
	if (moves)
		return set_gate(judge, GATE_MOVES, request, request->of_seat ? EVENT_NEXT_SEAT : EVENT_NEXT);
	return set_gate(judge, GATE_MESSAGES, request, request->of_seat ? EVENT_STEP_SEAT : EVENT_STEP);
}

/* An answer that is the first message at the gate passes: the next one is meant.  */
static char *go_to_answer(struct judge *judge, const struct request *request)
{
	const struct message *first = judge->mode == LIVE ? judge_held(judge, 0) : NULL;
	struct request counted = {.kind = request->kind, .count = request->count > 0 ? request->count : 1};
	bool agents = false;

	for (int s = SEAT_1; s < SEATS; s++)
		agents = agents || arbiter_is_agent(judge, s);
	if (!agents)
		return bytes_text("no agent plays here that could answer");
	counted.count += first && judge_answers_now(judge, first);
	return set_gate(judge, GATE_ANSWERS, &counted, EVENT_STEP_ANSWER);
}

void judge_pause(struct judge *judge)
{
	free(set_gate(judge, GATE_CLOSED, &(struct request){.kind = REQUEST_PAUSE}, EVENT_PAUSE));
}

/* ---- tracing, freezing, signals ----
 *
 * While a debugger traces a seat's process, the seat's clocks stand and the match goes on for the others.  A
 * frozen process is stopped by a signal while the match is paused.  Whatever lets the match go on thaws it
 * first.  */

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

/* ---- frozen ---- */

/* Why nothing can be done to the seat's process, for people; NULL: it can.  */
static char *no_process(const struct judge *judge, int s)
{
	char *who, *problem = judge_vacant(judge, s);

	if (is_person(judge, s))
		return bytes_text("a person sits on seat %d", s);
	if (problem || judge->seat[s].process.life == LIFE_ALIVE)
		return problem;
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

static char *judge_freeze(struct judge *judge, int s)
{
	bool any = false;
	char *problem = s == SEAT_NONE ? NULL : no_process(judge, s);

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
		if ((s == SEAT_NONE || s == i) && can_freeze(judge, i)) {
			judge->seat[i].attached.frozen = true;
			judge_put(judge, i, EFFECT_FREEZE);
		}
	return NULL;
}

/* As REQUEST_FREEZE and REQUEST_THAW; SEAT_NONE: all agents.  NULL, or why not, for people; the caller frees.
 */
static char *judge_thaw(struct judge *judge, int s)
{
	bool any = false;

	for (int i = 0; i < SEATS; i++)
		any = any || ((s == SEAT_NONE || s == i) && judge->seat[i].attached.frozen);
	if (!any)
		return s ? bytes_text("seat %d is not frozen", s) : bytes_text("no agent is frozen");
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

/* As REQUEST_SIGNAL.  */
static char *judge_note_signal(struct judge *judge, int s, const char *name)
{
	char *problem = no_process(judge, s);

	if (problem)
		return problem;
	judge_note_text(judge, s, EVENT_SENT_SIGNAL, name);
	judge_touched(judge, s, (struct event){.kind = EVENT_SENT_SIGNAL});
	return NULL;
}

/* ---- moves ---- */

/* The place at the gate of the seat's answer; -1: none waits.  */
static int held_answer(const struct judge *judge, int seat)
{
	const struct message *message;

	if (arbiter_question_waits(judge, seat) ||
	    (judge->seat[seat].turn.state == TURN_DUE && judge->mode == LIVE))
		return -1; /* a message beside it answers an earlier question */
	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (message->seat == seat && !(message->flags & MESSAGE_WITHHELD) &&
		    judge_answers(judge, message))
			return i;
	return -1;
}

/* NULL, or why a person may not play this move.  A replay does not check: the move was granted once.  */
static char *check(struct judge *judge, int seat, const char *move, int back)
{
	if (judge->mode == REPLAYING || !judge->protocol->check)
		return NULL;
	return judge->protocol->check(judge->state, seat, move, back);
}

char *judge_named_move(struct judge *judge, int seat, unsigned n)
{
	return judge->protocol->named ? judge->protocol->named(judge->state, seat, n) : NULL;
}

static char *play(struct judge *judge, int seat, const char *move, const char *answered, enum event_kind kind)
{
	char *problem = check(judge, seat, move, 0);

	if (problem)
		return problem;
	request_noted(judge, seat, (struct event){.kind = kind}, move);
	return request_done(judge, judge->protocol->play(judge->state, seat, move, answered));
}

static char *play_for_person(struct judge *judge, const struct request *request)
{
	int seat = request->seat ? request->seat : seat_on_turn(judge, SEAT_HUMAN);

	if (seat == SEAT_NONE || judge->seat[seat].turn.state == TURN_NONE)
		return bytes_text("it is not your turn");
	if (!is_person(judge, seat) && is_person(judge, seat_opponent(seat)))
		return bytes_text("it is not your turn: seat %d is to move", seat);
	if (!is_person(judge, seat))
		return bytes_text("an agent sits on seat %d: override puts your move in place of its own",
				  seat);
	return play(judge, seat, request->text, NULL, EVENT_PLAYS);
}

/* Replaces an answer that waits at the gate.  The agent believes that it has played its own move.  */
static char *override_held(struct judge *judge, int seat, int i, const char *move)
{
	struct message message;
	char *answered, *problem = check(judge, seat, move, 0);

	if (problem)
		return problem;
	message = gate_take_at(&judge->gate, i).message;
	answered = bytes_copy(message.bytes, message_text_size(&message, judge->protocol));
	message.flags |= MESSAGE_CHANGED | MESSAGE_DROPPED | MESSAGE_HELD;
	judge_answer_came(judge, &message);
	message.turn = judge->match.turn_count + 1;
	judge_put_message(judge, &message);
	problem = play(judge, seat, move, answered, EVENT_OVERRIDE);
	free(message.bytes);
	free(answered);
	return problem;
}

static char *cannot_take_back(const struct judge *judge)
{
	return bytes_text("agents of %s cannot take a move back", judge->protocol->name);
}

/* Replaces the last move that was played.  */
static char *override_last(struct judge *judge, int seat, const char *move)
{
	char *problem = judge->protocol->takeback ? check(judge, seat, move, 1) : cannot_take_back(judge);

	if (problem)
		return problem;
	request_noted(judge, seat, (struct event){.kind = EVENT_OVERRIDE}, move);
	problem = judge->protocol->takeback(judge->state, 1);
	if (problem)
		return request_done(judge, problem);
	problem = judge->protocol->play(judge->state, seat, move, NULL);
	judge_end_cause(judge);
	return problem;
}

/* The seat whose move a person wants to replace.  If both have a turn: the named one, else the one whose
 * answer is next at the gate, else one that still thinks.  */
static int seat_to_override(const struct judge *judge, int named)
{
	const struct message *message;

	if (named != SEAT_NONE && judge->seat[named].turn.state != TURN_NONE)
		return named;
	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (judge->seat[message->seat].turn.state != TURN_NONE &&
		    held_answer(judge, message->seat) == i)
			return message->seat;
	return seat_on_turn(judge, SEAT_AGENT);
}

static char *override_move(struct judge *judge, const struct request *request)
{
	int seat = seat_to_override(judge, request->seat), i;
	const struct turn *last = match_turn(&judge->match, judge->match.turn_count);

	if (seat != SEAT_NONE && !is_person(judge, seat)) {
		i = held_answer(judge, seat);
		return i >= 0 ? override_held(judge, seat, i, request->text)
			      : play(judge, seat, request->text, NULL, EVENT_OVERRIDE);
	}
	if (!last || is_person(judge, last->seat))
		return bytes_text("there is no agent's move to override");
	return override_last(judge, last->seat, request->text);
}

static char *take_back(struct judge *judge, const struct request *request)
{
	int count = request->count > 0 ? request->count : 1;
	char *problem;

	if (!judge->protocol->takeback)
		return cannot_take_back(judge);
	if (count > judge->match.turn_count)
		return judge->match.turn_count ? bytes_text("only %d move%s played", judge->match.turn_count,
							    judge->match.turn_count == 1 ? " was" : "s were")
					       : bytes_text("no move was played yet");
	for (int s = 0; s < SEATS; s++)
		if (judge->seat[s].process.life == LIFE_GONE || judge->seat[s].process.leaving)
			return bytes_text("seat %d has left, so the match cannot continue from there", s);
	request_noted(judge, SEAT_NONE, (struct event){.kind = EVENT_TAKEBACK, .number = {count}}, NULL);
	problem = request_done(judge, judge->protocol->takeback(judge->state, count));
	for (int s = 0; s < SEATS && !problem; s++)
		if (judge->seat[s].process.unspoken && judge->seat[s].process.life == LIFE_ALIVE)
			judge_seat_began(judge, s, false);
	return problem;
}

static char *end(struct judge *judge, const struct request *request)
{
	int seat = request->seat;
	char *who, *problem;

	if (request->kind == REQUEST_RESIGN && seat == SEAT_NONE)
		seat = seat_on_turn(judge, SEAT_HUMAN);
	if (request->kind == REQUEST_RESIGN && seat == SEAT_NONE)
		return bytes_text("which seat resigns? It is nobody's turn");
	problem = seat != SEAT_NONE ? judge_vacant(judge, seat) : NULL;
	if (problem)
		return problem;
	request_noted(judge, seat,
		      (struct event){.kind = request->kind == REQUEST_RESIGN      ? EVENT_RESIGNS
					     : request->kind == REQUEST_INTERRUPT ? EVENT_INTERRUPTED
					     : seat                               ? EVENT_WINNER
										  : EVENT_DRAW},
		      NULL);
	if (request->kind == REQUEST_INTERRUPT) {
		arbiter_verdict(judge, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE, "broken off by a person");
	} else if (request->kind == REQUEST_ADJUDICATE) {
		arbiter_verdict(judge, seat, REASON_ADJUDICATED, SEAT_NONE, "decided by a person");
	} else {
		who = judge_seat_words(judge, seat);
		arbiter_verdict(judge, judge_winner_over(judge, seat), REASON_RESIGN, seat, "%s resigned",
				who);
		free(who);
	}
	return request_done(judge, NULL);
}

/* Seat SEAT_NONE: the limit of all seats that have none of their own.  */
static char *change_limit(struct judge *judge, const struct request *request)
{
	bool turn = request->kind == REQUEST_TURN_LIMIT;
	const char *clock = turn ? NULL : request->text;
	char *problem = request->seat != SEAT_NONE ? judge_vacant(judge, request->seat) : NULL;
	struct time_control control;

	if (problem)
		return problem;
	if (request->ns < 0)
		return bytes_text("a limit is 0 or more");
	if (clock && !time_control_read(clock, &control))
		return option_refusal(setup_clock_row(request->seat), clock);
	request_noted(
		judge, request->seat,
		(struct event){.kind = turn ? EVENT_TURN_LIMIT : EVENT_MATCH_LIMIT, .number = {request->ns}},
		clock);
	if (clock)
		setup_set_clock(match_change_setup(&judge->match), request->seat, clock);
	else
		(turn ? setup_set_turn_limit : setup_set_match_limit)(match_change_setup(&judge->match),
								      request->seat, request->ns);
	judge_change_limits(judge);
	if (judge->protocol->limits_changed)
		judge->protocol->limits_changed(judge->state);
	request_done(judge, NULL);
	judge_expire(judge); /* the new limit may have passed already */
	return NULL;
}

/* A person who has used up the match limit already.  SEAT_NONE: nobody has.  */
static int person_without_time(const struct judge *judge)
{
	for (int s = SEAT_1; s < SEATS; s++)
		if (is_person(judge, s) && clock_left(&judge->seat[s].time.clock, judge->time.now) <= 0)
			return s;
	return SEAT_NONE;
}

/* People are told their limit now, so it counts from now on; that of the match counts all turns.  */
static char *change_human_time(struct judge *judge, const struct request *request)
{
	int64_t before = setup_human_time(&judge->match.setup);
	bool limits = request->ns == HUMAN_TIME_LIMITS;
	int seat;

	if (request->ns < HUMAN_TIME_LIMITS)
		return bytes_text("a limit is 0 or more");
	request_noted(judge, SEAT_NONE,
		      (struct event){.kind = EVENT_HUMAN_TIME, .number = {limits, limits ? 0 : request->ns}},
		      NULL);
	setup_set_human_time(match_change_setup(&judge->match), request->ns);
	judge_change_limits(judge);
	seat = judge->mode == REPLAYING ? SEAT_NONE : person_without_time(judge);
	if (seat != SEAT_NONE) {
		setup_set_human_time(match_change_setup(&judge->match), before);
		judge_change_limits(judge);
	}
	for (int s = SEAT_1; s < SEATS; s++)
		if (seat == SEAT_NONE && is_person(judge, s) && judge->seat[s].time.clock.open)
			judge_renew_clock(judge, s);
	return request_done(judge, seat == SEAT_NONE ? NULL
						     : bytes_text("the person on seat %d has used the "
								  "match's limit already",
								  seat));
}

/* A wait in progress begins again, with the new pace.  */
static char *change_pace(struct judge *judge, const struct request *request)
{
	bool waits = countdown_is_set(&judge->time.pace);

	if (request->ns < 0)
		return bytes_text("a pace is 0 or more");
	request_noted(judge, SEAT_NONE, (struct event){.kind = EVENT_PACE, .number = {request->ns}}, NULL);
	match_change_setup(&judge->match)->pace = request->ns;
	judge_end_pace(judge);
	if (waits)
		judge_begin_pace(judge);
	return request_done(judge, NULL);
}

static char *point(struct judge *judge, const struct request *request)
{
	if (!judge->protocol->point)
		return bytes_text("%s has no words for that", judge->protocol->name);
	request_noted(judge, SEAT_NONE, (struct event){.kind = EVENT_POINT}, request->text);
	return request_done(judge, judge->protocol->point(judge->state, request->text));
}

/* Why the request comes too late, for people; NULL: it does not.  After the verdict a move may be taken back,
 * and a process thawed or sent a signal.  */
static char *too_late(const struct judge *judge, enum request_kind kind)
{
	bool limit = kind == REQUEST_TURN_LIMIT || kind == REQUEST_MATCH_LIMIT || kind == REQUEST_HUMAN_TIME;

	if (judge->phase != OVER || kind == REQUEST_TAKEBACK || kind == REQUEST_THAW ||
	    kind == REQUEST_SIGNAL)
		return NULL;
	return bytes_text("the match is over%s", limit ? ": take a move back first to change a limit" : "");
}

static char *grant(struct judge *judge, const struct request *request)
{
	static const struct request all = {0};
	char *problem = too_late(judge, request->kind);

	if (!is_seat(request->seat) || problem)
		return problem ? problem : bytes_text("there is no seat %d", request->seat);
	switch (request->kind) {
	case REQUEST_PAUSE: return set_gate(judge, GATE_CLOSED, &all, EVENT_PAUSE);
	case REQUEST_GO: return set_gate(judge, GATE_OPEN, &all, EVENT_GO);
	case REQUEST_STEP:
	case REQUEST_NEXT: return count_at_gate(judge, request);
	case REQUEST_ANSWER: return go_to_answer(judge, request);
	case REQUEST_PLAY: return play_for_person(judge, request);
	case REQUEST_OVERRIDE: return override_move(judge, request);
	case REQUEST_TAKEBACK: return take_back(judge, request);
	case REQUEST_RESIGN:
	case REQUEST_ADJUDICATE:
	case REQUEST_INTERRUPT: return end(judge, request);
	case REQUEST_TURN_LIMIT:
	case REQUEST_MATCH_LIMIT: return change_limit(judge, request);
	case REQUEST_HUMAN_TIME: return change_human_time(judge, request);
	case REQUEST_PACE: return change_pace(judge, request);
	case REQUEST_POINT: return point(judge, request);
	case REQUEST_EDIT:
	case REQUEST_DROP:
	case REQUEST_DELAY:
	case REQUEST_RESTORE:
	case REQUEST_SEND: return judge_hold_request(judge, request);
	case REQUEST_FREEZE: return judge_freeze(judge, request->seat);
	case REQUEST_THAW: return judge_thaw(judge, request->seat);
	case REQUEST_SIGNAL: return judge_note_signal(judge, request->seat, request->text);
	case REQUEST_SEAT:
	case REQUEST_SUCCEED: return judge_take_seat(judge, request);
	}
	return bytes_text("unknown request");
}

char *judge_request(struct judge *judge, int64_t t, const struct request *request)
{
	char *problem;

	judge_time(judge, t);
	judge_let_act(judge, judge->gate.mode != GATE_CLOSED); /* it may have closed at a limit just now */
	for (int s = 0; s < SEATS; s++)
		judge_tell_unkept(judge, s);
	if (request->kind != REQUEST_POINT)
		judge_note_all_pending(judge);
	problem = grant(judge, request);
	judge_settle(judge);
	return problem;
}
