/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* referee.c - the judge as a protocol sees it: sending, replacing a process, verdicts.  */
#include "ringside/referee.h"

#include "judge_parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct setup *referee_setup(const struct judge *judge)
{
	return &judge->match.setup;
}

const struct match *referee_match(const struct judge *judge)
{
	return &judge->match;
}

static void send_bytes(struct judge *judge, int s, enum channel channel, unsigned flags, const void *bytes,
		       size_t size)
{
	judge_send_message(judge, s, channel, flags | judge_take_start(judge, s), bytes, size);
}

static void send_formatted(struct judge *judge, int seat, enum channel channel, unsigned flags,
			   const char *format, va_list args)
{
	const struct bytes *line = judge_line(judge, format, args);

	send_bytes(judge, seat, channel, flags, line->at, line->size);
}

void referee_send_bytes(struct judge *judge, int seat, enum channel channel, unsigned flags,
			const void *bytes, size_t size)
{
	send_bytes(judge, seat, channel, flags, bytes, size);
}

void referee_send(struct judge *judge, int seat, enum channel channel, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	send_formatted(judge, seat, channel, 0, format, args);
	va_end(args);
}

void referee_ask(struct judge *judge, int seat, enum channel channel, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	send_formatted(judge, seat, channel, MESSAGE_ASKS, format, args);
	va_end(args);
}

const char *referee_address(const struct judge *judge, int seat)
{
	return judge->seat[seat].connection.address;
}

bool referee_is_connected(const struct judge *judge, int seat, bool ever)
{
	return judge->seat[seat].connection.connected ||
	       (ever && judge->seat[seat].connection.connections > 0);
}

int referee_refused(const struct judge *judge, int seat)
{
	return judge->seat[seat].connection.strangers;
}

void referee_remember(struct judge *judge, const char *name, const char *value)
{
	match_keep_option(&judge->match, name, value);
}

void referee_ready(struct judge *judge, int s)
{
	referee_answered(judge, s);
	judge_forget_stale(judge, s);
	judge_end_clock(judge, s);
	judge_set_ready(judge, s, true);
}

void referee_name(struct judge *judge, int seat, const char *name, size_t size)
{
	char *text;

	if (setup_is_named(&judge->match.setup, seat))
		return;
	text = bytes_copy(name, size);
	match_name_seat(&judge->match, seat, text);
	free(text);
	judge_put(judge, seat, EFFECT_NAME);
}

void referee_score(struct judge *judge, int seat, double score)
{
	match_score(&judge->match, seat, score);
	judge_put(judge, seat, EFFECT_SCORE)->turns = judge->match.turn_count;
}

static bool withdraw(struct judge *judge, int s, bool questions_only)
{
	bool unasked = judge_drop_unsent(judge, s, questions_only);
	const struct held *held;
	int i = 0;

	judge_take_start(judge, s);
	while ((held = gate_at(&judge->gate, i))) {
		if (held->message.seat != s || held->message.direction != TO_AGENT ||
		    (questions_only && !(held->message.flags & MESSAGE_ASKS))) {
			i++;
			continue;
		}
		unasked = unasked || held->message.flags & MESSAGE_ASKS;
		free(gate_take_at(&judge->gate, i).message.bytes);
	}
	return unasked;
}

bool referee_withdraw(struct judge *judge, int seat)
{
	return withdraw(judge, seat, false);
}

bool referee_unask(struct judge *judge, int seat)
{
	return withdraw(judge, seat, true);
}

/* What the old process said, and its end, no longer wait at the gate.  */
static void pass_what_waits(struct judge *judge, int s)
{
	const struct held *held;
	int i = 0;

	while ((held = gate_at(&judge->gate, i))) {
		struct held taken;

		if (held->message.seat != s) {
			i++;
			continue;
		}
		taken = gate_take_at(&judge->gate, i);
		if (taken.exited)
			judge_pass_exit(judge, s, taken.ending);
		else if (taken.message.flags & MESSAGE_WITHHELD)
			judge_pass_dropped(judge, &taken.message);
		else
			judge_pass_from_agent(judge, &taken.message);
		free(taken.message.bytes);
	}
}

void referee_respawn(struct judge *judge, int s, int64_t grace)
{
	referee_answered(judge, s);
	judge_end_clock(judge, s);
	referee_withdraw(judge, s);
	judge_set_life(judge, s, LIFE_REPLACED);
	judge_set_ready(judge, s, false);
	judge_forget_process(judge, s);
	judge_forget_bytes(judge, s);
	judge_words_due(judge, s);
	judge_end_forget(judge, s);
	pass_what_waits(judge, s);
	judge_dismiss_seat(judge, s, grace);
	judge_put(judge, s, EFFECT_SPAWN);
}

void referee_drop(struct judge *judge)
{
	judge_mark_cause(judge, MESSAGE_DROPPED);
}

int64_t referee_message(const struct judge *judge)
{
	const struct message *cause = judge_cause(judge);

	return cause ? cause->n : judge->end_n;
}

