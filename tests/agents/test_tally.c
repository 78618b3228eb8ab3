/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_tally.c - `ringside tally`: files of results, as machines and strangers write them, give one table. */
#include "../temp.h"
#include "../test.h"
#include "games.h"
#include "program.h"

#include <ctype.h>
#include <unistd.h>

#include <jansson.h>

enum { EVERY = -1 };

/* A tournament and what is written of it.  */
struct made {
	int players, games; /* of each pairing */
	int shard, shards;  /* EVERY: all games */
	const char *name;   /* of player 1; NULL: player1 */
	const char *system; /* NULL: gomocup */
	const char *seed;   /* JSON; NULL: "7" */
	double seconds;     /* of each game */
	const char *cpu;    /* NULL: one */
	const char *cores;  /* NULL: 4 */
	double clock_ns;
	bool backwards;
	int wins; /* the winner of each game is seat 1, in the others it is mixed */
};

static struct made usual(int players, int games)
{
	return (struct made){.players = players, .games = games, .shard = EVERY, .shards = 1, .clock_ns = 40};
}

static void add_first(struct bytes *to, const struct made *made)
{
	bytes_addf(to,
		   "{\"tournament\":{\"format\":1,\"system\":\"%s\",\"kind\":\"round-robin\",\"games\":%d,"
		   "\"players\":[",
		   made->system ? made->system : "gomocup", made->games);
	for (int i = 1; i <= made->players; i++) {
		bytes_addf(to, "%s{\"name\":\"", i > 1 ? "," : "");
		if (i == 1 && made->name)
			bytes_add_text(to, made->name);
		else
			bytes_addf(to, "player%d", i);
		bytes_addf(to, "\",\"command\":\"./p%d\",\"settings\":{}}", i);
	}
	bytes_addf(to, "],\"seed\":%s", made->seed ? made->seed : "\"7\"");
	bytes_add_text(to, ",\"restart\":true,\"setup\":{\"--size\":\"15\"}}}\n");
	bytes_addf(to,
		   "{\"machine\":{\"shard\":\"%d/"
		   "%d\",\"cores\":%s,\"cpu\":\"%s\",\"clock_ns\":%g,\"ringside\":\"0.1.0\"}}\n",
		   made->shard == EVERY ? 1 : made->shard + 1, made->shards, made->cores ? made->cores : "4",
		   made->cpu ? made->cpu : "one", made->clock_ns);
}

static void add_game(struct bytes *to, const struct made *made, int game, int a, int b, int winner)
{
	int loser = 3 - winner;
	bool crash = winner && game % 7 == 0;

	bytes_addf(to,
		   "{\"game\":%d,\"system\":\"gomocup\",\"winner\":%d,\"reason\":\"%s\",\"detail\":\"\","
		   "\"blame\":",
		   game, winner,
		   crash    ? "crash"
		   : winner ? "five"
			    : "adjudicated");
	bytes_addf(to, crash ? "%d" : "null", loser);
	bytes_addf(to,
		   ",\"moves\":3,\"score\":[%g,%g],\"faults\":[%d,%d],\"first\":1,\"seed\":7,\"players\":[%d,"
		   "%d],"
		   "\"pairing\":1,\"pair\":%d,\"round\":1,\"opening\":\"%d,7\",\"played\":[\"3,3\",\"4,4\","
		   "\"3,5\"],"
		   "\"timing\":{\"seconds\":%g,\"think_total\":[0.5,1],\"think_mean\":[0.05,0.1],\"think_"
		   "longest\":[0.1,0.2],\"cpu\":["
		   "0.25,null],"
		   "\"peak_memory\":[1048576,2097152],\"held_turns\":[0,0]}}\n",
		   winner == 1 ? 1
		   : winner    ? 0
			       : 0.5,
		   winner == 2 ? 1
		   : winner    ? 0
			       : 0.5,
		   crash && loser == 1, crash && loser == 2, a, b, (game + 1) / 2, game % 3, made->seconds);
}

