/* test_symbols.c - the built-in games of symbols (lmc, Games), and the options that make one.  */
#include "symbols_fixture.h"

/* ---- games of pairs ---- */

static void expect_symbols(const char *game_name, const char *const *names, int count)
{
	struct symbols *game = made((struct plan){.options = {"game", game_name}});

	assert_string_equal(symbols_title(game), game_name);
	assert_int_equal(symbols_count(game), count);
	for (int i = 0; i < count; i++) {
		assert_string_equal(symbols_name(game, i), names[i]);
		assert_int_equal(symbols_find(game, names[i], strlen(names[i])), i);
	}
	assert_null(symbols_name(game, count));
	assert_null(symbols_name(game, SYMBOL_NONE));
	symbols_free(game);
}

static void games_have_the_symbols_of_the_document_in_its_order(void **state)
{
	(void)state;
	expect_symbols("roshambo", (const char *[]){"rock", "paper", "scissors"}, 3);
	expect_symbols("matching-pennies", (const char *[]){"heads", "tails"}, 2);
	expect_symbols("penalty", (const char *[]){"left", "centre", "right"}, 3);
	expect_symbols("prisoners", (const char *[]){"cooperate", "defect"}, 2);
	expect_symbols("tictactoe", (const char *[]){"1", "2", "3", "4", "5", "6", "7", "8", "9"}, 9);
	expect_symbols("imitate", (const char *[]){"a", "b", "c", "d", "e"}, 5);
	expect_symbols("cycle", (const char *[]){"a", "b", "c", "d", "e"}, 5);
}

static void only_a_whole_name_is_a_symbol(void **state)
{
	struct symbols *game = made((struct plan){0});

	(void)state;
	assert_int_equal(symbols_find(game, "rocks", 5), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "rocks", 4), 0);
	assert_int_equal(symbols_find(game, "rock", 3), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "Rock", 4), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "rock\0", 5), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "", 0), SYMBOL_NONE);
	assert_int_equal(symbols_find(game, "a symbol that is far longer than any", 36), SYMBOL_NONE);
	symbols_free(game);
}

struct pair {
	const char *one, *two;
	double score[SEATS];
};

/* Each pair once, in a round of its own.  */
static void expect_pairs(const char *name, const struct pair *pairs, size_t count)
{
	struct symbols *game = made((struct plan){.options = {"game", name}});
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
	symbols_free(game);
}

static void in_roshambo_a_win_is_1_a_tie_0_and_a_loss_minus_1(void **state)
{
	static const struct pair pairs[] = {
		{"rock", "rock", {0, 0, 0}},         {"rock", "paper", {0, -1, 1}},
		{"rock", "scissors", {0, 1, -1}},    {"paper", "rock", {0, 1, -1}},
		{"paper", "paper", {0, 0, 0}},       {"paper", "scissors", {0, -1, 1}},
		{"scissors", "rock", {0, -1, 1}},    {"scissors", "paper", {0, 1, -1}},
		{"scissors", "scissors", {0, 0, 0}},
	};

	(void)state;
	expect_pairs("roshambo", pairs, sizeof(pairs) / sizeof(pairs[0]));
}

static void in_matching_pennies_seat_1_wins_on_a_match_and_seat_2_otherwise(void **state)
{
	static const struct pair pairs[] = {
		{"heads", "heads", {0, 1, -1}},
		{"heads", "tails", {0, -1, 1}},
		{"tails", "heads", {0, -1, 1}},
		{"tails", "tails", {0, 1, -1}},
	};

	(void)state;
	expect_pairs("matching-pennies", pairs, sizeof(pairs) / sizeof(pairs[0]));
}

static double years(double points)
{
	return (points - 2.5) / 2.5;
}

static void prisoners_score_5_3_1_and_0_on_the_scale_of_lmc(void **state)
{
	const struct pair pairs[] = {
		{"cooperate", "cooperate", {0, years(3), years(3)}},
		{"cooperate", "defect", {0, years(0), years(5)}},
		{"defect", "cooperate", {0, years(5), years(0)}},
		{"defect", "defect", {0, years(1), years(1)}},
	};

	(void)state;
	expect_pairs("prisoners", pairs, sizeof(pairs) / sizeof(pairs[0]));
}

