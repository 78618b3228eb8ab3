/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ghost.h - fresh processes for tests of rejoin.h. They repeat what the old ones said, or say what a test
 * wants.
 *
 * A test records a match with dialogue.h. Then a ghost sits on each seat that is fed. After each line it
 * answers as the old process did, except where the test sets a change. The test sets the time.  */
#ifndef RINGSIDE_TEST_GHOST_H
#define RINGSIDE_TEST_GHOST_H

#include "dialogue.h"
#include "ringside/rejoin.h"

/* One difference: where the old process said this line (without its end), the ghost says something else,
 * once.  */
struct change {
	int seat;
	const char *was;
	const char *says; /* lines, each ended by \n; exact bytes if the seance is binary */
	bool ends;        /* the process then ends with status 3 */
	bool early;       /* say it before the question */
	bool done;
};

/* What the rejoin reported of an answer.  */
struct told_answer {
	int seat, turn;
	int64_t message;
	char *recorded, *answered; /* NULL: there was none */
	int64_t recorded_ns, answered_ns;
	bool same, told, misled;
};

struct seance {
	const struct dialogue *dialogue;
	int cut; /* how many of its messages are the recording */
	bool binary;
	size_t piece;    /* bytes read at once; 0: all */
	const char *end; /* end of a ghost's lines; NULL: as the old process ended them */
	int64_t slow;    /* ns before each answer */
	bool tries;      /* use rejoin_try(), with `limit` */
	int64_t limit;
	/* What a ghost answers to RESTART, and to the DONE of a position that is not in the recording, in
	 * lines; NULL: nothing.  */
	const char *restart, *done;
	int refuses; /* the seat whose process cannot be started; 0: none */
	struct change *changes;
	int change_count;
	/* The results.  */
	struct rejoin *rejoin;
	enum rejoin_state state;
	int64_t now;
	int next;                  /* the next message to feed */
	int heard[SEATS];          /* index in the dialogue of the last message that the ghost was told */
	struct bytes mouth[SEATS]; /* what it is about to say */
	bool ending[SEATS];        /* end after saying it */
	bool there[SEATS];
	int spawned[SEATS], left[SEATS];
	struct bytes told[SEATS]; /* all that was written to the seat's processes, without \r */
	struct told_answer *answers;
	int answer_count;
};

/* Feeds the first `cut` messages of the dialogue until nothing more happens.  */
void seance_hold(struct seance *seance, const struct dialogue *dialogue, int cut, unsigned fed);
void seance_end(struct seance *seance);
/* The rejoin is done, and this many answers differed.  */
void expect_done(const struct seance *seance, int differences);
/* The rejoin has failed, and its problem contains `part`.  */
void expect_failed(const struct seance *seance, const char *part);
/* The n-th difference, from 0; it must exist.  */
const struct told_answer *difference(const struct seance *seance, int n);
/* Takes over the judge and goes on live as a dialogue of its own, which begins with the recording.  */
void seance_live(struct seance *seance, struct dialogue *live);

#endif
