/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* until.h - what --until and --until-failure wait for in the games of a series.  */
#ifndef RINGSIDE_RUNNER_UNTIL_H
#define RINGSIDE_RUNNER_UNTIL_H

#include "ringside/breakpoints.h"
#include "ringside/cli.h"
#include <jansson.h>

struct until;

/* NULL if the command line waits for nothing.  There must be no problem with that: until_problem().  */
struct until *until_new(const struct invocation *invocation);
void until_free(struct until *until); /* NULL is fine */
/* Why it cannot be waited for, for people; NULL: it can.  The caller frees.  */
char *until_problem(const struct invocation *invocation);
/* Watches the session from now on, which must be there until until_free() or the next call.  */
void until_watch(struct until *until, struct session *session);
/* That session could not begin, and is gone.  */
void until_lose(struct until *until);
/* What has happened first in this game, which has its verdict: "turn", "seat" and "what".  NULL: it has not
 * happened, or `until` is NULL.  The caller owns it.  */
json_t *until_found(struct until *until, const struct match *match);

/* `play` stops there: adds a breakpoint.  */
void until_break(const struct invocation *invocation, struct breakpoints *breakpoints);

#endif
