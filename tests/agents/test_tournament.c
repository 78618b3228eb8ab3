/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tournament.c - tournaments of brains: their results, going on after a kill, shards, and players that
 * fail.
 *
 * Bundled players draw their moves from the seed of the game, so two tournaments of one seed have the same
 * results, but for what was measured.  */
#include "../test.h"
#include "../within.h"
#include "games.h"
#include "program.h"

#include "ringside/bytes.h"

#include <signal.h>
#include <unistd.h>

#define NAMED(name) "env RINGSIDE_PLAYER=" name " sample:random"

enum { PLAYERS = 4, PAIRINGS = 6, ROOM = 30 };

/* A command line; add() appends words up to NULL.  */
struct command {
	const char *args[ROOM];
	int count;
};

static void add(struct command *command, ...)
{
	va_list words;
	const char *word;

	va_start(words, command);
	while ((word = va_arg(words, const char *)))
		command->args[command->count++] = word;
	va_end(words);
}

/* A round robin of four players, on a small board.  */
static struct command round_robin(const char *results)
{
	struct command command = {0};

	add(&command, "tournament", "gomocup", "--no-sandbox", "--seed", "5", "--size", "7", "--results",
	    results, NAMED("a"), NAMED("b"), NAMED("c"), NAMED("d"), NULL);
	return command;
}

static struct outcome run(const struct command *command)
{
	return ringside("tournament", command->args);
}

static void expect_status(const struct command *command, int status)
{
	ends(run(command), status, NULL, NULL);
}

/* Expects that it ends with the status, and says the words on stderr.  */
static void expect_words(const struct command *command, int status, const char *words)
{
	ends(run(command), status, NULL, words);
}

/* The games of a file of results by their numbers, without what was measured; *count: how many lines are no
 * game.  */
static void read_results(const char *path, json_t *games[GAMES_ROOM], int *others)
{
	FILE *file = fopen(path, "re");
	FREED char *line = NULL;
	size_t room = 0;

	*others = 0;
	assert_non_null(file);
	while (getline(&line, &room, file) > 0)
		if (strncmp(line, "{\"game\":", 8) == 0)
			games_add(games, line);
		else
			(*others)++;
	for (int i = 0; i < GAMES_ROOM; i++)
		if (games[i])
			assert_int_equal(json_object_del(games[i], "timing"), 0);
	fclose(file);
}

static void expect_same_results(const char *one, const char *other, int count)
{
	json_t *games[GAMES_ROOM] = {0}, *others[GAMES_ROOM] = {0};
	int lines;

	read_results(one, games, &lines);
	read_results(other, others, &lines);
	games_expect(games, count);
	games_expect(others, count);
	for (int i = 1; i <= count; i++)
		if (!json_equal(games[i], others[i]))
			fail_msg("game %d differs: %s and %s", i, json_dumps(games[i], 0),
				 json_dumps(others[i], 0));
	games_free(games);
	games_free(others);
}

static int player_of(const json_t *game, size_t i)
{
	return (int)json_integer_value(json_array_get(json_object_get(game, "players"), i));
}

TEST_IN_FOLDER(each_player_meets_each_other_one_from_both_sides)
{
	struct command c = round_robin(in_folder("results"));
	json_t *games[GAMES_ROOM] = {0};
	int others, met[PLAYERS + 1][PLAYERS + 1] = {0};

	expect_status(&c, 0);
	read_results(in_folder("results"), games, &others);
	games_expect(games, 2 * PAIRINGS);
	assert_int_equal(others, 2);
	for (int i = 1; i <= 2 * PAIRINGS; i++) {
		assert_int_equal(game_number(games[i], "pair"), (i + 1) / 2);
		assert_int_equal(game_number(games[i], "first"), 1);
		assert_int_equal(json_array_size(json_object_get(games[i], "played")),
				 game_number(games[i], "moves"));
		met[player_of(games[i], 0)][player_of(games[i], 1)]++;
	}
	for (int a = 1; a <= PLAYERS; a++)
		for (int b = 1; b <= PLAYERS; b++)
			assert_int_equal(met[a][b], a != b);
	games_free(games);
}

TEST_IN_FOLDER(the_first_lines_describe_the_tournament_and_the_machine)
{
	struct command c = round_robin(in_folder("results"));
	json_t *line, *tournament, *machine;
	FILE *file;

	expect_status(&c, 0);
	file = fopen(in_folder("results"), "re");
	line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL);
	tournament = json_object_get(line, "tournament");
	assert_int_equal(game_number(tournament, "format"), 1);
	assert_int_equal(game_number(tournament, "games"), 2);
	assert_string_equal(game_word(tournament, "system"), "gomocup");
	assert_string_equal(game_word(tournament, "kind"), "round-robin");
	assert_string_equal(game_word(tournament, "seed"), "5");
	assert_true(json_is_true(json_object_get(tournament, "restart")));
	assert_string_equal(game_word(json_array_get(json_object_get(tournament, "players"), 2), "name"),
			    "c");
	assert_string_equal(game_word(json_object_get(tournament, "setup"), "--size"), "7");
	json_decref(line);
	line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL);
	machine = json_object_get(line, "machine");
	assert_string_equal(game_word(machine, "shard"), "1/1");
	assert_true(game_number(machine, "cores") >= 1);
	json_decref(line);
	fclose(file);
}

/* Puts the lines of one file behind those of another.  */
static void append(const char *to, const char *from)
{
	FILE *file = fopen(from, "re");
	FREED char *line = NULL;
	size_t room = 0;

	assert_non_null(file);
	while (getline(&line, &room, file) > 0)
		file_write(to, line, true);
	fclose(file);
}