/* Writes a file of results; the caller removes it.  */
static char *write_results(const struct made *made)
{
	FREED_BY(bytes_free) struct bytes text = {0};
	FREED_BY(bytes_free) struct bytes games = {0};
	int game = 0, descriptor;
	char *path;

	add_first(&text, made);
	for (int i = 1; i <= made->players; i++)
		for (int j = i + 1; j <= made->players; j++)
			for (int k = 0; k < made->games; k++) {
				struct bytes line = {0};

				game++;
				if (made->shard != EVERY && (game - 1) / 2 % made->shards != made->shard)
					continue;
				add_game(&line, made, game, k % 2 ? j : i, k % 2 ? i : j,
					 made->wins ? made->wins : (game * 5 + i + j) % 3);
				if (made->backwards)
					bytes_add(&line, games.at, games.size);
				else
					bytes_add(&games, line.at, line.size);
				bytes_free(made->backwards ? &games : &line);
				if (made->backwards)
					games = line;
			}
	bytes_add_text(&text, games.at ? games.at : "");
	descriptor = temp_file("results.jsonl", &path);
	assert_true(write(descriptor, text.at, text.size) == (ssize_t)text.size);
	close(descriptor);
	return path;
}

static char *write_text(const char *text)
{
	char *path;
	int descriptor = temp_file("results.jsonl", &path);

	assert_true(write(descriptor, text, strlen(text)) == (ssize_t)strlen(text));
	close(descriptor);
	return path;
}

static void append(const char *path, const char *text)
{
	FILE *file = fopen(path, "a");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static struct outcome tally(const char *const *words)
{
	const char *args[ARGS_MAX] = {"tally"};

	for (int i = 0; words[i]; i++)
		args[i + 1] = words[i];
	return ringside("tally", args);
}

#define TALLY(...) tally(ARGS(__VA_ARGS__))

static void expect_in(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("expected \"%s\" in:\n%s", words, text);
}

/* ---- tables ---- */

TEST(a_round_robin_has_all_tables_in_80_columns)
{
	struct made made = usual(40, 2);
	TEMP char *path = write_results(&made);
	struct outcome outcome = TALLY(path);

	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.err, "");
	expect_in(outcome.out, "gomocup, round-robin: 40 players, 1560 games\n");
	expect_in(outcome.out, "\nStanding\n #  player ");
	expect_in(outcome.out, "\nCross table\n");
	expect_in(outcome.out, "\nWho beats whom\n");
	expect_in(outcome.out, "and 735 more: --json");
	expect_in(outcome.out, "\nBlack and white\n");
	expect_in(outcome.out, " 520 games were adjudicated.");
	expect_in(outcome.out, "\nOpenings\n");
	expect_in(outcome.out, "\nFaults\n");
	expect_in(outcome.out, "\nTime and memory\n");
	for (const char *line = outcome.out; *line; line += strcspn(line, "\n") + 1)
		if (strcspn(line, "\n") > 80 && strncmp(line, "…", strlen("…")) != 0)
			fail_msg("%.*s", (int)strcspn(line, "\n"), line);
}

TEST(a_cross_table_that_is_too_wide_is_left_to_other_forms)
{
	struct made made = usual(90, 2);
	TEMP char *path = write_results(&made);
	struct outcome outcome = TALLY(path);

	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, "\nCross table\n… 92 columns: --csv, --markdown and --html have them\n");
}

#define OF_SERIES(game, winner, first)                                                                       \
	"{\"game\":" game ",\"system\":\"gomocup\",\"winner\":" winner ",\"reason\":\"five\",\"moves\":4,"   \
	"\"names\":[\"Ann\",\"Ann\"],\"think_total\":[1.5,0.5],\"first\":" first ",\"seed\":7}\n"

