/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* heard.c - a match that another judge referees: this judge hears what it says to its agent, and what the
 * agent answers (ringside tap).  What is said waits at the gate as elsewhere, if the tap holds it back.
 *
 * The other judge's seat is a person's here.  What it says is noted as it comes, and the protocol follows the
 * game by it (struct protocol_tap).  Nothing is sent, and a match ends by the rules alone: what this judge
 * would have said besides is remarked.  The other judge's verdict is not heard.  So when the match ends with
 * no end by the rules, the first of these opinions is its verdict.  */
#include "judge_parts.h"

#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>

/* The limit that was typed for the tap.  The other judge, which plays on, does not know it.  */
static int64_t own_limit(const struct judge *judge, int seat)
{
	const struct setup *setup = &judge->match.setup;
	const struct option_row *row = setup_turn_row(seat);

	return row && setup_given(setup, row->name) ? setup_turn_limit(setup, seat) : 0;
}

void judge_forget_opinion(struct judge *judge)
{
	free(judge->hearing.opinion.detail);
	judge->hearing.opinion = (struct verdict){0};
}

void judge_keep_opinion(struct judge *judge, struct verdict verdict)
{
	judge_note_text(judge, verdict.blame, EVENT_REMARK, verdict.detail);
	if (!reason_is(verdict.reason, REASON_OF_LIMIT)) { /* a late agent may still move */
		judge_end_clock(judge, verdict.blame);
		arbiter_answered(judge, verdict.blame);
	}
	if (judge->hearing.opinion.reason)
		free(verdict.detail);
	else
		judge->hearing.opinion = verdict;
}

/* The other judge plays on, though the seat is to blame by this one's opinion.  */
static void play_on(struct judge *judge, int seat)
{
	if (!own_limit(judge, seat) || !reason_is(judge->hearing.opinion.reason, REASON_OF_LIMIT))
		judge_forget_opinion(judge);
}

void judge_heard_late(struct judge *judge, int seat, const char *limit)
{
	judge->match.timeouts[seat] += own_limit(judge, seat) != 0;
	arbiter_forfeit(judge, seat, REASON_TIMEOUT, "made no move within %s", limit);
}

void judge_heard_moved(struct judge *judge, int seat)
{
	if (judge->hearing.on && judge->hearing.opinion.reason && judge->hearing.opinion.blame != seat)
		play_on(judge, judge->hearing.opinion.blame);
}

void judge_hears(struct judge *judge)
{
	judge->hearing.on = true;
	arbiter_line_delay(judge, 0); /* the other judge's lines, which the relay holds back if it has to */
}

static struct message message_of(const struct judge *judge, int seat, const char *bytes, size_t size)
{
	const struct protocol *protocol = judge->protocol;
	enum channel channel = protocol->tap->channel(judge->state, bytes, size);
	bool flagged = protocol->framing && protocol->framing->flags;

	return (struct message){.t_ns = judge_since(judge, judge->time.now),
				.seat = seat,
				.direction = TO_AGENT,
				.channel = channel,
				.flags = flagged ? protocol->framing->flags(judge->state, seat, channel) : 0,
				.turn = judge_turn_now(judge, seat),
				.bytes = (char *)bytes,
				.size = size};
}

bool judge_heard_next(const struct judge *judge, int seat, const char *bytes, size_t size)
{
	struct message message = message_of(judge, seat, bytes, size);

	return judge->protocol->tap->renews && judge->protocol->tap->renews(judge->state, &message);
}

void judge_heard_held(struct judge *judge)
{
	judge->hearing.held = judge->hearing.on;
}

void judge_pass_heard(struct judge *judge, struct message *message)
{
	bool reached = !(message->flags & MESSAGE_WITHHELD);
	struct message heard;

	message->turn = judge_turn_now(judge, message->seat);
	message->channel = judge->protocol->tap->channel(judge->state, message->bytes, message->size);
	judge_put_message(judge, message);
	if (!reached || judge->phase == OVER)
		return;
	judge_begin_cause(judge);
	heard = *judge_cause(judge);
	judge->protocol->tap->heard(judge->state, &heard);
	judge_end_cause(judge);
}

/* In a replay a record decides what passes.  */
void judge_heard(struct judge *judge, int64_t t, int seat, const char *bytes, size_t size, unsigned flags)
{
	struct held held;

	judge_time(judge, t);
	judge_tell_unkept(judge, seat);
	held = (struct held){.message = message_of(judge, seat, bytes, size)};
	held.message.flags |= flags;
	if (judge->watcher.asks.reason) /* it may read up to a NUL */
		held.message.bytes = judge_text(judge, bytes, size);
	if (judge->mode == REPLAYING || judge->phase == OVER || judge_let_pass(judge, &held))
		judge_pass_heard(judge, &held.message);
	judge_settle(judge);
}

/* The agent that had to answer then; SEAT_NONE: none had.  What is asked besides moves matters before the
 * first one: later it may be to ponder.  */
