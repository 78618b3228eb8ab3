/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* skim.c - reads who played what in a stretch of turns, for boards that count all turns of a long match.
 *
 * A function of SQL takes the values while SQLite scans: a row that is handed over as a result costs twice as
 * much. The columns stand at the beginning of a row, so SQLite decodes little of it; the sums stand far
 * behind and are read of few turns.  */
#include "file.h"

#include <limits.h>
#include <stdlib.h>

struct skim {
	int from, limit;
	struct turn *turn;   /* turn n at n - from; n is 0: not read */
	struct bytes *texts; /* what was played, each with a NUL */
	struct origin {
		int branch;
		size_t played; /* in texts */
	} * origin;            /* of each turn; kept for the next page */
	const char *bad;       /* what is wrong with a row; NULL: nothing */
	int64_t bad_id;        /* of that row */
};

/* The place of a turn unless a younger branch has it too; -1: it has none.  */
static int place_of(const struct skim *skim, int64_t id)
{
	int64_t i = (id & UINT32_MAX) - skim->from;

	if (i < 0 || i >= skim->limit)
		return -1;
	return skim->turn[i].n && skim->origin[i].branch > id >> 32 ? -1 : (int)i;
}

/* skim(ID, FLAGS, ANSWERED, PLAYED) keeps a turn: file.h says what the columns of turn_row are.  */
static void take_turn(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct skim *skim = sqlite3_user_data(context);
	int64_t id = sqlite3_value_int64(values[0]);
	int i = place_of(skim, id), seat = (int)(sqlite3_value_int64(values[1]) & 1);
	sqlite3_value *said = values[3];
	const void *played;

	(void)count;
	if (i < 0)
		return;
	if (sqlite3_value_type(values[1]) != SQLITE_INTEGER) {
		skim->bad = "nobody knows whose turn it is, expected seat 1 or 2";
		skim->bad_id = id;
		return;
	}
	if (skim->turn[i].n && skim->origin[i].branch == id >> 32) { /* rows may repeat for ever */
		sqlite3_result_error(context, "a turn is there twice", -1);
		return;
	}
	if (sqlite3_value_type(said) == SQLITE_NULL)
		said = values[2];
	played = sqlite3_value_text(said);
	skim->turn[i].n = skim->from + i;
	skim->turn[i].seat = SEAT_1 + seat;
	skim->origin[i] = (struct origin){(int)(id >> 32), skim->texts->size};
	bytes_add(skim->texts, played ? played : "", (played ? (size_t)sqlite3_value_bytes(said) : 0) + 1);
}

static void give_nothing(sqlite3_context *context)
{
	(void)context;
}

void file_free_skim(struct match_file *file)
{
	if (file->skim)
		free(file->skim->origin);
	free(file->skim);
	file->skim = NULL;
}

/* What the function of this connection fills. NULL: a problem is kept.  */
static struct skim *skim_of(struct match_file *file)
{
	/* No view in a file may call it.  */
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;

	if (file->skim)
		return file->skim;
	file->skim = bytes_new(sizeof(*file->skim));
	if (sqlite3_create_function(file->db, "skim", 4, flags, file->skim, NULL, take_turn, give_nothing) ==
	    SQLITE_OK)
		return file->skim;
	file_failed(file);
	file_free_skim(file);
	return NULL;
}

/* Binds what both statements ask for.  */
static sqlite3_stmt *bound(sqlite3_stmt *row, int from, int count, int branch)
{
	sqlite3_bind_int(row, 1, from);
	sqlite3_bind_int(row, 2, from + count - 1);
	sqlite3_bind_int(row, 3, branch);
	return row;
}

static void read_sums(struct match_file *file, sqlite3_stmt *row, int every, struct skim *skim)
{
	sqlite3_bind_int(row, 4, every);
	while (file_next(file, row)) {
		int64_t id = sqlite3_column_int64(row, 0);
		int i = place_of(skim, id);

		for (int s = SEAT_1; i >= 0 && s < SEATS; s++) {
			double sum = sqlite3_column_double(row, s);

			skim->turn[i].sum[s] = sum - sum == 0 ? sum : 0; /* as in read.c */
		}
	}
}

int file_skim(struct match_file *file, int branch, int from, int limit, int every, struct turn *turns,
	      struct bytes *texts)
{
	int count = limit < INT_MAX - from ? limit : INT_MAX - from, shown;
	struct skim *skim = skim_of(file);
	sqlite3_stmt *row;
	bool began;

	if (!skim)
		return 0;
	*skim = (struct skim){
		.from = from, .limit = limit, .turn = turns, .texts = texts, .origin = skim->origin};
	skim->origin = bytes_resized(skim->origin, (size_t)limit * sizeof(*skim->origin));
	texts->size = 0;
	for (int i = 0; i < limit; i++)
		turns[i].n = 0;
	began = file_begin_read(file);
	shown = file_branch_shown(file, branch);
	row = bound(file_statement(file, STATEMENT_SKIM), from, count, shown);
	while (file_next(file, row))
		;
	read_sums(file, bound(file_statement(file, STATEMENT_SUMS), from, count, shown), every, skim);
	if (began)
		file_end_read(file);
	if (skim->bad)
		file_damaged(file, "turn", skim->bad_id, skim->bad);
	while (count > 0 && !turns[count - 1].n)
		count--;
	for (int i = 0; i < count; i++)
		turns[i].played = turns[i].n ? texts->at + skim->origin[i].played : NULL;
	return count;
}
