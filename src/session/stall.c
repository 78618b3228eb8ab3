/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* stall.c - notices when the judge itself was held up, and then hears the agents before a limit passes.
 *
 * A judge may be stopped (SIGSTOP, Ctrl-Z, a paused virtual machine), starved, or busy.  Then it reads an
 * answer late, and cannot know when the answer came.  So while a clock runs, the session has to be awake at
 * least every AWAKE_TICK: a timer rings then if nothing else happens.  Whatever comes first after a longer
 * gap shows the stall:
 *
 *        seen        awake                                        t
 *    -----|------------|=========================================|----->  time
 *      last input    by then the timer      held up            the next input, or the timer
 *                    should have rung
 *
 * Nobody is charged for the time from `awake` on, except that a delay of AWAKE_LATE or less is no stall: an
 * input at t is compared with one number, check_by, and most turns cost no more.  Shortly before a limit the
 * timer rings more often, so that half of what an agent has left remains when the judge is held up then.  A
 * person, who does not move within milliseconds, needs no more than a IDLE_TICK.
 *
 * The stall began at an unknown moment between `seen` and `awake`.  Its beginning is taken differently for
 * two kinds of turns:
 *
 * - A turn whose answer lies in the pipe at t counts until `seen`.  The answer may have come right after it,
 * and with a limit for the match many such turns would add up: up to AWAKE_TICK each, which the agent did not
 *   need.  An agent that provokes stalls gains at most AWAKE_TICK a turn by this, since a turn ends once.
 * - A turn that goes on counts until `awake`: its agent was thinking all the time.  If it counted until
 * `seen`, a clock would stand on a machine so busy that each tick is late, and an agent that hangs would
 * never lose.
 *
 * An agent may provoke stalls: it floods, and the judge is busy with that, or waits for a core while it has
 * the flood to read.  This work is time of the seat that floods.  So once a seat has written more than FLOOD
 * since it was asked, the work on each of its writes is counted (loop_count_work()), and of a stall that
 * follows its clock counts as much.  What stops the judge meanwhile, such as SIGSTOP or a slow disk, is no
 * work.  The other seat is charged with nothing.
 *
 * The time at which a pipe was last written, which the kernel keeps, would say more of the first kind.  But
 * its writer can set that time, a socket has none, and what an agent writes after its answer changes it.
 *
 * No place at which the judge may be held up is missed:
 *
 * | held up                                       | what shows it                                       |
 * |-----------------------------------------------|-----------------------------------------------------|
 * | asleep, or around it, before the stamp of the | the next input is late                              |
 * | wake-up; in the session's tick                |                                                     |
 * | between this stamp and the first input        | that input counts as of the stamp: a turn that it   |
 * |                                               | ends was over before; what comes next is late       |
 * | between an input and its effects; in one, also| `seen` is still the input, so the next one is late; |
 * | before or after a question is written         | a clock that began since then is held up since then |
 * | in effects that start the first clock, such as| stall_arm() counts from before them; else an input  |
 * | the starts of two agents                      | in the same wake-up would move `seen` past it       |
 * | in effects, again, before agents were heard   | no effect is carried out until they were            |
 * | while agents are heard                        | stall_arm() counts from the end of the stall before |
 *
 * A limit may also pass while an answer lies in a pipe: it came before the limit, or just after it.  Nobody
 * knows, so all agents are heard once more, as of the last moment before the limit.  */
#include "session_state.h"

#include "ringside/loop.h"
#include <string.h>

#define LEAST ((int64_t)NS_PER_MS) /* with less left until a limit there is no tick before it */

static bool any_limit_passed(const struct session *session, int64_t t)
{
	for (int s = 0; s < SEATS; s++)
		if (judge_limit_passed(session->judge, s, t))
			return true;
	return false;
}

/* From now on all that comes counts as of t, until each agent was heard.  */
static int64_t hear_as_of(struct stall *stall, int64_t t)
{
	stall->hears = true;
	stall->awake = stall->check_by = INT64_MAX;
	return stall->heard_at = t;
}

/* What was worked until `seen` has moved is in the clocks.  */
static void forget_work(struct session *session)
{
	struct stall *stall = &session->stall;

	loop_count_work(session->loop, NULL);
	memset(stall->work, 0, sizeof(stall->work));
	stall->works = false;
}

void stall_works(struct session *session, int seat)
{
	session->stall.works = true;
	loop_count_work(session->loop, &session->stall.work[seat]);
}

/* The clocks count the first `counted` ns since `seen` anyway.  */
static void charge(struct session *session, int64_t counted)
{
	struct stall *stall = &session->stall;

	loop_count_work(session->loop, NULL);
	for (int s = 0; s < SEATS; s++)
		if (stall->work[s] > counted)
			judge_charge(session->judge, s, stall->work[s] - counted);
}

/* `t` is not before check_by.  */
static int64_t check(struct session *session, int64_t t)
{
	struct stall *stall = &session->stall;
	int64_t due = judge_deadline(session->judge), seen = stall->seen, from;

	stall->seen = t;
	if (t - AWAKE_LATE >= stall->awake) {
		from = stall->awake < due ? stall->awake : due - 1;
		if (stall->works)
			charge(session, from - seen);
		judge_held_up(session->judge, seen, from, t);
		return hear_as_of(stall, t);
	}
	if (due == stall->heard_limit || !any_limit_passed(session, t))
		return t;
	stall->heard_limit = due;
	return hear_as_of(stall, due - 1);
}

int64_t stall_at(struct session *session, int64_t t)
{
	struct stall *stall = &session->stall;

	if (stall->hears)
		return stall->heard_at;
	if (t >= stall->check_by)
		t = check(session, t);
	else
		stall->seen = t;
	if (stall->works)
		forget_work(session);
	return t;
}

int64_t stall_now(struct session *session)
{
	return stall_at(session, loop_now());
}

void stall_begin(struct session *session)
{
	session->stall = (struct stall){.awake = INT64_MAX, .check_by = INT64_MAX};
}

int64_t stall_wait(struct session *session)
{
	struct stall *stall = &session->stall;
	int64_t due = session->due, left = due - stall->seen, each = AWAKE_TICK;

	stall->awake = INT64_MAX;
	stall->check_by = due;
	if (left < LEAST || !judge_clocks_run(session->judge))
		return due;
	if (session_waits_for_people(session))
		each = IDLE_TICK;
	stall->awake = stall->seen + (left < 2 * each ? left / 2 : each);
	if (due - AWAKE_LATE > stall->awake)
		stall->check_by = stall->awake + AWAKE_LATE;
	return stall->awake;
}

void stall_arm(struct session *session, int64_t t)
{
	struct stall *stall = &session->stall;

	if (stall->awake != INT64_MAX || stall->hears)
		return;
	stall->seen = t;
	session->due = judge_deadline(session->judge);
	stall_wait(session);
}

void stall_hear(struct session *session)
{
	struct stall *stall = &session->stall;

	if (!stall->hears)
		return;
	for (int s = 0; s < SEATS; s++)
		if (session->player[s])
			agent_hear(session->player[s]->agent, stall->heard_at);
	stall->hears = false;
	stall_arm(session, stall->seen);
}
