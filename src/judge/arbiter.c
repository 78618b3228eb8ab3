/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* arbiter.c - the judge as a protocol sees it: questions and answers, turns, faults, processes, verdicts.
 *
 * Also what follows for a verdict from what a person did, and from what both agents have said of their
 * position.  */
#include "ringside/arbiter.h"

#include "judge_parts.h"
#include "ringside/bytes.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a person did to a seat ----
 *
 * An agent whose messages a person edits, drops, delays or adds to knows another match than the judge does.
 * So what it does wrong from then on proves nothing against it.  A fresh process has not been touched.  */

/* A process reads in order, so it has replied to a person before it answers the next question.  It may owe
 * one more answer, if its reply was taken for the answer.  */
enum { ANSWERS_AFTER_SENT = 2 };

static bool is_told(const struct judge *judge)
{
	return !setup_given(&judge->match.setup, OPTION_TESTED);
}

void judge_touched(struct judge *judge, int s, struct event event)
{
	struct hand *hand = &judge->seat[s].hand;
	struct touch *touch = event.kind == EVENT_DELAY         ? &hand->delayed
			      : event.kind == EVENT_SENT_SIGNAL ? &hand->signalled
								: &hand->changed;
	bool to_agent = event.kind == EVENT_SEND || (event.kind == EVENT_EDIT && event.number[0]);

	if (!is_told(judge))
		return;
	*touch = (struct touch){.event = event,
				.n = judge->out.last_n,
				.number = judge->out.last_number,
				.count = touch->count + 1,
				.turn = judge_turn_now(judge, s)};
	if (to_agent) {
		hand->sent = touch->n;
		hand->answers = ANSWERS_AFTER_SENT;
	}
}

void judge_untouched(struct judge *judge, int s)
{
	judge->seat[s].hand = (struct hand){0};
}

/* Is what is wrong with it no fault of the agent: did a person write it, or may it be such a reply?  */
static bool judge_hand_excuses(const struct judge *judge, const struct message *message)
{
	return is_told(judge) && message->direction == FROM_AGENT &&
	       (message->flags & MESSAGE_EDITED || judge->seat[message->seat].hand.answers);
}

/* Has a person's delay taken time from the seat's turn, or from its match limit, which is used up?  */
static bool judge_hand_delays(const struct judge *judge, int s)
{
	const struct touch *delayed = &judge->seat[s].hand.delayed;

	return delayed->n && (delayed->turn >= judge_turn_now(judge, s) ||
			      clock_left(&judge->seat[s].time.clock, judge->time.now) <= 0);
}

/* What a person did that may have led to this; NULL: nothing.  What a game program was told or said reaches
 * the players too.  */
static const struct touch *touch_of(const struct judge *judge, int s, const char *reason, int *seat)
{
	const struct hand *hand = &judge->seat[s].hand, *program = &judge->seat[SEAT_NONE].hand;
	bool of_time = reason_is(reason, REASON_OF_LIMIT), of_process = reason_is(reason, REASON_OF_ENDING);

	*seat = s;
	if (of_time && judge_hand_delays(judge, s))
		return &hand->delayed;
	if ((of_time || of_process) && hand->signalled.n > hand->changed.n)
		return &hand->signalled;
	*seat = hand->changed.n ? s : SEAT_NONE;
	return hand->changed.n ? &hand->changed : program->changed.n ? &program->changed : NULL;
}

/* "a person edited a message from seat 1 (#41)".  The caller frees.  */
static char *touch_words(const struct touch *touch, int seat)
{
	FREED char *who = seat_title(seat, NULL);
	const char *way = touch->event.number[0] ? "to" : "from";
	struct bytes words = {0};

	bytes_add_text(&words, "a person ");
	switch (touch->event.kind) {
	case EVENT_SEND: bytes_addf(&words, "sent %s a message", who); break;
	case EVENT_SENT_SIGNAL: bytes_addf(&words, "sent %s a signal", who); break;
	case EVENT_DROP: bytes_addf(&words, "dropped a message %s %s", way, who); break;
	case EVENT_DELAY: bytes_addf(&words, "delayed a message %s %s", way, who); break;
	default: bytes_addf(&words, "edited a message %s %s", way, who); break;
	}
	bytes_addf(&words, " (#%lld", (long long)touch->number);
	if (touch->count > 1)
		bytes_addf(&words, ", the last of %d such acts", touch->count);
	bytes_add_text(&words, ")");
	return words.at;
}

/* Adds to a verdict's sentence what a person did.  If that may have led to it, nobody is to blame and nobody
 * wins.  The number of the note that proves it; 0: a person did nothing.  */