/* Names come with the first game, and two games are a pair.  */
TEST(a_series_has_the_tables_of_a_tournament)
{
	char *path =
		write_text("{\"series\":{\"system\":\"gomocup\",\"player 1\":\"./a\",\"player 2\":\"./b\","
			   "\"seed\":\"7\"}}\n" OF_SERIES("1", "1", "1") OF_SERIES("2", "1", "2")
				   OF_SERIES("3", "2", "1") OF_SERIES("4", "1", "2"));
	struct outcome outcome = TALLY(path);

	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, "gomocup, series: 2 players, 4 games\n");
	expect_in(outcome.out, "1  Ann ");
	expect_in(outcome.out, "2  Ann (2) ");
	expect_in(outcome.out, " 75.0    3      0     1\n");
	expect_in(outcome.out, "Ann (2)    0.500 ");
	assert_int_equal(TALLY(path, "--sprt", "elo0=0,elo1=20").status, 5);
	expect_in(TALLY(path, "--json").out, "\"pairs\":[0,0,1,0,1]");
	temp_remove(path);
}

/* They have a standing, and each two that have met are in the object.  */
TEST(of_many_players_there_are_no_ratings)
{
	struct made made = usual(501, 2);
	char *path, *text;
	TEMP char *csv = temp_path("t.csv");
	struct outcome outcome;
	json_t *object;

	made.shard = 0;
	made.shards = 500;
	path = write_results(&made);
	outcome = TALLY("--csv", csv, path);
	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, "\n  1  player");
	expect_in(outcome.out, "\nMore than 500 players get no ratings: the share of points decides.\n");
	assert_null(strstr(outcome.out, "Cross table"));
	assert_null(strstr(outcome.out, "Who beats whom"));
	expect_in(outcome.out, "\nBlack and white\n");
	text = file_read(csv);
	assert_null(strstr(text, "against"));
	free(text);
	outcome = TALLY("--json", path);
	object = json_loads(outcome.out, 0, NULL);
	assert_int_equal(json_array_size(json_object_get(object, "pairings")), 251);
	json_decref(object);
	temp_remove(path);
}

/* What does not depend on measurements; the caller frees.  */
static char *without_timing(const char *json)
{
	json_t *object = json_loads(json, 0, NULL);
	char *text;

	assert_non_null(object);
	assert_int_equal(json_object_del(object, "timing"), 0);
	text = json_dumps(object, JSON_SORT_KEYS);
	json_decref(object);
	return text;
}

TEST(shards_give_the_table_of_one_run_in_any_order)
{
	struct made made = usual(5, 4), shard = made;
	TEMP char *whole = write_results(&made);
	char *path[3], *one, *many;
	struct outcome outcome = TALLY("--json", whole);

	one = without_timing(outcome.out);
	shard.shards = 3;
	for (int i = 0; i < 3; i++) {
		shard.shard = i;
		shard.seconds = i + 1;
		shard.backwards = i == 1;
		path[i] = write_results(&shard);
	}
	outcome = TALLY("--json", path[2], path[0], path[1]);
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.err, "");
	many = without_timing(outcome.out);
	assert_string_equal(one, many);
	outcome = TALLY(path[0], path[2]);
	expect_in(outcome.out, "5 players, 26 of 40 games, 2 machines");
	for (int i = 0; i < 3; i++)
		temp_remove(path[i]);
	free(one);
	free(many);
}

