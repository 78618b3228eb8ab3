/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_plot.c - the curves of the sums: which samples are kept, and which dots are drawn.  */
#include "../random.h"
#include "../test.h"
#include "fake_paint.h"
#include "ui/plot.h"

#include <math.h>

static struct plot plot;

/* Random sums after each of n turns. The caller frees.  */
static double (*walk(uint64_t seed, int turns))[SEATS]
{
	double(*sums)[SEATS] = calloc((size_t)turns + 1, sizeof(*sums));

	assert_non_null(sums);
	for (int i = 1; i <= turns; i++)
		for (int seat = SEAT_1; seat < SEATS; seat++)
			sums[i][seat] = sums[i - 1][seat] + random_below(&seed, 3) - 1;
	return sums;
}

static void add_all(double (*sums)[SEATS], int turns)
{
	plot_clear(&plot);
	for (int i = 1; i <= turns; i++)
		plot_add(&plot, sums[i]);
}

static struct plot_sight sight_of(double (*sums)[SEATS], int turns)
{
	struct plot_sight sight = {.turns = turns, .seat = {false, true, true}};

	memcpy(sight.sum, sums[turns], sizeof(sight.sum));
	return sight;
}

TEST(samples_are_of_equally_spaced_turns)
{
	static const int lengths[] = {0, 1, 2, 1023, 1024, 1025, 2047, 2048, 4097, 100000};

	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		int turns = lengths[i];
		double(*sums)[SEATS] = walk(i, turns);

		add_all(sums, turns);
		assert_int_equal(plot.turns, turns);
		assert_true(plot.count >= (turns < PLOT_SAMPLES ? turns : PLOT_SAMPLES / 2));
		assert_true(plot.count <= PLOT_SAMPLES);
		assert_int_equal(plot.count, turns / plot.step + 1);
		for (int at = 0; at < plot.count; at++)
			assert_memory_equal(plot.sample[at], sums[at * plot.step], sizeof(plot.sample[at]));
		free(sums);
	}
}

/* The dots of a cell by its braille character; -1 if it is none.  */
static int dots_of(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	if (at[0] != 0xe2 || (at[1] & 0xfc) != 0xa0)
		return -1;
	return (at[1] & 3) << 6 | (at[2] & 0x3f);
}

