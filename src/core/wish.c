/* wish.c - what a person wants of a match: pause, step, move, take back, end.
 *
 * Every wish that is granted is noted as an EVENT message, so that the recording says who did what.  */
#include "judge_state.h"

#include <stdlib.h>
#include <string.h>

/* The agent's seat whose turn it is, or the person's; SEAT_NONE when no turn is open.  */
static int seat_on_turn(const struct judge *judge)
{
	for (int s = 0; s < SEATS; s++)
		if (judge->seat[s].turn)
			return s;
	return SEAT_NONE;
}

static bool is_person(const struct judge *judge, int seat)
{
	return judge->match.setup.seat[seat].kind == SEAT_HUMAN;
}

static char *set_gate(struct judge *judge, enum gate_mode mode, int budget, const char *word)
{
	if (judge->match.over)
		return bytes_text("the match is over");
	judge->gate.mode = mode;
	judge->gate.budget = budget > 0 ? budget : 1;
	judge_note(judge, SEAT_NONE, CHANNEL_EVENT, bytes_text("%s", word));
	judge_keep_time(judge);
	return NULL;
}

/* The place in the gate's queue of an answer that has not passed yet; -1: there is none.  */
static int held_answer(const struct judge *judge, int seat)
{
	const struct message *message;

	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (message->seat == seat && message->direction == FROM_AGENT &&
		    !(message->flags & MESSAGE_UNASKED) &&
		    judge->protocol->answers & CHANNEL_BIT(message->channel))
			return i;
	return -1;
}

static char *play(struct judge *judge, int seat, const char *move, const char *answered, const char *word)
{
	char *problem = judge->protocol->play(judge->state, seat, move, answered);

	if (!problem)
		judge_note(judge, seat, CHANNEL_EVENT, bytes_text("%s %s", word, move));
	return problem;
}

static char *play_for_person(struct judge *judge, const struct wish *wish)
{
	int seat = wish->seat ? wish->seat : seat_on_turn(judge);

	if (judge->match.over)
		return bytes_text("the match is over");
	if (seat == SEAT_NONE || !judge->seat[seat].turn)
		return bytes_text("it is not your turn");
	if (!is_person(judge, seat))
		return bytes_text("an agent sits on seat %d: override puts your move in place of its own",
				  seat);
	return play(judge, seat, wish->text, NULL, "plays");
}

/* In place of an answer that waits at the gate: the agent thinks that it has played its own.  */
static char *override_held(struct judge *judge, int seat, int i, const char *move)
{
	struct message *message = &gate_at(&judge->gate, i)->message;
	char *answered = bytes_copy(message->bytes, message_text_size(message));
	char *problem = play(judge, seat, move, answered, "override");
	struct held held;

	free(answered);
	if (problem)
		return problem;
	held = gate_take_at(&judge->gate, i);
	held.message.flags |= MESSAGE_CHANGED | MESSAGE_DROPPED;
	held.message.n = ++judge->last_n;
	held.message.turn = judge->match.turn_count;
	judge_put(judge, (struct effect){.kind = EFFECT_MESSAGE, .seat = seat, .message = held.message});
	return NULL;
}

static char * override(struct judge *judge, const struct wish *wish)
{
	int seat = seat_on_turn(judge), i;
	const struct turn *last = judge_last_turn(judge);
	char *problem;

	if (judge->match.over)
		return bytes_text("the match is over");
	if (seat != SEAT_NONE && !is_person(judge, seat)) {
		i = held_answer(judge, seat);
		return i >= 0 ? override_held(judge, seat, i, wish->text)
			      : play(judge, seat, wish->text, NULL, "override");
	}
	if (!last || is_person(judge, last->seat))
		return bytes_text("there is no agent's move to override");
	seat = last->seat;
	if ((problem = judge->protocol->takeback(judge->state, 1)))
		return problem;
	return play(judge, seat, wish->text, NULL, "override");
}

static char *take_back(struct judge *judge, const struct wish *wish)
{
	int count = wish->count > 0 ? wish->count : 1;
	char *problem;

	if (count > judge->match.turn_count)
		return judge->match.turn_count
			       ? bytes_text("only %d moves were played", judge->match.turn_count)
			       : bytes_text("no move was played yet");
	for (int s = 0; s < SEATS; s++)
		if (judge->seat[s].life == LIFE_GONE || judge->seat[s].leaving)
			return bytes_text("seat %d has left: nobody could go on from there", s);
	problem = judge->protocol->takeback(judge->state, count);
	if (!problem)
		judge_note(judge, SEAT_NONE, CHANNEL_EVENT, bytes_text("takeback %d", count));
	return problem;
}

static char *end(struct judge *judge, const struct wish *wish)
{
	char *who;

	if (judge->match.over)
		return bytes_text("the match is over");
	judge_note(judge, wish->seat, CHANNEL_EVENT,
		   bytes_text("%s", wish->kind == WISH_RESIGN      ? "resigns"
				    : wish->kind == WISH_INTERRUPT ? "interrupted"
				    : wish->seat                   ? "declared the winner"
								   : "declared a draw"));
	if (wish->kind == WISH_INTERRUPT) {
		referee_verdict(judge, WINNER_NONE, REASON_INTERRUPTED, SEAT_NONE, "broken off by a person");
	} else if (wish->kind == WISH_ADJUDICATE) {
		referee_verdict(judge, wish->seat, REASON_ADJUDICATED, SEAT_NONE, "decided by a person");
	} else {
		who = judge_seat_words(judge, wish->seat);
		referee_verdict(judge, seat_opponent(wish->seat), REASON_RESIGN, wish->seat, "%s resigned",
				who);
		free(who);
	}
	return NULL;
}

static char *grant(struct judge *judge, const struct wish *wish)
{
	switch (wish->kind) {
	case WISH_PAUSE: return set_gate(judge, GATE_CLOSED, 0, "pause");
	case WISH_GO: return set_gate(judge, GATE_OPEN, 0, "go");
	case WISH_STEP: return set_gate(judge, GATE_MESSAGES, wish->count, "step");
	case WISH_NEXT: return set_gate(judge, GATE_MOVES, wish->count, "next");
	case WISH_PLAY: return play_for_person(judge, wish);
	case WISH_OVERRIDE: return override(judge, wish);
	case WISH_TAKEBACK: return take_back(judge, wish);
	case WISH_RESIGN:
	case WISH_ADJUDICATE:
	case WISH_INTERRUPT: return end(judge, wish);
	}
	return bytes_text("nobody knows how to do that");
}

char *judge_wish(struct judge *judge, int64_t t, const struct wish *wish)
{
	char *problem;

	judge_time(judge, t);
	problem = grant(judge, wish);
	judge_settle(judge);
	return problem;
}