static void the_first_seat_shoots_the_first_penalty_and_roles_change_each_round(void **state)
{
	static const char *const sides[] = {"left", "centre", "right"};

	(void)state;
	for (int first = SEAT_1; first <= SEAT_2; first++) {
		struct symbols *game = made((struct plan){.first = first, .options = {"game", "penalty"}});
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
		symbols_free(game);
	}
}

static void only_penalty_has_roles_and_nobody_has_one_when_it_is_over(void **state)
{
	struct symbols *game = made((struct plan){.options = {"game", "penalty", "turns", "1"}});
	struct symbol_news news[SEATS];

	(void)state;
	play_both(game, "left", "right", news);
	assert_true(symbols_over(game));
	assert_null(symbols_role(game, SEAT_1));
	assert_null(symbols_role(game, SEAT_2));
	symbols_free(game);
	game = made((struct plan){0});
	assert_null(symbols_role(game, SEAT_1));
	symbols_free(game);
}

static void seats_may_answer_a_round_in_either_order(void **state)
{
	struct symbols *game = made((struct plan){0});
	struct symbol_news news[SEATS];

	(void)state;
	assert_false(symbols_move(game, SEAT_2, 0, news));
	expect_told_nothing(&news[SEAT_1]);
	expect_told_nothing(&news[SEAT_2]);
	assert_false(symbols_to_move(game, SEAT_2));
	assert_int_equal(symbols_round(game), 0);
	assert_true(symbols_move(game, SEAT_1, 1, news));
	expect_score(&news[SEAT_1], 1);
	assert_int_equal(symbols_round(game), 1);
	symbols_free(game);
}

static void a_move_that_nobody_may_make_changes_nothing(void **state)
{
	struct symbols *game = made((struct plan){0});
	struct symbol_news news[SEATS];

	(void)state;
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
	symbols_free(game);
}

static void an_unknown_symbol_loses_its_round_and_is_not_shown(void **state)
{
	struct symbols *game = made((struct plan){.options = {"game", "prisoners"}});
	struct symbol_news news[SEATS];

	(void)state;
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
	symbols_free(game);
}

static void a_game_has_1000_turns_unless_it_is_told_otherwise(void **state)
{
	struct symbols *game = made((struct plan){0});
	struct symbol_news news[SEATS];

	(void)state;
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
	symbols_free(game);
}

static void a_thousand_turns_of_roshambo_are_a_draw_within_50_6_points(void **state)
{
	struct symbols *game = made((struct plan){0});
	double margin = symbols_margin(game);

	(void)state;
	assert_true(margin > 50.55 && margin < 50.65);
	symbols_free(game);
	game = made((struct plan){.options = {"turns", "4000"}});
	assert_true(symbols_margin(game) > 2 * margin - 0.001 && symbols_margin(game) < 2 * margin + 0.001);
	symbols_free(game);
	for (const char *const *name = (const char *const[]){"penalty", "tictactoe", "imitate", NULL}; *name;
	     name++) {
		game = made((struct plan){.options = {"game", *name}});
		assert_true(symbols_margin(game) == 0);
		symbols_free(game);
	}
}

/* ---- tictactoe ---- */

static struct symbols *tictactoe(int first, const char *turns)
{
	return made((struct plan){.first = first, .options = {"game", "tictactoe", "turns", turns}});
}

/* Plays the squares in turn; the news of the last one stay in `news`.  */
static void play_squares(struct symbols *game, int seat, const char *squares, struct symbol_news news[SEATS])
{
	for (; *squares; squares++, seat = seat_opponent(seat)) {
		assert_true(symbols_to_move(game, seat));
		assert_false(symbols_to_move(game, seat_opponent(seat)));
		assert_true(symbols_move(game, seat, *squares - '1', news));
	}
}

