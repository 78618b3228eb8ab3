/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_symbols_alone.c - games of symbols for one player, and two who play one side by side (lmc, Games).  */
#include "symbols_fixture.h"

TEST(imitating_scores_1_for_the_input_that_was_seen_before_and_minus_1_for_any_other)
{
	struct symbols *game FREED_BY(symbols_end) =
		made((struct plan){.seats = "1", .options = {"game", "imitate"}});
	struct symbol_news news[SEATS];

	assert_true(symbols_is_for_one(game));
	for (int i = 0; i < 100; i++) {
		int cue = symbols_cue(game, SEAT_1), played = i % 5;

		assert_true(cue >= 0 && cue <= 4);
		assert_true(symbols_to_move(game, SEAT_1));
		assert_true(symbols_move(game, SEAT_1, played, news));
		expect_score(&news[SEAT_1], played == cue ? 1 : -1);
		expect_input(game, &news[SEAT_1], NULL);
		expect_told_nothing(&news[SEAT_2]);
	}
}

TEST(two_imitators_get_the_same_cues_and_wait_for_each_other)
{
	struct symbols *game FREED_BY(symbols_end) =
		made((struct plan){.options = {"game", "imitate", "turns", "50"}});
	struct symbol_news news[SEATS];

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
}

TEST(a_lone_player_may_take_either_seat_and_the_free_one_is_never_asked)
{
	struct symbols *game FREED_BY(symbols_end) =
		made((struct plan){.seats = "2", .options = {"game", "imitate", "turns", "2"}});
	struct symbol_news news[SEATS];

	assert_false(symbols_to_move(game, SEAT_1));
	assert_int_equal(symbols_cue(game, SEAT_1), SYMBOL_NONE);
	assert_true(symbols_move(game, SEAT_2, symbols_cue(game, SEAT_2), news));
	expect_score(&news[SEAT_2], 1);
	expect_told_nothing(&news[SEAT_1]);
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

TEST(a_cycle_has_its_period_and_no_shorter_one)
{
	for (int period = 1; period <= 24; period++)
		for (uint64_t seed = 0; seed < 10; seed++) {
			char text[12];
			int shown[96];
			struct symbols *game FREED_BY(symbols_end);

			snprintf(text, sizeof text, "%d", period);
			game = made(
				(struct plan){.seats = "1",
					      .seed = seed,
					      .options = {"game", "cycle", "period", text, "symbols", "2"}});
			read_cycle(game, shown, 96);
			for (int shorter = 1; shorter < period; shorter++)
				assert_false(has_period(shown, 96, shorter));
			assert_true(has_period(shown, 96, period));
		}
}

TEST(a_cycle_shows_both_the_true_symbol_and_scores_each_for_its_own)
{
	struct symbols *game FREED_BY(symbols_end) = made((struct plan){.options = {"game", "cycle"}});
	struct symbols *known FREED_BY(symbols_end) =
		made((struct plan){.seats = "1", .options = {"game", "cycle"}});
	struct symbol_news news[SEATS];
	int shown[21];

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
}

TEST(an_unknown_symbol_of_a_lone_player_is_wrong)
{
	struct symbols *game FREED_BY(symbols_end) =
		made((struct plan){.seats = "1", .options = {"game", "cycle"}});
	struct symbol_news news[SEATS];

	assert_true(symbols_move(game, SEAT_1, SYMBOL_NONE, news));
	expect_score(&news[SEAT_1], -1);
	assert_true(news[SEAT_1].input >= 0 && news[SEAT_1].input <= 4);
}

TEST(games_for_one_have_2_to_26_letters)
{
	struct symbols *game FREED_BY(symbols_end) =
		made((struct plan){.options = {"game", "cycle", "symbols", "26"}});

	assert_int_equal(symbols_count(game), 26);
	assert_string_equal(symbols_name(game, 25), "z");
	symbols_free(game);
	game = made((struct plan){.options = {"game", "imitate", "symbols", "2"}});
	assert_int_equal(symbols_count(game), 2);
}

TEST_MAIN(NULL, NULL)
