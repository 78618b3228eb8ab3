/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomoku.c - the rules of gomoku, and its squares as text.  */
#include "../random.h"
#include "../test.h"
#include "ringside/bytes.h"
#include "systems/gomocup/rules.h"

/* A direction on the board; rows grow upwards.  */
struct way {
	const char *name;
	int dx, dy;
};

static const struct way ways[] = {{"along a row", 1, 0},
				  {"along a column", 0, 1},
				  {"up to the right", 1, 1},
				  {"down to the right", 1, -1}};

enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

static bool same(struct square a, struct square b)
{
	return a.x == b.x && a.y == b.y;
}

/* Places stones of one colour only: a line does not depend on other stones.  */
static void put(struct gomoku *game, enum stone colour, struct square square)
{
	game->cell[square.y * game->width + square.x] = (uint8_t)colour;
	game->moves[game->move_count++] = square;
}

/* Places a line of black stones from a square; stone `last` (from 0) is placed last. False: it does not fit.
 */
static bool put_line(struct gomoku *game, struct square from, struct way way, int length, int last)
{
	struct square end = {from.x + (length - 1) * way.dx, from.y + (length - 1) * way.dy};

	if (!gomoku_inside(game, from) || !gomoku_inside(game, end))
		return false;
	while (game->move_count)
		gomoku_undo(game);
	for (int i = 0; i < length; i++)
		if (i != last)
			put(game, STONE_BLACK, (struct square){from.x + i * way.dx, from.y + i * way.dy});
	put(game, STONE_BLACK, (struct square){from.x + last * way.dx, from.y + last * way.dy});
	return true;
}

/* Tries every line of that length at every place of the board with every stone as the last: is it a win?
 * Returns how many lines were tried.  */
static int expect_lines(int width, int height, enum gomoku_rule rule, int length, bool win)
{
	struct gomoku game FREED_BY(gomoku_free);
	int tried = 0;

	gomoku_init(&game, width, height, rule);
	for (int w = 0; w < WAYS; w++)
		for (int at = 0; at < width * height; at++)
			for (int last = 0; last < length; last++) {
				struct square from = {at % width, at / width}, first, end;
				struct square far = {from.x + (length - 1) * ways[w].dx,
						     from.y + (length - 1) * ways[w].dy};

				if (!put_line(&game, from, ways[w], length, last))
					continue;
				tried++;
				if (gomoku_won(&game, &first, &end) != win)
					fail_msg("%d stones %s from %d,%d, the last one number %d: %s",
						 length, ways[w].name, from.x, from.y, last,
						 win ? "no win" : "a win");
				if (win && !(same(first, from) && same(end, far)))
					fail_msg("%d stones %s from %d,%d: ends %d,%d and %d,%d", length,
						 ways[w].name, from.x, from.y, first.x, first.y, end.x,
						 end.y);
			}
	return tried;
}

TEST(five_in_any_direction_wins_everywhere_on_the_board)
{
	/* 11 places in each of 15 rows and columns, 11 x 11 on each diagonal, five orders.  */
	assert_int_equal(expect_lines(15, 15, GOMOKU_FREESTYLE, 5, true), 5 * (2 * 11 * 15 + 2 * 11 * 11));
	assert_int_equal(expect_lines(15, 15, GOMOKU_STANDARD, 5, true), 5 * (2 * 11 * 15 + 2 * 11 * 11));
}

TEST(five_fills_the_whole_side_of_the_smallest_board)
{
	assert_int_equal(expect_lines(5, 5, GOMOKU_STANDARD, 5, true), 5 * (5 + 5 + 2));
}

TEST(four_is_not_enough)
{
	assert_true(expect_lines(9, 9, GOMOKU_FREESTYLE, 4, false) > 0);
	assert_true(expect_lines(9, 9, GOMOKU_STANDARD, 4, false) > 0);
}

TEST(an_overline_wins_in_freestyle_with_its_full_length)
{
	for (int length = 6; length <= 9; length++)
		assert_true(expect_lines(10, 9, GOMOKU_FREESTYLE, length, true) > 0);
}

TEST(an_overline_is_nothing_in_standard)
{
	for (int length = 6; length <= 9; length++)
		assert_true(expect_lines(10, 9, GOMOKU_STANDARD, length, false) > 0);
}