static int64_t judge_hand_on_verdict(const struct judge *judge, struct verdict *verdict)
{
	int failed = verdict->blame, seat = SEAT_NONE;
	const struct touch *touch = NULL;
	char *words, *detail;

	verdict->failed = failed;
	if (reason_is(verdict->reason, REASON_OF_PEOPLE))
		return 0;
	if (judge->match.setup.seat[failed].kind == SEAT_AGENT && failed != SEAT_NONE)
		touch = touch_of(judge, failed, verdict->reason, &seat);
	if (touch) {
		verdict->blame = SEAT_NONE;
		verdict->winner = WINNER_NONE;
	}
	for (int s = 0; s < SEATS && !touch; s++)
		if (judge->seat[s].hand.changed.n) {
			touch = &judge->seat[s].hand.changed;
			seat = s;
		}
	if (!touch)
		return 0;
	words = touch_words(touch, seat);
	detail = bytes_text("%s; %s%s", verdict->detail, words,
			    verdict->blame != failed ? ", so nobody is to blame" : "");
	free(words);
	free(verdict->detail);
	verdict->detail = detail;
	return touch->n;
}

/* ---- what a seat has to answer ---- */

void judge_set_question(struct judge *judge, int s, enum question question)
{
	struct seat *seat = &judge->seat[s];

	assert(question != QUESTION_OVERTAKEN || seat->asked.state == QUESTION_OPEN);
	seat->asked.state = question;
}

bool arbiter_is_asked(const struct judge *judge, int seat)
{
	return judge->seat[seat].asked.state == QUESTION_OPEN;
}

static bool is_question(const struct message *message, int seat)
{
	return message->seat == seat && message->direction == TO_AGENT && message->flags & MESSAGE_ASKS;
}

bool arbiter_question_waits(const struct judge *judge, int seat)
{
	const struct effect_queue *actions = &judge->out.actions;
	const struct message *message;

	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (is_question(message, seat))
			return true;
	for (int64_t i = actions->first; i < actions->last; i++)
		if (actions->at[i].kind == EFFECT_MESSAGE && is_question(&actions->at[i].message, seat))
			return true;
	return false;
}

static void await(struct judge *judge, int s, int64_t limit, int64_t tolerance)
{
	struct seat *seat = &judge->seat[s];

	if (judge->hearing.on)
		return;
	countdown_clear(&seat->time.await);
	seat->asked.await_limit = limit ? limit + tolerance : 0;
	if (!limit || seat->asked.state != QUESTION_OPEN ||
	    arbiter_question_waits(judge, s)) /* judge_question_written() begins the limit */
		return;
	countdown_set(&seat->time.await, seat->asked.await_limit, judge->time.now,
		      judge_time_stands(judge, s));
	seat->asked.await_limit = 0;
}

void arbiter_await(struct judge *judge, int seat, int64_t limit)
{
	await(judge, seat, limit, judge->match.setup.tolerance);
}

void arbiter_wait(struct judge *judge, int seat, int64_t limit)
{
	await(judge, seat, limit, 0);
}

void arbiter_expect(struct judge *judge, int s, int64_t limit)
{
	judge_set_question(judge, s, QUESTION_OPEN);
	arbiter_await(judge, s, limit);
}

void arbiter_answered(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->hand.answers && seat->asked.state == QUESTION_OPEN && seat->asked.n > seat->hand.sent)
		seat->hand.answers--;
	judge_set_question(judge, s, QUESTION_NONE);
	arbiter_await(judge, s, 0);
}

void judge_question_written(struct judge *judge, int s, const struct message *message)
{
	struct asked *asked = &judge->seat[s].asked;

	judge_set_question(judge, s, QUESTION_OPEN);
	asked->before = asked->n;
	asked->n = message->n;
	asked->t = message->t_ns;
	if (!judge->seat[s].time.clock.open)
		match_forget_waiting(&judge->match, s);
	if (asked->await_limit)
		countdown_set(&judge->seat[s].time.await, asked->await_limit, judge->time.now,
			      judge_time_stands(judge, s));
	asked->await_limit = 0;
}

/* ---- answers that nobody waits for any more ----
 *
 * A person moved in the agent's place, the turn was taken back, or its time is over.  An agent still answers
 * its old questions, in order.  So the judge counts the answers still to come and drops them, whatever is
 * asked meanwhile.  The protocol never sees them.  */

void arbiter_supersede(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (arbiter_unask(judge, s) || seat->asked.state != QUESTION_OPEN ||
	    seat->stale.superseded == seat->asked.n)
		return;
	seat->stale.superseded = seat->asked.n;
	arbiter_drop_answer(judge, s, NULL);
}

void arbiter_drop_answer(struct judge *judge, int s, const struct fault_row *late)
{
	struct seat *seat = &judge->seat[s];

	seat->stale.answers++;
	if (!late)
		return;
	seat->stale.late++;
	seat->stale.late_row = late;
}

