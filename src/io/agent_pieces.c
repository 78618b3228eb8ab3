/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_pieces.c - writes to an agent in pieces.
 *
 * A line is always cut in the same places, which follow from a number and the line alone. So a failure stays
 * when other lines are left out. Two pieces that lie in a pipe together are read as one. So each waits until
 * the agent has read the one before. An agent that does not read gets the rest after a while. The time that
 * pieces have waited is told, because it is not the agent's.  */
#include "agent_state.h"

#include "peer.h"

enum {
	STEP_NS = 50 * 1000, /* the first look at what it has read; each is twice as late as the one before */
	STEP_MOST_NS = 1000 * 1000,
	PATIENCE_NS = 200 * 1000 * 1000, /* from one piece to the rest ... */
	START_NS = 500 * 1000 * 1000,    /* ... and for an agent that has read nothing yet, as it starts */
	TOLD_NS = 10 * 1000 * 1000,      /* longer times are told in parts, before a limit passes */
};

/* Brings all bits of a number into the upper ones: 2^64 by the golden ratio, which Fibonacci hashing takes.
 */
#define SPREAD UINT64_C(0x9e3779b97f4a7c15)

/* A step of the hash FNV-1a.  */
static uint64_t mixed(uint64_t number, char byte)
{
	return (number ^ (unsigned char)byte) * UINT64_C(0x100000001b3);
}

/* How many bytes the next piece has, which begins at the front of the queue.  */
static size_t cut(struct pieces *pieces, const struct byte_queue *queue)
{
	unsigned one_in = 2u << pieces->number % 4;
	const char *bytes = queue_at(queue);
	size_t size = queue_size(queue), i = 0;
	bool ends = false;

	while (i < size && !ends) {
		char byte = bytes[i++];

		pieces->line = mixed(pieces->line, byte);
		ends = (pieces->line * SPREAD >> 32) % one_in == 0;
		if (byte == '\n')
			pieces->line = mixed(pieces->number, byte);
	}
	return i;
}

static bool has_read(const struct agent *agent)
{
	return agent->socket
		       ? peer_has_read(agent->process.in, agent->process.init ? agent->process.agent : 0)
		       : !agent_unread_in(agent->process.in);
}

static void look_later(struct pieces *pieces, int64_t t)
{
	loop_at(pieces->timer, t + pieces->step);
	pieces->step = pieces->step < STEP_MOST_NS ? 2 * pieces->step : pieces->step;
}

/* Does it wait until it has read the piece before?  What a full pipe does not take waits for another reason.
 */
static bool holds_back(const struct agent *agent)
{
	return agent_waits_in_pieces(agent) && !agent->pieces.left;
}

/* Tells how long pieces have waited.  */
static void tell(struct agent *agent, int64_t t)
{
	struct pieces *pieces = &agent->pieces;
	int64_t from = pieces->since;

	pieces->since = holds_back(agent) ? t : 0;
	if (agent->events.held_back)
		agent->events.held_back(agent->user, from, t);
}

static void look(void *user, int events)
{
	struct agent *agent = user;
	struct pieces *pieces = &agent->pieces;
	int64_t t = loop_now();

	(void)events;
	if (!agent_waits_in_pieces(agent) || agent->holds)
		return;
	agent_enter(agent);
	if (has_read(agent)) {
		pieces->reads = true;
		agent_write_on(agent);
	} else if (t >= pieces->wrote + (pieces->reads ? PATIENCE_NS : START_NS)) {
		pieces->left = queue_size(&agent->input);
		agent_write_on(agent);
	} else {
		look_later(pieces, t);
	}
	t = loop_now();
	if (pieces->since && (!holds_back(agent) || t - pieces->since >= TOLD_NS))
		tell(agent, t);
	agent_return(agent);
}

void agent_begin_pieces(struct agent *agent, uint32_t number)
{
	agent->pieces = (struct pieces){.number = number, .line = mixed(number, '\n')};
	if (number)
		agent->pieces.timer = loop_timer(agent->loop, LOOP_FIRST, look, agent);
}

bool agent_waits_in_pieces(const struct agent *agent)
{
	return agent->pieces.number && queue_size(&agent->input);
}

size_t agent_piece(struct agent *agent)
{
	struct pieces *pieces = &agent->pieces;

	if (!pieces->left)
		pieces->left = cut(pieces, &agent->input);
	return pieces->left;
}

void agent_piece_went(struct agent *agent, size_t size)
{
	struct pieces *pieces = &agent->pieces;

	pieces->left -= size;
	if (pieces->left)
		return; /* the pipe is full */
	loop_change(agent->in, 0);
	pieces->wrote = loop_now();
	pieces->step = STEP_NS;
	if (!agent_waits_in_pieces(agent))
		return;
	pieces->since = pieces->since ? pieces->since : pieces->wrote;
	look_later(pieces, pieces->wrote);
}
