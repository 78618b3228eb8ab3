/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_board_gomoku.c - the board of gomoku: how it is drawn, how a person points at it, how its moves are
 * written.  */
#define NCURSES_NOMACROS
#include "../random.h"
#include "fake_paint.h"
#include "ringside/board.h"
#include "ringside/bytes.h"
#include "setup_fixture.h"
#include "systems/gomocup/rules.h"

#include <curses.h>

extern const struct board_view board_gomoku;

/* Its toggles, in their order.  */
enum { NUMBERS, FORBIDDEN, ANALYSIS, ORIGIN };

struct table {
	struct match match;
	struct view view;
	void *board;
	struct area area; /* of the last drawing */
	int width, height;
};

/* A board of the size without stones.  */
static struct table table_with(const char *size, const char *rule)
{
	struct table table = {.view.turns = VIEW_LIVE};
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	setup_set(&setup, "size", size);
	setup_set(&setup, "rule", rule);
	setup_sides(&setup, &gomoku_option_size, &table.width, &table.height);
	match_init(&table.match, &setup);
	table.board = board_gomoku.new(&setup);
	return table;
}

static void table_clear(struct table *table)
{
	board_gomoku.free(table->board);
	match_free(&table->match);
}

#define TABLE_TEST(name, made) TEST_OF(name, struct table, table, made, table_clear)
#define BOARD_15_TEST(name)    TABLE_TEST(name, table_with("15", "freestyle"))
#define BOARD_5_TEST(name)     TABLE_TEST(name, table_with("5", "freestyle"))

static void play(struct table *table, const char *played)
{
	match_add(&table->match,
		  (struct turn){.seat = table->match.turn_count % 2 + 1, .played = bytes_text("%s", played)});
}

static void play_at(struct table *table, struct square square)
{
	char text[32];

	snprintf(text, sizeof(text), "%d,%d", square.x, square.y);
	play(table, text);
}

/* Squares separated by blanks, as "h8 h9".  */
static void play_all(struct table *table, const char *squares)
{
	while (*squares) {
		size_t size = strcspn(squares, " ");
		struct square square;

		assert_true(gomoku_read_square(squares, size, &square));
		play_at(table, square);
		squares += size + strspn(squares + size, " ");
	}
}

/* A board full of stones, in an order that gives nobody a line.  */
static void fill(struct table *table, int stones)
{
	int cells = table->width * table->height;

	for (int i = 0; i < stones; i++) {
		int at = (int)((long)i * 5077 % cells); /* a prime that is not a factor of any side */

		play_at(table, (struct square){at % table->width, at / table->width});
	}
}

static void draw_turns(struct table *table, struct area area, int turns, bool cursor)
{
	table->area = area;
	board_gomoku.position(table->board, &table->match, turns);
	board_gomoku.draw(table->board, area, &table->view, cursor);
}

static void draw(struct table *table, struct area area, bool cursor)
{
	draw_turns(table, area, table->match.turn_count, cursor);
}

static struct area wanted(const struct table *table)
{
	struct area size = board_gomoku.wants(table->board, (struct area){0});

	return (struct area){1, 2, size.height, size.width};
}

static void expect_picture(const struct table *table, const char *expected)
{
	assert_text(fake_picture(table->area), expected);
}

static void press(struct table *table, unsigned code, int times)
{
	for (int i = 0; i < times; i++)
		assert_int_equal(board_gomoku.key(table->board, code, true), 1);
}

static bool is_digit(const char *text)
{
	return *text >= '0' && *text <= '9';
}

/* The screen's column of a row's label, and the row that it names; -1 if there is none.  */
static int row_label(const struct table *table, int y, int *row)
{
	int x = table->area.x, end = x + table->area.width, digits = 0;

	while (x < end && *fake_at(y, x) == ' ')
		x++;
	for (*row = 0; x < end && is_digit(fake_at(y, x)) && digits < (table->height > 9 ? 2 : 1);
	     x++, digits++)
		*row = 10 * *row + (*fake_at(y, x) - '0');
	--*row;
	return *row < 0 || *row >= table->height ? -1 : x;
}

/* The square of a cell according to the labels, which must be above the board.  */
static bool square_by_labels(const struct table *table, int y, int x, struct square *square)
{
	char letters[3] = {0};
	int at = 0, first = row_label(table, y, &square->y);

	if (first < 0 || x <= first)
		return false;
	for (int line = 0; line < (table->width > 26 ? 2 : 1); line++)
		if (*fake_at(table->area.y + line, x) >= 'a' && *fake_at(table->area.y + line, x) <= 'z')
			letters[at++] = *fake_at(table->area.y + line, x);
	for (square->x = 0; at && square->x < GOMOKU_SIDE_MAX; square->x++) {
		char column[3];

		gomoku_write_column(square->x, column);
		if (strcmp(column, letters) == 0)
			return true;
	}
	return false;
}

/* The cell of a square; false if it is not visible.  */
static bool find(const struct table *table, struct square square, int *at_y, int *at_x)
{
	for (int y = table->area.y; y < table->area.y + table->area.height; y++)
		for (int x = table->area.x; x < table->area.x + table->area.width; x++) {
			struct square seen;

			if (square_by_labels(table, y, x, &seen) && seen.x == square.x &&
			    seen.y == square.y) {
				*at_y = y;
				*at_x = x;
				return true;
			}
		}
	return false;
}

static struct square cursor_of(const struct table *table)
{
	const char *move = board_gomoku.move(table->board);
	struct square square;

	assert_true(gomoku_read_xy(move, strlen(move), &square));
	return square;
}

/* Every visible stone of the first turns is where the labels say, and no other stone is visible.
 * Returns how many squares are visible.  */
