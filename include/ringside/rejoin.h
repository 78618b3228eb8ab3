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
 * `resume`, an override of the past, another agent on a seat, and `takeback` begin a branch this way
 * (session_branch()); --from does it in a copy of the file (session_play()). `rerun` only tries it
 * (rejoin_try()). A system may declare short cuts (protocol.h):
 *
 *     takeback      the agents that sit there take moves back: nothing is fed
 *     rejoins       agents are told the position (BOARD) when the judge stands there: they are not fed
 *     resume        of a file with moves and no messages: a new match begins with the position
 *
 * The recorded messages go back into a judge (replay.h). Fresh processes are told what the old ones were
 * told, in the same order, and every question waits for its answer. Their answers are compared with the
 * recorded ones, and the recorded ones stand. This lets a match go on from any of its turns in a new branch,
 * and tries a new build of an agent on the input of the old one.
 *
 * Pure, like the judge: bytes and ends of processes come in with their time, bytes to write go out through
 * callbacks, and nothing blocks. All times are nanoseconds of one monotonic clock, which leaves out time
 * in which nobody could hear the processes (loop.h).  */
#ifndef RINGSIDE_REJOIN_H
#define RINGSIDE_REJOIN_H

#include "ringside/judge.h"

struct rejoin;

/* An answer of a fresh process beside that of the old one; either may be missing.  */
struct rejoin_answer {
	int seat;
	int turn;        /* of the recorded answer; without one, of the next recorded message */
	int64_t message; /* the recorded answer, as people number it; 0: there was none */
	/* Without line ends; valid until the callback returns. NULL: there was none.  */
	const char *recorded, *answered;
	size_t recorded_size, answered_size;
	enum channel channel; /* of the recorded answer; without one, of the fresh one */
	const char *instead; /* how the old process ended or lost without answering (rejoin_try()), else NULL.
				If the fresh one did the same, `same` is set and there is no answer */
	const char *ended;   /* how the fresh one ended instead of answering; NULL: it did not */
	/* ns from the question to the answer, or from the last write to the seat if nothing was asked; -1:
	 * not known, or no answer.  */
	int64_t recorded_ns, answered_ns;
	bool same;
	bool unasked; /* with `instead`: the old process ended when nothing was asked of it */
	bool told;    /* its move before was another one, so it was told the recorded position first */
	bool misled;  /* it cannot be compared: see rejoin_try() */
	/* Of the fresh one; valid until the callback returns.  */
	const char *move; /* in words that `move_form` reads (protocol.h); NULL: this is no move */
	bool same_move;   /* the old one moved so, too, whatever else it said */
	struct said said; /* what it has said of its search before it */
};

/* How a process ended before the recording did.  */
enum rejoin_end_kind {
	REJOIN_LASTED,  /* to the end of the recording */
	REJOIN_CRASHED, /* by a signal, or with another exit status than 0 */
	REJOIN_LEFT,    /* with exit status 0, while it was still needed */
	REJOIN_LATE,    /* the old one lost on time; the fresh one took longer than the old one was allowed */
	REJOIN_SILENT,  /* it did not answer within the limit */
	REJOIN_LOSES,   /* by what it said: an illegal move, or a fault */
	REJOIN_LOST,    /* the same, after answers that cannot be compared: it may not have understood the
			   question */
};

struct rejoin_end {
	enum rejoin_end_kind kind;
	int turn;    /* 0: before the first, or after the match */
	char *words; /* for people, such as "was ended by SIGSEGV"; NULL: it lasted */
};

/* What came out so far.  The rejoin owns the texts.  */
struct rejoin_result {
	char *problem;   /* why it has failed, for people; NULL: it has not */
	int failed;      /* the seat whose fresh process is to blame; SEATS: none, or the recording cannot be
			    replayed, whatever agents do */
	char *untold;    /* why a fresh process could not be told a position, for people; NULL: it could, or
			    there was no need */
	int differences; /* answers that differed, including extra and missing ones */
	struct rejoin_end old_end, fresh_end; /* of a fed seat's processes, with rejoin_try() */
};

