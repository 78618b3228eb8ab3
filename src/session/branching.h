/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* branching.h - a match that is to go on from one of its turns, or a seat with another agent, while fresh
 * processes are told what the old ones were told.
 *
 * branch.c decides where and with whom; branching.c feeds; taking_over.c seats the fresh ones when they stand
 * where the match stood.  */
#ifndef RINGSIDE_SESSION_BRANCHING_H
#define RINGSIDE_SESSION_BRANCHING_H

#include "ringside/rejoin.h"
#include "session_state.h"

enum { HISTORY_PAGE = 256, DIFFERENCES_NOTED = 100 };

struct difference {
	int seat;
	char *text; /* owned */
};

struct branching {
	struct session *session;
	struct rejoin *rejoin;
	struct watch *deadline;
	struct player *player[SEATS]; /* fresh ones, that sit nowhere yet */
	struct setup setup;           /* with those who sat there in the end */
	int parent;                   /* branch that it leaves */
	int turns;
	int64_t cut;       /* the last message that is history of the new branch */
	int successor;     /* only this seat gets another process, and the judge stays; -1: all do */
	bool goes_on;      /* it is to run, and not only to stand there */
	char *why;         /* owned */
	char *take[SEATS]; /* who sits down when it goes on; "human" or a command line; NULL: nobody else;
			      owned */
	char *override;    /* move in place of the one that was asked for; NULL: none; owned */
	int mover;         /* the seat that it is for */
	struct difference differences[DIFFERENCES_NOTED];
	struct message page[HISTORY_PAGE]; /* owns the bytes: the screen reads the file meanwhile */
	int page_count, page_at;
	int64_t read; /* number of the last message that was fed */
};

/* branching.c */

/* The command line of a player that is no person; NULL: it is one.  */
const char *branching_agent(const char *player);
struct branching *branching_new(struct session *session, int parent, int64_t cut, int turns);
/* Lets the fresh processes be started and fed; the session keeps it until its end.  NULL, or why not, and it
   is gone; the caller frees.  */
char *branching_start(struct branching *branching);
/* It comes to nothing, and is gone.  */
void branching_fail(struct branching *branching, const char *problem);
/* Owns the text.  */
void branching_tell(struct session *session, char *text, bool problem);

/* taking_over.c */

/* All fresh processes stand where the match stood: it goes on.  Frees the branching.  */
void branching_take_over(struct branching *branching);
char *branching_request(struct session *session, struct request request);

#endif