TEST(lines_on_a_rectangle_do_not_run_on_in_the_next_row)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 7, 6, GOMOKU_FREESTYLE);
	for (int x = 4; x < 7; x++)
		put(&game, STONE_BLACK, (struct square){x, 2});
	for (int x = 0; x < 3; x++)
		put(&game, STONE_BLACK, (struct square){x, 3});
	assert_false(gomoku_won(&game, NULL, NULL));
	assert_true(expect_lines(7, 20, GOMOKU_FREESTYLE, 5, true) > 0);
	assert_true(expect_lines(20, 7, GOMOKU_FREESTYLE, 5, true) > 0);
}

TEST(a_five_beside_an_overline_wins_in_standard)
{
	struct gomoku game FREED_BY(gomoku_free);
	struct square from, to;

	gomoku_init(&game, 15, 15, GOMOKU_STANDARD);
	for (int x = 2; x < 8; x++)
		if (x != 4)
			put(&game, STONE_BLACK, (struct square){x, 4});
	for (int y = 5; y < 9; y++)
		put(&game, STONE_BLACK, (struct square){4, y});
	put(&game, STONE_BLACK, (struct square){4, 4});
	assert_true(gomoku_won(&game, &from, &to));
	assert_true(same(from, (struct square){4, 4}));
	assert_true(same(to, (struct square){4, 8}));
}

TEST(only_the_last_move_can_win)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 15, 15, GOMOKU_FREESTYLE);
	for (int x = 0; x < 5; x++)
		put(&game, STONE_BLACK, (struct square){x, 0});
	assert_true(gomoku_won(&game, NULL, NULL));
	put(&game, STONE_WHITE, (struct square){10, 10});
	assert_false(gomoku_won(&game, NULL, NULL));
}

TEST(a_gap_or_a_stone_of_the_other_colour_breaks_a_line)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 15, 15, GOMOKU_FREESTYLE);
	for (int x = 0; x < 6; x++)
		if (x != 3)
			put(&game, STONE_BLACK, (struct square){x, 7});
	assert_false(gomoku_won(&game, NULL, NULL));
	put(&game, STONE_WHITE, (struct square){3, 7});
	assert_false(gomoku_won(&game, NULL, NULL));
}

TEST(white_wins_like_black)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 15, 15, GOMOKU_STANDARD);
	gomoku_play(&game, (struct square){14, 14});
	for (int i = 0; i < 5; i++) {
		gomoku_play(&game, (struct square){i, 14 - i});
		assert_int_equal(gomoku_won(&game, NULL, NULL), i == 4);
		if (i < 4)
			gomoku_play(&game, (struct square){14, i});
	}
}

TEST(an_empty_board_is_won_by_nobody)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 5, 5, GOMOKU_FREESTYLE);
	assert_false(gomoku_won(&game, NULL, NULL));
	assert_false(gomoku_full(&game));
}

TEST(black_begins_and_the_colours_take_turns)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 5, 6, GOMOKU_FREESTYLE);
	for (int i = 0; i < 30; i++) {
		enum stone colour = i % 2 ? STONE_WHITE : STONE_BLACK;

		assert_false(gomoku_full(&game));
		assert_int_equal(gomoku_to_move(&game), colour);
		gomoku_play(&game, (struct square){i % 5, i / 5});
		assert_int_equal(gomoku_at(&game, (struct square){i % 5, i / 5}), colour);
	}
	assert_true(gomoku_full(&game));
}

TEST(undoing_goes_back_through_the_same_positions)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 6, 5, GOMOKU_FREESTYLE);
	for (int i = 0; i < 30; i++)
		gomoku_play(&game, (struct square){(i * 7) % 30 % 6, (i * 7) % 30 / 6});
	for (int i = 29; i >= 0; i--) {
		struct square last = {(i * 7) % 30 % 6, (i * 7) % 30 / 6};

		assert_int_equal(gomoku_at(&game, last), i % 2 ? STONE_WHITE : STONE_BLACK);
		gomoku_undo(&game);
		assert_int_equal(gomoku_at(&game, last), STONE_NONE);
		assert_int_equal(game.move_count, i);
	}
	for (int at = 0; at < 30; at++)
		assert_int_equal(game.cell[at], STONE_NONE);
}