static int expect_stones(const struct table *table, int turns)
{
	static const char *const looks[] = {"·", "●", "○"};
	enum stone stone[GOMOKU_SIDE_MAX][GOMOKU_SIDE_MAX] = {{STONE_NONE}};
	int seen = 0;

	for (int i = 0; i < turns; i++) {
		const char *played = table->match.turns[i].played;
		struct square square;

		assert_true(gomoku_read_xy(played, strlen(played), &square));
		stone[square.y][square.x] = i % 2 ? STONE_WHITE : STONE_BLACK;
	}
	for (int y = table->area.y; y < table->area.y + table->area.height; y++)
		for (int x = table->area.x; x < table->area.x + table->area.width; x++) {
			struct square square;
			const char *look;

			if (!square_by_labels(table, y, x, &square))
				continue;
			look = fake_at(y, x);
			if (strcmp(look, "+") == 0)
				look = looks[STONE_NONE];
			if (strcmp(look, looks[stone[square.y][square.x]]) != 0)
				fail_msg("%s is on %d,%d after %d turns", look, square.x, square.y, turns);
			seen++;
		}
	return seen;
}

BOARD_5_TEST(an_empty_board_shows_its_squares_and_their_coordinates)
{
	fake_clear(false);
	draw(table, wanted(table), false);
	expect_picture(table, "   a b c d e\n"
			      "5  · · · · ·\n"
			      "4  · · · · ·\n"
			      "3  · · · · ·\n"
			      "2  · · · · ·\n"
			      "1  · · · · ·\n"
			      "   a b c d e\n");
}

TABLE_TEST(the_last_move_is_in_brackets, table_with("7x5", "freestyle"))
{
	play_all(table, "d3 e3 a1 g5");
	fake_clear(false);
	draw(table, wanted(table), false);
	expect_picture(table, "   a b c d e f g\n"
			      "5  · · · · · ·[○]\n"
			      "4  · · · · · · ·\n"
			      "3  · · · ● ○ · ·\n"
			      "2  · · · · · · ·\n"
			      "1  ● · · · · · ·\n"
			      "   a b c d e f g\n");
	draw_turns(table, table->area, 3, false);
	expect_picture(table, "   a b c d e f g\n"
			      "5  · · · · · · ·\n"
			      "4  · · · · · · ·\n"
			      "3  · · · ● ○ · ·\n"
			      "2  · · · · · · ·\n"
			      "1 [●]· · · · · ·\n"
			      "   a b c d e f g\n");
	assert_int_equal(fake_role(1 + 5, 2 + 2), ROLE_BOARD_LAST);
	assert_int_equal(fake_role(1 + 5, 2 + 3), ROLE_BOARD_LAST);
	assert_int_equal(fake_role(1 + 5, 2 + 4), ROLE_BOARD_LAST);
	assert_int_equal(fake_role(1 + 3, 2 + 9), ROLE_BOARD_SEAT_1);
	assert_int_equal(fake_role(1 + 3, 2 + 11), ROLE_BOARD_SEAT_2);
}

BOARD_5_TEST(a_plain_locale_shows_letters)
{
	play_all(table, "c3 d3 b2");
	fake_clear(true);
	draw(table, wanted(table), true);
	expect_picture(table, "   a b c d e\n"
			      "5  . . . . .\n"
			      "4  . . . . .\n"
			      "3  . .(X)O .\n"
			      "2  .[X]. . .\n"
			      "1  . . . . .\n"
			      "   a b c d e\n");
}

BOARD_15_TEST(a_board_of_15_has_its_five_star_points)
{
	static const struct square stars[] = {{3, 3}, {11, 3}, {7, 7}, {3, 11}, {11, 11}};
	char *picture, *plus;
	int count = 0;

	fake_clear(false);
	draw(table, wanted(table), false);
	for (size_t i = 0; i < sizeof(stars) / sizeof(stars[0]); i++) {
		int y, x;

		assert_true(find(table, stars[i], &y, &x));
		assert_string_equal(fake_at(y, x), "+");
	}
	picture = fake_picture(table->area);
	for (plus = picture; (plus = strchr(plus, '+')); plus++)
		count++;
	assert_int_equal(count, 5);
	free(picture);
}

/* The squares drawn as a winning line, as text.  */
static char *winning_squares(const struct table *table)
{
	struct bytes text = {0};

	bytes_add(&text, "", 0);
	for (int y = table->area.y; y < table->area.y + table->area.height; y++)
		for (int x = table->area.x; x < table->area.x + table->area.width; x++) {
			struct square square;
			char name[6];

			if (fake_role(y, x) != ROLE_BOARD_WIN || !square_by_labels(table, y, x, &square))
				continue;
			gomoku_write_square(square, name);
			bytes_addf(&text, "%s%s", text.size ? " " : "", name);
		}
	return text.at;
}

