/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_series.c - the match files of a series: names, lists, and what a killed process leaves.  */
#include "../test.h"

#include "match_file_fixture.h"

static void expect_name(const char *path, int game, const char *expected)
{
	assert_text(match_file_of_game(path, game), expected);
}

TEST_IN(the_number_of_a_game_precedes_the_file_extension, begin_directory, end_directory)
{
	expect_name("match.ringside", 2, "match-2.ringside");
	expect_name("a.b/match", 12, "a.b/match-12");
	expect_name("/x/a.b.c", 1, "/x/a.b-1.c");
}

TEST_IN(a_folder_holds_the_games_of_a_thousand_numbers_in_a_folder_each, begin_directory, end_directory)
{
	assert_true(match_file_is_folder("games/"));
	assert_false(match_file_is_folder("games"));
	assert_false(match_file_is_folder(""));
	expect_name("games/", 1, "games/000/game-000001.ringside");
	expect_name("games/", 999, "games/000/game-000999.ringside");
	expect_name("./a.b/", 1000, "./a.b/001/game-001000.ringside");
	expect_name("/", 1234567, "/1234/game-1234567.ringside");
}

static void make(const char *name)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	write_text(path, "");
}

TEST_IN(the_file_of_another_game_is_found_from_that_of_one, begin_directory, end_directory)
{
	static const struct {
		const char *path;
		int game, other;
		const char *beside;
	} of[] = {
		{"m-12.ringside", 12, 9, "m-9.ringside"},
		{"d-12/m-12.ringside", 12, 100, "d-12/m-100.ringside"},
		{"m-12.ringside", 2, 1, NULL}, /* it has another number */
		{"m.ringside", 1, 2, NULL},
		{"games/000/game-000002.ringside", 2, 1, "games/000/game-000001.ringside"},
		{"game-001000.ringside", 1000, 1001, "game-001001.ringside"},
		{"games/001/game-001000.ringside", 1000, 999, "games/001/../000/game-000999.ringside"},
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		FREED char *beside = match_file_beside(of[i].path, of[i].game, of[i].other);

		if (of[i].beside)
			assert_string_equal(beside, of[i].beside);
		else
			assert_null(beside);
	}
}

TEST_IN(games_with_files_are_listed_in_rising_order, begin_directory, end_directory)
{
	static const char *const names[] = {"m-10.ringside",        "m-2.ringside",  "m-1.ringside",
					    "m-0.ringside",         "m-02.ringside", "m-3.ringside-wal",
					    "m-4.ringsid",          "m-.ringside",   "m-x.ringside",
					    "n-5.ringside",         "m-5x.ringside", "m.ringside",
					    "xm-6.ringside",        "m--7.ringside", "m-99999999999.ringside",
					    "m-2147483648.ringside"};
	FREED int *games;

	assert_int_equal(match_file_games(match_path, &games), 0);
	free(games);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		make(names[i]);
	assert_int_equal(match_file_games(match_path, &games), 3);
	assert_int_equal(games[0], 1);
	assert_int_equal(games[1], 2);
	assert_int_equal(games[2], 10);
	free(games);
	assert_int_equal(match_file_games("/nonexistent/m", &games), 0);
}

TEST_IN(games_in_a_folder_are_listed_in_rising_order, begin_directory, end_directory)
{
	static const int numbers[] = {1000, 7, 2001};
	static const char *const names[] = {"000/game-7.ringside",      "000/game-001001.ringside",
					    "001/game-0000x.ringside",  "002/game-002002.ringside-journal",
					    "000/game-000000.ringside", "results.jsonl"};
	char path[160], *name, *problem;
	int *games;

	snprintf(path, sizeof path, "%s/", directory);
	assert_int_equal(match_file_games(path, &games), 0);
	free(games);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		name = match_file_for_game(path, numbers[i], &problem);
		assert_null(problem);
		write_text(name, "");
		free(name);
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		make(names[i]);
	assert_int_equal(match_file_games(path, &games), 3);
	assert_int_equal(games[0], 7);
	assert_int_equal(games[1], 1000);
	assert_int_equal(games[2], 2001);
	free(games);
	assert_null(match_file_for_game("/dev/null/", 1, &problem));
	assert_says(problem, "the folder /dev/null/000", "cannot be made");
}

TEST_IN(no_game_is_written_through_a_link_in_the_folder, begin_directory, end_directory)
{
	char path[160], link[200], *problem;

	snprintf(path, sizeof path, "%s/", directory);
	snprintf(link, sizeof link, "%s003", path);
	assert_int_equal(symlink("/tmp", link), 0);
	assert_null(match_file_for_game(path, 3000, &problem));
	assert_says(problem, link, "is a link");
	unlink(link);
}

TEST_IN(a_file_is_stillborn_until_it_holds_a_match, begin_directory, end_directory)
{
	assert_false(match_file_is_stillborn(match_path)); /* there is none */
	write_text(match_path, "");
	assert_true(match_file_is_stillborn(match_path));
	write_text(match_path,
		   "my diary, which is no match file, and long enough to be read as a header of one, "
		   "which has a hundred bytes");
	assert_false(match_file_is_stillborn(match_path));
	execute_sql(other_path, "pragma journal_mode = wal");
	assert_true(match_file_is_stillborn(other_path));
	unlink(match_path);
	match_file_close(created(match_path));
	assert_false(match_file_is_stillborn(match_path));
}

/* Copies a file as it stands in the middle of a transaction, with its journal: as a killed writer leaves it.
 */
static void kill_in_transaction(const char *path, const char *sql)
{
	char command[600];
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA cache_size = 1; BEGIN", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	snprintf(command, sizeof command, "cd %s && for f in *.ringside*; do cp $f killed.${f#*.}; done",
		 directory);
	assert_int_equal(system(command), 0);
	sqlite3_close(db);
}

TEST_IN(a_file_whose_writer_was_killed_in_a_transaction_is_read, begin_directory, end_directory)
{
	char killed[200], journal[220], *problem;
	struct match_file *file;

	snprintf(killed, sizeof killed, "%s/killed.ringside", directory);
	snprintf(journal, sizeof journal, "%s-journal", killed);
	match_file_close(created(match_path));
	kill_in_transaction(match_path,
			    "CREATE TABLE big (a); INSERT INTO big SELECT zeroblob(9000) FROM event_kind");
	assert_int_equal(access(journal, F_OK), 0);
	file = match_file_open(killed, &problem);
	assert_null(problem);
	match_file_close(file);
	assert_int_equal(access(journal, F_OK), 0); /* nothing beside it changes */
}

TEST_IN(a_file_whose_writer_was_killed_before_its_tables_were_made_is_stillborn, begin_directory,
	end_directory)
{
	char killed[200];

	snprintf(killed, sizeof killed, "%s/killed.ringside", directory);
	kill_in_transaction(match_path, "CREATE TABLE big (a); INSERT INTO big VALUES (zeroblob(90000))");
	assert_true(match_file_is_stillborn(killed));
}

TEST_IN(a_file_is_removed_with_its_log, begin_directory, end_directory)
{
	char path[200];
	struct match_file *file = created(match_path);

	add_text(file, 1, SEAT_1, CHANNEL_MOVE, "7,7");
	snprintf(path, sizeof path, "%s-journal", match_path);
	assert_int_equal(access(path, F_OK), 0);
	assert_null(match_file_remove(match_path));
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(access(match_path, F_OK), -1);
	match_file_close(file);
	assert_null(match_file_remove(match_path)); /* a missing file need not be removed */
	assert_says(match_file_remove(directory), directory, "cannot be removed");
}

TEST_MAIN(NULL, NULL)
