/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_setup.c - the setup of a match of lmc: games in files, options, and mistakes that are refused
 * before anything starts (lmc, Games; Faults: the last row).  */
#include "../test.h"
#include "games.h"
#include "recorded.h"

static const char good_file[] = "; a game of one's own\n[game]\nname = my game\nsymbols = a b\n[payoff]\n"
				"a a = 0.5 0.25\na b = -1 1\nb a = 1\nb b = 0\n";

/* Writes the file to a new folder; returns its path.  */
static const char *write_game(char folder[40], char path[60], const char *text)
{
	strcpy(folder, "/tmp/ringside-test-XXXXXX");
	folder_make(folder);
	snprintf(path, 60, "%s/my.ini", folder);
	file_write(path, text, false);
	return path;
}

TEST(a_game_from_a_file_is_played_by_its_table)
{
	char folder[40], path[60], one[400], two[400];
	static const double second = 2 * 0.25 + 2 * 1;
	const char *args[] = {"--game",
			      write_game(folder, path, good_file),
			      "--turns",
			      "4",
			      player(one, "good", "a"),
			      player(two, "good", "a b"),
			      NULL};
	struct recorded match FREED_BY(recorded_free) = recorded_play("my-game", "lmc", args);
	FREED char *symbols = recorded_messages(&match, 2, "to", "command");

	recorded_expect(&match, 2, "score", NONE, "-1 : 2.5 in 4 rounds");
	recorded_expect_sums(&match, 2 * 0.5 - 2, &second);
	assert_non_null(strstr(symbols, "@command new|@command symbol a|@command symbol b|@command play"));
	folder_remove(folder);
}

/* If both choose by chance, seat 1 gains a quarter of a point a round, with a variance of 3/16.  */
TEST(a_zero_sum_file_has_a_statistical_draw)
{
	static const struct {
		const char *one, *says;
		int winner;
	} cases[] = {
		{"b", "0 : 0 in 16 rounds, by more than 3.4 points from the 4 : -4 that chance gives", 2},
		{"a b b b", "a statistical draw: 2 : -2 in 16 rounds, within 3.4 points from the 4 : -4", 0},
		{"a a a b", "a statistical draw: 6 : -6 in 16 rounds, within 3.4 points from the 4 : -4", 0},
		{"a", "8 : -8 in 16 rounds, by more than 3.4 points from the 4 : -4 that chance gives", 1},
	};
	char folder[40], path[60], one[400], two[400];
	const char *text = "[game]\nname = unfair\nsymbols = a b\n[payoff]\na a = 1\na b = 0\nb a = 0\n"
			   "b b = 0\n";

	write_game(folder, path, text);
	player(two, "good", "a b b b b a a a");
	for (size_t i = 0; i < LENGTH(cases); i++) {
		const char *args[] = {"--game", path, "--turns", "16", player(one, "good", cases[i].one),
				      two,      NULL};
		struct recorded match FREED_BY(recorded_free) = recorded_play("unfair", "lmc", args);

		recorded_expect(&match, cases[i].winner, "score", NONE, cases[i].says);
	}
	folder_remove(folder);
}

/* Checks for status 2, these words on stderr, nothing on stdout, and no process left behind.  */
static void expect_refused(const char *const *args, const char *words)
{
	struct outcome outcome = ringside("refused", args);

	if (outcome.status != 2 || !strstr(outcome.err, words))
		fail_msg("\"%s\" is missing, or the status is not 2: %d, %s", words, outcome.status,
			 outcome.err);
	assert_string_equal(outcome.out, "");
	assert_int_equal(left_behind("refused"), 0);
}

#define GAME "[game]\nname = g\nsymbols = a b\n[payoff]\n"

