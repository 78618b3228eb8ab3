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
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 60, SEEN = 3 };

struct fixture {
	char folder[40], record[60], results[60], games_in[60], one[400], two[400];
	json_t *games[GAMES_ROOM];
};

static int set_up(void **state)
{
	struct fixture *f = *state = calloc(1, sizeof(*f));

	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m.ringside", f->folder);
	snprintf(f->games_in, sizeof(f->games_in), "%s/games/", f->folder);
	snprintf(f->results, sizeof(f->results), "%s/results", f->folder);
	snprintf(f->one, sizeof(f->one), "'%s/brain' good", env("AGENTS"));
	snprintf(f->two, sizeof(f->two), "'%s/brain' good 12", env("AGENTS"));
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	folder_remove(f->folder);
	games_free(f->games);
	free(f);
	return 0;
}

/* The command line of a series, with one more option or NULL.  */
struct command {
	const char *args[20];
};

static struct command command(const struct fixture *f, const char *games, const char *option,
			      const char *value)
{
	return (struct command){{"run", "gomocup", "--json", "--concurrency", "3", "--games", games, f->one,
				 f->two, option, value, NULL}};
}

static struct outcome run(const struct fixture *f, const char *games, const char *option, const char *value)
{
	struct command c = command(f, games, option, value);

	return ringside("resume", c.args);
}

/* Begins the series, reads some games and ends it by the signal.  Returns how it ended.  Adds the finished
 * games to f->games.  */
static struct outcome break_off(struct fixture *f, const char *option, const char *value, int signal)
{
	struct command c = command(f, "60", option, value);
	struct program program = program_begin(env("RINGSIDE"), "resume", c.args, -1);
	struct outcome outcome;
	char *line, *rest;

