/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* check.h - the dialogue of a case with a player, and the ways in which it can be told the same, for both
 * Learning Machine Challenges.  */
#ifndef RINGSIDE_LMC_CHECK_H
#define RINGSIDE_LMC_CHECK_H

#include "ringside/spec.h"
#include "ringside/twins.h"

/* Members of struct spec.  Words are symbols of the game; with the kind "words" there may be several.  */
void *lmc_dialogue_new(const struct setup *setup);
void lmc_dialogue_free(void *state);
void lmc_dialogue_sent(void *state, const char *bytes, size_t size);
enum spec_heard lmc_dialogue_heard(void *state, const struct spec_kind *kind, const char *bytes, size_t size,
				   char **problem, struct bytes *reply);
extern const struct spec_kind lmc_dialogue_kinds[];
#define LMC_DIALOGUE                                                                                         \
	.line_end = "\n", .new = lmc_dialogue_new, .free = lmc_dialogue_free, .sent = lmc_dialogue_sent,     \
	.heard = lmc_dialogue_heard, .kinds = lmc_dialogue_kinds

/* How a dialogue differs from the game.  */
struct lmc_manner {
	bool pieces;    /* byte by byte */
	bool together;  /* what comes before an answer is one write */
	bool bare;      /* input comes without its channel */
	bool comments;  /* a comment comes before each question */
	bool swapped;   /* input and score change places */
	bool next_game; /* the first turns come before it, as a game of their own */
};

/* A member of struct twin_way, whose manner is one of these: appends the game as the dialogue 0.  */
bool lmc_tell(const struct twins_game *game, int n, const void *manner, struct bytes *steps);
#define LMC_MANNER(...)                                                                                      \
	.tell = lmc_tell, .manner = &(const struct lmc_manner)                                               \
	{                                                                                                    \
		__VA_ARGS__                                                                                  \
	}

/* The rows that both have.  */
#define LMC_WAYS                                                                                             \
	{"again", "as in the game, in a new process", LMC_MANNER(.pieces = false)},                          \
		{"pieces", "byte by byte", LMC_MANNER(.pieces = true)},                                      \
		{"together", "with all that comes before an answer in one write",                            \
		 LMC_MANNER(.together = true)},                                                              \
		{"bare", "with input that does not name its channel", LMC_MANNER(.bare = true)},             \
		{"comments", "with a comment before each question", LMC_MANNER(.comments = true)},           \
	{                                                                                                    \
		"next-game", "in a process that has played another game, after @command new",                \
			.remark = "it may learn from game to game", LMC_MANNER(.next_game = true)            \
	}

#endif
