/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_read.c - reads what an agent writes, as much as is there now: when the loop says so, and before
 * something is written to the agent or its end is told.  */
#include "agent_state.h"

#include "line_ends.h"
#include "socket.h"
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
	READ_FIRST = 2048,          /* of a descriptor that is not known to flood */
	READ_AT_ONCE = 64 * 1024,   /* of a descriptor in a wake-up, so a flood starves nobody */
	READ_AT_EXIT = 1024 * 1024, /* as much as a pipe can hold: a grandchild may write for ever */
	SEEN_WITHIN_NS = 50 * 1000,
	SETTLE_NS = 1000 * 1000,
	SETTLE_STEP_NS = 50 * 1000, /* the first; each is twice as long as the one before */
};

bool agent_is_to_blame(int error)
{
	return error == ECONNRESET || error == ECONNABORTED || error == ETIMEDOUT || error == EPIPE ||
	       error == ENOTCONN;
}

/* As agent_read(), into these bytes.  */
static ssize_t read_into(struct agent *agent, int64_t t, enum stream stream, char *bytes, size_t room)
{
	int fd = stream == STREAM_STDOUT ? agent->process.out : agent->process.err;
	ssize_t size;

	do
		size = stream == STREAM_STDERR && agent->process.slave >= 0 ? line_ends_read(fd, bytes, room)
									    : read(fd, bytes, room);
	while (size < 0 && errno == EINTR);
	agent->floods[stream] = size == (ssize_t)room;
	if (stream == STREAM_STDOUT && size > 0)
		agent->spoke_t = t;
	if (size > 0 && agent->socket && stream == STREAM_STDOUT) {
		if (!agent->prompt)
			socket_acknowledge(fd);
		agent_shut_door(agent);
	}
	if (size > 0) {
		agent_tell_failure(agent, t); /* it may speak because it could not read more */
		if (!agent->freed)
			agent->events.bytes(agent->user, t, stream, bytes, (size_t)size);
	} else if (size == 0 || errno != EAGAIN) {
		agent->reset = agent->reset || (size < 0 && errno == ECONNRESET);
		if (size < 0 && stream == STREAM_STDOUT && !agent_is_to_blame(errno) && agent->events.failed)
			agent->events.failed(agent->user, t, stream, errno);
		return -1;
	}
	return size > 0 ? size : 0;
}

/* Apart from agent_read(), which would touch each page of this buffer, too (-fstack-clash-protection).  */
static __attribute__((noinline)) ssize_t read_flood(struct agent *agent, int64_t t, enum stream stream)
{
	char bytes[READ_AT_ONCE];

	return read_into(agent, t, stream, bytes, sizeof(bytes));
}

ssize_t agent_read(struct agent *agent, int64_t t, enum stream stream)
{
	char bytes[READ_FIRST];

	return agent->floods[stream] ? read_flood(agent, t, stream)
				     : read_into(agent, t, stream, bytes, sizeof(bytes));
}

bool agent_read_rest(struct agent *agent, int64_t t, enum stream stream)
{
	const int *fd = stream == STREAM_STDOUT ? &agent->process.out : &agent->process.err;
	ssize_t size = 1;

	for (ssize_t all = 0; !agent->freed && *fd >= 0 && size > 0 && all < READ_AT_EXIT; all += size)
		size = agent_read(agent, t, stream);
	return size < 0;
}

ssize_t agent_unread(const struct agent *agent)
{
	int size;

	return ioctl(agent->process.out, FIONREAD, &size) == 0 ? size : READ_AT_EXIT;
}

bool agent_read_unread(struct agent *agent, int64_t t, ssize_t unread)
{
	ssize_t size = 1;

	for (ssize_t all = 0; !agent->freed && agent->process.out >= 0 && size > 0 && all < READ_AT_EXIT &&
			      (all < unread || agent_unread(agent) == 0);
	     all += size)
		size = agent_read(agent, t, STREAM_STDOUT);
	return size < 0;
}

/* It has just answered.  An agent that says more than was asked may be in the middle of it and gets a moment,
 * unless it waits for our next line already: otherwise the rest would follow the next question.  */
static void let_finish(const struct agent *agent)
{
	struct pollfd more = {.fd = agent->process.out, .events = POLLIN};
	int64_t step = SETTLE_STEP_NS, left;

	if (!agent->questions || !agent_is_suspect(agent))
		return;
	while ((left = agent->spoke_t + SETTLE_NS - loop_now()) > 0 && !agent_only_reads(agent)) {
		struct timespec wait = {.tv_nsec = step < left ? step : left};

		if (ppoll(&more, 1, &wait, NULL) != 0)
			return;
		step *= 2;
	}
}

/* Has the loop just found nothing in its output?  This is enough for an agent that is known to say only what
 * it is asked.  */
static bool is_seen_empty(const struct agent *agent, int64_t t)
{
	return agent_needs_no_check(agent, agent->drained_t, t) && agent->out && !loop_is_due(agent->out) &&
	       t - loop_woke(agent->loop) < SEEN_WITHIN_NS;
}

bool agent_drain(struct agent *agent, int64_t t)
{
	ssize_t size = 1;

	assert(!agent->freed);
	if (is_seen_empty(agent, t))
		return false;
	agent->drained_t = t;
	agent_enter(agent);
	let_finish(agent);
	/* A short read: there was no more.  */
	for (ssize_t all = 0; !agent->freed && agent->process.out >= 0 && size > 0 && all < READ_AT_EXIT &&
			      (all == 0 || agent->floods[STREAM_STDOUT]);
	     all += size)
		size = agent_read(agent, loop_now(), STREAM_STDOUT);
	agent_return(agent);
	return true;
}

void agent_drain_words(struct agent *agent)
{
	agent_enter(agent);
	if (agent->process.err >= 0)
		agent_read(agent, loop_now(), STREAM_STDERR); /* the loop reports its end */
	agent_return(agent);
}