TEST(the_object_has_points_pairs_and_faults)
{
	struct made made = usual(2, 4);
	char *path;
	struct outcome outcome;
	json_t *object, *pairing, *player;

	made.wins = 1; /* so each pair is a win and a loss */
	path = write_results(&made);
	outcome = TALLY("--json", path);
	object = json_loads(outcome.out, 0, NULL);
	assert_non_null(object);
	assert_int_equal(json_integer_value(json_object_get(object, "games")), 4);
	assert_int_equal(json_integer_value(json_object_get(object, "planned")), 4);
	assert_int_equal(json_integer_value(json_object_get(object, "began_won")), 4);
	assert_int_equal(json_integer_value(json_object_get(object, "adjudicated")), 0);
	pairing = json_array_get(json_object_get(object, "pairings"), 0);
	assert_int_equal(json_integer_value(json_object_get(pairing, "won")), 2);
	assert_int_equal(json_integer_value(json_array_get(json_object_get(pairing, "pairs"), 2)), 2);
	player = json_array_get(json_object_get(object, "players"), 0);
	assert_true(json_real_value(json_object_get(player, "points")) == 2);
	assert_true(json_is_null(json_object_get(player, "score")));
	player = json_array_get(json_object_get(json_object_get(object, "timing"), "players"), 0);
	assert_true(json_real_value(json_object_get(player, "think")) == 0.75);
	assert_true(json_real_value(json_object_get(player, "think_move")) == 0.075);
	assert_true(json_real_value(json_object_get(player, "peak_memory")) == 2097152);
	json_decref(object);
	temp_remove(path);
}

TEST(games_with_scores_have_their_mean_with_error_bars)
{
	TEMP char *path = write_text(
		"{\"tournament\":{\"format\":1,\"system\":\"lmc\",\"kind\":\"alone\",\"games\":3,"
		"\"players\":[{\"name\":\"learner\"}]}}\n"
		"{\"game\":1,\"round\":1,\"players\":[1,null],\"winner\":null,\"score\":[3,null]}\n"
		"{\"game\":2,\"round\":2,\"players\":[1,null],\"winner\":null,\"score\":[5,null]}\n"
		"{\"game\":3,\"round\":3,\"players\":[1,null],\"winner\":null,\"score\":[4,null]}\n");
	struct outcome outcome = TALLY(path);

	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, "lmc, alone: 1 player, 3 games\n\nScores\n");
	/* 4.303 / sqrt(3) */
	expect_in(outcome.out, "learner      3  12.00  4.000     2.484      1.000\n");
	expect_in(outcome.out, "\nLearning\nplayer       1      2      3\nlearner  3.000  5.000  4.000\n");
}

/* ---- many files ---- */

TEST(games_that_come_again_are_told_and_count_once)
{
	struct made made = usual(2, 4);
	TEMP char *path = write_results(&made);
	char *again;
	struct outcome outcome;

	made.seconds = 5; /* measured, so it is the same game */
	again = write_results(&made);
	outcome = TALLY(path, again);
	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, "2 players, 4 games");
	assert_string_equal(outcome.err, "ringside: 4 games came more than once and count once\n");
	temp_remove(again);
	made.wins = 2;
	again = write_results(&made);
	outcome = TALLY(path, again);
	assert_int_equal(outcome.status, 0);
	expect_in(outcome.err,
		  "results.jsonl:4: game 2 has come before with another result: the first one counts\n");
	assert_null(
		strstr(strstr(outcome.err, "has come before") + 1, "has come before")); /* one note for all */
	temp_remove(again);
}

static void expect_difference(const struct made *made, const struct made *other, const char *words)
{
	TEMP char *path = write_results(made);
	TEMP char *differs = write_results(other);
	struct outcome outcome = TALLY(path, differs);

	assert_int_equal(outcome.status, 1);
	assert_string_equal(outcome.out, "");
	expect_in(outcome.err, ":1: is of another tournament than ");
	expect_in(outcome.err, words);
}

TEST(files_of_other_tournaments_are_refused_with_the_difference)
{
	struct made made = usual(3, 2), other = made;

	other.games = 4;
	expect_difference(&made, &other, ": games is 2 there and 4 here\n");
	other = made;
	other.name = "rapfi";
	expect_difference(&made, &other, ": players, 1, name is \"player1\" there and \"rapfi\" here\n");
	other = made;
	other.players = 2;
	expect_difference(&made, &other, ": players, 3 is {");
	other = made;
	other.seed = "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":1}}}}}";
	made.seed = "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":2}}}}}";
	expect_difference(&made, &other,
			  ": seed, a, b, c is {\"d\":{\"e\":2}} there and {\"d\":{\"e\":1}} here\n");
}

