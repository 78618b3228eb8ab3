/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_statistics.c - scores, Elo, the sequential test, pairs, ratings and means.
 *
 * Other programs, in Python, computed the numbers from the published formulas by other methods:
 * - the ratio of games: Lagrange's multiplier in place of a search over the share of draws;
 * - the ratio of pairs (M. Van den Bergh, "A Practical Introduction to the GSPRT", 2018): Newton's method on
 * the two multipliers of the dual problem in place of a bisection for one; of normalised Elo, that for each
 * deviation of the score, and a golden section over the deviations;
 * - ratings: the MM algorithm of D. R. Hunter, "MM Algorithms for Generalized Bradley-Terry Models" (The
 * Annals of Statistics 32, 2004), until no strength changes by more than 1e-14; their errors from the second
 * differences of the likelihood and an inverse by Gauss and Jordan;
 * - means: Python's module statistics.  */
#include "../random.h"
#include "../test.h"
#include "ringside/statistics.h"

#include <math.h>
#include <stdbool.h>

#define NEAR 1e-4

static void expect(double found, double expected)
{
	if (!(fabs(found - expected) < NEAR))
		fail_msg("got %.6f, expected %.6f", found, expected);
}

TEST(a_score_counts_a_draw_half)
{
	expect(tally_score(&(struct tally){.wins = 1, .draws = 2, .losses = 1}), 0.5);
	expect(tally_score(&(struct tally){.wins = 312, .draws = 520, .losses = 288}), 0.510714);
	expect(tally_score(&(struct tally){0}), 0.5);
}

TEST(elo_and_score_are_each_others_inverse)
{
	expect(score_elo(0.6), 70.4365); /* 400 log10 1.5 */
	expect(elo_score(400), 10.0 / 11);
	for (double elo = -700; elo <= 700; elo += 35)
		expect(score_elo(elo_score(elo)), elo);
	assert_true(score_elo(1) == INFINITY && score_elo(0) == -INFINITY);
}

static void expect_elo(struct tally tally, double low, double middle, double high)
{
	struct elo elo = tally_elo(&tally);

	expect(elo.low, low);
	expect(elo.middle, middle);
	expect(elo.high, high);
}

TEST(error_bars_come_from_the_variance_with_draws)
{
	expect_elo((struct tally){100, 100, 80}, -7.6835, 24.8592, 57.8445);
	expect_elo((struct tally){312, 520, 288}, -7.4426, 7.4462, 22.3624);
	expect_elo((struct tally){5, 90, 5}, -21.5615, 0, 21.5615);
	expect_elo((struct tally){60, 0, 40}, 2.7669, 70.4365, 143.9092);
}

TEST(error_bars_are_unbounded_if_all_games_ended_alike)
{
	struct elo elo = tally_elo(&(struct tally){.wins = 7});

	assert_true(elo.low == -INFINITY && elo.middle == INFINITY && elo.high == INFINITY);
	elo = tally_elo(&(struct tally){.draws = 7});
	assert_true(elo.low == -INFINITY && elo.high == INFINITY);
	expect(elo.middle, 0);
	elo = tally_elo(&(struct tally){0});
	assert_true(elo.low == -INFINITY && elo.high == INFINITY);
	/* Here the interval of the score exceeds 1.  */
	elo = tally_elo(&(struct tally){.wins = 4, .losses = 1});
	assert_true(isfinite(elo.low) && isfinite(elo.middle) && elo.high == INFINITY);
}

TEST(bounds_are_walds)
{
	const struct sprt even = {0, 20, 0.05, 0.05, SPRT_LOGISTIC},
			  uneven = {0, 20, 0.01, 0.1, SPRT_LOGISTIC};

	expect(sprt_upper(&even), 2.944439); /* log 19 */
	expect(sprt_lower(&even), -2.944439);
	expect(sprt_upper(&uneven), 4.499810);  /* log 90 */
	expect(sprt_lower(&uneven), -2.292535); /* log(10 / 99) */
}

