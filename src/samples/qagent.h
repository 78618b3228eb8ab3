/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* qagent.h - the agent's side of quantum chess (qchess-agent-text-api), shared by the bundled agents.
 *
 * An agent answers two questions: which piece, and where to. qagent_run() keeps the board from the
 * judge's lines, and calls the agent when the judge asks.  */
#ifndef SAMPLES_QAGENT_H
#define SAMPLES_QAGENT_H

#include "qboard.h"

#include <stdint.h>
#include <stdio.h>

enum { PAST_MOST = 128 };

/* The boards after the last moves, back to the last capture: these can occur again.  */
struct qpast {
	uint64_t hash[PAST_MOST];
	int count; /* the oldest is dropped first */
};

/* A turn of an agent.  */
struct qturn {
	const struct board *board;
	const struct qpast *past;
	enum colour own;
	uint64_t *chance; /* for chance_below() */
	FILE *talk;       /* where it explains its move; NULL: nowhere */
};

struct qagent {
	const char *name;    /* the program is called qchess-NAME */
	const char *purpose; /* a few lines for --help */
	bool talks;          /* it has --talk */
	/* Selects a piece of its own: returns its square. There is at least one.  */
	int (*select)(const struct qturn *turn);
	/* Moves the selected piece: returns one of `reached`, which is not empty.  */
	int (*move)(const struct qturn *turn, uint64_t reached);
};

extern const struct qagent qagent_random, qagent_thinker;

/* The squares that the selected piece can reach; empty if no piece is selected.  */
uint64_t qagent_reached(const struct board *board);

/* How often this board has occurred.  */
int qpast_times(const struct qpast *past, const struct board *board);

/* Plays until QUIT or the end of input. Remarks on wrong lines, and an agent's talk, go to standard
 * error. Returns the exit status: 1 after a request that has no answer.  */
int qagent_run(const struct qagent *agent, uint64_t seed, bool talks, FILE *in, FILE *out);

/* Returns the exit status.  */
int qagent_main(const struct qagent *agent, int argc, char **argv);

#endif
