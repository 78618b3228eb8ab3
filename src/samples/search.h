/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* search.h - what the parts of the search share.  */
#ifndef SAMPLES_SEARCH_H
#define SAMPLES_SEARCH_H

#include "threat.h"

enum { FAILURES = 1 << 14, ENTRIES = 1 << 17 };

#define WHITE_TO_MOVE UINT64_C(0x5bd1e9955bd1e995)

/* A position that no chain of up to this many fours wins.  */
struct failure {
	uint64_t hash;
	int fours;
};

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* What the search knows of a position.  */
struct entry {
	uint64_t hash;
	int16_t value, move;
	int8_t depth;
	uint8_t bound;
};

struct search {
	const struct search_limits *limits;
	long nodes;
	int64_t asked; /* when stop() was last called */
	bool stopped;
	uint64_t seed;
	struct entry entries[ENTRIES];
	struct failure failures[FAILURES];
	int line[PLIES_MAX + 1][LINE_MAX];
	int length[PLIES_MAX + 1];
};

#endif
