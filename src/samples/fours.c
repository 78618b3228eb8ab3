/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* fours.c - wins by fours alone: each four threatens a five, so the answer is forced.
 *
 * With one answer to each move, such a line can be followed far beyond the depth of the search.  */
#include "threat.h"

#include <string.h>

#include "search.h"

/* The entry for a position that no chain of fours wins, in a small table that forgets.  */
static struct failure *failure_of(struct search *search, uint64_t hash)
{
	return &search->failures[hash % FAILURES];
}

static bool finish(int at, int ply, int line[LINE_MAX], int *length)
{
	line[ply] = at;
	*length = ply + 1;
	return true;
}

static bool chain(struct search *search, struct position *position, enum stone colour, int fours, int ply,
		  int line[LINE_MAX], int *length);

/* Makes one four, lets the opponent answer, and goes on. The colour must have no five before it.  */
static bool link(struct search *search, struct position *position, enum stone colour, int at, int fours,
		 int ply, int line[LINE_MAX], int *length)
{
	bool won = false;

	position_place(position, at, colour);
	line[ply] = at;
	if (count_of(position, colour, KIND_FIVE) > 0 &&
	    count_of(position, other_stone(colour), KIND_FIVE) == 0) {
		int answer = position_find(position, colour, KIND_FIVE);

		if (count_of(position, colour, KIND_FIVE) > 1 ||
		    (other_stone(colour) == BLACK && position_forbidden(position, answer))) {
			won = finish(at, ply, line, length);
		} else {
			line[ply + 1] = answer;
			position_place(position, answer, other_stone(colour));
			won = chain(search, position, colour, fours - 1, ply + 2, line, length);
			position_undo(position);
		}
	}
	position_undo(position);
	return won;
}

static bool chain(struct search *search, struct position *position, enum stone colour, int fours, int ply,
		  int line[LINE_MAX], int *length)
{
	enum stone opponent = other_stone(colour);
	uint64_t hash = position->hash ^ (colour == WHITE ? WHITE_TO_MOVE : 0);

	if (search_spent(search))
		return false;
	if (count_of(position, colour, KIND_FIVE) > 0)
		return finish(position_find(position, colour, KIND_FIVE), ply, line, length);
	if (count_of(position, opponent, KIND_FIVE) > 1)
		return false;
	if (count_of(position, opponent, KIND_FIVE) == 1) {
		int at = position_find(position, opponent, KIND_FIVE);

		return fours > 0 && ply + 2 < LINE_MAX && point_kind_of(position, at, colour) >= KIND_FOUR &&
		       link(search, position, colour, at, fours, ply, line, length);
	}
	if (count_of(position, colour, KIND_FOURS) > 0)
		return finish(position_find(position, colour, KIND_FOURS), ply, line, length);
	if (fours == 0 || ply + 2 >= LINE_MAX)
		return false;

	struct failure *failure = failure_of(search, hash);
	if (failure->hash == hash && failure->fours >= fours)
		return false;
	const struct box box = position->box;
	for (enum point_kind kind = KIND_FOUR_THREE; kind >= KIND_FOUR; kind--) {
		if (count_of(position, colour, kind) == 0)
			continue;
		for (int y = box.top; y <= box.bottom; y++)
			for (int x = box.left; x <= box.right; x++) {
				int at = position_square(position, x, y);

				if (position->squares[at].holds == EMPTY &&
				    point_kind_of(position, at, colour) == kind &&
				    link(search, position, colour, at, fours, ply, line, length))
					return true;
				if (search->stopped)
					return false;
			}
	}
	*failure = (struct failure){hash, fours};
	return false;
}

bool fours_win(struct search *search, struct position *position, enum stone colour, int fours,
	       int line[LINE_MAX], int *length)
{
	return chain(search, position, colour, fours, 0, line, length);
}
