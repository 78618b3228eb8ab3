/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* skim.c - reads who played what in a stretch of turns, for boards that count all turns of a long match.
 *
 * Functions of SQL take the values while SQLite scans: a row that is handed over as a result costs twice as
 * much. The columns stand at the beginning of a row, so SQLite decodes little of it; the sums stand far
 * behind and are read of few turns.  */
#include "file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct skim {
	int from, limit;
	struct turn *turn;   /* turn n at n - from; n is 0: not read */
	struct bytes *texts; /* what was played, each with a NUL */
	struct origin {
		int branch;
		size_t played; /* in texts */
	} * origin;            /* of each turn */
	const char *bad;       /* the column with a bad value; NULL: none */
};

/* The place of the row whose values begin with its branch and number; -1: it has none.  */
static int place_of(struct skim *skim, sqlite3_value **values)
{
	int i = sqlite3_value_int(values[1]) - skim->from;

	if (i >= 0 && i < skim->limit)
		return i;
	skim->bad = "n";
	return -1;
}

/* skim(BRANCH, N, SEAT, PLAYED) keeps a turn, unless a younger branch has it too.  */
static void take_turn(sqlite3_context *context, int count, sqlite3_value **values)
{
	const struct match_file *file = sqlite3_user_data(context);
	struct skim *skim = file->skim;
	int branch = sqlite3_value_int(values[0]), i = place_of(skim, values);
	int seat = sqlite3_value_int(values[2]);
	const char *played;

	(void)count;
	if (i < 0 || (skim->turn[i].n && skim->origin[i].branch > branch))
		return;
	if (seat < SEAT_1 || seat > SEAT_2) {
		skim->bad = "seat";
		return;
	}
	skim->turn[i].n = skim->from + i;
	skim->turn[i].seat = seat;
	played = (const char *)sqlite3_value_text(values[3]);
	skim->origin[i] = (struct origin){branch, skim->texts->size};
	bytes_add(skim->texts, played ? played : "", (played ? strlen(played) : 0) + 1);
}

/* skim_sums(BRANCH, N, SUM...) keeps the sums of a turn that skim() has just kept.  */
static void take_sums(sqlite3_context *context, int count, sqlite3_value **values)
{
	const struct match_file *file = sqlite3_user_data(context);
	struct skim *skim = file->skim;
	int branch = sqlite3_value_int(values[0]), i = place_of(skim, values);

	(void)count;
	if (i < 0 || (skim->turn[i].n && skim->origin[i].branch > branch))
		return;
	for (int s = SEAT_1; s < SEATS; s++)
		skim->turn[i].sum[s] = sqlite3_value_double(values[2 + s - SEAT_1]);
}

static void give_nothing(sqlite3_context *context)
{
	(void)context;
}

static sqlite3_stmt *skimming(struct match_file *file)
{
	/* No view in a file may call them.  */
	const int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, values = 2 + SEATS - SEAT_1;

	if (!file->knows_skim && (sqlite3_create_function(file->db, "skim", 4, flags, file, NULL, take_turn,
							  give_nothing) != SQLITE_OK ||
				  sqlite3_create_function(file->db, "skim_sums", values, flags, file, NULL,
							  take_sums, give_nothing) != SQLITE_OK)) {
		file_failed(file);
		return NULL;
	}
	file->knows_skim = true;
	return file_statement(file, STATEMENT_SKIM);
}

int file_skim(struct match_file *file, int branch, int from, int limit, int every, struct turn *turns,
	      struct bytes *texts)
{
	struct skim skim = {.from = from, .limit = limit, .turn = turns, .texts = texts};
	int count = limit < INT_MAX - from ? limit : INT_MAX - from;
	sqlite3_stmt *row = skimming(file);

	texts->size = 0;
	for (int i = 0; i < limit; i++)
		turns[i].n = 0;
	skim.origin = bytes_new((size_t)limit * sizeof(*skim.origin));
	file->skim = &skim;
	sqlite3_bind_int(row, 1, from);
	sqlite3_bind_int(row, 2, from + count - 1);
	sqlite3_bind_int(row, 3, file_branch_shown(file, branch));
	sqlite3_bind_int(row, 4, every);
	while (file_next(file, row))
		;
	file->skim = NULL;
	if (skim.bad)
		file_damaged(file, skim.bad);
	while (count > 0 && !turns[count - 1].n)
		count--;
	for (int i = 0; i < count; i++)
		turns[i].played = turns[i].n ? texts->at + skim.origin[i].played : NULL;
	free(skim.origin);
	return count;
}
