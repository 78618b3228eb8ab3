/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* match.h - what is known of a match: its setup, its turns, its verdict.
 *
 * The judge keeps one of a match being played; the match file fills one of a match being read.  The screen
 * draws either without knowing which.  */
#ifndef RINGSIDE_MATCH_H
#define RINGSIDE_MATCH_H

#include "ringside/doing.h"
#include "ringside/event.h"
#include "ringside/setup.h"
#include "ringside/verdict.h"

enum turn_flag {
	TURN_BY_PERSON = 1 << 0,   /* a person sits on the seat, or moved in the agent's place */
	TURN_CHANGED = 1 << 1,     /* what was played is not what the agent answered */
	TURN_INTERRUPTED = 1 << 2, /* its clock stood for a while: think_ns leaves that out */
	TURN_SCORED = 1 << 3,      /* its sum is known */
	TURN_UNTIMED = 1 << 4,     /* a debugger looked inside the agent: think_ns says little */
	TURN_FORGIVEN = 1 << 5     /* it was over a limit, and the tolerance made up for it */
};

/* From asking a seat to move until its move is accepted.  */
struct turn {
	int n; /* from 1 */
	int seat;
	char *answered;   /* what the agent answered, in the protocol's words; NULL: nothing; owned */
	char *played;     /* what was played, in the protocol's words; owned */
	int64_t began_ns; /* since the match began */
	int64_t think_ns;
	int64_t left_ns; /* of the seat's match limit after it; INT64_MAX: no limit */
	int64_t cpu_ns; /* CPU time of the agent, with all that it has started, in this turn; -1: not known */
	int64_t rss;    /* bytes resident at its end; -1: not known */
	int64_t message;   /* number of the message that brought the answer; 0: none */
	double sum[SEATS]; /* of all scores of each seat, until the next turn was played */
	unsigned flags;    /* of enum turn_flag */
	/* When it was asked, and when the first and the last byte of the answer came, since the match began;
	   -1: not known.  */
	int64_t asked_ns, first_ns, last_ns;
	int64_t tolerance_ns; /* so far over a limit, when TURN_FORGIVEN */
	int64_t peak;         /* most bytes resident in it; -1: not known */
	int faults;           /* of the seat since its turn before */
};

/* The turn of an agent that the verdict broke off: a limit, its end, or what another seat did.  */
struct unfinished {
	bool open; /* there is one */
	/* As in struct turn.  The bytes are those that were no whole message yet.  */
	int64_t asked_ns, first_ns, last_ns;
	int64_t think_ns;
	/* CPU time in ns and peak memory in bytes since the last turn that was measured; 0: nothing, or not
	   known.  A session that does not measure each turn (session.h) has them without a broken turn, too.
	 */
	int64_t cpu_ns, peak;
};

/* What turns of a seat took.  */
struct took {
	int turns;
	double total, longest; /* ns of think time, which no file can overflow */
	bool knows_cpu;
	double cpu;   /* ns */
	int64_t peak; /* bytes; 0: not known */
};

/* More turns than a game on a board can have; a game that goes on for ever may drop those before them.  */
enum { MATCH_KEPT = 8192 };

struct match {
	struct setup setup;
	struct turn *turns; /* the newest turns of this branch, see match_turn() */
	int dropped;        /* so many before them are not kept here any more: at most those that leave
			       MATCH_KEPT */
	int turn_count;     /* with those that were dropped */
	bool keeps_all;     /* none is dropped: it was read from elsewhere and is in no file yet */
	/* Who can look dropped turns up elsewhere; NULL: nobody can.  As match_turn().  */
	const struct turn *(*older)(void *user, int n);
	void *older_user;
	struct took took[SEATS]; /* the turns until `took_until`, which may be fewer than were dropped */
	int took_until;
	bool scored;               /* there are scores */
	double sum[SEATS];         /* of all scores of each seat */
	int forgiven[SEATS];       /* turns of each seat that are TURN_FORGIVEN, dropped ones too */
	int timeouts[SEATS];       /* turns of each seat that ended by their limit; of a match that was read
				      match_file_timeouts() counts them */
	int faults[SEATS];         /* of each seat until the verdict; of a match that was read
				      match_file_faults() counts them */
	struct doing doing[SEATS]; /* of each agent, as it was noted last since its clock began; of a match
				      that was read of the one to blame alone */
	struct unfinished unfinished[SEATS];
	int branch;         /* 0: nothing was ever taken back */
	int64_t started_us; /* when it began: microseconds since 1970, UTC; 0: not known */
	bool over;
	int64_t ended_ns;       /* when over: since the match began */
	struct verdict verdict; /* when over */
	unsigned cuts;          /* counts how often turns were taken back (match_cut) */
	unsigned revision;      /* counts changes: who draws can see that there is something new */
};

void match_init(struct match *match, const struct setup *setup);
void match_free(struct match *match);
/* Takes over the strings of the turn, numbers it, gives it the sums as they are unless it has its own, and
   returns where it is kept (until the next change).  */
struct turn *match_add(struct match *match, struct turn turn);
/* Turn n, from 1; NULL when there is none, or when it was dropped and nobody knows it.  Good until the next
   call with another n.  */
const struct turn *match_turn(const struct match *match, int n);
/* Keeps the first `turns` turns only, and the sums as they were then (match_turn() must know the last of
 * them).
 */
void match_cut(struct match *match, int turns);
/* A score of the seat for what was played last.  */
void match_score(struct match *match, int seat, double score);
void turn_clear(struct turn *turn);
/* What all turns of each seat took, with the one that the verdict broke off.  False: nobody knows all turns
 * any more.  */
bool match_took(const struct match *match, struct took took[SEATS]);
/* Takes over detail.  */
void match_end(struct match *match, struct verdict verdict);
/* Bytes of the seat's agent are no message yet (EVENT_PENDING): those until the verdict belong to the turn
 * that it may break off.  */
void match_pending(struct match *match, int seat, const struct event *pending);
/* Forgets the verdict: turns were taken back after it.  */
void match_reopen(struct match *match);
/* The last turn of a seat among the first `turns`, or NULL: a seat that has not played for MATCH_KEPT turns
   is not looked for any further.  */
const struct turn *match_last_of(const struct match *match, int seat, int turns);

#endif
