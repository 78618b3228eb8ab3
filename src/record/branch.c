/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* branch.c - the branches of a match file: adding one, and listing all.  */
#include "file.h"

#include <limits.h>
#include <stdlib.h>

static const char *const kind_names[] = {
	[SEAT_FREE] = "free", [SEAT_AGENT] = "agent", [SEAT_HUMAN] = "human"};

int match_file_branch(struct match_file *file, int parent, int turns, int64_t message, const char *why)
{
	sqlite3_stmt *statement;

	if (parent < 0)
		parent = file->branch;
	file->branch++;
	file_forget_older(file);
	if (!file_begin_write(file) || !(statement = file_statement(file, STATEMENT_ADD_BRANCH)))
		return file->branch;
	sqlite3_bind_int(statement, 1, file->branch);
	sqlite3_bind_int(statement, 2, parent);
	sqlite3_bind_int(statement, 3, turns);
	if (message > 0)
		sqlite3_bind_int64(statement, 4, message);
	else
		sqlite3_bind_null(statement, 4);
	sqlite3_bind_text(statement, 5, why, -1, SQLITE_STATIC);
	file_run(file, statement);
	return file->branch;
}

bool file_write_seat(struct match_file *file, int seat, const struct seat_setup *setup)
{
	sqlite3_stmt *statement = file_statement(file, STATEMENT_ADD_SEAT);

	sqlite3_bind_int(statement, 1, file->branch);
	sqlite3_bind_int(statement, 2, seat);
	sqlite3_bind_text(statement, 3, kind_names[setup->kind], -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 4, setup->command, -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 5, setup->name, -1, SQLITE_STATIC);
	return file_run(file, statement);
}

void match_file_seat(struct match_file *file, int seat, const struct seat_setup *setup)
{
	if (file_begin_write(file))
		file_write_seat(file, seat, setup);
}

/* Reads a row; `before` are the branches with smaller ids, in order. False: it is not the next branch, so it
 * and what follows are left out: people and `parent` name a branch by its place.  */
static bool read_row(struct match_file *file, sqlite3_stmt *row, struct branch_row *branch,
		     const struct branch_row *before, int count)
{
	int over, own;

	file_at(file, "branch", sqlite3_column_int64(row, 0));
	*branch = (struct branch_row){0};
	if (!file_small(file, row, 0, count, count, -1, &branch->id))
		return false;
	branch->why = file_line(file, row, 4);
	file_small(file, row, 1, count ? 0 : -1, count ? count - 1 : -1, -1, &branch->parent);
	file_small(file, row, 2, 0, INT_MAX - 1, 0, &branch->turn);
	file_number(file, row, 3, 0, FILE_LARGEST, 0, &branch->message);
	file_small(file, row, 5, 0, INT_MAX - 1, 0, &own);
	file_small(file, row, 6, 0, 1, 0, &over);
	file_small(file, row, 7, WINNER_NONE, SEAT_2, WINNER_NONE, &branch->winner);
	branch->over = over;
	branch->reason = file_line(file, row, 8);
	branch->detail = file_line(file, row, 9);
	branch->turns = own;
	if (!own && branch->parent >= 0)
		branch->turns = before[branch->parent].turns < branch->turn ? before[branch->parent].turns
									    : branch->turn;
	if (branch->parent >= 0)
		file_check_start(file, branch->id, &branch->turn, before[branch->parent].turns,
				 &branch->message, match_file_newest(file));
	if (!branch->why)
		branch->why = bytes_text("%s", "");
	return true;
}

int match_file_branches(struct match_file *file, struct branch_row **rows)
{
	sqlite3_stmt *row;
	int count = 0;

	*rows = NULL;
	file->good = true;
	row = file_statement(file, STATEMENT_BRANCHES);
	while (file_next(file, row)) {
		*rows = bytes_resized(*rows, ((size_t)count + 1) * sizeof(**rows));
		if (!read_row(file, row, &(*rows)[count], *rows, count))
			break;
		count++;
	}
	sqlite3_reset(row);
	if (file->good && count)
		return count;
	branch_rows_free(*rows, count);
	*rows = NULL;
	return 0;
}

void branch_rows_free(struct branch_row *rows, int count)
{
	for (int i = 0; i < count; i++) {
		free(rows[i].why);
		free(rows[i].reason);
		free(rows[i].detail);
	}
	free(rows);
}
