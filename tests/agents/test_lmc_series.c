/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_series.c - series of lmc and lmc2: at two tables, in processes that play several games, and after
 * a kill.
 *
 * The player and the game program of tests/agents print their process ids when a new game begins.  */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"
#include "recorded.h"

#include <poll.h>
#include <signal.h>

enum { GAMES = 24, SEEN = 3 };

struct fixture {
	const char *system;
	char folder[40], record[60], results[60], one[400], two[400], game[400];
	const char *args[24];
};

static const char *const systems[] = {"lmc", "lmc2"};

/* Begins the command line of a series of this number of games.  */
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

/* Adds a word to the command line.  */
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

/* The process id that a seat printed in a game.  */
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
	assert_null(strchr(said, '|')); /* one new game per process */
	assert_int_equal(sscanf(said, "# process %d", &pid), 1);
	free(said);
	return pid;
}

/* Each table starts one process per seat.  For further games it is told `new`.  */
TEST(processes_play_several_games)
{
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct outcome outcome;
		json_t *games[GAMES_ROOM] = {0};

		begin(&f, systems[i], "4", "good");
		add(&f, "--name1");
		add(&f, "one");
		add(&f, "--name2");
		add(&f, "two");
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
		for (int game = 1; game <= 4; game++) {
			char *named = ask_game(&f, game,
					       "select ifnull(group_concat(rtrim(bytes, char(10)), '|'), '') "
					       "from message where seat = 0 and "
					       "cast(bytes as text) like '@judge name %'");

			/* In roshambo both are alike.  A game program has the players by turns, while each
			   process keeps its seat.  */
			if (i == 0) {
				assert_true(json_is_null(json_object_get(games[game], "first")));
				assert_string_equal(named, "");
			} else {
				assert_int_equal(game_number(games[game], "first"), game % 2 ? 1 : 2);
				assert_string_equal(named, game % 2 ? "@judge name 1 one|@judge name 2 two"
								    : "@judge name 1 two|@judge name 2 one");
			}
			free(named);
		}
		assert_int_equal(strstr(outcome.err, "the game's player 1 won ") != NULL, i == 1);
		assert_null(strstr(outcome.err, "began"));
		games_free(games);
		folder_remove(f.folder);
	}
}

/* The game program gets a different seed in each game, so each game has its own secret.  */
TEST(each_game_has_its_own_seed)
{
	static const char sql[] = "select substr(rtrim(bytes, char(10)), 13) from message where seat = 0 and "
				  "cast(bytes as text) like '@judge seed %'";
	struct fixture f;
	struct outcome outcome;

	begin(&f, "lmc2", "4", "good");
	outcome = ringside("seeds", f.args);
	assert_int_equal(outcome.status, 0);
	for (int game = 2; game <= 4; game++) {
		char *before = ask_game(&f, game - 1, sql), *seed = ask_game(&f, game, sql);

		assert_string_not_equal(before, seed);
		free(before);
		free(seed);
	}
	folder_remove(f.folder);
}

/* Only the process that failed is replaced.  The other owes no answer: either the players are asked one after
 * the other, or the game goes on to its end without the one that failed.  */
TEST(a_player_that_failed_is_replaced_for_the_next_game)
{
	static const char *const failing[] = {"leave", "leave-with-farewell", "farewell-and-stay", "crash",
					      "bare"};

	for (size_t i = 0; i < 2 * LENGTH(failing); i++) {
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
		folder_remove(f.folder);
	}
}

/* Both players leave, one after the other, before the next game.  */
TEST(all_players_that_left_are_replaced)
{
	struct fixture f;
	struct outcome outcome;
	json_t *games[GAMES_ROOM] = {0};

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
	folder_remove(f.folder);
}

/* Processes that are killed when their parent ends may need a moment.  */
static void expect_nobody_left(const char *mark)
{
	while (left_behind(mark))
		poll(NULL, 0, 10);
}

/* Nobody reads its output, so ringside waits in the middle of the series until it is killed.  */
TEST(a_killed_series_can_be_continued)
{
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
		ends(program_end(&program), 1000 + SIGKILL, NULL, NULL);
		expect_nobody_left("killed");
		outcome = ringside("killed", f.args);
		if (outcome.status)
			fail_msg("%s: status %d: %s", systems[i], outcome.status, outcome.err);
		assert_int_equal(left_behind("killed"), 0);
		snprintf(words, sizeof(words), " of %d games finished already", GAMES);
		assert_non_null(strstr(outcome.err, words));
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

/* Checks both seats' timeouts in the results.  */
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

/* Without the results the timeouts are counted from the match files.  */
TEST(timeouts_are_counted_also_from_match_files)
{
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct outcome outcome;

		begin(&f, systems[i], "2", "silent");
		add(&f, "--seat-option");
		add(&f, "1:turn-time=500ms");
		add(&f, "--forgive-waiting"); /* its first move may wait for a core */
		for (int run = 0; run < 2; run++) {
			outcome = ringside("timeouts", f.args);
			assert_int_equal(outcome.status, 0);
			expect_timeouts(&f, i == 0 ? 1 : 3, 0);
			assert_int_equal(remove(f.results), 0);
		}
		folder_remove(f.folder);
	}
}

/* With another game, other turns or another game program the games played so far do not count.  */
TEST(a_different_series_is_not_continued)
{
	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		struct outcome outcome;

		begin(&f, systems[i], "2", "good");
		ends(ringside("other", f.args), 0, NULL, NULL);
		f.args[10] = i == 0 ? "13" : game_program(f.game, "good", "13");
		outcome = ringside("other", f.args);
		assert_int_equal(outcome.status, 1);
		assert_non_null(strstr(outcome.err, "belongs to another series: "));
		assert_non_null(strstr(outcome.err, f.args[9]));
		assert_string_equal(outcome.out, "");
		folder_remove(f.folder);
	}
}

TEST_MAIN(NULL, NULL)
