/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* agent.c - the life of an agent: its start, its streams and connections, and its end.
 *
 * Callbacks come from the loop, or from within agent_drain() and agent_drain_words().  Each may free the
 * agent: what it holds goes at once; the struct itself stays until the last function that uses it returns. */
#include "agent_state.h"

#include "reap.h"
#include "ringside/bytes.h"
#include "ringside/folder.h"
#include "sandbox.h"
#include "socket.h"
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	STRANGERS_AT_EXIT = 64, /* checked at most before the end is reported */
	GONE_MOST = 10,         /* closed connections, after each of which we wait for the agent's end */
	TERM_AFTER_NS = 50 * 1000000, /* from the end of stdin to SIGTERM, at least */
	LOOK_EVERY_NS = 5 * 1000000,  /* poll for its end, without a pidfd */
	/* Limits for the rest of an ended agent's output.  What exceeds the kernel's buffers is not from the
	   agent.  */
	REST_WITHIN_NS = 1000 * 1000000,
	REST_MOST = 16 * 1024 * 1024,
};

void agent_enter(struct agent *agent)
{
	agent->inside++;
}

void agent_return(struct agent *agent)
{
	assert(agent->inside > 0);
	if (--agent->inside == 0 && agent->freed)
		free(agent);
}

void agent_shut(struct watch **watch, int *fd)
{
	loop_unwatch(*watch);
	*watch = NULL;
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void agent_shut_door(struct agent *agent)
{
	agent_shut(&agent->door, &agent->process.listener);
}

/* Its connection was closed unused: another may follow.  */
static bool is_silent(const struct agent *agent)
{
	return agent->process.out >= 0 && agent->process.listener >= 0;
}

static void connection_forget(struct agent *agent, int64_t t)
{
	assert(is_silent(agent));
	loop_unwatch(agent->in);
	agent->in = NULL;
	agent->process.in = -1;
	agent_shut(&agent->out, &agent->process.out);
	agent->reset = false;
	loop_change(agent->door, LOOP_READ);
	if (agent->events.connection)
		agent->events.connection(agent->user, t, false);
}

static void stdout_close(struct agent *agent)
{
	if (agent->process.in == agent->process.out)
		agent->process.out = -1;
	agent_shut(&agent->out, &agent->process.out);
}

/* Nothing more will come.  A connection that was reset takes nothing either.  */
static void stdout_ended(struct agent *agent, int64_t t)
{
	bool both = agent->reset && agent->process.in >= 0;

	stdout_close(agent);
	agent_tell_failure(agent, t);
	if (agent->freed)
		return;
	agent->events.closed(agent->user, t, STREAM_STDOUT);
	if (agent->freed || !both || agent->process.in < 0)
		return;
	agent_close_stdin(agent);
	agent->events.closed(agent->user, t, STREAM_STDIN);
}

/* A terminal whose slave we hold does not end: the system cannot read it.  It stays open all the same, or the
 * agent would get SIGHUP.  */
static void words_ended(struct agent *agent)
{
	int kept = -1;

	queue_free(&agent->keys);
	agent_shut(&agent->err, agent->process.slave >= 0 ? &kept : &agent->process.err);
}

static void stderr_ready(void *user, int events)
{
	struct agent *agent = user;
	int64_t t = loop_called(agent->loop);

	agent_enter(agent);
	if (events & LOOP_WRITE)
		agent_type_on(agent);
	if (events & LOOP_READ && agent_read(agent, t, STREAM_STDERR) < 0 && !agent->freed)
		words_ended(agent);
	agent_return(agent);
}

static void forget_streams(struct agent *agent)
{
	agent_close_stdin(agent);
	stdout_close(agent);
	agent_shut(&agent->err, &agent->process.err);
	queue_free(&agent->keys);
	loop_unwatch(agent->rest);
	agent->rest = NULL;
	loop_unwatch(agent->ladder);
	agent->ladder = NULL;
	loop_unwatch(agent->guard);
	agent->guard = NULL;
	loop_unwatch(agent->broken);
	agent->broken = NULL;
}

/* Reports the end, after all else.  */
static void exit_tell(struct agent *agent, int64_t t)
{
	assert(agent->exited);
	agent_read_rest(agent, t, STREAM_STDERR);
	if (!agent->freed)
		agent_tell_failure(agent, t);
	if (agent->freed)
		return;
	forget_streams(agent);
	loop_unwatch(agent->exit);
	agent->exit = NULL;
	agent->events.exited(agent->user, t, agent->ending);
}

static void rest_is_late(void *user, int events)
{
	struct agent *agent = user;

	(void)events;
	if (awake_at(&agent->rest_awake, loop_now()) < agent->rest_by) {
		loop_at(agent->rest, awake_wait(&agent->rest_awake, agent->rest_by));
		return;
	}
	agent_enter(agent);
	exit_tell(agent, loop_now());
	agent_return(agent);
}

static void stdout_ready(void *user, int events)
{
	struct agent *agent = user;
	int64_t t = loop_called(agent->loop);
	ssize_t size;

	(void)events;
	agent_enter(agent);
	size = agent_read(agent, t, STREAM_STDOUT);
	if (size < 0 && is_silent(agent)) {
		connection_forget(agent, t);
	} else if (agent->rest) {
		agent->rest_size += size;
		if (size < 0 || agent->rest_size > REST_MOST)
			exit_tell(agent, t);
	} else if (size < 0 && !agent->freed) {
		stdout_ended(agent, t);
	}
	agent_return(agent);
}

/* Accepts no other connection, unless this one is closed unused.  */
static void connected(struct agent *agent, int connection)
{
	if (queue_size(&agent->input))
		agent_shut_door(agent);
	else
		loop_change(agent->door, 0);
	agent->process.in = agent->process.out = connection;
	agent->in = loop_watch(agent->loop, connection, queue_size(&agent->input) ? LOOP_WRITE : 0,
			       LOOP_FIRST, agent_stdin_ready, agent);
	agent->out = loop_watch(agent->loop, connection, LOOP_READ, LOOP_FIRST, stdout_ready, agent);
}

/* Checks the next connection.  True: it was not the agent's, and another may wait.  */
static bool door_answered(struct agent *agent, int64_t t)
{
	char *refused;
	bool goes_on, stranger;
	int connection;

	if (agent->freed || agent->process.listener < 0 || agent->process.out >= 0)
		return false;
	connection = socket_take(agent->process.listener, agent->process.init ? 0 : agent->process.pid,
				 agent->process.pidfd, &agent->patience, &refused, &goes_on, &agent->prompt);
	if (!goes_on)
		agent_shut_door(agent);
	if (connection >= 0) {
		connected(agent, connection);
		if (agent->events.connection)
			agent->events.connection(agent->user, t, true);
	}
	stranger = refused != NULL;
	if (stranger && agent->events.stranger)
		agent->events.stranger(agent->user, t, refused);
	free(refused);
	return stranger;
}

static void door_ready(void *user, int events)
{
	struct agent *agent = user;

	(void)events;
	agent_enter(agent);
	door_answered(agent, loop_now());
	agent_return(agent);
}

/* Reports what came over its last connection, `unread` bytes (-1: all); those before it were unused.  True:
 * the connection has ended.  */
static bool read_all_connections(struct agent *agent, int64_t t, ssize_t unread)
{
	bool at_end = false;

	for (int i = 0; i < STRANGERS_AT_EXIT && !agent->freed; i++) {
		if (door_answered(agent, t))
			continue;
		at_end = unread < 0 ? agent_read_rest(agent, t, STREAM_STDOUT)
				    : agent_read_unread(agent, t, unread);
		if (agent->freed || !at_end || !is_silent(agent))
			break;
		connection_forget(agent, t);
	}
	return at_end;
}

/* A pipe holds all that was written.  Over a connection, bytes may still wait on the sender's side, even
 * after its end, until we have read what came before.  */
static void exit_look(struct agent *agent, int64_t t)
{
	bool at_end;

	if (!has_ended(agent->process.pid, &agent->ending)) {
		if (agent->process.pidfd < 0)
			loop_at(agent->exit, t + LOOK_EVERY_NS);
		return;
	}
	if (agent->process.init)
		agent->ending = sandbox_ending(agent->process.wire, agent->ending);
	agent_enter(agent);
	agent->exited = true;
	at_end = read_all_connections(agent, t, -1);
	if (!agent->freed && agent->socket && agent->process.out >= 0 && !at_end) {
		loop_unwatch(agent->exit);
		agent->exit = NULL;
		agent->rest = loop_timer(agent->loop, LOOP_FIRST, rest_is_late, agent);
		agent->rest_by = awake_at(&agent->rest_awake, loop_now()) + REST_WITHIN_NS;
		loop_at(agent->rest, awake_wait(&agent->rest_awake, agent->rest_by));
	} else if (!agent->freed) {
		exit_tell(agent, t);
	}
	agent_return(agent);
}

void agent_leave_behind(struct agent *agent, int64_t t)
{
	if (agent->exited)
		return;
	agent_enter(agent);
	agent->exited = true;
	agent->ending =
		(struct ending){.signalled = true, .code = SIGKILL, .signal = agent_signal_name(SIGKILL)};
	if (agent->events.stays)
		agent->events.stays(agent->user, agent->process.agent);
	if (!agent->freed)
		exit_tell(agent, t);
	agent_return(agent);
}

static void exit_ready(void *user, int events)
{
	(void)events;
	exit_look(user, loop_now());
}

/* Names the command before why it cannot be started, which is freed.  */
static char *not_started(const char *command, char *why)
{
	char *shown = bytes_escaped(command, strlen(command)),
	     *problem = bytes_text("cannot start \"%s\": %s", shown, why);

	free(shown);
	free(why);
	return problem;
}

struct agent *agent_spawn(struct loop *loop, const struct agent_setup *setup,
			  const struct agent_events *events, void *user, char **problem)
{
	struct spawned process;
	struct agent *agent;
	int64_t began = loop_now();

	if (!spawn_agent(setup, &process, problem)) {
		*problem = not_started(setup->command, *problem);
		return NULL;
	}
	agent = bytes_new(sizeof(*agent));
	agent->loop = loop;
	agent->events = *events;
	agent->user = user;
	agent->process = process;
	agent->owned.pid = process.pid;
	orphans_except(&agent->owned);
	meter_open(&agent->meter, process.agent, process.init, &agent->process.cgroups,
		   setup->memory && !process.cgroups.memory);
	wait_meter_open(&agent->wait, process.agent, began);
	agent->socket = setup->socket;
	agent->patience = GONE_MOST;
	agent->term_after = setup->end_ns > TERM_AFTER_NS ? setup->end_ns : TERM_AFTER_NS;
	agent->checked = setup->checked;
	agent->memory = setup->memory;
	agent->has_read = true; /* nothing was asked */
	agent->soonest = INT64_MAX;
	if (agent->socket) {
		agent->door = loop_watch(loop, process.listener, LOOP_READ, LOOP_FIRST, door_ready, agent);
	} else if (!setup->all_terminal) {
		agent->in = loop_watch(loop, process.in, 0, LOOP_FIRST, agent_stdin_ready, agent);
		agent->out = loop_watch(loop, process.out, LOOP_READ, LOOP_FIRST, stdout_ready, agent);
	}
	agent_begin_pieces(agent, setup->pieces);
	if (setup->guarded)
		agent_begin_guard(agent, setup);
	/* stderr that came before an answer is reported before it.  */
	agent->err = loop_watch(loop, process.err, LOOP_READ, LOOP_AHEAD, stderr_ready, agent);
	if (process.pidfd >= 0) {
		agent->exit = loop_watch(loop, process.pidfd, LOOP_READ, LOOP_FIRST, exit_ready, agent);
	} else {
		agent->exit = loop_timer(loop, LOOP_FIRST, exit_ready, agent);
		loop_at(agent->exit, 0);
	}
	return agent;
}

void agent_free(struct agent *agent)
{
	if (!agent)
		return;
	agent_enter(agent);
	agent->freed = true;
	forget_streams(agent);
	loop_unwatch(agent->exit);
	agent_signal(agent, SIGKILL);
	group_reap(agent->process.pid, agent->process.pidfd);
	orphans_include(&agent->owned);
	spawned_close(&agent->process);
	meter_close(&agent->meter);
	wait_meter_free(&agent->wait);
	folder_look_end(agent->folder_look);
	free(agent->folder);
	free(agent->refused);
	agent_return(agent);
}

/* Its end also reads what is left.  While a connection's rest is read, the loop does that.  What it writes
 * while it is heard comes later than t: a flood with an answer at its end may take seconds to read.  */
void agent_hear(struct agent *agent, int64_t t)
{
	ssize_t unread = agent_unread(agent);

	agent_enter(agent);
	agent_read_rest(agent, t, STREAM_STDERR);
	if (!agent->freed && !agent->rest && read_all_connections(agent, t, unread) && !agent->freed &&
	    agent->process.out >= 0)
		stdout_ended(agent, t);
	if (!agent->freed && agent->exit)
		exit_look(agent, t);
	agent_return(agent);
}

pid_t agent_pid(const struct agent *agent)
{
	return agent->process.agent;
}

char *agent_address(const struct agent *agent)
{
	return agent->socket ? bytes_text(SOCKET_HOST ":%d", agent->process.port) : NULL;
}
