/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* player.h - a simulated player of the Learning Machine Challenge, 1 or 2: a process without a process.
 *
 * It reads the lines that the judge writes, and decides what to say and when. The seed decides the kind of
 * player, and whether, when and how it fails.  */
#ifndef RINGSIDE_SIM_PLAYER_H
#define RINGSIDE_SIM_PLAYER_H

#include "fake.h"

#include <stdbool.h>

/* How a player fails: at one of its moves (from LATE to ALL_BLANKS), or before it is ready.  */
#define PLAYER_FAILURES(X)                                                                                   \
	X(NOT)                                                                                               \
	X(LATE)                                                                                              \
	X(HANGS)                                                                                             \
	X(UNKNOWN)                                                                                           \
	X(EMPTY)                                                                                             \
	X(CRASH)                                                                                             \
	X(CRASH_AFTER)                                                                                       \
	X(EXIT)                                                                                              \
	X(EXIT_AFTER)                                                                                        \
	X(SAYS_EXIT)                                                                                         \
	X(CLOSES)                                                                                            \
	X(UNENDED)                                                                                           \
	X(DOUBLE)                                                                                            \
	X(UNASKED)                                                                                           \
	X(FLOOD)                                                                                             \
	X(WORDS)                                                                                             \
	X(CHANNEL)                                                                                           \
	X(INFO)                                                                                              \
	X(SECOND_NAME)                                                                                       \
	X(BLANKS)                                                                                            \
	X(MUTE)                                                                                              \
	X(LATE_NAME)                                                                                         \
	X(NAMELESS)                                                                                          \
	X(NAME_WITH_BLANKS)                                                                                  \
	X(SPEAKS_FIRST)                                                                                      \
	X(SAYS_EXIT_FIRST)                                                                                   \
	X(DIES_AT_START)                                                                                     \
	X(NO_PROCESS)

enum player_failure {
#define X(NAME) PLAYER_##NAME,
	PLAYER_FAILURES(X)
#undef X
		PLAYER_FAILURE_COUNT
};

const char *player_failure_name(enum player_failure failure);

/* What the match requires of its players.  */
struct player_terms {
	bool strict;
	bool words;       /* a move may have several words (lmc2); otherwise it is one symbol */
	bool letters;     /* a word is a string of symbols */
	bool any;         /* a word is any text */
	bool unknown_may; /* an unknown symbol does not lose */
	bool others_stay; /* the match goes on after a player has left */
	int64_t limit, tolerance, start_limit;
};

struct player_character {
	const char *end; /* of its lines */
	bool bare, chatty, talks_to_stderr, splits, repeats, says_exit, never_leaves;
	int64_t delay;
	enum player_failure failure;
	int fails_at; /* the number of its move, from 1 */
};

enum { PLAYER_SYMBOLS = 80 };

struct player {
	const struct player_character *character;
	struct player_terms terms;
	struct chance *chance;
	struct fake *fake;
	char symbol[PLAYER_SYMBOLS][32];
	int count;
	char input[100]; /* the last words that it was told */
	int tag;         /* of the question that it thinks about */
	int moves;       /* how often it was asked */
	bool named;      /* has said its name, or will have */
	bool hangs, ended;
	bool unsure; /* it said a move that nobody asked for: that one may count instead */
};

void player_character_draw(struct player_character *character, struct chance *chance,
			   const struct player_terms *terms, bool fails);
void player_start(struct player *player, const struct player_character *character,
		  const struct player_terms *terms, struct chance *chance, struct fake *fake, int64_t t);
/* A line of the judge, without its end. `tag` is the number that a question in it gets.  */
void player_hears(struct player *player, int64_t t, const char *line, int tag);

#endif
