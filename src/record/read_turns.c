/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* read_turns.c - reads pages of turns: whole ones, or only what a glance gives.
 *
 * A row of a younger branch replaces the row that an older one has for the same turn.  */
#include "file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The columns of a glance, and after SUM those of a whole turn.  */
enum { BRANCH, N, SEAT, ANSWERED, PLAYED, THINK, FLAGS, SUM, REST = SUM + SEATS - 1 };

/* Reads what both have but the number and the strings. False: it is damaged.  */
static bool read_core(struct match_file *file, sqlite3_stmt *row, struct turn *turn)
{
	int64_t flags = sqlite3_column_int64(row, FLAGS);

	turn->seat = sqlite3_column_int(row, SEAT);
	turn->think_ns = sqlite3_column_int64(row, THINK);
	if (turn->seat < SEAT_1 || turn->seat > SEAT_2)
		return file_damaged(file, "seat");
	if (turn->think_ns < 0 || turn->think_ns > FILE_LONGEST_THINK)
		return file_damaged(file, "think_ns");
	if (flags < 0 || flags > INT_MAX)
		return file_damaged(file, "flags");
	turn->flags = (unsigned)flags & ~(unsigned)TURN_SCORED;
	if (sqlite3_column_type(row, SUM) != SQLITE_NULL)
		turn->flags |= TURN_SCORED;
	for (int s = SEAT_1; s < SEATS; s++)
		turn->sum[s] = sqlite3_column_double(row, SUM + s - SEAT_1);
	return true;
}

/* Reads a turn from a row. False: it is damaged, and there is nothing to free.  */
static bool read_turn(struct match_file *file, sqlite3_stmt *row, struct turn *turn)
{
	*turn = (struct turn){0};
	if (!read_core(file, row, turn) ||
	    !file_number(file, row, REST, INT64_MIN, INT64_MAX, 0, &turn->began_ns) ||
	    !file_number(file, row, REST + 1, INT64_MIN, INT64_MAX, INT64_MAX, &turn->left_ns) ||
	    !file_number(file, row, REST + 2, -1, INT64_MAX, -1, &turn->cpu_ns) ||
	    !file_number(file, row, REST + 3, -1, INT64_MAX, -1, &turn->rss) ||
	    !file_number(file, row, REST + 4, 0, INT64_MAX, 0, &turn->message) ||
	    !file_number(file, row, REST + 5, INT64_MIN, INT64_MAX, -1, &turn->asked_ns) ||
	    !file_number(file, row, REST + 6, INT64_MIN, INT64_MAX, -1, &turn->first_ns) ||
	    !file_number(file, row, REST + 7, INT64_MIN, INT64_MAX, -1, &turn->last_ns) ||
	    !file_number(file, row, REST + 8, 0, INT64_MAX, 0, &turn->tolerance_ns) ||
	    !file_number(file, row, REST + 9, -1, INT64_MAX, -1, &turn->peak) ||
	    !file_small(file, row, REST + 10, 0, INT_MAX, 0, &turn->faults) ||
	    !file_number(file, row, REST + 11, 0, INT64_MAX, 0, &turn->held_ns))
		return false;
	turn->answered = file_text(row, ANSWERED);
	turn->played = file_text_or_empty(row, PLAYED);
	return true;
}

/* A page of turns while it is read.  */
struct page {
	int from, limit;
	struct turn *turn;   /* turn n at n - from; n is 0: not read */
	struct bytes *texts; /* all strings, each with a NUL; NULL: the turns are whole and own theirs */
	struct origin {
		int branch;
		size_t answered, played; /* in texts, from 1; 0: NULL */
	} * origin;                      /* of each turn */
};

static size_t keep_text(struct bytes *texts, sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);
	size_t at = texts->size + 1;

	if (text)
		bytes_add(texts, text, strlen(text) + 1);
	return text ? at : 0;
}

/* Reads a row into its place, unless a younger branch has the turn too. False: it is damaged.  */
static bool read_row(struct match_file *file, sqlite3_stmt *row, struct page *page)
{
	int branch = sqlite3_column_int(row, BRANCH), i = sqlite3_column_int(row, N) - page->from;
	struct origin *origin;
	struct turn *turn;

	if (i < 0 || i >= page->limit)
		return file_damaged(file, "n");
	origin = &page->origin[i];
	turn = &page->turn[i];
	if (turn->n && origin->branch > branch)
		return true;
	turn->n = 0;
	if (page->texts) {
		if (!read_core(file, row, turn))
			return false;
		origin->answered = keep_text(page->texts, row, ANSWERED);
		origin->played = keep_text(page->texts, row, PLAYED);
	} else {
		turn_clear(turn);
		if (!read_turn(file, row, turn))
			return false;
	}
	turn->n = page->from + i;
	origin->branch = branch;
	return true;
}

/* The strings of a page stay where they are now.  */
static void place_texts(struct page *page, int count)
{
	for (int i = 0; i < count; i++) {
		const struct origin *origin = &page->origin[i];

		page->turn[i].answered = origin->answered ? page->texts->at + origin->answered - 1 : NULL;
		page->turn[i].played = origin->played ? page->texts->at + origin->played - 1 : "";
	}
}

/* Reads the turns of a page. Returns how many there are up to the last one, with those that are missing.  */
static int read_page(struct match_file *file, int branch, struct page *page)
{
	sqlite3_stmt *row = file_statement(file, page->texts ? STATEMENT_GLANCE : STATEMENT_TURNS);
	int count = page->limit;

	sqlite3_bind_int(row, 1, page->from);
	sqlite3_bind_int(row, 2, page->from + page->limit - 1);
	sqlite3_bind_int(row, 3, branch);
	if (page->texts)
		for (int i = 0; i < count; i++)
			page->turn[i].n = 0;
	else
		memset(page->turn, 0, (size_t)page->limit * sizeof(*page->turn));
	page->origin = bytes_new((size_t)page->limit * sizeof(*page->origin));
	while (file_next(file, row) && read_row(file, row, page))
		;
	sqlite3_reset(row);
	while (count > 0 && !page->turn[count - 1].n)
		count--;
	if (page->texts)
		place_texts(page, count);
	free(page->origin);
	return count;
}

int file_branch_shown(struct match_file *file, int branch)
{
	struct aside aside;

	file_look_aside(file, branch, &aside);
	branch = match_file_shown(file);
	file_look_back(file, &aside);
	return branch;
}

static int turns_of(struct match_file *file, int branch, struct page *page)
{
	if (page->limit > INT_MAX - page->from)
		page->limit = INT_MAX - page->from;
	return read_page(file, file_branch_shown(file, branch), page);
}

int file_turns_of_branch(struct match_file *file, int branch, int from, int limit, struct turn *turns)
{
	return read_page(file, branch, &(struct page){.from = from, .limit = limit, .turn = turns});
}

int file_turns(struct match_file *file, int branch, int from, int limit, struct turn *turns)
{
	return turns_of(file, branch, &(struct page){.from = from, .limit = limit, .turn = turns});
}

int file_glance(struct match_file *file, int branch, int from, int limit, struct turn *turns,
		struct bytes *texts)
{
	texts->size = 0;
	return turns_of(file, branch,
			&(struct page){.from = from, .limit = limit, .turn = turns, .texts = texts});
}

int match_file_turns(struct match_file *file, int from, int limit, struct turn *turns)
{
	int read = file_turns(file, file->wanted, from, limit, turns), count = 0;

	for (int i = 0; i < read; i++)
		if (turns[i].n)
			turns[count++] = turns[i];
	return count;
}
