/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* dialogue.h - a judge and scripted agents, for tests that hold the pure rooms.
 *
 * A test writes what happens as lines: `> TURN 7,7` must be what the judge writes next to the seat, `< 8,8`
 * is what the agent answers.  Time is the test's own: dialogue_at() sets it, nothing sleeps.  Every
 * difference fails the test with both texts.  */
#ifndef RINGSIDE_TEST_DIALOGUE_H
#define RINGSIDE_TEST_DIALOGUE_H

#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/why.h"

enum { DIALOGUE_MS = 1000000 };

struct line {
	struct message message; /* owns its bytes */
	char *words;            /* what people read of it; owned */
	bool told;              /* a script has asked for it */
};

struct dialogue {
	struct setup setup;
	const char *end; /* of the lines that the judge writes */
	struct judge *judge;
	int64_t now;
	struct line *lines; /* every message that passed */
	int line_count, line_room;
	int spawns[SEATS], dismissals[SEATS], turns, scores, takebacks, names, seatings, verdicts;
	bool frozen[SEATS];         /* by EFFECT_FREEZE, and not let go since */
	int left;                   /* so many turns stayed at the last takeback */
	const char *in_pipe[SEATS]; /* what DRAIN finds */
	bool manual;                /* EFFECT_SPAWN is not answered at once */
};

/* How a difference fails the test: whoever links with this has its own (dialogue_fail.c).  */
_Noreturn void dialogue_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Two agents of gomocup, a board of that size, nothing begun: the test may change dialogue->setup.  */
void dialogue_init(struct dialogue *dialogue, const char *size);
/* Two players of lmc or lmc2, there with a game program on seat 0; likewise.  */
void dialogue_init_lmc(struct dialogue *dialogue, const char *system);
/* Two agents of qchess, 60 s for a turn; likewise.  */
void dialogue_init_qchess(struct dialogue *dialogue);
void dialogue_free(struct dialogue *dialogue);
/* Begins; all agents are started.  */
void dialogue_begin(struct dialogue *dialogue);
/* The same with processes that have played before: `alive` as in judge_begin().  */
void dialogue_begin_warm(struct dialogue *dialogue, unsigned alive);
/* Begins, and both brains answer ABOUT and START with OK; for square boards.  */
void dialogue_ready(struct dialogue *dialogue);
/* Begins, and all players of lmc or lmc2 say their names: p1, p2, and game on seat 0.  */
void dialogue_named(struct dialogue *dialogue);
/* Carries out what the judge wants by now.  */
void dialogue_settle(struct dialogue *dialogue);
/* Time goes on to this moment (ns), and the judge is told.  */
void dialogue_at(struct dialogue *dialogue, int64_t t);

/* Lines, each ended by \n: `> text` the judge has written to the seat (its line end left out; INFO lines need
 * not be mentioned, but then in their order), `< text` the seat writes, with LF.  */
void talk(struct dialogue *dialogue, int seat, const char *script);
/* Exact bytes.  */
void dialogue_bytes(struct dialogue *dialogue, int seat, const char *bytes, size_t size);
/* Its process has ended.  */
void dialogue_exit(struct dialogue *dialogue, int seat, struct ending ending);
/* A request that must be granted, or refused.  */
void dialogue_request(struct dialogue *dialogue, struct request request);
void dialogue_refused(struct dialogue *dialogue, struct request request);

/* Nothing was written to the seat that no script has asked for, INFO aside.  */
void dialogue_silent(struct dialogue *dialogue, int seat);
/* The last message whose text begins so, or NULL.  */
const struct message *dialogue_find(const struct dialogue *dialogue, int seat, const char *begin);
/* How many messages of the seat begin so.  */
/* The same as people read it; NULL: there is none.  */
const char *dialogue_words(const struct dialogue *dialogue, int seat, const char *begin);
int dialogue_count(const struct dialogue *dialogue, int seat, const char *begin);
/* All that was said to and by these seats (bits), in its order: lines of "> text" and "< text" with the
 * seat's number before them when it is more than one.  The caller frees.  */
char *dialogue_text(const struct dialogue *dialogue, unsigned seats);
/* The messages so far, fed into a fresh judge, give the same messages, turns, sums and verdict.  */
void dialogue_replays(const struct dialogue *dialogue);
/* The verdict, and `why` explains it: the rule and all messages that prove it are in its answer.  */
void dialogue_verdict(const struct dialogue *dialogue, int winner, const char *reason, int blame);
/* What `why` answers, which must be an answer; the caller frees.  */
char *dialogue_why(const struct dialogue *dialogue, enum why_what what, int64_t n);
/* Why it has none.  */
char *dialogue_no_why(const struct dialogue *dialogue, enum why_what what, int64_t n);
/* The moves so far, as "7,7 8,8".  */
void dialogue_moves(const struct dialogue *dialogue, const char *moves);

#endif
