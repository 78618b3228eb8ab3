/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_blank.c - that src/record/blank.c has the tables of the schema. With an argument it writes that file
 * anew to its output: `make blank`.
 *
 * Another version of SQLite may lay out the same tables otherwise, so what they say is compared, not the
 * bytes.  */
#include "../../src/record/recorder_state.h"
#include "../test.h"
#include "match_file_fixture.h"

#include "ringside/bytes.h"

static struct match_file *from_schema(void)
{
	struct match_file *file = file_new("");

	if (sqlite3_open(":memory:", &file->db) != SQLITE_OK || !file_make_tables(file))
		fail_msg("%s", sqlite3_errmsg(file->db));
	return file;
}

static struct match_file *from_blank(void)
{
	char *problem = NULL;
	struct match_file *file = file_in_memory(&problem);

	if (!file)
		fail_msg("%s", problem);
	return file;
}

static void tell(struct bytes *told, sqlite3 *db, const char *sql)
{
	sqlite3_stmt *rows;

	if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	bytes_addf(told, "%s\n", sql);
	while (sqlite3_step(rows) == SQLITE_ROW)
		for (int i = 0; i < sqlite3_column_count(rows); i++) {
			const char *text = (const char *)sqlite3_column_text(rows, i);

			bytes_addf(told, "\t%s\n", text ? text : "NULL");
		}
	assert_int_equal(sqlite3_finalize(rows), SQLITE_OK);
}

/* All that a match file says, as text; the caller frees.  */
static char *told(struct match_file *file)
{
	static const char *const pragmas[] = {"PRAGMA page_size",      "PRAGMA application_id",
					      "PRAGMA user_version",   "PRAGMA auto_vacuum",
					      "PRAGMA freelist_count", "PRAGMA encoding",
					      "PRAGMA journal_mode",   "PRAGMA integrity_check"};
	const char *tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
	struct bytes all = {0};
	sqlite3_stmt *table;

	for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++)
		tell(&all, file->db, pragmas[i]);
	tell(&all, file->db, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name");
	assert_int_equal(sqlite3_prepare_v2(file->db, tables, -1, &table, NULL), SQLITE_OK);
	while (sqlite3_step(table) == SQLITE_ROW) {
		FREED char *sql = bytes_text("SELECT * FROM %s", (const char *)sqlite3_column_text(table, 0));

		tell(&all, file->db, sql);
	}
	sqlite3_finalize(table);
	return all.at;
}

static void a_blank_file_has_the_tables_of_the_schema(void **state)
{
	struct match_file *made FREED_BY(match_file_end) = from_schema(),
				*blank FREED_BY(match_file_end) = from_blank();
	FREED char *want = told(made), *got = told(blank);

	if (strcmp(got, want) != 0)
		fail_msg("src/record/blank.c is not what the schema and the kinds of events make: run `make "
			 "blank`"
			 "\n--- blank.c\n%s\n--- the schema\n%s",
			 got, want);
}

static size_t zeros_at(const unsigned char *image, size_t size, size_t at)
{
	size_t i = at;

	while (i < size && image[i] == 0)
		i++;
	return i - at;
}

/* `next` is what follows in the same string: a digit would belong to the number.  */
static void write_byte(unsigned char c, unsigned char next)
{
	if (c == '"' || c == '\\')
		printf("\\%c", c);
	else if (c >= ' ' && c < 0x7f && c != '?') /* no trigraph */
		putchar(c);
	else
		printf(next >= '0' && next <= '7' ? "\\%03o" : "\\%o", c);
}

static const char beginning[] =
	"/* Copyright: The ringside authors\n"
	" * SPDX-License-Identifier: GPL-3.0-or-later  */\n"
	"/* blank.c - a match file without rows, as SQLite writes it: SQL takes four times as long to make "
	"its\n"
	" * tables. `make blank` wrote this file; tests/unit/test_blank compares it with the schema.  */\n"
	"#include \"recorder_state.h\"\n"
	"\n"
	"/* clang-format off */\n"
	"#define O8 \"\\0\\0\\0\\0\\0\\0\\0\\0\"\n"
	"#define O64 O8 O8 O8 O8 O8 O8 O8 O8\n"
	"\n"
	"const char file_blank[] =\n"
	"\t\"";

/* Writes the source, with the long rows of zeros in words.  */
static int write_source(void)
{
	struct match_file *file = from_schema();
	sqlite3_int64 signed_size;
	unsigned char *image = sqlite3_serialize(file->db, "main", &signed_size, 0);
	size_t size = (size_t)signed_size, line = 0;

	printf("%s", beginning);
	for (size_t at = 0; at < size;) {
		size_t zeros = zeros_at(image, size, at), few = zeros / 8 % 8;

		if (zeros >= 8) {
			printf("\"");
			for (size_t i = 0; i < zeros / 64; i++)
				printf(" O64");
			for (size_t i = 0; i < few; i++)
				printf(" O8");
			printf("\n\t\"");
			at += zeros / 8 * 8;
			line = 0;
			continue;
		}
		write_byte(image[at], at + 1 < size ? image[at + 1] : 0);
		at++;
		if (++line == 80) {
			printf("\"\n\t\"");
			line = 0;
		}
	}
	printf("\";\n/* clang-format on */\n\nconst size_t file_blank_size = sizeof file_blank - 1;\n");
	sqlite3_free(image);
	match_file_close(file);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_blank_file_has_the_tables_of_the_schema)};

	if (argc > 1)
		return write_source();
	return cmocka_run_group_tests_name("blank", tests, NULL, NULL);
}
