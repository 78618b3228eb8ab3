/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* why_verdict.c - explains why a match has ended.  */
#include "why_state.h"

#include "judge/judge_state.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
	char *ending = protocol->ending ? protocol->ending(match) : NULL;
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
