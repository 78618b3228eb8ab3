/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules.c - the rules of gomoku, and a match by them.
 *
 * The table says which lines win (gomocup, Rules).  Renju has four numbered points that forbid black a square
 * (gomocup, Rules: renju), which are followed one by one: eleven squares of each of the four lines through
 * the square are read into bits once, and the points look at those bits.  Swap2 follows the protocol's
 * SWAP2BOARD (gomocup, Rules: swap2): after three stones, or five, a seat chooses.  From then on a move is
 * one stone, and the colours follow the order of the stones.  */
#include "rules.h"

#include "systems/text.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct option_choice rules[] = {
	{"freestyle", GOMOKU_FREESTYLE, NULL},
	{"standard", GOMOKU_STANDARD, NULL},
	{"renju", GOMOKU_RENJU, NULL},
	{"caro", GOMOKU_CARO, NULL},
	{"caro-exact", GOMOKU_CARO_EXACT, NULL},
	{"freestyle+continuous", GOMOKU_FREESTYLE + GOMOKU_CONTINUOUS, NULL},
	{"standard+continuous", GOMOKU_STANDARD + GOMOKU_CONTINUOUS, NULL},
	{"renju+continuous", GOMOKU_RENJU + GOMOKU_CONTINUOUS, NULL},
	{"caro+continuous", GOMOKU_CARO + GOMOKU_CONTINUOUS, NULL},
	{"caro-exact+continuous", GOMOKU_CARO_EXACT + GOMOKU_CONTINUOUS, NULL},
	{0},
};

const struct option_row gomoku_option_rule =
	OPTION_ROW("rule", OPTION_CHOICE, "NAME", 0,
		   .help = "freestyle, standard, renju, caro, caro-exact; standard: exactly five; caro: five "
			   "that are not "
			   "blocked at both ends; caro-exact: both; with +continuous appended, a line turns "
			   "into blocks and "
			   "play continues",
		   .choices = rules, .value = GOMOKU_FREESTYLE, .by_number = true, .shown = true);

const struct option_row gomoku_option_size = OPTION_ROW(
	"size", OPTION_SIDES, "N|WxH", 0, .help = "the board: N squares a side, or width and height",
	.least = GOMOKU_SIDE_MIN, .most = GOMOKU_SIDE_MAX, .value = OPTION_OF_SIDES(15, 15), .shown = true);
const struct option_row gomoku_option_swap2 = OPTION_ROW(
	"swap2", OPTION_SWITCH, NULL, 0, .help = "settle the colours by swap2: three stones, then choices");
const struct option_row gomoku_option_opening = OPTION_ROW(
	"opening", OPTION_TEXT, "SQUARES|FILE[:N]", 0, .path = PATH_READ,
	.help = "stones before the first move, as h8g7f6; black first; or opening N of a file, or its "
		"first");
const struct option_row gomoku_option_draw_at =
	OPTION_ROW("draw-at", OPTION_COUNT, "N", 0, .rare = true,
		   .help = "end the game as a draw at N stones, full board or not", .least = 1,
		   .most = GOMOKU_SIDE_MAX * GOMOKU_SIDE_MAX, .unit = "stones", .optional = true);

/* ---- the board ---- */