/* A sequence of random numbers from 0 to 1.  */
static double chance(uint64_t *seed)
{
	return (double)(random_next(seed) >> 11) / 9007199254740992.0;
}

static void expect_refused(const char *text, const char *word)
{
	struct sprt sprt;
	FREED char *problem = sprt_read(text, &sprt);

	if (!problem)
		fail_msg("\"%s\" was accepted", text);
	if (!strstr(problem, word) || !strstr(problem, text))
		fail_msg("\"%s\" gives: %s", text, problem);
}

TEST(a_test_is_read_and_mistakes_are_reported)
{
	struct sprt sprt;

	assert_null(sprt_read("elo0=-1.5,elo1=20", &sprt));
	assert_true(sprt.elo0 == -1.5 && sprt.elo1 == 20 && sprt.alpha == 0.05 && sprt.beta == 0.05);
	assert_null(sprt_read("beta=0.2,elo1=5,alpha=0.1,elo0=0", &sprt));
	assert_true(sprt.elo0 == 0 && sprt.elo1 == 5 && sprt.alpha == 0.1 && sprt.beta == 0.2);
	assert_true(sprt.model == SPRT_LOGISTIC);
	assert_null(sprt_read("elo0=0,model=normalized,elo1=2", &sprt));
	assert_true(sprt.model == SPRT_NORMALIZED);
	expect_refused("elo0=0,elo1=5,model=normal", "\"model=normal\" is not understood");
	expect_refused("elo0=0", "elo1");
	expect_refused("elo0=20,elo1=20", "less than");
	expect_refused("elo0=0,elo1=1e9", "2000");
	expect_refused("elo0=0,elo1=x", "\"elo1=x\" is not understood");
	expect_refused("elo0=0,elo1=5,", "not understood");
	expect_refused("elo0=0,elo1=nan", "not understood");
	expect_refused("elo0=0,elo2=5", "\"elo2=5\"");
	expect_refused("elo0=0,elo1=5,alpha=0", "between 0 and 0.5");
	expect_refused("elo0=0,elo1=5,beta=0.5", "between 0 and 0.5");
}

/* ---- pairs ---- */

static void expect_pairs(struct pairs pairs, const double expected[5])
{
	struct elo elo = pairs_elo(&pairs);

	expect(pairs_score(&pairs), expected[0]);
	expect(elo.low, expected[1]);
	expect(elo.middle, expected[2]);
	expect(elo.high, expected[3]);
	expect(pairs_superiority(&pairs), expected[4]);
}

TEST(pairs_give_a_score_with_error_bars_and_superiority)
{
	expect_pairs((struct pairs){.count = {10, 40, 80, 50, 20}},
		     (double[]){0.5375, 1.653271, 26.106693, 50.821473, 0.981814});
	expect_pairs((struct pairs){.count = {3, 120, 300, 150, 7}},
		     (double[]){0.516379, 1.087275, 11.385584, 21.703938, 0.984882});
	expect_pairs((struct pairs){.count = {2, 3, 1, 0, 0}},
		     (double[]){0.208333, -447.044633, -231.913439, -110.757067, 0.000016});
	expect_pairs((struct pairs){.count = {312, 5210, 9800, 5610, 360}},
		     (double[]){0.505824, 2.189065, 4.046962, 5.905091, 0.999990});
}

/* Half of these openings are won for the side that begins: each pair is one win and one loss.  */
TEST(two_games_of_one_opening_count_less_than_two_others)
{
	const struct pairs pairs = {.count = {1, 0, 98, 0, 1}};
	const struct tally tally = {.wins = 100, .losses = 100};
	struct elo of_pairs = pairs_elo(&pairs), of_games = tally_elo(&tally);

	assert_true(of_pairs.high - of_pairs.low < (of_games.high - of_games.low) / 5);
}

TEST(pairs_that_ended_alike_have_no_bounds)
{
	const struct pairs won = {.count = {[4] = 6}}, none = {.count = {0}};
	struct elo elo = pairs_elo(&won);

	assert_true(elo.low == -INFINITY && elo.middle == INFINITY && elo.high == INFINITY);
	assert_true(isnan(pairs_superiority(&won)) && isnan(pairs_superiority(&none)));
	expect(pairs_elo(&none).middle, 0);
	expect(pairs_score(&none), 0.5);
}