/* Callbacks. rejoin_go() and the functions for inputs call them.  */
struct rejoin_events {
	/* Gives the next message of the recording, in the order of n; its bytes are valid until the next
	 * call. False: there is none.  */
	bool (*next)(void *user, struct message *message);
	/* The same for the first message after message `after`, without any effect on `next`. It gives the
	 * recording again from its beginning to a judge that tries an answer. NULL: none is tried.  */
	bool (*again)(void *user, int64_t after, struct message *message);
	/* The recorded process of the seat started: start a fresh one and drop the one before it. If the old
	 * one had played a game before this one, the fresh one is first made ready, because it knows nothing
	 * of that game.  */
	void (*spawn)(void *user, int seat);
	/* The recorded process of the seat ended: the fresh one is no longer needed.  */
	void (*leave)(void *user, int seat);
	void (*write)(void *user, int seat, const char *bytes, size_t size);
	/* NULL: answers are not reported.  */
	void (*answered)(void *user, const struct rejoin_answer *answer);
};

enum rejoin_state {
	REJOIN_WAITS, /* for an answer */
	REJOIN_DONE,  /* the recording has ended, and every question was answered */
	REJOIN_FAILED,
};

/* `fed` is the bit set (1 << seat) of the seats with fresh processes; the other seats are only replayed. The
 * setup and the callbacks are copied. NULL and a problem for people, which the caller frees, if the setup
 * cannot be played.  */
struct rejoin *rejoin_new(const struct setup *setup, unsigned fed, const struct rejoin_events *events,
			  void *user, char **problem);
void rejoin_free(struct rejoin *rejoin);
/* Call it before rejoin_go() to try what fresh processes answer (ringside rerun). An answer may take as
 * long as `patience` says; NULL: as long as rejoin_time() says. The recording ends where an old process ended
 * or lost by not answering; the answer of the fresh one there is awaited and reported as one that was not
 * recorded. A different answer is given to a judge of its own, which says whether it loses. After a move that
 * differs from the recorded one, the fresh process has another position. If the system can tell a position
 * (protocol.h: rejoins), its next question tells it the recorded one. Otherwise, or if the process refuses,
 * it still gets the recorded messages, and its answers are `misled`.  */
void rejoin_try(struct rejoin *rejoin, const struct patience *patience);
/* Call it before rejoin_go(): the fresh process of the seat has played the game before this one, and stays if
 * the old one did. `rest` is what it wrote after that game; copied.  */
void rejoin_stays(struct rejoin *rejoin, int seat, const char *rest, size_t size);

/* Call it before rejoin_go(): names the fresh process of the seat in problems, if it is not the old agent;
 * copied.  */
void rejoin_name(struct rejoin *rejoin, int seat, const char *name);

/* Feeds the recording at time t until an answer is awaited.  */
enum rejoin_state rejoin_go(struct rejoin *rejoin, int64_t t);
/* Inputs. Each continues the feeding until something is awaited, and returns the state. Input from a process
 * that is no longer needed is ignored. Bytes are those of stdout, copied.  */
enum rejoin_state rejoin_bytes(struct rejoin *rejoin, int64_t t, int seat, const char *bytes, size_t size);
enum rejoin_state rejoin_exited(struct rejoin *rejoin, int64_t t, int seat, struct ending ending);
/* The process of the seat could not be started; `why` is copied and becomes the problem.  */
enum rejoin_state rejoin_not_started(struct rejoin *rejoin, int64_t t, int seat, const char *why);
/* Time has passed: call it at rejoin_deadline() (INT64_MAX: never) or earlier. An answer may take as long as
 * the longest of the limits for a turn, for hanging and for getting ready. Output that was not asked for is
 * awaited for two seconds.  */
enum rejoin_state rejoin_time(struct rejoin *rejoin, int64_t t);
int64_t rejoin_deadline(const struct rejoin *rejoin);

const struct rejoin_result *rejoin_result(const struct rejoin *rejoin);
/* The match up to the last fed message; owned by the rejoin.  */
const struct match *rejoin_match(const struct rejoin *rejoin);

/* When it is done: output of the fresh process that was not used, which begins with the answer to an open
 * question. Owned by the rejoin; `size` in bytes.  */
const char *rejoin_rest(const struct rejoin *rejoin, int seat, size_t *size);
/* When it is done: has the fresh process ended? It may if the old one had ended and was not needed. The judge
 * does not know it yet: call judge_exited() after replay_live().  */
bool rejoin_has_ended(const struct rejoin *rejoin, int seat, struct ending *ending);
/* When it is done: why the seat on turn may not play this move, for people; NULL: it may.  The caller frees.
 */
char *rejoin_refuses(const struct rejoin *rejoin, const char *move);
/* When it is done: the judge, ready for replay_live(). The caller owns it from now on.  */
struct judge *rejoin_take(struct rejoin *rejoin);

#endif