static const struct square directions[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
enum { DIRECTIONS = sizeof(directions) / sizeof(directions[0]) };

static uint8_t *cell_at(const struct gomoku *game, struct square square)
{
	return &game->cell[square.y * game->width + square.x];
}

/* Counts the stones of the colour in a row after the square.  *end: the last one.  */
static int run_beyond(const struct gomoku *game, enum stone colour, struct square square, int dx, int dy,
		      struct square *end)
{
	int count = -1;

	do {
		*end = square;
		square = (struct square){square.x + dx, square.y + dy};
		count++;
	} while (gomoku_at(game, square) == colour);
	return count;
}

static bool is_continuous(const struct gomoku *game)
{
	return game->rule & GOMOKU_CONTINUOUS;
}

/* Does something there block a five in caro? A block does, like an opponent's stone.  The edge does not.  */
static bool is_blocked(const struct gomoku *game, struct square square)
{
	return gomoku_at(game, square) != STONE_NONE;
}

/* Does the line through the last move in this direction win?  *from and *to: its ends.  */
static bool line_wins(const struct gomoku *game, struct square direction, struct square *from,
		      struct square *to)
{
	struct square last = game->moves[game->move_count - 1];
	enum stone colour = gomoku_at(game, last);
	int dx = direction.x, dy = direction.y;
	int length = 1 + run_beyond(game, colour, last, -dx, -dy, from) +
		     run_beyond(game, colour, last, dx, dy, to);
	struct square before, behind;
	bool open;

	assert(game->move_count > 0);
	if (length < 5)
		return false;
	before = (struct square){from->x - dx, from->y - dy};
	behind = (struct square){to->x + dx, to->y + dy};
	open = !is_blocked(game, before) || !is_blocked(game, behind);
	switch (game->rule & ~(unsigned)GOMOKU_CONTINUOUS) {
	case GOMOKU_STANDARD: return length == 5;
	case GOMOKU_RENJU: return length == 5 || (length > 5 && colour == STONE_WHITE);
	case GOMOKU_CARO: return (length == 5 && open) || length > 5;
	case GOMOKU_CARO_EXACT: return length == 5 && open;
	default: return true;
	}
}

/* Sets the owner of all squares of a line.  */
static void own_line(struct gomoku *game, const struct gomoku_line *line, enum stone owner)
{
	struct square square = line->from, to = line->to;
	int dx = (to.x > square.x) - (to.x < square.x), dy = (to.y > square.y) - (to.y < square.y);

	assert(gomoku_inside(game, line->from) && gomoku_inside(game, line->to));
	*cell_at(game, to) = (uint8_t)owner;
	for (; square.x != to.x || square.y != to.y; square.x += dx, square.y += dy)
		*cell_at(game, square) = (uint8_t)owner;
}

/* Turns winning lines into blocks.  All lines are found first, since they share the last stone.  */
static void make_lines(struct gomoku *game)
{
	enum stone maker = gomoku_at(game, game->moves[game->move_count - 1]);
	int before = game->made_count;

	assert(is_continuous(game) && game->move_count > 0);
	for (int d = 0; d < DIRECTIONS; d++) {
		struct gomoku_line line = {.move = game->move_count};

		if (line_wins(game, directions[d], &line.from, &line.to))
			game->made[game->made_count++] = line;
	}
	for (int i = before; i < game->made_count; i++)
		own_line(game, &game->made[i], STONE_BLOCK);
	game->lines[maker] += game->made_count - before;
}

/* The number of lines that the last move made; they are the last of `made`.  */
static int lines_of_last(const struct gomoku *game)
{
	int count = 0;

	while (count < game->made_count && game->made[game->made_count - 1 - count].move == game->move_count)
		count++;
	return count;
}

void gomoku_init(struct gomoku *game, int width, int height, enum gomoku_rule rule)
{
	size_t cells = (size_t)width * (size_t)height;

	assert(width > 0 && width <= GOMOKU_SIDE_MAX);
	assert(height > 0 && height <= GOMOKU_SIDE_MAX);
	*game = (struct gomoku){.width = width,
				.height = height,
				.rule = rule,
				.cell = bytes_new(cells),
				.moves = bytes_new(cells * sizeof(struct square))};
	/* Lines of one move share only its stone: each has at least four others of its own.  */
	if (is_continuous(game))
		game->made = bytes_new(cells / 4 * sizeof(struct gomoku_line));
}

void gomoku_free(struct gomoku *game)
{
	free(game->cell);
	free(game->moves);
	free(game->made);
	*game = (struct gomoku){0};
}

void gomoku_copy(struct gomoku *copy, const struct gomoku *game)
{
	size_t cells = (size_t)game->width * (size_t)game->height;

	gomoku_init(copy, game->width, game->height, game->rule);
	memcpy(copy->cell, game->cell, cells * sizeof(*game->cell));
	memcpy(copy->moves, game->moves, (size_t)game->move_count * sizeof(*game->moves));
	if (game->made)
		memcpy(copy->made, game->made, (size_t)game->made_count * sizeof(*game->made));
	memcpy(copy->lines, game->lines, sizeof(game->lines));
	copy->move_count = game->move_count;
	copy->made_count = game->made_count;
}

bool gomoku_inside(const struct gomoku *game, struct square square)
{
	/* As an unsigned number, a negative one is larger than any side.  */
	return (unsigned)square.x < (unsigned)game->width && (unsigned)square.y < (unsigned)game->height;
}

enum stone gomoku_at(const struct gomoku *game, struct square square)
{
	return gomoku_inside(game, square) ? *cell_at(game, square) : STONE_NONE;
}

struct square gomoku_mirrored(const struct gomoku *game, struct square square)
{
	return (struct square){.x = game->width - 1 - square.x, .y = square.y};
}

struct square gomoku_turned(const struct gomoku *game, struct square square)
{
	if (game->width == game->height)
		return (struct square){.x = game->height - 1 - square.y, .y = square.x};
	return (struct square){.x = game->width - 1 - square.x, .y = game->height - 1 - square.y};
}

enum stone gomoku_to_move(const struct gomoku *game)
{
	return game->move_count % 2 ? STONE_WHITE : STONE_BLACK;
}

void gomoku_play(struct gomoku *game, struct square square)
{
	assert(gomoku_inside(game, square) && gomoku_at(game, square) == STONE_NONE);
	assert(!gomoku_full(game));
	*cell_at(game, square) = (uint8_t)gomoku_to_move(game);
	game->moves[game->move_count++] = square;
	if (is_continuous(game))
		make_lines(game);
}

void gomoku_undo(struct gomoku *game)
{
	enum stone maker = game->move_count % 2 ? STONE_BLACK : STONE_WHITE;

	assert(game->move_count > 0);
	assert(game->made_count >= 0);
	for (int count = lines_of_last(game); count > 0; count--) {
		own_line(game, &game->made[--game->made_count], maker);
		game->lines[maker]--;
	}
	*cell_at(game, game->moves[--game->move_count]) = STONE_NONE;
}

bool gomoku_full(const struct gomoku *game)
{
	assert(game->move_count >= 0 && game->move_count <= game->width * game->height);
	return game->move_count == game->width * game->height;
}

bool gomoku_won(const struct gomoku *game, struct square *from, struct square *to)
{
	struct square first, end;

	if (!game->move_count || is_continuous(game))
		return false;
	for (int d = 0; d < DIRECTIONS; d++) {
		if (!line_wins(game, directions[d], &first, &end))
			continue;
		if (from)
			*from = first;
		if (to)
			*to = end;
		return true;
	}
	return false;
}

bool gomoku_made_line(const struct gomoku *game, int i, struct square *from, struct square *to)
{
	int count = lines_of_last(game);

	if (i < 0 || i >= count)
		return false;
	if (from)
		*from = game->made[game->made_count - count + i].from;
	if (to)
		*to = game->made[game->made_count - count + i].to;
	return true;
}

/* Could the five squares from here on become a line?  */
static bool five_possible(const struct gomoku *game, struct square square, struct square direction)
{
	struct square end = {square.x + 4 * direction.x, square.y + 4 * direction.y};
	int count[STONE_BLOCK + 1] = {0};

	if (!gomoku_inside(game, end))
		return false;
	for (int i = 0; i < 5; i++) {
		count[*cell_at(game, square)]++;
		square.x += direction.x;
		square.y += direction.y;
	}
	return count[STONE_NONE] && !count[STONE_BLOCK] && (!count[STONE_BLACK] || !count[STONE_WHITE]);
}

bool gomoku_line_possible(const struct gomoku *game)
{
	for (int y = 0; y < game->height; y++)
		for (int x = 0; x < game->width; x++)
			for (int d = 0; d < DIRECTIONS; d++)
				if (five_possible(game, (struct square){x, y}, directions[d]))
					return true;
	return false;
}

/* ---- renju: the points that are forbidden to black ---- */

/* Five squares on each side are enough. A run that reaches the last one is an overline already.  The
   neighbour of a five is visible even if the five begins at the square itself.  */
enum { REACH = 5, MIDDLE = REACH };

/* A line around a stone of black's: a bit for each square; MIDDLE is the stone.  White's stones, blocks and
   places off the board are neither black nor empty.  */
struct line {
	unsigned black, empty;
};

/* A row of black stones: its first and last bit.  */
struct run {
	int from, to;
};

/* The shape that black's move would make.  */
enum kind { KIND_ALLOWED, KIND_FIVE, KIND_FORBIDDEN };

/* How many squares, REACH at most, the board has from here on.  */
static int squares_ahead(const struct gomoku *game, struct square square, int dx, int dy)
{
	int count = REACH;

	assert((dx || dy) && gomoku_inside(game, square));
	if (dx && (dx > 0 ? game->width - 1 - square.x : square.x) < count)
		count = dx > 0 ? game->width - 1 - square.x : square.x;
	if (dy && (dy > 0 ? game->height - 1 - square.y : square.y) < count)
		count = dy > 0 ? game->height - 1 - square.y : square.y;
	return count;
}

/* The line through the square after black's move.  */
static struct line read_line(const struct gomoku *game, struct square square, struct square direction)
{
	int back = squares_ahead(game, square, -direction.x, -direction.y);
	int ahead = squares_ahead(game, square, direction.x, direction.y);
	int step = direction.y * game->width + direction.x;
	const uint8_t *middle = &game->cell[square.y * game->width + square.x];
	struct line line = {0};

	for (int i = -back; i <= ahead; i++) {
		line.black |= (unsigned)(middle[i * step] == STONE_BLACK) << (MIDDLE + i);
		line.empty |= (unsigned)(middle[i * step] == STONE_NONE) << (MIDDLE + i);
	}
	line.black |= 1u << MIDDLE;
	line.empty &= ~(1u << MIDDLE);
	return line;
}

static bool has(unsigned bits, int bit)
{
	return bits >> bit & 1;
}

/* The run through the middle.  */
static struct run run_of(unsigned black)
{
	struct run run = {MIDDLE, MIDDLE};

	assert(has(black, MIDDLE));
	while (run.from > 0 && has(black, run.from - 1))
		run.from--;
	while (run.to < MIDDLE + REACH && has(black, run.to + 1))
		run.to++;
	return run;
}

static int length(struct run run)
{
	return run.to - run.from + 1;
}

/* Would a stone on this square, next to the run, make exactly five?  */
static bool makes_five(struct line line, int at)
{
	return has(line.empty, at) && length(run_of(line.black | 1u << at)) == 5;
}

/* How many squares make exactly five through the middle, if there is no five yet.  Only the two next to the
   run can.  */
static int fives(struct line line, struct run run)
{
	assert(length(run) != 5);
	return makes_five(line, run.from - 1) + makes_five(line, run.to + 1);
}

/* Point 3: a straight four counts as one four, though two squares make it five.  */
static int fours(struct line line, struct run run)
{
	int count = fives(line, run);

	return length(run) == 4 && count == 2 ? 1 : count;
}

/* Point 4: does another stone here make a straight four?  */
static bool gives_straight_four(struct line line, int at)
{
	struct line then = {line.black | 1u << at, line.empty & ~(1u << at)};
	struct run run = run_of(then.black);

	return has(line.empty, at) && length(run) == 4 && fives(then, run) == 2;
}

/* The squares that may make a line a three, at most two: only those next to the run can.  */
static int threes(struct square square, struct square direction, struct line line, struct run run,
		  struct square found[2])
{
	const int beside[] = {run.from - 1, run.to + 1};
	int count = 0;

	for (int i = 0; i < 2; i++)
		if (gives_straight_four(line, beside[i]))
			found[count++] = (struct square){square.x + (beside[i] - MIDDLE) * direction.x,
							 square.y + (beside[i] - MIDDLE) * direction.y};
	return count;
}

static enum kind kind_of_move(const struct gomoku *game, struct square square);

/* Is it a three?  `found`: the squares that make a straight four.  Returns the index of the first that is not
   forbidden, or -1.  Black's stone must be on the board.  */
static int open_end(const struct gomoku *game, const struct square found[2], int count)
{
	for (int i = 0; i < count; i++)
		if (kind_of_move(game, found[i]) == KIND_ALLOWED)
			return i;
	return -1;
}

static bool is_double_three(const struct gomoku *game, struct square square, struct square found[][2],
			    const int *counts, int lines)
{
	uint8_t *cell = &game->cell[square.y * game->width + square.x];
	int threes_found = 0;

	assert(gomoku_at(game, square) == STONE_NONE && lines <= DIRECTIONS);
	*cell = STONE_BLACK;
	for (int d = 0; d < lines && threes_found < 2 && threes_found + lines - d >= 2; d++)
		threes_found += open_end(game, found[d], counts[d]) >= 0;
	*cell = STONE_NONE;
	return threes_found >= 2;
}

/* Judges black's move on an empty square.  */
static enum kind kind_of_move(const struct gomoku *game, struct square square)
{
	struct square found[DIRECTIONS][2];
	int counts[DIRECTIONS], lines = 0, four_count = 0;
	bool overline = false;

	for (int d = 0; d < DIRECTIONS; d++) {
		struct line line = read_line(game, square, directions[d]);
		struct run run = run_of(line.black);

		if (length(run) == 5)
			return KIND_FIVE;
		if (length(run) > 5) {
			overline = true;
			continue;
		}
		four_count += fours(line, run);
		counts[lines] = threes(square, directions[d], line, run, found[lines]);
		lines += counts[lines] > 0;
	}
	if (overline || four_count >= 2)
		return KIND_FORBIDDEN;
	if (lines >= 2 && is_double_three(game, square, found, counts, lines))
		return KIND_FORBIDDEN;
	return KIND_ALLOWED;
}

bool gomoku_forbidden(const struct gomoku *game, struct square square)
{
	return (game->rule & ~(unsigned)GOMOKU_CONTINUOUS) == GOMOKU_RENJU && gomoku_inside(game, square) &&
	       gomoku_at(game, square) == STONE_NONE && kind_of_move(game, square) == KIND_FORBIDDEN;
}

/* ---- squares and rules in words ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

size_t gomoku_skip_blanks(const char *text, size_t size, size_t at)
{
	while (at < size && (text[at] == ' ' || text[at] == '\t'))
		at++;
	return at;
}

/* Reads a number at *at, with an optional sign.  Its value is capped far outside every board.  */
static bool read_number(const char *text, size_t size, size_t *at, int *value)
{
	enum { FAR = 1000000 };
	struct text rest = {text + *at, size - *at};
	int64_t number;

	assert(*at <= size);
	if (!text_take_number(&rest, &number))
		return false;
	*value = (int)(number < -FAR ? -FAR : number > FAR ? FAR : number);
	*at = size - rest.size;
	return true;
}

/* Reads `7,7` at *at.  */
static bool read_xy(const char *text, size_t size, size_t *at, struct square *square)
{
	*at = gomoku_skip_blanks(text, size, *at);
	if (!read_number(text, size, at, &square->x))
		return false;
	*at = gomoku_skip_blanks(text, size, *at);
	if (*at == size || text[*at] != ',')
		return false;
	*at = gomoku_skip_blanks(text, size, *at + 1);
	return read_number(text, size, at, &square->y);
}

bool gomoku_read_xy(const char *text, size_t size, struct square *square)
{
	size_t at = 0;

	assert(square);
	return read_xy(text, size, &at, square) && gomoku_skip_blanks(text, size, at) == size;
}

/* Reads a square that begins at *at, which moves behind it; anything may follow.  */
static bool read_next(const char *text, size_t size, size_t *at, struct square *square)
{
	size_t from = gomoku_skip_blanks(text, size, *at);
	int column = 0;

	if (read_xy(text, size, at, square))
		return true;
	for (*at = from; *at < size && *at < from + 2; ++*at) {
		char c = text[*at];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c < 'a' || c > 'z')
			break;
		column = 26 * column + (c - 'a' + 1);
	}
	if (*at == from || *at == size || !is_digit(text[*at]) || !read_number(text, size, at, &square->y))
		return false;
	square->x = column - 1;
	square->y--;
	return true;
}