/* Kills it after it has printed some games, whatever it does then.  */
static void kill_after(const struct command *command, int games)
{
	struct program program = program_begin(env("RINGSIDE"), "tournament", command->args, -1);

	for (int i = 0; i < games; i++)
		free(program_line(&program));
	kill(program.pid, SIGKILL);
	program_end(&program);
}

/* Kills the second one some times, then lets it end.  */
static void expect_killed_as_quiet(const struct command *quiet, const struct command *killed, int games)
{
	struct outcome outcome;

	expect_status(quiet, 0);
	for (int i = 1; i <= 4; i++)
		kill_after(killed, i);
	file_write(in_folder("other"), "{\"game\":23,\"winner\":2", true); /* a line that is not whole */
	expect_words(killed, 0, "games finished already");
	expect_same_results(in_folder("results"), in_folder("other"), games);
	outcome = run(killed); /* nothing is played again */
	assert_int_equal(outcome.status, 0);
	assert_memory_equal(outcome.out, "{\"tournament\":", 14); /* only the table is printed */
}

TEST_IN_FOLDER(a_tournament_that_is_killed_again_and_again_has_the_results_of_one_that_is_not)
{
	struct command quiet = round_robin(in_folder("results")), killed = round_robin(in_folder("other"));

	add(&quiet, "--games", "4", "--concurrency", "2", NULL);
	add(&killed, "--games", "4", "--concurrency", "2", "--json", NULL);
	expect_killed_as_quiet(&quiet, &killed, 4 * PAIRINGS);
}

/* The results of the rounds before say who meets, whenever the tournament was killed.  */
TEST_IN_FOLDER(a_swiss_that_is_killed_again_and_again_has_the_results_of_one_that_is_not)
{
	struct command quiet = round_robin(in_folder("results")), killed = round_robin(in_folder("other"));

	add(&quiet, "--kind", "swiss", "--rounds", "3", "--concurrency", "2", NULL);
	add(&killed, "--kind", "swiss", "--rounds", "3", "--concurrency", "2", "--json", NULL);
	expect_killed_as_quiet(&quiet, &killed, 3 * 2 * 2);
}

TEST_IN_FOLDER(a_knock_out_names_who_has_won_it)
{
	struct command c = round_robin(in_folder("results"));
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome;
	int others;

	add(&c, "--kind", "knock-out", NULL);
	outcome = run(&c);
	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.err, " has won the knock-out."));
	read_results(in_folder("results"), games, &others);
	games_expect(games, 3 * 2);
	assert_int_equal(game_number(games[6], "round"), 2);
	games_free(games);
}

/* On a board of five squares in a row nobody can win when it is full after six moves.  */
TEST_IN_FOLDER(a_table_says_which_pairings_of_a_knock_out_were_level)
{
	struct command c = round_robin(in_folder("results"));

	add(&c, "--size", "5", "--draw-at", "6", "--kind", "knock-out", NULL);
	expect_words(&c, 0, "a has won the knock-out. The order of the players decided 3 level pairings.");
}

/* As `cat` puts files together: a round may come before the one that it needs.  */
TEST_IN_FOLDER(results_of_rounds_are_read_in_any_order)
{
	struct command whole = round_robin(in_folder("results")), again = round_robin(in_folder("other"));
	char lines[12][3000];
	FILE *file;
	int count = 0;

	add(&whole, "--kind", "swiss", "--rounds", "3", "--games", "1", NULL);
	expect_status(&whole, 0);
	file = fopen(in_folder("results"), "re");
	assert_non_null(file);
	while (count < 12 && fgets(lines[count], sizeof(lines[0]), file))
		count++;
	fclose(file);
	assert_int_equal(count, 2 + 3 * 2);
	file_write(in_folder("other"), lines[0], true);
	for (int i = count - 1; i >= 1; i--)
		file_write(in_folder("other"), lines[i], true);
	add(&again, "--kind", "swiss", "--rounds", "3", "--games", "1", NULL);
	expect_words(&again, 0, "ringside: 6 of 6 games finished already");
	remove(in_folder("other"));
	for (int i = 0; i < count; i++)
		if (i != 3) /* game 2 */
			file_write(in_folder("other"), lines[i], true);
	expect_words(&again, 1, "is a game of a round, and results of the rounds before are missing");
}

/* Each shard plays its part of a round.  With all results put together they go on.  */
TEST_IN_FOLDER(shards_of_a_swiss_meet_after_each_round)
{
	struct command whole = round_robin(in_folder("results"));
	char paths[2][80];

	add(&whole, "--kind", "swiss", NULL);
	expect_status(&whole, 0);
	for (int round = 1; round <= 2; round++) {
		for (int i = 0; i < 2; i++) {
			struct command c;

			snprintf(paths[i], sizeof(paths[i]), "%s/shard%d", test_folder(), i);
			if (round > 1)
				append(paths[i], in_folder("other"));
			c = round_robin(paths[i]);
			add(&c, "--kind", "swiss", "--shard", i ? "2/2" : "1/2", NULL);
			if (round == 1)
				expect_words(&c, 0, "the next round needs those of the others");
			else
				expect_status(&c, 0);
		}
		remove(in_folder("other"));
		for (int i = 0; i < 2; i++) {
			append(in_folder("other"), paths[i]);
			remove(paths[i]);
		}
		if (round == 1)
			continue;
		whole = round_robin(in_folder("other"));
		add(&whole, "--kind", "swiss", NULL);
		expect_words(&whole, 0, "ringside: 8 of 8 games finished already");
	}
}

