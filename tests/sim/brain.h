/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* brain.h - a simulated brain: a process without a process.
 *
 * It reads the lines that the judge writes, and decides what to say and when. The table (table.c) does
 * this on a virtual clock. The seed decides the kind of brain, and whether, when and how it fails. Like a
 * real brain it keeps a board of its own from what it was told.  */
#ifndef RINGSIDE_SIM_BRAIN_H
#define RINGSIDE_SIM_BRAIN_H

#include "chance.h"
#include "fake.h"
#include "grid.h"

#include <stddef.h>
#include <stdint.h>

/* How a brain fails at one of its moves.  */
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

/* Its character, which is the same for every process of a seat.  */
struct character {
	const char *end; /* of its lines */
	enum about about;
	enum answer restart, takeback;
	enum swap2 swap2;
	bool must_know_swap2; /* the judge is strict: a refusal counts as a failure */
	bool avoids_forbidden;
	bool banner, chatty, talks_to_stderr, splits, suggests, pads, knows_no_info, no_ok, empty_lines;
	bool leaves_after_five;
	int64_t delay; /* the most ns for an answer */
	enum failure failure;
	int fails_at; /* the number of its move, from 1; or the next move where it can fail */
};

/* Which block of lines it is reading.  */
enum reading {
	READS_NOTHING,
	READS_BOARD,
	READS_SWAP2,
	READS_UNKNOWN, /* complains about each */
	READS_BLINDLY, /* has complained already */
};

struct brain {
	const struct character *character;
	struct chance *chance;
	struct fake *fake; /* of its process */
	struct grid grid;
	char fields[GRID_SQUARES]; /* the stones of BOARD: 1 own, 2 the opponent's, 3 a block */
	struct grid swap2;         /* the stones of SWAP2BOARD, which are not yet part of the game */
	int64_t limit;             /* ns it has for a turn */
	int tag;                   /* of the question that it thinks about */
	int moves;                 /* how often it was asked */
	enum reading reading;
	bool asked;       /* by the last line: then `told` is the board from that line */
	bool asked_swap2; /* the same, from SWAP2BOARD */
	struct grid told;
	bool puzzled;  /* was told something impossible */
	bool hangs;    /* reads, but never answers again */
	bool ended;    /* was told to leave, or left */
	bool unsure;   /* its board differs from the judge's: it failed in between */
	bool culpable; /* has failed, and that turn still needs it */
	int suggested_x, suggested_y;
};

void character_draw(struct character *character, struct chance *chance, int64_t limit, bool fails);

void brain_start(struct brain *brain, const struct character *character, struct chance *chance,
		 struct fake *fake, int64_t t, int64_t limit);
/* A line of the judge, without its end. `tag` is the number that a question in it gets. Adds the resulting
 * deeds to its fake.  */
void brain_hears(struct brain *brain, int64_t t, const char *line, int tag);
/* Must a move answer this line?  */
bool brain_is_ask(const char *line);

#endif