TEST(the_winning_line_stands_out_in_all_directions)
{
	static const struct {
		const char *rule, *moves, *line;
	} cases[] = {
		{"freestyle", "d5 a1 e5 b1 f5 c1 h5 d1 g5", "d5 e5 f5 g5 h5"},
		{"freestyle", "d5 a1 d6 b1 d7 c1 d9 h1 d8", "d9 d8 d7 d6 d5"},
		{"freestyle", "b2 a1 c3 c1 d4 e1 f6 h1 e5", "f6 e5 d4 c3 b2"},
		{"freestyle", "b6 a1 c5 c1 d4 e1 f2 h1 e3", "b6 c5 d4 e3 f2"},
		{"freestyle", "d5 a1 e5 c1 f5 e1 h5 g1 i5 i1 g5", "d5 e5 f5 g5 h5 i5"},
		{"standard", "d5 a1 e5 c1 f5 e1 h5 g1 i5 i1 g5", ""},
		{"freestyle", "d5 a1 e5 b1 f5 c1 h5", ""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct table table FREED_BY(table_clear) = table_with("9", cases[i].rule);

		play_all(&table, cases[i].moves);
		fake_clear(false);
		draw(&table, wanted(&table), false);
		assert_text(winning_squares(&table), cases[i].line);
		/* One turn earlier there was no line.  */
		draw_turns(&table, table.area, table.match.turn_count - 1, false);
		assert_text(winning_squares(&table), "");
	}
}

TABLE_TEST(stones_show_their_numbers_on_demand, table_with("6x5", "freestyle"))
{
	play_all(table, "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2");
	view_show(&table->view, NUMBERS, true);
	fake_clear(false);
	draw(table, wanted(table), false);
	expect_picture(table, "   a b c d e f\n"
			      "5  · · · · · ·\n"
			      "4  · · · · · ·\n"
			      "3  · · · · · ·\n"
			      "2  7 8 9101112\n"
			      "1  1 2 3 4 5 6\n"
			      "   a b c d e f\n");
	assert_int_equal(fake_role(1 + 4, 2 + 10), ROLE_BOARD_SEAT_1);
	assert_int_equal(fake_role(1 + 4, 2 + 11), ROLE_BOARD_SEAT_1);
	assert_int_equal(fake_role(1 + 4, 2 + 8), ROLE_BOARD_SEAT_2);
	assert_int_equal(fake_role(1 + 4, 2 + 9), ROLE_BOARD_SEAT_2);
	assert_int_equal(fake_role(1 + 4, 2 + 12), ROLE_BOARD_LAST);
	assert_int_equal(fake_role(1 + 4, 2 + 13), ROLE_BOARD_LAST);
}

TABLE_TEST(numbers_are_spaced_where_there_is_room, table_with("6x5", "freestyle"))
{
	struct area area;

	play_all(table, "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2");
	view_show(&table->view, NUMBERS, true);
	fake_clear(false);
	area = wanted(table);
	area.width = 1 + 1 + 4 * 6 + 1;
	draw(table, area, false);
	expect_picture(table, "    a   b   c   d   e   f\n"
			      "5   ·   ·   ·   ·   ·   ·\n"
			      "4   ·   ·   ·   ·   ·   ·\n"
			      "3   ·   ·   ·   ·   ·   ·\n"
			      "2   7   8   9  10  11  12\n"
			      "1   1   2   3   4   5   6\n"
			      "    a   b   c   d   e   f\n");
	assert_int_equal(board_gomoku.click(table->board, 4, 2 + 4 * 3, 2), 1);
	assert_string_equal(board_gomoku.move(table->board), "3,1");
}

TABLE_TEST(brackets_leave_numbers_unchanged, table_with("6x5", "freestyle"))
{
	play_all(table, "a1 b1 c1 d1 e1 f1 a2 b2 f2 d2 e2");
	view_show(&table->view, NUMBERS, true);
	fake_clear(false);
	draw(table, wanted(table), false);
	press(table, KEY_DOWN, 1);
	press(table, KEY_LEFT, 1);
	draw(table, table->area, true);
	expect_picture(table, "   a b c d e f\n"
			      "5  · · · · · ·\n"
			      "4  · · · · · ·\n"
			      "3  · · · · · ·\n"
			      "2  7 8(·1011 9\n"
			      "1  1 2 3 4 5 6\n"
			      "   a b c d e f\n");
}

BOARD_15_TEST(long_numbers_keep_their_last_two_digits)
{
	fill(table, 225);
	view_show(&table->view, NUMBERS, true);
	fake_clear(false);
	draw(table, wanted(table), true);
	for (int i = 0; i < 225; i++) {
		const char *played = table->match.turns[i].played;
		char expected[8], shown[32];
		struct square square;
		int y, x;

		assert_true(gomoku_read_xy(played, strlen(played), &square));
		assert_true(find(table, square, &y, &x));
		snprintf(shown, sizeof(shown), "%s%s", i + 1 > 9 ? fake_at(y, x - 1) : "", fake_at(y, x));
		snprintf(expected, sizeof(expected), i + 1 > 99 ? "%02d" : "%d", (i + 1) % 100);
		assert_string_equal(shown, expected);
	}
}

TEST(everything_is_visible_at_the_preferred_size)
{
	for (int width = GOMOKU_SIDE_MIN; width <= GOMOKU_SIDE_MAX; width++)
		for (int height = GOMOKU_SIDE_MIN; height <= GOMOKU_SIDE_MAX; height += 7) {
			char size[32];
			struct table table FREED_BY(table_clear);
			struct area area;

			snprintf(size, sizeof(size), "%dx%d", width, height);
			table = table_with(size, "freestyle");
			fill(&table, 20);
			area = wanted(&table);
			fake_clear(false);
			draw(&table, area, false);
			if (expect_stones(&table, 20) != width * height)
				fail_msg("%s is not shown whole", size);
			/* The board still fits without the lower labels and the blank beside the others, but
			 * not with less.  */
			area.height -= width > 26 ? 2 : 1;
			fake_clear(false);
			draw(&table, area, false);
			assert_int_equal(expect_stones(&table, 20), width * height);
			area.height--;
			fake_clear(false);
			draw(&table, area, false);
			assert_int_equal(expect_stones(&table, 20), width * (height - 1));
			area.height++;
			area.width--;
			fake_clear(false);
			draw(&table, area, false);
			assert_int_equal(expect_stones(&table, 20), width * height);
			area.width--;
			fake_clear(false);
			draw(&table, area, false);
			assert_int_equal(expect_stones(&table, 20), (width - 1) * height);
		}
}

BOARD_5_TEST(a_board_is_centred_in_a_wide_area)
{
	fake_clear(false);
	draw(table, (struct area){.height = 7, .width = 19}, false);
	expect_picture(table, "     a b c d e\n"
			      "  5  · · · · ·  5\n"
			      "  4  · · · · ·  4\n"
			      "  3  · · · · ·  3\n"
			      "  2  · · · · ·  2\n"
			      "  1  · · · · ·  1\n"
			      "     a b c d e\n");
}

TABLE_TEST(a_large_board_first_shows_its_centre_in_the_middle, table_with("64", "freestyle"))
{
	int y, x;

	fake_clear(false);
	draw(table, (struct area){.height = 22, .width = 43}, true);
	assert_true(find(table, (struct square){32, 32}, &y, &x));
	assert_true(y >= 11 && y <= 13);
	assert_true(x >= 21 && x <= 25);
}

BOARD_5_TEST(the_labels_of_the_cursor_stand_out)
{
	fake_clear(false);
	draw(table, (struct area){.height = 7, .width = 13}, true);
	for (int i = 0; i < 5; i++) {
		enum role expected = i == 2 ? ROLE_STRONG : ROLE_BOARD_LABEL;

		assert_int_equal(fake_role(1 + i, 0), expected);
		assert_int_equal(fake_role(0, 3 + 2 * i), expected);
		assert_int_equal(fake_role(6, 3 + 2 * i), expected);
	}
}

TABLE_TEST(columns_past_z_have_two_letters_one_above_the_other, table_with("30x5", "freestyle"))
{
	fake_clear(false);
	draw(table, wanted(table), false);
	expect_picture(table, "                                                       a a a a\n"
			      "   a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d\n"
			      "5  · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
			      "4  · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
			      "3  · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
			      "2  · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
			      "1  · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
			      "                                                       a a a a\n"
			      "   a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d\n");
}

TEST(a_board_too_large_for_its_area_follows_the_last_move)
{
	const uint64_t start = 41;
	uint64_t seed = start;
	struct table table FREED_BY(table_clear) = table_with("64", "freestyle");
	struct area area = {.y = 3, .x = 5, .height = 10, .width = 20};

	while (table.match.turn_count < 500) {
		struct square square = {random_below(&seed, 64), random_below(&seed, 64)};
		char text[16];
		bool empty = true;
		int y, x;

		snprintf(text, sizeof(text), "%d,%d", square.x, square.y);
		for (int i = 0; i < table.match.turn_count; i++)
			empty = empty && strcmp(table.match.turns[i].played, text) != 0;
		if (!empty)
			continue;
		play(&table, text);
		fake_clear(false);
		draw(&table, area, false);
		if (!find(&table, square, &y, &x))
			fail_msg("seed %llu, turn %d: %s is not visible", (unsigned long long)start,
				 table.match.turn_count, text);
		assert_string_equal(fake_at(y, x - 1), "[");
		assert_string_equal(fake_at(y, x + 1), "]");
		/* 10 lines, 2 of them labels. 20 columns: 2 are labels and one is the last gap.  */
		assert_int_equal(expect_stones(&table, table.match.turn_count), 8 * 8);
	}
}

TABLE_TEST(a_window_does_not_move_for_a_move_inside_it, table_with("64", "freestyle"))
{
	struct area area = {.height = 22, .width = 45};
	char *before, *after;

	play_all(table, "aa30");
	fake_clear(false);
	draw(table, area, false);
	before = fake_picture((struct area){.height = 2, .width = 45});
	play_all(table, "ac32");
	draw(table, area, false);
	after = fake_picture((struct area){.height = 2, .width = 45});
	assert_text(before, after);
	free(after);
}

/* Moves the cursor over all squares of a board in an area too small for it, and looks for it on each.  */
static void walk(const char *size, struct area area, bool top)
{
	struct table table FREED_BY(table_clear) = table_with(size, "freestyle");

	view_show(&table.view, ORIGIN, top);
	draw(&table, area, true);
	press(&table, KEY_LEFT, table.width);
	press(&table, top ? KEY_UP : KEY_DOWN, table.height);
	for (int i = 0; i < table.width * table.height; i++) {
		int row = i / table.width, along = i % table.width;
		struct square expected = {row % 2 ? table.width - 1 - along : along, row}, cursor;
		int y, x;

		cursor = cursor_of(&table);
		assert_int_equal(cursor.x, expected.x);
		assert_int_equal(cursor.y, expected.y);
		fake_clear(false);
		draw(&table, area, true);
		if (!find(&table, cursor, &y, &x))
			fail_msg("%s: the cursor at %d,%d is not visible", size, cursor.x, cursor.y);
		assert_int_equal(fake_role(y, x), ROLE_BOARD_CURSOR);
		assert_string_equal(fake_at(y, x - 1), "(");
		assert_string_equal(fake_at(y, x + 1), ")");
		press(&table,
		      along == table.width - 1 ? (top ? KEY_DOWN : KEY_UP)
		      : row % 2                ? KEY_LEFT
					       : KEY_RIGHT,
		      1);
	}
}

TEST(the_cursor_is_visible_on_every_square_however_small_the_area)
{
	for (int top = 0; top < 2; top++) {
		walk("64", (struct area){.y = 1, .x = 1, .height = 10, .width = 20}, top);
		walk("20x9", (struct area){.height = 2, .width = 5}, top);
		walk("9x20", (struct area){.height = 5, .width = 30}, top);
		walk("15", (struct area){.height = 30, .width = 80}, top);
		walk("30x15", (struct area){.height = 17, .width = 33}, top);
	}
}

TEST(the_cursor_stays_on_the_board_at_all_edges)
{
	static const struct {
		unsigned code, letter;
		struct square end;
	} cases[] = {{KEY_LEFT, 'h', {0, 4}},
		     {KEY_RIGHT, 'l', {6, 4}},
		     {KEY_UP, 'k', {3, 8}},
		     {KEY_DOWN, 'j', {3, 0}}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int letters = 0; letters < 2; letters++) {
			struct table table FREED_BY(table_clear) = table_with("7x9", "freestyle");
			struct square cursor = cursor_of(&table);

			assert_int_equal(cursor.x, 3);
			assert_int_equal(cursor.y, 4);
			for (int n = 0; n < 20; n++)
				assert_int_equal(board_gomoku.key(table.board,
								  letters ? cases[i].letter : cases[i].code,
								  !letters),
						 1);
			cursor = cursor_of(&table);
			assert_int_equal(cursor.x, cases[i].end.x);
			assert_int_equal(cursor.y, cases[i].end.y);
			fake_clear(false);
			draw(&table, wanted(&table), true);
		}
}

BOARD_15_TEST(keys_with_another_meaning_are_left_alone)
{
	static const struct {
		unsigned key;
		bool is_code;
	} keys[] = {{' ', false},  {'H', false},          {'u', false}, {KEY_HOME, true},  {KEY_END, true},
		    {'\t', false}, {':', false},          {27, false},  {KEY_LEFT, false}, {'h', true},
		    {0, false},    {KEY_BACKSPACE, true}, {'\r', true}};

	fake_clear(false);
	draw(table, wanted(table), true);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (board_gomoku.key(table->board, keys[i].key, keys[i].is_code) != 0)
			fail_msg("key %u was taken", keys[i].key);
	assert_string_equal(board_gomoku.move(table->board), "7,7");
}

BOARD_15_TEST(enter_plays_at_the_cursor)
{
	fake_clear(false);
	draw(table, wanted(table), true);
	press(table, KEY_UP, 2);
	press(table, KEY_LEFT, 1);
	assert_int_equal(board_gomoku.key(table->board, '\r', false), 2);
	assert_int_equal(board_gomoku.key(table->board, '\n', false), 2);
	assert_int_equal(board_gomoku.key(table->board, KEY_ENTER, true), 2);
	assert_string_equal(board_gomoku.move(table->board), "6,9");
}

TABLE_TEST(enter_shows_a_cursor_out_of_sight_before_it_plays, table_with("64", "freestyle"))
{
	struct area area = {.height = 10, .width = 20};
	struct square cursor = cursor_of(table);
	int y, x;

	play_all(table, "a1");
	fake_clear(false);
	draw(table, area, true);
	assert_false(find(table, cursor, &y, &x));
	assert_int_equal(board_gomoku.key(table->board, '\r', false), 1);
	fake_clear(false);
	draw(table, area, true);
	assert_true(find(table, cursor, &y, &x));
	assert_int_equal(board_gomoku.key(table->board, '\r', false), 2);
}

TABLE_TEST(a_useless_cursor_is_not_drawn, table_with("9", "freestyle"))
{
	fake_clear(false);
	draw(table, wanted(table), false);
	for (int y = 0; y < FAKE_HEIGHT; y++)
		for (int x = 0; x < FAKE_WIDTH; x++)
			assert_int_not_equal(fake_role(y, x), ROLE_BOARD_CURSOR);
}

BOARD_5_TEST(the_cursor_on_the_last_move_shows_both)
{
	play_all(table, "c3");
	fake_clear(false);
	draw(table, wanted(table), true);
	for (int x = 6; x <= 8; x++)
		assert_int_equal(fake_role(1 + 3, 2 + x), ROLE_BOARD_CURSOR);
	expect_picture(table, "   a b c d e\n"
			      "5  · · · · ·\n"
			      "4  · · · · ·\n"
			      "3  · ·[●]· ·\n"
			      "2  · · · · ·\n"
			      "1  · · · · ·\n"
			      "   a b c d e\n");
}

/* Clicks everywhere in the area. A square and the gap before it are that square by the labels; other cells
 * are nothing.  */
static int click_everywhere(struct table *table)
{
	int squares = 0;

	for (int y = 0; y < table->area.height; y++)
		for (int x = 0; x < table->area.width; x++) {
			struct square square, before = cursor_of(table), cursor;
			int at_y = table->area.y + y, at_x = table->area.x + x, row, taken;
			int gap = row_label(table, at_y, &row);
			bool is_last_gap = false, hit = square_by_labels(table, at_y, at_x, &square);

			if (!hit && gap >= 0 && at_x >= gap && x + 1 < table->area.width)
				hit = square_by_labels(table, at_y, at_x + 1, &square);
			if (!hit && gap >= 0 && at_x > gap)
				is_last_gap = hit = square_by_labels(table, at_y, at_x - 1, &square);
			taken = board_gomoku.click(table->board, y, x, 1);
			cursor = cursor_of(table);
			if (taken != (hit ? 2 : 0))
				fail_msg("a click at %d,%d gives %d", y, x, taken);
			if (!hit)
				square = before;
			if (cursor.x != square.x || cursor.y != square.y)
				fail_msg("a click at %d,%d is %d,%d, not %d,%d", y, x, cursor.x, cursor.y,
					 square.x, square.y);
			squares += hit && !is_last_gap;
		}
	return squares / 2;
}

TEST(a_click_hits_the_square_that_the_labels_name)
{
	static const struct {
		const char *size;
		int height, width;
	} cases[] = {{"5", 7, 12},     {"5", 8, 60},    {"15", 17, 33},   {"15", 16, 34},
		     {"15", 9, 21},    {"64", 10, 20},  {"64", 132, 135}, {"64", 50, 131},
		     {"30x5", 30, 99}, {"5x30", 9, 40}, {"30x9", 6, 7}};
	const uint64_t start = 7;
	uint64_t seed = start;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int n = 0; n < 30; n++) {
			struct table table FREED_BY(table_clear) = table_with(cases[i].size, "freestyle");
			struct area area = {
				.y = 2, .x = 3, .height = cases[i].height, .width = cases[i].width};

			/* A different square each time, so that the board scrolls.  */
			play_at(&table, (struct square){random_below(&seed, table.width),
							random_below(&seed, table.height)});
			fake_clear(false);
			view_show(&table.view, ORIGIN, n % 3 == 0);
			draw(&table, area, n % 2);
			assert_true(click_everywhere(&table) > 0);
		}
}

