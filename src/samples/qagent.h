/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qagent.h - the agent's side of quantum chess (qchess-agent-text-api): what the bundled agents share.
 *
 * An agent is two questions: which piece, and where to. qagent_run() keeps the board by what the judge tells,
 * and asks them when the judge does; nothing else is ever answered.  */
#ifndef SAMPLES_QAGENT_H
#define SAMPLES_QAGENT_H

#include "qboard.h"

#include <stdint.h>
#include <stdio.h>

enum { PAST_MOST = 128 };

/* The boards after the last moves, back to the last capture at the most: what may come again.  */
struct qpast {
	uint64_t hash[PAST_MOST];
	int count; /* the oldest are forgotten first */
};

/* An agent at its turn.  */
struct qturn {
	const struct board *board;
	const struct qpast *past;
	enum colour own;
	uint64_t *chance; /* for chance_below() */
	FILE *talk;       /* where it says what it thinks; NULL: nowhere */
};

struct qagent {
	const char *name;    /* the program is qchess-NAME */
	const char *purpose; /* a few lines for --help */
	bool talks;          /* it has --talk */
	/* The square of a piece of its own; there is one at least.  */
	int (*select)(const struct qturn *turn);
	/* Where the selected piece goes to: one of `reached`, which is not empty.  */
	int (*move)(const struct qturn *turn, uint64_t reached);
};

extern const struct qagent qagent_random, qagent_thinker;

/* Where the selected piece gets to; nowhere when none is.  */
uint64_t qagent_reached(const struct board *board);

/* How often this board was there.  */
int qpast_times(const struct qpast *past, const struct board *board);

/* Plays until the judge says QUIT, or to the end of input. Remarks on what the judge says wrong go to
 * standard error, and so do the agent's thoughts if it talks. Returns the exit status: 1 when a request came
 * that has no answer.  */
int qagent_run(const struct qagent *agent, uint64_t seed, bool talks, FILE *in, FILE *out);

/* What main() returns.  */
int qagent_main(const struct qagent *agent, int argc, char **argv);

#endif