TEST_IN_FOLDER(a_tournament_with_other_settings_is_not_continued)
{
	struct command c = round_robin(in_folder("results")), more, other = round_robin(in_folder("results"));

	expect_status(&c, 0);
	more = c;
	add(&more, "--games", "4", NULL);
	expect_words(&more, 1, "results: belongs to another tournament: games is 2 there and 4 here");
	other.args[11] = NAMED("x");
	expect_words(&other, 1, "another tournament: players, 3, name is \"c\" there and \"x\" here");
	c.args[6] = "8";
	expect_words(&c, 1, "another tournament: setup, --size is \"7\" there and \"8\" here");
}

/* The line of a game with other players belongs to no game of this tournament.  */
TEST_IN_FOLDER(a_line_that_is_no_game_of_the_tournament_is_told)
{
	struct command c = round_robin(in_folder("results"));

	add(&c, "--shard", "1/3", NULL);
	expect_status(&c, 0);
	file_write(in_folder("results"), "{\"game\":4,\"winner\":1,\"players\":[3,1]}\n", true);
	expect_words(&c, 1, "results:7: expected a game as --json prints it");
}

TEST_IN_FOLDER(the_shards_together_are_the_tournament)
{
	struct command whole = round_robin(in_folder("results"));
	char path[80];

	expect_status(&whole, 0);
	for (int shard = 1; shard <= 4; shard++) {
		char part[4] = {(char)('0' + shard), '/', '4', '\0'};
		struct command c;

		snprintf(path, sizeof(path), "%s/shard", test_folder());
		c = round_robin(path);
		add(&c, "--shard", part, NULL);
		remove(path);
		expect_status(&c, 0);
		append(in_folder("other"), path);
	}
	expect_same_results(in_folder("results"), in_folder("other"), 2 * PAIRINGS);
	whole = round_robin(in_folder("other"));
	expect_words(&whole, 0, "ringside: 12 of 12 games finished already");
}

/* Runs each command of --list by the shell, as a person does.  */
/* Runs the commands that it lists, and puts their results behind `to`.  Returns how many there were.  */
static int play_list(const struct command *list, const char *results, const char *to)
{
	struct outcome outcome = run(list);
	char *rest, path[80];
	int count = 0;

	assert_int_equal(outcome.status, 0);
	for (char *line = strtok_r(outcome.out, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		FREED char *typed = bytes_text("exec '%s'%s", env("RINGSIDE"), line + strlen("ringside"));
		const char *args[] = {"-c", typed, NULL}, *shard = strstr(line, "--shard ");
		struct outcome played;

		assert_memory_equal(line, "ringside ", 9);
		played = run_program("/bin/sh", "tournament", args);
		if (played.status)
			fail_msg("%s: %s", typed, played.err);
		snprintf(path, sizeof(path), "%s-%d", results, atoi(shard + strlen("--shard ")));
		append(to, path);
		count++;
	}
	return count;
}

TEST_IN_FOLDER(the_commands_of_the_list_play_the_tournament)
{
	struct command whole = round_robin(in_folder("results")), list = round_robin(in_folder("other"));

	expect_status(&whole, 0);
	add(&list, "--list", NULL);
	assert_int_equal(play_list(&list, in_folder("other"), in_folder("other")), PAIRINGS);
	expect_same_results(in_folder("results"), in_folder("other"), 2 * PAIRINGS);
}

/* With the results of the rounds before, the list is that of the next round.  */
TEST_IN_FOLDER(the_list_of_a_swiss_goes_on_with_the_next_round)
{
	struct command whole = round_robin(in_folder("results")), list;
	char after[80], pairs[80];

	snprintf(after, sizeof(after), "%s/after", test_folder());
	snprintf(pairs, sizeof(pairs), "%s/pairs", test_folder());
	file_write(after, "", true);
	add(&whole, "--kind", "swiss", NULL);
	expect_status(&whole, 0);
	list = round_robin(pairs);
	add(&list, "--kind", "swiss", "--after", after, "--list", NULL);
	assert_int_equal(play_list(&list, pairs, after), 2);
	remove(pairs);
	assert_int_equal(play_list(&list, pairs, after), 2);
	assert_int_equal(play_list(&list, pairs, after), 0);
	expect_same_results(in_folder("results"), after, 2 * 2 * 2);
	whole = round_robin(in_folder("other"));
	add(&whole, "--kind", "swiss", "--after", "/nowhere", NULL);
	expect_words(&whole, 1, "/nowhere: cannot be read");
	assert_int_equal(access(in_folder("other"), F_OK), -1);
}

/* In the command, and in what it names.  */
TEST_IN_FOLDER(the_list_keeps_options_that_stand_before_the_system)
{
	const char *args[] = {"--games", "4",        "tournament",    "--seed", "5",
			      "gomocup", NAMED("a"), "sample:random", "--list", NULL};
	struct outcome outcome = ringside("tournament", args);

	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out,
			    "ringside tournament gomocup --seed 5 --shard 1/2 --results results-1.jsonl "
			    "--games 4 'env RINGSIDE_PLAYER=a sample:random' sample:random\n"
			    "ringside tournament gomocup --seed 5 --shard 2/2 --results results-2.jsonl "
			    "--games 4 'env RINGSIDE_PLAYER=a sample:random' sample:random\n");
}

