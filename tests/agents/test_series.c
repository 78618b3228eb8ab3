/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_series.c - series at several tables, with sums, progress and the sequential test.
 *
 * Two brains of tests/agents play in separate rows, so the seat that begins a game wins it with the ninth
 * move.  */
#include "../temp.h"
#include "../test.h"
#include "../within.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

static char *brain(char player[400], const char *mode)
{
	snprintf(player, 400, "'%s/brain' %s", env("AGENTS"), mode);
	return player;
}

static int count_lines(const char *text)
{
	int count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

TEST(games_at_several_tables_are_reported_once_and_the_seats_begin_in_turn)
{
	enum { GAMES = 21, TABLES = 4 };
	char one[400], two[400];
	const char *args[] = {"run",
			      "gomocup",
			      "--json",
			      "--games",
			      "21",
			      "--concurrency",
			      "4",
			      brain(one, "good"),
			      brain(two, "good 12"),
			      NULL};
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome = ringside("tables", args);

	assert_int_equal(outcome.status, 0);
	games_add(games, outcome.out);
	games_expect(games, GAMES);
	for (int i = 1; i <= GAMES; i++) {
		assert_int_equal(game_number(games[i], "first"), i % 2 ? 1 : 2);
		assert_int_equal(game_number(games[i], "winner"), i % 2 ? 1 : 2);
		assert_int_equal(game_number(games[i], "moves"), 9);
	}
	assert_non_null(strstr(outcome.err, "good (1) 11, good (2) 10, draws 0"));
	assert_non_null(strstr(outcome.err, "player 1 scores 11.0 of 21 (52.4 %)"));
	assert_non_null(strstr(outcome.err, "black won 21, white 0"));
	assert_null(strchr(outcome.err, '\r')); /* no progress, because stderr is not a terminal */
	assert_int_equal(left_behind("tables"), 0);
	games_free(games);
}

/* Each table starts one process per seat, and tells it RESTART for further games.  */
TEST(a_table_keeps_its_processes_for_further_games)
{
	static const char sql[] = "select count(*) from message where seat = 1 and dir = 'to' and "
				  "cast(bytes as text) like 'START %'";
	char folder[] = "/tmp/ringside-test-XXXXXX", record[80], path[80], one[400], two[400];
	const char *args[] = {"run",
			      "gomocup",
			      "--games",
			      "12",
			      "--concurrency",
			      "3",
			      "--record",
			      record,
			      brain(one, "good"),
			      brain(two, "good 12"),
			      NULL};
	struct outcome outcome;
	int started = 0;

	folder_make(folder);
	snprintf(record, sizeof(record), "%s/m.ringside", folder);
	outcome = ringside("kept", args);
	assert_int_equal(outcome.status, 0);
	for (int game = 1; game <= 12; game++) {
		char *answer;

		snprintf(path, sizeof(path), "%s/m-%d.ringside", folder, game);
		answer = ask_file(path, sql);
		started += atoi(answer);
		free(answer);
		answer = ask_file(path, "select game || ' ' || first from match");
		snprintf(path, sizeof(path), "%d %d", game, game % 2 ? 1 : 2);
		assert_string_equal(answer, path);
		free(answer);
	}
	assert_int_equal(started, 3);
	folder_remove(folder);
}

TEST(a_brain_that_hides_its_children_leaves_none_at_any_table)
{
	char one[400], two[400];
	const char *args[] = {"run",
			      "gomocup",
			      "--games",
			      "6",
			      "--concurrency",
			      "3",
			      brain(one, "hide"),
			      brain(two, "hold-output 12"),
			      NULL};
	struct outcome outcome = ringside("hidden", args);

	assert_int_equal(outcome.status, 0);
	assert_int_equal(count_lines(outcome.out), 6);
	assert_int_equal(left_behind("hidden"), 0);
}

TEST(a_number_of_tables_that_needs_too_many_files_is_refused)
{
	const char *args[] = {"-c",
			      "ulimit -n 60; exec \"$RINGSIDE\" run gomocup sample:random sample:random "
			      "--games 100 --concurrency 100",
			      NULL};
	struct outcome outcome = run_program("/bin/sh", "many", args);

	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "60 files open here, which is enough for 20 games at once"));
}

TEST(the_highest_number_of_tables_has_enough_files)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", script[500];
	const char *args[] = {"-c", script, NULL};
	struct outcome outcome;

	folder_make(folder);
	snprintf(script, sizeof(script),
		 "ulimit -n 60; exec \"$RINGSIDE\" run gomocup \"'$AGENTS/brain' leave\" sample:random "
		 "--games 24 --seed 1 --concurrency 20 --results %s/r --record %s/m",
		 folder, folder);
	outcome = run_program("/bin/sh", "enough", args);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(count_lines(outcome.out), 24);
	assert_null(strstr(outcome.err, "no more than"));
	assert_null(strstr(outcome.err, "Too many open files"));
	folder_remove(folder);
}