bool gomoku_read_square(const char *text, size_t size, struct square *square)
{
	size_t at = 0;

	return read_next(text, size, &at, square) && gomoku_skip_blanks(text, size, at) == size;
}

int gomoku_read_squares(const char *text, size_t size, struct square *squares, int room, size_t *bad)
{
	int count = 0;

	assert(text || size == 0);
	assert(room >= 0);
	for (size_t at = gomoku_skip_blanks(text, size, 0); at < size;
	     at = gomoku_skip_blanks(text, size, at)) {
		*bad = at;
		if (count == room || !read_next(text, size, &at, &squares[count]))
			return -1;
		count++;
	}
	return count;
}

void gomoku_write_column(int x, char text[3])
{
	int at = 0;

	if (x >= 26)
		text[at++] = (char)('a' + x / 26 - 1);
	text[at++] = (char)('a' + x % 26);
	text[at] = '\0';
}

void gomoku_write_square(struct square square, char text[6])
{
	int y = square.y + 1;
	size_t at;

	gomoku_write_column(square.x, text);
	at = strlen(text);
	if (y >= 10)
		text[at++] = (char)('0' + y / 10);
	text[at++] = (char)('0' + y % 10);
	text[at] = '\0';
}

char *gomoku_won_words(const struct gomoku *game)
{
	struct square from, to;
	char a[6], b[6];

	if (!gomoku_won(game, &from, &to))
		return NULL;
	gomoku_write_square(from, a);
	gomoku_write_square(to, b);
	return bytes_text("five in a row from %s to %s", a, b);
}

