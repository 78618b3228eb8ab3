/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_gomoku_lines.c - which lines win under each rule, and what happens to them in a continuous game.  */
#include "../random.h"
#include "../test.h"
#include "systems/gomocup/rules.h"

static const enum gomoku_rule rules[] = {GOMOKU_FREESTYLE, GOMOKU_STANDARD, GOMOKU_RENJU, GOMOKU_CARO,
					 GOMOKU_CARO_EXACT};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static const int ways[8][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

static enum gomoku_rule with_continuous(enum gomoku_rule rule)
{
	return (enum gomoku_rule)(rule + GOMOKU_CONTINUOUS);
}

/* ---- single lines ---- */

/* Places stones of one side only. The drawing has X, O, '#' for a block and '.'; a lower-case letter is the
 * last move. False: the line does not fit.  */
static bool put_line(struct gomoku *game, const char *line, struct square from, const int *way)
{
	struct square last = {-1, -1};
	enum stone colour = STONE_NONE;
	int length = (int)strlen(line) - 1;

	if (!gomoku_inside(game, (struct square){from.x + length * way[0], from.y + length * way[1]}))
		return false;
	memset(game->cell, STONE_NONE, (size_t)game->width * (size_t)game->height);
	for (int i = 0; line[i]; i++) {
		struct square square = {from.x + i * way[0], from.y + i * way[1]};
		enum stone stone = line[i] == '.'                     ? STONE_NONE
				   : line[i] == '#'                   ? STONE_BLOCK
				   : line[i] == 'X' || line[i] == 'x' ? STONE_BLACK
								      : STONE_WHITE;

		game->cell[square.y * game->width + square.x] = (uint8_t)stone;
		if (line[i] == 'x' || line[i] == 'o') {
			last = square;
			colour = stone;
		}
	}
	game->moves[0] = (struct square){-1, -1}; /* whose stone does not matter: only the last one counts */
	game->move_count = colour == STONE_BLACK ? 1 : 2;
	game->moves[game->move_count - 1] = last;
	return true;
}

/* One digit for each rule of `rules`, in order: 1 wins. In all directions, away from the edges.  */
static void expect_line(const char *line, const char *wins)
{
	for (int r = 0; r < RULES; r++)
		for (int w = 0; w < 8; w++) {
			struct gomoku game FREED_BY(gomoku_free);

			gomoku_init(&game, 31, 32, rules[r]);
			assert_true(put_line(&game, line, (struct square){15, 16}, ways[w]));
			if (gomoku_won(&game, NULL, NULL) != (wins[r] == '1'))
				fail_msg("%s along %d,%d under %s: expected %c", line, ways[w][0], ways[w][1],
					 gomoku_rule_name(rules[r]), wins[r]);
		}
}

TEST(an_open_five_wins_under_every_rule)
{
	expect_line(".XXXXx.", "11111");
	expect_line(".OOoOO.", "11111");
	expect_line(".XXXX.x", "00000");
	expect_line(".XXXx.", "00000");
	expect_line(".XXOXx.", "00000");
}

TEST(more_than_five_win_in_freestyle_in_caro_and_for_white_in_renju)
{
	expect_line(".XXXXXx.", "10010");
	expect_line(".OOOoOO.", "10110");
	expect_line(".XXXXxXXXX.", "10010");
	expect_line(".OOOOoOOOO.", "10110");
}

TEST(a_five_between_two_enemy_stones_is_nothing_in_caro)
{
	expect_line("OXXXXxO", "11100");
	expect_line("XoOOOOX", "11100");
	expect_line("OXXXXx.", "11111");
	expect_line(".xXXXXO", "11111");
	expect_line("OXXXXx.O", "11111");
	expect_line("XOOoOO.", "11111");
}

TEST(six_between_two_enemy_stones_win_in_caro_but_not_in_caro_exact)
{
	expect_line("OXXXXXxO", "10010");
	expect_line("XOoOOOOX", "10110");
}

TEST(a_block_closes_a_five_in_caro_like_an_enemy_stone)
{
	expect_line("#XXXXxO", "11100");
	expect_line("#XXXXx#", "11100");
	expect_line("#XXXXx.", "11111");
}

TEST(the_edge_of_the_board_does_not_close_a_five_in_caro)
{
	static const int sides[][2] = {{5, 5}, {6, 6}, {64, 64}, {6, 9}, {64, 5}};

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
		for (int w = 0; w < 4; w++) {
			struct square from = {ways[w][0] < 0 ? sides[i][0] - 1 : 0, 0};
			struct gomoku game FREED_BY(gomoku_free);

			gomoku_init(&game, sides[i][0], sides[i][1], GOMOKU_CARO);
			assert_true(put_line(&game, "XXxXX", from, ways[w]));
			assert_true(gomoku_won(&game, NULL, NULL));
			if (put_line(&game, "XXxXXO", from, ways[w]))
				assert_true(gomoku_won(&game, NULL, NULL));
			game.rule = GOMOKU_CARO_EXACT;
			assert_true(gomoku_won(&game, NULL, NULL));
			if (put_line(&game, "OXXxXXO", from, ways[w]))
				assert_false(gomoku_won(&game, NULL, NULL));
		}
}

TEST(black_wins_in_renju_with_a_five_beside_an_overline)
{
	struct gomoku game FREED_BY(gomoku_free);
	struct square from, to;

	gomoku_init(&game, 15, 15, GOMOKU_RENJU);
	assert_true(put_line(&game, "XXXxXX", (struct square){2, 7}, ways[0]));
	assert_false(gomoku_won(&game, NULL, NULL));
	for (int y = 8; y < 12; y++)
		game.cell[y * 15 + 5] = STONE_BLACK;
	assert_true(gomoku_won(&game, &from, &to));
	assert_int_equal(from.x * 100 + from.y, 507);
	assert_int_equal(to.x * 100 + to.y, 511);
}

/* ---- the rules taken literally ----
 *
 * Five squares of one colour that include the last move; their neighbours at both ends decide.  */

/* 0 empty, 1 black, 2 white, 3 a block, -1 off the board.  */
static int at(const uint8_t *cells, int width, int height, int x, int y)
{
	return x >= 0 && y >= 0 && x < width && y < height ? cells[y * width + x] : -1;
}

/* Does the colour have a winning line through x,y in this direction, by the table (gomocup, Rules)?  */
static bool wins_literally(enum gomoku_rule rule, const uint8_t *cells, int width, int height, int x, int y,
			   int colour, const int *way)
{
	bool exact =
		rule == GOMOKU_STANDARD || rule == GOMOKU_CARO_EXACT || (rule == GOMOKU_RENJU && colour == 1);
	bool caro = rule == GOMOKU_CARO || rule == GOMOKU_CARO_EXACT;

	for (int start = -4; start <= 0; start++) {
		int fx = x + start * way[0], fy = y + start * way[1], count = 0;
		int before = at(cells, width, height, fx - way[0], fy - way[1]);
		int behind = at(cells, width, height, fx + 5 * way[0], fy + 5 * way[1]);

		for (int i = 0; i < 5; i++)
			count += at(cells, width, height, fx + i * way[0], fy + i * way[1]) == colour;
		if (count < 5)
			continue;
		if (before == colour || behind == colour) {
			if (!exact)
				return true;
		} else if (!caro || before <= 0 || behind <= 0) {
			return true;
		}
	}
	return false;
}

TEST(wins_follow_the_table_on_random_positions)
{
	enum { POSITIONS = 50000 };
	int wins[RULES] = {0};
	uint64_t seed = 7;

	for (int n = 0; n < POSITIONS; n++) {
		int width = 5 + random_below(&seed, 6), height = 5 + random_below(&seed, 6),
		    cells = width * height;
		int share = 30 + random_below(&seed, 65), colour;
		struct gomoku game FREED_BY(gomoku_free);
		struct square last;

		gomoku_init(&game, width, height, GOMOKU_FREESTYLE);
		for (int i = 0; i < cells; i++)
			game.cell[i] =
				(uint8_t)(random_below(&seed, 100) < share ? 1 : random_below(&seed, 4));
		colour = 1 + random_below(&seed, 2);
		for (int i = 0; colour == 2 && i < cells; i++) /* the other way round */
			game.cell[i] = (uint8_t)("\0\2\1\3"[game.cell[i]]);
		last = (struct square){random_below(&seed, width), random_below(&seed, height)};
		game.cell[last.y * width + last.x] = (uint8_t)colour;
		game.moves[0] = (struct square){-1, -1};
		game.moves[colour - 1] = last;
		game.move_count = colour;
		for (int r = 0; r < RULES; r++) {
			bool expected = false;

			game.rule = rules[r];
			for (int w = 0; w < 4; w++)
				expected = expected || wins_literally(rules[r], game.cell, width, height,
								      last.x, last.y, colour, ways[w]);
			wins[r] += expected;
			if (gomoku_won(&game, NULL, NULL) != expected)
				fail_msg("position %d, last move %d,%d of %d: %s under %s", n, last.x, last.y,
					 colour, expected ? "no win" : "a win", gomoku_rule_name(rules[r]));
		}
	}
	for (int r = 0; r < RULES; r++) /* otherwise the positions would show nothing */
		assert_true(wins[r] >= POSITIONS / 50 && wins[r] <= POSITIONS * 4 / 5);
	assert_true(wins[0] > wins[2] && wins[2] > wins[1] && wins[0] > wins[3] && wins[3] > wins[4] &&
		    wins[1] > wins[4]);
}

/* ---- continuous games ---- */

/* Squares in turn, black first: "x,y x,y".  */
static void play_all(struct gomoku *game, const char *moves)
{
	struct square square;
	int n;

	for (; sscanf(moves, "%d,%d%n", &square.x, &square.y, &n) == 2; moves += n)
		gomoku_play(game, square);
}

TEST(a_line_becomes_blocks_and_a_point_and_play_continues)
{
	struct gomoku game FREED_BY(gomoku_free);
	struct square from, to;

	gomoku_init(&game, 15, 15, with_continuous(GOMOKU_FREESTYLE));
	play_all(&game, "2,3 0,0 3,3 2,0 4,3 4,0 5,3 6,0");
	assert_false(gomoku_made_line(&game, 0, NULL, NULL));
	play_all(&game, "6,3");
	assert_true(gomoku_made_line(&game, 0, &from, &to));
	assert_false(gomoku_made_line(&game, 1, NULL, NULL));
	assert_false(gomoku_made_line(&game, -1, NULL, NULL));
	assert_int_equal(from.x * 100 + from.y, 203);
	assert_int_equal(to.x * 100 + to.y, 603);
	assert_false(gomoku_won(&game, NULL, NULL));
	assert_int_equal(game.lines[STONE_BLACK], 1);
	assert_int_equal(game.lines[STONE_WHITE], 0);
	for (int x = 2; x <= 6; x++)
		assert_int_equal(gomoku_at(&game, (struct square){x, 3}), STONE_BLOCK);
	assert_int_equal(gomoku_to_move(&game), STONE_WHITE);
	play_all(&game, "8,0");
	assert_int_equal(gomoku_at(&game, (struct square){8, 0}), STONE_WHITE);
	assert_false(gomoku_made_line(&game, 0, NULL, NULL));
}

TEST(stones_make_no_line_with_blocks)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 15, 15, with_continuous(GOMOKU_FREESTYLE));
	play_all(&game, "2,3 0,0 3,3 2,0 4,3 4,0 5,3 6,0 6,3 8,0 7,3 10,0 1,3 12,0");
	assert_int_equal(game.lines[STONE_BLACK], 1);
	assert_int_equal(gomoku_at(&game, (struct square){7, 3}), STONE_BLACK);
	/* Five more with a block at their end.  */
	play_all(&game, "8,3 0,2 9,3 2,2 10,3 4,2");
	assert_int_equal(game.lines[STONE_BLACK], 1);
	play_all(&game, "11,3");
	assert_int_equal(game.lines[STONE_BLACK], 2);
}

