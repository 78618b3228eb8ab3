/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* waiting.c - tells the judge how long agents have waited for a core.
 *
 * Most answers come long before the first look (agent_look_waiting()), and cost nothing.  The judge hears of
 * waiting before bytes of the agent that may be its answer, and when its limit passes: only of waiting that
 * matters, and before an answer only once it has grown by a tenth, so that an agent that writes much does not
 * fill the match file.  With --forgive-waiting each ms counts when a limit passes.  Then the limit passes
 * again that much later.  */
#include "session_state.h"

#include "ringside/awake.h"
#include "ringside/waiting.h"

/* How old a look may be before bytes are taken as an answer.  */
#define AGE ((int64_t)10 * NS_PER_MS)

/* Its CPU time since it was asked: what it had in the opponent's turn is none of it.  */
static int64_t cpu_of_turn(struct player *player)
{
	int64_t since = session_measured(player->session, player->seat).cpu_ns,
		looked = agent_waited_cpu(player->agent) + AWAKE_TICK;

	return since < looked ? since : looked;
}

static int64_t awaited_for(const struct player *player, int64_t t)
{
	return judge_awaited_for(player->session->judge, player->seat, t);
}

static void tell_waiting(struct player *player, int64_t t, int64_t waited)
{
	int64_t more = waited > player->waited_told ? waited - player->waited_told : 0;

	judge_waited(player->session->judge, t, player->seat, more, cpu_of_turn(player));
	player->waited_told += more;
}

/* The seat's limit has passed, so the turn ends, and what was told before is not the whole of it.  Less than
 * 1 ms is not worth another limit.  */
static void tell_late(struct player *player, int64_t t)
{
	bool forgives = setup_forgives_waiting(&judge_match(player->session->judge)->setup);
	int64_t waited = agent_waited(player->agent, 0), took = awaited_for(player, t);

	if (forgives && waited - player->waited_told < NS_PER_MS)
		waited = player->waited_told;
	if (player->waited_told || (forgives ? waited > 0 : waiting_matters(waited, took)))
		tell_waiting(player, t, waited);
}

void waiting_begin(struct player *player)
{
	agent_begin_waiting(player->agent);
	player->waited_told = 0;
}

void waiting_tick(struct session *session)
{
	for (int s = 0; !judge_match(session->judge)->over && s < SEATS; s++)
		if (session->player[s] && judge_awaits_agent(session->judge, s))
			agent_look_waiting(session->player[s]->agent);
}

void waiting_before_answer(struct player *player, int64_t t)
{
	int64_t waited = agent_waited(player->agent, AGE);

	if (waited == 0)
		return;
	if (judge_limit_passed(player->session->judge, player->seat, t))
		tell_late(player, t);
	else if (waiting_matters(waited, awaited_for(player, t)) &&
		 waiting_matters(waited - player->waited_told, waited))
		tell_waiting(player, t, waited);
}

void waiting_before_limit(struct session *session, int64_t t, int seat)
{
	if (t < session->due)
		return;
	for (int s = 0; s < SEATS; s++)
		if (s != seat && session->player[s] && judge_limit_passed(session->judge, s, t))
			tell_late(session->player[s], t);
	session->due = judge_deadline(session->judge);
}