char *gomoku_move_words(const char *text, size_t size)
{
	enum { SHOWN = 80 };
	struct square square;
	char word[6];

	if (!gomoku_read_xy(text, size, &square) || square.x < 0 || square.y < 0 ||
	    square.x >= GOMOKU_SIDE_MAX || square.y >= GOMOKU_SIDE_MAX)
		return bytes_escaped(text, size < SHOWN ? size : SHOWN);
	gomoku_write_square(square, word);
	return bytes_text("%s (%d,%d)", word, square.x, square.y);
}

bool gomoku_rule_named(const char *text, enum gomoku_rule *rule)
{
	int64_t value;
	bool known = option_value(&gomoku_option_rule, text, &value);

	if (known)
		*rule = (enum gomoku_rule)value;
	return known;
}

const char *gomoku_rule_name(enum gomoku_rule rule)
{
	const char *word = option_choice_word(&gomoku_option_rule, rule);

	return word ? word : "unknown";
}

/* ---- renju: why a point is forbidden ---- */

/* The bits of a run without one square, which may lie outside.  */
static unsigned bits_of(struct run run, int but)
{
	return ((2u << run.to) - (1u << run.from)) & ~(1u << but);
}

static void add_line(struct gomoku_forbids *why, struct square square, struct square direction, unsigned bits)
{
	struct gomoku_stones *line = &why->line[why->count++];

	assert(why->count < (int)(sizeof(why->line) / sizeof(why->line[0])));
	line->count = 0;
	for (int i = 0; i <= 2 * REACH; i++)
		if (has(bits, i))
			line->stone[line->count++] = (struct square){square.x + (i - MIDDLE) * direction.x,
								     square.y + (i - MIDDLE) * direction.y};
}