TEST(a_whole_overline_becomes_blocks_where_it_counts)
{
	struct gomoku game;

	for (int r = 0; r < RULES; r++) {
		bool counts = rules[r] == GOMOKU_FREESTYLE || rules[r] == GOMOKU_CARO;

		gomoku_init(&game, 15, 15, with_continuous(rules[r]));
		play_all(&game, "2,3 0,0 3,3 2,0 4,3 4,0 6,3 6,0 7,3 8,0 5,3");
		assert_int_equal(game.lines[STONE_BLACK], counts);
		for (int x = 2; x <= 7; x++)
			assert_int_equal(gomoku_at(&game, (struct square){x, 3}),
					 counts ? STONE_BLOCK : STONE_BLACK);
		gomoku_free(&game);
	}
}

/* A star: four lines through its centre, which is played last.  */
static void play_star(struct gomoku *game)
{
	int away = 0;

	for (int w = 0; w < 8; w++)
		for (int i = 1; i <= 2; i++) {
			gomoku_play(game, (struct square){7 + i * ways[w][0], 7 + i * ways[w][1]});
			/* white is scattered and does not interfere */
			gomoku_play(game, (struct square){away % 8 * 2, away / 8 * 2});
			away++;
		}
}

TEST(all_lines_that_a_move_makes_count)
{
	struct gomoku game FREED_BY(gomoku_free);
	int blocks = 0, ends = 0;

	gomoku_init(&game, 15, 15, with_continuous(GOMOKU_STANDARD));
	play_star(&game);
	assert_int_equal(game.lines[STONE_BLACK], 0);
	gomoku_play(&game, (struct square){7, 7});
	assert_int_equal(game.lines[STONE_BLACK], 4);
	for (int i = 0; i < 15 * 15; i++)
		blocks += game.cell[i] == STONE_BLOCK;
	assert_int_equal(blocks, 17);
	for (struct square from, to; gomoku_made_line(&game, ends, &from, &to); ends++)
		assert_int_equal(
			abs(from.x - to.x) > abs(from.y - to.y) ? abs(from.x - to.x) : abs(from.y - to.y), 4);
	assert_int_equal(ends, 4);
	gomoku_undo(&game);
	assert_int_equal(game.lines[STONE_BLACK], 0);
	for (int i = 0; i < 15 * 15; i++)
		assert_int_not_equal(game.cell[i], STONE_BLOCK);
	assert_int_equal(gomoku_at(&game, (struct square){7, 7}), STONE_NONE);
	assert_int_equal(gomoku_at(&game, (struct square){5, 5}), STONE_BLACK);
}

