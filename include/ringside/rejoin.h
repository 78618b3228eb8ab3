/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin.h - brings a judge and fresh processes to where a recorded match was.
 *
 * There is one way to a position:
 *
 *     recorded      --+--> replay_feed() ----> a fresh judge  --+--> replay_live(): a branch goes on there
 *     messages        +--> write() ----------> fresh processes -+
 *                             answers <--------+   are compared, and the recorded ones stand
 *
 * `resume`, an override of the past, another agent on a seat, and `takeback` begin a branch so
 * (session_branch()), a match with --from, too, in a copy of the file (session_play()).  `rerun` only tries
 * it (rejoin_try()).  A system may declare short cuts (protocol.h):
 *
 *     takeback      the agents that sit there take moves back: nothing is fed
 *     rejoins       agents are told the position (BOARD) when the judge stands there: they are not fed
 *     resume        of a file with moves and no messages: a new match begins with the position
 *
 * The recorded messages go back into a judge (replay.h), and beside it the processes that sit there afresh
 * are told what the old ones were told, in the same order; whatever has to be answered is waited for.  What
 * they answer is compared with what was answered then, and the recorded answers stand.  So a match goes on
 * from any of its turns in a new branch, and so a new build of an agent is tried on an old one's input.
 *
 * Pure, as the judge is: bytes and ends come in with their time, what is to be written goes out through
 * callbacks; nothing blocks.  All times are nanoseconds of one monotonic clock.  */
#ifndef RINGSIDE_REJOIN_H
#define RINGSIDE_REJOIN_H

#include "ringside/judge.h"

struct rejoin;

/* What a fresh process has answered where the old one did, or not.  */
struct rejoin_answer {
	int seat;
	int turn;        /* of the recorded answer; where there was none the turn of what comes next */
	int64_t message; /* its number; 0: there was none */
	/* Without line ends; good until the callback returns.  NULL: there was none.  */
	const char *recorded, *answered;
	size_t recorded_size, answered_size;
	enum channel channel; /* of the recorded answer; where there was none of the other */
	const char *instead;  /* how the old process ended or lost that did not answer (rejoin_try()), else
				 NULL; where the new one did just so, too, nothing is answered and `same` */
	const char *ended;    /* how the fresh one ended instead of answering; NULL: it did not */
	/* ns from the question (where there was none, from what was last written to the seat) to the answer;
	   -1: not known, or there was none.  */
	int64_t recorded_ns, answered_ns;
	bool same;
	bool unasked; /* with `instead`: the old process ended when nothing was asked of it */
	bool told;    /* it was told the recorded position first, since its move before was another one */
	bool misled;  /* it cannot be compared: see rejoin_try() */
};

/* How a process ended, as far as the recording tells or asks.  */
enum rejoin_end_kind {
	REJOIN_LASTED,  /* to the end of the recording */
	REJOIN_CRASHED, /* by a signal, or with another exit status than 0 */
	REJOIN_LEFT,    /* with exit status 0, while it was still needed */
	REJOIN_LATE,    /* the old one lost on time; the fresh one took longer there than the old one could */
	REJOIN_SILENT,  /* it did not answer until it was given up */
	REJOIN_LOST, /* the same, after answers that cannot be compared: it may not understand the question */
};

struct rejoin_end {
	enum rejoin_end_kind kind;
	int turn;    /* 0: before the first, or after the match */
	char *words; /* for people, as "was ended by SIGSEGV"; NULL: it lasted */
};

/* Called from within rejoin_go() and whatever calls it.  */
struct rejoin_events {
	/* The next message of the recording, in the order of n; its bytes are good until the next call.
	   False: there is none.  */
	bool (*next)(void *user, struct message *message);
	/* A process of the seat began: starts a fresh one.  What ran there before is not needed any more.
	   Where the old one had played a game before, the fresh one is made ready first: of that game it
	   knows nothing.  */
	void (*spawn)(void *user, int seat);
	/* Its process ended then: what runs there is not needed any more.  */
	void (*leave)(void *user, int seat);
	void (*write)(void *user, int seat, const char *bytes, size_t size);
	/* NULL: nobody wants to know.  */
	void (*answered)(void *user, const struct rejoin_answer *answer);
};

