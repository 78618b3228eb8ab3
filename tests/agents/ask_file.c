/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
#include "ask_file.h"
#include "../test.h"

#include <string.h>

#include <sqlite3.h>

char *ask_file(const char *path, const char *sql)
{
	sqlite3 *file;
	sqlite3_stmt *statement;
	char *answer;

	/* A writer that was killed has left a commit that only who may write rolls back.  */
	assert_int_equal(sqlite3_open_v2(path, &file, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(file, sql, -1, &statement, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
	answer = strdup((const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(file);
	return answer;
}