	for (int i = 0; i < SEEN; i++) {
		line = program_line(&program);
		games_add(f->games, line);
		free(line);
	}
	kill(program.pid, signal);
	outcome = program_end(&program);
	for (line = strtok_r(outcome.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (line[strlen(line) - 1] == '}' && !strstr(line, "\"interrupted\""))
			games_add(f->games, line);
	return outcome;
}

/* Processes that are killed when their parent ends may need a moment.  */
static void expect_nobody_left(void)
{
	while (left_behind("resume"))
		poll(NULL, 0, 10);
}

/* A player removes the file when the series has begun.  */
TEST_IN(a_series_ends_if_its_results_are_removed, set_up, tear_down)
{
	struct fixture *f = *state;
	char player[500], words[120];
	const char *args[] = {"run",      "gomocup", "--games", "2", "--results",
			      f->results, player,    f->two,    NULL};
	struct outcome outcome;

	snprintf(player, sizeof(player), "sh -c 'rm -f %s; exec \"%s/brain\" good'", f->results,
		 env("AGENTS"));
	snprintf(words, sizeof(words), "ringside: %s: cannot be written: No such file or directory\n",
		 f->results);
	outcome = ringside("resume", args);
	assert_int_equal(outcome.status, 1);
	assert_non_null(strstr(outcome.out, "game 1: "));
	assert_null(strstr(outcome.out, "game 2: "));
	if (!strstr(outcome.err, words))
		fail_msg("%s", outcome.err);
}

/* Forgiven moves are summed over all games, including those of an earlier run.  */
TEST_IN(a_series_counts_the_forgiven_moves_of_all_its_games, set_up, tear_down)
{
	/* It takes 200 ms for a move.  The tolerance is for a busy machine.  */
	static const char says[] = "moves over a limit, forgiven (--tolerance): tardy ";
	struct fixture *f = *state;
	const char *const options[] = {"--record", "--results"}, *const paths[] = {f->record, f->results};

	snprintf(f->one, sizeof(f->one), "'%s/brain' tardy", env("AGENTS"));
	for (int i = 0; i < 2; i++) {
		const char *args[] = {"run",      "gomocup",     "--games", "2",    "--turn-time",
				      "20ms",     "--tolerance", "20s",     f->one, f->two,
				      options[i], paths[i],      NULL};
		struct outcome first = ringside("resume", args), again = ringside("resume", args);
		const char *sum = strstr(first.err, says);
		int count;

		print_message("%s", first.err);
		assert_non_null(sum);
		count = atoi(sum + strlen(says));
		assert_true(count >= 2 && count <= 10);
		assert_non_null(strstr(again.err, "2 of 2 games finished already"));
		assert_non_null(strstr(again.err, sum));
	}
}

static int count_games(struct fixture *f)
{
	int count = 0;

	for (int i = 1; i <= GAMES; i++)
		count += f->games[i] != NULL;
	return count;
}

/* Runs the same command again.  It plays the missing games and sums all.  */
static void expect_rest(struct fixture *f, const char *option, const char *value)
{
	char words[80];
	int before = count_games(f);
	struct outcome outcome;

	assert_true(before >= SEEN && before <= GAMES - 1);
	outcome = run(f, "60", option, value);
	assert_int_equal(outcome.status, 0);
	games_add(f->games, outcome.out);
	games_expect(f->games, GAMES);
	snprintf(words, sizeof(words), "%d of 60 games finished already", before);
	if (!strstr(outcome.err, words))
		fail_msg("\"%s\" is not in: %s", words, outcome.err);
	assert_non_null(strstr(outcome.err, "good (1) 30, good (2) 30, draws 0"));
	assert_non_null(strstr(outcome.err, "black won 60, white 0"));
}

/* Each game has its file; `format` gives its path in the folder.  */
static void expect_records(const struct fixture *f, const char *format)
{
	char name[60], path[120], *answer;

	for (int game = 1; game <= GAMES; game++) {
		snprintf(name, sizeof(name), format, game);
		snprintf(path, sizeof(path), "%s/%s", f->folder, name);
		answer = ask_file(path, "select game || reason || winner from match, verdict");
		snprintf(path, sizeof(path), "%dfive%d", game, game % 2 ? 1 : 2);
		assert_string_equal(answer, path);
		free(answer);
	}
}

TEST_IN(an_interrupted_series_continues_from_its_match_files, set_up, tear_down)
{
	struct fixture *f = *state;

	ends(break_off(f, "--record", f->record, SIGINT), 130, NULL,
	     "the same command continues from here"
	     "|draws 0");
	expect_nobody_left();
	expect_rest(f, "--record", f->record);
	expect_records(f, "m-%d.ringside");
}

TEST_IN(a_killed_series_continues_from_its_match_files, set_up, tear_down)
{
	struct fixture *f = *state;
	struct outcome outcome = break_off(f, "--record", f->record, SIGKILL);
	json_t *games[GAMES_ROOM] = {0};

	assert_int_equal(outcome.status, 1000 + SIGKILL);
	expect_nobody_left();
	/* A game may have been recorded without being printed.  */
	outcome = run(f, "60", "--record", f->record);
	assert_int_equal(outcome.status, 0);
	games_add(games, outcome.out);
	for (int i = 1; i <= GAMES; i++)
		assert_false(games[i] && f->games[i]);
	games_free(games);
	assert_non_null(strstr(outcome.err, "games finished already"));
	assert_non_null(strstr(outcome.err, "good (1) 30, good (2) 30, draws 0"));
	expect_records(f, "m-%d.ringside");
}

/* The folder has its own results, so the files of finished games need not be opened: one is garbage here.  */
TEST_IN(a_killed_series_continues_from_its_folder, set_up, tear_down)
{
	struct fixture *f = *state;
	struct outcome outcome = break_off(f, "--record", f->games_in, SIGKILL);
	json_t *again[GAMES_ROOM] = {0};
	char file[120], results[120];
	int seen = 1;

	expect_nobody_left();
	while (!f->games[seen])
		seen++;
	snprintf(file, sizeof(file), "%s000/game-%06d.ringside", f->games_in, seen);
	snprintf(results, sizeof(results), "%sresults.jsonl", f->games_in);
	file_write(file, "no match file", false);
	ends(run(f, "60", "--record", f->games_in), 0, NULL,
	     "games finished already"
	     "|good (1) 30, good (2) 30, draws 0");
	assert_int_equal(unlink(file), 0);
	assert_int_equal(unlink(results), 0);
	outcome = run(f, "60", "--record", f->games_in); /* without results the match files count */
	assert_int_equal(outcome.status, 0);
	games_add(again, outcome.out);
	assert_non_null(again[seen]);
	assert_int_equal(game_number(again[seen], "game"), seen);
	assert_non_null(strstr(outcome.err, "59 of 60 games finished already"));
	games_free(again);
	expect_records(f, "games/000/game-%06d.ringside");
}

/* As that of a longer series does, which it may become.  */
TEST_IN(a_folder_takes_a_single_game, set_up, tear_down)
{
	struct fixture *f = *state;
	const char *const folders[] = {f->folder, f->games_in};
	char path[120];

	for (int i = 0; i < 2; i++)
		for (int games = 1; games <= 2; games++) {
			struct outcome outcome = run(f, games == 1 ? "1" : "2", "--record", folders[i]);

			if (outcome.status != 0 || !strstr(outcome.out, games == 1 ? "game\":1" : "game\":2"))
				fail_msg("status %d: %s%s", outcome.status, outcome.out, outcome.err);
			assert_true((games == 1) == !strstr(outcome.err, "1 of 2 games finished already"));
			snprintf(path, sizeof(path), "%s/000/game-%06d.ringside", folders[i], games);
			assert_int_equal(access(path, R_OK), 0);
		}
}

/* A script plays it, or a tournament.  */
TEST_IN(a_folder_takes_a_single_game_of_others, set_up, tear_down)
{
	struct fixture *f = *state;
	char script[60], path[120];
	const char *scripted[] = {"run",  "gomocup", "--record", f->games_in, "--script",
				  script, f->one,    f->two,     NULL},
		   *met[] = {"tournament",
			     "gomocup",
			     "--no-sandbox",
			     "--games",
			     "1",
			     "--seed",
			     "1",
			     "--size",
			     "7",
			     "--record",
			     f->games_in,
			     "env RINGSIDE_PLAYER=a sample:random",
			     "env RINGSIDE_PLAYER=b sample:random",
			     NULL};
	const char *const *const all[] = {scripted, met, met};

	snprintf(script, sizeof(script), "%s/script", f->folder);
	file_write(script, "continue\n", false);
	snprintf(path, sizeof(path), "%s000/game-000001.ringside", f->games_in);
	for (int i = 0; i < 3; i++) {
		struct outcome outcome = ringside("resume", all[i]);

		if (outcome.status != 0)
			fail_msg("status %d: %s%s", outcome.status, outcome.out, outcome.err);
		assert_true((i == 2) == !!strstr(outcome.err, "1 of 1 game finished already"));
		assert_int_equal(access(path, R_OK), 0);
		if (i == 0)
			folder_remove(f->games_in);
	}
}

TEST_IN(a_single_match_of_a_person_takes_no_folder, set_up, tear_down)
{
	struct fixture *f = *state;
	const char *args[] = {"play",     "gomocup",   "--batch", "-x",   "continue",
			      "--record", f->games_in, f->one,    f->two, NULL};
	struct outcome outcome = ringside("resume", args);

	assert_int_equal(outcome.status, 2);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "is a folder, for the games of a series: name a file in it"));
}

