/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* test_renju.c - what renju forbids black: the experts' cases, the edges of each rule, and the fast code
 * against slow code on random positions.
 *
 * test_renju [POSITIONS]   this many random positions in place of 100000
 *
 * RENJU_CASES names the file of the cases.  */
#include "../random.h"
#include "../test.h"
#include "systems/gomocup/rules.h"

static int positions = 100000;

/* ---- the rule taken literally ----
 *
 * Written only from the text of the rule (gomocup, Rules: renju): every empty square of a line is tried, and
 * whole rows are counted again each time.  */

enum { BOARD_SIDE = 64 };

/* 'X' black, 'O' white, '#' a block, '.' empty.  */
struct board {
	int width, height;
	char at[BOARD_SIDE][BOARD_SIDE + 1]; /* at[y][x] */
};

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* Cases that must occur.  */
enum expected {
	A_FIVE,
	A_FIVE_AND_MORE, /* a five, and something that would be forbidden without it */
	AN_OVERLINE,
	A_DOUBLE_FOUR,
	A_DOUBLE_FOUR_IN_ONE_LINE,
	A_DOUBLE_THREE,
	FOUR_AND_THREE,
	SPOILED_BY_FIVE,      /* elsewhere the straight four of a three would be a five */
	SPOILED_BY_OVERLINE,  /* the straight four is forbidden: it is an overline */
	SPOILED_BY_FOURS,     /* it is a double four */
	SPOILED_BY_THREES,    /* it is a double three */
	SAVED_BY_A_FORBIDDEN, /* otherwise it would be a double three */
	DEEP,                 /* forbidden only until a square further on turns out to be forbidden */
	PLAIN,
	EVENTS
};

static const char *const event_names[EVENTS] = {
	"five",
	"five and more",
	"overline",
	"double four",
	"double four in one line",
	"double three",
	"four and three",
	"three spoiled by a five",
	"three spoiled by an overline",
	"three spoiled by a double four",
	"three spoiled by a double three",
	"saved by a forbidden square",
	"three levels deep",
	"nothing",
};
static int64_t events[EVENTS];

static char at(const struct board *board, int x, int y)
{
	return x >= 0 && y >= 0 && x < board->width && y < board->height ? board->at[y][x] : '|';
}

static int run_length(const struct board *board, int x, int y, const int *way)
{
	int length = 0;

	while (at(board, x - way[0], y - way[1]) == 'X') {
		x -= way[0];
		y -= way[1];
	}
	for (; at(board, x, y) == 'X'; x += way[0], y += way[1])
		length++;
	return length;
}

static bool has_run(const struct board *board, int x, int y, int from, int to)
{
	for (int w = 0; w < 4; w++)
		if (run_length(board, x, y, ways[w]) >= from && run_length(board, x, y, ways[w]) <= to)
			return true;
	return false;
}

static void go_to_edge(const struct board *board, int *x, int *y, const int *way)
{
	while (at(board, *x - way[0], *y - way[1]) != '|') {
		*x -= way[0];
		*y -= way[1];
	}
}

/* The empty squares of the line that complete exactly five through the stone.  */
static int five_squares(struct board *board, int x, int y, const int *way)
{
	int count = 0, qx = x, qy = y;

	for (go_to_edge(board, &qx, &qy, way); at(board, qx, qy) != '|'; qx += way[0], qy += way[1])
		if (at(board, qx, qy) == '.') {
			board->at[qy][qx] = 'X';
			count += run_length(board, x, y, way) == 5;
			board->at[qy][qx] = '.';
		}
	return count;
}

static bool is_straight_four(struct board *board, int x, int y, const int *way)
{
	return run_length(board, x, y, way) == 4 && five_squares(board, x, y, way) == 2;
}

static int fours(struct board *board, int x, int y)
{
	int sum = 0;

	for (int w = 0; w < 4; w++)
		sum += is_straight_four(board, x, y, ways[w]) ? 1 : five_squares(board, x, y, ways[w]);
	return sum;
}

static bool forbidden(struct board *board, int x, int y, int *depth);

static bool may_be_played(struct board *board, int x, int y, int *depth, bool top)
{
	int below = 0;
	bool five, overline, four;

	board->at[y][x] = 'X';
	five = has_run(board, x, y, 5, 5);
	overline = has_run(board, x, y, 6, BOARD_SIDE);
	four = fours(board, x, y) >= 2;
	board->at[y][x] = '.';
	if (!five && !forbidden(board, x, y, &below))
		return true;
	if (top)
		events[five       ? SPOILED_BY_FIVE
		       : overline ? SPOILED_BY_OVERLINE
		       : four     ? SPOILED_BY_FOURS
				  : SPOILED_BY_THREES]++;
	if (below + 1 > *depth)
		*depth = below + 1;
	return false;
}