BOARD_5_TEST(only_the_first_button_plays)
{
	fake_clear(false);
	draw(table, wanted(table), true);
	assert_int_equal(board_gomoku.click(table->board, 1, 2, 3), 1);
	assert_string_equal(board_gomoku.move(table->board), "0,4");
	assert_int_equal(board_gomoku.click(table->board, 1, 4, 1), 2);
	assert_string_equal(board_gomoku.move(table->board), "1,4");
	/* The wheel, and events that no mouse sends.  */
	assert_int_equal(board_gomoku.click(table->board, 1, 6, 4), 0);
	assert_int_equal(board_gomoku.click(table->board, 1, 6, 5), 0);
	assert_int_equal(board_gomoku.click(table->board, 1, 6, 0), 0);
	assert_string_equal(board_gomoku.move(table->board), "1,4");
}

TABLE_TEST(with_the_origin_at_the_top_row_1_is_the_highest, table_with("7x5", "freestyle"))
{
	play_all(table, "a1 b1 g5");
	view_show(&table->view, ORIGIN, true);
	fake_clear(false);
	draw(table, wanted(table), true);
	expect_picture(table, "   a b c d e f g\n"
			      "1  ● ○ · · · · ·\n"
			      "2  · · · · · · ·\n"
			      "3  · · ·(·)· · ·\n"
			      "4  · · · · · · ·\n"
			      "5  · · · · · ·[●]\n"
			      "   a b c d e f g\n");
	assert_string_equal(board_gomoku.move(table->board), "3,2");
	press(table, KEY_UP, 1);
	assert_string_equal(board_gomoku.move(table->board), "3,1");
}

