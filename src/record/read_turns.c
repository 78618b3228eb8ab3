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
enum { TOLERANCE = REST + 8 };

/* Reads what both have but the number and the strings. False: nobody knows whose turn it is.  */
static bool read_core(struct match_file *file, sqlite3_stmt *row, struct turn *turn)
{
	int64_t flags = sqlite3_column_int64(row, FLAGS);

	turn->seat = sqlite3_column_int(row, SEAT);
	turn->think_ns = sqlite3_column_int64(row, THINK);
	if (turn->seat < SEAT_1 || turn->seat > SEAT_2)
		return file_wrong(file, row, SEAT, "1 or 2");
	if (turn->think_ns < 0 || turn->think_ns > FILE_LONGEST)
		file_number(file, row, THINK, 0, FILE_LONGEST, 0, &turn->think_ns);
	if (flags < 0 || flags > INT_MAX)
		file_number(file, row, FLAGS, 0, INT_MAX, 0, &flags);
	turn->flags = (unsigned)flags & ~(unsigned)TURN_SCORED;
	if (sqlite3_column_type(row, SUM) != SQLITE_NULL)
		turn->flags |= TURN_SCORED;
	for (int s = SEAT_1; s < SEATS; s++) {
		double *sum = &turn->sum[s];

		*sum = sqlite3_column_double(row, SUM + s - SEAT_1);
		if (!(*sum - *sum == 0)) { /* infinite */
			file_wrong(file, row, SUM + s - SEAT_1, "a finite number");
			*sum = 0;
		}
	}
	return true;
}

/* The numbers of a whole turn, in the order of their columns.  */
static void read_rest(struct match_file *file, sqlite3_stmt *row, struct turn *turn, int64_t newest)
{
	const struct {
		int64_t *value, least, most, absent;
	} numbers[] = {
		{&turn->began_ns, -FILE_LONGEST, FILE_LONGEST, 0},
		{&turn->left_ns, -FILE_LARGEST, INT64_MAX, INT64_MAX},
		{&turn->cpu_ns, -1, FILE_LONGEST, -1},
		{&turn->rss, -1, FILE_LARGEST, -1},
		{&turn->message, 0, newest, 0},
		{&turn->asked_ns, -FILE_LONGEST, FILE_LONGEST, -1},
		{&turn->first_ns, -FILE_LONGEST, FILE_LONGEST, -1},
		{&turn->last_ns, -FILE_LONGEST, FILE_LONGEST, -1},
		{&turn->tolerance_ns, 0, FILE_LONGEST, 0},
		{&turn->peak, -1, FILE_LARGEST, -1},
	};
	int column = REST;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		file_number(file, row, column++, numbers[i].least, numbers[i].most, numbers[i].absent,
			    numbers[i].value);
	file_small(file, row, column++, 0, INT_MAX, 0, &turn->faults);
	file_number(file, row, column++, 0, FILE_LONGEST, 0, &turn->held_ns);
	if (sqlite3_column_type(row, TOLERANCE) == SQLITE_NULL)
		file_wrong(file, row, TOLERANCE, "a row in the table turn_more");
}

/* Reads a turn from a row. False: it is left out, and there is nothing to free.  */
static bool read_turn(struct match_file *file, sqlite3_stmt *row, struct turn *turn, int64_t newest)
{
	*turn = (struct turn){0};
	if (!read_core(file, row, turn))
		return false;
	read_rest(file, row, turn, newest);
	turn->answered = file_text(file, row, ANSWERED);
	turn->played = file_text_or_empty(file, row, PLAYED);
	return true;
}

/* A page of turns while it is read.  */
struct page {
	int from, limit;
	int64_t newest;      /* message that a turn can name */
	struct turn *turn;   /* turn n at n - from; n is 0: not read */
	struct bytes *texts; /* all strings, each with a NUL; NULL: the turns are whole and own theirs */
	struct origin {
		int branch;              /* from 1; 0: none */
		size_t answered, played; /* in texts, from 1; 0: NULL */
	} * origin;                      /* of each turn */
};

static size_t keep_text(struct match_file *file, struct bytes *texts, sqlite3_stmt *row, int column)
{
	const char *text = file_chars(file, row, column);
	size_t at = texts->size + 1;

	if (text)
		bytes_add(texts, text, strlen(text) + 1);
	return text ? at : 0;
}

/* Reads a row into its place, unless a younger branch has the turn too, or it is left out. False: rows
 * repeat, which they may do for ever.  */
static bool read_row(struct match_file *file, sqlite3_stmt *row, struct page *page)
{
	int branch = sqlite3_column_int(row, BRANCH), i = sqlite3_column_int(row, N) - page->from;
	struct origin *origin;
	struct turn *turn;

	file_at(file, "turn", (int64_t)branch << 32 | (page->from + i));
	if (i < 0 || i >= page->limit || page->origin[i].branch > branch + 1)
		return true;
	origin = &page->origin[i];
	turn = &page->turn[i];
	if (origin->branch == branch + 1)
		return file_damaged(file, file->table, file->row, "the turn is there twice");
	origin->branch = branch + 1;
	turn->n = 0;
	if (page->texts) {
		if (!read_core(file, row, turn))
			return true;
		origin->answered = keep_text(file, page->texts, row, ANSWERED);
		origin->played = keep_text(file, page->texts, row, PLAYED);
	} else {
		turn_clear(turn);
		if (!read_turn(file, row, turn, page->newest))
			return true;
	}
	turn->n = page->from + i;
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
	page->newest = page->texts ? 0 : file_newest_named(file);
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