/* The stones of a four: those of its five, without the missing one.  */
static void add_fours(struct gomoku_forbids *why, struct square square, struct square direction,
		      struct line line)
{
	struct run run = run_of(line.black);
	const int beside[] = {run.from - 1, run.to + 1};
	int left = length(run) > 5 ? 0 : fours(line, run);

	for (int i = 0; i < 2 && left; i++)
		if (makes_five(line, beside[i])) {
			add_line(why, square, direction,
				 bits_of(run_of(line.black | 1u << beside[i]), beside[i]));
			left--;
		}
}

/* The same for a three and its straight four.  Black's stone must be on the board.  */
static void add_three(struct gomoku_forbids *why, const struct gomoku *game, struct square square,
		      struct square direction, struct line line)
{
	struct square found[2];
	int count = threes(square, direction, line, run_of(line.black), found),
	    end = open_end(game, found, count), at;

	if (end < 0)
		return;
	at = MIDDLE + (direction.x ? (found[end].x - square.x) * direction.x
				   : (found[end].y - square.y) * direction.y);
	add_line(why, square, direction, bits_of(run_of(line.black | 1u << at), at));
}

bool gomoku_why_forbidden(const struct gomoku *game, struct square square, struct gomoku_forbids *why)
{
	struct line lines[DIRECTIONS];
	uint8_t *cell;

	assert(why);
	if (!gomoku_forbidden(game, square))
		return false;
	for (int d = 0; d < DIRECTIONS; d++)
		lines[d] = read_line(game, square, directions[d]);
	*why = (struct gomoku_forbids){.kind = "overline"};
	for (int d = 0; d < DIRECTIONS; d++)
		if (length(run_of(lines[d].black)) > 5)
			add_line(why, square, directions[d],
				 lines[d].black & bits_of(run_of(lines[d].black), 2 * REACH + 1));
	if (why->count)
		return true;
	*why = (struct gomoku_forbids){.kind = "double four"};
	for (int d = 0; d < DIRECTIONS; d++)
		add_fours(why, square, directions[d], lines[d]);
	if (why->count > 1)
		return true;
	*why = (struct gomoku_forbids){.kind = "double three"};
	cell = &game->cell[square.y * game->width + square.x];
	*cell = STONE_BLACK;
	for (int d = 0; d < DIRECTIONS; d++)
		add_three(why, game, square, directions[d], lines[d]);
	*cell = STONE_NONE;
	return true;
}

