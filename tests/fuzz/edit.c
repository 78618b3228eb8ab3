/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* edit.c - changes in a match file that somebody might send: values, rows, tables, bytes (README.md).
 *
 * The tables and their columns are asked for, so an input means something in any version of the file.  An
 * edit that SQLite refuses is left out.  */
#include "stored.h"

#include "targets.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { EDITS_MOST = 12, NAMES_MOST = 40 };

struct names {
	char *list[NAMES_MOST];
	int count;
};

static int take_name(void *user, int columns UNUSED, char **values, char **titles UNUSED)
{
	struct names *names = user;

	if (names->count < NAMES_MOST && values[0])
		names->list[names->count++] = bytes_text("%s", values[0]);
	return 0;
}

static struct names ask(sqlite3 *db, char *sql)
{
	struct names names = {0};

	sqlite3_exec(db, sql, take_name, &names, NULL);
	free(sql);
	return names;
}

static void free_names(struct names *names)
{
	while (names->count)
		free(names->list[--names->count]);
}

/* A value in SQL; the caller frees.  */
static char *value(struct rest *rest)
{
	static const char *const usual[] = {"NULL",
					    "0",
					    "1",
					    "-1",
					    "2",
					    "3",
					    "2147483647",
					    "2147483648",
					    "4294967296",
					    "9223372036854775807",
					    "-9223372036854775808",
					    "1e308",
					    "''",
					    "x''",
					    "'human'",
					    "'agent'"};
	enum { USUAL = sizeof(usual) / sizeof(*usual) };
	unsigned kind = next(rest);
	struct bytes text = {0};

	if (kind < USUAL)
		return bytes_text("%s", usual[kind]);
	if (kind < 128) {
		unsigned byte = next(rest);

		return bytes_text("%lld", (long long)byte << (kind & 63) % 56);
	}
	bytes_add_text(&text, kind & 1 ? "x'" : "CAST(x'");
	while (rest->size)
		bytes_addf(&text, "%02x", next(rest));
	bytes_add_text(&text, kind & 1 ? "'" : "' AS TEXT)");
	return text.at;
}

/* The k-th row of a table: its key, as columns to compare.  */
static char *row_condition(sqlite3 *db, const char *table, unsigned row)
{
	struct names keys =
		ask(db, bytes_text("SELECT name FROM pragma_table_info('%s') WHERE pk ORDER BY pk", table));
	struct bytes list FREED_BY(bytes_free) = {0};
	char *condition;

	for (int i = 0; i < keys.count; i++)
		bytes_addf(&list, "%s\"%s\"", i ? "," : "", keys.list[i]);
	if (!keys.count)
		bytes_add_text(&list, "rowid");
	condition =
		bytes_text("(%s) IN (SELECT %s FROM \"%s\" LIMIT 1 OFFSET %u %% max(1, (SELECT count(*) FROM "
			   "\"%s\")))",
			   list.at, list.at, table, row, table);
	free_names(&keys);
	return condition;
}

/* A copy of a row in which one column has another value.  */
static char *copied_row(const char *table, const struct names *columns, const char *column, const char *with,
			const char *where)
{
	struct bytes sql = {0};

	bytes_addf(&sql, "INSERT OR REPLACE INTO \"%s\" SELECT ", table);
	for (int i = 0; i < columns->count; i++)
		if (columns->list[i] == column)
			bytes_addf(&sql, "%s%s", i ? "," : "", with);
		else
			bytes_addf(&sql, "%s\"%s\"", i ? "," : "", columns->list[i]);
	bytes_addf(&sql, " FROM \"%s\" WHERE %s", table, where);
	return sql.at;
}

