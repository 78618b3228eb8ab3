/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* ends.h - a table of positions whose end is known.  */
#ifndef RINGSIDE_GOMOCUP_ENDS_H
#define RINGSIDE_GOMOCUP_ENDS_H

#include "rules.h"

extern const struct option_row gomoku_option_ends, gomoku_option_ends_text;

struct gomoku_end {
	uint64_t key;
	enum stone result; /* the colour that wins; STONE_NONE: a draw */
	int line;          /* in the file, from 1 */
};

struct gomoku_ends {
	struct gomoku_end *at; /* by their keys; owned */
	int count;
};

/* The table of a match by this setup on such a board; empty if there is none.  NULL, or what is wrong, for
 * people.  Free the table in either case.  */
char *gomoku_ends_init(struct gomoku_ends *ends, const struct setup *setup, const struct gomoku *board);
void gomoku_ends_free(struct gomoku_ends *ends);
/* The end of this position; NULL: it is not known.  */
const struct gomoku_end *gomoku_known_end(const struct gomoku_ends *ends, const struct gomoku *game);

#endif
