/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_statistics.c - scores, Elo and the sequential test.
 *
 * Another program computed the numbers from the formulas in statistics.h. For the ratio it used Lagrange's
 * multiplier in place of a search over the share of draws.  */
#include "cli/statistics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NEAR 1e-4

static void expect(double found, double expected)
{
	if (!(fabs(found - expected) < NEAR))
		fail_msg("got %.6f, expected %.6f", found, expected);
}

static void a_score_counts_a_draw_half(void **state)
{
	(void)state;
	expect(tally_score(&(struct tally){.wins = 1, .draws = 2, .losses = 1}), 0.5);
	expect(tally_score(&(struct tally){.wins = 312, .draws = 520, .losses = 288}), 0.510714);
	expect(tally_score(&(struct tally){0}), 0.5);
}

static void elo_and_score_are_each_others_inverse(void **state)
{
	(void)state;
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

static void error_bars_come_from_the_variance_with_draws(void **state)
{
	(void)state;
	expect_elo((struct tally){100, 100, 80}, -7.6835, 24.8592, 57.8445);
	expect_elo((struct tally){312, 520, 288}, -7.4426, 7.4462, 22.3624);
	expect_elo((struct tally){5, 90, 5}, -21.5615, 0, 21.5615);
	expect_elo((struct tally){60, 0, 40}, 2.7669, 70.4365, 143.9092);
}

static void error_bars_are_unbounded_if_all_games_ended_alike(void **state)
{
	struct elo elo = tally_elo(&(struct tally){.wins = 7});

	(void)state;
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

static void expect_ratio(double elo0, double elo1, struct tally tally, double expected)
{
	expect(sprt_ratio(&(struct sprt){elo0, elo1, 0.05, 0.05}, &tally), expected);
}

static void the_ratio_uses_the_best_fitting_share_of_draws(void **state)
{
	(void)state;
	expect_ratio(0, 20, (struct tally){100, 100, 80}, 1.070888);
	expect_ratio(0, 10, (struct tally){312, 520, 288}, 0.423660);
	expect_ratio(-5, 5, (struct tally){30, 10, 60}, -0.959402);
	expect_ratio(0, 20, (struct tally){5, 90, 5}, -1.492048);
	/* Without draws it is 60 log(p1 / p0) + 40 log((1 - p1) / (1 - p0)).  */
	expect_ratio(0, 20, (struct tally){60, 0, 40}, 0.985700);
	expect_ratio(0, 20, (struct tally){0}, 0);
	expect_ratio(0, 20, (struct tally){.wins = 10}, 10 * log(elo_score(20) / 0.5));
	/* Only draws: as many as possible, which is all of them if the score is a half.  */
	expect_ratio(0, 20, (struct tally){.draws = 10}, 10 * log(2 * (1 - elo_score(20))));
}

static void bounds_are_walds(void **state)
{
	const struct sprt even = {0, 20, 0.05, 0.05}, uneven = {0, 20, 0.01, 0.1};

	(void)state;
	expect(sprt_upper(&even), 2.944439); /* log 19 */
	expect(sprt_lower(&even), -2.944439);
	expect(sprt_upper(&uneven), 4.499810);  /* log 90 */
	expect(sprt_lower(&uneven), -2.292535); /* log(10 / 99) */
}

/* A sequence of random numbers from 0 to 1.  */
static double chance(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* Plays games between players of this difference until the test ends.  */
static enum sprt_state simulate(const struct sprt *sprt, double elo, uint64_t *seed)
{
	const double draws = 0.3;
	struct tally tally = {0};
	enum sprt_state end;

	while ((end = sprt_state(sprt, &tally)) == SPRT_GOES_ON) {
		double at = chance(seed);

		if (at < draws)
			tally.draws++;
		else if (at < draws + elo_score(elo) - draws / 2)
			tally.wins++;
		else
			tally.losses++;
	}
	return end;
}

static void the_test_errs_no_more_often_than_it_says(void **state)
{
	enum { RUNS = 400 };
	const struct sprt sprt = {0, 60, 0.05, 0.1};
	uint64_t seed = 1;
	int wrong_1 = 0, wrong_0 = 0;

	(void)state;
	for (int i = 0; i < RUNS; i++) {
		wrong_1 += simulate(&sprt, 0, &seed) == SPRT_ACCEPTS_1;
		wrong_0 += simulate(&sprt, 60, &seed) == SPRT_ACCEPTS_0;
	}
	print_message("%d and %d of %d wrong\n", wrong_1, wrong_0, RUNS);
	/* 20 and 40 are the stated rates; twice the deviation of such counts is 9 and 12. A test that is
	 * never wrong would play longer than needed.  */
	assert_true(wrong_1 >= 5 && wrong_1 <= 29);
	assert_true(wrong_0 >= 10 && wrong_0 <= 52);
}

static void expect_refused(const char *text, const char *word)
{
	struct sprt sprt;
	char *problem = sprt_read(text, &sprt);

	if (!problem)
		fail_msg("\"%s\" was accepted", text);
	if (!strstr(problem, word) || !strstr(problem, text))
		fail_msg("\"%s\" gives: %s", text, problem);
	free(problem);
}

static void a_test_is_read_and_mistakes_are_reported(void **state)
{
	struct sprt sprt;

	(void)state;
	assert_null(sprt_read("elo0=-1.5,elo1=20", &sprt));
	assert_true(sprt.elo0 == -1.5 && sprt.elo1 == 20 && sprt.alpha == 0.05 && sprt.beta == 0.05);
	assert_null(sprt_read("beta=0.2,elo1=5,alpha=0.1,elo0=0", &sprt));
	assert_true(sprt.elo0 == 0 && sprt.elo1 == 5 && sprt.alpha == 0.1 && sprt.beta == 0.2);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_score_counts_a_draw_half),
		cmocka_unit_test(elo_and_score_are_each_others_inverse),
		cmocka_unit_test(error_bars_come_from_the_variance_with_draws),
		cmocka_unit_test(error_bars_are_unbounded_if_all_games_ended_alike),
		cmocka_unit_test(the_ratio_uses_the_best_fitting_share_of_draws),
		cmocka_unit_test(bounds_are_walds),
		cmocka_unit_test(the_test_errs_no_more_often_than_it_says),
		cmocka_unit_test(a_test_is_read_and_mistakes_are_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
