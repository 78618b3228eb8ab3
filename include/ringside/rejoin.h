/* rejoin.h - brings fresh processes to where a recorded match was.
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
   recording ends: what the fresh one answers there is waited for, and told as what was not recorded.  */
void rejoin_try(struct rejoin *rejoin, int64_t limit);

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
/* How many answers differed, with those that came where there was none, or did not come.  */
int rejoin_differences(const struct rejoin *rejoin);

/* When it is done.  What the fresh process of a seat wrote besides: the first of it answers what is open.  */
const char *rejoin_rest(const struct rejoin *rejoin, int seat, size_t *size);
/* When it is done: the judge, which is the caller's from now on, and ready for replay_live().  */
struct judge *rejoin_take(struct rejoin *rejoin);

#endif