/* A cell as it was drawn.  */
struct drawn {
	char text[8];
	enum role role;
};

static struct drawn drawn_at(const struct table *table, int y, int x)
{
	struct drawn drawn = {.role = fake_role(table->area.y + y, table->area.x + x)};

	snprintf(drawn.text, sizeof(drawn.text), "%s", fake_at(table->area.y + y, table->area.x + x));
	return drawn;
}

/* With the origin at the top, the lines are those of the other drawing in reverse order. The labels of the
 * columns stay above and below.  */
static void expect_upside_down(struct table *table)
{
	static struct drawn bottom[FAKE_HEIGHT][FAKE_WIDTH];
	int labels = table->width > 26 ? 2 : 1;
	struct area area = wanted(table);

	view_show(&table->view, ORIGIN, false);
	fake_clear(false);
	draw(table, area, true);
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width; x++)
			bottom[y][x] = drawn_at(table, y, x);
	view_show(&table->view, ORIGIN, true);
	fake_clear(false);
	draw(table, area, true);
	for (int y = 0; y < area.height; y++)
		for (int x = 0; x < area.width; x++) {
			bool is_label = y < labels || y >= labels + table->height;
			const struct drawn *other =
				&bottom[is_label ? y : 2 * labels + table->height - 1 - y][x];
			struct drawn here = drawn_at(table, y, x);

			assert_string_equal(here.text, other->text);
			assert_int_equal(here.role, other->role);
		}
}

