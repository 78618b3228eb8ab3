/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_resume.c - an interrupted or killed series continues with the same command.
 *
 * The program prints into a pipe of one page that nobody reads, so it waits in the middle of the series until
 * a signal ends it.  The two brains of tests/agents play in separate rows, so the seat that begins a game
 * wins it.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 60, SEEN = 3 };

#define RECORD  "--record ~/m.ringside"
#define FOLDER  "--record ~/games/"
#define RESULTS "--results ~/results"

static json_t *played[GAMES_ROOM];

static int tear_down(void **state)
{
	games_free(played);
	return test_folder_remove(state);
}

#define SERIES_TEST(name) TEST_IN(name, NULL, tear_down)

/* The words of a series of so many games, with more options.  */
static const char *const *series(int games, const char *more)
{
	return words_of(kept(bytes_text("run gomocup --json --concurrency 3 --games %d 'agent:brain good' "
					"'agent:brain good 12' %s",
					games, more)));
}

static struct outcome run(int games, const char *more)
{
	return ringside("resume", series(games, more));
}

/* Begins the series, reads some games and ends it by the signal.  Returns how it ended.  Adds the finished
 * games to those that were played.  */
static struct outcome break_off(const char *more, int signal)
{
	struct program program = program_begin(env("RINGSIDE"), "resume", series(60, more), -1);
	struct outcome outcome;
	char *line, *rest;

