/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_lmc_games.c - the games of lmc with real players: sums, draws, lone players (lmc, Games).
 *
 * Players play the given symbols in a cycle.  Without symbols they repeat their last input.  */
#include "../test.h"
#include "games.h"
#include "recorded.h"

struct played {
	const char *test, *game; /* and its options */
	const char *one, *two;   /* each player's symbols; two is NULL if seat 2 is free */
	const char *symbols;     /* the players are told these */
	int winner, moves;
	double sum1, sum2;
	const char *detail;
};

#define ROCKS           "rock rock rock rock rock "
#define RARELY_SCISSORS ROCKS ROCKS ROCKS "rock rock rock rock scissors"

static const struct played table[] = {
	{"rock_against_much_rock_is_a_statistical_draw", "roshambo --turns 10 --first 1", "rock",
	 "rock rock rock rock scissors", "rock paper scissors", 0, 20, 2, -2,
	 "a statistical draw: 2 : -2 in 10 rounds, within 5.1 points"},
	{"five_points_are_a_draw_in_ten_rounds", "roshambo --turns 10 --first 1", "rock", "rock scissors",
	 "rock paper scissors", 0, 20, 5, -5, "a statistical draw: 5 : -5"},
	{"six_points_are_none", "roshambo --turns 10 --first 1", "rock",
	 "rock scissors scissors scissors rock", "rock paper scissors", 1, 20, 6, -6,
	 "6 : -6 in 10 rounds, by more than 5.1 points"},
	{"fifty_points_are_a_draw_in_a_thousand_rounds", "roshambo --turns 1000 --first 1", "rock",
	 RARELY_SCISSORS, "rock paper scissors", 0, 2000, 50, -50,
	 "a statistical draw: 50 : -50 in 1000 rounds, within 50.6 points"},
	{"paper_beats_rock", "roshambo --turns 7 --first 2", "rock", "paper", "rock paper scissors", 2, 14,
	 -7, 7, NULL},
	{"seat_1_wins_pennies_on_a_match", "matching-pennies --turns 6 --first 2", "heads", "heads",
	 "heads tails", 1, 12, 6, -6, "6 : -6 in 6 rounds, by more than 4.8 points"},
	{"pennies_that_chance_explains_are_a_draw", "matching-pennies --turns 6 --first 2", "heads",
	 "heads heads tails", "heads tails", 0, 12, 2, -2,
	 "a statistical draw: 2 : -2 in 6 rounds, within 4.8 points"},
	{"penalties_that_chance_explains_are_a_draw", "penalty --turns 6 --first 1", "left",
	 "left right right left", "left centre right", 0, 12, -2, 2,
	 "a statistical draw: -2 : 2 in 6 rounds, within 4.5 points"},
	/* The shooter of one round is the keeper of the next.  */
	{"the_keeper_of_a_penalty_wins_on_the_same_side", "penalty --turns 6 --first 1", "left", "left right",
	 "left centre right", 2, 12, -6, 6, NULL},
	{"who_begins_shoots_first", "penalty --turns 6 --first 2", "left", "left right", "left centre right",
	 1, 12, 6, -6, NULL},
	{"a_cooperator_loses_to_a_defector", "prisoners --turns 5 --first 1", "cooperate", "defect",
	 "cooperate defect", 2, 10, -5, 5, NULL},
	{"two_cooperators_gain_a_fifth_each_time", "prisoners --turns 5 --first 1", "cooperate", "cooperate",
	 "cooperate defect", 0, 10, 1, 1, "1 : 1 in 5 rounds"},
	{"two_defectors_lose_both", "prisoners --turns 5 --first 1", "defect", "defect", "cooperate defect",
	 0, 10, -3, -3, "-3 : -3 in 5 rounds"},
	{"a_taken_square_loses_the_board", "tictactoe --turns 1 --first 1", "1", "1", "1 2 3 4 5 6 7 8 9", 1,
	 2, 1, -1, NULL},
	{"the_seat_that_begins_plays_the_first_square", "tictactoe --turns 1 --first 2", "1", "1",
	 "1 2 3 4 5 6 7 8 9", 2, 2, -1, 1, NULL},
	{"three_in_a_row_win_a_board_and_the_other_begins_the_next", "tictactoe --turns 5 --first 1", "1 2 3",
	 "4 5 6", "1 2 3 4 5 6 7 8 9", 0, 10, 0, 0, NULL},
	{"an_unfinished_board_counts_nothing", "tictactoe --turns 4 --first 1", "1 2 3", "4 5 6",
	 "1 2 3 4 5 6 7 8 9", 1, 8, 1, -1, NULL},
	{"who_repeats_all_has_all_points", "imitate --turns 12 --first 1", "", NULL, "a b c d e", NONE, 12,
	 12, 0, "a sum of 12 in 12 rounds"},
	{"two_imitators_draw", "imitate --turns 12 --first 1", "", "", "a b c d e", 0, 24, 12, 12, NULL},
};

TEST_EACH(is_played_by_its_rules, struct played, table, test)
{
	struct recorded match FREED_BY(recorded_free) = recorded_play(
		row->test, "lmc",
		words_of(kept(
			bytes_text("--game %s 'agent:player good %s' %s", row->game, row->one,
				   row->two ? kept(bytes_text("'agent:player good %s'", row->two)) : ""))));
	FREED char *symbols =
		recorded_ask(&match, "select group_concat(substr(rtrim(bytes, char(10)), 17), ' ') from "
				     "(select * from message where seat = 1 and cast(bytes as text) like "
				     "'@command symbol %' order by n)");

	recorded_expect(&match, row->winner, "score", NONE, row->detail);
	recorded_expect_moves(&match, row->moves);
	recorded_expect_sums(&match, row->sum1, row->two ? &row->sum2 : NULL);
	recorded_expect_names(&match, "good", row->two ? "good" : NULL);
	assert_string_equal(symbols, row->symbols);
}