TEST(there_are_no_stones_outside_a_rectangle)
{
	static const struct square outside[] = {{-1, 0},      {0, -1},       {6, 0},      {0, 9},
						{6, 8},       {5, 9},        {8, 5},      {1000000, 0},
						{0, 1000000}, {-1000000, 0}, {6, 1000000}};
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 6, 9, GOMOKU_FREESTYLE);
	for (int i = 0; i < 54; i++)
		gomoku_play(&game, (struct square){i % 6, i / 6});
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
		assert_false(gomoku_inside(&game, outside[i]));
		assert_int_equal(gomoku_at(&game, outside[i]), STONE_NONE);
	}
	assert_true(gomoku_inside(&game, (struct square){5, 8}));
	assert_true(gomoku_inside(&game, (struct square){0, 0}));
}

/* The literal rule: a row of neighbours of one colour, with no further one at either end, that holds the last
 * move and has a winning length. With `from`, it must also be the row from there to `to`.  */
static bool won_literally(const struct gomoku *game, const struct square *from, const struct square *to)
{
	struct square last = game->moves[game->move_count - 1];
	enum stone colour = gomoku_at(game, last);

	for (int w = 0; w < WAYS; w++)
		for (int at = 0; at < game->width * game->height; at++) {
			struct square first = {at % game->width, at / game->width}, square = first,
				      end = first;
			bool holds = false;
			int length = 0;

			if (gomoku_at(game, (struct square){first.x - ways[w].dx, first.y - ways[w].dy}) ==
			    colour)
				continue;
			for (; gomoku_at(game, square) == colour; length++) {
				holds = holds || same(square, last);
				end = square;
				square.x += ways[w].dx;
				square.y += ways[w].dy;
			}
			if (!holds || length < 5 || (game->rule == GOMOKU_STANDARD && length != 5))
				continue;
			if (!from || (same(*from, first) && same(*to, end)))
				return true;
		}
	return false;
}

static void print_position(const struct gomoku *game)
{
	for (int y = game->height - 1; y >= 0; y--) {
		for (int x = 0; x < game->width; x++)
			print_error("%c", ".XO"[gomoku_at(game, (struct square){x, y})]);
		print_error("\n");
	}
}

TEST(wins_follow_the_literal_rule_on_random_positions)
{
	enum { POSITIONS = 20000 };
	const uint64_t start = 20240229;
	uint64_t seed = start;
	int wins = 0;

	for (int n = 0; n < POSITIONS; n++) {
		struct gomoku game FREED_BY(gomoku_free);
		struct square from, to;
		int width = 5 + random_below(&seed, 8), height = 5 + random_below(&seed, 8);
		int cells = width * height, stones = cells - random_below(&seed, cells / 2);
		bool won;

		gomoku_init(&game, width, height,
			    random_below(&seed, 2) ? GOMOKU_STANDARD : GOMOKU_FREESTYLE);
		while (game.move_count < stones) {
			struct square square = {random_below(&seed, width), random_below(&seed, height)};

			if (gomoku_at(&game, square) == STONE_NONE)
				gomoku_play(&game, square);
		}
		won = gomoku_won(&game, &from, &to);
		wins += won;
		if (won != won_literally(&game, NULL, NULL) || (won && !won_literally(&game, &from, &to))) {
			print_position(&game);
			fail_msg("seed %llu, position %d, %s, last move %d,%d: gomoku_won says %s",
				 (unsigned long long)start, n, gomoku_rule_name(game.rule),
				 game.moves[stones - 1].x, game.moves[stones - 1].y, won ? "yes" : "no");
		}
	}
	/* Otherwise the positions would show nothing.  */
	assert_true(wins >= POSITIONS / 20 && wins <= POSITIONS / 2);
}

/* Texts may contain NUL bytes: the size counts.  */
struct reading {
	const char *text;
	size_t size;
	bool read;
	int x, y;
};

#define READS(text, x, y)                                                                                    \
	{                                                                                                    \
		text, sizeof(text) - 1, true, x, y                                                           \
	}