	for (int i = 0; i < SEEN; i++) {
		line = program_line(&program);
		games_add(played, line);
		free(line);
	}
	kill(program.pid, signal);
	outcome = program_end(&program);
	for (line = strtok_r(outcome.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (line[strlen(line) - 1] == '}' && !strstr(line, "\"interrupted\""))
			games_add(played, line);
	return outcome;
}

/* Processes that are killed when their parent ends may need a moment.  */
static void expect_nobody_left(void)
{
	while (left_behind("resume"))
		poll(NULL, 0, 10);
}

/* A player removes the file when the series has begun.  */
SERIES_TEST(a_series_ends_if_its_results_are_removed)
{
	const char *player =
		quoted(kept(bytes_text("sh -c 'rm -f ~/results; exec \"%s/brain\" good'", env("AGENTS"))));

	ends(typed("resume", "run gomocup --games 2 " RESULTS " %s 'agent:brain good 12'", player), 1,
	     "game 1: |!game 2: ",
	     kept(bytes_text("ringside: %s: cannot be written: No such file or directory\n",
			     in_folder("results"))));
}

/* Forgiven moves are summed over all games, including those of an earlier run.  */
SERIES_TEST(a_series_counts_the_forgiven_moves_of_all_its_games)
{
	/* It takes 200 ms for a move.  The tolerance is for a busy machine.  */
	static const char says[] = "moves over a limit, forgiven (--tolerance): tardy ";
	static const char *const options[] = {RECORD, RESULTS};

	for (int i = 0; i < 2; i++) {
		const char *const *args =
			words_of(kept(bytes_text("run gomocup --games 2 --turn-time 20ms --tolerance 20s "
						 "'agent:brain tardy' 'agent:brain good 12' %s",
						 options[i])));
		struct outcome first = ringside("resume", args), again = ringside("resume", args);
		const char *sum = strstr(first.err, says);
		int count;

		print_message("%s", first.err);
		assert_non_null(sum);
		assert_non_null(strstr(first.out, " of seat 1 over a limit, forgiven"));
		assert_null(strstr(first.out, " 1 moves of seat 1 over"));
		for (int n = 2; n <= 10; n++)
			assert_null(strstr(first.out, kept(bytes_text(" %d move of seat 1 over", n))));
		count = atoi(sum + strlen(says));
		assert_true(count >= 2 && count <= 10);
		assert_non_null(strstr(again.err, "2 of 2 games finished already"));
		assert_non_null(strstr(again.err, sum));
	}
}

static int count_games(void)
{
	int count = 0;

	for (int i = 1; i <= GAMES; i++)
		count += played[i] != NULL;
	return count;
}

/* Runs the same command again.  It plays the missing games and sums all.  */
static void expect_rest(const char *more)
{
	int before = count_games();
	struct outcome outcome;

	assert_true(before >= SEEN && before <= GAMES - 1);
	outcome = run(60, more);
	ends(outcome, 0, NULL,
	     kept(bytes_text(
		     "%d of 60 games finished already|good (1) 30, good (2) 30, draws 0|black won 60, "
		     "white 0",
		     before)));
	games_add(played, outcome.out);
	games_expect(played, GAMES);
}

/* Each game has its file; `format` gives its path in the folder.  */
static void expect_records(const char *format)
{
	for (int game = 1; game <= GAMES; game++)
		assert_string_equal(kept(ask_file(in_folder(kept(bytes_text(format, game))),
						  "select game || reason || winner from match, verdict")),
				    kept(bytes_text("%dfive%d", game, game % 2 ? 1 : 2)));
}

SERIES_TEST(an_interrupted_series_continues_from_its_match_files)
{
	ends(break_off(RECORD, SIGINT), 130, NULL,
	     "the same command continues from here"
	     "|draws 0");
	expect_nobody_left();
	expect_rest(RECORD);
	expect_records("m-%d.ringside");
}

SERIES_TEST(a_killed_series_continues_from_its_match_files)
{
	struct outcome outcome = break_off(RECORD, SIGKILL);
	json_t *games[GAMES_ROOM] = {0};

	assert_int_equal(outcome.status, 1000 + SIGKILL);
	expect_nobody_left();
	/* A game may have been recorded without being printed.  */
	outcome = run(60, RECORD);
	assert_int_equal(outcome.status, 0);
	games_add(games, outcome.out);
	for (int i = 1; i <= GAMES; i++)
		assert_false(games[i] && played[i]);
	games_free(games);
	assert_non_null(strstr(outcome.err, "games finished already"));
	assert_non_null(strstr(outcome.err, "good (1) 30, good (2) 30, draws 0"));
	expect_records("m-%d.ringside");
}

/* The folder has its own results, so the files of finished games need not be opened: one is garbage here.  */
SERIES_TEST(a_killed_series_continues_from_its_folder)
{
	struct outcome outcome = break_off(FOLDER, SIGKILL);
	json_t *again[GAMES_ROOM] = {0};
	const char *file;
	int seen = 1;

	expect_nobody_left();
	while (!played[seen])
		seen++;
	file = in_folder(kept(bytes_text("games/000/game-%06d.ringside", seen)));
	file_write(file, "no match file", false);
	ends(run(60, FOLDER), 0, NULL,
	     "games finished already"
	     "|good (1) 30, good (2) 30, draws 0");
	assert_int_equal(unlink(file), 0);
	assert_int_equal(unlink(in_folder("games/results.jsonl")), 0);
	outcome = run(60, FOLDER); /* without results the match files count */
	assert_int_equal(outcome.status, 0);
	games_add(again, outcome.out);
	assert_non_null(again[seen]);
	assert_int_equal(game_number(again[seen], "game"), seen);
	assert_non_null(strstr(outcome.err, "59 of 60 games finished already"));
	games_free(again);
	expect_records("games/000/game-%06d.ringside");
}

/* As that of a longer series does, which it may become.  */
SERIES_TEST(a_folder_takes_a_single_game)
{
	static const char *const options[] = {"--record ~/", FOLDER, "--record ~/there"}, *const names[] = {
												  "",
												  "games/",
												  "there/"};

	mkdir(in_folder("there"), 0777);
	for (int i = 0; i < 3; i++)
		for (int games = 1; games <= 2; games++) {
			ends(run(games, options[i]), 0, games == 1 ? "game\":1" : "game\":2",
			     games == 1 ? "!1 of 2 games finished already" : "1 of 2 games finished already");
			assert_int_equal(access(in_folder(kept(bytes_text("%s000/game-%06d.ringside",
									  names[i], games))),
						R_OK),
					 0);
		}
}

/* A script plays it, or a tournament.  */
SERIES_TEST(a_folder_takes_a_single_game_of_others)
{
	static const char
		scripted[] = "run gomocup " FOLDER " --script ~/script 'agent:brain good' "
			     "'agent:brain good 12'",
		met[] = "tournament gomocup --no-sandbox --games 1 --seed 1 --size 7 " FOLDER
			" 'env RINGSIDE_PLAYER=a sample:random' 'env RINGSIDE_PLAYER=b sample:random'";

	file_write(in_folder("script"), "continue\n", false);
	for (int i = 0; i < 3; i++) {
		ends(typed("resume", "%s", i == 0 ? scripted : met), 0, NULL,
		     i == 2 ? "1 of 1 game finished already" : "!1 of 1 game finished already");
		assert_int_equal(access(in_folder("games/000/game-000001.ringside"), R_OK), 0);
		if (i == 0)
			folder_remove(in_folder("games/"));
	}
}

SERIES_TEST(a_single_match_of_a_person_takes_no_folder)
{
	struct outcome outcome = typed("resume", "play gomocup --batch -x continue " FOLDER
						 " 'agent:brain good' 'agent:brain good 12'");

	ends(outcome, 2, NULL, "is a folder, for the games of a series: name a file in it");
	assert_string_equal(outcome.out, "");
}

SERIES_TEST(an_interrupted_series_continues_from_its_results)
{
	ends(break_off(RESULTS, SIGINT), 130, NULL, NULL);
	expect_rest(RESULTS);
}

SERIES_TEST(a_killed_series_continues_from_its_results)
{
	struct outcome outcome = break_off(RESULTS, SIGKILL);
	char *text;

	expect_nobody_left();
	/* Games that it wrote but did not print count too.  */
	games_free(played);
	text = kept(file_read(in_folder("results")));
	assert_true(strstr(text, "\"series\"") < strchr(text, '\n'));
	games_add(played, strchr(text, '\n') + 1);
	file_write(in_folder("results"), "{\"game\":59,\"winner\":2", true); /* an incomplete line */
	expect_rest(RESULTS);
	file_write(in_folder("results"), "{\"machine\":{}}\n", true); /* from a tournament: no game */
	outcome = run(60, RESULTS);                                   /* all lines are complete now */
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out, "");
	text = kept(file_read(in_folder("results")));
	assert_null(strstr(strchr(text, '\n'), "\"series\"")); /* what the games share stands there once */
}

SERIES_TEST(a_finished_series_plays_nothing_again)
{
	struct outcome outcome;

	ends(run(4, RECORD), 0, NULL, NULL);
	outcome = run(4, RECORD);
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "good (1) 2, good (2) 2, draws 0"));
	outcome = run(6, RECORD); /* with more games the series goes on */
	assert_int_equal(outcome.status, 0);
	games_add(played, outcome.out);
	assert_non_null(played[5]);
	assert_non_null(played[6]);
	assert_int_equal(count_games(), 2);
}

