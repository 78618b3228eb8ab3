/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_seeds.c - --seed and {seed}: which matches are the same when they are played again, and which are not.
 */
#include "../test.h"
#include "ask_file.h"
#include "games.h"
#include "program.h"
#include "recorded.h"

#include <unistd.h>

enum { GAMES = 3 };

struct played {
	char *moves[GAMES + 1]; /* of each game, from 1 */
	struct outcome outcome;
};

/* Plays a series whose match files are left in `folder`.  */
static struct played play(const char *folder, const char *const *players, const char *const *more)
{
	char record[80], file[80];
	const char *args[ARGS_MAX + 1] = {"run", players[0], "--json", "--games", "3", "--record", record};
	struct played played = {.moves = {0}};
	int count = 7;

	snprintf(record, sizeof(record), "%s/m.ringside", folder);
	for (int i = 1; players[i]; i++)
		args[count++] = players[i];
	for (; *more; more++)
		args[count++] = *more;
	played.outcome = ringside("seeds", args);
	print_message("%s%s", played.outcome.out, played.outcome.err);
	assert_int_equal(played.outcome.status, 0);
	assert_int_equal(left_behind("seeds"), 0);
	for (int game = 1; game <= GAMES; game++) {
		snprintf(file, sizeof(file), "%s/m-%d.ringside", folder, game);
		played.moves[game] =
			ask_file(file, "select group_concat(moves, '|') from (select seat || ':' || "
				       "group_concat(played, ' ') as moves from (select * from turn order by "
				       "seat, n) group by seat)");
	}
	return played;
}

static struct played play_apart(const char *const *players, const char *const *more)
{
	char folder[] = "/tmp/ringside-test-XXXXXX";
	struct played played;

	folder_make(folder);
	played = play(folder, players, more);
	folder_remove(folder);
	return played;
}

static void played_free(struct played *played)
{
	for (int game = 1; game <= GAMES; game++)
		free(played->moves[game]);
}

static void expect_same(const struct played *one, const struct played *two)
{
	for (int game = 1; game <= GAMES; game++)
		assert_string_equal(one->moves[game], two->moves[game]);
}

static void expect_different(const struct played *one, const struct played *two)
{
	for (int game = 1; game <= GAMES; game++)
		assert_string_not_equal(one->moves[game], two->moves[game]);
}

#define PLAY(players, ...) play_apart(players, ARGS(__VA_ARGS__))

static const char *const systems[][8] = {
	{"gomocup", "--size", "10", "sample:random", "sample:threat --nodes 50"},
	{"lmc", "--turns", "30", "sample:random", "sample:predictor"},
	{"lmc2", "--game-program", "sample:roshambo --turns 20", "sample:random", "sample:random"},
	{"lmc2", "--game-program", "sample:questions --turns 20", "sample:learner"},
	{"qchess", "--max-moves", "12", "sample:random", "sample:thinker"},
	{"asimulator", "sample:wander", "sample:wander"},
	{"asimulator", "--world", "maze", "sample:wander --actions 20"},
};
enum { SYSTEMS = LENGTH(systems) };

TEST(the_same_seed_gives_the_same_games_and_another_seed_different_ones)
{
	for (int i = 0; i < SYSTEMS; i++) {
		struct played one = PLAY(systems[i], "--seed", "7"),
			      at_once = PLAY(systems[i], "--seed", "7", "--concurrency", "3"),
			      other = PLAY(systems[i], "--seed", "8");

		expect_same(&one, &at_once);
		expect_different(&one, &other);
		for (int game = 2; game <= GAMES; game++)
			assert_string_not_equal(one.moves[game - 1], one.moves[game]);
		played_free(&one);
		played_free(&at_once);
		played_free(&other);
	}
}

/* The value of "seed" in the object of a game.  */
static long long seed_in(const char *json)
{
	const char *at = strstr(json, "\"seed\":");
	long long seed;

	assert_non_null(at);
	assert_int_equal(sscanf(at, "\"seed\":%lld", &seed), 1);
	return seed;
}

static const char *const random_players[] = {"lmc", "--turns", "30", "sample:random", "sample:random", NULL};

TEST(a_random_seed_is_reported_and_gives_the_same_games_again)
{
	struct played one = PLAY(random_players, "--concurrency", "2"), again, other;
	char seed[24], words[60];

	snprintf(seed, sizeof(seed), "%lld", seed_in(one.outcome.out));
	snprintf(words, sizeof(words), "ringside: --seed %s was drawn\n", seed);
	assert_ptr_equal(strstr(one.outcome.err, words), one.outcome.err);
	again = PLAY(random_players, "--seed", seed);
	assert_null(strstr(again.outcome.err, " was drawn\n"));
	other = PLAY(random_players, "--concurrency", "1");
	expect_same(&one, &again);
	expect_different(&one, &other);
	played_free(&one);
	played_free(&again);
	played_free(&other);
}

