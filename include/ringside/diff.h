/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* diff.h - where two matches differ: in their turns, and in how they ended.
 *
 * For branches of one match, matches in two files, and a match that was played again. Reads turns one by one
 * with match_glance(), so the matches may be of any length. Times are shown but never count as a difference,
 * because no two matches take the same time.
 *
 * Turn n of one match is compared with turn n of the other. If both seats think at the same time, the order
 * of their turns is chance: then the n-th turn of each seat is compared.  */
#ifndef RINGSIDE_DIFF_H
#define RINGSIDE_DIFF_H

#include "ringside/match.h"

enum { DIFF_SIDES = 2 };

/* How two turns differ.  */
enum diff_kind {
	DIFF_ABSENT = 1 << 0,   /* only one of the matches has it */
	DIFF_SEAT = 1 << 1,     /* another seat played it */
	DIFF_ANSWERED = 1 << 2, /* its agent gave another answer */
	DIFF_PLAYED = 1 << 3    /* another move was played */
};

/* Where the comparison stops, because a match has a gap in its record.  */
struct diff_gap {
	bool in[DIFF_SIDES]; /* that match has one */
	int side;            /* the match in which it comes first */
	int turns;           /* how many turns are compared: those before it */
	const char *words;   /* what is missing, for people */
};

/* How long the turns of a seat took, without untimed ones.  */
struct diff_times {
	int turns;
	int64_t think_ns; /* the sum */
	int64_t longest_ns;
};

struct diff {
	int first;   /* number of the first turn that differs, in the first match that has it; 0: none */
	int both;    /* turns that both have */
	int changed; /* turns that both have, and that differ */
	int more[DIFF_SIDES]; /* turns that only this one has */
	bool ending;          /* winner, reason or blame differ, or only one is over */
	struct diff_times times[DIFF_SIDES][SEATS];
	const struct diff_gap *gap; /* NULL: all was compared */
};

/* Bit set of enum diff_kind; 0: nothing differs. A turn that is NULL is absent. Without a recorded answer, as
 * of a person, the move that was played counts as the answer.  */
unsigned diff_turn(const struct turn *a, const struct turn *b);

/* A walk through the turns of two matches, side by side.  */
struct diff_walk {
	const struct match *match[DIFF_SIDES];
	int last[DIFF_SIDES];        /* the last turn to look at */
	bool whole[DIFF_SIDES];      /* which is the last one of the match */
	bool unordered;              /* each seat's turns are compared */
	int next[DIFF_SIDES][SEATS]; /* the next turn of that seat to look at; [0]: of any seat */
};

/* `gap`: NULL or where it stops.  */
struct diff_walk diff_walk(const struct match *a, const struct match *b, const struct diff_gap *gap);
/* The next pair of turns as of match_glance(), valid until the next call; NULL: that match has none. First
 * come all turns of the first match, then those that only the second has. False: no turns are left.  */
bool diff_next(struct diff_walk *walk, const struct turn *turns[DIFF_SIDES]);
/* Turns of the same number or seat that are behind the gap are no difference, nor is the end of the matches.
 */
struct diff diff_matches(const struct match *a, const struct match *b, const struct diff_gap *gap);
/* Is there any difference? If not, and there is a gap, nobody knows whether they are the same.  */
bool diff_any(const struct diff *diff);
/* NULL, or why the two cannot be compared, for people; the caller frees.  */
char *diff_misfit(const struct match *a, const struct match *b);

/* Lines for people, each with its line end. They list the first `most` turns (0: all) that both have and that
 * differ. `diff` is what diff_matches() says of them, `names` are the names of the matches. The caller
 * frees.  */
char *diff_text(const struct match *a, const struct match *b, const struct diff *diff,
		const char *const names[DIFF_SIDES], int most);

#endif
