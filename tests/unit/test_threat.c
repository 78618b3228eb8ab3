/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_threat.c - the threat brain: what it sees in a line, what it plays, and when it stops thinking.  */
#include "../test.h"
#include "samples/threat.h"

enum { FREESTYLE = 0, STANDARD = 1, RENJU = 4, CARO = 8 };

/* Shared by the tests of this program, and made once because a search is large.  */
struct table {
	struct lines *lines[FIVE_RULES];
	struct position *position, *fresh;
	struct search *search;
};

static int make(void **state)
{
	struct table *table = calloc(1, sizeof *table);

	assert_non_null(table);
	for (enum five_rule rule = FIVE_OR_MORE; rule < FIVE_RULES; rule++)
		table->lines[rule] = lines_new(rule);
	table->position = calloc(1, sizeof *table->position);
	table->fresh = calloc(1, sizeof *table->fresh);
	table->search = search_new();
	*state = table;
	return 0;
}

static int unmake(void **state)
{
	FREED struct table *table = *state;

	for (enum five_rule rule = FIVE_OR_MORE; rule < FIVE_RULES; rule++)
		lines_free(table->lines[rule]);
	search_free(table->search);
	free(table->fresh);
	free(table->position);
	return 0;
}

#define TABLE_TEST(name)                                                                                     \
	static void name##_on(struct table *table);                                                          \
	TEST(name)                                                                                           \
	{                                                                                                    \
		name##_on(*state);                                                                           \
	}                                                                                                    \
	static void name##_on(struct table *table)

static int at(const struct table *table, int x, int y)
{
	return position_square(table->position, x, y);
}

/* Stones as "x,y;x,y".  */
static void place_all(struct table *table, const char *stones, enum stone colour)
{
	while (*stones) {
		char *end;
		long x = strtol(stones, &end, 10), y = strtol(end + 1, &end, 10);

		position_place(table->position, at(table, (int)x, (int)y), colour);
		stones = *end ? end + 1 : end;
	}
}

static void set_board(struct table *table, int rule, const char *black, const char *white)
{
	position_clear(table->position, table->lines, rule, 15, 15);
	search_clear(table->search, 0);
	place_all(table, black, BLACK);
	place_all(table, white, WHITE);
}

static struct search_result search_to(struct table *table, enum stone colour, int depth)
{
	const struct search_limits limits = {.depth = depth, .nodes = 200000};

	return search_move(table->search, table->position, colour, &limits, NULL);
}

/* The move must be one of the squares "x,y;x,y".  */
static void assert_plays(struct table *table, struct search_result result, const char *squares)
{
	int x = position_x(table->position, result.move), y = position_y(table->position, result.move);
	bool found = false;

	for (const char *square = squares; *square;) {
		char *end;
		long want_x = strtol(square, &end, 10), want_y = strtol(end + 1, &end, 10);

		found = found || (x == want_x && y == want_y);
		square = *end ? end + 1 : end;
	}
	if (!found)
		fail_msg("played %d,%d, expected one of %s", x, y, squares);
}

