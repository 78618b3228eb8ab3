/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_question.c - what an agent was asked, and how much of it it has read.  */
#include "agent_state.h"

#include "reap.h"
#include <assert.h>
#include <sys/ioctl.h>

enum {
	/* A later answer most likely answers the question.  */
	LOOK_WITHIN_NS = 50 * 1000,
	FIRST_QUESTIONS = 3,          /* while we do not know if it speaks unasked */
	KNOWN_QUESTIONS = 50,         /* after them we know */
	CHECK_KNOWN_NS = 1000 * 1000, /* between two checks: each costs a system call */
	HOLD_STEP_NS = 250 * 1000,    /* the first; each is twice as long as the one before, up to: */
	HOLD_STEP_MOST_NS = 2 * 1000 * 1000,
	HOLD_RUNNING = 28, /* steps we wait for an agent that still runs: some always do */
};

bool agent_is_suspect(const struct agent *agent)
{
	return agent->suspect || agent->questions <= FIRST_QUESTIONS;
}

bool agent_needs_no_check(const struct agent *agent, int64_t checked, int64_t t)
{
	return !agent->suspect && !agent->checked && agent->questions > KNOWN_QUESTIONS &&
	       t - checked < CHECK_KNOWN_NS;
}

void agent_suspect(struct agent *agent)
{
	agent->suspect = true;
}

int agent_unread_in(int fd)
{
	int unread = 0;

	return ioctl(fd, FIONREAD, &unread) == 0 ? unread : 0;
}

/* Has it read all, have we read all of it, and does it wait?  An agent that does not sleep may be about to
 * write.  */
static bool is_at_rest(const struct agent *agent)
{
	return !agent_unread_in(agent->process.in) && !agent_unread_in(agent->process.out) &&
	       (agent->steps >= HOLD_RUNNING || !is_running(agent->process.agent));
}

static void look_later(struct agent *agent)
{
	loop_at(agent->holds, loop_now() + agent->step);
	agent->step = agent->step < HOLD_STEP_MOST_NS ? 2 * agent->step : agent->step;
}

/* Gives it one more look for a first word after it has read.  */
static void hold_on(void *user, int events)
{
	struct agent *agent = user;

	assert(agent->holds && agent->process.in >= 0);
	(void)events;
	if (!is_at_rest(agent) || !agent->was_empty) {
		agent->was_empty = !agent_unread_in(agent->process.in);
		agent->steps += agent->was_empty;
		look_later(agent);
		return;
	}
	loop_unwatch(agent->holds);
	agent->holds = NULL;
	agent_write_on(agent);
}

void agent_asks(struct agent *agent, int64_t t, size_t size)
{
	assert(!agent->freed);
	agent->question = agent->went + (int64_t)(queue_size(&agent->input) + size);
	agent->asked_t = t;
	agent->has_read = false;
	if (agent->questions++ || agent->socket || agent->process.in < 0 ||
	    (queue_size(&agent->input) && !agent->pieces.number) || is_at_rest(agent))
		return;
	agent->was_empty = !agent_unread_in(agent->process.in);
	agent->holds = loop_timer(agent->loop, LOOP_FIRST, hold_on, agent);
	agent->step = HOLD_STEP_NS;
	look_later(agent);
}

bool agent_was_asked(const struct agent *agent)
{
	return agent->questions > 0;
}

/* We look after the read.  What is unread now was unread when the bytes were written, so they are no answer.
 * A look before the read would prove nothing: the agent may read the question and answer it in between.  We
 * may miss a case, when the agent reads on before we look.  The line end does not count: some agents read
 * only up to the CR of CR LF. For a socket SIOCOUTQ tells what the kernel has not acknowledged, not what the
 * agent has read.
 *
 * In a storm of quick answers each look is a system call a turn.  There an agent that we know is looked at
 * once in a while, and whenever it answers sooner than it ever did after reading a question.  No look can be
 * spared without loss.  Nothing orders the bytes of two pipes: the bytes of an answer, and when it came, are
 * the same whether the question was read or not.  Only the kernel knows what lies in a pipe, and a process
 * shares no memory with it that says so.  Of 800 guesses, sent 2 to 20 us after a known agent's own move
 * while its opponent answered at once, 32 were taken for answers; 13 with agent_drain() in each turn, 2 with
 * this look in each turn.  So an agent that must not guess is checked in each turn.  */
bool agent_has_not_read(struct agent *agent, int64_t t)
{
	int64_t took = t - agent->asked_t;

	if (agent_waits_in_pieces(agent) && agent->went < agent->question)
		return true;
	if (agent->has_read || agent->socket || agent->process.in < 0 ||
	    (took > LOOK_WITHIN_NS && !agent->checked && !agent_is_suspect(agent)) ||
	    (took >= agent->soonest && agent_needs_no_check(agent, agent->looked_t, t)))
		return false;
	agent->looked_t = t;
	if (agent->went - agent_unread_in(agent->process.in) < agent->question)
		return true;
	agent->has_read = true;
	if (took < agent->soonest)
		agent->soonest = took;
	return false;
}
