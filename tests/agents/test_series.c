/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_series.c - series at several tables, with sums, progress and the sequential test.
 *
 * Two brains of tests/agents play in separate rows, so the seat that begins a game wins it with the ninth
 * move.  */
#include "../test.h"
#include "../within.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#define TWO_BRAINS "'agent:brain good' 'agent:brain good 12'"

TEST(games_at_several_tables_are_reported_once_and_the_seats_begin_in_turn)
{
	enum { GAMES = 21 };
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome = typed("tables", "run gomocup --json --games 21 --concurrency 4 " TWO_BRAINS);

	/* no progress, because stderr is not a terminal */
	ends(outcome, 0, NULL,
	     "good (1) 11, good (2) 10, draws 0|good (1) scores 11.0 of 21 (52.4 %)|black won 21, white "
	     "0|!\r");
	games_add(games, outcome.out);
	games_expect(games, GAMES);
	for (int i = 1; i <= GAMES; i++) {
		assert_int_equal(game_number(games[i], "first"), i % 2 ? 1 : 2);
		assert_int_equal(game_number(games[i], "winner"), i % 2 ? 1 : 2);
		assert_int_equal(game_number(games[i], "moves"), 9);
	}
	assert_int_equal(left_behind("tables"), 0);
	games_free(games);
}

/* Each table starts one process per seat, and tells it RESTART for further games.  */
TEST_IN_FOLDER(a_table_keeps_its_processes_for_further_games)
{
	static const char sql[] = "select count(*) from message where seat = 1 and dir = 'to' and "
				  "cast(bytes as text) like 'START %'";
	int started = 0;

	ends(typed("kept", "run gomocup --games 12 --concurrency 3 --record ~/m.ringside " TWO_BRAINS), 0,
	     NULL, NULL);
	for (int game = 1; game <= 12; game++) {
		const char *path = in_folder(kept(bytes_text("m-%d.ringside", game)));

		started += atoi(kept(ask_file(path, sql)));
		assert_string_equal(kept(ask_file(path, "select game || ' ' || first from match")),
				    kept(bytes_text("%d %d", game, game % 2 ? 1 : 2)));
	}
	assert_int_equal(started, 3);
}

TEST(a_brain_that_hides_its_children_leaves_none_at_any_table)
{
	struct outcome outcome = typed("hidden", "run gomocup --games 6 --concurrency 3 'agent:brain hide' "
						 "'agent:brain hold-output 12'");

	ends(outcome, 0, NULL, NULL);
	assert_int_equal(outcome.lines, 6);
	assert_int_equal(left_behind("hidden"), 0);
}

TEST(a_number_of_tables_that_needs_too_many_files_is_refused)
{
	struct outcome outcome =
		run_program("/bin/sh", "many",
			    ARGS("-c", "ulimit -n 60; exec \"$RINGSIDE\" run gomocup sample:random "
				       "sample:random --games 100 --concurrency 100"));

	ends(outcome, 2, NULL, "60 files open here, which is enough for 20 games at once");
	assert_string_equal(outcome.out, "");
}

TEST_IN_FOLDER(the_highest_number_of_tables_has_enough_files)
{
	struct outcome outcome = run_program(
		"/bin/sh", "enough",
		words_of("-c 'ulimit -n 60; exec \"$RINGSIDE\" run gomocup \"'\\''$AGENTS/brain'\\'' leave\" "
			 "sample:random --games 24 --seed 1 --concurrency 20 --results ~/r --record ~/m'"));

	ends(outcome, 0, NULL, "!no more than|!Too many open files");
	assert_int_equal(outcome.lines, 24);
}

TEST(no_table_begins_if_a_player_cannot_be_started)
{
	struct outcome outcome =
		typed("none", "run gomocup --games 8 --concurrency 4 /nonexistent/brain sample:random");

	ends(outcome, 3, NULL, NULL);
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
	static const char line[] = "run gomocup --games %d 'agent:brain good' 'agent:brain error-start' "
				   "--concurrency 1";
	struct outcome outcome = typed("refuses", line, 6);

	ends(outcome, 3, NULL,
	     "game 2: player 2 failed at its start, as in the game before: |ERROR I do not like this size");
	assert_int_equal(outcome.lines, 2);
	ends(typed("refuses", line, 1), 0, NULL, "!the series stops");
}

/* A shell that counts its starts in a file of the test's folder, and then runs one of two programs.  */
static const char *by_count(const char *condition, const char *if_so, const char *else_so)
{
	return quoted(
		kept(bytes_text("sh -c \"echo >>'~/count'; n=\\$(wc -l <'~/count'); test %s && exec %s; %s\"",
				condition, if_so, else_so)));
}

