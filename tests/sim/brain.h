/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.h - a simulated brain: a process without a process.
 *
 * It reads the lines that the judge writes and says what it will do and when; the table (table.c) carries
 * that out on a virtual clock.  What kind of brain it is, and whether, when and how it fails, comes from a
 * seed.  It keeps a board of its own from what it is told, as real ones do.  */
#ifndef RINGSIDE_SIM_BRAIN_H
#define RINGSIDE_SIM_BRAIN_H

#include "chance.h"
#include "fake.h"
#include "grid.h"

#include <stddef.h>
#include <stdint.h>

/* How a brain fails, at one of its moves.  */
#define FAILURES(X)                                                                                          \
	X(NONE)                                                                                              \
	X(LATE)                                                                                              \
	X(HANGS)                                                                                             \
	X(OUTSIDE)                                                                                           \
	X(OCCUPIED)                                                                                          \
	X(FORBIDDEN)                                                                                         \
	X(SWAP2)                                                                                             \
	X(GARBAGE)                                                                                           \
	X(ERROR)                                                                                             \
	X(CRASH)                                                                                             \
	X(CRASH_AFTER)                                                                                       \
	X(EXIT)                                                                                              \
	X(EXIT_AFTER)                                                                                        \
	X(CLOSES)                                                                                            \
	X(UNENDED)                                                                                           \
	X(DOUBLE)                                                                                            \
	X(UNASKED)                                                                                           \
	X(FLOOD)                                                                                             \
	X(REFUSES_START)                                                                                     \
	X(MUTE)                                                                                              \
	X(DIES_AT_START)                                                                                     \
	X(NO_PROCESS)

enum failure {
#define X(NAME) FAIL_##NAME,
	FAILURES(X)
#undef X
		FAIL_COUNT
};

const char *failure_name(enum failure failure);

enum answer { ANSWER_OK, ANSWER_UNKNOWN, ANSWER_ERROR, ANSWER_SILENCE };
enum about {
	ABOUT_PAIRS,
	ABOUT_PLAIN,
	ABOUT_UNKNOWN,
	ABOUT_SILENCE,
	ABOUT_LATE,
	ABOUT_LATE_UNKNOWN,
	ABOUT_COUNT
};

/* How it answers SWAP2BOARD.  */
enum swap2 { SWAP2_KNOWN, SWAP2_UNKNOWN_ONCE, SWAP2_UNKNOWN_EACH_LINE, SWAP2_COUNT };

/* What it is like; the same for every process of a seat.  */
struct character {
	const char *end; /* of its lines */
	enum about about;
	enum answer restart, takeback;
	enum swap2 swap2;
	bool must_know_swap2; /* the judge is strict: to refuse it is to fail */
	bool avoids_forbidden;
	bool banner, chatty, talks_to_stderr, splits, suggests, pads, knows_no_info, no_ok, empty_lines;
	bool leaves_after_five;
	int64_t delay; /* ns at most for an answer */
	enum failure failure;
	int fails_at; /* its so many-th move, from 1; where that cannot be, the next where it can */
};

/* Which lines it is being told.  */
enum reading {
	READS_NOTHING,
	READS_BOARD,
	READS_SWAP2,
	READS_UNKNOWN, /* complains of each */
	READS_BLINDLY, /* has complained already */
};

struct brain {
	const struct character *character;
	struct chance *chance;
	struct fake *fake; /* of its process */
	struct grid grid;
	char fields[GRID_SQUARES]; /* what BOARD says of its stones: 1 own, 2 the opponent's, 3 a block */
	struct grid swap2;         /* the stones that SWAP2BOARD tells, which are no part of the game yet */
	int64_t limit;             /* ns it has for a turn */
	int tag;                   /* of the ask that it thinks about */
	int moves;                 /* asked so often */
	enum reading reading;
	bool asked;       /* by the last line: then `told` is the board that it was told */
	bool asked_swap2; /* the same, by SWAP2BOARD */
	struct grid told;
	bool puzzled;  /* was told what cannot be */
	bool hangs;    /* reads and never answers any more */
	bool ended;    /* was told to leave, or left */
	bool unsure;   /* its board is not what the judge believes: it failed in between */
	bool culpable; /* has failed and is still needed for that turn */
	int suggested_x, suggested_y;
};

void character_draw(struct character *character, struct chance *chance, int64_t limit, bool fails);

void brain_start(struct brain *brain, const struct character *character, struct chance *chance,
		 struct fake *fake, int64_t t, int64_t limit);
/* A line of the judge, without its end; `tag` is the ask it would be.  The deeds that follow are added to its
 * fake.  */
void brain_hears(struct brain *brain, int64_t t, const char *line, int tag);
/* Is this line one that has to be answered with a move?  */
bool brain_is_ask(const char *line);

#endif