/* A player that repeats its input knows a cycle of one symbol after the first round.  */
TEST(both_seats_get_the_same_cycle_with_the_given_period)
{
	struct recorded match FREED_BY(recorded_free) = recorded_play(
		"cycle", "lmc",
		words_of("--game cycle --period 1 --symbols 3 --seed 7 --turns 20 'agent:player good ' "
			 "'agent:player good '"));
	FREED char *inputs =
		recorded_ask(&match, "select count(*) || ' ' || count(distinct bytes) from message where "
				     "seat = 2 and channel = 'input'");
	char *told[] = {recorded_messages(&match, 1, "to", "input"),
			recorded_messages(&match, 2, "to", "input")};
	const json_t *sums = json_object_get(match.game, "score");

	recorded_expect(&match, 0, "score", NONE, NULL);
	assert_string_equal(inputs, "20 1");
	assert_string_equal(told[0], told[1]);
	assert_true(json_equal(json_array_get(sums, 0), json_array_get(sums, 1)));
	free(told[0]);
	free(told[1]);
}

TEST(the_same_seed_gives_the_same_game)
{
	static const char *const seeds[] = {"1", "1", "2"};
	char *inputs[3];

	for (int i = 0; i < 3; i++) {
		struct recorded match FREED_BY(recorded_free) = recorded_play(
			"seed", "lmc",
			ARGS("--game=imitate", "--turns=40", "--seed", seeds[i], agent("player good ")));

		inputs[i] = recorded_messages(&match, 1, "to", "input");
	}
	assert_string_equal(inputs[0], inputs[1]);
	assert_string_not_equal(inputs[1], inputs[2]);
	for (int i = 0; i < 3; i++)
		free(inputs[i]);
}

/* A turn has the sums of its round as soon as they are known.  */
TEST(the_match_file_has_the_sums_of_each_turn)
{
	struct recorded match FREED_BY(recorded_free) = recorded_play(
		"sums", "lmc",
		words_of("--turns 4 'agent:player good rock' 'agent:player good rock scissors'"));
	FREED char *sums = recorded_ask(
		&match, "select group_concat(n || ':' || sum1 || ':' || sum2, ' ') from (select * "
			"from turn order by n) where n % 2 = 0");
	FREED char *verdict =
		recorded_ask(&match, "select ifnull(winner, 'null') || ' ' || reason from verdict");

	assert_string_equal(sums, "2:0.0:0.0 4:1.0:-1.0 6:1.0:-1.0 8:2.0:-2.0");
	assert_string_equal(verdict, "0 score");
}

/* ---- long matches ---- */

/* The peak resident memory of a process in kB.  */
static long most_resident(pid_t pid)
{
	char path[40], line[200];
	long most = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		sscanf(line, "VmHWM: %ld", &most);
	fclose(file);
	assert_true(most > 0);
	return most;
}

/* The same for a ringside that has played this number of rounds and waits for a player that does not leave.
 * It records nothing: what waits for the match file has a bound of its own (test_recorder).  */
static long memory_after(const char *rounds)
{
	char *line;
	struct program program;
	json_t *game;
	long most;

	program = program_begin(env("RINGSIDE"), "long",
				ARGS("run", "lmc", "--json", "--no-keep", "--turns", rounds,
				     agent("player good rock paper scissors"),
				     agent("player stays rock rock paper")),
				-1);
	line = program_line(&program);
	most = most_resident(program.pid);
	game = line ? json_loads(line, 0, NULL) : NULL;
	assert_non_null(game);
	assert_int_equal(game_number(game, "moves"), 2 * atoi(rounds));
	ends(program_end(&program), 0, NULL, NULL);
	assert_int_equal(left_behind("long"), 0);
	json_decref(game);
	free(line);
	return most;
}

/* After 10,000 rounds the number of kept turns (MATCH_KEPT) is constant.  */
TEST(a_long_match_needs_no_more_memory_than_a_short_one)
{
	enum { ALLOWED_KB = 1024 };
	long before = memory_after("10000"), after = memory_after("30000");

	print_message("%ld kB, %ld kB\n", before, after);
	assert_true(after <= before + ALLOWED_KB);
}

TEST(the_samples_do_what_their_names_say)
{
	static const struct {
		const char *one, *two, *game;
		int winner;
	} rows[] = {
		{"sample:beat-last", "sample:constant", "roshambo", 1},
		{"sample:beat-frequent", "sample:constant --symbol scissors", "roshambo", 1},
		{"sample:beat-frequent", "sample:constant", "matching-pennies", 1},
		{"sample:rotate", "sample:beat-last", "roshambo", 0},
		{"sample:predictor --seed 1", "sample:rotate", "roshambo", 1},
		{"sample:predictor --seed 1", "sample:beat-last", "roshambo", 1},
		{"sample:predictor --seed 1", "sample:beat-frequent", "roshambo", 1},
		{"sample:predictor --seed 1", "sample:random --seed 2", "roshambo", 0},
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct recorded match FREED_BY(recorded_free) =
			recorded_play("samples", "lmc",
				      ARGS(rows[i].one, rows[i].two, "--game", rows[i].game, "--turns=300"));

		recorded_expect(&match, rows[i].winner, "score", NONE, "");
	}
}

/* Freed memory that a sanitizer keeps is not ringside's.  */
static int set_up(void **state)
{
	return setenv("ASAN_OPTIONS", "quarantine_size_mb=0:thread_local_quarantine_size_kb=0", 0);
}

TEST_MAIN(set_up, NULL)