static void tictactoe_goes_turn_by_turn_and_each_move_is_shown_to_the_other(void **state)
{
	struct symbols *game = tictactoe(SEAT_2, "5");
	struct symbol_news news[SEATS];

	(void)state;
	assert_false(symbols_is_simultaneous(game));
	assert_true(symbols_has_board(game));
	play_squares(game, SEAT_2, "5", news);
	expect_input(game, &news[SEAT_1], "5");
	assert_false(news[SEAT_1].scored);
	expect_told_nothing(&news[SEAT_2]);
	assert_int_equal(symbols_at(game, 5), SEAT_2);
	assert_int_equal(symbols_at(game, 1), SEAT_NONE);
	assert_int_equal(symbols_round(game), 1);
	symbols_free(game);
}

static void three_in_a_row_win_the_board_along_all_eight_lines(void **state)
{
	/* The first seat's three squares with the other's two between them.  */
	static const char *const boards[] = {"14253", "41526", "71829", "12437",
					     "21548", "31629", "12539", "32517"};

	(void)state;
	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		struct symbols *game = tictactoe(SEAT_1, "10");
		struct symbol_news news[SEATS];
		char last = boards[i][4];

		play_squares(game, SEAT_1, boards[i], news);
		expect_score(&news[SEAT_1], 1);
		expect_score(&news[SEAT_2], -1);
		expect_input(game, &news[SEAT_1], NULL);
		expect_input(game, &news[SEAT_2], (char[]){last, '\0'});
		symbols_free(game);
	}
}

static void a_full_board_is_scored_0_for_both(void **state)
{
	struct symbols *game = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	(void)state;
	play_squares(game, SEAT_1, "12354687", news);
	assert_false(news[SEAT_1].scored || news[SEAT_2].scored);
	play_squares(game, SEAT_1, "9", news);
	expect_score(&news[SEAT_1], 0);
	expect_score(&news[SEAT_2], 0);
	/* Not -0, which a player would be told as it is.  */
	assert_false(1 / news[SEAT_1].score < 0 || 1 / news[SEAT_2].score < 0);
	symbols_free(game);
}

static void a_row_on_the_last_free_square_still_wins(void **state)
{
	struct symbols *game = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	(void)state;
	play_squares(game, SEAT_1, "123546879", news);
	expect_score(&news[SEAT_1], 0);
	play_squares(game, SEAT_2, "142568793", news);
	expect_score(&news[SEAT_2], 1);
	expect_score(&news[SEAT_1], -1);
	symbols_free(game);
}

static void a_taken_square_loses_the_board_whoever_has_it(void **state)
{
	struct symbols *game = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	(void)state;
	play_squares(game, SEAT_1, "55", news);
	expect_score(&news[SEAT_2], -1);
	expect_score(&news[SEAT_1], 1);
	expect_input(game, &news[SEAT_1], "5");
	play_squares(game, SEAT_2, "121", news);
	expect_score(&news[SEAT_2], -1);
	expect_score(&news[SEAT_1], 1);
	symbols_free(game);
}

static void an_unknown_square_loses_the_board_and_is_not_shown(void **state)
{
	struct symbols *game = tictactoe(SEAT_1, "10");
	struct symbol_news news[SEATS];

	(void)state;
	assert_true(symbols_move(game, SEAT_1, SYMBOL_NONE, news));
	expect_score(&news[SEAT_1], -1);
	expect_score(&news[SEAT_2], 1);
	expect_input(game, &news[SEAT_2], NULL);
	assert_true(symbols_to_move(game, SEAT_2));
	symbols_free(game);
}

static void boards_are_begun_in_turn_whoever_moved_last(void **state)
{
	struct symbols *game = tictactoe(SEAT_2, "20");
	struct symbol_news news[SEATS];

	(void)state;
	play_squares(game, SEAT_2, "14253", news); /* ended by who began it */
	for (int square = 1; square <= 9; square++)
		assert_int_equal(symbols_at(game, square), SEAT_NONE);
	play_squares(game, SEAT_1, "11", news); /* and by the other */
	play_squares(game, SEAT_2, "11", news);
	assert_true(symbols_to_move(game, SEAT_1));
	symbols_free(game);
}