/* Only the second and the fourth game fail.  */
TEST_IN_FOLDER(a_start_that_fails_now_and_then_stops_no_series)
{
	struct outcome outcome = typed(
		"now and then", "run gomocup --games 4 --seat-option 1:restart=yes %s 'agent:brain good'",
		by_count("\\$((n % 2)) = 1", agent("brain good 12"), agent("brain error-start")));

	ends(outcome, 0, NULL, NULL);
	assert_int_equal(outcome.lines, 4);
}

/* The third process of seat 1 crashes.  */
TEST_IN_FOLDER(a_series_can_end_at_the_first_failure_of_an_agent)
{
	static const char line[] = "run qchess --max-moves 2 --games %d --seed 1 --until-failure %s "
				   "'agent:qchess_agent good'";
	const char *crashes = by_count("\\$n -lt 3", agent("qchess_agent good"), "kill -ABRT \\$\\$");
	struct outcome outcome = typed("until-failure", line, 9, crashes);

	ends(outcome, 4, NULL,
	     "--until-failure: in game 3, turn 1, after 2 games without it: |!had played before");
	assert_int_equal(outcome.lines, 3);
	unlink(in_folder("count"));
	outcome = typed("until-failure", line, 2, crashes);
	ends(outcome, 0, NULL, NULL);
	assert_int_equal(outcome.lines, 2);
}

/* ---- --until ---- */

/* Runs a brain that does not clear its board, so it has no square left in game 4.  `more`: other options.  */
static struct outcome run_until(const char *what, const char *more)
{
	return typed("until", "run gomocup --until '%s' 'agent:brain keeps' 'agent:brain good 12' %s", what,
		     more);
}

/* The match file that the series kept.  */
static char *file_found(const struct outcome *outcome)
{
	char *at = strstr(outcome->err, "ringside open ");

	assert_non_null(at);
	at += strlen("ringside open ");
	return kept(bytes_copy(at, strcspn(at, "\n")));
}

/* Removes it with its folder.  */
static void remove_found(char *file)
{
	*strrchr(file, '/') = '\0';
	folder_remove(file);
}

/* Replays the game that was found: what ended it comes again. Expects that sentence about the games.  */
static void expect_again(const char *file, const char *sentence)
{
	enum { ENDED_BADLY = 4 };

	ends(typed("until", "rerun %s --seat 1", quoted(file)), ENDED_BADLY, sentence, NULL);
}

TEST(what_a_series_has_waited_for_is_replayed_with_the_games_of_its_process)
{
	static const char *const whats[] = {"illegal", "fault", "game == 4 && !legal"};

	for (size_t i = 0; i < LENGTH(whats); i++) {
		struct outcome outcome = run_until(whats[i], "");
		char *file = file_found(&outcome);

		ends(outcome, 4, NULL,
		     "in game 4, turn 4, after 3 games without it: seat 1 |"
		     "# and the 3 games that its process had played before");
		assert_int_equal(outcome.lines, 4);
		expect_again(file, " in 4 games, none differs");
		remove_found(file);
	}
}

/* Which games its process has played depends on chance; it has no square left in its fourth.  */
TEST_IN_FOLDER(games_at_another_table_are_no_games_of_the_process)
{
	struct outcome outcome = run_until("illegal", "--concurrency 2 --record ~/m");

	ends(outcome, 4, NULL, "# and the 3 games that its process had played before");
	expect_again(file_found(&outcome), " in 4 games, none differs");
}

TEST_IN_FOLDER(a_single_game_of_the_process_is_not_counted)
{
	ends(run_until("game == 2 && seat == 1", "--record ~/m"), 4, NULL,
	     "# and the game that its process had played before");
}

TEST_IN_FOLDER(a_series_that_waits_in_vain_plays_all_its_games_and_keeps_none)
{
	const char *before = kept(strdup(env("XDG_STATE_HOME")));
	struct outcome outcome;

	setenv("XDG_STATE_HOME", test_folder(), 1);
	outcome = run_until("time > 1h", "--games 2");
	setenv("XDG_STATE_HOME", before, 1);
	ends(outcome, 0, NULL, "--until 'time > 1h': it has not happened in 2 games");
	assert_int_equal(outcome.lines, 2);
	assert_int_equal(rmdir(in_folder("ringside/until")), 0); /* it is empty */
}