TEST_IN(an_interrupted_series_continues_from_its_results, set_up, tear_down)
{
	struct fixture *f = *state;

	ends(break_off(f, "--results", f->results, SIGINT), 130, NULL, NULL);
	expect_rest(f, "--results", f->results);
}

TEST_IN(a_killed_series_continues_from_its_results, set_up, tear_down)
{
	struct fixture *f = *state;
	struct outcome outcome = break_off(f, "--results", f->results, SIGKILL);
	FILE *file;
	char *line = NULL;
	size_t room = 0;

	expect_nobody_left();
	/* Games that it wrote but did not print count too.  */
	games_free(f->games);
	file = fopen(f->results, "re");
	assert_non_null(file);
	assert_true(getline(&line, &room, file) > 0);
	assert_non_null(strstr(line, "\"series\""));
	while (getline(&line, &room, file) > 0)
		games_add(f->games, line);
	free(line);
	fclose(file);
	file_write(f->results, "{\"game\":59,\"winner\":2", true); /* an incomplete line */
	expect_rest(f, "--results", f->results);
	outcome = run(f, "60", "--results", f->results); /* all lines are complete now */
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out, "");
}

TEST_IN(a_finished_series_plays_nothing_again, set_up, tear_down)
{
	struct fixture *f = *state;
	struct outcome outcome;

	ends(run(f, "4", "--record", f->record), 0, NULL, NULL);
	outcome = run(f, "4", "--record", f->record);
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "good (1) 2, good (2) 2, draws 0"));
	outcome = run(f, "6", "--record", f->record); /* with more games the series goes on */
	assert_int_equal(outcome.status, 0);
	games_add(f->games, outcome.out);
	assert_non_null(f->games[5]);
	assert_non_null(f->games[6]);
	assert_int_equal(count_games(f), 2);
}