static void tictactoe_is_over_after_the_turns_of_both_and_an_unfinished_board_counts_nothing(void **state)
{
	struct symbols *game = tictactoe(SEAT_1, "3");
	struct symbol_news news[SEATS];

	(void)state;
	play_squares(game, SEAT_1, "14253", news);
	assert_false(symbols_over(game));
	play_squares(game, SEAT_2, "7", news);
	assert_true(symbols_over(game));
	assert_false(news[SEAT_1].scored || news[SEAT_2].scored);
	assert_int_equal(symbols_round(game), 6);
	assert_false(symbols_to_move(game, SEAT_1) || symbols_to_move(game, SEAT_2));
	assert_int_equal(symbols_at(game, 7), SEAT_2); /* the last board stays */
	symbols_free(game);
}

static void outside_of_a_board_and_without_one_nothing_stands(void **state)
{
	struct symbols *game = tictactoe(SEAT_1, "3");

	(void)state;
	assert_int_equal(symbols_at(game, 0), SEAT_NONE);
	assert_int_equal(symbols_at(game, 10), SEAT_NONE);
	symbols_free(game);
	game = made((struct plan){0});
	assert_false(symbols_has_board(game));
	assert_int_equal(symbols_at(game, 1), SEAT_NONE);
	symbols_free(game);
}

/* ---- games for one ---- */

static void imitating_scores_1_for_the_input_that_was_seen_before_and_minus_1_for_any_other(void **state)
{
	struct symbols *game = made((struct plan){.seats = "1", .options = {"game", "imitate"}});
	struct symbol_news news[SEATS];

	(void)state;
	assert_true(symbols_is_for_one(game));
	for (int i = 0; i < 100; i++) {
		int cue = symbols_cue(game, SEAT_1), played = i % 5;

		assert_in_range(cue, 0, 4);
		assert_true(symbols_to_move(game, SEAT_1));
		assert_true(symbols_move(game, SEAT_1, played, news));
		expect_score(&news[SEAT_1], played == cue ? 1 : -1);
		expect_input(game, &news[SEAT_1], NULL);
		expect_told_nothing(&news[SEAT_2]);
	}
	symbols_free(game);
}

static void two_who_imitate_get_the_same_cues_and_wait_for_each_other(void **state)
{
	struct symbols *game = made((struct plan){.options = {"game", "imitate", "turns", "50"}});
	struct symbol_news news[SEATS];

	(void)state;
	for (int i = 0; i < 50; i++) {
		int cue = symbols_cue(game, SEAT_1);

		assert_int_equal(symbols_cue(game, SEAT_2), cue);
		assert_false(symbols_move(game, SEAT_2, cue, news));
		expect_told_nothing(&news[SEAT_2]);
		assert_int_equal(symbols_cue(game, SEAT_1), cue);
		assert_true(symbols_move(game, SEAT_1, (cue + 1) % 5, news));
		expect_score(&news[SEAT_2], 1);
		expect_score(&news[SEAT_1], -1);
	}
	assert_true(symbols_over(game));
	assert_int_equal(symbols_cue(game, SEAT_1), SYMBOL_NONE);
	symbols_free(game);
}

static void a_lone_player_may_sit_on_either_seat_and_the_free_one_is_never_asked(void **state)
{
	struct symbols *game =
		made((struct plan){.seats = "2", .options = {"game", "imitate", "turns", "2"}});
	struct symbol_news news[SEATS];

	(void)state;
	assert_false(symbols_to_move(game, SEAT_1));
	assert_int_equal(symbols_cue(game, SEAT_1), SYMBOL_NONE);
	assert_true(symbols_move(game, SEAT_2, symbols_cue(game, SEAT_2), news));
	expect_score(&news[SEAT_2], 1);
	expect_told_nothing(&news[SEAT_1]);
	symbols_free(game);
}

/* The symbols that a cycle shows.  */
static void read_cycle(struct symbols *game, int *shown, int count)
{
	struct symbol_news news[SEATS];

	for (int i = 0; i < count; i++) {
		assert_int_equal(symbols_cue(game, SEAT_1), SYMBOL_NONE);
		assert_true(symbols_move(game, SEAT_1, 0, news));
		shown[i] = news[SEAT_1].input;
		expect_score(&news[SEAT_1], shown[i] == 0 ? 1 : -1);
	}
}

static bool has_period(const int *shown, int count, int period)
{
	for (int i = period; i < count; i++)
		if (shown[i] != shown[i - period])
			return false;
	return true;
}