/* Is the line of the stone a three? *spoiled: it would be, but its squares may not be played.  */
static bool is_three(struct board *board, int x, int y, const int *way, int *depth, bool top, bool *spoiled)
{
	int qx = x, qy = y;
	bool gives, was = is_straight_four(board, x, y, way);

	*spoiled = false;
	for (go_to_edge(board, &qx, &qy, way); at(board, qx, qy) != '|'; qx += way[0], qy += way[1]) {
		if (at(board, qx, qy) != '.')
			continue;
		board->at[qy][qx] = 'X';
		gives = !was && is_straight_four(board, x, y, way);
		board->at[qy][qx] = '.';
		if (gives && may_be_played(board, qx, qy, depth, top))
			return true;
		*spoiled = *spoiled || gives;
	}
	*spoiled = *spoiled && !was;
	return false;
}

/* The reason why the last point of judge_point() at the top level is forbidden, and the number of lines for
 * it; NULL: it is allowed.  */
static const char *forbidden_for;
static int kind_lines;

static void remember_kind(const char *word, int lines)
{
	forbidden_for = word;
	kind_lines = lines;
}

static int overlines(struct board *board, int x, int y)
{
	int count = 0;

	board->at[y][x] = 'X';
	for (int w = 0; w < 4; w++)
		count += run_length(board, x, y, ways[w]) > 5;
	board->at[y][x] = '.';
	return count;
}

/* Judges black's stone on the empty square. *depth is raised to the number of moves looked ahead.  */
static bool judge_point(struct board *board, int x, int y, int *depth, bool top)
{
	bool five, overline, in_one_line = false;
	int four_count, threes = 0, spoiled_threes = 0;

	board->at[y][x] = 'X';
	five = has_run(board, x, y, 5, 5);
	overline = has_run(board, x, y, 6, BOARD_SIDE);
	four_count = fours(board, x, y);
	for (int w = 0; w < 4 && !five && !overline && four_count < 2; w++) {
		bool spoiled;

		threes += is_three(board, x, y, ways[w], depth, top, &spoiled);
		spoiled_threes += spoiled;
	}
	for (int w = 0; w < 4; w++)
		in_one_line = in_one_line || (five_squares(board, x, y, ways[w]) == 2 &&
					      !is_straight_four(board, x, y, ways[w]));
	board->at[y][x] = '.';
	if (top) {
		if (five)
			events[overline || four_count >= 2 ? A_FIVE_AND_MORE : A_FIVE]++;
		else if (overline)
			events[AN_OVERLINE]++;
		else if (four_count >= 2)
			events[in_one_line ? A_DOUBLE_FOUR_IN_ONE_LINE : A_DOUBLE_FOUR]++;
		else if (threes >= 2)
			events[A_DOUBLE_THREE]++;
		else if (threes + spoiled_threes >= 2)
			events[SAVED_BY_A_FORBIDDEN]++;
		else
			events[four_count && threes ? FOUR_AND_THREE : PLAIN]++;
		events[DEEP] += *depth >= 2;
		remember_kind(NULL, 0);
		if (!five && overline)
			remember_kind("overline", overlines(board, x, y));
		else if (!five && four_count >= 2)
			remember_kind("double four", four_count);
		else if (!five && threes >= 2)
			remember_kind("double three", threes);
	}
	return !five && (overline || four_count >= 2 || threes >= 2);
}

static bool forbidden(struct board *board, int x, int y, int *depth)
{
	return judge_point(board, x, y, depth, false);
}

/* ---- fast and slow ---- */

static void set_up(struct gomoku *game, const struct board *board)
{
	gomoku_init(game, board->width, board->height, GOMOKU_RENJU);
	for (int y = 0; y < board->height; y++)
		for (int x = 0; x < board->width; x++)
			game->cell[y * board->width + x] =
				(uint8_t)(strchr(".XO#", board->at[y][x]) - ".XO#");
}

static void print_board(const struct board *board)
{
	for (int y = 0; y < board->height; y++)
		print_error("%.*s\n", board->width, board->at[y]);
}

