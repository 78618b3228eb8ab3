/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hand.c - what a person did to a seat, and which faults and verdicts follow from that.
 *
 * An agent whose messages a person edits, drops, delays or adds to knows another match than the judge does.
 * So what it does wrong from then on proves nothing against it.  A fresh process has not been touched.  */
#include "judge_parts.h"

#include <stdlib.h>
#include <string.h>

/* A process reads in order, so it has replied to a person before it answers the next question.  It may owe
 * one more answer, if its reply was taken for the answer.  */
enum { ANSWERS_AFTER_SENT = 2 };

static bool is_told(const struct judge *judge)
{
	return !setup_given(&judge->match.setup, OPTION_TESTED);
}

void judge_touched(struct judge *judge, int s, struct event event, int64_t n)
{
	struct hand *hand = &judge->seat[s].hand;
	struct touch *touch = event.kind == EVENT_DELAY         ? &hand->delayed
			      : event.kind == EVENT_SENT_SIGNAL ? &hand->signalled
								: &hand->changed;
	bool to_agent = event.kind == EVENT_SEND || (event.kind == EVENT_EDIT && event.number[0]);

	if (!is_told(judge))
		return;
	*touch = (struct touch){
		.event = event, .n = n, .count = touch->count + 1, .turn = judge_turn_now(judge, s)};
	if (to_agent) {
		hand->sent = n;
		hand->answers = ANSWERS_AFTER_SENT;
	}
}

void judge_untouched(struct judge *judge, int s)
{
	judge->seat[s].hand = (struct hand){0};
}

void judge_hand_answered(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (seat->hand.answers && seat->asked.state == QUESTION_OPEN && seat->asked.n > seat->hand.sent)
		seat->hand.answers--;
}

unsigned judge_hand_reply(const struct judge *judge, const struct message *message)
{
	unsigned plain = CHANNEL_BIT(CHANNEL_COMMAND) | CHANNEL_BIT(CHANNEL_INFO) |
			 CHANNEL_BIT(CHANNEL_ERROR) | CHANNEL_BIT(CHANNEL_UNKNOWN);

	return judge->seat[message->seat].hand.answers &&
			       (plain | judge->protocol->answers) & CHANNEL_BIT(message->channel)
		       ? MESSAGE_REPLY
		       : 0;
}

bool judge_hand_excuses(const struct judge *judge, const struct message *message)
{
	return is_told(judge) && message->direction == FROM_AGENT &&
	       (message->flags & MESSAGE_EDITED || judge->seat[message->seat].hand.answers);
}

bool judge_hand_delays(const struct judge *judge, int s)
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
	bool of_time = strcmp(reason, REASON_TIMEOUT) == 0 || strcmp(reason, REASON_START) == 0,
	     of_process = strcmp(reason, REASON_CRASH) == 0 || strcmp(reason, REASON_EXIT) == 0;

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
	char *who = seat == SEAT_NONE ? bytes_text("the game program") : bytes_text("seat %d", seat);
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
	bytes_addf(&words, " (#%lld", (long long)touch->n);
	if (touch->count > 1)
		bytes_addf(&words, ", the last of %d such acts", touch->count);
	bytes_add_text(&words, ")");
	free(who);
	return words.at;
}

static void add_words(struct verdict *verdict, const char *words, const char *after)
{
	char *detail = bytes_text("%s; %s%s", verdict->detail, words, after);

	free(verdict->detail);
	verdict->detail = detail;
}

static bool is_by_people(const char *reason)
{
	return strcmp(reason, REASON_RESIGN) == 0 || strcmp(reason, REASON_ADJUDICATED) == 0 ||
	       strcmp(reason, REASON_INTERRUPTED) == 0;
}

int64_t judge_hand_on_verdict(const struct judge *judge, struct verdict *verdict)
{
	int failed = verdict->blame, seat = SEAT_NONE;
	const struct touch *touch = NULL;
	char *words;

	verdict->failed = failed;
	if (is_by_people(verdict->reason))
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
	add_words(verdict, words, verdict->blame != failed ? ", so nobody is to blame" : "");
	free(words);
	return touch->n;
}