TEST(a_rule_without_continuous_makes_no_blocks)
{
	struct gomoku game;

	for (int r = 0; r < RULES; r++) {
		gomoku_init(&game, 15, 15, rules[r]);
		play_star(&game);
		gomoku_play(&game, (struct square){7, 7});
		assert_true(gomoku_won(&game, NULL, NULL));
		assert_false(gomoku_made_line(&game, 0, NULL, NULL));
		assert_int_equal(game.lines[STONE_BLACK], 0);
		assert_int_equal(gomoku_at(&game, (struct square){7, 7}), STONE_BLACK);
		gomoku_free(&game);
	}
}

/* Could the colour make a line if it had every empty square?  */
static bool possible_literally(const struct gomoku *game, int colour)
{
	int width = game->width, height = game->height;

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			for (int w = 0; w < 4; w++) {
				int good = 0, empty = 0;

				for (int i = 0; i < 5; i++) {
					int cell = at(game->cell, width, height, x + i * ways[w][0],
						      y + i * ways[w][1]);

					good += cell == colour || cell == 0;
					empty += cell == 0;
				}
				if (good == 5 && empty)
					return true;
			}
	return false;
}

TEST(a_line_is_possible_while_five_squares_in_a_row_are_of_one_colour_or_empty)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 5, 5, with_continuous(GOMOKU_FREESTYLE));
	assert_true(gomoku_line_possible(&game));
	/* Every row, column and diagonal has both colours, except row y = 4.  */
	play_all(&game, "0,0 2,0 1,0 3,0 4,0 0,1 2,1 1,1 3,1 4,1 0,2 2,2 1,2 3,2 4,2 0,3 2,3 1,3 3,3 4,3");
	assert_true(gomoku_line_possible(&game));
	play_all(&game, "0,4");
	assert_true(gomoku_line_possible(&game));
	play_all(&game, "1,4");
	assert_false(gomoku_line_possible(&game));
	assert_false(gomoku_full(&game));
	gomoku_undo(&game);
	assert_true(gomoku_line_possible(&game));
}