static void clear(struct board *board, int width, int height)
{
	board->width = width;
	board->height = height;
	for (int y = 0; y < height; y++)
		memset(board->at[y], '.', (size_t)width);
}

/* Both codes must say so and leave the board unchanged.  */
static void expect(struct board *board, int x, int y, bool expected)
{
	struct gomoku game FREED_BY(gomoku_free);
	int cells = board->width * board->height, depth = 0;
	uint8_t *before;
	bool fast, slow = forbidden(board, x, y, &depth);

	set_up(&game, board);
	before = malloc((size_t)cells);
	assert_non_null(before);
	memcpy(before, game.cell, (size_t)cells);
	fast = gomoku_forbidden(&game, (struct square){x, y});
	if (fast != expected || slow != expected) {
		print_board(board);
		fail_msg("%d,%d: expected %s, the program says %s, the literal rule %s", x, y,
			 expected ? "forbidden" : "allowed", fast ? "forbidden" : "allowed",
			 slow ? "forbidden" : "allowed");
	}
	assert_memory_equal(game.cell, before, (size_t)cells);
	for (int rule = 0; rule <= 11; rule++) {
		game.rule = (enum gomoku_rule)rule;
		assert_int_equal(gomoku_forbidden(&game, (struct square){x, y}),
				 (rule == 4 || rule == 6) && expected);
	}
	free(before);
}

/* The board as drawn; '*' is the point, the first row is y = 0. Missing rows are empty.  */
static void expect_drawn(const char *const *rows, bool expected)
{
	struct board board;
	int px = -1, py = -1, height = 0;

	while (rows[height])
		height++;
	clear(&board, (int)strlen(rows[0]), height < 5 ? 5 : height);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < board.width; x++) {
			board.at[y][x] = rows[y][x] == '*' ? '.' : rows[y][x];
			if (rows[y][x] == '*') {
				px = x;
				py = y;
			}
		}
	expect(&board, px, py, expected);
}

#define ROWS(...)                                                                                            \
	(const char *const[])                                                                                \
	{                                                                                                    \
		__VA_ARGS__, NULL                                                                            \
	}

/* Tries the line in each of eight directions on an empty board.  */
static void expect_line(const char *line, bool expected)
{
	static const int turns[8][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};
	int middle = (int)strcspn(line, "*");

	for (int t = 0; t < 8; t++) {
		struct board board;

		clear(&board, 24, 23);
		for (int i = 0; line[i]; i++)
			if (i != middle)
				board.at[11 + (i - middle) * turns[t][1]][11 + (i - middle) * turns[t][0]] =
					line[i];
		expect(&board, 11, 11, expected);
	}
}

/* ---- the experts' cases ---- */

static const char *place(struct board *board, const char *text, char stone)
{
	int x, y, n;

	for (; sscanf(text, "%d,%d%n", &x, &y, &n) == 2; text += text[n] == ';' ? n + 1 : n)
		board->at[y][x] = stone;
	return text;
}

TEST(experts_cases_of_renju_are_judged_as_the_experts_do)
{
	const char *name = getenv("RENJU_CASES");
	FILE *file = name ? fopen(name, "r") : NULL;
	char line[4096];
	int cases = 0, count[2] = {0};

	if (!file)
		fail_msg("RENJU_CASES names no file that can be read: run this by make check");
	while (fgets(line, sizeof(line), file)) {
		struct board board;
		const char *black = strstr(line, "X="), *white = strstr(line, "O="),
			   *move = strstr(line, "move=");
		int side = 0, x = 0, y = 0, expected = 0;

		if (!black || !white || !move || sscanf(line, "%*s %d", &side) != 1 ||
		    sscanf(move, "move=%d,%d forbidden=%d", &x, &y, &expected) != 3)
			fail_msg("no case: %s", line);
		clear(&board, side, side);
		place(&board, black + 2, 'X');
		place(&board, white + 2, 'O');
		expect(&board, x, y, expected);
		count[expected]++;
		cases++;
	}
	fclose(file);
	assert_int_equal(cases, 58);
	assert_true(count[0] > 0 && count[1] > 0);
}

/* ---- each rule ---- */

TEST(an_overline_is_forbidden_but_a_five_is_not)
{
	expect_line("XXX*X", false);
	expect_line("*XXXX", false);
	expect_line("OXX*XXO", false);
	expect_line("XXX*XX", true);
	expect_line("*XXXXX", true);
	expect_line("OXXX*XXO", true);
	expect_line("XXXX*XXXX", true);
	expect_line("XXXXX*XXXXX", true);
	expect_line("XXX*OX", false);
}