TEST(no_table_begins_if_a_player_cannot_be_started)
{
	const char *args[] = {
		"run",           "gomocup", "--games", "8", "--concurrency", "4", "/nonexistent/brain",
		"sample:random", NULL};
	struct outcome outcome = ringside("none", args);

	assert_int_equal(outcome.status, 3);
	assert_string_equal(outcome.out, "");
	assert_int_equal(left_behind("none"), 0);
}

/* ---- the sequential test ---- */

/* The number of games with the same result until the test ends.  Each pair adds `change` to the logarithm,
 * and the bound is log 19 for two errors of 5 %.  */
static int games_until(double change)
{
	return 2 * (int)ceil(log(19) / fabs(change));
}

TEST(a_series_stops_when_an_agent_refuses_its_start_twice_in_a_row)
{
	char good[400], bad[400];
	const char *args[] = {
		"run",           "gomocup", "--games", "6", brain(good, "good"), brain(bad, "error-start"),
		"--concurrency", "1",       NULL};
	struct outcome outcome;

	outcome = ringside("refuses", args);
	assert_int_equal(outcome.status, 3);
	assert_int_equal(count_lines(outcome.out), 2);
	assert_non_null(strstr(outcome.err, "game 2: player 2 failed at its start, as in the game before: "));
	assert_non_null(strstr(outcome.err, "ERROR I do not like this size"));
	args[3] = "1";
	outcome = ringside("refuses", args);
	assert_int_equal(outcome.status, 0);
	assert_null(strstr(outcome.err, "the series stops"));
}

/* Only the second and the fourth game fail.  */
TEST(a_start_that_fails_now_and_then_stops_no_series)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", count[80], command[900], good[400];
	const char *args[] = {"run",           "gomocup", "--games",           "4", "--seat-option",
			      "1:restart=yes", command,   brain(good, "good"), NULL};
	struct outcome outcome;

	assert_non_null(mkdtemp(folder));
	snprintf(count, sizeof(count), "%s/count", folder);
	snprintf(
		command, sizeof(command),
		"sh -c \"echo >>'%s'; test \\$((\\$(wc -l <'%s') %% 2)) = 1 && exec '%s/brain' good 12; exec "
		"'%s/brain' error-start\"",
		count, count, env("AGENTS"), env("AGENTS"));
	outcome = ringside("now and then", args);
	print_message("%s%s", outcome.out, outcome.err);
	assert_int_equal(count_lines(outcome.out), 4);
	assert_int_equal(outcome.status, 0);
	unlink(count);
	rmdir(folder);
}

/* The third process of seat 1 crashes.  */
TEST(a_series_can_end_at_the_first_failure_of_an_agent)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", count[80], command[900], rival[400];
	const char *args[] = {"run",    "qchess", "--max-moves",     "2",     "--games", "9",
			      "--seed", "1",      "--until-failure", command, rival,     NULL};
	struct outcome outcome;

	assert_non_null(mkdtemp(folder));
	snprintf(count, sizeof(count), "%s/count", folder);
	snprintf(
		command, sizeof(command),
		"sh -c \"echo >>'%s'; test \\$(wc -l <'%s') -lt 3 && exec '%s/qchess_agent' good; kill -ABRT "
		"\\$\\$\"",
		count, count, env("AGENTS"));
	snprintf(rival, sizeof(rival), "'%s/qchess_agent' good", env("AGENTS"));
	outcome = ringside("until-failure", args);
	assert_int_equal(outcome.status, 4);
	assert_int_equal(count_lines(outcome.out), 3);
	assert_non_null(
		strstr(outcome.err, "--until-failure: in game 3, turn 1, after 2 games without it: "));
	unlink(count);
	args[5] = "2";
	outcome = ringside("until-failure", args);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(count_lines(outcome.out), 2);
	unlink(count);
	rmdir(folder);
}

/* ---- --until ---- */

/* Runs a brain that does not clear its board, so it has no square left in game 4.  `more`: other options.  */
static struct outcome run_until(const char *what, const char *const *more)
{
	char one[400], two[400];
	const char *args[20] = {"run", "gomocup",           "--until",
				what,  brain(one, "keeps"), brain(two, "good 12")};

	for (int i = 0; more[i]; i++)
		args[6 + i] = more[i];
	return ringside("until", args);
}

