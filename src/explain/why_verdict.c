/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_verdict.c - explains why a match has ended, and what the hand of a person did to that.  */
#include "judge/judge_state.h"
#include "why_state.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ACTS_SHOWN = 8, LOOKED_THROUGH = 512 };

/* Is it an act of a person that may change what the agent does?  */
static bool is_act(const struct event *event)
{
	switch (event->kind) {
	case EVENT_EDIT:
	case EVENT_DROP:
	case EVENT_SEND:
	case EVENT_SENT_SIGNAL:
	case EVENT_FREEZE:
	case EVENT_TURN_LIMIT:
	case EVENT_MATCH_LIMIT: return true;
	case EVENT_DELAY: return event->number[1] > 0;
	default: return false;
	}
}

/* The first message of the seat after n that goes this way and has these flags; false: there is none.  */
static bool next_with(const struct why *why, int seat, int64_t n, enum direction way, unsigned flags,
		      unsigned lacks, struct message *message)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_ALL,
				    .directions = 1u << way};

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, message); i++)
		if ((message->flags & flags) == flags && !(message->flags & lacks))
			return true;
	return false;
}

/* The first message to the seat after its next delay is over; false: there is none.  */
static bool next_delayed(const struct why *why, int seat, int64_t n, struct message *message)
{
	struct why_search search = {.from = n + 1,
				    .step = 1,
				    .seats = 1u << seat,
				    .channels = CHANNEL_BIT(CHANNEL_EVENT),
				    .directions = 1u << EVENT};

	for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, message); i++)
		if (message->event.kind == EVENT_DELAY_OVER)
			return next_with(why, seat, message->n, TO_AGENT, 0, MESSAGE_WITHHELD, message);
	return false;
}

/* The message that the act of the seat's event was about; false: it is not known.  */
static bool message_of(const struct why *why, const struct message *act, struct message *message)
{
	enum direction way = act->event.number[0] ? TO_AGENT : FROM_AGENT;

	switch (act->event.kind) {
	case EVENT_EDIT:
		return next_with(why, act->seat, act->n, way, MESSAGE_WITHHELD | MESSAGE_CHANGED, 0, message);
	case EVENT_DROP:
		return next_with(why, act->seat, act->n, way, MESSAGE_WITHHELD, MESSAGE_CHANGED, message);
	case EVENT_SEND:
		return next_with(why, act->seat, act->n, TO_AGENT, MESSAGE_EDITED, MESSAGE_WITHHELD, message);
	case EVENT_DELAY:
		return way == FROM_AGENT ? next_with(why, act->seat, act->n, way, MESSAGE_HELD, 0, message)
					 : next_delayed(why, act->seat, act->n, message);
	default: return false;
	}
}

/* Adds the act, the message that it was about, and what took its place.  */
static void add_act(struct why *why, const struct message *act)
{
	struct message shown = *act, message;
	int seat = act->seat;
	enum event_kind kind = act->event.kind;

	why_line(why, &shown);
	if (!message_of(why, act, &message))
		return;
	why_line(why, &message);
	if (kind == EVENT_EDIT &&
	    next_with(why, seat, message.n, message.direction, MESSAGE_EDITED, 0, &message))
		why_line(why, &message);
}

/* Did the seat's process start with this event?  */
static bool is_beginning(const struct message *message, int seat)
{
	return message->seat == seat &&
	       (message->event.kind == EVENT_STARTED || message->event.kind == EVENT_STAYS);
}

