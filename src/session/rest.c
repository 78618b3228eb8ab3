/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rest.c - players that may not think while nothing is awaited of them (the setting ponder of a player).
 *
 * Their processes are stopped when they have answered, and go on before the next question is written. What
 * they wrote before that still comes. From their start to their first question they run, so that they can get
 * ready.  */
#include "session_state.h"

void rest_end(struct player *player)
{
	if (player->rests)
		agent_rest(player->agent, false);
	player->rests = false;
}

/* Whoever traces it decides when it runs.  */
static bool may_run(const struct session *session, int seat)
{
	const struct player *player = session->player[seat];

	return setup_ponders(&judge_match(session->judge)->setup, seat) || !agent_was_asked(player->agent) ||
	       judge_awaits_agent(session->judge, seat) || judge_is_traced(session->judge, seat) ||
	       backtrace_stands(player) || backtrace_looks(player) || session_gdb_seat(session) == seat;
}

void rest_update(struct session *session)
{
	for (int s = SEAT_1; s < SEATS; s++) {
		struct player *player = session->player[s];

		if (!player || judge_is_frozen(session->judge, s))
			continue;
		if (may_run(session, s)) {
			rest_end(player);
		} else if (!player->rests) {
			player->rests = true;
			agent_rest(player->agent, true);
		}
	}
}