/* No message comes while it thinks.  */
TEST(a_series_can_wait_for_a_time_in_the_middle_of_a_turn)
{
	struct outcome outcome = typed("until", "run gomocup --until 'time > 100ms && move == 3' "
						"'agent:brain silent' 'agent:brain good 12'");

	ends(outcome, 4, NULL, "in game 1, turn 3, after 0 games without it: seat 1: time is 100 ms");
	remove_found(file_found(&outcome));
}

TEST(a_series_can_wait_for_the_very_first_message)
{
	struct outcome outcome = run_until("text == \"ABOUT\" && seat == 1", "");

	ends(outcome, 4, NULL,
	     "in game 1, before its first turn, after 0 games without it: seat 1 is told \"ABOUT\"");
	remove_found(file_found(&outcome));
}

TEST(what_a_series_cannot_wait_for_is_told_before_it_begins)
{
	struct outcome outcome = run_until("time > 1x", "");

	ends(outcome, 2, NULL,
	     "expected crash, illegal, timeout, fault or a condition\n"
	     "  --until time > 1x\n"
	     "                 ^ ");
	assert_string_equal(outcome.out, "");
	ends(run_until("crash", "--until-failure"), 2, NULL,
	     "--until and --until-failure: choose one of them");
}

/* ---- the end of a series ---- */

TEST(a_sequential_test_ends_the_series_and_names_the_accepted_hypothesis)
{
	static const char line[] = "run gomocup --sprt elo0=0,elo1=110 --concurrency %d %s %s";
	static const char one[] = "'agent:brain good'", two[] = "'agent:brain outside 12'";
	const double better = 1 / (1 + pow(10, -110.0 / 400));
	struct outcome outcome = typed("sprt", line, 1, one, two);
	int games = games_until(log(better / 0.5));

	ends(outcome, 0, NULL, "accepted elo1: player 1 is stronger by 110 rather than by 0");
	assert_int_equal(outcome.lines, games);

	/* Games at other tables at the end are interrupted and do not count, but for other pairs, of which
	 * one game may have ended.  */
	outcome = typed("sprt", line, 3, one, two);
	ends(outcome, 0, "!interrupted", NULL);
	assert_within(outcome.lines, games, games + 3 - 1);
	assert_int_equal(left_behind("sprt"), 0);

	games = games_until(log((1 - better) / 0.5));
	outcome = typed("sprt", line, 3, two, one);
	ends(outcome, 4, NULL, "accepted elo0: player 1 is stronger by 0 rather than by 110");
	assert_within(outcome.lines, games, games + 3 - 1);
}

TEST(a_sequential_test_ends_after_the_given_games)
{
	struct outcome outcome = typed("sprt-short", "run gomocup --sprt elo0=0,elo1=100 --games 5 "
						     "'agent:brain good' 'agent:brain outside 12'");

	ends(outcome, 5, NULL,
	     " of 2 pairs: neither is accepted yet|Elo +inf (no error bars: all games were won");
	assert_int_equal(outcome.lines, 5);
}

TEST(an_impossible_sequential_test_is_refused)
{
	struct outcome outcome =
		typed("sprt-wrong", "run gomocup --sprt elo0=20,elo1=0 sample:random sample:random");

	ends(outcome, 2, NULL, "--sprt elo0=20,elo1=0: elo0 must be less than elo1");
	assert_string_equal(outcome.out, "");
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
	char *said, *sum;
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), slave;
	struct program program;
	struct outcome outcome;

	assert_true(master >= 0);
	assert_int_equal(grantpt(master), 0);
	assert_int_equal(unlockpt(master), 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(slave >= 0);
	program = program_begin(env("RINGSIDE"), "progress", words_of("run gomocup --games 6 " TWO_BRAINS),
				slave);
	close(slave);
	outcome = program_end(&program);
	said = read_terminal(master);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(outcome.lines, 6);
	assert_non_null(strstr(said, "\r0 of 6 games; brain (1) 0, brain (2) 0, draws 0\033[K"));
	/* The progress line is erased, and the sum takes its place.  */
	sum = strstr(said, "good (1) 3, good (2) 3, draws 0\r\n");
	assert_non_null(sum);
	assert_memory_equal(sum - 4, "\r\033[K", 4);
	free(said);
}

TEST_IN_FOLDER(a_series_that_cannot_begin_leaves_nothing)
{
	struct outcome outcome = typed("refused", "run gomocup --games 4 --concurrency 2 --record ~/refused/ "
						  "'agent:brain good' no-such-program");

	assert_int_not_equal(outcome.status, 0);
	ends(outcome, ANY, NULL, "no program \"no-such-program\"");
	assert_int_equal(access(in_folder("refused"), F_OK), -1);
}

TEST_MAIN(NULL, NULL)