TEST_IN_FOLDER(in_games_for_one_each_player_plays_by_itself)
{
	struct command c = {0};
	json_t *games[GAMES_ROOM] = {0};
	struct outcome outcome;
	int others;

	add(&c, "tournament", "lmc", "--no-sandbox", "--game", "cycle", "--turns", "20", "--kind", "alone",
	    "--games", "3", "--results", in_folder("results"), "sample:random", "sample:rotate", NULL);
	outcome = run(&c);
	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.err, "score")); /* the sums are in the table */
	read_results(in_folder("results"), games, &others);
	games_expect(games, 6);
	for (int i = 1; i <= 6; i++) {
		assert_int_equal(player_of(games[i], 0), 2 - i % 2);
		assert_true(json_is_null(json_array_get(json_object_get(games[i], "players"), 1)));
		assert_null(json_object_get(games[i], "played"));
	}
	games_free(games);
}

/* Each two players play each opening from both sides.  */
TEST_IN_FOLDER(all_pairings_play_the_same_openings)
{
	static const char *const openings[] = {"h8g7i9", "d3e5f6"};
	const char *args[] = {
		"tournament", "gomocup",          "--no-sandbox", "--results",     in_folder("results"),
		"--openings", in_folder("other"), NAMED("a"),     "sample:random", NAMED("c"),
		NULL};
	json_t *games[GAMES_ROOM] = {0};
	int others;

	file_write(in_folder("other"), "h8g7i9\nd3e5f6\n", false);
	ends(ringside("tournament", args), 0, NULL, NULL);
	read_results(in_folder("results"), games, &others);
	games_expect(games, 3 * 4);
	for (int i = 1; i <= 12; i++)
		assert_string_equal(game_word(games[i], "opening"), openings[(i - 1) / 6]);
	games_free(games);
}

TEST_IN_FOLDER(the_table_keeps_its_columns_with_names_of_any_length)
{
	static const char *const args[] = {"tournament", "gomocup", "--no-sandbox",
					   "--size",     "6",       NAMED("éééééééééééééééééééééééééééééé"),
					   NAMED("ö"),   NULL};
	struct outcome outcome = ringside("tournament", args);

	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.err, "  ééééééééééééééééééééééé"));
	assert_null(strstr(outcome.err, "éééééééééééééééééééééééé"));
	assert_non_null(strstr(outcome.err, "  ö                       "));
}

/* What `tally` prints of a file of results.  */
static struct outcome tally(const char *results, const char *json)
{
	const char *args[] = {"tally", results, json, NULL};

	return ringside("tally", args);
}

TEST_IN_FOLDER(the_table_at_the_end_is_that_of_tally_in_each_system)
{
	static const char *const systems[][6] = {
		{"gomocup", "--size", "7", "sample:random", NAMED("b"), NAMED("c")},
		{"qchess", "--games", "2", "sample:random", NAMED("b"), NAMED("c")},
		{"lmc", "--game", "cycle", "sample:random", NAMED("b"), "sample:rotate"},
		{"lmc2", "--game-program", "sample:imitate-game", "sample:learner", NAMED("b"), NAMED("c")},
		{"asimulator", "--kind", "alone", "sample:wander", "sample:rotate", "sample:reasoner"},
	};
	for (size_t i = 0; i < LENGTH(systems); i++)
		for (int json = 0; json < 2; json++) {
			struct command c = {0};
			struct outcome outcome, table;
			char *words;

			remove(in_folder("results"));
			add(&c, "tournament", systems[i][0], "--no-sandbox", "--seed", "3", "--results",
			    in_folder("results"), NULL);
			for (int k = 1; k < 6; k++)
				add(&c, systems[i][k], NULL);
			if (json)
				add(&c, "--json", NULL);
			outcome = run(&c);
			table = tally(in_folder("results"), json ? "--json" : NULL);
			if (outcome.status || table.status)
				fail_msg("%s: %s%s", systems[i][0], outcome.err, table.err);
			words = json ? strstr(outcome.out, "{\"tournament\":") : outcome.err;
			assert_string_equal(words, table.out);
		}
}

/* What the tables in JSON say of a player, in their order.  */
static const json_t *row_of(const json_t *table, size_t rank)
{
	return json_array_get(json_object_get(table, "players"), rank - 1);
}

/* Five players, of which one is free in each of three rounds.  */
static json_t *table_by_rounds(const char *kind)
{
	struct command c = round_robin(in_folder("results"));
	struct outcome outcome, table;
	json_t *object;

	add(&c, NAMED("e"), "--kind", kind, "--json", NULL);
	outcome = run(&c);
	table = tally(in_folder("results"), "--json");
	assert_int_equal(outcome.status, 0);
	assert_non_null(strstr(outcome.out, table.out));
	object = json_loads(table.out, 0, NULL);
	return object;
}

TEST_IN_FOLDER(a_round_of_a_swiss_without_an_opponent_counts_as_won_games)
{
	json_t *table = table_by_rounds("swiss");
	double points = 0, before = 100;
	int rounds = 0;

	for (size_t rank = 1; rank <= 5; rank++) {
		const json_t *row = row_of(table, rank);
		double here = json_number_value(json_object_get(row, "points"));

		assert_true(here <= before); /* the points decide */
		assert_true(here == game_number(row, "won") + 0.5 * (double)game_number(row, "drawn") +
					    2 * (double)game_number(row, "free"));
		assert_within(game_number(row, "free"), 0, 1);
		points += before = here;
		rounds += game_number(row, "free");
	}
	assert_int_equal(rounds, 3);
	assert_true(points == 12 + 2 * 3);
	assert_int_equal(game_number(table, "planned"), 12);
	json_decref(table);
}