TEST(a_five_excuses_an_overline_and_fours)
{
	expect_drawn(ROWS("........", "...X....", "...X....", "XXX*XX..", "...X....", "........"), true);
	expect_drawn(ROWS("...X....", "...X....", "...X....", "XXX*XX..", "...X....", "........"), false);
	expect_drawn(ROWS("X..X...", ".X.X...", "..XX...", "XXX*...", ".......", "......."), true);
	expect_drawn(ROWS("X..X...", ".X.X...", "..XX...", "XXX*...", "...X...", "......."), false);
}

TEST(two_fours_in_one_line_are_forbidden)
{
	expect_line("X.X*X.X", true);
	expect_line("X.*XX.X", true);
	expect_line("XX.*X.XX", true);
	expect_line("XXX.*.XXX", true);
	expect_line("OX.X*X.XO", true);
}

TEST(a_line_that_only_resembles_two_fours_is_not_forbidden)
{
	expect_line(".XX*X.", false);   /* a straight four is one four */
	expect_line("OXX*X.", false);   /* one square makes a five */
	expect_line("OXX*XO", false);   /* no square does */
	expect_line("X.XX*X.X", false); /* both squares make six */
	expect_line("XX.X*X.X", false); /* one square makes six */
	expect_line("XXX.*X.XX", false);
	expect_line("XOX*X.X", false);
	expect_line("X#X*X.X", false);
}

TEST(fours_in_two_lines_are_forbidden_even_if_blocked)
{
	expect_drawn(ROWS("....O.", "....X.", "....X.", "....X.", "OXXX*.", "......"), true);
	expect_drawn(ROWS("....O.", "....X.", "....X.", "....X.", "OXXX*O", "......"), false);
	expect_drawn(ROWS(".....X..", ".....X..", ".....X..", "........", "XXX..*..", "........"), false);
	expect_drawn(ROWS(".....X..", ".....X..", ".....X..", "........", ".XXX.*..", "........"), true);
	/* The edge blocks like a stone.  */
	expect_drawn(ROWS("X....", "X....", "X....", "*XXX.", "....."), true);
	expect_drawn(ROWS("*XXX", "X...", "X...", "X...", "O..."),
		     false); /* four squares cannot hold a five */
}

TEST(two_threes_are_forbidden)
{
	expect_drawn(ROWS(".........", ".........", ".........", "....*XX..", "....X....", "....X....",
			  ".........", ".........", "........."),
		     true);
	/* with gaps */
	expect_drawn(ROWS(".........", ".........", ".........", "..*.XX...", ".........", "..X......",
			  "..X......", ".........", "........."),
		     true);
}

TEST(a_blocked_three_is_no_three)
{
	/* White next to it: it cannot become a straight four.  */
	expect_drawn(ROWS(".........", ".........", ".........", "....*XXO.", "....X....", "....X....",
			  ".........", ".........", "........."),
		     false);
	/* White, or the edge, one square away on both sides: four squares, and no five at both ends.  */
	expect_drawn(ROWS(".........", ".........", ".........", "..O.*XX.O", "....X....", "....X....",
			  ".........", ".........", "........."),
		     false);
	expect_drawn(ROWS("......", "......", "......", ".*XX.O", ".X....", ".X....", "......", "......"),
		     false);
	/* A black stone further on would turn the straight four's five into a six.  */
	expect_drawn(ROWS("..........", "..........", "..........", ".X..*XX..X", "....X.....", "....X.....",
			  "..........", "..........", ".........."),
		     false);
}

TEST(a_four_and_a_three_are_allowed)
{
	expect_drawn(ROWS(".........", ".........", ".........", "...O*XXX.", "....X....", "....X....",
			  ".........", ".........", "........."),
		     false);
}

TEST(one_line_is_one_three_whichever_square_completes_it)
{
	expect_line("..X*X..", false);
	expect_line("..XX.*..", false);
}

TEST(a_three_whose_straight_four_would_be_an_overline_elsewhere_does_not_count)
{
	/* The row's three needs x 3 or 7; both also complete a column of five.  */
	expect_drawn(ROWS("...X...X...", "...X...X...", "...X...X...", "....*XX....", "...XX..X...",
			  "...XX..X...", "...X...X...", "...........", "..........."),
		     false);
	/* Only 3 completes one: 7 still makes the three.  */
	expect_drawn(ROWS("...X.......", "...X.......", "...X.......", "....*XX....", "...XX......",
			  "...XX......", "...X.......", "...........", "..........."),
		     true);
}

