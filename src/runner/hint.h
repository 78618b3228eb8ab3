/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* hint.h - asks another agent for a move in the position of the match, without touching the match.
 *
 * Another ringside does it: it gets a copy of the match so far, brings fresh agents to its last move
 * (--from), lets one move be played and saves that.  Whatever it does, the match does not notice.  */
#ifndef RINGSIDE_RUNNER_HINT_H
#define RINGSIDE_RUNNER_HINT_H

#include "ringside/session.h"

struct hint;

struct hint_events {
	/* The answer, or why there is none, for people.  The hint is over: free it, but not here.  */
	void (*told)(void *user, const char *text, bool problem);
	/* The move itself, as the protocol writes it, for the position after turn n of the match; `message`
	   is that which brought the turn.  Comes before told().  */
	void (*found)(void *user, int turns, int64_t message, const char *move);
};

/* Asks `command` for the move of that seat, a person's, with the sandbox and folders of `setup`.  NULL and a
 * problem for people if it cannot begin; the caller frees.  */
struct hint *hint_new(struct loop *loop, struct session *session, const struct session_setup *setup, int seat,
		      const char *command, const struct hint_events *events, void *user, char **problem);
/* Is the answer still awaited?  */
bool hint_is_awaited(const struct hint *hint);
/* Ends what still runs.  NULL is fine.  */
void hint_free(struct hint *hint);

#endif
