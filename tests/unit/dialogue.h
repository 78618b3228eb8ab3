/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* dialogue.h - a judge and scripted agents, for tests of the pure rooms.
 *
 * A test writes what happens as lines: `> TURN 7,7` must be the next line that the judge writes to the seat,
 * `< 8,8` is what the agent answers. The test sets the time with dialogue_at(); nothing sleeps. A difference
 * fails the test with both texts.  */
#ifndef RINGSIDE_TEST_DIALOGUE_H
#define RINGSIDE_TEST_DIALOGUE_H

#include "ringside/bytes.h"
#include "ringside/judge.h"
#include "ringside/why.h"

enum { DIALOGUE_MS = 1000000 };

struct line {
	struct message message; /* owns its bytes */
	char *words;            /* the message as people read it; owned */
	bool told;              /* a script has expected it */
};

struct dialogue {
	struct setup setup;
	const char *end; /* of the lines that the judge writes */
	struct judge *judge;
	int64_t now;
	struct line *lines; /* every message that passed */
	int line_count, line_room;
	int spawns[SEATS], dismissals[SEATS], turns, scores, takebacks, names, seatings, verdicts;
	bool frozen[SEATS];         /* frozen by EFFECT_FREEZE and not thawed since */
	bool spoke_unasked[SEATS];  /* as judge_bytes() has said last */
	int left;                   /* turns left after the last takeback */
	const char *in_pipe[SEATS]; /* what DRAIN reads */
	bool manual;                /* the test answers EFFECT_SPAWN itself */
};

/* Fails the test. Each program that links dialogue.c supplies its own (dialogue_fail.c).  */
_Noreturn void dialogue_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Two agents of gomocup and a board of that size. The match has not begun: the test may change
 * dialogue->setup.  */
void dialogue_init(struct dialogue *dialogue, const char *size);
/* Two players of lmc or lmc2; lmc2 also has a game program on seat 0. Not begun.  */
void dialogue_init_lmc(struct dialogue *dialogue, const char *system);
/* Two agents of qchess, 60 s for a turn. Not begun.  */
void dialogue_init_qchess(struct dialogue *dialogue);
void dialogue_free(struct dialogue *dialogue);
/* Begins the match and starts all agents.  */
void dialogue_begin(struct dialogue *dialogue);
/* Begins with processes that have played before: `alive` as in judge_begin().  */
void dialogue_begin_warm(struct dialogue *dialogue, unsigned alive);
/* Begins, and both brains answer ABOUT, and START with OK. For square boards.  */
void dialogue_ready(struct dialogue *dialogue);
/* Begins, and all players of lmc or lmc2 say their names: p1, p2, and game for seat 0.  */
void dialogue_named(struct dialogue *dialogue);
/* Carries out all effects that the judge has now.  */
void dialogue_settle(struct dialogue *dialogue);
/* Sets the time to t (ns) and tells the judge.  */
void dialogue_at(struct dialogue *dialogue, int64_t t);

/* Plays lines, each ended by \n. `> text`: the judge has written this to the seat (without its line end; INFO
 * lines may be left out, but not reordered). `< text`: the seat writes this, with LF.  */
void talk(struct dialogue *dialogue, int seat, const char *script);
/* The seat writes exactly these bytes.  */
void dialogue_bytes(struct dialogue *dialogue, int seat, const char *bytes, size_t size);
/* The process of the seat ends.  */
void dialogue_exit(struct dialogue *dialogue, int seat, struct ending ending);
/* Makes a request that must be granted, or refused.  */
void dialogue_request(struct dialogue *dialogue, struct request request);
void dialogue_refused(struct dialogue *dialogue, struct request request);

/* Nothing was written to the seat that no script has expected, INFO aside.  */
void dialogue_silent(struct dialogue *dialogue, int seat);
/* The last message of the seat that begins so, or NULL.  */
const struct message *dialogue_find(const struct dialogue *dialogue, int seat, const char *begin);
/* The last message that begins so, as people read it; NULL if there is none.  */
const char *dialogue_words(const struct dialogue *dialogue, int seat, const char *begin);
/* How many messages of the seat begin so.  */
int dialogue_count(const struct dialogue *dialogue, int seat, const char *begin);
/* All that these seats (bits) were told and said, in order: lines of "> text" and "< text", preceded by the
 * seat's number if there is more than one seat. The caller frees.  */
char *dialogue_text(const struct dialogue *dialogue, unsigned seats);
/* The messages so far, replayed in a fresh judge, give the same messages, turns, sums and verdict.  */
void dialogue_replays(const struct dialogue *dialogue);
/* The verdict is this, and `why` explains it with its rule and all messages that prove it.  */
void dialogue_verdict(const struct dialogue *dialogue, int winner, const char *reason, int blame);
/* The answer of `why`, which must have one. The caller frees.  */
char *dialogue_why(const struct dialogue *dialogue, enum why_what what, int64_t n);
/* Why `why` has no answer. The caller frees.  */
char *dialogue_no_why(const struct dialogue *dialogue, enum why_what what, int64_t n);
/* The moves so far, as "7,7 8,8".  */
void dialogue_moves(const struct dialogue *dialogue, const char *moves);

#endif
