/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* diff.h - where two matches differ: in their turns, and in how they ended.
 *
 * For branches of one match, for matches in two files, and for a match that was played again.  Looks at turns
 * through match_turn(), one after the other, so the matches may be of any length.  Times are told, but they
 * are never a difference: no two matches take the same.
 *
 * The n-th turn of the one is compared with the n-th of the other.  Where both seats think at the same time
 * there is no order among them, only chance: then it is each seat's n-th turn.  */
#ifndef RINGSIDE_DIFF_H
#define RINGSIDE_DIFF_H

#include "ringside/match.h"

enum { DIFF_SIDES = 2 };

/* What of a turn differs.  */
enum diff_kind {
	DIFF_ABSENT = 1 << 0,   /* only one of the matches has it */
	DIFF_SEAT = 1 << 1,     /* another seat played it */
	DIFF_ANSWERED = 1 << 2, /* its agent answered otherwise */
	DIFF_PLAYED = 1 << 3    /* another move was played */
};

/* How long the turns of a seat took, without those that are untimed.  */
struct diff_times {
	int turns;
	int64_t think_ns; /* all together */
	int64_t longest_ns;
};

struct diff {
	int first; /* the first turn that differs, its number in the first match that has it; 0: none does */
	int both;  /* so many turns have both */
	int changed;          /* so many of those differ */
	int more[DIFF_SIDES]; /* so many turns has only this one */
	bool ending;          /* other winner, reason or blame, or only one is over */
	struct diff_times times[DIFF_SIDES][SEATS];
};

/* Bit set of enum diff_kind, 0 when nothing differs; NULL: the match has no such turn.  What a person played
   counts as answered, and so does what an agent is not known to have answered.  */
unsigned diff_turn(const struct turn *a, const struct turn *b);

/* A walk through the turns of two matches, side by side.  */
struct diff_walk {
	const struct match *match[DIFF_SIDES];
	bool unordered;              /* each seat's turns are compared */
	int next[DIFF_SIDES][SEATS]; /* no turn before it is left of that seat; [0]: of any */
};

struct diff_walk diff_walk(const struct match *a, const struct match *b);
/* The next turns that belong together, good until the next call; NULL: that match has none.  First all of the
   first match, then those that only the second has.  False: that was all.  */
bool diff_next(struct diff_walk *walk, const struct turn *turns[DIFF_SIDES]);
struct diff diff_matches(const struct match *a, const struct match *b);
/* Is there any difference?  */
bool diff_any(const struct diff *diff);
/* NULL, or why the two cannot be compared, for people; the caller frees.  */
char *diff_misfit(const struct match *a, const struct match *b);

/* Lines for people, each with its line end, the first `most` turns among them that both have and that differ
   (0: all).  `names` say which matches these are.  The caller frees.  */
char *diff_text(const struct match *a, const struct match *b, const char *const names[DIFF_SIDES], int most);

#endif