static void hear(struct table *table, const char *line)
{
	board_gomoku.hear(table->board, &(struct message){.seat = table->match.turn_count % 2 + 1,
							  .turn = table->match.turn_count + 1,
							  .channel = CHANNEL_MESSAGE,
							  .bytes = (char *)line,
							  .size = strlen(line)});
}

TEST(thoughts_forbidden_points_and_lines_follow_the_origin)
{
	static const char *const sizes[] = {"15", "20x9", "7x12", "30x28"};

	for (int i = 0; i < 24; i++) {
		struct table table FREED_BY(table_clear) =
			table_with(sizes[i % 4], i % 3 ? "renju" : "freestyle");

		if (i % 3 == 0) /* a winning line */
			play_all(&table, "a1 a3 b2 b3 c3 d3 d4 e4 e5");
		else if (i % 3 == 1) /* e5 is a double three */
			play_all(&table, "e3 a1 e4 c1 c5 e1 d5 g1");
		else
			fill(&table, 10 + i);
		view_show(&table.view, FORBIDDEN, true);
		view_show(&table.view, ANALYSIS, true);
		view_show(&table.view, NUMBERS, i % 2);
		draw(&table, wanted(&table), true);
		hear(&table, "MESSAGE REALTIME BEST 6,2");
		hear(&table, "MESSAGE REALTIME POS 5,1");
		hear(&table, "MESSAGE REALTIME LOST 6,6");
		expect_upside_down(&table);
		assert_true(i % 3 == 2 || (fake_has_role(table.area, ROLE_BOARD_THOUGHT_1) ||
					   fake_has_role(table.area, ROLE_BOARD_THOUGHT_2)));
		assert_true(i % 3 == 2 ||
			    fake_has_role(table.area, i % 3 ? ROLE_BOARD_FORBIDDEN : ROLE_BOARD_WIN));
	}
}

BOARD_15_TEST(the_stones_of_swap2_follow_the_origin)
{
	setup_set(&table->match.setup, "swap2", "yes");
	board_gomoku.free(table->board);
	table->board = board_gomoku.new(&table->match.setup);
	view_show(&table->view, ORIGIN, true);
	draw(table, wanted(table), true);
	assert_null(board_gomoku.pick(table->board));
	press(table, KEY_UP, 2);
	assert_null(board_gomoku.pick(table->board));
	expect_upside_down(table);
	press(table, KEY_DOWN, 1);
	assert_string_equal(board_gomoku.pick(table->board), "7,7 7,5 7,6");
}

/* Draws a board of 5 by 5 with what can stand on a square: stones, the last move, thoughts of both seats, a
 * forbidden point, breakpoints, the cursor on a breakpoint.  */
static void draw_everything(struct table *table, struct area area, bool plain)
{
	static const char *const stops[] = {"4,4", "0,4", "2,3"};

	*table = table_with("5", "renju");
	view_show(&table->view, ANALYSIS, true);
	view_show(&table->view, FORBIDDEN, true);
	table->view.stops = stops;
	table->view.stop_count = 3;
	play_all(table, "a1 b1");
	fake_clear(plain);
	draw(table, area, true);
	hear(table, "MESSAGE REALTIME BEST 2,3");
	hear(table, "MESSAGE REALTIME DONE 3,3");
	board_gomoku.hear(table->board,
			  &(struct message){.seat = SEAT_2,
					    .turn = 2,
					    .channel = CHANNEL_MESSAGE,
					    .bytes = (char *)"MESSAGE Depth 3 | Eval 5 | B1 E2 D2",
					    .size = strlen("MESSAGE Depth 3 | Eval 5 | B1 E2 D2")});
	press(table, KEY_UP, 2);
	press(table, KEY_RIGHT, 2);
	draw(table, area, true);
}

