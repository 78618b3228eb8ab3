/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* watched.c - what a tap tells, and what it is asked for (watched.h).  */
#include "watched.h"

#include "pair.h"
#include "ringside/bytes.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What tracepoints in the tap have written.  */
static void tell_traced(struct watched *watched)
{
	struct bytes *lines = &watched->gate.traced;
	char *end;

	while (lines->size && (end = memchr(lines->at, '\n', lines->size))) {
		*end = '\0';
		watched->traced(watched->user, lines->at);
		bytes_drop(lines, (size_t)(end - lines->at) + 1);
	}
}

static void hear(void *user, int events UNUSED)
{
	struct watched *watched = user;
	int heard;

	while ((heard = tapped_hear(watched->fd, &watched->plays, &watched->gate)) > 0)
		;
	tell_traced(watched);
	if (heard < 0) {
		loop_unwatch(watched->hears);
		watched->hears = NULL;
		close(watched->fd);
		watched->fd = -1;
		tapped_gate_clear(&watched->gate);
	}
	if (watched->shown)
		session_steered(watched->shown);
	watched->heard(watched->user);
}

void watched_begin(struct watched *watched, struct loop *loop, const pid_t agents[2])
{
	if (agents[1]) {
		watched->fd = -1;
		watched->pair = pair_new(loop, agents, watched);
		return;
	}
	watched->plays.agent = agents[0];
	watched->fd = tapped_watch(agents[0]);
	if (watched->fd >= 0)
		watched->hears = loop_watch(loop, watched->fd, LOOP_READ, LOOP_LATER, hear, watched);
	while (watched->fd >= 0 && !watched->plays.path)
		loop_step(loop);
}

bool watched_lives(const struct watched *watched)
{
	return watched->pair ? pair_lives(watched->pair) : watched->fd >= 0;
}

char *watched_problem(const struct watched *watched)
{
	const char *why = watched->pair ? pair_problem(watched->pair) : NULL;

	if (why)
		return bytes_text("%s do not play each other: %s", watched->plays.name, why);
	return watched_lives(watched) ? NULL : bytes_text("the tap has ended");
}

char *watched_ask(struct watched *watched, const struct request *request)
{
	struct request asked = *request;
	char *problem;

	if (watched->pair)
		return pair_ask(watched->pair, request);
	if (watched->fd < 0)
		return bytes_text("the tap has ended");
	watched->asked = true;
	if (asked.kind == REQUEST_GO && (watched->unseen || watched->gate.state == JUDGE_RUNNING))
		asked.held = TAPPED_UNSEEN;
	problem = tapped_ask(watched->fd, &asked, &watched->plays, &watched->gate);
	tell_traced(watched);
	if (watched->shown)
		session_steered(watched->shown);
	return problem;
}

void watched_let_go(struct watched *watched)
{
	const struct request go = {.kind = REQUEST_GO};
	struct session *shown = watched->shown;

	watched->shown = NULL;
	free(watched->pair ? pair_ask(watched->pair, &go)
			   : tapped_ask(watched->fd, &go, &watched->plays, &watched->gate));
	watched->shown = shown;
	watched->asked = false;
}

static char *ask(void *user, const struct request *request)
{
	return watched_ask(user, request);
}

char *watched_tell(struct watched *watched, const char *line, bool *answer)
{
	char *problem;

	*answer = false;
	if (watched->fd < 0)
		return bytes_text("the tap has ended");
	watched->asked = true;
	problem = tapped_line(watched->fd, line, answer, &watched->plays, &watched->gate);
	tell_traced(watched);
	return problem;
}

static char *tell(void *user, int seat UNUSED, const char *line, bool *answer)
{
	return watched_tell(user, line, answer);
}

void watched_show(struct watched *watched, struct session *session)
{
	watched->shown = session;
	if (watched->pair)
		session_steer(session, pair_agents(watched->pair), &watched->gate, pair_ask, pair_tell,
			      watched->pair);
	else
		session_steer(session, (pid_t[]){watched->plays.agent, 0}, &watched->gate, ask, tell,
			      watched);
}

void watched_end(struct watched *watched)
{
	pair_free(watched->pair);
	watched->pair = NULL;
	loop_unwatch(watched->hears);
	if (watched->fd >= 0)
		close(watched->fd);
	watched->fd = -1;
	tapped_clear(&watched->plays);
	tapped_gate_clear(&watched->gate);
}