char *gomoku_forbidden_words(const struct gomoku *game, struct square square)
{
	struct gomoku_forbids why;
	struct bytes words = {0};
	char word[6];

	if (!gomoku_why_forbidden(game, square, &why))
		return NULL;
	bytes_add_text(&words, why.kind);
	for (int i = 0; i < why.count; i++) {
		bytes_add_text(&words, i == 0 || i < why.count - 1 ? "," : " and");
		for (int k = 0; k < why.line[i].count; k++) {
			gomoku_write_square(why.line[i].stone[k], word);
			bytes_addf(&words, " %s", word);
		}
	}
	return words.at;
}

/* ---- a match ---- */

/* What a turn's text means.  */
struct intent {
	bool swap;
	struct square squares[3];
	int count;
};

static bool read_intent(const char *text, size_t size, struct intent *intent)
{
	size_t from = gomoku_skip_blanks(text, size, 0), bad;

	*intent = (struct intent){.swap = bytes_begin(text + from, size - from, "swap") &&
					  gomoku_skip_blanks(text, size, from + 4) == size};
	if (!intent->swap)
		intent->count = gomoku_read_squares(text, size, intent->squares, 3, &bad);
	return intent->swap || intent->count > 0;
}

/* ---- the setup ---- */

static char *place_opening(struct gomoku_match *match, const char *text)
{
	struct gomoku *game = &match->game;
	int room = game->width * game->height, count;
	FREED struct square *squares = bytes_new((size_t)room * sizeof(*squares));
	size_t bad = 0, size = strlen(text);
	char *problem = NULL;

	assert(match->game.move_count == 0);
	count = gomoku_read_squares(text, size, squares, room, &bad);
	if (count < 0)
		problem = bytes_text(
			"the opening \"%s\": \"%s\" is not a square: expected one such as h8, or 7,7", text,
			text + bad);
	for (int i = 0; i < count && !problem; i++) {
		char word[6];

		if (!gomoku_inside(game, squares[i])) {
			problem = bytes_text("the opening \"%s\": stone %d is outside the board of %d×%d",
					     text, i + 1, game->width, game->height);
		} else if (gomoku_at(game, squares[i]) != STONE_NONE) {
			gomoku_write_square(squares[i], word);
			problem = bytes_text("the opening \"%s\": two stones on %s", text, word);
		} else {
			gomoku_play(game, squares[i]);
		}
	}
	return problem;
}

