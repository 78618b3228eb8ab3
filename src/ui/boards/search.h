/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* search.h - what agents say of their searches, drawn beside a board: who, how good, how deep, how much, and
 * the moves that are expected.
 *
 * A board collects the words, since each protocol has its own, and says which are still of interest.  Draws
 * briefly in one row, or in detail in more.  */
#ifndef RINGSIDE_UI_BOARDS_SEARCH_H
#define RINGSIDE_UI_BOARDS_SEARCH_H

#include "ringside/paint.h"
#include <stdint.h>

enum { SEARCH_EVAL = 20, SEARCH_LINE = 256 };

/* The mark of an agent that nobody plays against.  */
#define SEARCH_KIBITZER "kibitzer"

/* Of one who searches.  */
struct search {
	const char *mark; /* as mark() of struct board_view */
	const char *name; /* NULL: it has none */
	enum role role;
	char eval[SEARCH_EVAL]; /* in its own words: "-135", "+0.31", "+M33"; "": unknown */
	int depth, deepest;     /* plies of the search, and of its longest lines; 0: unknown */
	char odds[SEARCH_EVAL]; /* of the end, in its own words: "wdl 31 950 19"; "": unknown */
	int64_t nodes, speed;   /* positions, and those of a second; -1: unknown */
	char line[SEARCH_LINE]; /* the moves it expects, its own first, with blanks between; "": unknown */
};

/* Draws them side by side in one row, or below each other if there is room.  */
void searches_draw(const struct search *searches, int count, struct area area);

#endif
