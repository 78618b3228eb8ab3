/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* program.h - a simulated game program of the Learning Machine Challenge 2: a process without a process.
 *
 * It plays a few rounds with one player, or with two in turn or both at once, and sometimes breaks one of
 * its rules (lmc2, Layer 0).  */
#ifndef RINGSIDE_SIM_PROGRAM_H
#define RINGSIDE_SIM_PROGRAM_H

#include "fake.h"

#include "ringside/message.h"
#include <stdbool.h>

/* How a game program fails: in one of its rounds, or before it is ready.  */
#define PROGRAM_FAILURES(X)                                                                                  \
	X(NOT)                                                                                               \
	X(SECOND_PLAY)                                                                                       \
	X(NEW_WHILE_PLAYING)                                                                                 \
	X(BAD_COMMAND)                                                                                       \
	X(SENDS_EXIT)                                                                                        \
	X(SCORE_RANGE)                                                                                       \
	X(SCORE_WORD)                                                                                        \
	X(SYMBOL_AGAIN)                                                                                      \
	X(SYMBOL_BAD)                                                                                        \
	X(STRANGE_WORD)                                                                                      \
	X(NO_WORDS)                                                                                          \
	X(NOBODY)                                                                                            \
	X(SEAT_THREE)                                                                                        \
	X(CHANNEL)                                                                                           \
	X(JUDGE_WORD)                                                                                        \
	X(SAYS_EXIT)                                                                                         \
	X(SECOND_NAME)                                                                                       \
	X(CRASH)                                                                                             \
	X(EXIT)                                                                                              \
	X(CLOSES)                                                                                            \
	X(HANGS)                                                                                             \
	X(PLAYS_WITH_LEFT)                                                                                   \
	X(NO_ALPHABET)                                                                                       \
	X(MUTE)                                                                                              \
	X(LATE_NAME)                                                                                         \
	X(SPEAKS_FIRST)                                                                                      \
	X(SAYS_EXIT_FIRST)                                                                                   \
	X(DIES_AT_START)                                                                                     \
	X(NO_PROCESS)

enum program_failure {
#define X(NAME) PROGRAM_##NAME,
	PROGRAM_FAILURES(X)
#undef X
		PROGRAM_FAILURE_COUNT
};

const char *program_failure_name(enum program_failure failure);

struct program_terms {
	bool strict, letters, any;
	int64_t start_limit;
};

struct program_character {
	const char *end;
	bool splits, chatty, at_once, hints, single, untidy, ends_at_exit, tells_others, one_write;
	int rounds, symbols;
	enum program_failure failure;
	int fails_at; /* the number of its play, from 1 */
};

struct program {
	const struct program_character *character;
	struct program_terms terms;
	struct chance *chance;
	struct fake *fake;
	bool named, hangs, ended, over;
	int players, round, plays;
	int next; /* in turn: the player whose turn comes */
	bool waits[SEATS], left[SEATS], faulted[SEATS];
	char asked[SEATS][100], answered[SEATS][100];
};

void program_character_draw(struct program_character *character, struct chance *chance,
			    const struct program_terms *terms, bool fails);
void program_start(struct program *program, const struct program_character *character,
		   const struct program_terms *terms, struct chance *chance, struct fake *fake, int64_t t);
void program_hears(struct program *program, int64_t t, const char *line);

#endif