TEST(the_shape_of_a_line_follows_the_rules)
{
	/* Eleven squares: own, theirs, edge, empty; the stone is played in the middle.  */
	static const struct {
		enum five_rule rule;
		const char *line;
		enum shape shape;
	} cases[] = {
		{FIVE_OR_MORE, "...........", SHAPE_OPEN_ONE},
		{FIVE_OR_MORE, ".oxxx.x.o..", SHAPE_FIVE},
		{FIVE_OR_MORE, "..xxx.xx...", SHAPE_FIVE},
		{FIVE_EXACTLY, "..xxx.xx...", SHAPE_OVERLINE},
		{FIVE_OR_MORE, "..xxx......", SHAPE_OPEN_FOUR},
		{FIVE_OR_MORE, ".oxxx......", SHAPE_FOUR},
		{FIVE_OR_MORE, ".oxxx.o....", SHAPE_NONE},
		{FIVE_OR_MORE, "#.xxx.o....", SHAPE_FOUR},
		{FIVE_OR_MORE, "##xxx.o....", SHAPE_NONE},
		{FIVE_OR_MORE, ".x.xx.x....", SHAPE_OPEN_FOUR}, /* six wins too */
		{FIVE_EXACTLY, ".x.xx.x....", SHAPE_FOUR},
		{FIVE_EXACTLY, ".x.xx..x...", SHAPE_DOUBLE_FOUR},
		{FIVE_EXACTLY, "x..xx......", SHAPE_OPEN_THREE},
		{FIVE_EXACTLY, "...xx......", SHAPE_OPEN_THREE},
		{FIVE_EXACTLY, "..oxx......", SHAPE_THREE},
		{FIVE_EXACTLY, "..x.x......", SHAPE_OPEN_THREE},
		{FIVE_EXACTLY, ".o.xx.#####", SHAPE_NONE},
		{FIVE_EXACTLY, ".o.xx..o...", SHAPE_THREE}, /* room for a five but not for an open four */
		{FIVE_EXACTLY, "....x......", SHAPE_OPEN_TWO},
		{FIVE_EXACTLY, "o...x.o....", SHAPE_TWO},
		{FIVE_EXACTLY, "o..x..o....", SHAPE_TWO},
		{FIVE_OR_MORE, "oxxxx.o....", SHAPE_FIVE},
		{FIVE_OR_MORE_OPEN, "oxxxx.o....", SHAPE_NONE},
		{FIVE_OR_MORE_OPEN, "#xxxx.o....", SHAPE_FIVE},
		{FIVE_OR_MORE_OPEN, "oxxxx.xo...", SHAPE_FIVE},
		{FIVE_EXACTLY_OPEN, "oxxxx.xo...", SHAPE_OVERLINE},
		{FIVE_OR_MORE_OPEN, "o.xxx..o...",
		 SHAPE_FOUR}, /* stopped at one end, it is blocked at both */
	};
	struct table *table = *state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t key = 0;

		for (unsigned j = 0, place = 0; j < 11; j++)
			if (j != 5)
				key |= (uint32_t)(strchr(".xo#", cases[i].line[j]) - ".xo#") << (2 * place++);
		enum shape shape = lines_shape(table->lines[cases[i].rule], key);
		if (shape != cases[i].shape)
			fail_msg("%s under rule %d is %d, expected %d", cases[i].line, (int)cases[i].rule,
				 (int)shape, (int)cases[i].shape);
	}
}

TABLE_TEST(taking_stones_back_gives_the_same_as_a_new_board)
{
	const int rules[] = {FREESTYLE, STANDARD, RENJU, CARO};

	srand(7);
	for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
		position_clear(table->position, table->lines, rules[r], 9, 7);
		for (int i = 0; i < 2000; i++) {
			int square = at(table, rand() % 9, rand() % 7);

			if (table->position->squares[square].holds != EMPTY || rand() % 5 < 2) {
				if (table->position->count > 0)
					position_undo(table->position);
			} else {
				position_place(table->position, square, rand() % 2 ? BLACK : WHITE);
			}
		}
		while (table->position->count < 12) {
			int square = at(table, rand() % 9, rand() % 7);

			if (table->position->squares[square].holds == EMPTY)
				position_place(table->position, square, rand() % 2 ? BLACK : WHITE);
		}
		/* The same stones in another order.  */
		position_clear(table->fresh, table->lines, rules[r], 9, 7);
		for (int i = table->position->count - 1; i >= 0; i--) {
			int square = table->position->placed[i].at;

			position_place(table->fresh, square,
				       (enum stone)table->position->squares[square].holds);
		}
		assert_true(table->position->hash == table->fresh->hash);
		assert_memory_equal(table->position->kinds, table->fresh->kinds, sizeof table->fresh->kinds);
		assert_memory_equal(table->position->worth, table->fresh->worth, sizeof table->fresh->worth);
		assert_memory_equal(&table->position->box, &table->fresh->box, sizeof table->fresh->box);
	}
}

