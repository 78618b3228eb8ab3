/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stale.c - answers that nobody waits for any more, because a person moved in the agent's place, the turn was
 * taken back, or its time is over.
 *
 * An agent still answers its old questions, in order.  So the judge counts the answers still to come and
 * drops them, whatever is asked meanwhile.  The protocol never sees them.  */
#include "judge_parts.h"

void referee_supersede(struct judge *judge, int s)
{
	struct seat *seat = &judge->seat[s];

	if (referee_unask(judge, s) || seat->asked.state != QUESTION_OPEN ||
	    seat->stale.superseded == seat->asked.n)
		return;
	seat->stale.superseded = seat->asked.n;
	referee_drop_answer(judge, s, NULL);
}

void referee_drop_answer(struct judge *judge, int s, const struct fault_row *late)
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
	referee_drop(judge);
	seat->stale.answers--;
	if (seat->stale.late) {
		seat->stale.late--;
		referee_fault(judge, message->seat, seat->stale.late_row);
	}
	if (!seat->stale.answers && seat->asked.state == QUESTION_OPEN &&
	    seat->stale.superseded == seat->asked.n)
		referee_answered(judge, message->seat);
	return true;
}

void judge_forget_stale(struct judge *judge, int s)
{
	judge->seat[s].stale.answers = judge->seat[s].stale.late = 0;
}
