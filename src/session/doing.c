/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* doing.c - what agents are doing: looked up when their limit has passed, when the match stops while an
 * answer is awaited, and when a person asks.  */
#include "session_state.h"

bool session_doing(struct session *session, int seat, struct doing *doing)
{
	struct player *player = session->player[seat];

	if (!player || player->rests) /* then it does nothing */
		return false;
	agent_doing(player->agent, doing);
	doing->cpu_ns = session_measured(session, seat).cpu_ns;
	return true;
}

/* Tells the judge, unless the process is gone: then its end is reported next.  */
static void tell_doing(struct session *session, int64_t t, int seat)
{
	struct doing doing;

	if (!session_doing(session, seat, &doing) || doing.kind == DOING_GONE)
		return;
	judge_doing(session->judge, t, seat, &doing);
	session->doing_told |= 1u << seat;
}

void doing_before_limit(struct session *session, int64_t t, int seat)
{
	waiting_before_limit(session, t, seat);
	for (int s = 0; t >= session->due && s < SEATS; s++)
		if (s != seat && session->player[s] && judge_limit_passed(session->judge, s, t))
			tell_doing(session, t, s);
}

void doing_at_stop(struct session *session)
{
	int64_t note;

	if (judge_stopped(session->judge, &note) && note != session->stop_looked) {
		session->stop_looked = note;
		for (int s = 0; judge_stopped_ask(session->judge) && s < SEATS; s++)
			if (judge_thinking(session->judge, s) && !(session->doing_told & 1u << s))
				tell_doing(session, stall_now(session), s);
	}
	session->doing_told = 0;
}