/* Is the dot set in this row and column of dots?  */
static bool dot_at(struct area area, int row, int column)
{
	static const int bits[4][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
	int dots = dots_of(fake_at(area.y + row / 4, area.x + column / 2));

	return dots >= 0 && dots >> bits[row % 4][column % 2] & 1;
}

/* The row of dots of a seat's curve in a column, by definition: sums lie on straight lines between turns.  */
static int row_at(double (*sums)[SEATS], int turns, int seat, struct area area, int column, double least,
		  double most)
{
	int columns = 2 * area.width, rows = 4 * area.height;
	double at = (double)turns * column / (columns - 1);
	int turn = (int)at;
	double sum = sums[turn][seat];

	if (turn < turns)
		sum += (sums[turn + 1][seat] - sum) * (at - turn);
	return (int)lround((most - sum) * (rows - 1) / (most - least));
}

TEST(every_dot_is_where_the_sums_put_it)
{
	uint64_t seed = 7;

	for (int run = 0; run < 60; run++) {
		int turns = 1 + random_below(&seed, PLOT_SAMPLES - 1);
		/* Too narrow for labels: the curves have everything except the column of the marks.  */
		struct area area = {3, 5, 1 + random_below(&seed, 9), 2 + random_below(&seed, 18)};
		struct area curves = {area.y, area.x, area.height, area.width - 1};
		double(*sums)[SEATS] = walk((uint64_t)run, turns), least = 0, most = 0;
		struct plot_sight sight = sight_of(sums, turns);

		add_all(sums, turns);
		for (int i = 0; i <= turns; i++)
			for (int seat = SEAT_1; seat < SEATS; seat++) {
				least = fmin(least, sums[i][seat]);
				most = fmax(most, sums[i][seat]);
			}
		most += least == most;
		fake_clear(false);
		plot_draw(&plot, area, &sight);
		for (int column = 0; column < 2 * curves.width; column++) {
			bool expected[4 * 9] = {false};

			for (int seat = SEAT_1; seat < SEATS; seat++) {
				int row = row_at(sums, turns, seat, curves, column, least, most);
				int before =
					column ? row_at(sums, turns, seat, curves, column - 1, least, most)
					       : row;

				expected[row] = true;
				/* Connected to the column before.  */
				for (int at = before < row ? before + 1 : row; at < before || at < row; at++)
					expected[at] = true;
			}
			for (int row = 0; row < 4 * curves.height; row++)
				assert_int_equal(dot_at(curves, row, column), expected[row]);
		}
		free(sums);
	}
}

/* One seat wins every turn, the other loses every turn.  */
static struct plot_sight straight(int turns)
{
	struct plot_sight sight = {.turns = turns, .seat = {false, true, true}};

	plot_clear(&plot);
	for (int i = 1; i <= turns; i++)
		plot_add(&plot, (double[SEATS]){0, i, -i});
	sight.sum[SEAT_1] = turns;
	sight.sum[SEAT_2] = -turns;
	return sight;
}

TEST(each_curve_has_the_colour_and_the_mark_of_its_seat)
{
	struct area area = {0, 0, 9, 20};
	struct plot_sight sight = straight(50);

	fake_clear(false);
	plot_draw(&plot, area, &sight);
	assert_string_equal(fake_at(0, 19), "●");
	assert_int_equal(fake_role(0, 19), ROLE_SEAT_1);
	assert_string_equal(fake_at(8, 19), "○");
	assert_int_equal(fake_role(8, 19), ROLE_SEAT_2);
	assert_int_equal(fake_role(0, 18), ROLE_SEAT_1);
	assert_int_equal(fake_role(8, 18), ROLE_SEAT_2);
	assert_string_equal(fake_at(4, 18), "─");
}

TEST(a_marked_turn_has_its_sign_on_the_curve_of_the_first_seat_that_has_one)
{
	struct area area = {0, 0, 9, 20};
	struct plot_sight sight = straight(38);
	float marked[20] = {[19] = 1.5f};

	sight.marked = marked;
	sight.marked_count = 20;
	for (int seat = SEAT_1; seat < SEATS; seat++) {
		int signs = 0;

		sight.sum[SEAT_1] = seat == SEAT_1 ? 38 : NAN;
		fake_clear(false);
		plot_draw(&plot, area, &sight);
		for (int y = 0; y < area.height; y++)
			signs += strcmp(fake_at(y, 9), "?") == 0;
		assert_int_equal(signs, 1);
		assert_string_equal(fake_at(seat == SEAT_1 ? 2 : 4, 9), "?");
		marked[19] = -1;
		plot_draw(&plot, area, &sight);
		assert_string_equal(fake_at(seat == SEAT_1 ? 2 : 4, 9), "W");
		marked[19] = 1.5f;
		for (int i = 0; i < plot.count; i++)
			plot.sample[i][SEAT_1] = NAN;
	}
}

/* The third one has seen no position but those after 0 to 2 turns and the last.  */
TEST(a_third_curve_joins_only_what_was_seen_turn_by_turn)
{
	struct area area = {0, 0, 9, 20};
	struct plot_sight sight = straight(19);
	float third[20] = {-19, -19, -19};
	int last = -1;

	for (int n = 3; n < 19; n++)
		third[n] = NAN;
	third[19] = 0;
	sight.third = third;
	sight.third_count = 20;
	fake_clear(false);
	plot_draw(&plot, area, &sight);
	assert_string_equal(fake_at(4, 19), "k");
	for (int x = 0; x < 19; x++)
		if (dots_of(fake_at(8, x)) >= 0 && fake_role(8, x) == ROLE_STRONG)
			last = x;
	assert_int_equal(last, 2);
	assert_int_equal(fake_role(6, 3), ROLE_TEXT); /* nothing leads up from there */

	sight.third_count = 19; /* it has not seen the last */
	fake_clear(false);
	plot_draw(&plot, area, &sight);
	assert_string_equal(fake_at(4, 19), " ");
}

TEST(a_hidden_curve_is_not_drawn)
{
	struct area area = {0, 0, 9, 20};
	struct plot_sight sight = straight(50);

	sight.seat[SEAT_2] = false;
	fake_clear(false);
	plot_draw(&plot, area, &sight);
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width; x++)
			assert_int_not_equal(fake_role(y, x), ROLE_SEAT_2);
	/* The axis fits the other seat's curve alone: zero is in the lowest row.  */
	assert_int_equal(fake_role(8, 0), ROLE_SEAT_1);
}