TABLE_TEST(taking_a_stone_back_shrinks_the_box_again)
{
	set_board(table, FREESTYLE, "7,7", "");
	struct box box = table->position->box;
	assert_int_equal(box.left, 2);
	assert_int_equal(box.bottom, 12);
	position_place(table->position, at(table, 0, 14), WHITE);
	assert_int_equal(table->position->box.left, 0);
	assert_int_equal(table->position->box.bottom, 14);
	position_undo(table->position);
	assert_memory_equal(&table->position->box, &box, sizeof box);
}

TABLE_TEST(black_may_not_make_two_fours_two_threes_or_six_in_renju)
{
	static const struct {
		const char *black, *white;
		int x, y;
		bool forbidden;
	} cases[] = {
		{"0,1;0,2;0,3;0,4", "", 0, 5, false}, /* five */
		{"0,1;0,2;0,3;0,4;0,6", "", 0, 5, true},
		{"0,1;0,2;0,3;0,4;0,6;1,5;2,5;3,5;4,5", "", 0, 5, false}, /* six, and five in another line */
		{"3,3;4,3;6,6;6,7", "", 5, 3, false},
		{"3,3;4,3;5,4;5,5", "", 5, 3, true}, /* two threes */
		{"3,3;4,3;5,4;5,5", "5,6", 5, 3, false},
		{"3,3;4,3;2,3;5,4;5,5;5,6", "", 5, 3, true}, /* two fours */
		{"3,7;5,7;6,7;9,7", "", 7, 7, true},         /* two fours in a line: X_XXX_X */
		/* A three that becomes a four only on a forbidden square does not count.  */
		{"7,7;7,8;8,5;9,6;9,8;10,6;10,8", "7,6;7,9;8,6;8,7;8,8;9,7;11,7", 10, 7, true},
		{"7,7;7,8;8,5;9,6;9,8;10,5;10,6;10,8", "7,6;7,9;8,6;8,7;8,8;8,10;9,7;11,7", 10, 7, false},
		{"4,6;5,5;6,4;6,5;7,6;7,7;7,8;8,6;9,7", "3,7;5,7;6,6;6,7;6,8;7,9;8,4;8,7;10,8", 7, 5, true},
		{"5,9;5,11;6,8;7,6;7,7;7,8;8,5;8,7;9,6", "3,11;6,3;6,5;6,7;6,10;7,9;8,6;9,8", 5, 8, false},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		set_board(table, RENJU, cases[i].black, cases[i].white);
		uint64_t hash = table->position->hash;
		bool forbidden = position_forbidden(table->position, at(table, cases[i].x, cases[i].y));
		if (forbidden != cases[i].forbidden)
			fail_msg("case %zu: %d,%d", i, cases[i].x, cases[i].y);
		assert_true(table->position->hash == hash);
	}
	set_board(table, STANDARD, "3,3;4,3;5,4;5,5", "");
	assert_false(position_forbidden(table->position, at(table, 5, 3)));
}

TABLE_TEST(it_plays_the_five_even_if_it_could_block)
{
	set_board(table, FREESTYLE, "3,7;4,7;5,7;6,7", "3,8;4,8;5,8;6,8");
	struct search_result result = search_to(table, BLACK, 4);
	assert_int_equal(result.finding, FOUND_FIVE);
	assert_plays(table, result, "2,7;7,7");
	assert_plays(table, search_to(table, WHITE, 4), "2,8;7,8");
}

TABLE_TEST(it_blocks_a_four)
{
	set_board(table, FREESTYLE, "7,7;6,6", "2,7;3,7;4,7;5,7;12,12");
	place_all(table, "1,7", BLACK);
	struct search_result result = search_to(table, BLACK, 4);
	assert_int_equal(result.finding, FOUND_BLOCK);
	assert_plays(table, result, "6,7");
}