bool judge_drop_stale(struct judge *judge, const struct message *message)
{
	const struct protocol *protocol = judge->protocol;
	struct seat *seat = &judge->seat[message->seat];

	if (!seat->stale.answers || !(protocol->is_answer ? protocol->is_answer(judge->state, message)
							  : message->channel == protocol->moves))
		return false;
	arbiter_drop(judge);
	seat->stale.answers--;
	if (seat->stale.late) {
		seat->stale.late--;
		arbiter_fault(judge, message->seat, seat->stale.late_row);
	}
	if (!seat->stale.answers && seat->asked.state == QUESTION_OPEN &&
	    seat->stale.superseded == seat->asked.n)
		arbiter_answered(judge, message->seat);
	return true;
}

void judge_forget_stale(struct judge *judge, int s)
{
	judge->seat[s].stale.answers = judge->seat[s].stale.late = 0;
}

/* ---- faults, and notices for people ----
 *
 * Both are rows of tables (event.h).  A fault is noted once for a seat and then only counted.  */

/* Counts a fault.  True: it is the seat's first of this kind.  */
static bool count_fault(struct seat *seat, const struct fault_row *row)
{
	seat->faults.in_turn++;
	for (int i = 0; i < seat->faults.kinds; i++)
		if (seat->faults.kind[i].row == row) {
			seat->faults.kind[i].count++;
			return false;
		}
	seat->faults.kind = bytes_resized(seat->faults.kind,
					  (size_t)(seat->faults.kinds + 1) * sizeof(*seat->faults.kind));
	seat->faults.kind[seat->faults.kinds++] = (struct fault_kind){.row = row, .count = 1};
	return true;
}

/* True: the seat loses because of it.  */
static bool note_fault(struct judge *judge, int s, const struct fault_row *row)
{
	enum { KEPT = 200 };
	const struct message *message = judge_cause(judge);
	bool strict = row->weight == FAULT_FORGIVEN && judge->match.setup.strict;

	if (message && judge_hand_excuses(judge, message)) {
		judge_mark_cause(judge, message->flags & MESSAGE_EDITED ? 0 : MESSAGE_REPLY);
		return row->weight == FAULT_LOSES;
	}
	judge_mark_cause(judge, MESSAGE_FAULT);
	judge_stop(judge,
		   (struct stop){.kind = STOP_FAULT, .seat = s, .message = message, .words = row->phrase});
	if (count_fault(&judge->seat[s], row))
		judge_note(judge, s,
			   (struct event){.kind = EVENT_FAULT,
					  .word = row->name,
					  .number = {message ? message->n : 0, strict}},
			   message ? message->bytes : NULL,
			   message && message->size > KEPT ? KEPT
			   : message                       ? message->size
							   : 0);
	return strict || row->weight == FAULT_LOSES;
}

bool arbiter_fault(struct judge *judge, int s, const struct fault_row *row)
{
	return arbiter_fault_as(judge, s, row, NULL, "broke the protocol: %s", row->phrase);
}

bool arbiter_fault_as(struct judge *judge, int s, const struct fault_row *row, const char *cause,
		      const char *format, ...)
{
	va_list args;
	char *words;

	if (note_fault(judge, s, row)) {
		va_start(args, format);
		words = bytes_vtext(format, args);
		va_end(args);
		arbiter_forfeit_case(judge, s, REASON_PROTOCOL, cause, "%s", words);
		free(words);
	}
	return judge->match.over;
}

void arbiter_notice(struct judge *judge, int seat, const struct notice_row *row)
{
	arbiter_notice_of(judge, seat, row, 0, 0, NULL);
}

void arbiter_notice_of(struct judge *judge, int seat, const struct notice_row *row, int64_t a, int64_t b,
		       const char *text)
{
	judge_note(judge, seat, (struct event){.kind = EVENT_NOTICE, .word = row->name, .number = {a, b}},
		   text, text ? strlen(text) : 0);
}

void arbiter_warn(struct judge *judge, int seat, const struct notice_row *row, const char *text)
{
	arbiter_notice_of(judge, seat, row, 0, 0, text);
	if (!judge->match.warning[seat])
		judge->match.warning[seat] =
			bytes_text("%.*s%s", (int)strcspn(row->sentence, "{"), row->sentence, text);
}

void arbiter_no_move(struct judge *judge, int s, bool told)
{
	int64_t tolerance = judge->seat[s].time.clock.tolerance;
	struct limit limit = judge_limit(judge, s, tolerance);

	judge_note_fields(judge, s, EVENT_NO_MOVE, limit.which, limit.ns, tolerance, told);
}

/* The seat's move came `over` ns behind a limit, and the tolerance allows it.  */
static void judge_forgive(struct judge *judge, int s, int64_t over)
{
	const struct setup *setup = &judge->match.setup;
	struct limit limit = judge_limit(judge, s, over);

	judge->seat[s].faults.forgiven++;
	judge_note_fields(judge, s, EVENT_FORGIVEN, limit.which, over, limit.ns, setup->tolerance);
}

