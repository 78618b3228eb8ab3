/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* pair.h - two taps whose agents play each other, shown as one match (ringside attach).
 *
 * Each tap knows its own agent, and what the judge says for the other one.  A match file of both is written
 * in a temporary folder while they play: the messages, the turns and the times of each agent come from its
 * own tap.  Who watches sees that file.  What a person asks for goes to the tap of the message that is meant.
 */
#ifndef RINGSIDE_RUNNER_PAIR_H
#define RINGSIDE_RUNNER_PAIR_H

#include "ringside/loop.h"
#include "ringside/tapped.h"

struct pair;
struct watched;

/* NULL: the games in these two match files of taps are one, as far as they go, and *begins says whether the
 * agent of the first file moves first; else why not, for people.  The caller frees.  */
char *pair_unlike(const char *one, const char *other, bool *begins);
/* Watches both taps.  `shown` gets what they play, with the match file of both, and how both are held; its
 * callbacks are called.  The agent of the first one sits on seat 1.  */
struct pair *pair_new(struct loop *loop, const pid_t agents[2], struct watched *shown);
/* Is one of the taps still there?  */
bool pair_lives(const struct pair *pair);
/* Why no match file of both is there; NULL: it is, or they have not begun.  The pair's.  */
const char *pair_problem(const struct pair *pair);
/* For session_steer(); `user` is the pair.  */
char *pair_ask(void *user, const struct request *request);
char *pair_tell(void *user, int seat, const char *line, bool *answer);
/* The processes on seats 1 and 2.  */
const pid_t *pair_agents(const struct pair *pair);
void pair_free(struct pair *pair);

#endif