TEST(a_mistake_in_a_game_file_is_reported_with_its_line)
{
	static const struct {
		const char *text, *says; /* %s stands for the path */
	} wrong[] = {
		{"[game]\nname = g\nsymbols = a b\nthis is nothing\n",
		 ":4:1: expected [section] or name = value"},
		{"[game]\nname = g\ncolour = red\n", ":3:1: \"colour\" in [game]: expected name or symbols"},
		{"[players]\nname = g\n", ":1:1: the section \"players\": expected [game] or [payoff]"},
		{"name = g\n", ":1:1: this is in no section"},
		{"[game]\nsymbols = a b\n", ": no name: expected \"name = NAME\" in [game]"},
		{"[game]\nname = g\n", ": no symbols: expected \"symbols = a b c\" in [game]"},
		{"[game]\nname = g\nname = h\n", ":3:1: name is already in line 2"},
		{"[game]\nname = g\nsymbols = a\n", ":3:11: one symbol alone: expected 2 to 80"},
		{"[game]\nname = g\nsymbols = a a\n", ":3:13: the symbol \"a\" is there twice"},
		{"[game]\nname = g\nsymbols = a @b\n", ":3:13: the symbol \"@b\" begins with @ or #"},
		{"[game]\nname = g\nsymbols = a abcdefghijklmnopqrstuvwxyzabcdef\n", "expected at most 31"},
		{GAME "a a = 0\na b = 0\nb a = 0\n", ": no payoff for b b"},
		{GAME "a a = 0\na c = 0\n", ":6:3: \"c\" is no symbol of the game: expected two of \"a b\""},
		{GAME "a = 0\n", ":5:1: \"a\": expected two symbols with a blank between"},
		{GAME "a a = 0\na a = 0\n", ":6:1: the payoff of a a is already in line 5"},
		{GAME "a a = 2\n", ":5:7: the payoff \"2\": expected one number from -1 to 1"},
		{GAME "a a = much\n", ":5:7: the payoff \"much\": expected one number"},
		{GAME "a a = 1 1 1\n", ":5:11: the payoff \"1 1 1\": expected one number"},
	};
	char folder[40], path[60], says[200];

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		const char *args[] = {
			"run",           "lmc",           "--game", write_game(folder, path, wrong[i].text),
			"sample:rotate", "sample:rotate", NULL};

		snprintf(says, sizeof(says), "%s%s", wrong[i].says[0] == ':' ? path : "", wrong[i].says);
		expect_refused(args, says);
		folder_remove(folder);
	}
}

/* ---- the command line ---- */

TEST(a_mistake_on_the_command_line_is_reported_with_the_expected_value)
{
	static const struct {
		const char *args[10];
		const char *says;
	} wrong[] = {
		{{"run", "lmc", "--game", "chess", "a", "b"},
		 "--game chess: expected roshambo, matching-pennies"},
		{{"run", "lmc", "--game", "/nonexistent.ini", "a", "b"},
		 "/nonexistent.ini: cannot be read: No such file"},
		{{"run", "lmc", "--turns", "0", "a", "b"}, "--turns 0: expected a number of moves from 1 to"},
		{{"run", "lmc", "--turns", "many", "a", "b"},
		 "--turns many: expected a number of moves from 1 to"},
		{{"run", "lmc", "--turns", "", "a", "b"}, "--turns : expected a number of moves from 1 to"},
		{{"run", "lmc", "--game", "imitate", "--symbols", "27", "a"},
		 "--symbols 27: expected a number of letters from 2 to 26"},
		{{"run", "lmc", "--game", "imitate", "--symbols", "1", "a"},
		 "--symbols 1: expected a number of letters from 2"},
		{{"run", "lmc", "--game", "cycle", "--period", "0", "a"},
		 "--period 0: expected a number of symbols from 1"},
		{{"run", "lmc", "--order", "random", "a", "b"},
		 "--order random: expected input-first or score-first"},
		{{"run", "lmc", "--illegal", "yes", "a", "b"}, "--illegal yes: expected loses or score"},
		{{"run", "lmc", "a"}, "roshambo is for two players: seat 2 is free"},
		{{"run", "lmc", "--game", "tictactoe", "a"}, "tictactoe is for two players: seat 2 is free"},
		{{"run", "lmc"}, "an argument is missing: ringside run"},
		{{"run", "lmc", "a", "b", "c"}, "\"c\" is one word too many"},
		{{"run", "lmc", "--size", "15", "a", "b"}, "run lmc has no option --size"},
		{{"run", "lmc", "--words", "any", "a", "b"}, "run lmc has no option --words"},
		{{"run", "lmc", "sample:random", "sample:threat"}, "no bundled agent is called \"threat\""},
		{{"run", "lmc", "human", "sample:rotate"}, "a person needs a screen"},
		{{"run", "lmc", "--opening", "h8", "a", "b"}, "run lmc has no option --opening"},
		{{"run", "lmc", "--openings", "file", "a", "b"}, "--openings: lmc has no openings"},
		{{"rules", "lmc", "--position", "rock"}, "lmc"},
	};

	for (size_t i = 0; i < LENGTH(wrong); i++)
		expect_refused(wrong[i].args, wrong[i].says);
}

TEST(the_list_names_games_and_samples)
{
	static const char *const expected[] = {"--game roshambo ",  "--game matching-pennies lmc:",
					       "--game penalty ",   "--game prisoners ",
					       "--game tictactoe ", "--game imitate ",
					       "--game cycle ",     " predictor",
					       " beat-frequent",    " imitate-game",
					       " learner",          " echo-reverse",
					       " player ",          " game ",
					       "(reconstructed)"};
	struct outcome outcome = ringside("list", ARGS("list"));

	assert_int_equal(outcome.status, 0);
	for (size_t i = 0; i < LENGTH(expected); i++)
		if (!strstr(outcome.out, expected[i]))
			fail_msg("\"%s\" is not in: %s", expected[i], outcome.out);
}

TEST_MAIN(NULL, NULL)
