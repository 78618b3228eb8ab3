/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ghost.h - fresh processes for tests of rejoin.h: they say what the old ones said, or what a test wants.
 *
 * A test records a match with dialogue.h.  Then a ghost sits on each seat that is fed: after each line that
 * it is told it says what the old process said after the same line, but for changes.  Time is the test's own.
 */
#ifndef RINGSIDE_TEST_GHOST_H
#define RINGSIDE_TEST_GHOST_H

#include "dialogue.h"
#include "ringside/rejoin.h"

/* A ghost says something else, once, where the old process said this line (its end left out).  */
struct change {
	int seat;
	const char *was;
	const char *says; /* lines, each ended by \n; or exact bytes when the seance is binary */
	bool ends;        /* and its process ends, with status 3 */
	bool early;       /* before it is told what asks for it */
	bool done;
};

/* What was told of an answer.  */
struct told_answer {
	int seat, turn;
	int64_t message;
	char *recorded, *answered; /* NULL: there was none */
	int64_t recorded_ns, answered_ns;
	bool same, told, misled;
};

struct seance {
	const struct dialogue *dialogue;
	int cut; /* so many messages of it are the recording */
	bool binary;
	size_t piece;    /* bytes that come at once; 0: all */
	const char *end; /* of a ghost's lines; NULL: as the old process ended them */
	int64_t slow;    /* ns until it says anything */
	bool tries;      /* rejoin_try(), with `limit` */
	int64_t limit;
	/* What a ghost says to RESTART, and to the DONE of a position that stands in no recording, in lines;
	   NULL: nothing.  */
	const char *restart, *done;
	int refuses; /* the process of this seat cannot be started; 0: all can */
	struct change *changes;
	int change_count;
	/* What has come of it.  */
	struct rejoin *rejoin;
	enum rejoin_state state;
	int64_t now;
	int next;                  /* the message that is fed next */
	int heard[SEATS];          /* in the dialogue: what the ghost was told last */
	struct bytes mouth[SEATS]; /* what it is about to say */
	bool ending[SEATS];        /* and then it ends */
	bool there[SEATS];
	int spawned[SEATS], left[SEATS];
	struct bytes told[SEATS]; /* all that was written to its processes, without \r */
	struct told_answer *answers;
	int answer_count;
};

/* Feeds the first `cut` messages of the dialogue until nothing more happens.  */
void seance_hold(struct seance *seance, const struct dialogue *dialogue, int cut, unsigned fed);
void seance_end(struct seance *seance);
/* It is done, and so many answers differed.  */
void expect_done(const struct seance *seance, int differences);
/* It has failed, and `part` stands in the problem.  */
void expect_failed(const struct seance *seance, const char *part);
/* The n-th difference from 0; there must be one.  */
const struct told_answer *difference(const struct seance *seance, int n);
/* Takes the judge and goes on live as a dialogue of its own, whose first messages are the recording.  */
void seance_live(struct seance *seance, struct dialogue *live);

#endif
