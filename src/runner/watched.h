/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* watched.h - a tap that a screen or a script watches, and may hold (ringside attach).  */
#ifndef RINGSIDE_RUNNER_WATCHED_H
#define RINGSIDE_RUNNER_WATCHED_H

#include "ringside/loop.h"
#include "ringside/session.h"
#include "ringside/tapped.h"

struct pair;

/* Zero, but for the callbacks.  */
struct watched {
	struct tapped plays;     /* now */
	struct tapped_gate gate; /* how its messages are held */
	int fd;                  /* -1: it has ended, or there are two */
	struct pair *pair;       /* of two that play each other; NULL: it is one */
	bool unseen;             /* who watches has not seen yet that it is paused */
	bool asked;              /* for something: it may be held because of us */
	struct watch *hears;
	struct session *shown; /* which shows a game of it; NULL: none */
	/* It has told something, or has ended.  */
	void (*heard)(void *user);
	/* A line of a tracepoint there.  */
	void (*traced)(void *user, const char *line);
	void *user;
};

/* Begins to watch the tap of the first agent; of both, which play each other, if the second one is not 0.  */
void watched_begin(struct watched *watched, struct loop *loop, const pid_t agents[2]);
bool watched_lives(const struct watched *watched);
/* Why there is no file to show; NULL: there is one, or there will be.  The caller frees.  */
char *watched_problem(const struct watched *watched);
/* NULL, or why not, for people; the caller frees.  */
char *watched_ask(struct watched *watched, const struct request *request);
/* The tap of one runs this line (tapped_line()).  */
char *watched_tell(struct watched *watched, const char *line, bool *answer);
/* All that is held passes; the session that shows it is not told.  */
void watched_let_go(struct watched *watched);
/* This session shows the newest game, and holds it from now on.  */
void watched_show(struct watched *watched, struct session *session);
void watched_end(struct watched *watched);

#endif