TABLE_TEST(six_is_no_five_where_only_five_wins)
{
	set_board(table, STANDARD, "3,7;4,7;6,7;7,7;8,7;2,2;2,3;2,4;2,5", "9,7;2,1;12,12;12,3;0,14");
	assert_plays(table, search_to(table, BLACK, 2), "2,6");
	set_board(table, FREESTYLE, "3,7;4,7;6,7;7,7;8,7", "9,7;2,1;12,12;12,3;0,14");
	assert_plays(table, search_to(table, BLACK, 2), "5,7");
	/* There is nothing to block either.  */
	set_board(table, STANDARD, "10,10", "3,7;4,7;6,7;7,7;8,7");
	struct search_result result = search_to(table, BLACK, 2);
	assert_int_not_equal(result.finding, FOUND_BLOCK);
}

TABLE_TEST(it_answers_an_open_three)
{
	set_board(table, FREESTYLE, "7,7;8,7;9,7", "7,8;10,10");
	assert_plays(table, search_to(table, WHITE, 4), "5,7;6,7;10,7;11,7");
}

TABLE_TEST(it_finds_two_fours)
{
	set_board(table, FREESTYLE, "4,4;5,4;6,4;7,5;7,6;7,7", "3,4;7,8;12,12;12,2;1,12");
	struct search_result result = search_to(table, BLACK, 4);
	assert_plays(table, result, "7,4");
	assert_int_equal(result.finding, FOUND_FOURS);
	assert_int_equal(result.value, VALUE_WIN - 3);
	/* Renju forbids black this point but not white.  */
	set_board(table, RENJU, "4,4;5,4;6,4;7,5;7,6;7,7", "3,4;7,8;12,12;12,2;1,12");
	assert_int_not_equal(search_to(table, BLACK, 4).move, at(table, 7, 4));
	set_board(table, RENJU, "3,4;7,8;12,12;12,2;1,12", "4,4;5,4;6,4;7,5;7,6;7,7");
	assert_plays(table, search_to(table, WHITE, 4), "7,4");
}

TABLE_TEST(it_wins_with_a_four_and_a_three)
{
	/* 7,4 makes a four along the row and an open three down the column.  */
	set_board(table, FREESTYLE, "4,4;5,4;6,4;7,5;7,6", "3,4;12,12;12,2;1,12");
	struct search_result result = search_to(table, BLACK, 2);
	assert_int_equal(result.finding, FOUND_CHAIN);
	assert_plays(table, result, "7,4");
	assert_true(result.length >= 3);
	assert_true(result.value > VALUE_MATE);
	int answer = result.line[1];
	assert_int_equal(position_x(table->position, answer), 8);
	assert_int_equal(position_y(table->position, answer), 4);
}

TABLE_TEST(it_sees_a_fork_of_threes_some_plies_ahead)
{
	set_board(table, FREESTYLE, "5,7;6,7;7,5;7,6", "2,2;12,12;13,2");
	struct search_result result = search_to(table, BLACK, 6);
	assert_plays(table, result, "7,7;8,7;4,7;7,4;7,8;3,7;7,3");
	assert_true(result.value > VALUE_MATE);
}

TABLE_TEST(a_search_leaves_the_position_unchanged)
{
	set_board(table, RENJU, "7,7;8,8;6,8;9,6", "7,8;8,7;6,6;5,9");
	memcpy(table->fresh, table->position, sizeof *table->fresh);
	search_to(table, BLACK, 4);
	assert_true(table->position->hash == table->fresh->hash);
	assert_int_equal(table->position->count, table->fresh->count);
	assert_memory_equal(table->position->squares, table->fresh->squares, sizeof table->fresh->squares);
	assert_memory_equal(table->position->kinds, table->fresh->kinds, sizeof table->fresh->kinds);
	assert_memory_equal(table->position->worth, table->fresh->worth, sizeof table->fresh->worth);
}