/* Notes how often each fault was seen, if more than once.  */
static void judge_note_fault_counts(struct judge *judge)
{
	for (int s = 0; s < SEATS; s++)
		for (int i = 0; i < judge->seat[s].faults.kinds; i++)
			if (judge->seat[s].faults.kind[i].count > 1)
				judge_note_fields(judge, s, EVENT_FAULT_COUNT,
						  judge->seat[s].faults.kind[i].row->name,
						  judge->seat[s].faults.kind[i].count, 0, 0);
}

/* ---- turns ---- */

void judge_set_turn(struct judge *judge, int s, enum turn_state turn)
{
	struct seat *seat = &judge->seat[s];

	assert(turn == TURN_NONE || seat->turn.state == TURN_NONE ||
	       (turn == TURN_OPEN && seat->turn.state == TURN_DUE));
	seat->turn.state = turn;
}

/* MESSAGE_STARTS for the first message since arbiter_start_clock(), else 0.  */
static unsigned judge_take_start(struct judge *judge, int s)
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

/* ---- messages and processes ---- */

const struct setup *arbiter_setup(const struct judge *judge)
{
	return &judge->match.setup;
}

const struct match *arbiter_match(const struct judge *judge)
{
	return &judge->match;
}

int64_t arbiter_now(const struct judge *judge)
{
	return judge->time.now - judge->time.t0;
}

bool arbiter_is_tapped(const struct judge *judge)
{
	return judge->hearing.on;
}

bool arbiter_is_agent(const struct judge *judge, int seat)
{
	return judge->match.setup.seat[seat].kind == SEAT_AGENT;
}

/* A goodbye to a replaced process passes at once.  Any other line may have to keep a distance.  */
static bool bypasses_gate(const struct judge *judge, int seat)
{
	return judge->flow.direct && (judge->mode == LIVE || judge->phase == OVER) &&
	       (!judge->flow.line_delay || judge->seat[seat].process.life == LIFE_REPLACED);
}

/* Sends a message of the judge through the gate, where it may wait.  */
static void judge_send_message(struct judge *judge, int seat, enum channel channel, unsigned flags,
			       const void *bytes, size_t size)
{
	struct held held = {.message = {.t_ns = judge->time.now - judge->time.t0,
					.seat = seat,
					.direction = TO_AGENT,
					.channel = channel,
					.flags = flags,
					.bytes = (char *)bytes,
					.size = size}};

	if (judge->hearing.on)
		return; /* the other judge says what it wants */
	if (bypasses_gate(judge, seat) || judge_let_pass(judge, &held))
		judge_pass_to_agent(judge, &held.message);
}

void arbiter_send_bytes(struct judge *judge, int seat, enum channel channel, unsigned flags,
			const void *bytes, size_t size)
{
	judge_send_message(judge, seat, channel, flags | judge_take_start(judge, seat), bytes, size);
}

static void send_formatted(struct judge *judge, int seat, enum channel channel, unsigned flags,
			   const char *format, va_list args)
{
	struct bytes *line = &judge->draft.line;

	line->size = 0;
	bytes_vaddf(line, format, args);
	arbiter_send_bytes(judge, seat, channel, flags, line->at, line->size);
}

void arbiter_send(struct judge *judge, int seat, enum channel channel, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	send_formatted(judge, seat, channel, 0, format, args);
	va_end(args);
}

void arbiter_ask(struct judge *judge, int seat, enum channel channel, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	send_formatted(judge, seat, channel, MESSAGE_ASKS, format, args);
	va_end(args);
}

const char *arbiter_address(const struct judge *judge, int seat)
{
	return judge->seat[seat].connection.address;
}

bool arbiter_is_connected(const struct judge *judge, int seat, bool ever)
{
	return judge->seat[seat].connection.connected ||
	       (ever && judge->seat[seat].connection.connections > 0);
}

int arbiter_refused(const struct judge *judge, int seat)
{
	return judge->seat[seat].connection.strangers;
}

void arbiter_remember(struct judge *judge, const char *name, const char *value)
{
	setup_keep(match_change_setup(&judge->match), name, value);
}

void arbiter_ready(struct judge *judge, int s)
{
	arbiter_answered(judge, s);
	judge_forget_stale(judge, s);
	judge_end_clock(judge, s);
	judge_set_ready(judge, s, true);
}

void arbiter_name(struct judge *judge, int seat, const char *name, size_t size)
{
	char *text;

	if (setup_is_named(&judge->match.setup, seat))
		return;
	text = bytes_copy(name, size);
	setup_name(match_change_setup(&judge->match), seat, text);
	free(text);
	judge_put(judge, seat, EFFECT_NAME);
}

void arbiter_shows(struct judge *judge, bool begins, const char *row, size_t size)
{
	match_show_row(&judge->match, begins, row, size);
}

void arbiter_hides(struct judge *judge)
{
	match_hide(&judge->match);
}

void arbiter_score(struct judge *judge, int seat, double score)
{
	match_score(&judge->match, seat, score);
	judge_put(judge, seat, EFFECT_SCORE)->turns = judge->match.turn_count;
}

