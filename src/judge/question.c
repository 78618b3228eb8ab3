/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* question.c - what a seat has to answer, and the limit for an answer that is not a move.  */
#include "judge_parts.h"

#include <assert.h>

static void set_question(struct seat *seat, enum question question)
{
	assert(question != QUESTION_OVERTAKEN || seat->asked.state == QUESTION_OPEN);
	seat->asked.state = question;
}

void judge_init_question(struct judge *judge, int s)
{
	judge->seat[s].asked.t = -1;
	countdown_clear(&judge->seat[s].asked.await);
}

/* ---- called by protocols ---- */

bool referee_is_asked(const struct judge *judge, int seat)
{
	return judge->seat[seat].asked.state == QUESTION_OPEN;
}

bool referee_question_waits(const struct judge *judge, int seat)
{
	const struct message *message;

	for (int i = 0; (message = judge_held(judge, i)); i++)
		if (message->seat == seat && message->direction == TO_AGENT && message->flags & MESSAGE_ASKS)
			return true;
	return false;
}

static void await(struct judge *judge, int s, int64_t limit, int64_t tolerance)
{
	struct seat *seat = &judge->seat[s];

	countdown_clear(&seat->asked.await);
	seat->asked.await_limit = limit ? limit + tolerance : 0;
	if (!limit || seat->asked.state != QUESTION_OPEN ||
	    referee_question_waits(judge, s)) /* judge_question_written() begins the limit */
		return;
	countdown_set(&seat->asked.await, seat->asked.await_limit, judge->time.now,
		      judge_time_stands(judge, s));
	seat->asked.await_limit = 0;
}

void referee_await(struct judge *judge, int seat, int64_t limit)
{
	await(judge, seat, limit, judge->match.setup.tolerance);
}

void referee_wait(struct judge *judge, int seat, int64_t limit)
{
	await(judge, seat, limit, 0);
}

void referee_expect(struct judge *judge, int s, int64_t limit)
{
	set_question(&judge->seat[s], QUESTION_OPEN);
	referee_await(judge, s, limit);
}

void referee_answered(struct judge *judge, int seat)
{
	judge_hand_answered(judge, seat);
	set_question(&judge->seat[seat], QUESTION_NONE);
	referee_await(judge, seat, 0);
}

/* ---- what happens to a question ---- */

void judge_question_passed(struct judge *judge, int s)
{
	if (judge->seat[s].asked.state == QUESTION_OPEN)
		set_question(&judge->seat[s], QUESTION_OVERTAKEN);
}

void judge_question_unsent(struct judge *judge, int s)
{
	if (judge->seat[s].asked.state == QUESTION_OVERTAKEN)
		set_question(&judge->seat[s], QUESTION_OPEN);
}

void judge_question_written(struct judge *judge, int s, const struct message *message)
{
	struct asked *asked = &judge->seat[s].asked;

	set_question(&judge->seat[s], QUESTION_OPEN);
	asked->n = message->n;
	asked->t = message->t_ns;
	if (!judge->seat[s].time.clock.open)
		match_forget_waiting(&judge->match, s);
	if (asked->await_limit)
		countdown_set(&asked->await, asked->await_limit, judge->time.now,
			      judge_time_stands(judge, s));
	asked->await_limit = 0;
}

void judge_end_await(struct judge *judge, int s)
{
	countdown_clear(&judge->seat[s].asked.await);
}

void judge_keep_await(struct judge *judge, int s)
{
	(judge_time_stands(judge, s) ? countdown_pause : countdown_resume)(&judge->seat[s].asked.await,
									   judge->time.now);
}

void judge_extend_await(struct judge *judge, int s, int64_t ns)
{
	struct countdown *await = &judge->seat[s].asked.await;

	if (countdown_is_set(await))
		await->left += ns;
}

void judge_shift_await(struct judge *judge, int s, int64_t delta)
{
	countdown_shift(&judge->seat[s].asked.await, delta);
}
