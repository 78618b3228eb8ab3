/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_symbols.c - games of symbols played in pairs (lmc, Games), and the options of all such games.  */
#include "symbols_fixture.h"

/* ---- games of pairs ---- */

static void expect_symbols(const char *game_name, const char *const *names, int count)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){.options = {"game", game_name}});

	assert_string_equal(symbols_title(game), game_name);
	assert_int_equal(symbols_count(game), count);
	for (int i = 0; i < count; i++) {
		assert_string_equal(symbols_name(game, i), names[i]);
		assert_int_equal(symbols_find(game, names[i], strlen(names[i])), i);
	}
	assert_null(symbols_name(game, count));
	assert_null(symbols_name(game, SYMBOL_NONE));
}

TEST(games_have_the_symbols_of_the_document_in_its_order)
{
	expect_symbols("roshambo", (const char *[]){"rock", "paper", "scissors"}, 3);
	expect_symbols("matching-pennies", (const char *[]){"heads", "tails"}, 2);
	expect_symbols("penalty", (const char *[]){"left", "centre", "right"}, 3);
	expect_symbols("prisoners", (const char *[]){"cooperate", "defect"}, 2);
	expect_symbols("tictactoe", (const char *[]){"1", "2", "3", "4", "5", "6", "7", "8", "9"}, 9);
	expect_symbols("imitate", (const char *[]){"a", "b", "c", "d", "e"}, 5);
	expect_symbols("cycle", (const char *[]){"a", "b", "c", "d", "e"}, 5);
}

TEST(only_a_whole_name_is_a_symbol)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){0});

	assert_int_equal(symbols_find(game, "rocks", 5), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "rocks", 4), 0);
	assert_int_equal(symbols_find(game, "rock", 3), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "Rock", 4), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "rock\0", 5), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "", 0), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "a symbol that is far longer than any", 36), SYMBOL_NONE);
}

struct pair {
	const char *one, *two;
	double score[SEATS];
};

/* Each pair once, each in its own round.  */
static void expect_pairs(const char *name, const struct pair *pairs, size_t count)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){.options = {"game", name}});
	struct symbol_news news[SEATS];

	assert_true(symbols_is_simultaneous(game));
	assert_false(symbols_is_for_one(game));
	assert_int_equal(symbols_cue(game, SEAT_1), SYMBOL_NONE);
	assert_int_equal(count, symbols_count(game) * symbols_count(game));
	for (size_t i = 0; i < count; i++) {
		play_both(game, pairs[i].one, pairs[i].two, news);
		expect_score(&news[SEAT_1], pairs[i].score[SEAT_1]);
		expect_score(&news[SEAT_2], pairs[i].score[SEAT_2]);
		expect_input(game, &news[SEAT_1], pairs[i].two);
		expect_input(game, &news[SEAT_2], pairs[i].one);
		expect_told_nothing(&news[SEAT_NONE]);
	}
}

TEST(in_roshambo_a_win_is_1_a_tie_0_and_a_loss_minus_1)
{
	static const struct pair pairs[] = {
		{"rock", "rock", {0, 0, 0}},         {"rock", "paper", {0, -1, 1}},
		{"rock", "scissors", {0, 1, -1}},    {"paper", "rock", {0, 1, -1}},
		{"paper", "paper", {0, 0, 0}},       {"paper", "scissors", {0, -1, 1}},
		{"scissors", "rock", {0, -1, 1}},    {"scissors", "paper", {0, 1, -1}},
		{"scissors", "scissors", {0, 0, 0}},
	};

	expect_pairs("roshambo", pairs, sizeof(pairs) / sizeof(pairs[0]));
}

TEST(in_matching_pennies_seat_1_wins_on_a_match_and_seat_2_otherwise)
{
	static const struct pair pairs[] = {
		{"heads", "heads", {0, 1, -1}},
		{"heads", "tails", {0, -1, 1}},
		{"tails", "heads", {0, -1, 1}},
		{"tails", "tails", {0, 1, -1}},
	};

	expect_pairs("matching-pennies", pairs, sizeof(pairs) / sizeof(pairs[0]));
}

static double years(double points)
{
	return (points - 2.5) / 2.5;
}