#define REFUSED(text)                                                                                        \
	{                                                                                                    \
		text, sizeof(text) - 1, false, 0, 0                                                          \
	}

static void expect_readings(bool (*read)(const char *, size_t, struct square *),
			    const struct reading *readings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		/* A block of exactly that size, so that a memory checker notices a read past its end.  */
		FREED char *block = malloc(readings[i].size ? readings[i].size : 1);
		FREED char *shown = bytes_escaped(readings[i].text, readings[i].size);
		struct square square = {-77, -77};
		bool ok;

		assert_non_null(block);
		memcpy(block, readings[i].text, readings[i].size);
		ok = read(block, readings[i].size, &square);
		if (ok != readings[i].read)
			fail_msg("\"%s\" is %s", shown, ok ? "read" : "refused");
		if (ok && (square.x != readings[i].x || square.y != readings[i].y))
			fail_msg("\"%s\" is read as %d,%d", shown, square.x, square.y);
	}
}

TEST(a_move_is_two_numbers_separated_by_a_comma)
{
	static const struct reading readings[] = {
		READS("7,7", 7, 7),
		READS("0,0", 0, 0),
		READS("10,63", 10, 63),
		READS("007,08", 7, 8),
		READS(" 7,7", 7, 7),
		READS("7 ,7", 7, 7),
		READS("7, 7", 7, 7),
		READS("7,7 \t ", 7, 7),
		READS("\t7\t,\t7\t", 7, 7),
		READS("+7,+8", 7, 8),
		READS("-7,8", -7, 8),
		READS("7,-8", 7, -8),
		READS("-0,0", 0, 0),
		REFUSED(""),
		REFUSED(" "),
		REFUSED(","),
		REFUSED("7"),
		REFUSED("7,"),
		REFUSED(",7"),
		REFUSED("7 7"),
		REFUSED("7;7"),
		REFUSED("7.7"),
		REFUSED("7,,7"),
		REFUSED("7,7,"),
		REFUSED("7,7,7"),
		REFUSED("7,7x"),
		REFUSED("7,7 x"),
		REFUSED("7,7 7"),
		REFUSED("x7,7"),
		REFUSED("+-7,7"),
		REFUSED("--7,7"),
		REFUSED("- 7,7"),
		REFUSED("+,7"),
		REFUSED("7,-"),
		REFUSED("0x7,7"),
		REFUSED("7e0,7"),
		REFUSED("7,7\r"),
		REFUSED("7,7\n"),
		REFUSED("7,7\v"),
		REFUSED("7,7\0"),
		REFUSED("7\0,7"),
		REFUSED("\0"
			"7,7"),
		REFUSED("7,\0"
			"7"),
		REFUSED("7,7\0 8"),
		REFUSED("\xc2\xa0"
			"7,7"),
		REFUSED("\xef\xbc\x97,7"),
		REFUSED("h8"),
	};

	expect_readings(gomoku_read_xy, readings, sizeof(readings) / sizeof(readings[0]));
}

TEST(a_square_is_letters_and_a_number_or_two_numbers)
{
	static const struct reading readings[] = {
		READS("h8", 7, 7),
		READS("H8", 7, 7),
		READS("a1", 0, 0),
		READS("a01", 0, 0),
		READS("z26", 25, 25),
		READS("aa27", 26, 26),
		READS("Aa27", 26, 26),
		READS("bl64", 63, 63),
		READS(" h8 ", 7, 7),
		READS("\th8\t", 7, 7),
		READS("7,7", 7, 7),
		READS("-1,0", -1, 0),
		READS("a0", 0, -1),
		REFUSED(""),
		REFUSED("h"),
		REFUSED("8"),
		REFUSED("8h"),
		REFUSED("h 8"),
		REFUSED("h-8"),
		REFUSED("h+8"),
		REFUSED("aaa1"),
		REFUSED("h8x"),
		REFUSED("h8 8"),
		REFUSED("h8,"),
		REFUSED("h8\0"),
		REFUSED("h\0"
			"8"),
		REFUSED("\0h8"),
		REFUSED("h8\r"),
		REFUSED("@8"),
		REFUSED("[8"),
		REFUSED("`8"),
		REFUSED("{8"),
		REFUSED("\xe4"
			"8"),
	};

	expect_readings(gomoku_read_square, readings, sizeof(readings) / sizeof(readings[0]));
}