TEST(a_last_line_that_is_not_whole_is_left_out_and_told)
{
	struct made made = usual(2, 4);
	TEMP char *path = write_results(&made);
	struct outcome outcome;

	append(path, "{\"game\":5,\"players\":[1,2],\"win");
	outcome = TALLY(path);
	assert_int_equal(outcome.status, 0);
	expect_in(outcome.err, "results.jsonl:7: the last line is not whole and is left out\n");
	expect_in(outcome.out, "2 players, 4 games");
}

TEST(machines_that_differ_are_told)
{
	struct made made = usual(2, 4);
	char *path, *other;
	struct outcome outcome;

	made.shards = 2;
	made.shard = 0;
	path = write_results(&made);
	made.shard = 1;
	made.clock_ns = 400; /* it is short, and so does no harm */
	other = write_results(&made);
	outcome = TALLY(path, other);
	assert_string_equal(outcome.err, "");
	expect_in(outcome.out, "\nMachines\n");
	temp_remove(other);
	made.clock_ns = 0.5; /* as where a look is counted in cycles */
	other = write_results(&made);
	outcome = TALLY(path, other);
	assert_int_equal(outcome.status, 0);
	temp_remove(other);
	made.clock_ns = 4000000;
	other = write_results(&made);
	outcome = TALLY(path, other);
	expect_in(outcome.err, "a look at the clock took 40 ns in shard 1/2 and 4000000 ns in shard 2/2");
	temp_remove(other);
	made.clock_ns = 40;
	made.cores = "null"; /* it does not say */
	other = write_results(&made);
	outcome = TALLY(path, other);
	assert_string_equal(outcome.err, "");
	temp_remove(other);
	made.cores = NULL;
	made.cpu = "another";
	other = write_results(&made);
	outcome = TALLY(path, other);
	expect_in(outcome.err,
		  "shard 1/2 had 4 cores (one) and shard 2/2 4 (another): limits in milliseconds");
	temp_remove(other);
	temp_remove(path);
}

/* A process that was killed goes on as the same machine, unless a member of its line says otherwise.  */
TEST(a_machine_that_comes_again_is_one_row)
{
	static const char *const cores[] = {"4", "8"};

	for (int i = 0; i < 2; i++) {
		struct made made = usual(2, 4);
		TEMP char *path = write_results(&made);
		char *again;
		struct outcome outcome;

		made.cores = cores[i];
		made.clock_ns = 50;
		again = write_results(&made);
		outcome = TALLY("--json", path, again);
		assert_int_equal(outcome.status, 0);
		assert_int_equal(strstr(outcome.out, "\"clock_ns\":40") != NULL, i == 1);
		expect_in(outcome.out, "\"clock_ns\":50");
		temp_remove(again);
	}
}

/* ---- strangers ---- */

#define FIRST(players)                                                                                       \
	"{\"tournament\":{\"format\":1,\"system\":\"x\",\"kind\":\"y\",\"players\":[" players "]}}\n"
#define TWO FIRST("{\"name\":\"a\"},{\"name\":\"b\"}")

