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

static const char *const systems[] = {"lmc", "lmc2"};

/* Plays a series into the test's folder: 12 turns a game, or what `turns` says.  */
struct series {
	const char *system, *first, *second, *more;
	int games, tables, turns;
};

static const char *const *words(struct series series)
{
	bool alone = strcmp(series.system, "lmc") == 0;

	return words_of(kept(bytes_text(
		"run %s --json --games %d --concurrency %d 'agent:player %s ' 'agent:player %s ' "
		"%s%d%s --record ~/m.ringside --results ~/results --turn-time 20s %s",
		series.system, series.games, series.tables ? series.tables : 2, series.first,
		series.second ? series.second : "good",
		alone ? "--turns " : "--game-program 'agent:game_program good ",
		series.turns ? series.turns : 12, alone ? "" : "'", series.more ? series.more : "")));
}

/* What a game of the series says.  Stays.  */
static char *ask_game(int game, const char *sql)
{
	return kept(ask_file(in_folder(kept(bytes_text("m-%d.ringside", game))), sql));
}

/* The process id that a seat printed in a game.  */
static int process(int game, int seat)
{
	const char *said = ask_game(
		game, kept(bytes_text(
			      "select ifnull(group_concat(rtrim(bytes, char(10)), '|'), '') from message "
			      "where seat = %d and dir = 'from' and cast(bytes as text) like '# process %%'",
			      seat)));
	int pid;

	assert_null(strchr(said, '|')); /* one new game per process */
	assert_int_equal(sscanf(said, "# process %d", &pid), 1);
	return pid;
}