/* Does the act show the seat in another light?  What an agent says to people does not matter.  */
static bool excuses(const struct why *why, const struct message *act, const struct why_turn *turn,
		    const char *reason)
{
	bool late = strcmp(reason, REASON_TIMEOUT) == 0 || strcmp(reason, REASON_START) == 0;
	const struct protocol *protocol = protocol_named(why->match->setup.system);
	struct message message;

	switch (act->event.kind) {
	case EVENT_EDIT:
	case EVENT_DROP:
		return !message_of(why, act, &message) || message.direction == TO_AGENT ||
		       protocol_is_answer(protocol, message.seat, message.channel);
	case EVENT_SEND: return true;
	case EVENT_SENT_SIGNAL:
		return late || strcmp(reason, REASON_CRASH) == 0 || strcmp(reason, REASON_EXIT) == 0;
	case EVENT_DELAY: return late && act->n > turn->began_n;
	default: return false;
	}
}

/* The newest acts on the seat's process before the end of the turn, backwards.  Returns how many.  */
static int acts_on(const struct why *why, const struct why_turn *turn, struct message acts[ACTS_SHOWN])
{
	struct why_search search = {.from = turn->end_n,
				    .step = -1,
				    .seats = 1u << turn->seat | 1u << SEAT_NONE,
				    .channels = CHANNEL_BIT(CHANNEL_EVENT),
				    .directions = 1u << EVENT};
	struct message act;
	int count = 0;

	for (int i = 0; i < LOOKED_THROUGH && count < ACTS_SHOWN && why_walk(why, &search, &act) &&
			!is_beginning(&act, turn->seat);
	     i++)
		if (is_act(&act.event) && (act.seat == turn->seat || act.event.kind == EVENT_FREEZE))
			acts[count++] = act;
	return count;
}

/* May that have led to the verdict, which ended the turn?  */
static bool why_hand_excuses(const struct why *why, const struct why_turn *turn)
{
	struct message acts[ACTS_SHOWN];
	int count = acts_on(why, turn, acts);

	for (int i = 0; i < count; i++)
		if (excuses(why, &acts[i], turn, why->match->verdict.reason))
			return true;
	return false;
}

/* If a person dropped or delayed the seat's answer, it is the turn's.  */
static void why_hand_answer(const struct why *why, struct why_turn *turn)
{
	const struct protocol *protocol = protocol_named(why->match->setup.system);
	struct message acts[ACTS_SHOWN], message;
	int count = turn->answer_n ? 0 : acts_on(why, turn, acts);

	for (int i = 0; i < count && acts[i].n > turn->asked_n; i++)
		if ((acts[i].event.kind == EVENT_DROP || acts[i].event.kind == EVENT_DELAY) &&
		    message_of(why, &acts[i], &message) && message.direction == FROM_AGENT &&
		    protocol_is_answer(protocol, message.seat, message.channel)) {
			turn->answer_n = message.n;
			turn->answer_ns = message.t_ns;
		}
}

/* Adds a section with what a person did to the messages and the process of the turn's seat before its end;
 * nothing if there is none.  */
static void why_hand(struct why *why, const struct why_turn *turn)
{
	struct message acts[ACTS_SHOWN];
	int count = acts_on(why, turn, acts);
	char *who = why_seat(why, turn->seat, turn->end_n);

	if (count)
		bytes_addf(&why->text, "What a person did to %s\n", who);
	free(who);
	while (count-- > 0)
		if (why_number(why, acts[count].n, &acts[count])) /* its text is gone */
			add_act(why, &acts[count]);
}

void why_edited(struct why *why, const struct message *message)
{
	struct why_search search =
		why_back_from(message->n - 1, message->seat, message->direction, CHANNEL_ALL);
	int64_t n = message->n;
	int seat = message->seat;
	enum direction way = message->direction;
	unsigned flags = message->flags;
	struct message other;

	if (flags & MESSAGE_WITHHELD && flags & MESSAGE_CHANGED &&
	    next_with(why, seat, n, way, MESSAGE_EDITED, 0, &other)) {
		bytes_add_text(&why->text, "What a person put in its place\n");
		why_line(why, &other);
	} else if (flags & MESSAGE_EDITED && !(flags & MESSAGE_WITHHELD)) {
		for (int i = 0; i < WHY_LOOKED_THROUGH && why_walk(why, &search, &other); i++) {
			if (!(other.flags & MESSAGE_WITHHELD))
				continue;
			bytes_add_text(&why->text, "In place of\n");
			why_line(why, &other);
			return;
		}
	}
}