static bool withdraw(struct judge *judge, int s, bool questions_only)
{
	bool unasked = judge_drop_unsent(judge, s, questions_only);

	judge_take_start(judge, s);
	return gate_drop(&judge->gate, s, true, questions_only ? MESSAGE_ASKS : 0) & MESSAGE_ASKS || unasked;
}

bool arbiter_withdraw(struct judge *judge, int seat)
{
	return withdraw(judge, seat, false);
}

bool arbiter_unask(struct judge *judge, int seat)
{
	return withdraw(judge, seat, true);
}

void arbiter_drop(struct judge *judge)
{
	judge_mark_cause(judge, MESSAGE_DROPPED);
}

/* The number of the message being received; 0: there is none.  */
static int64_t arbiter_message(const struct judge *judge)
{
	const struct message *cause = judge_cause(judge);

	return cause ? cause->n : judge->end_n;
}

char *arbiter_ending_words(struct ending ending)
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

	judge->match.unfinished[s].think_ns = thinks ? think : -1;
	judge->match.unfinished[s].asked_ns = thinks && seat->asked.t >= began ? seat->asked.t : -1;
}

/* Says that the agent to blame was late while it waited for a core, if that matters in the whole of its turn,
 * which may have gone on since this was told.  An agent that says that it cannot start was not late.  */
static void add_waiting(struct judge *judge, struct verdict *verdict)
{
	struct waiting *waiting = &judge->match.unfinished[verdict->blame].waiting;
	int64_t took;
	char *words, *detail;

	if (strcmp(verdict->reason, REASON_START) == 0 && arbiter_message(judge)) {
		match_forget_waiting(&judge->match, verdict->blame);
		return;
	}
	took = judge_awaited_for(judge, verdict->blame, judge->time.now);
	if (waiting->ns && took > waiting->took_ns)
		waiting->took_ns = took;
	if (!match_waited_late(&judge->match, verdict))
		return;
	words = event_words(&(struct message){
		.direction = EVENT,
		.event = {.kind = EVENT_WAITED, .number = {waiting->ns, waiting->cpu_ns, waiting->took_ns}}});
	detail = bytes_text("%s; it %s", verdict->detail, words);
	free(words);
	free(verdict->detail);
	verdict->detail = detail;
}

static void add_last_proof(struct verdict *verdict, int64_t n)
{
	int proofs = 0;

	while (proofs < PROOFS && verdict->proof[proofs])
		proofs++;
	if (n && proofs < PROOFS)
		verdict->proof[proofs] = n;
}

/* Does it say something before it has read the question?  Then that is about the one before.  */
static bool speaks_early(const struct judge *judge, const struct seat *seat)
{
	const struct message *cause = judge_cause(judge);

	return cause && cause->flags & MESSAGE_UNASKED && seat->asked.state == QUESTION_OPEN &&
	       seat->stale.superseded != seat->asked.n;
}

void judge_prove(const struct judge *judge, struct verdict *verdict)
{
	int64_t message = arbiter_message(judge);
	const struct seat *seat = verdict->blame == SEAT_NONE ? NULL : &judge->seat[verdict->blame];

	if (seat && speaks_early(judge, seat))
		add_last_proof(verdict, seat->asked.before);
	if (seat && seat->asked.n != message)
		add_last_proof(verdict, seat->asked.n);
	add_last_proof(verdict, message);
}

void judge_close_match(struct judge *judge, struct verdict verdict)
{
	int64_t touch;
	int about = verdict.blame;

	judge_thaw_all(judge);
	touch = judge_hand_on_verdict(judge, &verdict);
	if (verdict.blame != SEAT_NONE)
		judge->match.timeouts[verdict.blame] += judge->seat[verdict.blame].time.clock.open &&
							judge->seat[verdict.blame].time.clock.passed &&
							!judge->hearing.on;
	add_last_proof(&verdict, touch);
	for (int s = 0; s < SEATS; s++) {
		judge->match.faults[s] = judge_faults(judge, s);
		break_off(judge, s);
		judge->seat[s].asked.owed = judge->seat[s].asked.state != QUESTION_NONE;
		arbiter_answered(judge, s);
		countdown_clear(&judge->seat[s].time.leave);
		judge_set_turn(judge, s, TURN_NONE);
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
		judge_renew_chatter(judge, s, true);
		judge_stderr_due(judge, s);
		judge_pending_due(judge, s);
	}
}

/* Ends the match, unless another judge has to.  Takes over the detail.  */
static void judge_end_match(struct judge *judge, struct verdict verdict)
{
	if (judge->phase == OVER) {
		free(verdict.detail);
		return;
	}
	judge_prove(judge, &verdict);
	add_waiting(judge, &verdict);
	if (judge->hearing.on && !verdict_is_final(&verdict))
		judge_keep_opinion(judge, verdict);
	else
		judge_close_match(judge, verdict);
}