static void a_cycle_has_its_period_and_no_shorter_one(void **state)
{
	(void)state;
	for (int period = 1; period <= 24; period++)
		for (uint64_t seed = 0; seed < 10; seed++) {
			char text[12];
			int shown[96];
			struct symbols *game;

			snprintf(text, sizeof text, "%d", period);
			game = made(
				(struct plan){.seats = "1",
					      .seed = seed,
					      .options = {"game", "cycle", "period", text, "symbols", "2"}});
			read_cycle(game, shown, 96);
			for (int shorter = 1; shorter < period; shorter++)
				assert_false(has_period(shown, 96, shorter));
			assert_true(has_period(shown, 96, period));
			symbols_free(game);
		}
}

static void a_cycle_shows_the_true_symbol_to_both_and_scores_each_for_its_own(void **state)
{
	struct symbols *game = made((struct plan){.options = {"game", "cycle"}});
	struct symbols *known = made((struct plan){.seats = "1", .options = {"game", "cycle"}});
	struct symbol_news news[SEATS];
	int shown[21];

	(void)state;
	read_cycle(known, shown, 21);
	assert_true(has_period(shown, 21, 7));
	for (int i = 0; i < 21; i++) {
		symbols_move(game, SEAT_1, shown[i], news);
		assert_true(symbols_move(game, SEAT_2, (shown[i] + 1) % 5, news));
		expect_score(&news[SEAT_1], 1);
		expect_score(&news[SEAT_2], -1);
		assert_int_equal(news[SEAT_1].input, shown[i]);
		assert_int_equal(news[SEAT_2].input, shown[i]);
	}
	symbols_free(game);
	symbols_free(known);
}

static void an_unknown_symbol_of_a_lone_player_is_wrong(void **state)
{
	struct symbols *game = made((struct plan){.seats = "1", .options = {"game", "cycle"}});
	struct symbol_news news[SEATS];

	(void)state;
	assert_true(symbols_move(game, SEAT_1, SYMBOL_NONE, news));
	expect_score(&news[SEAT_1], -1);
	assert_in_range(news[SEAT_1].input, 0, 4);
	symbols_free(game);
}

static void games_for_one_have_2_to_26_letters(void **state)
{
	struct symbols *game = made((struct plan){.options = {"game", "cycle", "symbols", "26"}});

	(void)state;
	assert_int_equal(symbols_count(game), 26);
	assert_string_equal(symbols_name(game, 25), "z");
	symbols_free(game);
	game = made((struct plan){.options = {"game", "imitate", "symbols", "2"}});
	assert_int_equal(symbols_count(game), 2);
	symbols_free(game);
}

/* ---- refusals ---- */

static void a_number_that_makes_no_sense_is_refused_with_its_option(void **state)
{
	static const struct {
		const char *option, *value, *expected;
	} cases[] = {
		{"turns", "0", "a number from 1 to 1000000000"},
		{"turns", "1000000001", "a number from 1 to 1000000000"},
		{"turns", "99999999999999999999999", "a number from 1 to 1000000000"},
		{"turns", "-1", "a number from 1 to 1000000000"},
		{"turns", "+1", "a number from 1 to 1000000000"},
		{"turns", " 1", "a number from 1 to 1000000000"},
		{"turns", "10x", "a number from 1 to 1000000000"},
		{"turns", "", "a number from 1 to 1000000000"},
		{"symbols", "1", "a number from 2 to 26"},
		{"symbols", "27", "a number from 2 to 26"},
		{"period", "0", "a number from 1 to 1000"},
		{"period", "1001", "a number from 1 to 1000"},
		{"period", "many", "a number from 1 to 1000"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char words[128];

		snprintf(words, sizeof words, "--%s %s: expected %s", cases[i].option, cases[i].value,
			 cases[i].expected);
		expect_refused((struct plan){.options = {"game", "cycle", cases[i].option, cases[i].value}},
			       words);
	}
}

static void the_largest_and_the_smallest_numbers_are_taken(void **state)
{
	(void)state;
	symbols_free(made((struct plan){.options = {"turns", "1000000000"}}));
	symbols_free(made((struct plan){.options = {"game", "cycle", "turns", "1", "period", "1000"}}));
	symbols_free(made((struct plan){.options = {"game", "cycle", "symbols", "2", "period", "1"}}));
}

static void an_unknown_game_is_told_all_that_there_are(void **state)
{
	static const char *const names[] = {
#define X(name, title) name,
		SYMBOL_GAMES(X)
#undef X
	};
	char *problem = NULL;

	(void)state;
	assert_null(new_game((struct plan){.options = {"game", "Roshambo"}}, &problem));
	assert_non_null(strstr(problem, "--game Roshambo: expected "));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_non_null(strstr(problem, names[i]));
		symbols_free(made((struct plan){.options = {"game", names[i]}}));
	}
	free(problem);
}

