/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* turn_marks.h - at which turns the match was stopped, and where branches begin, for the timeline.
 *
 * Both stand in the match file.  They are read once, and again after a takeback or in another branch.  */
#ifndef RINGSIDE_UI_TURN_MARKS_H
#define RINGSIDE_UI_TURN_MARKS_H

#include "ringside/view.h"

struct turn_marks {
	/* What they belong to.  */
	const struct match_file *file;
	int game, branch;
	unsigned cuts, shows;
	int first;     /* stops are known from this turn on ... */
	int64_t heard; /* ... up to this message */
	int *stops;    /* turns, in rising order; owned */
	int stop_count;
	struct branch_mark {
		int turn, branch;
	} * branches; /* owned */
	int branch_count;
};

/* Frees what they own, and forgets all.  */
void turn_marks_clear(struct turn_marks *marks);
/* Reads what the file says of the turns from `first` on; view->unfinished is set if there is more to read. */
void turn_marks_follow(struct turn_marks *marks, struct view *view, int first);
/* Was the match stopped by a watcher in turn n?  */
bool turn_marks_stopped(const struct turn_marks *marks, int n);
/* The branch that begins with turn n; 0: none.  */
int turn_marks_branch(const struct turn_marks *marks, int n);

#endif