TEST_IN_FOLDER(in_a_knock_out_who_came_further_stands_before)
{
	json_t *table = table_by_rounds("knock-out");
	json_t *games[GAMES_ROOM] = {0};
	int others, last = 0;

	read_results(in_folder("results"), games, &others);
	games_expect(games, 8);
	assert_int_equal(game_number(table, "winner"), game_number(row_of(table, 1), "player"));
	for (int i = 1; i <= 8; i++)
		if (game_number(games[i], "round") == 3)
			last = player_of(games[i], 0) + player_of(games[i], 1);
	assert_int_equal(last,
			 game_number(row_of(table, 1), "player") + game_number(row_of(table, 2), "player"));
	games_free(games);
	json_decref(table);
}

/* Machine lines of the file count, and games of other shards, too.  */
TEST_IN_FOLDER(the_table_of_a_tournament_that_goes_on_is_that_of_tally)
{
	char path[80];

	snprintf(path, sizeof(path), "%s/shard", test_folder());
	for (int shard = 1; shard <= 2; shard++) {
		struct command c = round_robin(path);
		struct outcome outcome, table;

		add(&c, "--shard", shard == 1 ? "1/3" : "2/3", NULL);
		if (shard == 2)
			remove(path);
		expect_status(&c, 0);
		append(in_folder("other"), path);
		c = round_robin(in_folder("other"));
		add(&c, "--shard", "2/3", "--json", NULL);
		if (shard == 1)
			continue;
		outcome = run(&c);
		table = tally(in_folder("other"), "--json");
		assert_non_null(strstr(table.out, "\"games\":8,"));
		assert_non_null(strstr(table.out, "\"shard\":\"1/3\""));
		assert_string_equal(outcome.out, table.out);
	}
}

TEST_IN_FOLDER(a_tournament_writes_the_forms_of_its_tables_and_answers_a_test)
{
	static const char *const options[] = {"--csv", "--markdown", "--html"}, *const starts[] = {
											"rank,player,",
											"# gomocup",
											"<!DOCTYPE html>"};
	struct command c = round_robin(in_folder("results"));
	char paths[3][80], *line = NULL;
	size_t room = 0;

	for (int i = 0; i < 3; i++) {
		snprintf(paths[i], sizeof(paths[i]), "%s/form%d", test_folder(), i);
		add(&c, options[i], paths[i], NULL);
	}
	add(&c, "--html-games", "2", "--kind", "gauntlet", "--games", "2", "--sprt", "elo0=0,elo1=5", NULL);
	expect_words(&c, 5, "neither is accepted yet");
	for (int i = 0; i < 3; i++) {
		FILE *file = fopen(paths[i], "re");

		assert_non_null(file);
		assert_true(getline(&line, &room, file) > 0);
		assert_memory_equal(line, starts[i], strlen(starts[i]));
		fclose(file);
	}
	free(line);
	c = round_robin(in_folder("results"));
	add(&c, "--html-games", "2", NULL);
	expect_words(&c, 2, "--html-games is for a page: add --html FILE");
}

static struct command tested(const char *results, const char *one, const char *other)
{
	struct command c = {0};

	add(&c, "tournament", "gomocup", "--no-sandbox", "--seed", "5", "--results", results, "--games", "40",
	    "--sprt", "elo0=0,elo1=338", one, other, NULL);
	return c;
}

/* Each pair that player 1 wins brings log(better / 0.5), and the bound is log 19: 6 pairs for 338 Elo.  */
TEST_IN_FOLDER(a_tournament_ends_when_the_test_has_decided)
{
	static const char good[] = "sample:threat --nodes 100", bad[] = "sample:random";
	struct command c = tested(in_folder("results"), good, bad);
	struct outcome outcome;

	ends(run(&c), 0, NULL,
	     "the test has decided in game 12, and ends the tournament\n"
	     "| of 6 pairs: accepted elo1");
	outcome = run(&c); /* and nothing more is played */
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.out, "");
	c = tested(in_folder("other"), bad, good);
	add(&c, "--concurrency", "3", NULL);
	expect_words(&c, 4, "accepted elo0");
}

TEST_IN_FOLDER(a_test_of_more_than_two_players_is_refused)
{
	struct command c = tested(in_folder("results"), NAMED("one"), NAMED("other"));

	add(&c, NAMED("third"), NULL);
	expect_words(&c, 2, "it needs two players, or --kind gauntlet");
	c = tested(in_folder("results"), NAMED("one"), NAMED("other"));
	c.args[7] = "--concurrency"; /* in place of --games */
	expect_words(&c, 2, "--sprt needs --games N");
}

/* A file of a tournament may ask for them.  */
TEST_IN_FOLDER(a_shard_writes_no_tables)
{
	struct command c = round_robin(in_folder("results"));

	add(&c, "--shard", "1/2", "--html", in_folder("other"), "--html-games", "2", "--sprt",
	    "elo0=0,elo1=5", NULL);
	expect_words(&c, 0, "a shard writes no files of tables");
	assert_int_equal(access(in_folder("other"), F_OK), -1);
}

/* Each would draw a seed of its own, and no other shard's games would fit its own.  */
TEST_IN_FOLDER(a_shard_without_a_seed_is_refused)
{
	static const char *const args[] = {"tournament",    "gomocup", "--no-sandbox", "sample:random",
					   "sample:threat", "--shard", "1/2",          NULL};

	ends(ringside("tournament", args), 2, NULL,
	     "--shard 1/2: all shards need the same seed: give --seed N");
}

TEST_IN_FOLDER(players_of_one_name_are_refused)
{
	static const char *const args[] = {
		"tournament",    "gomocup", "--no-sandbox", "sample:random", "sample:threat",
		NAMED("random"), NULL};

	ends(ringside("tournament", args), 2, NULL, "players 1 and 3 are both named \"random\"");
}