TEST(files_of_strangers_are_refused_with_their_line)
{
	static const char *const rows[][2] = {
		{"", ": is not a file of results: it has no whole line"},
		{"hello", ": is not a file of results: it has no whole line"},
		{"hello\n", ":1: is not a file of results: expected a first line"},
		{"{\"series\":{}}\n", ":1: expected the texts \"system\" and \"kind\""},
		{"{\"series\":{\"system\":\"x\"}}\n", ":1: expected \"players\""},
		{"{\"series\":{\"system\":\"x\",\"player 1\":\"a\"}}\n{\"game\":1}\n",
		 ":2: game 1: expected a \"winner\""},
		{"{\"tournament\":7}\n", ":1: is not a file of results"},
		{"{\"tournament\":{}}\n", ":1: expected \"format\": 1"},
		{"{\"tournament\":{\"format\":2}}\n", ":1: a newer ringside has written it (format 2)"},
		{"{\"tournament\":{\"format\":1}}\n", ":1: expected the texts \"system\" and \"kind\""},
		{FIRST(""), ":1: expected \"players\""},
		{FIRST("{}"), ":1: player 1: expected a \"name\""},
		{FIRST("7"), ":1: player 1: expected a \"name\""},
		{TWO "x\n", ":2: expected an object"},
		{TWO "\n", ":2: expected an object"},
		{TWO "{\"game\":NaN}\n", ":2:9: \"game\": expected a value"},
		{TWO "{\"game\":1,\"players\":[1,3]}\n",
		 ":2: game 1: \"players\" names player 3, and the first line has 2"},
		{TWO "{\"game\":99999999999999999999}\n", ":2:9: \"game\": expected a number in its range"},
		{TWO "{\"machine\":{\"cores\":-1}}\n", ":2: expected what a machine is"},
		{TWO "{\"machine\":[[[\n", ":2: "},
		{TWO "{\"tournament\":{\"format\":1}}\n", ":2: is of another tournament"},
		{TWO "{\"game\":1,\"players\":[1,2],\"pair\":1}\n{\"game\":2,\"players\":[1,2],\"pair\":1}\n"
		     "{\"game\":3,\"players\":[1,2],\"pair\":1}\n",
		 ":4: game 3: pair 1 has two games already"},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		TEMP char *path = write_text(rows[i][0]);
		struct outcome outcome = TALLY(path);

		if (outcome.status != 1 || !strstr(outcome.err, rows[i][1]))
			fail_msg("%s gives %d and: %s", rows[i][0], outcome.status, outcome.err);
		assert_string_equal(outcome.out, "");
	}
}

TEST(a_file_that_is_not_there_is_told)
{
	struct outcome outcome = TALLY("/nowhere.jsonl");

	assert_int_equal(outcome.status, 1);
	expect_in(outcome.err, "ringside: /nowhere.jsonl: cannot be read: No such file");
}

/* ---- forms ---- */

TEST(names_are_escaped_for_each_form)
{
	struct made made = usual(2, 2);
	char *path, *csv = temp_path("t.csv"), *markdown = temp_path("t.md"), *text;
	struct outcome outcome;

	made.name = "=1+\\\"|<b>*\\u001b[31m\\u202e";
	path = write_results(&made);
	outcome = TALLY("--csv", csv, "--markdown", markdown, path);
	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, "=1+\"|<b>*\\x1b[31m\\u{202…");
	text = file_read(csv);
	expect_in(text, ",\"'=1+\"\"|<b>*\\x1b[31m\\u{202e}\",");
	expect_in(text, "rank,player,elo,");
	free(text);
	text = file_read(markdown);
	expect_in(text, "| =1+\"\\|&lt;b&gt;\\*\\\\x1b\\[31m\\\\u{202e} |");
	expect_in(text, "\n| ---: | --- | ---: |");
	free(text);
	temp_remove(markdown);
	temp_remove(csv);
	temp_remove(path);
}

TEST(no_name_is_a_formula_in_a_spreadsheet)
{
	static const char *const names[] = {"=1",      "+1",      "-1",      "@1",       "\uff1d1",
					    "\uff0b1", "\uff0d1", "\uff201", "\u00a0=1", " \u3000=1"};

	for (size_t i = 0; i < LENGTH(names); i++) {
		struct made made = usual(2, 2);
		char *path, *text, expected[40];
		TEMP char *csv = temp_path("t.csv");

		made.name = names[i];
		path = write_results(&made);
		ends(TALLY("--csv", csv, path), 0, NULL, NULL);
		text = file_read(csv);
		snprintf(expected, sizeof(expected), ",\"'%s", names[i]);
		expect_in(text, expected);
		free(text);
		temp_remove(path);
	}
}

/* How often the words are in the text.  */
static int count_of(const char *text, const char *words)
{
	int count = 0;

	while ((text = strstr(text, words))) {
		count++;
		text += strlen(words);
	}
	return count;
}

