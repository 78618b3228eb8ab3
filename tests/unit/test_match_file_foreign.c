/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_foreign.c - match files with tables, views, triggers and indexes of a stranger.  */
#include "../test.h"

#include "match_file_fixture.h"

/* A view that never gives a row, with the columns of what it replaces.  */
#define ENDLESS(name, columns)                                                                               \
	"CREATE VIEW " name " AS WITH RECURSIVE t (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t)"           \
	" SELECT " columns " FROM t WHERE x < 0"

TEST_IN(what_no_ringside_made_is_refused_with_its_name, begin_directory, end_directory)
{
	static const struct {
		const char *sql, *told;
	} cases[] = {
		{"CREATE TRIGGER evil AFTER INSERT ON branch BEGIN DELETE FROM turn_row; END",
		 "the trigger \"evil\""},
		{"CREATE VIEW notes AS SELECT 1",
		 "the view \"notes\" in it is not one that ringside makes: remove it"},
		{"CREATE TABLE notes (x)", "the table \"notes\""},
		{"CREATE INDEX slow ON message_row (length(bytes))", "the index \"slow\""},
		{"CREATE VIRTUAL TABLE big USING dbstat", "the table \"big\""},
		{"CREATE TABLE \"\033[2J\" (x)", "the table \"\\x1b[2J\""},
		{"DROP VIEW turn;" ENDLESS("turn", "x AS branch, x AS n"),
		 "the view \"turn\" in it is not as ringside makes it: somebody has changed the file: ask "
		 "for"},
		{"DROP TABLE turn_row;" ENDLESS("turn_row", "x AS id, x AS flags"), "the view \"turn_row\""},
		{"DROP TABLE branch;" ENDLESS("branch", "x AS id, x AS parent"), "the view \"branch\""},
		{"ALTER TABLE message_row ADD COLUMN more AS (abs(n))", "the table \"message_row\""},
		{"ALTER TABLE kind RENAME COLUMN dir TO direction",
		 "the table \"kind\" in it is not as ringside makes it"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *problem = NULL;

		snprintf(match_path, sizeof match_path, "%s/%zu", directory, i);
		match_file_close(created(match_path));
		execute_sql(match_path, cases[i].sql);
		assert_says(open_problem(match_path), match_path, cases[i].told);
		assert_null(match_file_append(match_path, &problem));
		assert_says(problem, match_path, cases[i].told);
	}
}

TEST_IN(what_sqlite_adds_by_itself_is_no_strangers, begin_directory, end_directory)
{
	match_file_close(created(match_path));
	execute_sql(match_path, "ANALYZE; VACUUM");
	match_file_close(opened(match_path));
}

/* Its tables are not known, so nothing but its version counts.  */
TEST_IN(a_version_of_the_future_is_refused_whatever_it_has, begin_directory, end_directory)
{
	match_file_close(created(match_path));
	execute_sql(match_path, "PRAGMA user_version = 7; CREATE TABLE novelty (x);"
				"UPDATE match SET ringside = '9.9' || char(27) || '[2J'");
	assert_says(open_problem(match_path), match_path, "version 7, written by ringside 9.9\\x1b[2J;");
	execute_sql(match_path, "DROP TABLE match;" ENDLESS("match", "x AS ringside"));
	assert_says(open_problem(match_path), match_path, "version 7, written by a newer ringside;");
}

TEST_IN(a_file_that_was_opened_is_limited_and_defensive, begin_directory, end_directory)
{
	struct match_file *file FREED_BY(match_file_end);

	match_file_close(created(match_path));
	file = appended(match_path);
	assert_true(file_execute(file, "SELECT zeroblob(1000000)"));
	assert_false(file_execute(file, "SELECT zeroblob(100000000)"));
	assert_false(file_execute(file, "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema"));
}

TEST_MAIN(NULL, NULL)