TEST(a_three_whose_straight_four_would_be_a_five_elsewhere_does_not_count)
{
	expect_drawn(ROWS("...X...X...", "...X...X...", "...X...X...", "....*XX....", "...XX..X...",
			  "....X......", "...........", "...........", "..........."),
		     false);
}

/* Moves in turn, black first, then the point.  */
static void expect_words(const char *moves, const char *point, const char *words)
{
	struct gomoku game FREED_BY(gomoku_free);
	struct square square;
	char *told;

	gomoku_init(&game, 15, 15, GOMOKU_RENJU);
	for (size_t size; *moves; moves += size + (moves[size] == ' ')) {
		size = strcspn(moves, " ");
		assert_true(gomoku_read_square(moves, size, &square));
		gomoku_play(&game, square);
	}
	assert_true(gomoku_read_square(point, strlen(point), &square));
	told = gomoku_forbidden_words(&game, square);
	if (!told || !words)
		assert_true(!told && !words);
	else
		assert_text(told, words);
}

TEST(a_forbidden_point_is_reported_with_its_lines)
{
	expect_words("g8 a1 f8 a3 h7 a5 h6 o1", "h8", "double three, f8 g8 h8 and h6 h7 h8");
	expect_words("i8 a1 j8 c1 h9 e1 h10 g1", "h8", "double three, h8 i8 j8 and h8 h9 h10");
	/* One of the three lines has a gap.  */
	expect_words("g8 a1 e8 a3 h7 a5 h6 o1", "h8", "double three, e8 g8 h8 and h6 h7 h8");
	expect_words("g8 a1 f8 a3 e8 a5 h7 o1 h6 o3 h5 o5", "h8", "double four, e8 f8 g8 h8 and h5 h6 h7 h8");
	expect_words("d8 a1 f8 a3 h8 a5 j8 o1", "g8", "double four, d8 f8 g8 h8 and f8 g8 h8 j8");
	expect_words("d8 a1 f8 a3 g8 a5 i8 o1 k8 o3", "h8", NULL); /* six with e8, six with j8 */
	expect_words("c8 a1 d8 a3 e8 a5 g8 o1 h8 o3", "f8", "overline, c8 d8 e8 f8 g8 h8");
	expect_words("g8 a1 f8 a3 h7 a5", "h8", NULL);
	expect_words("", "h8", NULL);
}

TEST(only_empty_squares_of_the_board_are_forbidden)
{
	static const struct square outside[] = {{-1, 3}, {3, -1}, {9, 3}, {3, 9}, {1000000, 1000000}};
	struct gomoku game FREED_BY(gomoku_free);

	gomoku_init(&game, 9, 9, GOMOKU_RENJU);
	for (int x = 1; x < 7; x++)
		game.cell[3 * 9 + x] = x == 4 ? STONE_NONE : STONE_BLACK;
	assert_true(gomoku_forbidden(&game, (struct square){4, 3}));
	for (enum stone stone = STONE_BLACK; stone <= STONE_BLOCK; stone++) {
		game.cell[3 * 9 + 4] = (uint8_t)stone;
		assert_false(gomoku_forbidden(&game, (struct square){4, 3}));
	}
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++)
		assert_false(gomoku_forbidden(&game, outside[i]));
}

TEST(the_corners_of_all_boards_are_judged)
{
	static const int sides[][2] = {{5, 5}, {64, 64}, {5, 64}, {64, 5}, {6, 7}, {15, 20}};

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
		for (int corner = 0; corner < 4; corner++) {
			int width = sides[i][0], height = sides[i][1];
			int x = corner % 2 ? width - 1 : 0, y = corner / 2 ? height - 1 : 0;
			int dx = corner % 2 ? -1 : 1, dy = corner / 2 ? -1 : 1;
			struct board board;

			clear(&board, width, height);
			for (int n = 1; n <= 3; n++)
				board.at[y][x + n * dx] = board.at[y + n * dy][x] = 'X';
			expect(&board, x, y, true);
			board.at[y][x + 4 * dx] = 'O';
			expect(&board, x, y, false);
			board.at[y][x + 4 * dx] = 'X';
			expect(&board, x, y, false);
		}
}

/* ---- random positions ---- */

static int random_side(uint64_t *seed)
{
	int kind = random_below(seed, 32);

	return kind == 0 ? 64 : kind < 6 ? 5 + random_below(seed, 5) : 10 + random_below(seed, 6);
}