/* As others have published them: fastchess in the notes to release v0.3.2 of the engine Dual on GitHub (two
 * matches), fishtest in the pull requests 3209 and 3098 of Stockfish (two tests each).  */
TEST(pairs_give_the_numbers_of_other_programs)
{
	static const struct {
		struct pairs pairs;
		double elo, error, superiority;
	} matches[] = {{{.count = {16, 82, 222, 150, 61}}, 52.08, 14.57, 100},
		       {{.count = {49, 48, 154, 49, 60}}, 11.10, 21.86, 84.08}};
	static const struct {
		struct pairs pairs;
		double elo0, elo1, ratio;
	} tests[] = {
		{{.count = {253, 4282, 17604, 4431, 286}}, -0.25, 1.25, 2.94},
		{{.count = {58, 3302, 33130, 3518, 84}}, 0.25, 1.25, 2.97},
		{{.count = {491, 7345, 29693, 7670, 465}}, -0.25, 1.25, 2.96},
		{{.count = {53, 2220, 21459, 2445, 47}}, 0.25, 1.25, 2.97},
	};
	const double rounding = 0.0051;

	for (size_t i = 0; i < sizeof(matches) / sizeof(matches[0]); i++) {
		struct elo elo = pairs_elo(&matches[i].pairs);

		assert_true(fabs(elo.middle - matches[i].elo) < rounding);
		assert_true(fabs((elo.high - elo.low) / 2 - matches[i].error) < rounding);
		assert_true(fabs(100 * pairs_superiority(&matches[i].pairs) - matches[i].superiority) <
			    rounding);
	}
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		const struct sprt sprt = {tests[i].elo0, tests[i].elo1, 0.05, 0.05, SPRT_LOGISTIC};

		assert_true(fabs(pairs_ratio(&sprt, &tests[i].pairs) - tests[i].ratio) < rounding);
	}
}

TEST(pairs_turned_are_those_of_the_opponent)
{
	const struct pairs pairs = {.count = {10, 40, 80, 50, 20}};
	struct pairs turned = pairs_turned(&pairs);

	expect(pairs_score(&turned), 1 - 0.5375);
	expect(pairs_superiority(&turned), 1 - 0.981814);
	assert_int_equal(pairs_number(&turned), 200);
}

TEST(superiority_of_games_leaves_out_draws)
{
	expect(tally_superiority(&(struct tally){60, 0, 40}), 0.977250);
	expect(tally_superiority(&(struct tally){312, 520, 288}), 0.836407);
	assert_true(isnan(tally_superiority(&(struct tally){.draws = 5})));
}

static void expect_pairs_ratio(double elo0, double elo1, struct pairs pairs, double expected)
{
	expect(pairs_ratio(&(struct sprt){elo0, elo1, 0.05, 0.05, SPRT_LOGISTIC}, &pairs), expected);
}

TEST(the_ratio_of_pairs_uses_the_best_fitting_shares)
{
	expect_pairs_ratio(0, 20, (struct pairs){.count = {10, 40, 80, 50, 20}}, 2.053072);
	expect_pairs_ratio(-5, 5, (struct pairs){.count = {10, 40, 80, 50, 20}}, 1.653925);
	expect_pairs_ratio(-5, 5, (struct pairs){.count = {3, 120, 300, 150, 7}}, 4.104782);
	expect_pairs_ratio(0, 2, (struct pairs){.count = {312, 5210, 9800, 5610, 360}}, 6.778360);
	expect_pairs_ratio(0, 20, (struct pairs){.count = {312, 5210, 9800, 5610, 360}}, -131.805821);
	/* Outcomes that did not happen.  */
	expect_pairs_ratio(0, 20, (struct pairs){.count = {0, 0, 10, 5, 0}}, 0.838126);
	expect_pairs_ratio(0, 20, (struct pairs){.count = {5, 0, 0, 0, 5}}, -0.016568);
	expect_pairs_ratio(0, 20, (struct pairs){.count = {0, 0, 0, 0, 6}}, 0.335561);
	expect_pairs_ratio(0, 20, (struct pairs){.count = {2, 3, 1, 0, 0}}, -0.355274);
	expect_pairs_ratio(0, 20, (struct pairs){.count = {0}}, 0);
}