TEST(prisoners_score_5_3_1_and_0_on_the_scale_of_lmc)
{
	const struct pair pairs[] = {
		{"cooperate", "cooperate", {0, years(3), years(3)}},
		{"cooperate", "defect", {0, years(0), years(5)}},
		{"defect", "cooperate", {0, years(5), years(0)}},
		{"defect", "defect", {0, years(1), years(1)}},
	};

	expect_pairs("prisoners", pairs, sizeof(pairs) / sizeof(pairs[0]));
}

TEST(the_first_seat_shoots_the_first_penalty_and_roles_change_each_round)
{
	static const char *const sides[] = {"left", "centre", "right"};

	for (int first = SEAT_1; first <= SEAT_2; first++) {
		struct symbols *game FREED_BY(symbols_end) =
			made((struct plan){.first = first, .options = {"game", "penalty"}});
		struct symbol_news news[SEATS];
		int shooter = first;

		for (int round = 0; round < 18; round++) {
			int one = round / 2 / 3, two = round / 2 % 3, keeper = seat_opponent(shooter);

			assert_string_equal(symbols_role(game, shooter), "shooter");
			assert_string_equal(symbols_role(game, keeper), "keeper");
			play_both(game, sides[one], sides[two], news);
			expect_score(&news[keeper], one == two ? 1 : -1);
			expect_score(&news[shooter], one == two ? -1 : 1);
			shooter = keeper;
		}
	}
}

TEST(only_penalty_has_roles_and_they_end_with_the_game)
{
	struct symbols *game FREED_BY(symbols_end) =
		made((struct plan){.options = {"game", "penalty", "turns", "1"}});
	struct symbol_news news[SEATS];

	play_both(game, "left", "right", news);
	assert_true(symbols_over(game));
	assert_null(symbols_role(game, SEAT_1));
	assert_null(symbols_role(game, SEAT_2));
	symbols_free(game);
	game = made((struct plan){0});
	assert_null(symbols_role(game, SEAT_1));
}

TEST(seats_may_answer_a_round_in_either_order)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){0});
	struct symbol_news news[SEATS];

	assert_false(symbols_move(game, SEAT_2, 0, news));
	expect_told_nothing(&news[SEAT_1]);
	expect_told_nothing(&news[SEAT_2]);
	assert_false(symbols_to_move(game, SEAT_2));
	assert_int_equal(symbols_round(game), 0);
	assert_true(symbols_move(game, SEAT_1, 1, news));
	expect_score(&news[SEAT_1], 1);
	assert_int_equal(symbols_round(game), 1);
}

TEST(a_forbidden_move_changes_nothing)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){0});
	struct symbol_news news[SEATS];

	assert_false(symbols_move(game, SEAT_1, 3, news));
	assert_false(symbols_move(game, SEAT_1, -2, news));
	assert_false(symbols_move(game, SEAT_NONE, 0, news));
	assert_false(symbols_move(game, SEATS, 0, news));
	assert_true(symbols_to_move(game, SEAT_1));
	assert_false(symbols_to_move(game, SEAT_NONE));
	assert_false(symbols_to_move(game, SEATS));
	assert_false(symbols_move(game, SEAT_1, 1, news));
	assert_false(symbols_move(game, SEAT_1, 2, news)); /* it has moved */
	assert_true(symbols_move(game, SEAT_2, 0, news));
	expect_input(game, &news[SEAT_2], "paper");
}

TEST(an_unknown_symbol_loses_its_round_and_is_not_shown)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){.options = {"game", "prisoners"}});
	struct symbol_news news[SEATS];

	assert_false(symbols_move(game, SEAT_1, SYMBOL_NONE, news));
	assert_true(symbols_move(game, SEAT_2, 0, news));
	expect_score(&news[SEAT_1], -1);
	expect_score(&news[SEAT_2], 1);
	expect_input(game, &news[SEAT_1], "cooperate");
	expect_input(game, &news[SEAT_2], NULL);
	symbols_move(game, SEAT_1, SYMBOL_NONE, news);
	assert_true(symbols_move(game, SEAT_2, SYMBOL_NONE, news));
	expect_score(&news[SEAT_1], -1);
	expect_score(&news[SEAT_2], -1);
}

TEST(a_game_has_1000_turns_by_default)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){0});
	struct symbol_news news[SEATS];

	assert_string_equal(symbols_title(game), "roshambo");
	for (int i = 0; i < 1000; i++) {
		assert_false(symbols_over(game));
		play_both(game, "rock", "paper", news);
	}
	assert_true(symbols_over(game));
	assert_int_equal(symbols_round(game), 1000);
	assert_false(symbols_to_move(game, SEAT_1));
	assert_false(symbols_to_move(game, SEAT_2));
	assert_false(symbols_move(game, SEAT_1, 0, news));
}