static char *read_options(struct gomoku_match *match, const struct setup *setup)
{
	const char *opening = setup_text(setup, &gomoku_option_opening);
	int width, height;

	setup_sides(setup, &gomoku_option_size, &width, &height);
	gomoku_init(&match->game, width, height, (enum gomoku_rule)setup_choice(setup, &gomoku_option_rule));
	match->draw_at = (int)setup_count(setup, &gomoku_option_draw_at);
	match->swap2 = setup_switch(setup, &gomoku_option_swap2);
	if (match->draw_at > width * height)
		return bytes_text("--draw-at %d: expected a number of stones from 1 to %d", match->draw_at,
				  width * height);
	if (match->swap2 && opening && *opening)
		return bytes_text("--swap2 begins on an empty board: leave the opening out");
	return opening ? place_opening(match, opening) : NULL;
}

/* The match before its first turn, with its opening on the board.  */
static void start(struct gomoku_match *match)
{
	assert(match->game.move_count >= match->opening);
	assert(match->first == SEAT_1 || match->first == SEAT_2);
	while (match->game.move_count > match->opening)
		gomoku_undo(&match->game);
	match->stage = match->swap2 ? GOMOKU_THREE : GOMOKU_MOVE;
	match->black = match->first;
	match->next = match->opening % 2 ? seat_opponent(match->first) : match->first;
	match->turns = 0;
}

char *gomoku_match_init(struct gomoku_match *match, const struct setup *setup)
{
	char *problem;

	assert(setup->first == SEAT_1 || setup->first == SEAT_2);
	*match = (struct gomoku_match){.first = setup->first};
	problem = read_options(match, setup);
	if (problem) {
		gomoku_match_free(match);
		return problem;
	}
	match->opening = match->game.move_count;
	start(match);
	return NULL;
}

void gomoku_match_free(struct gomoku_match *match)
{
	gomoku_free(&match->game);
	*match = (struct gomoku_match){0};
}

/* ---- turns ---- */

/* What is wrong with stone i of a turn; with its name where the turn has others.  */
static char *why_not_there(const struct gomoku *game, const struct intent *intent, int i)
{
	struct square square;
	bool twice = false;
	char word[6] = "";

	assert(i >= 0 && i < intent->count);
	square = intent->squares[i];
	if (!gomoku_inside(game, square))
		return bytes_text("outside the board of %d×%d", game->width, game->height);
	for (int j = 0; j < i; j++)
		twice = twice || (intent->squares[j].x == square.x && intent->squares[j].y == square.y);
	if (!twice && gomoku_at(game, square) == STONE_NONE)
		return NULL;
	if (intent->count == 1)
		return bytes_text("already taken");
	gomoku_write_square(square, word);
	return twice ? bytes_text("two stones on one square (%s)", word)
		     : bytes_text("already taken (%s)", word);
}

/* What the stage allows, in words; NULL: this move.  */
static const char *expected(enum gomoku_stage stage, const struct intent *intent)
{
	switch (stage) {
	case GOMOKU_THREE: return intent->count == 3 ? NULL : "three squares: black, white, black";
	case GOMOKU_CHOICE:
		return intent->count < 3 ? NULL : "swap, white's square, or two squares: white, black";
	case GOMOKU_LAST_CHOICE: return intent->count < 2 ? NULL : "swap, or white's square";
	case GOMOKU_MOVE: break;
	}
	return intent->count == 1 ? NULL : "one square";
}

static char *check(const struct gomoku_match *match, const char *text, size_t size, struct intent *intent)
{
	const char *wanted;
	char *problem = NULL;

	if (!read_intent(text, size, intent))
		return bytes_text("not a square: expected one such as h8, or 7,7 counted from 0");
	wanted = expected(match->stage, intent);
	if (wanted)
		return bytes_text("not %s", wanted);
	for (int i = 0; i < intent->count && !problem; i++)
		problem = why_not_there(&match->game, intent, i);
	return problem;
}

char *gomoku_match_check(const struct gomoku_match *match, const char *text, size_t size)
{
	struct intent intent;

	return check(match, text, size, &intent);
}

char *gomoku_match_forbids(const struct gomoku_match *match, const char *text, size_t size)
{
	struct square square;
	size_t bad;

	if ((match->game.rule & ~(unsigned)GOMOKU_CONTINUOUS) != GOMOKU_RENJU ||
	    match->stage != GOMOKU_MOVE || gomoku_to_move(&match->game) != STONE_BLACK ||
	    gomoku_read_squares(text, size, &square, 1, &bad) != 1)
		return NULL;
	return gomoku_forbidden_words(&match->game, square);
}