/* A place near the group of stones; it may be off the board.  */
static void random_place(uint64_t *seed, const int *middle, int reach, int *x, int *y)
{
	*x = middle[0] - reach + random_below(seed, 2 * reach + 1);
	*y = middle[1] - reach + random_below(seed, 2 * reach + 1);
}

/* Stones close together, mostly black: threes and fours are frequent there.  */
static void draw_clump(uint64_t *seed, struct board *board, int *middle, int *reach)
{
	int stones, share = 55 + random_below(seed, 40), x, y;

	clear(board, random_side(seed), random_side(seed));
	*reach = 3 + random_below(seed, 3);
	stones = (*reach * *reach * (3 + random_below(seed, 14))) / 8;
	middle[0] = random_below(seed, board->width);
	middle[1] = random_below(seed, board->height);
	for (int i = 0; i < stones; i++) {
		random_place(seed, middle, *reach, &x, &y);
		if (at(board, x, y) != '|')
			board->at[y][x] = random_below(seed, 100) < share ? 'X'
					  : random_below(seed, 20) == 0   ? '#'
									  : 'O';
	}
}

/* The stones of black's line through the point in one direction, as many as it takes.  */
static bool is_line(struct board *board, int x, int y, const struct gomoku_stones *line, const char *of)
{
	int dx = line->stone[1].x - line->stone[0].x, dy = line->stone[1].y - line->stone[0].y, through = 0;

	if (strcmp(of, "overline") == 0 ? line->count < 6
					: line->count != (strcmp(of, "double four") == 0 ? 4 : 3))
		return false;
	for (int i = 0; i < line->count; i++) {
		int ix = line->stone[i].x - line->stone[0].x, iy = line->stone[i].y - line->stone[0].y;
		bool here = line->stone[i].x == x && line->stone[i].y == y;

		through += here;
		if (ix * dy != iy * dx || (!here && at(board, line->stone[i].x, line->stone[i].y) != 'X'))
			return false;
	}
	return through == 1;
}

/* What the program reports of the point that judge_point() has judged.  */
static void expect_reason(struct board *board, const struct gomoku *game, int x, int y)
{
	struct gomoku_forbids why;
	bool told = gomoku_why_forbidden(game, (struct square){x, y}, &why);
	bool right = told == (forbidden_for != NULL) &&
		     (!told || (strcmp(why.kind, forbidden_for) == 0 && why.count == kind_lines));

	for (int i = 0; right && told && i < why.count; i++)
		right = is_line(board, x, y, &why.line[i], forbidden_for);
	if (right)
		return;
	print_board(board);
	fail_msg("%d,%d: %s with %d lines by the literal rule; the program says %s, %d", x, y,
		 forbidden_for ? forbidden_for : "nothing", kind_lines, told ? why.kind : "nothing",
		 told ? why.count : 0);
}

TEST(the_fast_code_agrees_with_the_literal_rule_on_random_positions)
{
	enum { POINTS = 12 };
	const uint64_t start = 20240601;
	uint64_t seed = start;

	memset(events, 0, sizeof(events));
	for (int n = 0; n < positions; n++) {
		struct board board;
		struct gomoku game;
		int middle[2], reach;

		draw_clump(&seed, &board, middle, &reach);
		set_up(&game, &board);
		for (int i = 0; i < POINTS; i++) {
			int x, y, depth = 0;
			bool slow, fast;

			random_place(&seed, middle, reach, &x, &y);
			if (at(&board, x, y) != '.')
				continue;
			slow = judge_point(&board, x, y, &depth, true);
			fast = gomoku_forbidden(&game, (struct square){x, y});
			expect_reason(&board, &game, x, y);
			if (fast == slow)
				continue;
			print_board(&board);
			fail_msg("seed %llu, position %d: %d,%d is %s by the literal rule, and not to the "
				 "program",
				 (unsigned long long)start, n, x, y, slow ? "forbidden" : "allowed");
		}
		gomoku_free(&game);
	}
	for (int i = 0; i < EVENTS; i++) {
		print_message("%8lld %s\n", (long long)events[i], event_names[i]);
		/* Otherwise the positions would show nothing about it.  */
		if (events[i] < positions / 10000 + (positions >= 10000))
			fail_msg("too few with: %s", event_names[i]);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1)
		positions = atoi(argv[1]);
	return RUN_TESTS(NULL, NULL);
}