static int debtor(const struct judge *judge)
{
	for (int s = SEAT_1; s < SEATS && !judge->protocol->unruled; s++) {
		bool moves = judge->seat[s].turn.state == TURN_OPEN || !judge->match.turn_count;

		if (arbiter_is_agent(judge, s) && moves && arbiter_is_asked(judge, s))
			return s;
	}
	return SEAT_NONE;
}

void arbiter_heard_goodbye(struct judge *judge)
{
	judge->hearing.goodbye = true;
}

/* By a signal that a judge sends to an agent that shall leave.  */
static bool is_told_to_end(struct ending ending)
{
	static const char *const signals[] = {"SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"};

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals) && ending.signalled && ending.signal; i++)
		if (strcmp(ending.signal, signals[i]) == 0)
			return true;
	return false;
}

bool judge_heard_sent_away(const struct judge *judge, struct ending ending, bool closed)
{
	bool sent = is_told_to_end(ending) || (!ending.signalled && (closed || judge->hearing.goodbye));

	return sent && judge->phase != OVER && debtor(judge) != SEAT_NONE;
}

bool judge_heard_crash(const struct judge *judge, struct ending ending)
{
	bool unread =
		ending.signal && strcmp(ending.signal, "SIGPIPE") == 0; /* the other judge has closed it */

	return ending.signalled && !unread && !is_told_to_end(ending) && !judge->hearing.goodbye;
}

void judge_heard_cpu(struct judge *judge, int64_t t, int64_t ns)
{
	judge->hearing.cpu_ns = ns;
	judge->hearing.cpu_t = t;
}

/* Nobody is to blame.  The caller frees.  */
static char *end_words(const struct judge *judge)
{
	struct bytes words = {0};

	bytes_add_text(&words, "the game has ended outside: its judge's verdict is not heard");
	for (int s = SEAT_1; s < SEATS; s++) {
		const struct end *end = &judge->seat[s].end;

		if (end->due && (end->ending.signalled || end->ending.code)) {
			FREED char *who = judge_seat_words(judge, s),
				   *how = arbiter_ending_words(end->ending);

			bytes_addf(&words, "; %s %s", who, how);
		}
	}
	if (judge->hearing.held)
		bytes_add_text(&words, "; a person held messages, while that judge's clock ran");
	return words.at;
}

/* How long the agent has owed its answer, for people.  The caller frees.  */
static char *debt_words(const struct judge *judge, int s)
{
	FREED char *who = judge_seat_words(judge, s);
	int64_t took = judge_awaited_for(judge, s, judge->time.now), cpu = judge->hearing.cpu_ns,
		known = took - (judge->time.now - judge->hearing.cpu_t);
	struct bytes words = {0};

	bytes_addf(&words, "%s had not answered for %.3f s when the game ended outside", who,
		   (double)took / NS_PER_S);
	if (judge->hearing.cpu_t && known > 0)
		bytes_addf(&words, "; it had a core for %.3f s of the first %.3f s",
			   (double)(cpu < known ? cpu : known) / NS_PER_S, (double)known / NS_PER_S);
	return words.at;
}

void arbiter_heard_end(struct judge *judge)
{
	struct verdict verdict = judge->hearing.opinion;
	int late = judge->hearing.held ? SEAT_NONE : debtor(judge);

	if (judge->phase == OVER)
		return;
	judge->hearing.opinion = (struct verdict){0};
	if (!verdict.reason) {
		verdict = (struct verdict){.winner = WINNER_NONE,
					   .reason = REASON_INTERRUPTED,
					   .blame = late,
					   .detail = late == SEAT_NONE ? end_words(judge)
								       : debt_words(judge, late)};
		judge_prove(judge, &verdict);
	}
	judge_close_match(judge, verdict);
}

void judge_heard_end(struct judge *judge, int64_t t)
{
	judge_time(judge, t);
	arbiter_heard_end(judge);
	judge_settle(judge);
}

void arbiter_heard_question(struct judge *judge, int seat, bool for_move, int64_t limit)
{
	bool starts = for_move && judge->seat[seat].turn.state == TURN_OPEN;
	int64_t own = own_limit(judge, seat);

	judge->hearing.cpu_t = 0;
	if (for_move && judge->hearing.opinion.reason && judge->hearing.opinion.blame == seat)
		play_on(judge, seat);
	judge_stderr_due(judge, seat); /* what is there belongs to the turn before */
	judge_mark_cause(judge, MESSAGE_ASKS | (starts ? MESSAGE_STARTS : 0));
	if (starts) {
		judge_place_cause(judge, seat);
		judge_begin_clock(judge, seat, own && (!limit || own < limit) ? own : limit);
	}
	judge_question_written(judge, seat, judge_cause(judge));
}

void arbiter_heard_answer(struct judge *judge, int seat)
{
	arbiter_answered(judge, seat);
	judge->hearing.answered = seat;
	judge_stand_clock(judge, seat);
}