TEST(a_page_has_tables_and_pictures_and_no_script)
{
	struct made made = usual(3, 4);
	char *path, *text;
	TEMP char *page = temp_path("t.html");
	struct outcome outcome;

	made.name = "<script>'&\\\"";
	path = write_results(&made);
	outcome = TALLY("--html", page, "--html-games", "2", path);
	assert_int_equal(outcome.status, 0);
	assert_string_equal(outcome.err, "");
	text = file_read(page);
	assert_null(strstr(text, "<script"));
	expect_in(text, "<td>&lt;script&gt;&#39;&amp;&quot;</td>");
	expect_in(text, "alt=\"game 1: &lt;script&gt;&#39;&amp;&quot; – player2");
	expect_in(text, "<h2>Cross table</h2>");
	expect_in(text, "default-src 'none'");
	assert_int_equal(count_of(text, "<img loading=\"lazy\""), 12);
	assert_int_equal(count_of(text, "@keyframes"), 2 * 3); /* a replay of three moves */
	assert_int_equal(count_of(text, "src='data:image/svg+xml,<svg "), 12);
	assert_int_equal(count_of(text, "prefers-color-scheme:light"), 12);
	free(text);
	temp_remove(path);
}

TEST(moves_of_strangers_are_no_danger_for_a_page)
{
	static const char *const played[] = {"[\"99,99\",\"'><b>\",\"\\u001b[31m\"]", "[1,2]",
					     "[\"7,7\",null]", "[]", "[\"7,7\",\"7,7\",\"7,7\"]"};
	static const char *const sizes[] = {"15", "0", "x", "100000"};
	TEMP char *page = temp_path("t.html");

	for (size_t i = 0; i < LENGTH(sizes); i++) {
		struct bytes lines FREED_BY(bytes_free) = {0};
		struct outcome outcome;
		char *path, *text;

		bytes_addf(&lines,
			   "{\"tournament\":{\"format\":1,\"system\":\"gomocup\",\"kind\":\"y\",\"players\":["
			   "{\"name\":\"a\"},"
			   "{\"name\":\"b\"}],\"setup\":{\"--size\":\"%s\",\"--opening\":\"9,9\",\"--none\":"
			   "\"1\"}}}\n",
			   sizes[i]);
		for (int k = 0; k < 5; k++)
			bytes_addf(&lines,
				   "{\"game\":%d,\"players\":[1,2],\"winner\":1,\"seed\":-3,\"opening\":\"'"
				   "x\",\"played\":%s}\n",
				   k + 1, played[k]);
		path = write_text(lines.at);
		outcome = TALLY("--html", page, "--html-games", "9", path);
		assert_int_equal(outcome.status, 0);
		text = file_read(page);
		assert_null(strstr(text, "<b>"));
		assert_null(strchr(text, '\033'));
		expect_in(text, "<p>2 games have no picture: their lines do not have the moves, or an "
				"opening that can be played.</p>");
		free(text);
		temp_remove(path);
	}
}

TEST(long_names_are_cut_before_a_table_is)
{
	struct made made = usual(2, 10);
	char *path;
	struct outcome outcome;

	made.name = "a name that is too long for a table, and says more";
	path = write_results(&made);
	outcome = TALLY(path);
	/* 24 columns of the name fit in one table, 22 in the other.  */
	expect_in(outcome.out, "\nplayer2  a name that is too long…  ");
	expect_in(outcome.out, "\na name that is too lo…  ");
	temp_remove(path);
}

TEST(a_file_that_cannot_be_written_is_told)
{
	struct made made = usual(2, 2);
	TEMP char *path = write_results(&made);
	struct outcome outcome = TALLY("--csv", "/nowhere/t.csv", path);

	assert_int_equal(outcome.status, 1);
	expect_in(outcome.err, "--csv /nowhere/t.csv: cannot be written: No such file");
}