/* Does the answer of the last turn prove the verdict?  */
static bool ended_by_move(const struct why *why)
{
	const struct turn *last = match_turn(why->match, why->match->turn_count);

	for (int i = 0; i < PROOFS && last && last->message; i++)
		if (why->match->verdict.proof[i] == last->message)
			return true;
	return false;
}

/* The seat failed without a move.  */
static void add_steps_of_failure(struct why *why, int seat, bool *begun)
{
	const struct setup *setup = &why->match->setup;
	const struct option_row *own = setup_turn_row(seat);
	bool timeout = strcmp(why->match->verdict.reason, REASON_TIMEOUT) == 0;

	why_next(why, begun, "resume", bytes_text("resume"), "play on from here, with fresh agents");
	if (timeout && setup_turn_limit(setup, seat))
		why_next(why, begun, "set",
			 bytes_text("set %s TIME",
				    setup->seat[seat].kind == SEAT_HUMAN   ? option_human_time.name
				    : own && setup_given(setup, own->name) ? own->name
									   : option_turn_time.name),
			 "after that: change the limit");
	if (seat != SEAT_NONE && why_is_agent(why, seat, 0)) {
		why_next(why, begun, "seat", bytes_text("seat %d human", seat),
			 "play its moves yourself from here on");
		why_next(why, begun, "info", bytes_text("info seat %d", seat),
			 "its times, CPU and memory, move by move");
		why_next(why, begun, "gdb", bytes_text("gdb %d", seat),
			 "look inside its process when it plays again");
	}
}

static void add_steps(struct why *why, int seat, bool failed)
{
	int turns = why->match->turn_count;
	bool begun = false;

	if (failed && !ended_by_move(why)) {
		add_steps_of_failure(why, seat, &begun);
	} else if (turns > 0) {
		why_next(why, &begun, "goto", bytes_text("goto %d", turns - 1),
			 "show the position before the last move");
		why_next(why, &begun, "override", bytes_text("override MOVE"),
			 "after that: replace the last move, and play on");
	}
}

/* excused: a person may have led the seat to blame there.  */
static void add_winner(struct why *why, bool excused)
{
	const struct verdict *verdict = &why->match->verdict;
	int turns = why->match->turn_count;
	size_t first; /* byte of the sentence */
	char *blamed = why_seat(why, verdict->blame, 0), *winner;

	bytes_add_text(&why->text, "  ");
	first = why->text.size;
	if (verdict->blame != SEAT_NONE)
		bytes_addf(&why->text, "%s %s to blame; ", blamed,
			   excused ? "failed after what a person did, and may not be" : "is");
	winner = verdict->winner > 0 ? why_seat(why, verdict->winner, 0) : NULL;
	if (winner)
		bytes_addf(&why->text, "%s wins", winner);
	else
		bytes_add_text(&why->text, verdict->winner == WINNER_DRAW ? "a draw" : "nobody wins");
	bytes_addf(&why->text, ", after %d turn%s.\n", turns, turns == 1 ? "" : "s");
	why->text.at[first] = (char)toupper((unsigned char)why->text.at[first]);
	free(winner);
	free(blamed);
}

static void add_proofs(struct why *why)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;
	bool begun = false;

	for (int i = 0; i < PROOFS && verdict->proof[i]; i++) {
		if (!why_number(why, verdict->proof[i], &message))
			continue;
		if (!begun)
			bytes_add_text(&why->text, "Messages that prove it\n");
		begun = true;
		why_line(why, &message);
	}
}

