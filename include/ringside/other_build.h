/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* other_build.h - what another build of a player answers in the positions of a match.
 *
 * `ringside rerun --open` asks it; `ringside open FILE OTHER` reads it from the second file.  */
#ifndef RINGSIDE_OTHER_BUILD_H
#define RINGSIDE_OTHER_BUILD_H

#include "ringside/match.h"

struct other_answer {
	int turn;
	char *move; /* as the protocol writes it; owned */
	bool same;  /* it is the move of the old build */
	struct said said;
	int64_t think_ns; /* -1: not known */
};

struct other_build {
	char *path;                   /* of the match file; owned */
	int branch;                   /* of the match that they belong to */
	struct other_answer *answers; /* by their turns, which rise; owned */
	int count, different;
};

/* Adds an answer to a later turn than those before.  `move` is copied.  */
void other_build_add(struct other_build *build, const struct other_answer *answer);
/* Adds the answers of another match, as far as both have the same positions.  */
void other_build_from(struct other_build *build, const struct match *match, const struct match *other);
void other_build_free(struct other_build *build);
/* What it answers in turn n; NULL: nothing, or not known.  */
const struct other_answer *other_build_at(const struct other_build *build, int n);
/* The next turn behind turn n (or before it) in which it answers differently; 0: there is none.  */
int other_build_next(const struct other_build *build, int n, bool back);

#endif