TEST(normalised_elo_is_a_multiple_of_the_deviation)
{
	static const struct {
		struct pairs pairs;
		double elo0, elo1, ratio;
	} rows[] = {
		{{.count = {10, 40, 80, 50, 20}}, 0, 20, 1.733024},
		{{.count = {10, 40, 80, 50, 20}}, -5, 5, 1.195348},
		{{.count = {312, 5210, 9800, 5610, 360}}, 0, 2, 4.364116},
		{{.count = {58, 3302, 33130, 3518, 84}}, 0.25, 1.25, 2.043765},
		{{.count = {3, 120, 300, 150, 7}}, -1.75, 0.25, 0.438337},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect(pairs_ratio(&(struct sprt){rows[i].elo0, rows[i].elo1, 0.05, 0.05, SPRT_NORMALIZED},
				   &rows[i].pairs),
		       rows[i].ratio);
}

TEST(the_trinomial_model_counts_games)
{
	const struct pairs some = {.games = {312, 520, 288}}, many = {.games = {1200, 3000, 1100}},
			   no_loss = {.games = {5, 3, 0}};
	const struct sprt sprt = {0, 5, 0.05, 0.05, SPRT_TRINOMIAL},
			  other = {0, 3, 0.05, 0.05, SPRT_TRINOMIAL};
	FREED char *words = sprt_ratio_words(&sprt, &some), *test = sprt_words(&sprt);

	expect(pairs_ratio(&sprt, &some), 0.428474);
	expect(pairs_ratio(&other, &many), 1.535555);
	expect(pairs_ratio(&sprt, &no_loss), 0);
	assert_string_equal(words, "LLR 0.43 (-2.94 to 2.94) of 1120 games");
	assert_string_equal(test, "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=trinomial");
}

/* Plays pairs in which the openings favour one side, until the test ends.  */
static enum sprt_state simulate_pairs(const struct sprt *sprt, double elo, uint64_t *seed)
{
	const double favour = 0.25;
	struct pairs pairs = {.count = {0}};
	enum sprt_state end;

	while ((end = pairs_state(sprt, &pairs)) == SPRT_GOES_ON) {
		bool first = chance(seed) < elo_score(elo) + favour;
		bool second = chance(seed) < elo_score(elo) - favour;

		pairs.count[2 * first + 2 * second]++;
	}
	return end;
}

TEST(the_test_of_pairs_errs_no_more_often_than_it_says)
{
	enum { RUNS = 300 };
	const struct sprt sprt = {0, 80, 0.05, 0.1, SPRT_LOGISTIC};
	uint64_t seed = 1;
	int wrong_1 = 0, wrong_0 = 0;

	for (int i = 0; i < RUNS; i++) {
		wrong_1 += simulate_pairs(&sprt, 0, &seed) == SPRT_ACCEPTS_1;
		wrong_0 += simulate_pairs(&sprt, 80, &seed) == SPRT_ACCEPTS_0;
	}
	print_message("%d and %d of %d wrong\n", wrong_1, wrong_0, RUNS);
	/* 15 and 30 are the stated rates; twice the deviation of such counts is 8 and 10.  */
	assert_true(wrong_1 >= 2 && wrong_1 <= 23);
	assert_true(wrong_0 >= 5 && wrong_0 <= 40);
}

/* ---- ratings ---- */

static void expect_ratings(int count, const double *points, const double *elo, const double *errors)
{
	struct rating ratings[4];

	ratings_of(points, count, ratings);
	for (int i = 0; i < count; i++) {
		expect(ratings[i].elo, elo[i]);
		if (!(fabs(ratings[i].error - errors[i]) < 0.01)) /* second differences are not better */
			fail_msg("the error of %d is %.4f, expected %.4f", i, ratings[i].error, errors[i]);
	}
}

TEST(ratings_are_those_of_the_mm_algorithm)
{
	expect_ratings(2, (double[]){0, 60, 40, 0}, (double[]){34.8565, -34.8565},
		       (double[]){34.5582, 34.5582});
	expect_ratings(4, (double[]){0, 6.5, 8, 9, 3.5, 0, 5.5, 7, 2, 4.5, 0, 6, 1, 3, 4, 0},
		       (double[]){160.8310, 16.8053, -46.3172, -131.3191},
		       (double[]){108.8685, 96.6235, 97.3018, 103.9913});
}

TEST(the_prior_keeps_ratings_finite)
{
	/* 1 beat 2, and 2 beat 3, in all games; 1 and 3 never met.  */
	expect_ratings(3, (double[]){0, 10, 0, 0, 0, 10, 0, 0, 0}, (double[]){416.5571, 0, -416.5571},
		       (double[]){265.9567, 173.2053, 265.9567});
	/* The third player has not played.  */
	expect_ratings(3, (double[]){0, 5, 0, 5, 0, 0, 0, 0, 0}, (double[]){0, 0, 0},
		       (double[]){221.7683, 221.7683, 393.1532});
	/* One equation with one unknown: 100000 (1 - p(2x)) = 2 p(x) - 1, by bisection.  */
	expect_ratings(2, (double[]){0, 100000, 0, 0}, (double[]){1000.5468, -1000.5468},
		       (double[]){170.5099, 170.5099});
	expect_ratings(1, (double[]){0}, (double[]){0}, (double[]){0});
}

/* ---- means ---- */

static struct mean mean_of(const double *values, int count)
{
	struct mean mean = {0};

	for (int i = 0; i < count; i++)
		mean_add(&mean, values[i]);
	return mean;
}

TEST(a_mean_has_the_error_of_students_distribution)
{
	struct mean mean = mean_of((double[]){3, 5, 4}, 3);
	double values[121];

	expect(mean.middle, 4);
	expect(mean.sum, 12);
	expect(mean_deviation(&mean), 1);
	expect(mean_error(&mean), 4.303 * 0.5773502691896258);
	mean = mean_of((double[]){1e9 + 1, 1e9 + 2, 1e9 + 4}, 3);
	expect(mean.middle - 1e9, 7 / 3.0);
	expect(mean_deviation(&mean), 1.5275252316519468);
	for (int i = 0; i < 121; i++)
		values[i] = i + 1;
	/* t is 2.021 for 40 degrees of freedom and 1.980 for 120 in the handbook's table.  */
	mean = mean_of(values, 41);
	assert_true(fabs(mean_error(&mean) / 1.8708286933869707 - 2.021) < 5e-4);
	mean = mean_of(values, 121);
	assert_true(fabs(mean_error(&mean) / (mean_deviation(&mean) / 11) - 1.980) < 5e-4);
}

TEST(one_value_has_no_error_bars)
{
	struct mean mean = mean_of((double[]){7}, 1), none = {0};

	expect(mean.middle, 7);
	assert_true(mean_error(&mean) == INFINITY && mean_error(&none) == INFINITY);
	expect(mean_deviation(&mean), 0);
}

TEST(means_join_as_if_their_values_had_come_one_by_one)
{
	const double values[] = {3, 5, 4, 1e6 + 1, -7, 0.25};
	struct mean all = mean_of(values, 6);

	for (int i = 0; i <= 6; i++) {
		struct mean one = mean_of(values, i), other = mean_of(values + i, 6 - i);

		mean_join(&one, &other);
		assert_int_equal(one.count, 6);
		expect(one.sum, all.sum);
		expect(one.middle, all.middle);
		expect(mean_deviation(&one), mean_deviation(&all));
	}
}

TEST_MAIN(NULL, NULL)
