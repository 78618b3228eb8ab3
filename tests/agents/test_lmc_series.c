/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_series.c - many games of lmc and lmc2: at two tables, in processes that stay, and after a kill.
 *
 * A player and a game program of tests/agents say which process they are when a new game begins.  */
#include "ask_file.h"
#include "games.h"
#include "program.h"
#include "recorded.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 24, SEEN = 3 };

struct fixture {
	const char *system;
	char folder[40], record[60], results[60], one[400], two[400], game[400];
	const char *args[24];
};

static const char *const systems[] = {"lmc", "lmc2"};

/* The command line of a series of so many games, without what comes after it.  */
static void begin(struct fixture *f, const char *system, const char *games, const char *first)
{
	const char *args[] = {"run",
			      system,
			      "--json",
			      "--games",
			      games,
			      "--concurrency",
			      "2",
			      player(f->one, first, ""),
			      player(f->two, "good", ""),
			      strcmp(system, "lmc") == 0 ? "--turns" : "--game-program",
			      strcmp(system, "lmc") == 0 ? "12" : game_program(f->game, "good", "12"),
			      "--record",
			      f->record,
			      "--results",
			      f->results,
			      "--turn-time",
			      "20s",
			      NULL};

	f->system = system;
	strcpy(f->folder, "/tmp/ringside-test-XXXXXX");
	folder_make(f->folder);
	snprintf(f->record, sizeof(f->record), "%s/m.ringside", f->folder);
	snprintf(f->results, sizeof(f->results), "%s/results", f->folder);
	memcpy(f->args, args, sizeof(args));
}

/* One word more on the command line.  */
static void add(struct fixture *f, const char *word)
{
	int count = 0;

	while (f->args[count])
		count++;
	f->args[count] = word;
	f->args[count + 1] = NULL;
}

static char *ask_game(const struct fixture *f, int game, const char *sql)
{
	char path[100];

	snprintf(path, sizeof(path), "%s/m-%d.ringside", f->folder, game);
	return ask_file(path, sql);
}

/* The process of a seat in a game, as it says itself.  */
static int process(const struct fixture *f, int game, int seat)
{
	char sql[300], *said;
	int pid;

	snprintf(sql, sizeof(sql),
		 "select ifnull(group_concat(rtrim(bytes, char(10)), '|'), '') from message where seat = %d "
		 "and dir = "
		 "'from' and "
		 "cast(bytes as text) like '# process %%'",
		 seat);
	said = ask_game(f, game, sql);
	assert_null(strchr(said, '|')); /* one new game each */
	assert_int_equal(sscanf(said, "# process %d", &pid), 1);
	free(said);
	return pid;
}

/* So many processes of a seat are started as there are tables, and these are told `new` for other games.  */
static void processes_stay_from_game_to_game(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct outcome outcome;
		json_t *games[GAMES_ROOM] = {0};

		begin(&f, systems[i], "4", "good");
		outcome = ringside("stay", f.args);
		assert_int_equal(outcome.status, 0);
		assert_int_equal(left_behind("stay"), 0);
		games_add(games, outcome.out);
		games_expect(games, 4);
		for (int seat = i == 0 ? 1 : 0; seat <= 2; seat++) {
			int pids[5], processes = 0;

			for (int game = 1; game <= 4; game++) {
				bool known = false;

				pids[game] = process(&f, game, seat);
				for (int before = 1; before < game; before++)
					known = known || pids[before] == pids[game];
				processes += !known;
			}
			assert_int_equal(processes, 2);
		}
		for (int game = 1; game <= 4; game++)
			assert_int_equal(game_number(games[game], "first"), game % 2 ? 1 : 2);
		games_free(games);
		outcome_free(&outcome);
		folder_remove(f.folder);
	}
}