void arbiter_verdict(struct judge *judge, int winner, const char *reason, int blame, const char *format, ...)
{
	struct verdict verdict = {.winner = winner, .reason = reason, .blame = blame};
	va_list args;

	va_start(args, format);
	verdict.detail = bytes_vtext(format, args);
	va_end(args);
	judge_end_match(judge, verdict);
}

void arbiter_adjudicate(struct judge *judge, int winner, const char *cause, const char *format, ...)
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
	FREED char *who = judge_seat_words(judge, seat), *what = bytes_vtext(format, args);

	judge_end_match(judge, (struct verdict){.winner = judge_winner_over(judge, seat),
						.reason = seat == SEAT_NONE ? REASON_GAME : reason,
						.cause = cause,
						.detail = bytes_text("%s %s", who, what),
						.blame = seat});
}

void arbiter_forfeit(struct judge *judge, int seat, const char *reason, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	forfeit(judge, seat, reason, NULL, format, args);
	va_end(args);
}

void arbiter_forfeit_case(struct judge *judge, int seat, const char *reason, const char *cause,
			  const char *format, ...)
{
	va_list args;

	va_start(args, format);
	forfeit(judge, seat, reason, cause, format, args);
	va_end(args);
}

/* ---- what agents say of their position ----
 *
 * A match ends when both agents have said for some moves that it is a draw, or who wins.  An agent says with
 * a move what its position is worth to it, in its own scale.  What each turn was worth is kept by turns, so
 * that a takeback also takes back what was said.  A person says nothing.  */

const struct option_row option_draw_when = OPTION_ROW(
	"draw-when", OPTION_TEXT, "TERMS", 0, .rare = true,
	.help = "end the match as a draw when both agents say so; score=10,moves=8,after=30: the last 8 "
		"values of each were from -10 to +10, and 30 moves of both were played; without after: at "
		"any time");
const struct option_row option_win_when = OPTION_ROW(
	"win-when", OPTION_TEXT, "TERMS", 0, .rare = true,
	.help = "end the match with a win when both agents say so; score=2000,moves=3: the last 3 "
		"values of one were at least +2000, and those of the other at most -2000; after as "
		"in --draw-when; with by=loser only the loser says so");

/* ---- the terms ---- */

/* Reads a number from `least` on that ends at a comma or at the end.  */
static bool read_number(const char **at, double least, double *number)
{
	char *end;

	if ((**at < '0' || **at > '9') && **at != '.')
		return false; /* strtod takes inf, nan and signs */
	*number = strtod(*at, &end);
	if (end == *at || (*end && *end != ',') || *number < least || isinf(*number))
		return false;
	*at = end;
	return true;
}

static bool read_count(const char **at, int *count)
{
	double number;

	if (!read_number(at, 1, &number) || number > OPTION_MANY || number != (int)number)
		return false;
	*count = (int)number;
	return true;
}

static bool read_word(const char **at, const char *word)
{
	size_t size = strlen(word);

	if (strncmp(*at, word, size) != 0 || (*at)[size] != '=')
		return false;
	*at += size + 1;
	return true;
}

static bool read_loser(const char **at)
{
	bool is = strncmp(*at, "loser", 5) == 0 && (!(*at)[5] || (*at)[5] == ',');

	*at += is ? 5 : 0;
	return is;
}

static bool read_terms(const char *text, struct terms *terms)
{
	bool scored = false;

	*terms = (struct terms){0};
	for (const char *at = text;; at++) {
		bool read = read_word(&at, "score")   ? (scored = read_number(&at, 0, &terms->score))
			    : read_word(&at, "moves") ? read_count(&at, &terms->moves)
			    : read_word(&at, "after") ? read_count(&at, &terms->after)
			    : read_word(&at, "by")    ? (terms->loser_alone = read_loser(&at))
						      : false;

		if (!read)
			return false;
		if (!*at)
			return scored && terms->moves;
	}
}

/* Of a match by this setup.  NULL, or what is wrong, for people; the caller frees.  */
static char *take_terms(const struct setup *setup, const struct option_row *row, struct terms *terms)
{
	const char *text = setup_given(setup, row->name);

	if (!text ||
	    (read_terms(text, terms) && (row == &option_draw_when ? !terms->loser_alone : terms->score > 0)))
		return NULL;
	return bytes_text(
		"--%s %s: expected the terms score=N,moves=N, and perhaps after=N: both agents have "
		"to say such values in so many moves of theirs, after so many of the match",
		row->name, text);
}

char *judge_init_referee(struct judge *judge)
{
	const struct setup *setup = &judge->match.setup;
	char *problem = take_terms(setup, &option_draw_when, &judge->agreement.draw);

	for (int s = 0; s < SEATS; s++) {
		judge->seat[s].asked.t = -1;
		countdown_clear(&judge->seat[s].time.await);
	}
	return problem ? problem : take_terms(setup, &option_win_when, &judge->agreement.win);
}