/* The word behind "ringside open ".  The caller frees.  */
static char *file_found(const struct outcome *outcome)
{
	const char *at = strstr(outcome->err, "ringside open ");

	assert_non_null(at);
	at += strlen("ringside open ");
	return strndup(at, strcspn(at, "\n"));
}

/* Replays the game that was found: what ended it comes again. Expects that sentence about the games.  */
static void expect_again(const char *file, const char *sentence)
{
	enum { ENDED_BADLY = 4 };
	const char *args[] = {"rerun", file, "--seat", "1", NULL};
	ends(ringside("until", args), ENDED_BADLY, sentence, NULL);
}

TEST(what_a_series_has_waited_for_is_replayed_with_the_games_of_its_process)
{
	static const char *const whats[] = {"illegal", "fault", "game == 4 && !legal"};
	const char *const none[] = {NULL};

	for (size_t i = 0; i < LENGTH(whats); i++) {
		struct outcome outcome = run_until(whats[i], none);
		char *file = file_found(&outcome);

		assert_int_equal(outcome.status, 4);
		assert_int_equal(count_lines(outcome.out), 4);
		assert_non_null(strstr(outcome.err, "in game 4, turn 4, after 3 games without it: seat 1 "));
		assert_non_null(strstr(outcome.err, "# and the 3 games that its process had played before"));
		expect_again(file, " in 4 games, none differs");
		*strrchr(file, '/') = '\0';
		folder_remove(file);
		free(file);
	}
}

/* Which games its process has played depends on chance; it has no square left in its fourth.  */
TEST(games_at_another_table_are_no_games_of_the_process)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", record[80];
	const char *const more[] = {"--concurrency", "2", "--record", record, NULL};
	struct outcome outcome;
	char *file;

	folder_make(folder);
	snprintf(record, sizeof(record), "%s/m", folder);
	outcome = run_until("illegal", more);
	file = file_found(&outcome);
	assert_int_equal(outcome.status, 4);
	assert_non_null(strstr(outcome.err, "# and the 3 games that its process had played before"));
	expect_again(file, " in 4 games, none differs");
	free(file);
	folder_remove(folder);
}

TEST(a_series_that_waits_in_vain_plays_all_its_games_and_keeps_none)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", kept[80], *before = strdup(env("XDG_STATE_HOME"));
	const char *const more[] = {"--games", "2", NULL};
	struct outcome outcome;

	folder_make(folder);
	setenv("XDG_STATE_HOME", folder, 1);
	outcome = run_until("time > 1h", more);
	setenv("XDG_STATE_HOME", before, 1);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(count_lines(outcome.out), 2);
	assert_non_null(strstr(outcome.err, "--until 'time > 1h': it has not happened in 2 games"));
	snprintf(kept, sizeof(kept), "%s/ringside/until", folder);
	assert_int_equal(rmdir(kept), 0); /* it is empty */
	free(before);
	folder_remove(folder);
}

/* No message comes while it thinks.  */
TEST(a_series_can_wait_for_a_time_in_the_middle_of_a_turn)
{
	char one[400], two[400];
	const char *args[] = {"run",
			      "gomocup",
			      "--until",
			      "time > 100ms && move == 3",
			      brain(one, "silent"),
			      brain(two, "good 12"),
			      NULL};
	struct outcome outcome = ringside("until", args);
	char *file = file_found(&outcome);

	assert_int_equal(outcome.status, 4);
	assert_non_null(
		strstr(outcome.err, "in game 1, turn 3, after 0 games without it: seat 1: time is 100 ms"));
	*strrchr(file, '/') = '\0';
	folder_remove(file);
	free(file);
}

TEST(a_series_can_wait_for_the_very_first_message)
{
	const char *const none[] = {NULL};
	struct outcome outcome = run_until("text == \"ABOUT\" && seat == 1", none);
	char *file = file_found(&outcome);

	assert_int_equal(outcome.status, 4);
	assert_non_null(strstr(outcome.err, "in game 1, before its first turn, after 0 games without it: "
					    "seat 1 is told \"ABOUT\""));
	*strrchr(file, '/') = '\0';
	folder_remove(file);
	free(file);
}

TEST(what_a_series_cannot_wait_for_is_told_before_it_begins)
{
	const char *const none[] = {NULL}, *const both[] = {"--until-failure", NULL};
	struct outcome outcome = run_until("time > 1x", none);

	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "expected crash, illegal, timeout, fault or a condition\n"
					    "  --until time > 1x\n"
					    "                 ^ "));
	ends(run_until("crash", both), 2, NULL, "--until and --until-failure: choose one of them");
}

/* ---- the end of a series ---- */

/* Of other pairs, one game may have ended at another table.  */
static void expect_games(const struct outcome *outcome, int games, int tables)
{
	assert_within(count_lines(outcome->out), games, games + tables - 1);
}