/* Each game of a series has its own secret: the game program is told another seed.  */
static void each_game_has_a_seed_of_its_own(void **state)
{
	static const char sql[] = "select substr(rtrim(bytes, char(10)), 13) from message where seat = 0 and "
				  "cast(bytes as text) like '@judge seed %'";
	struct fixture f;
	struct outcome outcome;

	(void)state;
	begin(&f, "lmc2", "4", "good");
	outcome = ringside("seeds", f.args);
	assert_int_equal(outcome.status, 0);
	for (int game = 2; game <= 4; game++) {
		char *before = ask_game(&f, game - 1, sql), *seed = ask_game(&f, game, sql);

		assert_string_not_equal(before, seed);
		free(before);
		free(seed);
	}
	outcome_free(&outcome);
	folder_remove(f.folder);
}

/* One that failed is replaced, and it alone: the other owes no answer then, in a game of turns, and where the
   game goes on to its end without who failed.  */
static void who_failed_is_replaced_for_the_next_game(void **state)
{
	static const char *const failing[] = {"leave", "leave-with-farewell", "farewell-and-stay", "crash",
					      "bare"};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(failing) / sizeof(failing[0]); i++) {
		struct fixture f;
		struct outcome outcome;
		json_t *games[GAMES_ROOM] = {0};
		const char *reason;

		begin(&f, systems[i % 2], "2", failing[i / 2]);
		f.args[6] = "1";
		if (strcmp(systems[i % 2], "lmc") == 0)
			add(&f, "--game=tictactoe");
		outcome = ringside("replaced", f.args);
		print_message("%s %s: %s", systems[i % 2], failing[i / 2], outcome.out);
		assert_int_equal(outcome.status, 0);
		assert_int_equal(left_behind("replaced"), 0);
		games_add(games, outcome.out);
		games_expect(games, 2);
		reason = game_word(games[1], "reason");
		assert_string_equal(game_word(games[2], "reason"), reason);
		assert_true((process(&f, 1, 1) == process(&f, 2, 1)) == (strcmp(reason, "score") == 0));
		assert_int_equal(process(&f, 1, 2), process(&f, 2, 2));
		games_free(games);
		outcome_free(&outcome);
		folder_remove(f.folder);
	}
}

/* Both leave one after the other: neither is there for the next game.  */
static void all_that_left_are_replaced(void **state)
{
	struct fixture f;
	struct outcome outcome;
	json_t *games[GAMES_ROOM] = {0};

	(void)state;
	begin(&f, "lmc2", "3", "farewell-and-stay");
	player(f.two, "--at 4 farewell-and-stay", "");
	f.args[6] = "1";
	outcome = ringside("all-left", f.args);
	print_message("%s", outcome.out);
	assert_int_equal(outcome.status, 0);
	assert_int_equal(left_behind("all-left"), 0);
	games_add(games, outcome.out);
	games_expect(games, 3);
	for (int game = 1; game <= 3; game++) {
		assert_string_equal(game_word(games[game], "reason"), "exit");
		assert_int_equal(game_number(games[game], "blame"), 1);
		assert_int_equal(game_number(games[game], "moves"), 1 + 3);
	}
	games_free(games);
	outcome_free(&outcome);
	folder_remove(f.folder);
}

/* What is killed by its parent's end may need a moment.  */
static void expect_nobody_left(const char *mark)
{
	for (int i = 0; left_behind(mark) && i < 1000; i++)
		poll(NULL, 0, 10);
	assert_int_equal(left_behind(mark), 0);
}