/* The SQL of an edit; the caller frees.  */
static char *statement(sqlite3 *db, unsigned kind, const char *table, struct rest *rest)
{
	struct names columns = ask(db, bytes_text("SELECT name FROM pragma_table_info('%s')", table));
	FREED char *where = row_condition(db, table, next(rest));
	char *with, *sql;
	const char *column = columns.count ? columns.list[next(rest) % (unsigned)columns.count] : "rowid";

	with = value(rest);
	switch (kind) {
	case 0: sql = bytes_text("DELETE FROM \"%s\" WHERE %s", table, where); break;
	case 1: sql = copied_row(table, &columns, column, with, where); break;
	case 2: sql = bytes_text("DELETE FROM \"%s\"", table); break;
	case 3: sql = bytes_text("DROP TABLE \"%s\"", table); break;
	case 4:
		sql = bytes_text(
			"ALTER TABLE \"%s\" RENAME TO other; CREATE VIEW \"%s\" AS SELECT * FROM other",
			table, table);
		break;
	case 5:
		sql = bytes_text("CREATE TRIGGER t AFTER INSERT ON \"%s\" BEGIN DELETE FROM \"%s\"; END",
				 table, table);
		break;
	case 6: sql = bytes_text("ALTER TABLE \"%s\" RENAME COLUMN \"%s\" TO other", table, column); break;
	case 7: sql = bytes_text("PRAGMA user_version = %s", with); break;
	case 8: sql = bytes_text("UPDATE \"%s\" SET \"%s\" = %s", table, column, with); break;
	default:
		sql = bytes_text("UPDATE \"%s\" SET \"%s\" = %s WHERE %s", table, column, with, where);
		break;
	}
	free(with);
	free_names(&columns);
	return sql;
}

static void edit(sqlite3 *db, unsigned kind, struct rest *rest)
{
	struct names tables =
		ask(db, bytes_text("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"));
	char *sql;

	if (tables.count) {
		sql = statement(db, kind, tables.list[next(rest) % (unsigned)tables.count], rest);
		if (getenv("FUZZ_LOUD"))
			fprintf(stderr, "%s\n", sql);
		sqlite3_exec(db, sql, NULL, NULL, NULL);
		free(sql);
	}
	free_names(&tables);
}

/* Only this file, and no settings. The schema may be edited as text, as in files that somebody has prepared.
 */
static int may(void *user UNUSED, int action, const char *a, const char *b UNUSED,
	       const char *database UNUSED, const char *trigger UNUSED)
{
	if (action == SQLITE_ATTACH)
		return SQLITE_DENY;
	return action == SQLITE_PRAGMA && strcmp(a, "writable_schema") != 0 ? SQLITE_DENY : SQLITE_OK;
}

static int takes_long(void *user)
{
	int *left = user;

	return --*left < 0;
}

static void run_sql(sqlite3 *db, struct rest text)
{
	FREED char *sql = rest_text(text);
	int left = 1000; /* times 100 steps of SQLite */

	sqlite3_set_authorizer(db, may, NULL);
	sqlite3_progress_handler(db, 100, takes_long, &left);
	sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_progress_handler(db, 0, NULL, NULL);
	sqlite3_set_authorizer(db, NULL, NULL);
}

/* Writes bytes somewhere, or cuts the file there.  */
static void poke(const char *path, bool cut, struct rest rest)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	off_t at = (off_t)next(&rest) << 8;

	at |= next(&rest);
	if (fd < 0 || (cut ? ftruncate(fd, at) != 0 : pwrite(fd, rest.at, rest.size, at) < 0))
		fuzz_wrong("%s cannot be written", path);
	close(fd);
}

enum { POKE = 250, CUT = 251, SQL = 252 };

void stored_edit(const char *path, struct rest edits)
{
	struct rest all = edits;
	sqlite3 *db;

	if (sqlite3_open(path, &db) != SQLITE_OK)
		fuzz_wrong("%s cannot be opened", path);
	sqlite3_exec(db, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF", NULL, NULL, NULL);
	for (int i = 0; edits.size && i < EDITS_MOST; i++) {
		struct rest step = next_step(&edits);
		unsigned kind = next(&step);

		if (kind < POKE)
			edit(db, kind, &step);
		else if (kind == SQL)
			run_sql(db, step);
	}
	sqlite3_close(db);
	for (int i = 0; all.size && i < EDITS_MOST; i++) {
		struct rest step = next_step(&all);
		unsigned kind = next(&step);

		if (kind == POKE || kind == CUT)
			poke(path, kind == CUT, step);
	}
}
