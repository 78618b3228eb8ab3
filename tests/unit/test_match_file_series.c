/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_match_file_series.c - the match files of a series: names, lists, and what a killed one leaves.  */
#include "match_file_fixture.h"

static void expect_name(const char *path, int game, const char *expected)
{
	char *name = match_file_of_game(path, game);

	assert_string_equal(name, expected);
	free(name);
}

static void the_number_of_a_game_stands_before_the_ending(void **state)
{
	(void)state;
	expect_name("match.ringside", 2, "match-2.ringside");
	expect_name("a.b/match", 12, "a.b/match-12");
	expect_name("/x/a.b.c", 1, "/x/a.b-1.c");
}

static void make(const char *name)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	write_text(path, "");
}

static void the_games_that_have_files_are_listed_in_rising_order(void **state)
{
	static const char *const names[] = {"m-10.ringside",        "m-2.ringside",  "m-1.ringside",
					    "m-0.ringside",         "m-02.ringside", "m-3.ringside-wal",
					    "m-4.ringsid",          "m-.ringside",   "m-x.ringside",
					    "n-5.ringside",         "m-5x.ringside", "m.ringside",
					    "xm-6.ringside",        "m--7.ringside", "m-99999999999.ringside",
					    "m-2147483648.ringside"};
	int *games;

	(void)state;
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
	free(games);
}

static void a_file_is_stillborn_until_it_holds_a_match(void **state)
{
	(void)state;
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

static void a_file_is_removed_with_its_log(void **state)
{
	char path[200];
	struct match_file *file = created(match_path);

	(void)state;
	snprintf(path, sizeof path, "%s-wal", match_path);
	assert_int_equal(access(path, F_OK), 0);
	assert_null(match_file_remove(match_path));
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(access(match_path, F_OK), -1);
	match_file_close(file);
	assert_null(match_file_remove(match_path)); /* what is not there need not be removed */
	assert_says(match_file_remove(directory), directory, "cannot be removed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_number_of_a_game_stands_before_the_ending),
		TEST(the_games_that_have_files_are_listed_in_rising_order),
		TEST(a_file_is_stillborn_until_it_holds_a_match),
		TEST(a_file_is_removed_with_its_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
