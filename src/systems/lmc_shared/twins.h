/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* twins.h - the ways in which a player can be told the same, for both Learning Machine Challenges.  */
#ifndef RINGSIDE_LMC_TWINS_H
#define RINGSIDE_LMC_TWINS_H

#include "ringside/twins.h"

/* How a dialogue differs from the game.  */
struct lmc_manner {
	bool pieces;    /* byte by byte */
	bool together;  /* what comes before an answer is one write */
	bool bare;      /* input comes without its channel */
	bool comments;  /* a comment comes before each question */
	bool swapped;   /* input and score change places */
	bool next_game; /* the first turns come before it, as a game of their own */
};

/* Appends the game, told in this manner, as the dialogue 0.  */
bool lmc_tell(const struct twins_game *game, int n, struct bytes *steps, struct lmc_manner manner);

/* Members of struct twin_way.  */
bool lmc_tell_again(const struct twins_game *game, int n, struct bytes *steps);
bool lmc_tell_in_pieces(const struct twins_game *game, int n, struct bytes *steps);
bool lmc_tell_together(const struct twins_game *game, int n, struct bytes *steps);
bool lmc_tell_bare(const struct twins_game *game, int n, struct bytes *steps);
bool lmc_tell_comments(const struct twins_game *game, int n, struct bytes *steps);
bool lmc_tell_next_game(const struct twins_game *game, int n, struct bytes *steps);

/* The rows that both have.  */
#define LMC_WAYS                                                                                             \
	{"again", "as in the game, in a new process", .tell = lmc_tell_again},                               \
		{"pieces", "byte by byte", .tell = lmc_tell_in_pieces},                                      \
		{"together", "with all that comes before an answer in one write",                            \
		 .tell = lmc_tell_together},                                                                 \
		{"bare", "with input that does not name its channel", .tell = lmc_tell_bare},                \
		{"comments", "with a comment before each question", .tell = lmc_tell_comments},              \
	{                                                                                                    \
		"next-game", "in a process that has played another game, after @command new",                \
			.remark = "it may learn from game to game", .tell = lmc_tell_next_game               \
	}

#endif
