/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* refers.c - numbers in a row that name another row: in the file of a stranger that row may be missing.
 *
 * Each is checked when its row is read, by a look at one other row: nothing here reads a whole table. Of the
 * message of a turn only the range is checked, since a look for each turn would make opening a long match 5 %
 * slower. The kind of a message is checked by query.c, the parent of a branch by history.c and history.c. A
 * file with a gap may lack anything, so a number that is not too large is no mistake there.  */
#include "file.h"

#include <inttypes.h>
#include <stdlib.h>

/* Then anything may have been lost.  */
static bool has_gap(struct match_file *file)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_LAST_GAP);
	bool found;

	sqlite3_bind_int64(row, 1, INT64_MIN);
	sqlite3_bind_int64(row, 2, INT64_MAX);
	found = file_next(file, row);
	sqlite3_reset(row);
	return found;
}

/* True, too, when it cannot be known.  */
static bool has_message(struct match_file *file, int64_t n)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_LAST);
	bool found;

	sqlite3_bind_int64(row, 1, n);
	sqlite3_bind_int64(row, 2, n);
	found = file_next(file, row) && sqlite3_column_type(row, 0) != SQLITE_NULL;
	sqlite3_reset(row);
	return found || !file->good || has_gap(file);
}

bool file_message(struct match_file *file, sqlite3_stmt *row, int column, int64_t *n)
{
	if (!file_number(file, row, column, 0, FILE_LARGEST, 0, n))
		return false;
	if (!*n || has_message(file, *n))
		return true;
	*n = 0;
	return file_wrong(file, row, column, "the number of a message in this file");
}

int64_t file_newest_named(struct match_file *file)
{
	return has_gap(file) ? FILE_LARGEST : match_file_newest(file);
}

/* The last turn in the history of a branch; -1: there is no such branch.  */
static int last_turn_of(struct match_file *file, int64_t branch)
{
	sqlite3_stmt *row = file_statement(file, STATEMENT_BRANCH);
	int64_t last = -1;

	sqlite3_bind_int64(row, 1, branch);
	if (file_next(file, row))
		last = sqlite3_column_int64(row, 3) ? sqlite3_column_int64(row, 3)
						    : sqlite3_column_int64(row, 1);
	sqlite3_reset(row);
	return last < INT_MAX ? (int)last : INT_MAX - 1;
}

void file_check_turn(struct match_file *file, sqlite3_stmt *row, struct message *message)
{
	enum { AT_TURN = 3, AT_BRANCH = 6 };
	int64_t branch = sqlite3_column_int64(row, AT_BRANCH);
	int last = last_turn_of(file, branch);

	if (!file->good)
		return;
	file_at(file, "message_row", message->n);
	if (last < 0) {
		file_wrong(file, row, AT_BRANCH, "the number of a branch");
		return;
	}
	file->turns_of = (int)branch;
	file->turns_most = last + 1;
	if (message->turn > file->turns_most && has_gap(file)) {
		file->turns_most = INT_MAX;
	} else if (message->turn > file->turns_most) {
		file_small(file, row, AT_TURN, 0, file->turns_most, 0, &message->turn);
	}
}

void file_check_start(struct match_file *file, int branch, int *turns, int most, int64_t *cut, int64_t before)
{
	char *what;

	if (*cut > before) {
		what = bytes_text("message is %" PRId64 ", expected at most %" PRId64
				  ", the last one before it",
				  *cut, before);
		*cut = before;
	} else if (*turns > most && !has_gap(file)) {
		what = bytes_text("turn is %d, expected at most %d, which its parent has", *turns, most);
		*turns = most;
	} else {
		return;
	}
	file_damaged(file, "branch", branch, what);
	free(what);
}