static bool has_terms(const struct judge *judge)
{
	return judge->agreement.draw.moves || judge->agreement.win.moves;
}

/* ---- what was said ---- */

void arbiter_said(struct judge *judge, const struct message *message)
{
	struct heard *heard = &judge->agreement.heard[message->seat];
	int at = heard->count % HEARD_MOST;

	if (!judge->protocol->said)
		return;
	heard->line[at].size = 0;
	bytes_add(&heard->line[at], message->bytes, message->size);
	heard->n[at] = message->n;
	heard->count++;
}

struct said judge_said(const struct judge *judge, int seat)
{
	const struct heard *heard = &judge->agreement.heard[seat];
	struct said said = {0};

	for (int k = heard->count > HEARD_MOST ? heard->count - HEARD_MOST : 0; k < heard->count; k++) {
		const struct bytes *line = &heard->line[k % HEARD_MOST];

		judge->protocol->said(&judge->match.setup,
				      &(struct message){.n = heard->n[k % HEARD_MOST],
							.bytes = line->at,
							.size = line->size},
				      &said);
	}
	return said;
}

static void forget_said(struct judge *judge, int seat)
{
	judge->agreement.heard[seat].count = 0;
}

void judge_forget_opinions(struct judge *judge, int seat)
{
	forget_said(judge, seat);
	judge->agreement.since[seat] = judge->match.turn_count;
}

/* The value that the seat's present player has said in this turn; NULL: it has said none.  */
static const struct said *value_of(const struct judge *judge, const struct turn *turn)
{
	bool own = !(turn->flags & (TURN_BY_PERSON | TURN_CHANGED)) && /* its move is the agent's */
		   turn->n > judge->agreement.since[turn->seat];

	return own && *turn->said.words ? &turn->said : NULL;
}

/* ---- the end ---- */

/* The values that a seat has to have said, and where they are.  */
struct run {
	double least, most;
	int left;            /* how many are not found yet */
	int64_t first, last; /* messages */
};

/* Has each seat said the last values so?  */
static bool said_so(const struct judge *judge, struct run run[SEATS])
{
	for (int n = judge->match.turn_count; n > 0 && (run[SEAT_1].left || run[SEAT_2].left); n--) {
		const struct turn *turn = match_turn(&judge->match, n);
		const struct said *said = turn ? value_of(judge, turn) : NULL;
		struct run *of = turn ? &run[turn->seat] : NULL;

		if (of && !of->left)
			continue;
		if (!said || said->value < of->least || said->value > of->most)
			return false;
		of->left--;
		of->first = said->message;
		of->last = of->last ? of->last : said->message;
	}
	return !run[SEAT_1].left && !run[SEAT_2].left;
}

static void add_proof(struct verdict *verdict, int *count, int64_t n)
{
	int at = 0;

	while (at < *count && verdict->proof[at] < n)
		at++;
	if (at < *count && verdict->proof[at] == n)
		return;
	memmove(&verdict->proof[at + 1], &verdict->proof[at],
		(size_t)(*count - at) * sizeof(verdict->proof[0]));
	verdict->proof[at] = n;
	++*count;
}

/* The first and the last value of each seat prove it.  */
static void agree(struct judge *judge, int winner, const struct run run[SEATS], const char *cause,
		  char *detail)
{
	struct verdict verdict = {
		.winner = winner, .reason = REASON_ADJUDICATED, .cause = cause, .detail = detail};
	int count = 0;

	for (int s = SEAT_1; s < SEATS; s++) {
		if (!run[s].first)
			continue; /* its word was not needed */
		add_proof(&verdict, &count, run[s].first);
		add_proof(&verdict, &count, run[s].last);
	}
	judge_end_match(judge, verdict);
}

static bool is_due(const struct terms *terms, int moves)
{
	return terms->moves && moves >= terms->after;
}

static const char *moves_word(int moves)
{
	return moves == 1 ? "move" : "moves";
}

static bool agree_on_draw(struct judge *judge, int moves, int quiet)
{
	const struct terms *terms = &judge->agreement.draw;
	struct run each = {-terms->score, terms->score, terms->moves, 0, 0}, run[SEATS] = {{0}, each, each};

	if (!is_due(terms, moves) || quiet < 2 * terms->moves - 1 || !said_so(judge, run))
		return false;
	agree(judge, WINNER_DRAW, run, option_draw_when.name,
	      bytes_text("both agents have said from -%.10g to +%.10g with their last %d %s", terms->score,
			 terms->score, terms->moves, moves_word(terms->moves)));
	return true;
}

