/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* branching.h - a branch that is being prepared: new processes are told what the old ones were told, for all
 * seats or for one, and take their seats when they have reached the position.  */
#ifndef RINGSIDE_SESSION_BRANCHING_H
#define RINGSIDE_SESSION_BRANCHING_H

#include "ringside/awake.h"
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
	struct awake awake;           /* the time that the rejoin is given */
	struct player *player[SEATS]; /* new processes that have no seat yet */
	struct setup setup;           /* with the players of the parent's end */
	int parent;                   /* the parent branch */
	int turns;
	int64_t cut;       /* the number of the last message in the new branch's history */
	int successor;     /* only this seat gets a new process, and the judge stays; -1: all seats do */
	bool explores;     /* it is recorded in a copy of the file that was opened */
	bool goes_on;      /* the match then runs, else it is paused */
	bool swaps;        /* the seats' own limits change places */
	char *why;         /* owned */
	char *take[SEATS]; /* the new player, "human" or a command line; NULL: no change; owned */
	struct seat_limits limits[SEATS]; /* that the new players bring */
	char *override;                   /* the move that replaces the next answer; NULL: none; owned */
	int mover;                        /* the seat of that move */
	struct difference differences[DIFFERENCES_NOTED];
	struct message page[HISTORY_PAGE]; /* owns its bytes, because the screen reads the file meanwhile */
	int page_count, page_at;
	int64_t read; /* number of the last fed message */
};

/* Gives up: frees the branching and tells the problem.  */
void branching_fail(struct branching *branching, const char *problem);
/* Tells the person, and frees the text.  */
void branching_tell(struct session *session, char *text, bool problem);

char *branching_request(struct session *session, struct request request);

#endif