/* It stands still in the middle of the series, since nobody reads what it prints, until it is killed.  */
static void a_series_that_was_killed_goes_on(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct program program;
		struct outcome outcome;
		json_t *games[GAMES_ROOM] = {0};
		char *line, games_text[8], words[80];
		FILE *file;
		size_t room = 0;

		snprintf(games_text, sizeof(games_text), "%d", GAMES);
		begin(&f, systems[i], games_text, "good");
		program = program_begin(env("RINGSIDE"), "killed", f.args, -1);
		for (int seen = 0; seen < SEEN; seen++)
			free(program_line(&program));
		kill(program.pid, SIGKILL);
		outcome = program_end(&program);
		assert_int_equal(outcome.status, 1000 + SIGKILL);
		outcome_free(&outcome);
		expect_nobody_left("killed");
		outcome = ringside("killed", f.args);
		if (outcome.status)
			fail_msg("%s: status %d: %s", systems[i], outcome.status, outcome.err);
		assert_int_equal(left_behind("killed"), 0);
		snprintf(words, sizeof(words), " of %d games finished already", GAMES);
		assert_non_null(strstr(outcome.err, words));
		outcome_free(&outcome);
		file = fopen(f.results, "re");
		assert_non_null(file);
		line = NULL;
		assert_true(getline(&line, &room, file) > 0); /* the series */
		while (getline(&line, &room, file) > 0)
			games_add(games, line);
		free(line);
		fclose(file);
		games_expect(games, GAMES);
		for (int game = 1; game <= GAMES; game++) {
			line = ask_game(&f, game, "select game || ' ' || reason from match, verdict");
			snprintf(words, sizeof(words), "%d score", game);
			assert_string_equal(line, words);
			assert_string_equal(game_word(games[game], "reason"), "score");
			free(line);
		}
		games_free(games);
		folder_remove(f.folder);
	}
}

/* The number of timeouts of both seats in the results.  */
static void expect_timeouts(const struct fixture *f, int one, int two)
{
	FILE *file = fopen(f->results, "re");
	char *line = NULL;
	size_t room = 0;
	const json_t *timeouts;
	json_t *game;

	assert_non_null(file);
	assert_true(getline(&line, &room, file) > 0); /* the series */
	assert_true(getline(&line, &room, file) > 0);
	game = json_loads(line, 0, NULL);
	timeouts = json_object_get(game, "timeouts");
	assert_int_equal(json_integer_value(json_array_get(timeouts, 0)), one);
	assert_int_equal(json_integer_value(json_array_get(timeouts, 1)), two);
	assert_string_equal(game_word(game, "reason"), "timeout");
	json_decref(game);
	free(line);
	fclose(file);
}

/* When the results are lost the match files are counted.  */
static void timeouts_are_counted_and_known_from_the_match_file(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct outcome outcome;

		begin(&f, systems[i], "2", "silent");
		add(&f, "--turn-time");
		add(&f, "500ms");
		for (int run = 0; run < 2; run++) {
			outcome = ringside("timeouts", f.args);
			assert_int_equal(outcome.status, 0);
			expect_timeouts(&f, i == 0 ? 1 : 3, 0);
			assert_int_equal(remove(f.results), 0);
			outcome_free(&outcome);
		}
		folder_remove(f.folder);
	}
}

/* Another game, other turns, another game program: what was played does not count for them.  */
static void another_series_is_not_gone_on_with(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct outcome outcome;

		begin(&f, systems[i], "2", "good");
		outcome = ringside("other", f.args);
		assert_int_equal(outcome.status, 0);
		outcome_free(&outcome);
		f.args[10] = i == 0 ? "13" : game_program(f.game, "good", "13");
		outcome = ringside("other", f.args);
		assert_int_equal(outcome.status, 1);
		assert_non_null(strstr(outcome.err, "belongs to another series: "));
		assert_non_null(strstr(outcome.err, f.args[9]));
		assert_string_equal(outcome.out, "");
		outcome_free(&outcome);
		folder_remove(f.folder);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(processes_stay_from_game_to_game),
		cmocka_unit_test(each_game_has_a_seed_of_its_own),
		cmocka_unit_test(who_failed_is_replaced_for_the_next_game),
		cmocka_unit_test(all_that_left_are_replaced),
		cmocka_unit_test(a_series_that_was_killed_goes_on),
		cmocka_unit_test(timeouts_are_counted_and_known_from_the_match_file),
		cmocka_unit_test(another_series_is_not_gone_on_with),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
