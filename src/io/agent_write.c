/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent_write.c - writes to an agent: bytes to its stdin, and keys to its terminal.  */
#include "agent_state.h"

#include <assert.h>
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>

enum {
	QUEUE_MOST = 1024 * 1024, /* bytes that an agent has not read */
	TYPED_MOST = 64 * 1024,   /* keys that its terminal has not taken */
};

void agent_close_stdin(struct agent *agent)
{
	if (agent->process.in >= 0 && agent->process.in == agent->process.out) {
		shutdown(agent->process.in, SHUT_WR);
		agent->process.in = -1;
	}
	agent_shut(&agent->in, &agent->process.in);
	loop_unwatch(agent->holds);
	agent->holds = NULL;
	agent_shut_door(agent);
	queue_free(&agent->input);
	loop_unwatch(agent->pieces.timer);
	agent->pieces = (struct pieces){0};
}

void agent_tell_failure(struct agent *agent, int64_t t)
{
	int error = agent->failure;

	agent->failure = 0;
	if (error && agent->events.failed)
		agent->events.failed(agent->user, t, STREAM_STDIN, error);
}

static void broken_told(void *user, int events)
{
	struct agent *agent = user;

	(void)events;
	agent_enter(agent);
	loop_unwatch(agent->broken);
	agent->broken = NULL;
	agent_tell_failure(agent, loop_now());
	if (!agent->freed)
		agent->events.closed(agent->user, loop_now(), STREAM_STDIN);
	agent_return(agent);
}

/* It no longer reads, or the system cannot write (errno).  This is told at the next wake-up, never from
 * within agent_write().  */
static void stdin_broke(struct agent *agent, int error)
{
	agent->failure = agent_is_to_blame(error) ? 0 : error;
	agent_close_stdin(agent);
	agent->broken = loop_timer(agent->loop, LOOP_FIRST, broken_told, agent);
	loop_at(agent->broken, 0);
}

void agent_stdin_ready(void *user, int events)
{
	struct agent *agent = user;
	size_t before = queue_size(&agent->input), went;
	bool cuts = agent->pieces.number;

	(void)events;
	if (!queue_flush(&agent->input, agent->process.in, cuts ? agent_piece(agent) : before)) {
		stdin_broke(agent, errno);
		return;
	}
	went = before - queue_size(&agent->input);
	agent->went += (int64_t)went;
	if (cuts)
		agent_piece_went(agent, went);
	else if (went == before)
		loop_change(agent->in, 0);
}

void agent_write_on(struct agent *agent)
{
	loop_change(agent->in, LOOP_WRITE);
	agent_stdin_ready(agent, LOOP_WRITE);
}

bool agent_write(struct agent *agent, const char *bytes, size_t size)
{
	bool awaited = agent->process.in < 0 && agent->process.listener >= 0;
	bool waits = awaited || agent->holds, first = queue_size(&agent->input) == 0;
	size_t went = 0;

	assert(bytes || size == 0);
	assert(!agent->freed);
	if (agent->process.in < 0 && !awaited)
		return false;
	if (!awaited)
		agent_shut_door(agent);
	if (!waits && first && !agent->pieces.number && !queue_write(agent->process.in, bytes, size, &went)) {
		stdin_broke(agent, errno);
		return false;
	}
	agent->went += (int64_t)went;
	if (went == size)
		return true;
	if (queue_size(&agent->input) + size - went > QUEUE_MOST) {
		stdin_broke(agent, EPIPE);
		return false;
	}
	queue_add(&agent->input, bytes + went, size - went);
	if (waits || !first)
		return true;
	if (agent->pieces.number)
		agent_write_on(agent);
	else
		loop_change(agent->in, LOOP_WRITE);
	return agent->in != NULL;
}

void agent_type_on(struct agent *agent)
{
	if (queue_size(&agent->keys) == 0)
		return;
	if (!queue_flush(&agent->keys, agent->process.err, queue_size(&agent->keys)))
		queue_free(&agent->keys);
	if (queue_size(&agent->keys) == 0)
		loop_change(agent->err, LOOP_READ);
}

void agent_type(struct agent *agent, const char *bytes, size_t size)
{
	size_t went = 0;

	assert(bytes || size == 0);
	if (agent->process.slave < 0 || !agent->err)
		return;
	if (queue_size(&agent->keys) == 0)
		queue_write(agent->process.err, bytes, size, &went);
	if (went == size || queue_size(&agent->keys) + size - went > TYPED_MOST)
		return; /* nobody takes the keys: they are lost, as on any terminal */
	if (queue_size(&agent->keys) == 0)
		loop_change(agent->err, LOOP_READ | LOOP_WRITE);
	queue_add(&agent->keys, bytes + went, size - went);
}

void agent_terminal_size(struct agent *agent, int columns, int rows)
{
	struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};

	if (agent->process.slave >= 0)
		ioctl(agent->process.slave, TIOCSWINSZ, &size);
}