TEST(the_sequential_test_sets_the_exit_status)
{
	struct made made = usual(2, 40);
	TEMP char *path = write_results(&made);
	struct outcome outcome = TALLY("--sprt", "elo0=0,elo1=20", path);

	assert_int_equal(outcome.status, 5);
	expect_in(outcome.out, "player1 against player2: LLR ");
	expect_in(outcome.out, " of 20 pairs: neither is accepted yet\n");
	outcome = TALLY("--sprt", "elo0=-900,elo1=-800", path);
	assert_int_equal(outcome.status, 0);
	expect_in(outcome.out, ": accepted elo1\n");
	outcome = TALLY("--json", "--sprt", "elo0=800,elo1=900", path);
	assert_int_equal(outcome.status, 4);
	expect_in(outcome.out, "\"accepted\":\"elo0\"");
	ends(TALLY("--sprt", "elo0=5", path), 2, NULL, NULL);
	outcome = TALLY("--html-games", "5", path);
	assert_int_equal(outcome.status, 2);
	expect_in(outcome.err, "--html-games is for a page: add --html FILE");
}

/* ---- whole tables ---- */

/* Adds the lines without pictures, and each fraction to its sixth digit: the rest may depend on the compiler.
 */
static void add_lines(struct bytes *to, const char *form, const char *line)
{
	bytes_addf(to, "== %s\n", form);
	for (const char *end; *line; line = end) {
		int digits = -1;

		end = line + strcspn(line, "\n") + 1;
		if (strncmp(line, "<figure>", 8) == 0) {
			bytes_addf(to, "a picture of %d bytes\n", (int)(end - line));
			continue;
		}
		for (; line < end; line++) {
			digits = *line == '.' ? 0 : digits >= 0 && isdigit(*line) ? digits + 1 : -1;
			if (digits <= 6)
				bytes_add(to, line, 1);
		}
	}
}

/* All forms of the tables of these results. The caller frees.  */
static char *all_forms(const char *results)
{
	static const char *const forms[] = {"csv", "markdown", "html"};
	char *path[] = {temp_path("csv"), temp_path("markdown"), temp_path("html")};
	const char *const texts[] = {"--csv", path[0],        "--markdown", path[1], "--html",
				     path[2], "--html-games", "2",          results, NULL};
	const char *const *const calls[] = {texts, (const char *[]){"--json", results, NULL}};
	struct bytes all = {0};

	for (int i = 0; i < 2; i++) {
		struct outcome told = tally(calls[i]);

		assert_int_equal(told.status, 0);
		add_lines(&all, i ? "json" : "text", told.out);
	}
	for (int i = 0; i < 3; i++) {
		FREED char *text = file_read(path[i]);
		const char *section = strstr(text, "<section>");

		add_lines(&all, forms[i], section ? section : text);
		temp_remove(path[i]);
	}
	return all.at;
}

/* The README of tests/agents says how the expected texts are written anew.  */
TEST(each_table_looks_in_each_form_as_it_should)
{
	static const char *const names[] = {"gomocup", "lmc", "knock-out", "final", "alone"};

	for (size_t i = 0; i < LENGTH(names); i++) {
		const char *folder = getenv("TABLES");
		FREED char *results = bytes_text("%s/%s.jsonl", folder, names[i]),
			   *path = bytes_text("%s/%s.expected", folder, names[i]), *got = all_forms(results),
			   *expected = file_read(path);
		size_t at = 0;

		if (getenv("TABLES_PRINTED"))
			fputs(got, stderr);
		while (got[at] && got[at] == expected[at])
			at++;
		if (!got[at] && !expected[at])
			continue;
		while (at > 0 && expected[at - 1] != '\n')
			at--;
		fail_msg("%s: expected \"%.*s\", got \"%.*s\"", path, (int)strcspn(expected + at, "\n"),
			 expected + at, (int)strcspn(got + at, "\n"), got + at);
	}
}

TEST_MAIN(NULL, NULL)