/* Game 2 is lost, and played again in the same way.  A different seed is refused.  */
TEST(a_continued_series_takes_the_seed_from_its_files)
{
	for (int record = 0; record < 2; record++) {
		char folder[] = "/tmp/ringside-test-XXXXXX", file[80], results[80], expected[80];
		const char *more[] = {record ? NULL : "--results", results, NULL};
		const char *wrong[] = {
			"run", "lmc",           "--turns",       "30", "--games", "3", "--seed",
			"5",   "sample:random", "sample:random", NULL, NULL,      NULL};
		struct played one, two;

		folder_make(folder);
		snprintf(results, sizeof(results), "%s/results", folder);
		one = play(folder, random_players, more);
		snprintf(file, sizeof(file), "%s/m-2.ringside", folder);
		assert_int_equal(remove(file), 0);
		if (!record) { /* keep only the first line, which is the series */
			FILE *lines = fopen(results, "r+e");
			char line[2000];

			assert_non_null(lines);
			assert_non_null(fgets(line, sizeof(line), lines));
			assert_int_equal(ftruncate(fileno(lines), ftell(lines)), 0);
			fclose(lines);
			for (int game = 1; game <= GAMES; game += 2) {
				snprintf(file, sizeof(file), "%s/m-%d.ringside", folder, game);
				assert_int_equal(remove(file), 0);
			}
		}
		snprintf(expected, sizeof(expected), "ringside: --seed %lld as in %s",
			 seed_in(one.outcome.out), folder);
		snprintf(file, sizeof(file), "%s/m.ringside", folder);
		wrong[10] = record ? "--record" : "--results";
		wrong[11] = record ? file : results;
		ends(ringside("wrong", wrong), 1, NULL,
		     "belongs to another series: seed is "
		     "|there and \"5\" here");
		two = play(folder, random_players, more);
		expect_same(&one, &two);
		assert_non_null(strstr(two.outcome.err, expected));
		played_free(&one);
		played_free(&two);
		folder_remove(folder);
	}
}

static char *events(const char *folder, int game, int seat)
{
	char file[80], sql[200];

	snprintf(file, sizeof(file), "%s/m-%d.ringside", folder, game);
	snprintf(
		sql, sizeof(sql),
		"select group_concat(bytes, '|') from (select bytes from message where seat = %d and channel "
		"= 'event' and event not in ('awaited', 'pending') order by n limit 2)",
		seat);
	return ask_file(file, sql);
}

static void expect_events(const char *folder, int game, int seat, const char *expected)
{
	assert_text(events(folder, game, seat), expected);
}

/* Only the player with {seed} gets a fresh process.  The old one is told goodbye as at the end.  */
TEST(a_player_with_a_seed_gets_a_fresh_process_for_each_game)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", file[80], one[400], two[400], expected[500];
	const char *const players[] = {
		"lmc", "--turns", "3", player(one, "--at {seed} leave", "rock"), player(two, "good", "rock"),
		NULL};
	struct played played FREED_BY(played_free);

	folder_make(folder);
	played = play(folder, players, ARGS("--seed", "7"));
	snprintf(expected, sizeof(expected), "seeded command=%.*s706016303 leave rock|started",
		 (int)(strstr(one, "{seed}") - one), one);
	expect_events(folder, 1, 1, expected);
	snprintf(expected, sizeof(expected), "seeded command=%.*s1015789412 leave rock|started",
		 (int)(strstr(one, "{seed}") - one), one);
	expect_events(folder, 2, 1, expected);
	snprintf(file, sizeof(file), "%s/m-2.ringside", folder);
	assert_text(ask_file(file, "select group_concat(seat || ' ' || bytes, '|') from message where "
				   "cast(bytes as text) like '@command exit%'"),
		    "1 @command exit\n");
	assert_text(
		ask_file(file, "select bytes from message where seat = 2 and channel = 'event' order by n"),
		"stays game=1");
	folder_remove(folder);
}

/* The seed is the same in each game.  The protocol has no game number, so a bundled agent needs a different
 * seed in each game.  */
TEST(in_asimulator_a_player_with_a_seed_keeps_its_process)
{
	char folder[] = "/tmp/ringside-test-XXXXXX";
	const char *const players[] = {"asimulator", "sample:wander --seed {seed}", "sample:wander", NULL};
	struct played played FREED_BY(played_free);

	folder_make(folder);
	played = play(folder, players, ARGS("--seed", "7"));
	expect_events(folder, 1, 1, "seeded command=sample:wander --seed 1071353759|started");
	expect_events(folder, 2, 1, "stays game=1");
	expect_events(folder, 2, 2, "seeded command=sample:wander --seed 2021924046|started");
	folder_remove(folder);
}

/* The seed is that of the recorded game, also for a different command.  */
TEST(rerun_gives_an_agent_the_seed_of_its_game)
{
	char folder[] = "/tmp/ringside-test-XXXXXX", file[80];
	const char *const commands[] = {NULL, "sample:random", "sample:random --seed {seed}"};
	struct played played FREED_BY(played_free);

	folder_make(folder);
	played = play(folder, random_players, ARGS("--seed", "7"));
	for (int game = 1; game <= 2; game++)
		for (size_t i = 0; i < LENGTH(commands); i++) {
			const char *args[] = {"rerun", file, "--seat", "2", commands[i], NULL};

			snprintf(file, sizeof(file), "%s/m-%d.ringside", folder, game);
			ends(ringside("rerun", args), 0, NULL, NULL);
		}
	folder_remove(folder);
}

TEST_MAIN(NULL, NULL)