/* Each table starts one process per seat.  For further games it is told `new`.  */
TEST_IN_FOLDER(processes_play_several_games)
{
	for (size_t i = 0; i < 2; i++) {
		json_t *games[GAMES_ROOM] = {0};
		struct outcome outcome =
			ringside("stay", words((struct series){.system = systems[i],
							       .games = 4,
							       .first = "good",
							       .more = "--name1 one --name2 two"}));

		ends(outcome, 0, NULL, "!began");
		assert_int_equal(left_behind("stay"), 0);
		games_add(games, outcome.out);
		games_expect(games, 4);
		for (int seat = i == 0 ? 1 : 0; seat <= 2; seat++) {
			int pids[5], processes = 0;

			for (int game = 1; game <= 4; game++) {
				bool known = false;

				pids[game] = process(game, seat);
				for (int before = 1; before < game; before++)
					known = known || pids[before] == pids[game];
				processes += !known;
			}
			assert_int_equal(processes, 2);
		}
		for (int game = 1; game <= 4; game++) {
			char *named =
				ask_game(game, "select ifnull(group_concat(rtrim(bytes, char(10)), '|'), '') "
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
		}
		assert_int_equal(strstr(outcome.err, "the game's player 1 won ") != NULL, i == 1);
		games_free(games);
		test_folder_remove(NULL);
	}
}

/* The game program gets a different seed in each game, so each game has its own secret.  */
TEST_IN_FOLDER(each_game_has_its_own_seed)
{
	static const char sql[] = "select substr(rtrim(bytes, char(10)), 13) from message where seat = 0 and "
				  "cast(bytes as text) like '@judge seed %'";

	ends(ringside("seeds", words((struct series){.system = "lmc2", .games = 4, .first = "good"})), 0,
	     NULL, NULL);
	for (int game = 2; game <= 4; game++)
		assert_string_not_equal(ask_game(game - 1, sql), ask_game(game, sql));
}

/* Only the process that failed is replaced.  The other owes no answer: either the players are asked one after
 * the other, or the game goes on to its end without the one that failed.  */
TEST_IN_FOLDER(a_player_that_failed_is_replaced_for_the_next_game)
{
	static const char *const failing[] = {"leave", "leave-with-farewell", "farewell-and-stay", "crash",
					      "bare"};

	for (size_t i = 0; i < 2 * LENGTH(failing); i++) {
		json_t *games[GAMES_ROOM] = {0};
		const char *reason;
		struct outcome outcome =
			ringside("replaced", words((struct series){.system = systems[i % 2],
								   .games = 2,
								   .tables = 1,
								   .first = failing[i / 2],
								   .more = i % 2 ? "" : "--game=tictactoe"}));

		print_message("%s %s: %s", systems[i % 2], failing[i / 2], outcome.out);
		assert_int_equal(outcome.status, 0);
		assert_int_equal(left_behind("replaced"), 0);
		games_add(games, outcome.out);
		games_expect(games, 2);
		reason = game_word(games[1], "reason");
		assert_string_equal(game_word(games[2], "reason"), reason);
		assert_true((process(1, 1) == process(2, 1)) == (strcmp(reason, "score") == 0));
		assert_int_equal(process(1, 2), process(2, 2));
		games_free(games);
		test_folder_remove(NULL);
	}
}

/* Both players leave, one after the other, before the next game.  */
TEST_IN_FOLDER(all_players_that_left_are_replaced)
{
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome =
		ringside("all-left", words((struct series){.system = "lmc2",
							   .games = 3,
							   .tables = 1,
							   .first = "farewell-and-stay",
							   .second = "--at 4 farewell-and-stay"}));

	ends(outcome, 0, NULL, NULL);
	assert_int_equal(left_behind("all-left"), 0);
	games_add(games, outcome.out);
	games_expect(games, 3);
	for (int game = 1; game <= 3; game++) {
		assert_string_equal(game_word(games[game], "reason"), "exit");
		assert_int_equal(game_number(games[game], "blame"), 1);
		assert_int_equal(game_number(games[game], "moves"), 1 + 3);
	}
	games_free(games);
}

/* Processes that are killed when their parent ends may need a moment.  */
static void expect_nobody_left(const char *mark)
{
	while (left_behind(mark))
		poll(NULL, 0, 10);
}

/* The lines of the results but the first, which is about the series.  */
static const char *games_of_results(void)
{
	const char *text = kept(file_read(in_folder("results")));

	return strchr(text, '\n') + 1;
}

/* Nobody reads its output, so ringside waits in the middle of the series until it is killed.  */
TEST_IN_FOLDER(a_killed_series_can_be_continued)
{
	for (size_t i = 0; i < 2; i++) {
		const char *const *args =
			words((struct series){.system = systems[i], .games = GAMES, .first = "good"});
		struct program program = program_begin(env("RINGSIDE"), "killed", args, -1);
		json_t *games[GAMES_ROOM] = {0};

		for (int seen = 0; seen < SEEN; seen++)
			free(program_line(&program));
		kill(program.pid, SIGKILL);
		ends(program_end(&program), 1000 + SIGKILL, NULL, NULL);
		expect_nobody_left("killed");
		ends(ringside("killed", args), 0, NULL,
		     kept(bytes_text(" of %d games finished already", GAMES)));
		assert_int_equal(left_behind("killed"), 0);
		games_add(games, games_of_results());
		games_expect(games, GAMES);
		for (int game = 1; game <= GAMES; game++) {
			assert_string_equal(
				ask_game(game, "select game || ' ' || reason from match, verdict"),
				kept(bytes_text("%d score", game)));
			assert_string_equal(game_word(games[game], "reason"), "score");
		}
		games_free(games);
		test_folder_remove(NULL);
	}
}

/* Checks both seats' timeouts in the results.  */
static void expect_timeouts(int one, int two)
{
	json_t *game = json_loads(games_of_results(), JSON_DISABLE_EOF_CHECK, NULL);
	const json_t *timeouts = json_object_get(game, "timeouts");

	assert_int_equal(json_integer_value(json_array_get(timeouts, 0)), one);
	assert_int_equal(json_integer_value(json_array_get(timeouts, 1)), two);
	assert_string_equal(game_word(game, "reason"), "timeout");
	json_decref(game);
}

/* Without the results the timeouts are counted from the match files.  */
TEST_IN_FOLDER(timeouts_are_counted_also_from_match_files)
{
	for (size_t i = 0; i < 2; i++) {
		/* its first move may wait for a core */
		const char *const *args =
			words((struct series){.system = systems[i],
					      .games = 2,
					      .first = "silent",
					      .more = "--seat-option 1:turn-time=500ms --forgive-waiting"});

		for (int run = 0; run < 2; run++) {
			ends(ringside("timeouts", args), 0, NULL, NULL);
			expect_timeouts(i == 0 ? 1 : 3, 0);
			assert_int_equal(remove(in_folder("results")), 0);
		}
		test_folder_remove(NULL);
	}
}

/* With another game, other turns or another game program the games played so far do not count.  */
TEST_IN_FOLDER(a_different_series_is_not_continued)
{
	for (size_t i = 0; i < 2; i++) {
		struct series series = {.system = systems[i], .games = 2, .first = "good"};
		struct outcome outcome;

		ends(ringside("other", words(series)), 0, NULL, NULL);
		series.turns = 13;
		outcome = ringside("other", words(series));
		ends(outcome, 1, NULL,
		     i == 0 ? "belongs to another series: |--turns"
			    : "belongs to another series: |--game-program");
		assert_string_equal(outcome.out, "");
		test_folder_remove(NULL);
	}
}

TEST_MAIN(NULL, NULL)
