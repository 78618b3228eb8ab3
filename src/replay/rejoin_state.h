/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rejoin_state.h - the state while fresh processes are brought to a place of a recording: rejoin.c feeds
 * them, rejoin_answers.c compares what they answer and how they end.  */
#ifndef RINGSIDE_REPLAY_REJOIN_STATE_H
#define RINGSIDE_REPLAY_REJOIN_STATE_H

#include "judge/judge_parts.h"
#include "ringside/rejoin.h"

#include <string.h>

/* ns: how long unasked output is awaited, and an answer that may have come already.  */
#define UNASKED_LIMIT (2 * (int64_t)NS_PER_S)

/* An answer of an old process.  */
struct recorded {
	char *text; /* without its line end */
	size_t size;
	bool begins; /* the line was too long, and only its beginning was kept */
	enum channel channel;
	bool names; /* a player's name for itself, which may differ in a new build */
	int turn;
	int64_t message, t_ns;
};

/* An answer of a fresh one; `text` NULL: none.  */
struct answered {
	char *text;
	size_t size;
	enum channel channel;
	int64_t t;
};

struct fed_seat {
	bool fed;
	bool present; /* its process runs, as the old one did at this place of the recording */
	bool warm;    /* its old process stayed from the game before, and was told nothing of this game yet */
	bool ended;   /* the fresh process has ended by itself */
	bool outlives; /* the old process had left by now, and was not needed */
	struct ending ending;
	struct bytes in;          /* its output that was not used yet */
	size_t seen;              /* bytes of `in` that hold no end of a message */
	size_t early;             /* bytes of `in` that were there before it was asked */
	int64_t came_at;          /* when the last byte of `in` came */
	bool open;                /* it was asked, and the recorded answer has not come yet */
	int turn;                 /* the turn of that question */
	int64_t asked_n;          /* the message of that question */
	int64_t written_at;       /* when the question, or anything, was written to it; -1: never */
	int64_t recorded_at;      /* when that was written in the recording */
	struct said said;         /* what it has said of its search since its last answer */
	char *last_error;         /* its last error since then, for people; owned */
	int refusals, usual;      /* errors since its last answer, and most errors before an answer */
	int64_t refused_at;       /* time of the last error */
	struct recorded *unasked; /* unasked output that the fresh one has not sent yet */
	int unasked_count;
	/* The last pair of unasked output. If nothing else comes, it was the answer to the next question.  */
	struct recorded spare_of; /* owned */
	struct answered spare;    /* owned */
	struct judge *greeting;   /* makes it ready, or tells it the position; NULL: neither */
	bool stays;               /* rejoin_stays() */
	bool parted;    /* it made another move than the old one: its position is not the recorded one */
	bool tells;     /* `greeting` tells it the position, and asks */
	bool told;      /* it was told the position, and has not answered yet */
	bool misled;    /* its answers can no longer be compared */
	bool passed;    /* the next recorded answer is no longer awaited */
	bool answers;   /* it has answered something */
	bool same;      /* its last answer was the recorded one */
	bool restarted; /* it refused a position: the next time a new process gets it at once */
	bool gone;      /* the old one left when nothing was asked, which may not have counted */
};

struct rejoin {
	struct setup setup; /* as the match began */
	struct judge *judge;
	const struct protocol *protocol;
	struct rejoin_events events;
	void *user;
	struct fed_seat seat[SEATS];
	char *name[SEATS]; /* of the fresh process; NULL: as the old one; owned */
	enum rejoin_state state;
	struct message next; /* its bytes are owned */
	bool has_next, at_end;
	int awaited;        /* the seat whose answer is awaited; SEATS: none is */
	int64_t now, until; /* the time now, and until when that answer is awaited */
	struct patience patience;
	bool tries;        /* rejoin_try() */
	int left_open;     /* the seat whose old process never answered its last question; SEATS: none */
	int left_turn;     /* the turn of that question */
	struct event left; /* what the old process did instead */
	enum rejoin_end_kind left_kind;
	char *left_how;    /* what it did, in words; owned */
	int64_t left_n;    /* the message that says so */
	int64_t decided_n; /* the message that ended the match; 0: none yet */
	bool heard; /* the match ended by an answer, which the fresh process gave, too, or another one */
	int64_t left_after; /* ns that it had to answer, if it lost on time; else -1 */
	struct rejoin_result result;
};

/* rejoin.c */

/* How long an answer of the seat is awaited, ns.  */
static inline int64_t rejoin_patience(const struct rejoin *rejoin, int s)
{
	return rejoin->seat[s].answers ? rejoin->patience.answer : rejoin->patience.first;
}

/* rejoin_answers.c */

/* Does the old process end with this message, or lose by silence? Then keeps how; the fresh one is told
 * nothing after it.  */
bool rejoin_old_ends(struct rejoin *rejoin, const struct message *message);
/* Keeps how the fresh process ended, in that turn; only the first end counts. Takes ownership of the words.
 */
void rejoin_fresh_ends(struct rejoin *rejoin, enum rejoin_end_kind kind, int turn, char *words);
enum rejoin_end_kind rejoin_end_kind(struct ending ending);
/* Has the seat lost by what it said?  */
static inline bool rejoin_has_lost(const struct match *match, int s)
{
	if (!match->over)
		return false;
	return s == SEAT_NONE ? strcmp(match->verdict.reason, REASON_GAME) == 0 : match->verdict.blame == s;
}

/* Is such output of the seat compared?  */
bool rejoin_is_answer(const struct rejoin *rejoin, int seat, enum channel channel, const char *bytes,
		      size_t size);
/* Keeps what the old process said without a question.  */
void rejoin_keep_unasked(struct rejoin *rejoin, const struct message *message);
void rejoin_forget_unasked(struct fed_seat *seat);
/* Has the fresh process given the answer to this recorded one? Reports the pair if so, or if it never will.
 * `late`: the time until which the awaited answer is awaited has passed.  */
bool rejoin_has_answered(struct rejoin *rejoin, const struct message *message, bool late);
/* At the end: compares unasked output, and the answer that the old process never gave.  False: more may come
 * within `limit` ns.  */
bool rejoin_ends(struct rejoin *rejoin, int seat, int64_t *limit);
/* Stops waiting for both.  */
void rejoin_gives_up(struct rejoin *rejoin, int seat);
/* Reports that the awaited answer does not come.  */
void rejoin_tell_none(struct rejoin *rejoin, const struct message *message);

#endif
