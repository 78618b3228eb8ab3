/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* turn_marks.c - at which turns the match was stopped, and where branches begin.
 *
 * Events are read from the first turn that the timeline shows on, a few batches in a frame, and not again. */
#include "turn_marks.h"

#include "ringside/bytes.h"
#include <limits.h>
#include <stdlib.h>

enum { BATCH = 64, BATCHES = 8 }; /* events read at a time; how often in a frame */

void turn_marks_clear(struct turn_marks *marks)
{
	free(marks->stops);
	free(marks->branches);
	*marks = (struct turn_marks){0};
}

/* Only a watcher has something to say: steps stop without a reason.  */
static bool is_stop(const struct message *message)
{
	switch (message->event.kind) {
	case EVENT_STOPPED_MESSAGE:
	case EVENT_STOPPED_TIME:
	case EVENT_STOPPED_LIMIT:
	case EVENT_STOPPED_VERDICT: return message->size > 0;
	default: return false;
	}
}

static void add_stop(struct turn_marks *marks, int turn)
{
	if (marks->stop_count && marks->stops[marks->stop_count - 1] == turn)
		return;
	if (marks->stop_count % BATCH == 0)
		marks->stops = bytes_resized(marks->stops,
					     (size_t)(marks->stop_count + BATCH) * sizeof(*marks->stops));
	marks->stops[marks->stop_count++] = turn;
}

/* False: there is more.  */
static bool read_stops(struct turn_marks *marks, struct match_file *file)
{
	const struct message_query query = {.seats = ~0u,
					    .channels = CHANNEL_BIT(CHANNEL_EVENT),
					    .directions = 1u << EVENT,
					    .last = match_file_last(file)};
	struct message messages[BATCH];

	for (int i = 0; i < BATCHES && marks->heard < query.last; i++) {
		int count = match_file_after(file, &query, marks->heard, BATCH, messages);

		for (int k = 0; k < count; k++)
			if (is_stop(&messages[k]))
				add_stop(marks, messages[k].turn);
		marks->heard = count < BATCH ? query.last : messages[count - 1].n;
	}
	return marks->heard >= query.last;
}

/* ---- branches ---- */

/* The row of a branch; NULL: there is none.  */
static const struct branch_row *row_of(const struct branch_row *rows, int count, int id)
{
	for (int i = 0; i < count; i++)
		if (rows[i].id == id)
			return &rows[i];
	return NULL;
}

/* The turns of a branch that the shown one shares: all of its own and of its parents, up to where the next
 * begins; -1: none.  */
static int shared_turns(const struct branch_row *rows, int count, int shown, int id)
{
	int shared = INT_MAX;

	for (int i = 0; i < count && shown != id; i++) {
		const struct branch_row *row = row_of(rows, count, shown);

		if (!row || row->id == 0)
			return -1;
		shared = row->turn < shared ? row->turn : shared;
		shown = row->parent;
	}
	return shown == id ? shared : -1;
}

/* Branches that begin on the way of the shown one, itself too.  */
static void read_branches(struct turn_marks *marks, struct match_file *file)
{
	struct branch_row *rows;
	int count = match_file_branches(file, &rows), shown = match_file_shown(file);

	if (count < 1)
		return;
	marks->branches = bytes_new((size_t)count * sizeof(*marks->branches));
	for (int i = 0; i < count; i++)
		if (rows[i].id > 0 && rows[i].turn <= shared_turns(rows, count, shown, rows[i].parent))
			marks->branches[marks->branch_count++] =
				(struct branch_mark){rows[i].turn + 1, rows[i].id};
	branch_rows_free(rows, count);
}

/* ---- all of it ---- */

void turn_marks_follow(struct turn_marks *marks, struct view *view, int first)
{
	const struct match *match = session_match(view->session);
	struct match_file *file = session_file(view->session);
	const struct turn *before;
	unsigned shows;

	if (!file || match_file_is_busy(file))
		return;
	shows = match_file_shows(file);
	if (marks->file != file || marks->game != match->setup.game || marks->branch != match->branch ||
	    marks->cuts != match->cuts || marks->shows != shows || first < marks->first) {
		turn_marks_clear(marks);
		before = match_turn(match, first - 1);
		*marks = (struct turn_marks){.file = file,
					     .game = match->setup.game,
					     .branch = match->branch,
					     .cuts = match->cuts,
					     .shows = shows,
					     .first = first,
					     .heard = before && before->message > 0 ? before->message : 0};
		read_branches(marks, file);
	}
	if (!read_stops(marks, file))
		view->unfinished = true;
}

bool turn_marks_stopped(const struct turn_marks *marks, int n)
{
	for (int i = marks->stop_count - 1; i >= 0 && marks->stops[i] >= n; i--)
		if (marks->stops[i] == n)
			return true;
	return false;
}

int turn_marks_branch(const struct turn_marks *marks, int n)
{
	for (int i = marks->branch_count - 1; i >= 0; i--)
		if (marks->branches[i].turn == n)
			return marks->branches[i].branch;
	return 0;
}
