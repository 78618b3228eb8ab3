/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* foreign.c - a match file may come from a stranger: limits what SQLite does with it, and refuses tables,
 * views, triggers and indexes that no ringside has made.
 *
 * A view in place of a table could run for ever, and a trigger would change what is written. What remains are
 * values, which read.c checks.  */
#include "file.h"

#include <stdlib.h>
#include <string.h>

/* Is `sql` the statement that begins at `own`, up to its `;` or its end? Spaces do not count. `end` gets
 * where it ends.  */
static bool is_same(const char *own, const char *sql, const char **end)
{
	bool same = true;

	for (; *own && *own != ';'; own++)
		if (*own != ' ') {
			sql += strspn(sql, " \n\t");
			same = same && *own == *sql;
			sql += same;
		}
	*end = own;
	return same && !*sql;
}

static bool is_own(const char *sql)
{
	const char *end;

	for (const char *own = file_schema; *own; own = *end ? end + 1 : end)
		if (is_same(own, sql, &end))
			return true;
	return false;
}

/* SQLite makes these itself: for keys, and on ANALYZE.  */
#define OF_OTHERS                                                                                            \
	"SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND NOT (type = 'table' AND name"   \
	" IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))"

/* What a person can do about it; the caller frees. A changed table or view is needed, so that its removal
 * does not help.  */
static char *advice(const char *type, const char *name)
{
	char *table = bytes_text("CREATE TABLE %s (", name), *view = bytes_text("CREATE VIEW %s AS ", name);
	bool own = strstr(file_schema, table) || strstr(file_schema, view);
	char *text =
		own ? bytes_text("the %s \"%s\" in it is not as ringside makes it: somebody has changed the "
				 "file: ask for the one that ringside wrote",
				 type, name)
		    : bytes_text("the %s \"%s\" in it is not one that ringside makes: remove it from a copy "
				 "with sqlite3",
				 type, name);

	free(table);
	free(view);
	return text;
}

char *file_refuse_foreign(struct match_file *file)
{
	sqlite3_stmt *row = NULL;
	char *problem = NULL, *name, *why;
	int status = sqlite3_prepare_v2(file->db, OF_OTHERS, -1, &row, NULL);

	while (!problem && status == SQLITE_OK && (status = sqlite3_step(row)) == SQLITE_ROW) {
		status = SQLITE_OK;
		if (is_own((const char *)sqlite3_column_text(row, 2)))
			continue;
		name = bytes_escaped(sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1));
		why = advice((const char *)sqlite3_column_text(row, 0), name);
		problem = bytes_text("%s: is no match file of ringside alone: %s", file->path, why);
		free(why);
		free(name);
	}
	if (!problem && status != SQLITE_DONE) {
		why = file_error(file->db);
		problem = bytes_text("%s: cannot be read: %s", file->path, why);
		free(why);
	}
	sqlite3_finalize(row);
	return problem;
}

bool file_guard(sqlite3 *db)
{
	/* Ringside's own are far below: a message is cut at 32 MiB, FILE_ROWS turns have 256 values.  */
	static const struct {
		int limit, most;
	} limits[] = {
		{SQLITE_LIMIT_LENGTH, 64 << 20},
		{SQLITE_LIMIT_SQL_LENGTH, 64 << 10},
		{SQLITE_LIMIT_COLUMN, 64},
		{SQLITE_LIMIT_EXPR_DEPTH, 64},
		{SQLITE_LIMIT_VDBE_OP, 25000},
		{SQLITE_LIMIT_FUNCTION_ARG, 8},
		{SQLITE_LIMIT_ATTACHED, 1}, /* VACUUM */
		{SQLITE_LIMIT_VARIABLE_NUMBER, 256},
		{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
		{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64},
		{SQLITE_LIMIT_WORKER_THREADS, 0},
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		sqlite3_limit(db, limits[i].limit, limits[i].most);
	return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
	       sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
	       sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
	       sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL) == SQLITE_OK;
}
