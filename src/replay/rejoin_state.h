/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_state.h - what is known while fresh processes are brought to a place of a recording, shared by its
 * files.
 *
 * rejoin.c takes what comes in, rejoin_feed.c feeds one message after another, rejoin_answers.c compares what
 * is said, rejoin_ends.c how processes end, rejoin_greeting.c tells a process what is in no recording: how a
 * match begins where the old one had played a game before, and the recorded position after a move of its own.
 */
#ifndef RINGSIDE_REPLAY_REJOIN_STATE_H
#define RINGSIDE_REPLAY_REJOIN_STATE_H

#include "judge/judge_state.h"
#include "ringside/rejoin.h"

/* ns: what nobody has asked for is waited for so long, and the answer behind it.  */
#define UNASKED_LIMIT (2 * (int64_t)NS_PER_S)

/* What an old process has answered.  */
struct recorded {
	char *text; /* without its line end */
	size_t size;
	bool begins; /* the line was too long, and only this much of it was kept */
	enum channel channel;
	bool names; /* what a player calls itself is no move: a new build may have a new name */
	int turn;
	int64_t message, t_ns;
};

/* What a fresh one has answered; `text` NULL: nothing.  */
struct answered {
	char *text;
	size_t size;
	enum channel channel;
	int64_t t;
};

struct fed_seat {
	bool fed;
	bool present;  /* its process runs, as the old one did at this place of the recording */
	bool warm;     /* the old one stayed from the game before, and was told nothing of this one yet */
	bool ended;    /* but it has ended by itself */
	bool outlives; /* the old one had left by this place, and was not needed */
	struct ending ending;
	struct bytes in;     /* what it wrote and was not looked at */
	size_t seen;         /* so many of these bytes hold no end of a message */
	size_t early;        /* so many were there before it was asked */
	int64_t came_at;     /* when the last of them came */
	bool open;           /* it was asked, and the old process has not answered at this place */
	int turn;            /* that was in this turn */
	int64_t written_at;  /* when that, or anything, was written to it; -1: nothing was */
	int64_t recorded_at; /* the same in the recording */
	char *said;          /* what it said since then on the channels of errors, for people; owned */
	int refusals, usual; /* so often since its last answer; at most so often before an answer that came */
	int64_t refused_at;  /* the last time */
	struct recorded *unasked; /* what came without a question and did not come yet from the fresh one */
	int unasked_count;
	/* The last pair of these.  If nothing else comes, this was its answer to the question after it.  */
	struct recorded spare_of; /* owned */
	struct answered spare;    /* owned */
	struct judge *greeting;   /* makes it ready, or tells it the position; NULL: it needs nothing */
	bool stays;               /* rejoin_stays() */
	bool parted;    /* it has moved otherwise than the old one: its position is not the recorded one */
	bool tells;     /* `greeting` tells it the position, and asks */
	bool told;      /* so it did, up to the answer */
	bool misled;    /* its answers cannot be compared any more */
	bool passed;    /* the answer that comes next in the recording is waited for no more */
	bool restarted; /* it did not take part in being told: the next time a fresh one is told at once */
	bool gone;      /* the old one has left unasked, which may not have counted */
};

struct rejoin {
	struct judge *judge;
	const struct protocol *protocol;
	struct rejoin_events events;
	void *user;
	struct fed_seat seat[SEATS];
	char *name[SEATS]; /* of who sits there now; NULL: it is the old one's; owned */
	enum rejoin_state state;
	struct message next; /* its bytes are owned */
	bool has_next, at_end;
	int awaited;        /* the seat whose answer is awaited; SEATS: none is */
	int64_t now, until; /* when it is waited for in vain */
	int64_t limit;
	bool tries;        /* rejoin_try() */
	int left_open;     /* the seat whose old process never answered what it was asked last; SEATS: none */
	int left_turn;     /* in this turn */
	struct event left; /* what it did instead */
	char *left_how;    /* the same in words; owned */
	int64_t left_after;               /* ns that it had for it, when it lost on time; else -1 */
	struct rejoin_end old_end, fresh; /* their words are owned */
	char *untold;                     /* rejoin_untold(); owned */
	int differences;
	char *problem;
	bool unplayable; /* that is of the recording */
};

/* rejoin.c */

/* Owns the problem.  */
enum rejoin_state rejoin_fail(struct rejoin *rejoin, char *problem);
/* The seat's process has ended where it is needed.  */
void rejoin_fail_ended(struct rejoin *rejoin, int seat);

/* rejoin_feed.c */

/* Goes on as far as it can.  */
enum rejoin_state rejoin_go_on(struct rejoin *rejoin);
/* Takes the effects of the judge at time t and carries none of them out.  */
void rejoin_drain(struct judge *judge, int64_t t);
/* When nothing is waited for any more; INT64_MAX: nothing is.  */
int64_t rejoin_until(const struct rejoin *rejoin);
/* Has it said ERROR or the like more often than it does before it answers?  */
bool rejoin_has_refused(const struct fed_seat *seat);

/* rejoin_ends.c */

/* The old process ends with this message, or loses in silence, and nothing that follows is told to the fresh
   one.  Then it keeps how.  */
bool rejoin_old_ends(struct rejoin *rejoin, const struct message *message);
/* The fresh process has ended so, in that turn.  Owns the words.  The first end counts.  */
void rejoin_fresh_ends(struct rejoin *rejoin, enum rejoin_end_kind kind, int turn, char *words);
enum rejoin_end_kind rejoin_end_kind(struct ending ending);

/* rejoin_answers.c */

/* Is what the seat says there compared?  */
bool rejoin_is_answer(const struct rejoin *rejoin, int seat, enum channel channel, const char *bytes,
		      size_t size);
/* What the old process said without a question.  */
void rejoin_keep_unasked(struct rejoin *rejoin, const struct message *message);
void rejoin_forget_unasked(struct fed_seat *seat);
/* It was asked in that turn: what it wrote before is no answer to that.  */
void rejoin_asked(struct fed_seat *seat, int turn);
/* Has the fresh process answered, where this answer was recorded?  Tells if so, or if it never will.  */
bool rejoin_has_answered(struct rejoin *rejoin, const struct message *message);
/* At the end: compares what was said unasked.  False: more may come.  */
bool rejoin_ends_unasked(struct rejoin *rejoin, int seat);
/* Nobody waits for it any more.  */
void rejoin_gives_up_unasked(struct rejoin *rejoin, int seat);
/* The same for the answer that the old process never gave.  */
bool rejoin_closes(struct rejoin *rejoin, int seat);
/* Nobody waits for that any more.  */
void rejoin_leaves_open(struct rejoin *rejoin, int seat);
/* The answer that is awaited will not come: tells.  */
void rejoin_tell_none(struct rejoin *rejoin, const struct message *message);

/* rejoin_greeting.c */

/* A fresh process was started in place of one that had played before: makes it ready.  */
void rejoin_greets(struct rejoin *rejoin, int seat);
/* It is the seat's turn, and its process has another position: tells it the recorded one, and asks.  */
void rejoin_tells_position(struct rejoin *rejoin, int seat);
/* The process cannot be told a position.  Owns the words.  */
void rejoin_misleads(struct rejoin *rejoin, int seat, char *why);
/* The seat that is being made ready; SEATS: none is.  */
int rejoin_greeted(const struct rejoin *rejoin);
void rejoin_greeting_bytes(struct rejoin *rejoin, int seat, const char *bytes, size_t size);
void rejoin_greeting_exited(struct rejoin *rejoin, int seat, struct ending ending);
void rejoin_greeting_time(struct rejoin *rejoin, int seat);

#endif