TABLE_TEST(the_same_seed_plays_the_same_move)
{
	int moves[2];
	bool differs = false;

	for (uint64_t seed = 1; seed <= 12; seed++) {
		for (int i = 0; i < 2; i++) {
			set_board(table, FREESTYLE, "7,7", "7,8");
			search_clear(table->search, seed);
			moves[i] = search_to(table, BLACK, 2).move;
		}
		assert_int_equal(moves[0], moves[1]);
		set_board(table, FREESTYLE, "7,7", "7,8");
		differs = differs || search_to(table, BLACK, 2).move != moves[0];
	}
	assert_true(differs); /* and another seed sometimes plays another move */
}

/* A clock that advances only when it is read.  */
struct fake_clock {
	int64_t now, step;
	int reports;
	int64_t stop_at;
};

static int64_t read_clock(void *self)
{
	struct fake_clock *clock = self;

	return clock->now += clock->step;
}

static bool wants_stop(void *self)
{
	const struct fake_clock *clock = self;

	return clock->now >= clock->stop_at;
}

static void count_report(void *self, const struct search_result *result)
{
	struct fake_clock *clock = self;

	assert_true(result->length > 0 && result->line[0] == result->move);
	clock->reports++;
}

TABLE_TEST(it_stops_at_the_deadline)
{
	struct fake_clock clock = {.step = 1000};
	const struct search_limits limits = {.deadline = 500000, .clock = read_clock, .self = &clock};

	set_board(table, FREESTYLE, "7,7;8,8", "7,8;6,7");
	struct search_result result =
		search_move(table->search, table->position, BLACK, &limits, count_report);
	assert_true(clock.now >= limits.deadline);
	assert_true(clock.now <
		    limits.deadline +
			    2 * clock.step); /* it did not read the clock again after the deadline */
	assert_true(clock.reports >= 2);
	assert_int_equal(table->position->squares[result.move].holds, EMPTY);
	/* Few nodes are searched between two readings of the clock.  */
	assert_true(result.nodes <= 17 * (clock.now / clock.step));
}

TABLE_TEST(it_starts_no_new_depth_after_its_settling_time)
{
	struct fake_clock clock = {.step = 1};
	const struct search_limits limits = {.settled = 1, .clock = read_clock, .self = &clock};

	set_board(table, FREESTYLE, "7,7;8,8", "7,8;6,7");
	struct search_result result =
		search_move(table->search, table->position, BLACK, &limits, count_report);
	assert_int_equal(result.depth, 1);
	assert_int_equal(clock.reports, 1);
}

TABLE_TEST(it_stops_when_told_to)
{
	struct fake_clock clock = {.step = 100000, .stop_at = 20000000};
	const struct search_limits limits = {.clock = read_clock, .stop = wants_stop, .self = &clock};

	set_board(table, FREESTYLE, "7,7;8,8", "7,8;6,7");
	search_move(table->search, table->position, BLACK, &limits, NULL);
	assert_true(clock.now >= clock.stop_at);
	assert_true(clock.now <= clock.stop_at + 3000000);
}

TABLE_TEST(it_stays_within_its_limit_of_nodes)
{
	for (long nodes = 1; nodes < 3000; nodes = nodes * 3 + 1) {
		const struct search_limits limits = {.nodes = nodes};

		set_board(table, FREESTYLE, "7,7;8,8", "7,8;6,7");
		struct search_result result =
			search_move(table->search, table->position, BLACK, &limits, NULL);
		assert_true(result.nodes <= nodes + 1);
		assert_int_equal(table->position->squares[result.move].holds, EMPTY);
	}
}

TABLE_TEST(the_last_square_is_played_and_a_full_board_has_no_move)
{
	position_clear(table->position, table->lines, STANDARD, 5, 5);
	search_clear(table->search, 0);
	for (int i = 0; i < 24; i++)
		position_place(table->position, at(table, i % 5, i / 5), i / 2 % 2 ? BLACK : WHITE);
	assert_plays(table, search_to(table, BLACK, 3), "4,4");
	position_place(table->position, at(table, 4, 4), BLACK);
	assert_int_equal(search_to(table, WHITE, 3).move, -1);
}

TEST_MAIN(make, unmake)