static void a_game_for_two_needs_both_seats_and_one_for_one_a_player(void **state)
{
	(void)state;
	expect_refused((struct plan){.seats = "1"}, "roshambo is for two players: seat 2 is free");
	expect_refused((struct plan){.seats = "2", .options = {"game", "tictactoe"}},
		       "tictactoe is for two players: seat 1 is free");
	expect_refused((struct plan){.seats = "", .options = {"game", "imitate"}},
		       "both seats are free: expected a player for imitate");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_have_the_symbols_of_the_document_in_its_order),
		cmocka_unit_test(only_a_whole_name_is_a_symbol),
		cmocka_unit_test(in_roshambo_a_win_is_1_a_tie_0_and_a_loss_minus_1),
		cmocka_unit_test(in_matching_pennies_seat_1_wins_on_a_match_and_seat_2_otherwise),
		cmocka_unit_test(prisoners_score_5_3_1_and_0_on_the_scale_of_lmc),
		cmocka_unit_test(the_first_seat_shoots_the_first_penalty_and_roles_change_each_round),
		cmocka_unit_test(only_penalty_has_roles_and_nobody_has_one_when_it_is_over),
		cmocka_unit_test(seats_may_answer_a_round_in_either_order),
		cmocka_unit_test(a_move_that_nobody_may_make_changes_nothing),
		cmocka_unit_test(an_unknown_symbol_loses_its_round_and_is_not_shown),
		cmocka_unit_test(a_game_has_1000_turns_unless_it_is_told_otherwise),
		cmocka_unit_test(a_thousand_turns_of_roshambo_are_a_draw_within_50_6_points),
		cmocka_unit_test(tictactoe_goes_turn_by_turn_and_each_move_is_shown_to_the_other),
		cmocka_unit_test(three_in_a_row_win_the_board_along_all_eight_lines),
		cmocka_unit_test(a_full_board_is_scored_0_for_both),
		cmocka_unit_test(a_row_on_the_last_free_square_still_wins),
		cmocka_unit_test(a_taken_square_loses_the_board_whoever_has_it),
		cmocka_unit_test(an_unknown_square_loses_the_board_and_is_not_shown),
		cmocka_unit_test(boards_are_begun_in_turn_whoever_moved_last),
		cmocka_unit_test(
			tictactoe_is_over_after_the_turns_of_both_and_an_unfinished_board_counts_nothing),
		cmocka_unit_test(outside_of_a_board_and_without_one_nothing_stands),
		cmocka_unit_test(
			imitating_scores_1_for_the_input_that_was_seen_before_and_minus_1_for_any_other),
		cmocka_unit_test(two_who_imitate_get_the_same_cues_and_wait_for_each_other),
		cmocka_unit_test(a_lone_player_may_sit_on_either_seat_and_the_free_one_is_never_asked),
		cmocka_unit_test(a_cycle_has_its_period_and_no_shorter_one),
		cmocka_unit_test(a_cycle_shows_the_true_symbol_to_both_and_scores_each_for_its_own),
		cmocka_unit_test(an_unknown_symbol_of_a_lone_player_is_wrong),
		cmocka_unit_test(games_for_one_have_2_to_26_letters),
		cmocka_unit_test(a_number_that_makes_no_sense_is_refused_with_its_option),
		cmocka_unit_test(the_largest_and_the_smallest_numbers_are_taken),
		cmocka_unit_test(an_unknown_game_is_told_all_that_there_are),
		cmocka_unit_test(a_game_for_two_needs_both_seats_and_one_for_one_a_player),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