TEST(a_wide_plot_has_an_axis_and_a_caption)
{
	struct area area = {1, 2, 10, 40};
	struct plot_sight sight = straight(50);

	sight.caption = "50 rounds";
	fake_clear(true);
	plot_draw(&plot, area, &sight);
	assert_text(fake_picture(area), " 50                               xxxxxX\n"
					"                          xxxxxxxx\n"
					"                 xxxxxxxxx\n"
					"         xxxxxxxx\n"
					"  0 #####------------------------------\n"
					"         oooooooo\n"
					"                 ooooooooo\n"
					"                          oooooooo\n"
					"-50                               oooooO\n"
					"                               50 rounds\n");
}

TEST(before_the_first_turn_there_is_a_line_at_zero)
{
	struct area area = {0, 0, 4, 10};
	struct plot_sight sight = {.seat = {false, true, true}};

	plot_clear(&plot);
	fake_clear(false);
	plot_draw(&plot, area, &sight);
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width - 1; x++)
			assert_string_equal(fake_at(y, x), y == 3 ? "─" : " ");
}

TEST(nothing_is_drawn_outside_its_area)
{
	for (int height = 0; height <= 12; height++)
		for (int width = 0; width <= 60; width++)
			for (int plain = 0; plain < 2; plain++) {
				struct plot_sight sight = straight(height * width);

				sight.caption = "many rounds";
				fake_clear(plain);
				plot_draw(&plot, (struct area){2, 3, height, width}, &sight);
				for (int y = 0; y < FAKE_HEIGHT; y++)
					for (int x = 0; x < FAKE_WIDTH; x++)
						if (y < 2 || y >= 2 + height || x < 3 || x >= 3 + width)
							assert_string_equal(fake_at(y, x), "");
			}
}

/* Values of two seats: the axis has their marks, and a line stands at the shown turn.  */
TEST(values_are_between_the_marks_of_the_seats)
{
	const struct area area = {0, 0, 5, 30};
	const double half[SEATS] = {0, 0.5, -0.5};
	struct plot_sight sight = {
		.turns = 4, .seat = {false, true, true}, .shown = 2, .best = {NULL, "b", "w"}, .half = 400};

	plot_clear(&plot);
	for (int i = 0; i < 4; i++)
		plot_add(&plot, half);
	memcpy(sight.sum, half, sizeof(sight.sum));
	fake_clear(true);
	plot_draw(&plot, area, &sight);
	assert_string_equal(fake_at(0, 2), "b");
	assert_string_equal(fake_at(4, 2), "w");
	assert_string_equal(fake_at(1, 0), "4");
	assert_string_equal(fake_at(2, 2), "0");
	assert_string_equal(fake_at(3, 2), "0");
	for (int x = 0; x < area.width; x++) {
		int turns = plot_turns_at(&plot, area, &sight, x);

		assert_true(turns >= 0 && turns <= 4);
		if (strcmp(fake_at(0, x), "|") == 0)
			assert_int_equal(turns, 2);
	}
	assert_int_equal(plot_turns_at(&plot, area, &sight, 2), 0);
	assert_int_equal(plot_turns_at(&plot, area, &sight, 29), 4);
	sight.shown = 0;
	fake_clear(true);
	plot_draw(&plot, area, &sight);
	for (int x = 0; x < area.width; x++)
		assert_string_not_equal(fake_at(0, x), "|");
}

/* The curve begins with the first value; a seat that told none has neither a curve nor a mark.  */
TEST(a_seat_without_values_has_no_curve)
{
	const struct area area = {0, 0, 5, 11};
	struct plot_sight sight = {.turns = 4,
				   .seat = {false, true, true},
				   .sum = {NAN, 0.9, NAN},
				   .best = {NULL, "b", "w"},
				   .half = 400};

	plot_clear(&plot);
	plot.sample[0][SEAT_1] = plot.sample[0][SEAT_2] = NAN;
	for (int i = 1; i <= 4; i++)
		plot_add(&plot, (double[SEATS]){NAN, i < 2 ? NAN : 0.9, NAN});
	fake_clear(true);
	plot_draw(&plot, area, &sight);
	for (int x = 0; x < area.width; x++)
		for (int y = 0; y < area.height; y++)
			assert_string_equal(fake_at(y, x), y == 2 && x < 10    ? "-"
							   : y == 0 && x == 10 ? "X"
							   : y == 0 && x >= 5  ? "x"
									       : " ");
}

TEST_MAIN(NULL, NULL)