char *referee_ending_words(struct ending ending)
{
	struct message message = {.direction = EVENT, .event = event_of_ending(ending)};

	return event_words(&message);
}

/* The verdict ends the seat's clock, perhaps in the middle of a turn.  */
static void break_off(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];
	bool thinks =
		seat->turn.state == TURN_OPEN && seat->time.clock.open && seat->process.life != LIFE_NONE;
	int64_t began = seat->time.clock.began - judge->time.t0, think = judge_end_clock(judge, s);

	match_break_off(&judge->match, s, thinks ? think : -1,
			thinks && seat->asked.t >= began ? seat->asked.t : -1);
}

/* Says that the agent to blame was late while it waited for a core, if that matters in the whole of its turn,
 * which may have gone on since this was told.  An agent that says that it cannot start was not late.  */
static void add_waiting(struct judge *judge, struct verdict *verdict)
{
	char *words, *detail;

	if (strcmp(verdict->reason, REASON_START) == 0 && referee_message(judge)) {
		match_forget_waiting(&judge->match, verdict->blame);
		return;
	}
	match_wait_until(&judge->match, verdict->blame,
			 judge_awaited_for(judge, verdict->blame, judge->time.now));
	if (!match_waited_late(&judge->match, verdict))
		return;
	words = waiting_words(&judge->match.unfinished[verdict->blame].waiting);
	detail = bytes_text("%s; it %s", verdict->detail, words);
	free(words);
	free(verdict->detail);
	verdict->detail = detail;
}

void judge_end_match(struct judge *judge, struct verdict verdict)
{
	int64_t message = referee_message(judge),
		asked = verdict.blame == SEAT_NONE ? 0 : judge->seat[verdict.blame].asked.n, touch;
	int proofs = 0, about = verdict.blame;

	if (judge->phase == OVER) {
		free(verdict.detail);
		return;
	}
	add_waiting(judge, &verdict);
	judge_thaw_all(judge);
	touch = judge_hand_on_verdict(judge, &verdict);
	while (proofs < PROOFS && verdict.proof[proofs])
		proofs++;
	if (asked && asked != message)
		verdict.proof[proofs++] = asked;
	if (message && proofs < PROOFS)
		verdict.proof[proofs++] = message;
	if (touch && proofs < PROOFS)
		verdict.proof[proofs++] = touch;
	for (int s = 0; s < SEATS; s++) {
		match_set_faults(&judge->match, s, judge_faults(judge, s));
		break_off(judge, s);
		referee_answered(judge, s);
		judge_clear_leave(judge, s);
		judge_drop_turn(judge, s);
	}
	judge_end_pace(judge);
	judge_note_fault_counts(judge);
	judge_note(judge, about,
		   (struct event){.kind = EVENT_VERDICT, .word = verdict.reason, .number = {verdict.winner}},
		   verdict.detail, strlen(verdict.detail));
	judge_set_phase(judge, OVER);
	match_end_at(&judge->match, judge->time.now - judge->time.t0, verdict);
	for (int s = 0; s < SEATS; s++)
		judge_drop_unsent(judge, s, judge->protocol->last_news);
	judge_put(judge, SEAT_NONE, EFFECT_VERDICT);
	judge_stop(judge,
		   (struct stop){.kind = STOP_VERDICT, .seat = verdict.blame, .words = verdict.detail});
	for (int s = 0; s < SEATS; s++) {
		judge_settle_chatter(judge, s);
		judge_words_due(judge, s);
		judge_rest_due(judge, s);
	}
}

void referee_verdict(struct judge *judge, int winner, const char *reason, int blame, const char *format, ...)
{
	struct verdict verdict = {.winner = winner, .reason = reason, .blame = blame};
	va_list args;

	va_start(args, format);
	verdict.detail = bytes_vtext(format, args);
	va_end(args);
	judge_end_match(judge, verdict);
}

void referee_adjudicate(struct judge *judge, int winner, const char *cause, const char *format, ...)
{
	struct verdict verdict = {.winner = winner, .reason = REASON_ADJUDICATED, .cause = cause};
	va_list args;

	va_start(args, format);
	verdict.detail = bytes_vtext(format, args);
	va_end(args);
	judge_end_match(judge, verdict);
}

static void forfeit(struct judge *judge, int seat, const char *reason, const char *cause, const char *format,
		    va_list args)
{
	char *who = judge_seat_words(judge, seat), *what = bytes_vtext(format, args);

	judge_end_match(judge, (struct verdict){.winner = judge_winner_over(judge, seat),
						.reason = seat == SEAT_NONE ? REASON_GAME : reason,
						.cause = cause,
						.detail = bytes_text("%s %s", who, what),
						.blame = seat});
	free(what);
	free(who);
}

void referee_forfeit(struct judge *judge, int seat, const char *reason, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	forfeit(judge, seat, reason, NULL, format, args);
	va_end(args);
}

void referee_forfeit_case(struct judge *judge, int seat, const char *reason, const char *cause,
			  const char *format, ...)
{
	va_list args;

	va_start(args, format);
	forfeit(judge, seat, reason, cause, format, args);
	va_end(args);
}