static bool agree_on_win(struct judge *judge, int winner, int moves)
{
	const struct terms *terms = &judge->agreement.win;
	int loser = seat_opponent(winner);
	struct run run[SEATS] = {{0}};
	char *wins, *loses;

	run[winner] = (struct run){terms->score, INFINITY, terms->loser_alone ? 0 : terms->moves, 0, 0};
	run[loser] = (struct run){-INFINITY, -terms->score, terms->moves, 0, 0};
	if (!is_due(terms, moves) || !said_so(judge, run))
		return false;
	wins = judge_seat_words(judge, winner);
	loses = judge_seat_words(judge, loser);
	agree(judge, winner, run, option_win_when.name,
	      terms->loser_alone
		      ? bytes_text("%s has said at most -%.10g with its last %d %s", loses, terms->score,
				   terms->moves, moves_word(terms->moves))
		      : bytes_text("%s has said at least +%.10g with its last %d %s, and %s at most -%.10g",
				   wins, terms->score, terms->moves, moves_word(terms->moves), loses,
				   terms->score));
	free(loses);
	free(wins);
	return true;
}

/* Notes once that a seat has said nothing for so long that the terms could have held.  */
static void note_silence(struct judge *judge)
{
	int seat = match_turn(&judge->match, judge->match.turn_count)->seat, count = 0;
	int moves = judge->agreement.draw.moves > judge->agreement.win.moves ? judge->agreement.draw.moves
									     : judge->agreement.win.moves;

	for (int n = 1; n <= judge->match.turn_count && count <= moves; n++) {
		const struct turn *turn = match_turn(&judge->match, n);

		if (turn && turn->seat == seat && value_of(judge, turn))
			return;
		count += turn && turn->seat == seat;
	}
	if (count == moves && judge->match.setup.seat[seat].kind == SEAT_AGENT)
		judge_note_fields(judge, seat, EVENT_NO_VALUE, NULL, moves, 0, 0);
}

bool arbiter_agreed(struct judge *judge, int moves, int quiet)
{
	if (!has_terms(judge))
		return false;
	assert(judge->match.turn_count > 0);
	note_silence(judge);
	return agree_on_draw(judge, moves, quiet) || agree_on_win(judge, SEAT_1, moves) ||
	       agree_on_win(judge, SEAT_2, moves);
}

/* ---- turns begin, are played, lost and taken back ---- */

void arbiter_next(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	judge_renew_chatter(judge, s, true);
	forget_said(judge, s);
	judge_set_turn(judge, s,
		       judge->match.setup.seat[s].kind == SEAT_AGENT && !judge->hearing.on ? TURN_DUE
											   : TURN_OPEN);
	if (judge->match.setup.seat[s].kind != SEAT_AGENT)
		judge_begin_clock(judge, s, seat->time.turn_limit);
}

void arbiter_start_clock(struct judge *judge, int seat)
{
	judge->seat[seat].turn.starts = true;
}

void arbiter_stop_clock(struct judge *judge, int seat)
{
	judge_answer_clock(judge, seat);
	judge_end_clock(judge, seat);
}

struct clock_state arbiter_clock(const struct judge *judge, int seat)
{
	return judge_clock(judge, seat, judge->time.now);
}

/* Does a person's request cause this?  */
static bool is_by_person(const struct judge *judge)
{
	const struct message *cause = judge_cause(judge);

	return cause && cause->direction == EVENT;
}

static void end_turn(struct judge *judge, int s)
{
	judge_renew_chatter(judge, SEAT_NONE, false); /* the game program has no turns */
	judge_set_turn(judge, s, TURN_NONE);
	judge->seat[s].faults.in_turn = 0;
	judge_stderr_due(judge, s);
}

void arbiter_moved(struct judge *judge, int s, const char *answered, const char *played)
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
			    .message = arbiter_message(judge),
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
		judge_clock_moved(judge, s);
	judge_end_clock(judge, s);
	turn.left_ns = clock_left(&seat->time.clock, judge->time.now);
	turn.clock_moves = seat->time.clock.account.moves;
	if (answered)
		arbiter_answered(judge, s);
	judge_renew_chatter(judge, s, true);
	end_turn(judge, s);
	if (judge->agreement.heard[s].count)
		turn.said = judge_said(judge, s);
	forget_said(judge, s);
	match_append(&judge->match, &turn);
	judge_heard_moved(judge, s);
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

void arbiter_turn_lost(struct judge *judge, int s)
{
	judge_end_clock(judge, s);
	arbiter_answered(judge, s);
	judge_renew_chatter(judge, s, false);
	end_turn(judge, s);
}

void arbiter_taken_back(struct judge *judge, int turns)
{
	for (int s = 0; s < SEATS; s++) {
		forget_said(judge, s);
		if (judge->agreement.since[s] > turns)
			judge->agreement.since[s] = turns;
		if (judge->seat[s].turn.state == TURN_NONE)
			continue;
		judge_end_clock(judge, s);
		judge_renew_chatter(judge, s, true);
		judge_set_turn(judge, s, TURN_NONE);
		judge_stderr_due(judge, s);
	}
	if (judge->phase == OVER)
		judge_set_phase(judge, PLAYING);
	match_take_back(&judge->match, turns);
	judge_put(judge, SEAT_NONE, EFFECT_TAKEBACK)->turns = turns;
}
