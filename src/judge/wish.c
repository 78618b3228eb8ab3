/* wish.c - what a person wants of a match: pause, step, move, take back, end.
 *
 * Every wish that is granted is noted as an EVENT message, so that the recording says who did what.  */
#include "judge_state.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_person(const struct judge *judge, int seat)
{
	return judge->match.setup.seat[seat].kind == SEAT_HUMAN;
}

/* A seat whose turn it is, when both have one rather one on which `kind` sits; SEAT_NONE when no turn is
 * open.  */
static int seat_on_turn(const struct judge *judge, enum seat_kind kind)
{
	int found = SEAT_NONE;

	for (int s = SEAT_2; s >= SEAT_1; s--)
		if (judge->seat[s].turn != TURN_NONE &&
		    (found == SEAT_NONE || judge->match.setup.seat[s].kind == kind ||
		     judge->match.setup.seat[found].kind != kind))
			found = s;
	return found;
}

/* What a person did is noted before what follows from it, which it proves; and forgotten when it is not
 * granted.  */
static void wish_noted(struct judge *judge, int seat, struct event event, const char *text)
{
	judge_note(judge, seat, event, text, text ? strlen(text) : 0);
	judge->current = judge->told.last - 1;
}

static char *wish_done(struct judge *judge, char *problem)
{
	judge->current = -1;
	if (problem)
		judge_unnote(judge);
	return problem;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static char *set_gate(struct judge *judge, enum gate_mode mode, const struct wish *wish, enum event_kind kind)
{
	struct gate *gate = &judge->gate;
	int seat = wish->of_seat ? wish->seat : SEAT_NONE;

	if (judge->phase == OVER)
		return bytes_text("the match is over");
	if (mode != GATE_CLOSED)
		judge_thaw_all(judge);
	/* Asked again before it was done, it is done once more: keys may be typed ahead.  */
	if (gate->mode != mode || gate->of_seat != wish->of_seat || gate->seat != seat)
		gate->budget = 0;
	gate->mode = mode;
	gate->of_seat = wish->of_seat;
	gate->seat = seat;
	gate->budget += least(wish->count > 0 ? wish->count : 1, INT_MAX - gate->budget);
	judge->acts = mode != GATE_CLOSED;
	if (mode != GATE_CLOSED)
		judge_forget_stop(judge);
	judge_note_numbers(judge, seat, kind, wish->count > 1 ? wish->count : 0, 0);
	judge_keep_time(judge);
	if (mode != GATE_CLOSED)
		judge_expire(judge); /* what had passed when time stood: before what came since */
	return NULL;
}

/* So many messages or moves, perhaps of one seat alone.  */
static char *count_at_gate(struct judge *judge, const struct wish *wish)
{
	bool moves = wish->kind == WISH_NEXT;

	if (wish->of_seat && judge->match.setup.seat[wish->seat].kind == SEAT_FREE)
		return wish->seat ? bytes_text("nobody sits on seat %d", wish->seat)
				  : bytes_text("there is no game program");
	if (wish->of_seat && moves && wish->seat == SEAT_NONE)
		return bytes_text("the game program plays no moves");
	if (moves)
		return set_gate(judge, GATE_MOVES, wish, wish->of_seat ? EVENT_NEXT_SEAT : EVENT_NEXT);
	return set_gate(judge, GATE_MESSAGES, wish, wish->of_seat ? EVENT_STEP_SEAT : EVENT_STEP);
}

void judge_pause(struct judge *judge)
{
	free(set_gate(judge, GATE_CLOSED, &(struct wish){.kind = WISH_PAUSE}, EVENT_PAUSE));
}

/* Does the message answer what the seat was asked?  One to a question that a person has answered does not. */
static bool answers(const struct judge *judge, const struct message *message)
{
	bool legal;
	char *answer = judge_answer(judge, message, &legal);

	free(answer);
	return answer != NULL;
}

/* The place in the gate's queue of an answer that has not passed yet; -1: there is none.  */
static int held_answer(const struct judge *judge, int seat)
{
	const struct message *message;

	if (referee_question_waits(judge, seat) ||
	    (judge->seat[seat].turn == TURN_DUE && judge->mode == LIVE))
		return -1; /* what waits beside it answers one before */
	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (message->seat == seat && answers(judge, message))
			return i;
	return -1;
}

/* NULL, or why a person may not move so.  What a recording tells was granted once, perhaps by an older
 * ringside.  */
static char *check(struct judge *judge, int seat, const char *move, int back)
{
	if (judge->mode == REPLAYING || !judge->protocol->check)
		return NULL;
	return judge->protocol->check(judge->state, seat, move, back);
}

static char *play(struct judge *judge, int seat, const char *move, const char *answered, enum event_kind kind)
{
	char *problem = check(judge, seat, move, 0);

	if (problem)
		return problem;
	wish_noted(judge, seat, (struct event){.kind = kind}, move);
	return wish_done(judge, judge->protocol->play(judge->state, seat, move, answered));
}

static char *play_for_person(struct judge *judge, const struct wish *wish)
{
	int seat = wish->seat ? wish->seat : seat_on_turn(judge, SEAT_HUMAN);

	if (judge->phase == OVER)
		return bytes_text("the match is over");
	if (seat == SEAT_NONE || judge->seat[seat].turn == TURN_NONE)
		return bytes_text("it is not your turn");
	if (!is_person(judge, seat))
		return bytes_text("an agent sits on seat %d: override puts your move in place of its own",
				  seat);
	return play(judge, seat, wish->text, NULL, EVENT_PLAYS);
}

/* In place of an answer that waits at the gate: the agent thinks that it has played its own.  */
static char *override_held(struct judge *judge, int seat, int i, const char *move)
{
	struct message message;
	char *answered, *problem = check(judge, seat, move, 0);

	if (problem)
		return problem;
	message = gate_take_at(&judge->gate, i).message;
	answered = bytes_copy(message.bytes, message_text_size(&message, judge->protocol));
	message.flags |= MESSAGE_CHANGED | MESSAGE_DROPPED | MESSAGE_HELD;
	judge->seat[seat].answer_t = (struct span){message.first_ns ? message.first_ns : -1, message.t_ns};
	message.n = ++judge->last_n;
	message.turn = judge->match.turn_count + 1;
	judge_put(judge, (struct effect){.kind = EFFECT_MESSAGE, .seat = seat, .message = message});
	problem = play(judge, seat, move, answered, EVENT_OVERRIDE);
	free(answered);
	return problem;
}

static char *cannot_take_back(const struct judge *judge)
{
	return bytes_text("agents of %s cannot take a move back", judge->protocol->name);
}

/* In place of the last move that was played.  */
static char *override_last(struct judge *judge, int seat, const char *move)
{
	char *problem = check(judge, seat, move, 1);

	if (problem)
		return problem;
	if (!judge->protocol->takeback)
		return cannot_take_back(judge);
	wish_noted(judge, seat, (struct event){.kind = EVENT_OVERRIDE}, move);
	problem = judge->protocol->takeback(judge->state, 1);
	if (problem)
		return wish_done(judge, problem);
	problem = judge->protocol->play(judge->state, seat, move, NULL);
	judge->current = -1;
	return problem;
}

/* Whose move a person means when both seats have a turn at once: the seat that is named, or whose answer is
   the next at the gate, or that still thinks.  */
static int seat_to_override(const struct judge *judge, int named)
{
	const struct message *message;

	if (named != SEAT_NONE && judge->seat[named].turn != TURN_NONE)
		return named;
	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (judge->seat[message->seat].turn != TURN_NONE && held_answer(judge, message->seat) == i)
			return message->seat;
	return seat_on_turn(judge, SEAT_AGENT);
}

static char *override_move(struct judge *judge, const struct wish *wish)
{
	int seat = seat_to_override(judge, wish->seat), i;
	const struct turn *last = match_turn(&judge->match, judge->match.turn_count);

	if (judge->phase == OVER)
		return bytes_text("the match is over");
	if (seat != SEAT_NONE && !is_person(judge, seat)) {
		i = held_answer(judge, seat);
		return i >= 0 ? override_held(judge, seat, i, wish->text)
			      : play(judge, seat, wish->text, NULL, EVENT_OVERRIDE);
	}
	if (!last || is_person(judge, last->seat))
		return bytes_text("there is no agent's move to override");
	return override_last(judge, last->seat, wish->text);
}

static char *take_back(struct judge *judge, const struct wish *wish)
{
	int count = wish->count > 0 ? wish->count : 1;
	char *problem;

	if (!judge->protocol->takeback)
		return cannot_take_back(judge);
	if (count > judge->match.turn_count)
		return judge->match.turn_count
			       ? bytes_text("only %d moves were played", judge->match.turn_count)
			       : bytes_text("no move was played yet");
	for (int s = 0; s < SEATS; s++)
		if (judge->seat[s].life == LIFE_GONE || judge->seat[s].leaving)
			return bytes_text("seat %d has left: nobody could go on from there", s);
	wish_noted(judge, SEAT_NONE, (struct event){.kind = EVENT_TAKEBACK, .number = {count}}, NULL);
	problem = wish_done(judge, judge->protocol->takeback(judge->state, count));
	for (int s = 0; s < SEATS && !problem; s++)
		if (judge->seat[s].unspoken && judge->seat[s].life == LIFE_ALIVE)
			judge_seat_began(judge, s, false);
	return problem;
}

static char *end(struct judge *judge, const struct wish *wish)
{
	int seat = wish->seat;
	char *who;

	if (judge->phase == OVER)
		return bytes_text("the match is over");
	if (wish->kind == WISH_RESIGN && seat == SEAT_NONE)
		seat = seat_on_turn(judge, SEAT_HUMAN);
	if (wish->kind == WISH_RESIGN && seat == SEAT_NONE)
		return bytes_text("which seat resigns? It is nobody's turn");
	if (seat != SEAT_NONE && judge->match.setup.seat[seat].kind == SEAT_FREE)
		return bytes_text("nobody sits on seat %d", seat);
	wish_noted(judge, seat,
		   (struct event){.kind = wish->kind == WISH_RESIGN      ? EVENT_RESIGNS
					  : wish->kind == WISH_INTERRUPT ? EVENT_INTERRUPTED
					  : seat                         ? EVENT_WINNER
									 : EVENT_DRAW},
		   NULL);
	if (wish->kind == WISH_INTERRUPT) {
		referee_verdict(judge, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE, "broken off by a person");
	} else if (wish->kind == WISH_ADJUDICATE) {
		referee_verdict(judge, seat, REASON_ADJUDICATED, SEAT_NONE, "decided by a person");
	} else {
		who = judge_seat_words(judge, seat);
		referee_verdict(judge, judge_winner_over(judge, seat), REASON_RESIGN, seat, "%s resigned",
				who);
		free(who);
	}
	return wish_done(judge, NULL);
}

/* The turn that an agent thinks about has the new limit too, counted from its own beginning.  */
static void limit_turns(struct judge *judge, int64_t ns)
{
	struct setup *setup = &judge->match.setup;

	setup->turn_limit = ns;
	for (int s = 0; s < SEATS; s++) {
		struct seat *seat = &judge->seat[s];

		if (setup->seat[s].kind == SEAT_AGENT && seat->turn != TURN_NONE && seat->ready &&
		    seat->clock.open)
			seat->clock.turn_limit = ns ? ns : setup->hang_limit;
	}
}

static void limit_match(struct judge *judge, int64_t ns)
{
	struct setup *setup = &judge->match.setup;

	setup->match_limit = ns;
	for (int s = SEAT_1; s < SEATS; s++)
		if (setup->seat[s].kind == SEAT_AGENT)
			judge->seat[s].clock.match_limit = ns;
}

static char *change_limit(struct judge *judge, const struct wish *wish)
{
	bool turn = wish->kind == WISH_TURN_LIMIT;

	if (judge->phase == OVER)
		return bytes_text("the match is over: what was taken back can be played under other limits");
	if (wish->ns < 0)
		return bytes_text("a limit is 0 or more");
	wish_noted(judge, SEAT_NONE,
		   (struct event){.kind = turn ? EVENT_TURN_LIMIT : EVENT_MATCH_LIMIT, .number = {wish->ns}},
		   NULL);
	(turn ? limit_turns : limit_match)(judge, wish->ns);
	judge->match.revision++;
	if (judge->protocol->limits_changed)
		judge->protocol->limits_changed(judge->state);
	wish_done(judge, NULL);
	judge_expire(judge); /* it may have passed already */
	return NULL;
}

static char *point(struct judge *judge, const struct wish *wish)
{
	if (judge->phase == OVER)
		return bytes_text("the match is over");
	if (!judge->protocol->point)
		return bytes_text("%s has no words for that", judge->protocol->name);
	wish_noted(judge, SEAT_NONE, (struct event){.kind = EVENT_POINT}, wish->text);
	return wish_done(judge, judge->protocol->point(judge->state, wish->text));
}

static char *grant(struct judge *judge, const struct wish *wish)
{
	static const struct wish all = {0};

	if (!is_seat(wish->seat))
		return bytes_text("there is no seat %d", wish->seat);
	switch (wish->kind) {
	case WISH_PAUSE: return set_gate(judge, GATE_CLOSED, &all, EVENT_PAUSE);
	case WISH_GO: return set_gate(judge, GATE_OPEN, &all, EVENT_GO);
	case WISH_STEP:
	case WISH_NEXT: return count_at_gate(judge, wish);
	case WISH_PLAY: return play_for_person(judge, wish);
	case WISH_OVERRIDE: return override_move(judge, wish);
	case WISH_TAKEBACK: return take_back(judge, wish);
	case WISH_RESIGN:
	case WISH_ADJUDICATE:
	case WISH_INTERRUPT: return end(judge, wish);
	case WISH_TURN_LIMIT:
	case WISH_MATCH_LIMIT: return change_limit(judge, wish);
	case WISH_POINT: return point(judge, wish);
	case WISH_EDIT:
	case WISH_DROP:
	case WISH_DELAY:
	case WISH_SEND: return judge_hold_wish(judge, wish);
	case WISH_FREEZE: return judge_freeze(judge, wish->seat);
	case WISH_THAW: return judge_thaw(judge, wish->seat);
	case WISH_SIGNAL: return judge_note_signal(judge, wish->seat, wish->text);
	case WISH_SEAT:
	case WISH_SUCCEED: return judge_take_seat(judge, wish);
	}
	return bytes_text("nobody knows how to do that");
}

char *judge_wish(struct judge *judge, int64_t t, const struct wish *wish)
{
	char *problem;

	judge_time(judge, t);
	for (int s = 0; s < SEATS; s++)
		judge_tell_unkept(judge, s);
	if (wish->kind != WISH_POINT)
		judge_note_all_pending(judge);
	problem = grant(judge, wish);
	judge_settle(judge);
	return problem;
}