/* Some do not know these words, and are withdrawn.  */
TEST_IN_FOLDER(players_of_one_program_are_named_by_what_differs)
{
	static const struct {
		const char *players[2], *names[2];
	} rows[] = {
		{{"sample:threat --nodes 1", "sample:threat --nodes 50"},
		 {"threat --nodes 1", "threat --nodes 50"}},
		{{"sample:threat", "sample:threat 50"}, {"threat", "threat 50"}},
		{{"sample:threat -a 1 -b", "sample:threat -a 2 -b"}, {"threat -a 1", "threat -a 2"}},
		{{"env X=1 sample:random", "sample:random"}, {"random X=1", "random"}},
		{{"env X=1 sample:random", "env X=2 sample:random"}, {"random X=1", "random X=2"}},
		{{NAMED("threat"), "sample:random 8"}, {"threat", "random"}},
	};
	for (size_t i = 0; i < LENGTH(rows); i++) {
		const char *args[] = {"tournament",
				      "gomocup",
				      "--no-sandbox",
				      "--size",
				      "7",
				      "--games",
				      "1",
				      "--on-failure",
				      "withdraw",
				      "--results",
				      in_folder("results"),
				      rows[i].players[0],
				      rows[i].players[1],
				      NULL};
		struct outcome outcome = ringside("tournament", args);
		json_t *line = json_load_file(in_folder("results"), JSON_DISABLE_EOF_CHECK, NULL);
		const json_t *players = json_object_get(json_object_get(line, "tournament"), "players");

		print_message("%s\n", outcome.err);
		for (size_t k = 0; k < 2; k++)
			assert_string_equal(game_word(json_array_get(players, k), "name"), rows[i].names[k]);
		json_decref(line);
		unlink(in_folder("results"));
	}
}

static struct command with_a_dead_player(void)
{
	struct command c = {0};

	add(&c, "tournament", "gomocup", "--no-sandbox", "--seed", "5", "--size", "7", "--results",
	    in_folder("results"), NAMED("a"), "env RINGSIDE_PLAYER=dead false", NAMED("c"), NULL);
	return c;
}

TEST_IN_FOLDER(a_player_that_fails_at_its_start_stops_the_tournament_at_once)
{
	struct command c = with_a_dead_player();
	struct outcome outcome = run(&c);

	assert_int_equal(outcome.status, 3);
	assert_string_equal(outcome.out, ""); /* it plays the first game, which does not count */
	assert_non_null(strstr(outcome.err, "game 1: dead failed at its start: "));
	assert_int_equal(access(in_folder("results"), F_OK), -1);
}

/* Its match file has a verdict.  */
TEST_IN_FOLDER(a_game_that_did_not_count_is_played_again)
{
	char folder[80];

	snprintf(folder, sizeof(folder), "%s/games/", test_folder());
	for (int i = 0; i < 2; i++) {
		struct command c = with_a_dead_player();

		add(&c, "--record", folder, NULL);
		ends(run(&c), 3, NULL, "game 1: dead failed at its start: ");
	}
}

TEST_IN_FOLDER(a_tournament_of_one_game_is_recorded_in_a_folder)
{
	char folder[80], game[120];
	struct command c = {0};
	struct outcome outcome;

	snprintf(folder, sizeof(folder), "%s/games/", test_folder());
	snprintf(game, sizeof(game), "%s000/game-000001.ringside", folder);
	add(&c, "tournament", "gomocup", "--no-sandbox", "--size", "7", "--games", "1", "--record", folder,
	    NAMED("a"), NAMED("b"), NULL);
	outcome = run(&c);
	assert_string_equal(strstr(outcome.err, "cannot") ? outcome.err : "", "");
	assert_int_equal(outcome.status, 0);
	assert_int_equal(access(game, F_OK), 0);
}

/* Copies the first lines of a file.  */
static void keep_lines(const char *from, const char *to, int lines)
{
	FILE *file = fopen(from, "re");
	FREED char *line = NULL;
	size_t room = 0;

	assert_non_null(file);
	for (int i = 0; i < lines; i++) {
		assert_true(getline(&line, &room, file) > 0);
		file_write(to, line, true);
	}
	fclose(file);
}

/* Nobody says in quantum chess that it is ready: how many moves the other plays until the end is seen depends
 * on the seat.  */
static struct command with_a_silent_player(bool begins, const char *on_failure)
{
	static const char dead[] = "env RINGSIDE_PLAYER=dead false";
	struct command c = {0};

	add(&c, "tournament", "qchess", "--no-sandbox", "--seed", "5", "--max-moves", "20", "--games", "4",
	    "--on-failure", on_failure, "--results", in_folder("results"), begins ? dead : NAMED("a"),
	    begins ? NAMED("a") : dead, NULL);
	return c;
}

TEST_IN_FOLDER(a_player_that_ends_before_it_says_anything_stops_the_tournament)
{
	char folder[80];

	for (int i = 0; i < 4; i++) {
		struct command c = with_a_silent_player(i & 1, "stop");

		snprintf(folder, sizeof(folder), "%s/games%d/", test_folder(), i & 1);
		add(&c, "--record", folder, NULL);
		expect_words(&c, 3, "game 1: dead failed at its start: ");
		assert_int_equal(access(in_folder("results"), F_OK), -1);
	}
}