/* Match files have the full path of this folder; the command line may have a relative one.  */
TEST_IN(the_folder_for_lasting_files_may_be_given_by_a_relative_path, set_up, tear_down)
{
	struct fixture *f = *state;
	struct command c = command(f, "2", "--record", f->record);
	struct outcome outcome;

	c.args[11] = "--folder";
	c.args[12] = ".";
	ends(ringside("resume", c.args), 0, NULL, NULL);
	outcome = ringside("resume", c.args);
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "2 of 2 games finished already"));
}

static void expect_refused(const struct fixture *f, const char *option, const char *value, const char *words)
{
	struct outcome outcome = run(f, "3", option, value);

	assert_int_equal(outcome.status, 1);
	assert_string_equal(outcome.out, "");
	if (!strstr(outcome.err, words))
		fail_msg("\"%s\" is not in: %s", words, outcome.err);
}

TEST_IN(a_different_series_is_not_continued, set_up, tear_down)
{
	struct fixture *f = *state;

	run(f, "2", "--record", f->record);
	run(f, "2", "--results", f->results);
	strcat(f->two, "0"); /* a different row is a different command */
	expect_refused(f, "--record", f->record, "m-1.ringside: belongs to another series: player 2 is ");
	expect_refused(f, "--results", f->results, "results: belongs to another series: player 2 is ");
}

/* Only the user may overwrite the file.  */
TEST_IN(a_file_in_the_way_is_reported_before_any_game, set_up, tear_down)
{
	struct fixture *f = *state;
	char path[80], *answer = NULL;
	size_t room = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/m-2.ringside", f->folder);
	file_write(path, "my diary\n", false);
	file_write(f->results, "my diary", false);
	expect_refused(f, "--record", f->record, "m-2.ringside: is not a match file");
	expect_refused(f, "--results", f->results, "results:1: is not a file of results");
	file_write(f->results, " goes on\n", true);
	expect_refused(f, "--results", f->results, "results:1: is not a file of results");
	file = fopen(f->results, "re");
	assert_true(getline(&answer, &room, file) > 0);
	assert_string_equal(answer, "my diary goes on\n");
	free(answer);
	fclose(file);
}

/* Also without --seed, when the seed is looked for there.  */
TEST_IN(a_device_is_no_file_of_results, set_up, tear_down)
{
	struct fixture *f = *state;
	const char *args[] = {"run",       "gomocup", "--games", "2", "--results",
			      "/dev/full", f->one,    f->two,    NULL};

	ends(run_program(env("RINGSIDE"), "resume", args), 1, NULL, "/dev/full: is not an ordinary file");
}

TEST_IN(an_invalid_line_of_results_is_reported, set_up, tear_down)
{
	struct fixture *f = *state;

	run(f, "2", "--results", f->results);
	file_write(f->results, "{\"game\":3}\n", true);
	expect_refused(f, "--results", f->results, "results:4: expected a game as --json prints it");
}

/* One ringside is stopped in the middle of the series.  */
TEST_IN(a_series_that_another_ringside_plays_is_refused, set_up, tear_down)
{
	struct fixture *f = *state;
	struct command c = command(f, "60", "--results", f->results);
	struct program program;

	c.args[11] = "--record";
	c.args[12] = f->record;
	program = program_begin(env("RINGSIDE"), "resume", c.args, -1);
	free(program_line(&program));
	kill(program.pid, SIGSTOP);
	assert_int_equal(waitpid(program.pid, NULL, WUNTRACED), program.pid);
	ends(run(f, "60", "--results", f->results), 1, NULL, "results: another ringside is writing it");
	ends(run(f, "60", "--record", f->record), 1, NULL, "another ringside is writing it");
	kill(program.pid, SIGKILL);
	program_end(&program);
	expect_nobody_left();
}

/* A ringside was killed after it had created the file and before it wrote to it.  */
TEST_IN(a_file_without_a_match_is_overwritten, set_up, tear_down)
{
	struct fixture *f = *state;
	struct outcome outcome;
	char path[80];

	snprintf(path, sizeof(path), "%s/m-2.ringside", f->folder);
	file_write(path, "", false);
	outcome = run(f, "3", "--record", f->record);
	assert_int_equal(outcome.status, 0);
	assert_null(strstr(outcome.err, "not recorded"));
	assert_text(ask_file(path, "select reason from verdict"), "five");
}

TEST_MAIN(NULL, NULL)