TEST(a_thousand_turns_of_roshambo_are_a_draw_within_50_6_points)
{
	expect_chance((struct plan){0}, 0, 50.607);
	expect_chance((struct plan){.options = {"turns", "4000"}}, 0, 2 * 50.607);
}

TEST(games_from_other_tables_have_a_draw_by_chance_too)
{
	expect_chance((struct plan){.options = {"game", "matching-pennies"}}, 0, 61.981);
	expect_chance((struct plan){.options = {"game", "matching-pennies", "turns", "9"}}, 0, 5.88);
	/* The shooter scores 1 in six pairs of nine. The roles change, and an odd round is left over.  */
	expect_chance((struct plan){.options = {"game", "penalty"}}, 0, 58.436);
	expect_chance((struct plan){.options = {"game", "penalty", "turns", "9"}}, 1.0 / 3, 5.544);
	expect_chance((struct plan){.first = SEAT_2, .options = {"game", "penalty", "turns", "9"}}, -1.0 / 3,
		      5.544);
}

TEST(a_table_without_opposite_scores_has_no_such_draw)
{
	static const char *const names[] = {"prisoners", "tictactoe", "imitate", "cycle"};
	double mean, margin;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct symbols *game FREED_BY(symbols_end) =
			made((struct plan){.options = {"game", names[i]}});

		assert_false(symbols_chance(game, &mean, &margin));
	}
}

/* ---- refusals ---- */

TEST(an_impossible_number_is_refused_with_its_option)
{
	static const struct {
		const char *option, *value, *expected;
	} cases[] = {
		{"turns", "0", "a number of moves from 1 to 1000000000"},
		{"turns", "1000000001", "a number of moves from 1 to 1000000000"},
		{"turns", "99999999999999999999999", "a number of moves from 1 to 1000000000"},
		{"turns", "-1", "a number of moves from 1 to 1000000000"},
		{"turns", "+1", "a number of moves from 1 to 1000000000"},
		{"turns", " 1", "a number of moves from 1 to 1000000000"},
		{"turns", "10x", "a number of moves from 1 to 1000000000"},
		{"turns", "", "a number of moves from 1 to 1000000000"},
		{"symbols", "1", "a number of letters from 2 to 26"},
		{"symbols", "27", "a number of letters from 2 to 26"},
		{"period", "0", "a number of symbols from 1 to 1000"},
		{"period", "1001", "a number of symbols from 1 to 1000"},
		{"period", "many", "a number of symbols from 1 to 1000"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char words[128];

		snprintf(words, sizeof words, "--%s %s: expected %s", cases[i].option, cases[i].value,
			 cases[i].expected);
		expect_refused((struct plan){.options = {"game", "cycle", cases[i].option, cases[i].value}},
			       words);
	}
}

TEST(the_largest_and_the_smallest_numbers_are_accepted)
{
	symbols_free(made((struct plan){.options = {"turns", "1000000000"}}));
	symbols_free(made((struct plan){.options = {"game", "cycle", "turns", "1", "period", "1000"}}));
	symbols_free(made((struct plan){.options = {"game", "cycle", "symbols", "2", "period", "1"}}));
}

TEST(an_unknown_game_is_refused_with_a_list_of_all)
{
	static const char *const names[] = {
#define X(name, title) name,
		SYMBOL_GAMES(X)
#undef X
	};
	FREED char *problem = NULL;

	assert_null(new_game((struct plan){.options = {"game", "Roshambo"}}, &problem));
	assert_non_null(strstr(problem, "--game Roshambo: did you mean roshambo? Expected "));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_non_null(strstr(problem, names[i]));
		symbols_free(made((struct plan){.options = {"game", names[i]}}));
	}
}

TEST(a_game_for_two_needs_both_seats_and_a_game_for_one_a_player)
{
	expect_refused((struct plan){.seats = "1"}, "roshambo is for two players: seat 2 is free");
	expect_refused((struct plan){.seats = "2", .options = {"game", "tictactoe"}},
		       "tictactoe is for two players: seat 1 is free");
	expect_refused((struct plan){.seats = "", .options = {"game", "imitate"}},
		       "both seats are free: expected a player for imitate");
}

TEST_MAIN(NULL, NULL)
