/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_leave.c - makes an agent leave in steps: a time of grace, the end of its stdin, SIGTERM, SIGKILL.
 *
 * Each step has its time from when it was taken, and counts only time in which this process was awake: else
 * one step would follow the other at once after a stop, and kill an agent that leaves in time.  */
#include "agent_state.h"

#include "children.h"
#include <assert.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	KILL_AFTER_NS = 100 * 1000000,
	LEAVE_BEHIND_AFTER_NS = 2000 * 1000000, /* from SIGKILL on */
};

/* bubblewrap would end at once by a signal that the agent may take its time for, and all with it.  */
static bool is_for_agent_alone(int signal)
{
	return signal != SIGKILL && signal != SIGSTOP && signal != SIGCONT;
}

/* Sends it to those of the sandbox that are in the agent's group.  */
static void signal_in_sandbox(struct agent *agent, int signal)
{
	struct pids family = {0};

	agent_signal_process(agent, signal);
	family_of(agent->process.agent, agent->process.init, &family);
	for (size_t i = 1; i < family.count; i++)
		if (getpgid(family.at[i]) == agent->process.pid)
			kill(family.at[i], signal);
	pids_free(&family);
}

void agent_signal(struct agent *agent, int signal)
{
	assert(agent->process.pid > 0);
	if (agent->process.init && is_for_agent_alone(signal))
		signal_in_sandbox(agent, signal);
	else
		kill(-agent->process.pid, signal);
}

static void wait_for_step(struct agent *agent)
{
	loop_at(agent->ladder, awake_wait(&agent->awake, agent->next_step));
}

static void ladder_step(void *user, int events)
{
	struct agent *agent = user;
	int64_t t = awake_at(&agent->awake, loop_now());

	assert(!agent->freed);
	(void)events;
	if (t < agent->next_step) {
		wait_for_step(agent);
		return;
	}
	switch (agent->leaving) {
	case STAYS: return;
	case HAS_SIGKILL: agent_leave_behind(agent, loop_now()); return;
	case HAS_GRACE:
		agent_close_stdin(agent);
		agent->leaving = HAS_NO_STDIN;
		agent->next_step = t + agent->term_after;
		break;
	case HAS_NO_STDIN:
		agent_signal(agent, SIGTERM);
		agent_signal(agent, SIGCONT); /* a stopped process cannot act on SIGTERM */
		agent->leaving = HAS_SIGTERM;
		agent->next_step = t + KILL_AFTER_NS;
		break;
	case HAS_SIGTERM:
		agent_signal(agent, SIGKILL);
		agent->leaving = HAS_SIGKILL;
		agent->next_step = t + LEAVE_BEHIND_AFTER_NS;
		break;
	}
	wait_for_step(agent);
}

void agent_dismiss(struct agent *agent, int64_t grace_ns)
{
	int64_t step;

	assert(grace_ns >= 0);
	if (agent->exited || agent->leaving > HAS_GRACE)
		return;
	step = awake_at(&agent->awake, loop_now()) + grace_ns;
	if (agent->leaving == STAYS || step < agent->next_step)
		agent->next_step = step;
	agent->leaving = HAS_GRACE;
	if (!agent->ladder)
		agent->ladder = loop_timer(agent->loop, LOOP_FIRST, ladder_step, agent);
	wait_for_step(agent);
}

void agent_signal_process(struct agent *agent, int signal)
{
	assert(signal > 0 && agent->process.pid > 0);
	/* Our child is not reaped before agent_free(), so its id is its own.  The process in a sandbox is not
	 * our child.  */
	if (agent->process.agent_pidfd >= 0)
		syscall(SYS_pidfd_send_signal, agent->process.agent_pidfd, signal, NULL, 0);
	else
		kill(agent->process.agent, signal);
}