char *gomoku_match_loses(const struct gomoku_match *match, const char *move, size_t size)
{
	char *why = gomoku_match_check(match, move, size);
	FREED char *forbidden = why ? NULL : gomoku_match_forbids(match, move, size);

	if (forbidden)
		why = bytes_text("forbidden to black by renju: %s", forbidden);
	return why;
}

/* Sets who has black, and the next stage, after this turn.  */
static void advance(struct gomoku_match *match, const struct intent *intent)
{
	int first = match->first, other = seat_opponent(first);

	assert(intent->swap == (intent->count == 0));
	match->turns++;
	switch (match->stage) {
	case GOMOKU_THREE:
		match->stage = GOMOKU_CHOICE;
		match->next = other;
		return;
	case GOMOKU_CHOICE:
		match->stage = intent->count == 2 ? GOMOKU_LAST_CHOICE : GOMOKU_MOVE;
		match->black = intent->swap ? other : first;
		match->next = first;
		return;
	case GOMOKU_LAST_CHOICE:
		match->stage = GOMOKU_MOVE;
		match->black = intent->swap ? first : other;
		match->next = other;
		return;
	case GOMOKU_MOVE: match->next = seat_opponent(match->next);
	}
}

/* The turn in the words that the match stores.  */
static void add_words(struct bytes *words, const struct intent *intent)
{
	assert(intent->swap || intent->count > 0);
	if (intent->swap)
		bytes_add_text(words, "swap");
	for (int i = 0; i < intent->count; i++)
		bytes_addf(words, "%s%d,%d", i ? " " : "", intent->squares[i].x, intent->squares[i].y);
}

char *gomoku_match_play(struct gomoku_match *match, const char *text, size_t size, struct bytes *played)
{
	struct intent intent;
	char *problem = check(match, text, size, &intent);

	if (problem)
		return problem;
	for (int i = 0; i < intent.count; i++)
		gomoku_play(&match->game, intent.squares[i]);
	advance(match, &intent);
	if (played)
		add_words(played, &intent);
	return NULL;
}

bool gomoku_match_step(struct gomoku_match *match, const struct match *turns, int n)
{
	const struct turn *turn = match_turn(turns, n);
	char *problem;

	if (!turn || !turn->played)
		return false;
	problem = gomoku_match_play(match, turn->played, strlen(turn->played), NULL);
	free(problem);
	return !problem;
}

bool gomoku_match_goto(struct gomoku_match *match, const struct match *turns, int count)
{
	start(match);
	while (match->turns < count && gomoku_match_step(match, turns, match->turns + 1))
		;
	return match->turns == count;
}

/* Is one of the stones in a winning line?  */
static bool has_line(const struct gomoku *game)
{
	struct gomoku until = *game; /* the current board, with each stone as the last of its turn */

	for (until.move_count = 1; until.move_count <= game->move_count; until.move_count++)
		if (gomoku_won(&until, NULL, NULL))
			return true;
	return false;
}

const char *gomoku_match_settled(const struct gomoku_match *match)
{
	const struct gomoku *game = &match->game;

	if (has_line(game))
		return "wins already";
	if (gomoku_full(game))
		return "fills the board";
	if (game->rule & GOMOKU_CONTINUOUS && !gomoku_line_possible(game))
		return "leaves no place for a line";
	if (match->draw_at && game->move_count >= match->draw_at)
		return "is a draw already (--draw-at)";
	return NULL;
}

int gomoku_black(const struct match *turns, int count)
{
	int first = turns->setup.first;
	struct gomoku_match match = {.first = first, .black = first};
	const struct turn *turn;
	struct intent intent;

	assert(count >= 0);
	if (!setup_switch(&turns->setup, &gomoku_option_swap2))
		return first;
	for (int n = 1; n <= 3 && n <= count && n <= turns->turn_count && match.stage != GOMOKU_MOVE; n++)
		if ((turn = match_turn(turns, n)) && read_intent(turn->played, strlen(turn->played), &intent))
			advance(&match, &intent);
	return match.black;
}

int gomoku_lines(const struct match *turns, int count, int seat)
{
	struct gomoku_match match;
	FREED char *problem = NULL;
	int lines = -1;

	assert(seat == SEAT_1 || seat == SEAT_2);
	if (!(setup_choice(&turns->setup, &gomoku_option_rule) & GOMOKU_CONTINUOUS))
		return lines;
	problem = gomoku_match_init(&match, &turns->setup);
	if (!problem) {
		gomoku_match_goto(&match, turns, count);
		lines = match.game.lines[seat == match.black ? STONE_BLACK : STONE_WHITE];
		gomoku_match_free(&match);
	}
	return lines;
}