/* Adds why the rules refused the losing answer.  */
static void add_refusal(struct why *why)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;

	if (strcmp(verdict->reason, REASON_ILLEGAL) != 0)
		return;
	for (int i = 0; i < PROOFS && verdict->proof[i]; i++)
		if (why_number(why, verdict->proof[i], &message))
			why_refusal(why, &message);
}

/* The seat that caused the end: the one to blame, or else the one that moved last; SEAT_NONE: the game
 * program, or nobody.  */
static int seat_of_end(const struct why *why)
{
	const struct match *match = why->match;
	const struct turn *last = match_turn(match, match->turn_count);

	return match->verdict.blame != SEAT_NONE ? match->verdict.blame : last ? last->seat : SEAT_NONE;
}

/* Adds the last answer of the seat to the turn, if it proves the verdict.  */
static void add_answer(struct why *why, struct why_turn *turn)
{
	const struct verdict *verdict = &why->match->verdict;
	struct message message;

	for (int i = 0; i < PROOFS && verdict->proof[i] && !turn->answer_n; i++) {
		if (!why_number(why, verdict->proof[i], &message) || message.seat != turn->seat ||
		    message.direction != FROM_AGENT || message.n < turn->asked_n)
			continue;
		turn->answer_n = message.n;
		turn->answer_ns = message.t_ns;
	}
}

static bool is_word(const char *reason, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(reason, *words) == 0)
			return true;
	return false;
}

/* Adds what people did to all agents.  */
static void add_hands(struct why *why, int64_t n)
{
	for (int s = 0; s < SEATS; s++) {
		struct why_turn turn = why_turn_of(why, s, n, why->match->ended_ns);

		why_hand(why, &turn);
	}
}

void why_verdict(struct why *why)
{
	static const char *const by_people[] = {REASON_ADJUDICATED, REASON_INTERRUPTED, REASON_RESIGN, NULL};
	const struct match *match = why->match;
	const struct verdict *verdict = &match->verdict;
	const struct protocol *protocol = protocol_named(match->setup.system);
	bool by_person = is_word(verdict->reason, by_people),
	     late = strcmp(verdict->reason, REASON_TIMEOUT) == 0 ||
		    strcmp(verdict->reason, REASON_START) == 0,
	     failed = verdict->blame != SEAT_NONE || strcmp(verdict->reason, REASON_GAME) == 0,
	     excused = false;
	struct message note;
	bool found = why_newest(why, CHANNEL_EVENT, why_is_verdict, &note), ran;
	/* The verdict is about the seat of its event, even if that is not to blame.  */
	int seat = failed ? verdict->blame : found && note.seat ? note.seat : seat_of_end(why);
	char *ending = protocol->texts->ending ? protocol->texts->ending(match) : NULL;
	struct why_turn turn;

	if (found) {
		turn = why_turn_of(why, seat, note.n, match->ended_ns);
		excused = !by_person && (failed ? why_hand_excuses(why, &turn) : note.seat != SEAT_NONE);
	}
	bytes_addf(&why->text, "%s: %s\n", verdict->reason, verdict->detail ? verdict->detail : "");
	add_winner(why, excused);
	if (ending)
		bytes_add_text(&why->text, ending);
	free(ending);
	if (found)
		add_hands(why, note.n);
	add_refusal(why);
	why_rule(why, verdict);
	add_proofs(why);
	if (found && why_is_agent(why, seat, 0) && !by_person) {
		ran = !why_never_ran(why, &turn);
		if (ran) {
			add_answer(why, &turn);
			why_hand_answer(why, &turn);
			why_times(why, &turn, verdict->reason);
		}
		/* What it did when its time was over says nothing if it was not asked or not heard.  */
		if (failed && !(late && excused))
			why_process(why, &turn);
		if (failed || excused)
			why_backtrace(why, &turn);
		if ((failed || excused) && ran)
			why_words(why, &turn);
	}
	add_steps(why, seat, failed || excused);
}

bool why_is_verdict(const struct message *message)
{
	return message->event.kind == EVENT_VERDICT;
}