/* Match files have the full path of this folder; the command line may have a relative one.  */
SERIES_TEST(the_folder_for_lasting_files_may_be_given_by_a_relative_path)
{
	struct outcome outcome;

	ends(run(2, RECORD " --folder ."), 0, NULL, NULL);
	outcome = run(2, RECORD " --folder .");
	ends(outcome, 0, NULL, "2 of 2 games finished already");
	assert_string_equal(outcome.out, "");
}

static void expect_refused(const char *more, const char *words)
{
	struct outcome outcome = run(3, more);

	ends(outcome, 1, NULL, words);
	assert_string_equal(outcome.out, "");
}

SERIES_TEST(a_different_series_is_not_continued)
{
	static const char other[] = "run gomocup --json --concurrency 3 --games 3 'agent:brain good' "
				    "'agent:brain good 120' %s"; /* a different row is a different command */

	run(2, RECORD);
	run(2, RESULTS);
	ends(typed("resume", other, RECORD), 1, NULL,
	     "m-1.ringside: belongs to another series: player 2 is ");
	ends(typed("resume", other, RESULTS), 1, NULL, "results: belongs to another series: player 2 is ");
}

/* Only the user may overwrite the file.  */
SERIES_TEST(a_file_in_the_way_is_reported_before_any_game)
{
	file_write(in_folder("m-2.ringside"), "my diary\n", false);
	file_write(in_folder("results"), "my diary", false);
	expect_refused(RECORD, "m-2.ringside: is not a match file");
	expect_refused(RESULTS, "results:1: is not a file of results");
	file_write(in_folder("results"), " goes on\n", true);
	expect_refused(RESULTS, "results:1: is not a file of results");
	assert_string_equal(kept(file_read(in_folder("results"))), "my diary goes on\n");
}

/* Also without --seed, when the seed is looked for there.  */
SERIES_TEST(a_device_is_no_file_of_results)
{
	ends(run_program(env("RINGSIDE"), "resume",
			 words_of("run gomocup --games 2 --results /dev/full 'agent:brain good' 'agent:brain "
				  "good 12'")),
	     1, NULL, "/dev/full: is not an ordinary file");
}

SERIES_TEST(an_invalid_line_of_results_is_reported)
{
	run(2, RESULTS);
	file_write(in_folder("results"), "{\"game\":3}\n", true);
	expect_refused(RESULTS, "results:4: expected a game as --json prints it");
}

/* One ringside is stopped in the middle of the series.  */
SERIES_TEST(a_series_that_another_ringside_plays_is_refused)
{
	struct program program = program_begin(env("RINGSIDE"), "resume", series(60, RESULTS " " RECORD), -1);

	free(program_line(&program));
	kill(program.pid, SIGSTOP);
	assert_int_equal(waitpid(program.pid, NULL, WUNTRACED), program.pid);
	ends(run(60, RESULTS), 1, NULL, "results: another ringside is writing it");
	ends(run(60, RECORD), 1, NULL, "another ringside is writing it");
	kill(program.pid, SIGKILL);
	program_end(&program);
	expect_nobody_left();
}

/* A ringside was killed after it had created the file and before it wrote to it.  */
SERIES_TEST(a_file_without_a_match_is_overwritten)
{
	file_write(in_folder("m-2.ringside"), "", false);
	ends(run(3, RECORD), 0, NULL, "!not recorded");
	assert_text(ask_file(in_folder("m-2.ringside"), "select reason from verdict"), "five");
}

TEST_MAIN(NULL, NULL)