enum rejoin_state {
	REJOIN_WAITS, /* for an answer */
	REJOIN_DONE,  /* the recording has ended, and all that had to be answered was */
	REJOIN_FAILED,
};

/* `fed`: bit set of the seats with fresh processes; whatever else happened is only replayed.  NULL and a
   problem for people (the caller frees) when the setup cannot be played.  */
struct rejoin *rejoin_new(const struct setup *setup, unsigned fed, const struct rejoin_events *events,
			  void *user, char **problem);
void rejoin_free(struct rejoin *rejoin);
/* Before rejoin_go(): it is only tried what fresh processes answer (ringside rerun).  An answer may take
   `limit` ns; 0: as long as rejoin_time() says.  And where an old process ended or lost by not answering, the
   recording ends: what the fresh one answers there is waited for, and told as what was not recorded.
   After another move than the recorded one the fresh process has another position.  Where the system can tell
   a position (protocol.h: rejoins) the process is told the recorded one with its next question.  Elsewhere,
   or where it refuses that, it goes on to be told what was recorded, and its answers are `misled`.  */
void rejoin_try(struct rejoin *rejoin, int64_t limit);
/* Before rejoin_go(): the process of the seat has played the game before this one, too, and stays if the old
   one did.  `rest`: what it wrote after that game; copied.  */
void rejoin_stays(struct rejoin *rejoin, int seat, const char *rest, size_t size);
/* Does the message say that the seat's old process stays from the game before?  */
bool rejoin_is_stay(const struct message *message);

/* Before rejoin_go(): what the fresh process of that seat is called, where it is no longer the old agent.  */
void rejoin_name(struct rejoin *rejoin, int seat, const char *name);

/* Goes on as far as it can.  */
enum rejoin_state rejoin_go(struct rejoin *rejoin, int64_t t);
/* Inputs.  Each goes on by itself.  Of a process that is not needed any more nothing is told; what comes all
   the same is passed over.  */
enum rejoin_state rejoin_bytes(struct rejoin *rejoin, int64_t t, int seat, const char *bytes, size_t size);
enum rejoin_state rejoin_exited(struct rejoin *rejoin, int64_t t, int seat, struct ending ending);
/* The seat's process could not be started.  */
enum rejoin_state rejoin_not_started(struct rejoin *rejoin, int64_t t, int seat, const char *why);
/* Time has passed: call it at rejoin_deadline() at the latest (INT64_MAX: never).  An answer may take as
   long as the turn's limit, or the hang limit, or to get ready, whichever is longest; what nobody has asked
   for two seconds.  */
enum rejoin_state rejoin_time(struct rejoin *rejoin, int64_t t);
int64_t rejoin_deadline(const struct rejoin *rejoin);

/* When it has failed: why, for people; owned.  */
const char *rejoin_problem(const struct rejoin *rejoin);
/* It has failed since the recording cannot be replayed, whatever agents do.  */
bool rejoin_is_unplayable(const struct rejoin *rejoin);
/* The match as far as it was fed.  */
const struct match *rejoin_match(const struct rejoin *rejoin);
/* With rejoin_try(): how the old process of a fed seat ended, and the fresh one.  */
const struct rejoin_end *rejoin_old_end(const struct rejoin *rejoin);
const struct rejoin_end *rejoin_fresh_end(const struct rejoin *rejoin);
/* Why a fresh process could not be told a position, for people; NULL: it could, or need not.  */
const char *rejoin_untold(const struct rejoin *rejoin);
/* How many answers differed, with those that came where there was none, or did not come.  */
int rejoin_differences(const struct rejoin *rejoin);

/* When it is done.  What the fresh process of a seat wrote besides: the first of it answers what is open.  */
const char *rejoin_rest(const struct rejoin *rejoin, int seat, size_t *size);
/* When it is done.  Has the fresh process ended?  It may, where the old one had ended and was not needed. The
   judge does not know it yet: judge_exited() tells it, after replay_live().  */
bool rejoin_has_ended(const struct rejoin *rejoin, int seat, struct ending *ending);
/* When it is done: the judge, which is the caller's from now on, and ready for replay_live().  */
struct judge *rejoin_take(struct rejoin *rejoin);

#endif