TEST(squares_grow_with_the_room)
{
	struct table table FREED_BY(table_clear);

	draw_everything(&table, (struct area){.y = 1, .x = 2, .height = 7, .width = 16}, false);
	expect_picture(&table, "   a b c d e\n"
			       "5  ◎ · · ·(◎) 5\n"
			       "4  · ·◎◆ ◦ ·  4\n"
			       "3  · · · · ·  3\n"
			       "2  · · · ³ ²  2\n"
			       "1  ●[○]· · ·  1\n"
			       "   a b c d e\n");
	table_clear(&table);
	draw_everything(&table, (struct area){.y = 1, .x = 2, .height = 11, .width = 26}, false);
	expect_picture(&table, "    a   b   c   d   e\n"
			       "5   ◎───┬───┬───┬──(◎)  5\n"
			       "    │   │   │   │   │\n"
			       "4   ├───┼──◎◆───◦───┤   4\n"
			       "    │   │   │   │   │\n"
			       "3   ├───┼───┼───┼───┤   3\n"
			       "    │   │   │   │   │\n"
			       "2   ├───┼───┼───³───²   2\n"
			       "    │   │   │   │   │\n"
			       "1   ●──[○]──┴───┴───┘   1\n"
			       "    a   b   c   d   e\n");
	table_clear(&table);
	draw_everything(&table, (struct area){.y = 1, .x = 2, .height = 17, .width = 36}, false);
	expect_picture(&table, "     a     b     c     d     e\n"
			       "\n"
			       "5    ◎─────┬─────┬─────┬────(◎)   5\n"
			       "     │     │     │     │     │\n"
			       "     │     │     │     │     │\n"
			       "4    ├─────┼────◎◆─────◦─────┤    4\n"
			       "     │     │     │     │     │\n"
			       "     │     │     │     │     │\n"
			       "3    ├─────┼─────┼─────┼─────┤    3\n"
			       "     │     │     │     │     │\n"
			       "     │     │     │     │     │\n"
			       "2    ├─────┼─────┼─────³─────²    2\n"
			       "     │     │     │     │     │\n"
			       "   ▟███▙ ╭───╮   │     │     │\n"
			       "1  █ ● █[│ ○ │]──┴─────┴─────┘    1\n"
			       "   ▜███▛ ╰───╯\n"
			       "     a     b     c     d     e\n");
	table_clear(&table);
	draw_everything(&table, (struct area){.y = 1, .x = 2, .height = 17, .width = 36}, true);
	expect_picture(&table, "     a     b     c     d     e\n"
			       "\n"
			       "5    @-----.-----.-----.----(@)   5\n"
			       "     |     |     |     |     |\n"
			       "     |     |     |     |     |\n"
			       "4    .-----.----@*-----:-----.    4\n"
			       "     |     |     |     |     |\n"
			       "     |     |     |     |     |\n"
			       "3    .-----.-----.-----.-----.    3\n"
			       "     |     |     |     |     |\n"
			       "     |     |     |     |     |\n"
			       "2    .-----.-----.-----c-----b    2\n"
			       "     |     |     |     |     |\n"
			       "     |     |     |     |     |\n"
			       "1    X----[O]----.-----.-----+    1\n\n"
			       "     a     b     c     d     e\n");
}

/* A square is hit by a click on its stone and beside it, above and below it while that is nearer than the
 * next square; the labels are no squares.  */
TEST(a_click_hits_the_nearest_square_at_each_size)
{
	static const struct area areas[] = {
		{1, 2, 17, 36}, {1, 2, 31, 66}, {1, 2, 32, 80}, {1, 2, 47, 96}, {1, 2, 60, 120}};

	for (size_t i = 0; i < sizeof(areas) / sizeof(areas[0]); i++) {
		struct table table FREED_BY(table_clear) = table_with("15", "freestyle");
		int high = i == 0 ? 1 : i < 3 ? 2 : 3;

		fake_clear(false);
		draw(&table, areas[i], true);
		for (int n = 0; n < 15 * 15; n++) {
			struct square square = {n % 15, n / 15}, now;
			int y, x;

			assert_true(find(&table, square, &y, &x));
			y -= areas[i].y;
			x -= areas[i].x;
			for (int dy = -(high / 2); dy <= (high == 3); dy++)
				for (int dx = -high; dx < high; dx++) {
					bool above = high == 2 && dy && square.y == 14;

					assert_int_equal(board_gomoku.click(table.board, y + dy, x + dx, 1),
							 above ? 0 : 2);
					now = cursor_of(&table);
					assert_true(above || (now.x == square.x && now.y == square.y));
				}
		}
		assert_int_equal(board_gomoku.click(table.board, 0, areas[i].width / 2, 1), 0);
	}
}

BOARD_15_TEST(a_click_before_the_first_drawing_hits_nothing)
{
	assert_int_equal(board_gomoku.click(table->board, 0, 0, 1), 0);
	assert_string_equal(board_gomoku.move(table->board), "7,7");
}

TEST(no_area_is_too_small_to_draw_into)
{
	for (int height = 0; height < 8; height++)
		for (int width = 0; width < 12; width++) {
			struct table table FREED_BY(table_clear) =
				table_with(width % 2 ? "64" : "9x30", "freestyle");

			fill(&table, 150);
			view_show(&table.view, NUMBERS, height % 2);
			fake_clear(false);
			draw(&table, (struct area){.height = height, .width = width}, true);
			board_gomoku.click(table.board, height / 2, width / 2, 1);
			draw(&table, (struct area){.height = height, .width = width}, true);
			/* A square is visible as soon as there is room for it and its gaps.  */
			if (height >= 1 && width >= 3) {
				bool seen = false;

				for (int y = 0; y < height; y++)
					for (int x = 0; x < width; x++)
						seen = seen || fake_role(y, x) == ROLE_BOARD_CURSOR ||
						       fake_role(y, x) == ROLE_BOARD_LAST;
				if (!seen)
					fail_msg("nothing is visible in %d lines and %d columns", height,
						 width);
			}
		}
}

TABLE_TEST(an_area_that_shrinks_keeps_the_last_move_visible, table_with("64", "freestyle"))
{
	play_all(table, "bl1");
	for (int height = 70; height >= 3; height--) {
		int y, x;

		fake_clear(false);
		draw(table, (struct area){.height = height, .width = 2 * height}, false);
		assert_true(find(table, (struct square){63, 0}, &y, &x));
	}
}