TEST(an_overline_that_does_not_count_leaves_no_line_possible)
{
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 6, 5, with_continuous(GOMOKU_STANDARD));
	memset(game.cell, STONE_BLOCK, 30);
	memset(game.cell + 12, STONE_BLACK, 6);
	assert_false(gomoku_line_possible(&game));
	game.cell[17] = STONE_NONE;
	assert_true(gomoku_line_possible(&game));
}

/* Finds literally the lines that the move makes. Returns how many; their squares become blocks.  */
static int make_literally(enum gomoku_rule rule, uint8_t *cells, int width, int height, struct square move,
			  int colour)
{
	uint8_t after[12 * 12];
	int made = 0;

	memcpy(after, cells, (size_t)(width * height));
	for (int w = 0; w < 4; w++) {
		if (!wins_literally(rule, cells, width, height, move.x, move.y, colour, ways[w]))
			continue;
		made++;
		for (int side = -1; side <= 1; side += 2)
			for (int i = 0;; i += side) {
				int x = move.x + i * ways[w][0], y = move.y + i * ways[w][1];

				if (at(cells, width, height, x, y) != colour)
					break;
				after[y * width + x] = 3;
			}
	}
	memcpy(cells, after, (size_t)(width * height));
	return made;
}

TEST(continuous_games_follow_the_literal_rules_forwards_and_backwards)
{
	enum { GAMES = 600, SIDE = 12 };
	static uint8_t history[SIDE * SIDE + 1][SIDE * SIDE];
	int lines[SIDE * SIDE + 1][3], several = 0, of_white = 0, as_good_as_full = 0;
	uint64_t seed = 11;

	for (int n = 0; n < GAMES; n++) {
		enum gomoku_rule rule = rules[random_below(&seed, RULES)];
		int width = 5 + random_below(&seed, SIDE - 4), height = 5 + random_below(&seed, SIDE - 4);
		int cells = width * height, last = cells - random_below(&seed, 5);
		struct gomoku game FREED_BY(gomoku_free);

		gomoku_init(&game, width, height, with_continuous(rule));
		memset(history[0], 0, (size_t)cells);
		memset(lines[0], 0, sizeof(lines[0]));
		for (int i = 0; i < last; i++) {
			int colour = 1 + i % 2, made, count = 0;
			struct square move;

			do { /* black plays mostly left of the middle and white right of it, so that lines
				arise */
				bool left = (colour == 1) == (random_below(&seed, 8) != 0);

				move.x = random_below(&seed, (width + 1) / 2);
				move.x = left ? move.x : width - 1 - move.x;
				if (random_below(&seed, 64) == 0)
					move.x = random_below(&seed, width);
				move.y = random_below(&seed, height);
			} while (gomoku_at(&game, move) != STONE_NONE);
			memcpy(history[i + 1], history[i], (size_t)cells);
			memcpy(lines[i + 1], lines[i], sizeof(lines[0]));
			history[i + 1][move.y * width + move.x] = (uint8_t)colour;
			made = make_literally(rule, history[i + 1], width, height, move, colour);
			lines[i + 1][colour] += made;
			several += made > 1;
			of_white += made && colour == 2;
			gomoku_play(&game, move);
			assert_memory_equal(game.cell, history[i + 1], (size_t)cells);
			while (gomoku_made_line(&game, count, NULL, NULL))
				count++;
			assert_int_equal(count, made);
			assert_int_equal(game.lines[1], lines[i + 1][1]);
			assert_int_equal(game.lines[2], lines[i + 1][2]);
			assert_false(gomoku_won(&game, NULL, NULL));
			assert_int_equal(gomoku_line_possible(&game),
					 possible_literally(&game, 1) || possible_literally(&game, 2));
			as_good_as_full += !gomoku_line_possible(&game) && i + 1 < cells;
		}
		for (int i = last; i > 0; i--) {
			int count = 0;

			assert_memory_equal(game.cell, history[i], (size_t)cells);
			while (gomoku_made_line(&game, count, NULL, NULL))
				count++;
			assert_int_equal(count,
					 lines[i][1] + lines[i][2] - lines[i - 1][1] - lines[i - 1][2]);
			gomoku_undo(&game);
			assert_int_equal(game.lines[1], lines[i - 1][1]);
			assert_int_equal(game.lines[2], lines[i - 1][2]);
		}
		assert_memory_equal(game.cell, history[0], (size_t)cells);
		assert_int_equal(game.made_count, 0);
	}
	/* Otherwise the games would show nothing.  */
	assert_true(several > 10);
	assert_true(of_white > 100);
	assert_true(as_good_as_full > 100);
}

TEST(the_largest_board_has_room_for_all_its_lines)
{
	enum { SIDE = 64 };
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, SIDE, SIDE, with_continuous(GOMOKU_FREESTYLE));
	for (int y = 0; y < SIDE; y += 2)
		for (int x = 0; x < SIDE; x++) {
			gomoku_play(&game, (struct square){x, y});
			gomoku_play(&game, (struct square){x, y + 1});
		}
	assert_true(gomoku_full(&game));
	assert_false(gomoku_line_possible(&game));
	assert_int_equal(game.lines[STONE_BLACK], SIDE / 2 * (SIDE / 5));
	assert_int_equal(game.lines[STONE_WHITE], SIDE / 2 * (SIDE / 5));
	while (game.move_count)
		gomoku_undo(&game);
	for (int i = 0; i < SIDE * SIDE; i++)
		assert_int_equal(game.cell[i], STONE_NONE);
	assert_int_equal(game.lines[STONE_BLACK], 0);
}

TEST_MAIN(NULL, NULL)