TEST(a_number_of_any_length_is_off_the_board)
{
	static const char *const forms[] = {"%s,7", "7,%s", "-%s,7", "7,-%s", "a%s", "+%s,%s"};
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 64, 64, GOMOKU_FREESTYLE);
	for (size_t digits = 3; digits < 400; digits++) {
		FREED char *number = bytes_new(digits + 1);

		memset(number, '0' + (int)(digits % 9) + 1, digits);
		for (size_t f = 0; f < sizeof(forms) / sizeof(forms[0]); f++) {
			struct bytes text FREED_BY(bytes_free) = {0};
			struct square square;

			for (const char *c = forms[f]; *c; c++)
				if (*c == '%')
					bytes_add_text(&text, number);
				else if (*c != 's')
					bytes_add(&text, c, 1);
			assert_true(gomoku_read_square(text.at, text.size, &square));
			if (gomoku_inside(&game, square))
				fail_msg("%s is %d,%d", text.at, square.x, square.y);
		}
	}
}

/* If numbers overflow, most of these become squares.  */
TEST(numbers_that_would_wrap_around_are_off_the_board)
{
	static const char *const texts[] = {"4294967296,7",
					    "4294967303,7",
					    "7,4294967303",
					    "-4294967289,7",
					    "2147483648,0",
					    "-2147483648,0",
					    "18446744073709551623,7",
					    "a4294967297",
					    "a18446744073709551617",
					    "a2147483648",
					    "-2147483649,0",
					    "zz1",
					    "65,1",
					    "64,0",
					    "0,64",
					    "bm1",
					    "a65",
					    "256,0"};
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 64, 64, GOMOKU_FREESTYLE);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct square square;

		assert_true(gomoku_read_square(texts[i], strlen(texts[i]), &square));
		if (gomoku_inside(&game, square))
			fail_msg("%s is %d,%d", texts[i], square.x, square.y);
	}
}

TEST(leading_zeros_do_not_change_a_number)
{
	struct bytes text FREED_BY(bytes_free) = {0};
	struct square square;

	for (int i = 0; i < 1000; i++)
		bytes_add_text(&text, "0");
	bytes_add_text(&text, "7,8");
	assert_true(gomoku_read_xy(text.at, text.size, &square));
	assert_int_equal(square.x, 7);
	assert_int_equal(square.y, 8);
}

TEST(every_square_is_read_as_it_was_written)
{
	char seen[GOMOKU_SIDE_MAX][3];

	for (int x = 0; x < GOMOKU_SIDE_MAX; x++) {
		gomoku_write_column(x, seen[x]);
		for (int before = 0; before < x; before++)
			assert_string_not_equal(seen[x], seen[before]);
		for (int y = 0; y < GOMOKU_SIDE_MAX; y++) {
			char text[6];
			struct square square;

			gomoku_write_square((struct square){x, y}, text);
			assert_true(gomoku_read_square(text, strlen(text), &square));
			if (square.x != x || square.y != y)
				fail_msg("%d,%d is written %s and read %d,%d", x, y, text, square.x,
					 square.y);
		}
	}
}