/* Whatever was shown before, a position looks as on a fresh board.  */
TEST(a_position_does_not_depend_on_earlier_ones)
{
	const uint64_t start = 99;
	uint64_t seed = start;
	struct table table FREED_BY(table_clear) = table_with("9", "freestyle");
	struct area area = wanted(&table);

	view_show(&table.view, NUMBERS, true);
	for (int n = 0; n < 2000; n++) {
		struct table fresh;
		char *seen, *expected;
		int turns;

		if (random_below(&seed, 4) == 0)
			match_cut(&table.match, random_below(&seed, table.match.turn_count + 1));
		for (int i = random_below(&seed, 3); i > 0 && table.match.turn_count < 81;) {
			struct square square = {random_below(&seed, 9), random_below(&seed, 9)};
			char text[16];
			bool empty = true;

			snprintf(text, sizeof(text), "%d,%d", square.x, square.y);
			for (int k = 0; k < table.match.turn_count; k++)
				empty = empty && strcmp(table.match.turns[k].played, text) != 0;
			if (!empty)
				continue;
			play(&table, text);
			i--;
		}
		turns = random_below(&seed, 2) ? table.match.turn_count
					       : random_below(&seed, table.match.turn_count + 1);
		fake_clear(false);
		draw_turns(&table, area, turns, false);
		seen = fake_picture(area);
		fresh = table_with("9", "freestyle");
		view_show(&fresh.view, NUMBERS, true);
		for (int i = 0; i < turns; i++)
			play(&fresh, table.match.turns[i].played);
		draw(&fresh, area, false);
		expected = fake_picture(area);
		if (strcmp(seen, expected) != 0)
			fail_msg("seed %llu, step %d:\n%s\n%s", (unsigned long long)start, n, seen, expected);
		free(seen);
		free(expected);
		table_clear(&fresh);
	}
}

BOARD_5_TEST(the_next_game_of_a_series_begins_with_an_empty_board)
{
	unsigned revision;

	play_all(table, "a1 b1 c1");
	fake_clear(false);
	draw(table, wanted(table), false);
	revision = table->match.revision;
	match_cut(&table->match, 0);
	play_all(table, "a5 b5 c5");
	table->match.setup.game = 2;
	table->match.revision = revision;
	draw(table, table->area, false);
	expect_picture(table, "   a b c d e\n"
			      "5  ● ○[●]· ·\n"
			      "4  · · · · ·\n"
			      "3  · · · · ·\n"
			      "2  · · · · ·\n"
			      "1  · · · · ·\n"
			      "   a b c d e\n");
}

TEST(an_impossible_stone_ends_what_is_shown)
{
	static const char *const broken[] = {"a1", "9,9", "-1,0", "", "rubbish", "4294967296,0"};

	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		struct table table FREED_BY(table_clear) = table_with("5", "freestyle");

		play_all(&table, "a1 b1");
		play(&table, broken[i]);
		play(&table, "2,2");
		fake_clear(false);
		draw(&table, wanted(&table), false);
		expect_picture(&table, "   a b c d e\n"
				       "5  · · · · ·\n"
				       "4  · · · · ·\n"
				       "3  · · · · ·\n"
				       "2  · · · · ·\n"
				       "1  ●[○]· · ·\n"
				       "   a b c d e\n");
	}
}

TEST(moves_are_written_as_a_letter_and_a_number)
{
	static const struct {
		const char *played, *words;
	} cases[] = {{"7,7", "h8"},
		     {"0,0", "a1"},
		     {"14,0", "o1"},
		     {" 3 , 4 ", "d5"},
		     {"15,0", "15,0"},
		     {"0,15", "0,15"},
		     {"-1,3", "-1,3"},
		     {"7,7 8,8 9,9", "h8 i9 j10"},
		     {"7,7 8,8", "h8 i9"},
		     {"7,7 8,8 15,9", "7,7 8,8 15,9"},
		     {"swap", "swap"},
		     {"pass", "pass"},
		     {"", ""},
		     {"a text that is longer than all words may be", "a text that is longer than all "}};
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char words[32];

		board_gomoku.words(&(struct match){.setup = setup}, 0, cases[i].played, words);
		assert_string_equal(words, cases[i].words);
	}
}

BOARD_15_TEST(black_is_whoever_begins)
{
	fake_clear(false);
	for (int first = SEAT_1; first <= SEAT_2; first++) {
		table->match.setup.first = first;
		assert_string_equal(board_gomoku.mark(&table->match, 0, first), "●");
		assert_string_equal(board_gomoku.mark(&table->match, 0, seat_opponent(first)), "○");
	}
}

BOARD_15_TEST(the_seat_that_swaps_has_black_from_then_on)
{
	fake_clear(false);
	setup_set(&table->match.setup, "swap2", "");
	play(table, "7,7 8,8 9,9");
	play(table, "swap");
	play(table, "6,6");
	assert_string_equal(board_gomoku.mark(&table->match, 1, SEAT_1), "●");
	for (int turns = 2; turns <= 3; turns++) {
		assert_string_equal(board_gomoku.mark(&table->match, turns, SEAT_1), "○");
		assert_string_equal(board_gomoku.mark(&table->match, turns, SEAT_2), "●");
	}
}

static void assert_score(const struct table *table, int turns, int seat, const char *expected)
{
	char *score = board_gomoku.score(&table->match, turns, seat);

	assert_text(score, expected);
}

TEST(a_continuous_game_counts_each_seats_lines)
{
	struct table table FREED_BY(table_clear) = table_with("15", "freestyle+continuous");

	fake_clear(false);
	setup_set(&table.match.setup, "swap2", "");
	play(&table, "0,0 0,5 1,0");
	play(&table, "swap"); /* the second seat now has black */
	for (int x = 2; x < 5; x++) {
		char white[16], black[16];

		snprintf(white, sizeof(white), "%d,7", 2 * x);
		snprintf(black, sizeof(black), "%d,0", x);
		play(&table, white);
		assert_score(&table, table.match.turn_count, SEAT_2, "0 lines");
		play(&table, black);
	}
	assert_score(&table, table.match.turn_count, SEAT_2, "1 line");
	assert_score(&table, table.match.turn_count, SEAT_1, "0 lines");
	assert_score(&table, table.match.turn_count - 1, SEAT_2, "0 lines");
	table_clear(&table);
	table = table_with("15", "freestyle");
	assert_null(board_gomoku.score(&table.match, 0, SEAT_1));
}

TEST(an_empty_setup_has_a_board_of_15)
{
	struct setup setup FREED_BY(setup_free) = setup_of("gomocup");
	void *board;
	struct area size;

	for (int i = 0; i < 2; i++) {
		board = board_gomoku.new(&setup);
		size = board_gomoku.wants(board, (struct area){0});
		assert_int_equal(size.height, 17);
		assert_int_equal(size.width, 34);
		board_gomoku.free(board);
		setup_set(&setup, "opening", "no square"); /* as in a broken file */
	}
}

TEST_MAIN(NULL, NULL)