TEST(a_sequential_test_ends_the_series_and_names_the_accepted_hypothesis)
{
	const double better = 1 / (1 + pow(10, -110.0 / 400));
	char one[400], two[400];
	const char *args[] = {"run",
			      "gomocup",
			      "--sprt",
			      "elo0=0,elo1=110",
			      "--concurrency",
			      "1",
			      brain(one, "good"),
			      brain(two, "outside 12"),
			      NULL};
	struct outcome outcome = ringside("sprt", args);

	assert_int_equal(outcome.status, 0);
	assert_int_equal(count_lines(outcome.out), games_until(log(better / 0.5)));
	assert_non_null(strstr(outcome.err, "accepted elo1: player 1 is stronger by 110 rather than by 0"));

	args[5] = "3"; /* games at other tables at the end are interrupted and do not count */
	outcome = ringside("sprt", args);
	assert_int_equal(outcome.status, 0);
	expect_games(&outcome, games_until(log(better / 0.5)), 3);
	assert_null(strstr(outcome.out, "interrupted"));
	assert_int_equal(left_behind("sprt"), 0);

	args[6] = two;
	args[7] = one;
	outcome = ringside("sprt", args);
	assert_int_equal(outcome.status, 4);
	expect_games(&outcome, games_until(log((1 - better) / 0.5)), 3);
	assert_non_null(strstr(outcome.err, "accepted elo0: player 1 is stronger by 0 rather than by 110"));
}

TEST(a_sequential_test_ends_after_the_given_games)
{
	char one[400], two[400];
	const char *args[] = {"run",     "gomocup", "--sprt",           "elo0=0,elo1=100",
			      "--games", "5",       brain(one, "good"), brain(two, "outside 12"),
			      NULL};
	struct outcome outcome = ringside("sprt-short", args);

	assert_int_equal(outcome.status, 5);
	assert_int_equal(count_lines(outcome.out), 5);
	assert_non_null(strstr(outcome.err, " of 2 pairs: neither is accepted yet"));
	assert_non_null(strstr(outcome.err, "Elo +inf (no error bars: all games were won"));
}

TEST(an_impossible_sequential_test_is_refused)
{
	const char *args[] = {"run",           "gomocup",       "--sprt", "elo0=20,elo1=0",
			      "sample:random", "sample:random", NULL};
	struct outcome outcome = ringside("sprt-wrong", args);

	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "--sprt elo0=20,elo1=0: elo0 must be less than elo1"));
}

/* ---- progress ---- */

/* The output to a terminal until nobody has it open.  The terminal's buffer is larger than this output.  */
static char *read_terminal(int master)
{
	size_t size = 0;
	char *text = calloc(1, 65536);
	ssize_t n;

	while ((n = read(master, text + size, 65535 - size)) > 0)
		size += (size_t)n;
	close(master);
	return text;
}

TEST(progress_is_shown_on_a_terminal_and_erased)
{
	char one[400], two[400], *said, *sum;
	const char *args[] = {"run", "gomocup", "--games", "6", brain(one, "good"), brain(two, "good 12"),
			      NULL};
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), slave;
	struct program program;
	struct outcome outcome;

	assert_true(master >= 0);
	assert_int_equal(grantpt(master), 0);
	assert_int_equal(unlockpt(master), 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(slave >= 0);
	program = program_begin(env("RINGSIDE"), "progress", args, slave);
	close(slave);
	outcome = program_end(&program);
	said = read_terminal(master);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(count_lines(outcome.out), 6);
	assert_non_null(strstr(said, "\r0 of 6 games; brain (1) 0, brain (2) 0, draws 0\033[K"));
	/* The progress line is erased, and the sum takes its place.  */
	sum = strstr(said, "good (1) 3, good (2) 3, draws 0\r\n");
	assert_non_null(sum);
	assert_memory_equal(sum - 4, "\r\033[K", 4);
	free(said);
}

TEST(a_series_that_cannot_begin_leaves_nothing)
{
	char *folder = temp_path("refused"), *record = NULL, one[400];
	const char *args[] = {
		"run", "gomocup",          "--games",         "4", "--concurrency", "2", "--record",
		NULL,  brain(one, "good"), "no-such-program", NULL};
	struct outcome outcome;

	assert_true(asprintf(&record, "%s/", folder) > 0);
	args[7] = record;
	outcome = ringside("refused", args);
	assert_int_not_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.err, "no program \"no-such-program\""));
	assert_int_equal(access(folder, F_OK), -1);
	free(record);
	free(folder);
}

TEST_MAIN(NULL, NULL)