TEST_IN_FOLDER(a_player_that_ends_before_it_says_anything_is_withdrawn)
{
	for (int begins = 0; begins < 2; begins++) {
		struct command c = with_a_silent_player(begins, "withdraw");
		json_t *games[GAMES_ROOM] = {0};
		int others;

		expect_words(&c, 0, "dead failed at its start, and is withdrawn");
		keep_lines(in_folder("results"), in_folder("other"),
			   3); /* it was killed after the first game */
		assert_int_equal(rename(in_folder("other"), in_folder("results")), 0);
		expect_words(&c, 0, "of 4 games finished already");
		read_results(in_folder("results"), games, &others);
		games_expect(games, 4);
		assert_string_equal(game_word(games[1], "reason"), "crash");
		for (int i = 2; i <= 4; i++)
			assert_non_null(strstr(game_word(games[i], "detail"), "dead was withdrawn"));
		games_free(games);
		unlink(in_folder("results"));
	}
}

/* It has said its first square.  */
TEST_IN_FOLDER(a_player_that_crashes_later_plays_on)
{
	struct command c = {0};
	FREED char *agent = bytes_text("'%s/qchess_agent' crash", env("AGENTS"));

	add(&c, "tournament", "qchess", "--no-sandbox", "--seed", "5", "--max-moves", "20", "--games", "2",
	    "--results", in_folder("results"), NAMED("a"), agent, NULL);
	expect_words(&c, 0, "");
}

/* Nobody is to blame, and nothing can be played: 200 games without a winner would help nobody.  */
TEST_IN_FOLDER(a_game_program_that_fails_at_its_start_stops_the_tournament)
{
	static const char *const args[] = {
		"tournament",     "lmc2",     "--no-sandbox", "--game-program", "false",
		"sample:learner", NAMED("a"), "--on-failure", "withdraw",       NULL};
	struct outcome outcome = ringside("tournament", args);

	assert_int_equal(outcome.status, 3);
	assert_string_equal(outcome.out, "");
	assert_non_null(strstr(outcome.err, "game 1: the game program failed at its start: "));
}

TEST_IN_FOLDER(a_player_that_is_withdrawn_from_a_swiss_is_free_without_points)
{
	struct command c = with_a_dead_player();

	add(&c, "--kind", "swiss", "--on-failure", "withdraw", NULL);
	expect_words(&c, 0, " counts as 2 won games (withdrawn: none).");
}

TEST_IN_FOLDER(a_player_that_is_withdrawn_loses_its_games_unplayed)
{
	struct command c = with_a_dead_player();
	json_t *games[GAMES_ROOM] = {0};
	int others, played = 0, lost = 0;
	char whole[80];

	snprintf(whole, sizeof(whole), "%s/whole", test_folder());
	add(&c, "--on-failure", "withdraw", NULL);
	expect_words(&c, 0, "dead failed at its start, and is withdrawn");
	read_results(in_folder("results"), games, &others);
	games_expect(games, 6);
	for (int i = 1; i <= 6; i++) {
		played += game_number(games[i], "moves") > 0;
		if (player_of(games[i], 0) != 2 && player_of(games[i], 1) != 2)
			continue;
		assert_string_equal(game_word(games[i], "reason"), "start");
		assert_int_equal(player_of(games[i], (size_t)game_number(games[i], "blame") - 1), 2);
		assert_int_not_equal(game_number(games[i], "winner"), game_number(games[i], "blame"));
		lost += strstr(game_word(games[i], "detail"), "was withdrawn") != NULL;
	}
	assert_int_equal(played, 2);
	assert_int_equal(lost, 3); /* the first one was tried */
	games_free(games);
	expect_words(&c, 0, "ringside: 6 of 6 games finished already");
	keep_lines(in_folder("results"), in_folder("other"),
		   5); /* it was killed before it had written the last ones */
	assert_int_equal(rename(in_folder("results"), whole), 0);
	assert_int_equal(rename(in_folder("other"), in_folder("results")), 0);
	expect_words(&c, 0, "of 6 games finished already");
	expect_same_results(whole, in_folder("results"), 6);
}

/* The scores of the others are below 0, which is what a game that nobody played would bring.  */
TEST_IN_FOLDER(a_player_that_is_withdrawn_has_no_scores)
{
	struct command c = {0};
	struct outcome outcome;
	json_t *table;

	add(&c, "tournament", "asimulator", "--no-sandbox", "--kind", "alone", "--on-failure", "withdraw",
	    "--results", in_folder("results"), "env RINGSIDE_PLAYER=dead false", "sample:wander", NULL);
	expect_status(&c, 0);
	outcome = tally(in_folder("results"), "--json");
	table = json_loads(outcome.out, 0, NULL);
	assert_string_equal(game_word(row_of(table, 1), "name"), "wander");
	assert_int_equal(game_number(json_object_get(row_of(table, 1), "score"), "games"), 2);
	assert_true(json_is_null(json_object_get(row_of(table, 2), "score")));
	json_decref(table);
}

/* A brain says on which move of its life it is: it counts on if its process stays.  */
TEST_IN_FOLDER(without_restart_a_pairing_keeps_its_processes)
{
	char script[200], player[2][300];
	const char *args[] = {
		"tournament", "gomocup", "--no-sandbox", "--restart", "no", "--results", in_folder("results"),
		"--games",    "4",       player[0],      player[1],   NULL};
	struct outcome outcome;
	json_t *games[GAMES_ROOM] = {0};
	FILE *file;
	int others, starts = 0;

	for (int i = 0; i < 2; i++) {
		snprintf(script, sizeof(script), "%s/starts", test_folder());
		snprintf(player[i], sizeof(player[i]),
			 "env RINGSIDE_PLAYER=p%d sh -c 'echo >>%s; exec \"%s/brain\" good %d'", i, script,
			 env("AGENTS"), i * 5);
	}
	outcome = ringside("tournament", args);
	if (outcome.status)
		fail_msg("%s%s", outcome.out, outcome.err);
	read_results(in_folder("results"), games, &others);
	games_expect(games, 4);
	for (int i = 1; i <= 4; i++) {
		assert_int_equal(player_of(games[i], 0), 1);
		assert_int_equal(game_number(games[i], "first"), 2 - i % 2);
		assert_int_equal(game_number(games[i], "winner"), 2 - i % 2); /* each wins that begins */
	}
	games_free(games);
	file = fopen(script, "re");
	while ((others = fgetc(file)) != EOF)
		starts += others == '\n';
	fclose(file);
	assert_int_equal(starts, 2);
}

