/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fuzz_match.h - a match whose agents, people and machine do what bytes say.
 *
 * It plays the session's part as judge.h describes it, keeps the messages, and checks after each step what
 * must always hold. A check that fails prints the last messages and ends the program (fuzz_fail()).  */
#ifndef RINGSIDE_FUZZ_MATCH_H
#define RINGSIDE_FUZZ_MATCH_H

#include "input.h"
#include "ringside/bytes.h"
#include "ringside/judge.h"

/* The header of an input: how the match is set up. A missing byte is 0.  */
enum { FUZZ_HEADER = 12 };

/* What the header says besides the setup.  */
struct fuzz_ways {
	unsigned not_started; /* bit set of the seats whose processes cannot be started */
	unsigned stops;       /* bit set of enum stop_kind: somebody stops the match there */
	bool socket;          /* agents have to connect before they are heard */
};

struct fuzz_match {
	struct setup setup;
	struct fuzz_ways ways;
	struct judge *judge;
	int64_t now;
	bool there[SEATS];     /* a process runs */
	bool closed[SEATS][3]; /* of enum stream */
	bool use_told;         /* what agents used in the turns that the verdict cut short */
	bool connected[SEATS], spoken[SEATS];
	struct bytes pipe[SEATS]; /* what it has written and nobody has read yet */
	bool dismissed;
	struct message *messages; /* all that passed; each owns its bytes */
	int count, room;
};

/* Fills in setup and ways from the header.  */
void fuzz_setup(struct setup *setup, struct fuzz_ways *ways, const uint8_t header[FUZZ_HEADER]);

/* False: such a match cannot be played.  */
bool fuzz_begin(struct fuzz_match *match, const uint8_t header[FUZZ_HEADER]);
/* One step (README.md).  */
void fuzz_step(struct fuzz_match *match, struct rest rest);
/* The match is interrupted if it is not over, everybody leaves, and the recording must be the same match.  */
void fuzz_end(struct fuzz_match *match);

/* Carries out the judge's effects up to now.  */
void fuzz_settle(struct fuzz_match *match);
/* The recording must replay. *again as in recording_differs().  */
void fuzz_replays(struct fuzz_match *match, struct judge **again);
/* Another game with the processes that may stay, if the match is over.  */
void fuzz_next_game(struct fuzz_match *match);
/* Goes on in a new branch, with fresh processes that were told the same.  */
void fuzz_branch(struct fuzz_match *match);
/* Prints what does not hold and the last messages, and aborts.  Owns the problem.  */
_Noreturn void fuzz_fail(const struct fuzz_match *match, char *problem);

#endif