TEST(columns_have_letters_and_rows_count_from_one)
{
	static const struct {
		struct square square;
		const char *text;
	} cases[] = {{{0, 0}, "a1"},     {{7, 7}, "h8"},    {{14, 8}, "o9"},
		     {{14, 9}, "o10"},   {{25, 18}, "z19"}, {{26, 19}, "aa20"},
		     {{51, 62}, "az63"}, {{52, 0}, "ba1"},  {{63, 63}, "bl64"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[6];

		gomoku_write_square(cases[i].square, text);
		assert_string_equal(text, cases[i].text);
	}
}

TEST(rules_are_known_by_name_and_by_number)
{
	static const struct {
		const char *text;
		bool known;
		enum gomoku_rule rule;
	} cases[] = {{"freestyle", true, GOMOKU_FREESTYLE},
		     {"standard", true, GOMOKU_STANDARD},
		     {"renju", true, GOMOKU_RENJU},
		     {"caro", true, GOMOKU_CARO},
		     {"caro-exact", true, GOMOKU_CARO_EXACT},
		     {"freestyle+continuous", true, (enum gomoku_rule)2},
		     {"standard+continuous", true, (enum gomoku_rule)3},
		     {"renju+continuous", true, (enum gomoku_rule)6},
		     {"caro+continuous", true, (enum gomoku_rule)10},
		     {"caro-exact+continuous", true, (enum gomoku_rule)11},
		     {"0", true, GOMOKU_FREESTYLE},
		     {"1", true, GOMOKU_STANDARD},
		     {"2", true, (enum gomoku_rule)2},
		     {"3", true, (enum gomoku_rule)3},
		     {"4", true, GOMOKU_RENJU},
		     {"6", true, (enum gomoku_rule)6},
		     {"8", true, GOMOKU_CARO},
		     {"9", true, GOMOKU_CARO_EXACT},
		     {"10", true, (enum gomoku_rule)10},
		     {"11", true, (enum gomoku_rule)11},
		     {"", false, GOMOKU_FREESTYLE},
		     {"-1", false, GOMOKU_FREESTYLE},
		     {"5", false, GOMOKU_FREESTYLE},
		     {"7", false, GOMOKU_FREESTYLE},
		     {"12", false, GOMOKU_FREESTYLE},
		     {"1 ", false, GOMOKU_FREESTYLE},
		     {"1x", false, GOMOKU_FREESTYLE},
		     {"stand", false, GOMOKU_FREESTYLE},
		     {"standards", false, GOMOKU_FREESTYLE},
		     {"continuous", false, GOMOKU_FREESTYLE},
		     {"renju+", false, GOMOKU_FREESTYLE},
		     {"renju+continuous+continuous", false, GOMOKU_FREESTYLE},
		     {"4294967297", false, GOMOKU_FREESTYLE}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		enum gomoku_rule rule = GOMOKU_FREESTYLE;

		if (gomoku_rule_named(cases[i].text, &rule) != cases[i].known)
			fail_msg("\"%s\" is %s", cases[i].text, cases[i].known ? "refused" : "taken");
		if (cases[i].known)
			assert_int_equal(rule, cases[i].rule);
	}
	assert_string_equal(gomoku_rule_name(GOMOKU_FREESTYLE), "freestyle");
	assert_string_equal(gomoku_rule_name(GOMOKU_CARO_EXACT), "caro-exact");
	assert_string_equal(gomoku_rule_name((enum gomoku_rule)6), "renju+continuous");
	assert_string_equal(gomoku_rule_name((enum gomoku_rule)5), "unknown");
}

TEST(a_size_is_one_or_two_sides_from_5_to_64)
{
	static const struct {
		const char *text;
		int width, height; /* 0: refused */
	} cases[] = {{"15", 15, 15},  {"5", 5, 5},     {"64", 64, 64},       {"15x20", 15, 20},
		     {"64X5", 64, 5}, {"5x64", 5, 64}, {"4", 0, 0},          {"65", 0, 0},
		     {"4x15", 0, 0},  {"15x4", 0, 0},  {"15x65", 0, 0},      {"65x15", 0, 0},
		     {"", 0, 0},      {"x", 0, 0},     {"15x", 0, 0},        {"x15", 0, 0},
		     {"15 ", 0, 0},   {" 15", 0, 0},   {"15x15x15", 0, 0},   {"15x15 ", 0, 0},
		     {"+15", 0, 0},   {"-15", 0, 0},   {"15x-15", 0, 0},     {"15x+15", 0, 0},
		     {"15*15", 0, 0}, {"15,15", 0, 0}, {"4294967311", 0, 0}, {"15x4294967311", 0, 0}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int width, height;
		int64_t value;
		bool ok = option_value(&gomoku_option_size, cases[i].text, &value);

		option_sides(value, &width, &height);
		if (ok != (cases[i].width != 0))
			fail_msg("\"%s\" is %s", cases[i].text, ok ? "taken" : "refused");
		if (ok && (width != cases[i].width || height != cases[i].height))
			fail_msg("\"%s\" is %dx%d", cases[i].text, width, height);
	}
}

TEST_MAIN(NULL, NULL)
