/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* problem.c - keeps the first error of a match file, for people.  */
#include "file.h"
#include "ringside/loop.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Commits the open transaction, or rolls it back if that fails. Queries never find a message without its
 * stretch, so both are committed together or not at all.  */
static void settle(struct match_file *file)
{
	if (sqlite3_get_autocommit(file->db)) /* SQLite may have rolled back by itself */
		return;
	if (!file_write_stretch(file) || sqlite3_exec(file->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
		sqlite3_exec(file->db, "ROLLBACK", NULL, NULL, NULL);
}

char *file_error(sqlite3 *db)
{
	switch (sqlite3_errcode(db) & 0xff) {
	case SQLITE_FULL: return bytes_text("the disk is full");
	case SQLITE_BUSY: return bytes_text("another program keeps it locked");
	case SQLITE_NOTADB: return bytes_text("it is not an SQLite file");
	case SQLITE_CORRUPT: return bytes_text("it is damaged");
	default: return bytes_text("%s", sqlite3_errmsg(db));
	}
}

/* SQLite asks now and then whether to end a query.  */
static int is_awaited(void *user)
{
	(void)user;
	return loop_is_awaited();
}

void file_may_be_cancelled(struct match_file *file)
{
	enum { INSTRUCTIONS = 20000 }; /* of SQLite, 1 or 2 ms: most queries take fewer */

	sqlite3_progress_handler(file->db, INSTRUCTIONS, is_awaited, NULL);
}

bool file_is_cancelled(struct match_file *file)
{
	if (file->is_writer || !loop_is_awaited())
		return false;
	file->good = false;
	file->busy = file->cancelled = true;
	return true;
}

bool file_failed(struct match_file *file)
{
	char *why;
	int error;

	file->good = false;
	if (file->problem) {
		file->writing = false;
		return false;
	}
	if (file->recorded) {
		file->writing = false;
		file->problem = file_error(file->db);
		return false;
	}
	error = sqlite3_errcode(file->db) & 0xff;
	if (!file->is_writer && (error == SQLITE_BUSY || error == SQLITE_INTERRUPT)) {
		file->busy = true; /* nothing new is seen for now */
		file->cancelled = error == SQLITE_INTERRUPT;
		return false;
	}
	why = file_error(file->db);
	file->problem = bytes_text("%s: cannot be read: %s", file->path, why);
	if (file->writing) {
		int64_t last;

		file->writing = false; /* first, because the next calls may fail and lead here again */
		settle(file);
		file->pending = false;
		last = match_file_newest(file);
		free(file->problem);
		file->problem = bytes_text(
			"%s: cannot be written: %s; the match continues, but is recorded only "
			"up to message %lld",
			*file->path ? file->path : "the temporary match file", why, (long long)last);
	}
	free(why);
	return false;
}

bool file_damaged(struct match_file *file, const char *table, int64_t row, const char *what)
{
	char *of = NULL;

	if (file->problem)
		return false;
	if (strcmp(table, "turn") == 0) {
		of = bytes_text(" of branch %" PRId64, row >> 32);
		row &= UINT32_MAX;
	}
	file->problem = bytes_text("%s: is damaged: table %s, row %" PRId64 "%s: %s", file->path, table, row,
				   of ? of : "", what);
	free(of);
	return false;
}

const char *match_file_problem(const struct match_file *file)
{
	if (file->problem || !file->busy)
		return file->problem;
	return file->cancelled ? "reading the match file was cancelled"
			       : "the match file is locked by the program that writes it: try again";
}

bool match_file_is_busy(const struct match_file *file)
{
	return file->busy && !file->problem;
}