/* The file of the tournament wins over the config, and the command line over both.  */
TEST_IN_FOLDER(a_file_names_the_players_and_the_settings)
{
	char file[80], config[80];
	const char *args[] = {"tournament",
			      "gomocup",
			      "--no-sandbox",
			      "--config",
			      config,
			      "--results",
			      in_folder("results"),
			      "--games",
			      "2",
			      file,
			      NULL};
	json_t *games[GAMES_ROOM] = {0}, *line, *setup, *players;
	struct outcome outcome;
	FILE *results;
	int others;

	snprintf(file, sizeof(file), "%s/cup.tournament", test_folder());
	snprintf(config, sizeof(config), "%s/config", test_folder());
	file_write(file,
		   "[tournament]\ngames = 6\nseed = 9\nsize = 7\nturn-time = 2s\nplayer = sample:random\n"
		   "[player b]\ncommand = sample:random\nturn-time = 3s\n"
		   "[player c]\ncommand = sample:random\n",
		   false);
	file_write(config, "[all]\nturn-time = 4s\nhang-time = 50s\n[player b]\ncommand = false\n", false);
	outcome = ringside("tournament", args);
	if (outcome.status)
		fail_msg("%s", outcome.err);
	read_results(in_folder("results"), games, &others);
	games_expect(games, 6);
	games_free(games);
	results = fopen(in_folder("results"), "re");
	line = json_loadf(results, JSON_DISABLE_EOF_CHECK, NULL);
	fclose(results);
	setup = json_object_get(json_object_get(line, "tournament"), "setup");
	players = json_object_get(json_object_get(line, "tournament"), "players");
	assert_string_equal(game_word(json_object_get(line, "tournament"), "seed"), "9");
	assert_string_equal(game_word(setup, "--size"), "7");
	assert_string_equal(game_word(setup, "turn-time"), "2 s");
	assert_string_equal(game_word(setup, "hang-time"), "50 s");
	assert_string_equal(game_word(json_array_get(players, 0), "name"), "random");
	assert_string_equal(game_word(json_array_get(players, 1), "command"),
			    "env RINGSIDE_PLAYER=b sample:random");
	assert_string_equal(game_word(json_object_get(json_array_get(players, 1), "settings"), "turn-time"),
			    "3s");
	json_decref(line);
}

/* The file may be a stranger's. The command line and the config are not.  */
TEST_IN_FOLDER(no_file_but_the_config_can_say_that_there_is_no_sandbox)
{
	static const char players[] = "player = " NAMED("a") "\nplayer = sample:random\n";
	char file[80], config[80], text[300];
	const char *args[] = {"tournament", "gomocup", "--config", config, file, "--json", NULL, NULL};
	struct outcome outcome;

	snprintf(file, sizeof(file), "%s/cup.tournament", test_folder());
	snprintf(config, sizeof(config), "%s/config", test_folder());
	snprintf(text, sizeof(text), "[tournament]\nsandbox = no\nsize = 7\n%s", players);
	file_write(file, text, false);
	file_write(config, "[all]\nno-sandbox = yes\n", false);
	ends(ringside("tournament", args), 2, NULL, "cup.tournament:2:11: sandbox: ");
	snprintf(text, sizeof(text), "[tournament]\nsize = 7\n%s", players);
	file_write(file, text, false);
	for (int i = 0; i < 2; i++) {
		outcome = ringside("tournament", args);
		assert_int_equal(outcome.status, 0);
		assert_non_null(strstr(outcome.out, "\"timing\":{"));
		assert_null(strstr(outcome.out, "\"sandbox\":true"));
		args[6] = "--no-sandbox"; /* the config does not win over the command line */
		file_write(config, "[all]\nsandbox = yes\n", false);
	}
}

TEST_IN_FOLDER(a_mistake_in_the_file_is_told_with_its_place)
{
	static const struct {
		const char *text, *words;
	} mistakes[] = {
		{"[tournament]\ngames = 0\n", ":2:9: games: expected a number of games from 1 to"},
		{"[tournament]\nfirst = 2\n", ":2:1: --first is no option of tournaments"},
		{"[tournament]\nhelp = yes\n", ":2:1: --help is no option of tournaments"},
		{"[tournament]\ngame = 2\n", ":2:1: there is no option \"game\": did you mean games?"},
		{"[players]\na = b\n", ":1:1: expected [tournament] or [player NAME]"},
		{"[player a]\nturn-time = 1s\n", ":1:1: [player a] has no command"},
		{"", "an argument is missing"},
	};
	char file[80];
	struct command c = {{"tournament", "gomocup", file, NULL}, 3};

	snprintf(file, sizeof(file), "%s/cup.tournament", test_folder());
	for (size_t i = 0; i < LENGTH(mistakes); i++) {
		file_write(file, mistakes[i].text, false);
		expect_words(&c, 2, mistakes[i].words);
	}
	add(&c, "sample:random", NULL);
	file_write(file, "[tournament]\nplayer = sample:random\nplayer = sample:threat\n", false);
	expect_words(&c, 2, "\"sample:random\" is one word too many");
}

TEST_MAIN(NULL, NULL)
