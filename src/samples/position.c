/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* position.c - a board that knows what each empty square is worth.
 *
 * The shape that a stone makes on a line of eleven squares follows from the shapes with one more stone: a
 * four is one stone from a five, an open three is one stone from an open four.  So only the five is defined
 * by rules.  Every square holds the keys of its four lines.  A stone changes the keys of at most forty
 * squares; only changed shapes are evaluated again.  */
#include "threat.h"

#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

enum { REACH = 5, SPAN = 2 * REACH + 1 };

/* Does a row of exactly five need an end without an opponent's stone? Do more than five win?  */
static const struct {
	bool longer, open;
} five_rules[FIVE_RULES] = {
	[FIVE_OR_MORE] = {.longer = true},
	[FIVE_EXACTLY] = {.longer = false},
	[FIVE_OR_MORE_OPEN] = {.longer = true, .open = true},
	[FIVE_EXACTLY_OPEN] = {.longer = false, .open = true},
};

/* For each shape, the one before its stone was put, if that stone was the best one.  */
static const uint8_t step_back[] = {
	[SHAPE_UNKNOWN] = SHAPE_NONE,
	[SHAPE_NONE] = SHAPE_NONE,
	[SHAPE_ONE] = SHAPE_NONE,
	[SHAPE_OPEN_ONE] = SHAPE_NONE,
	[SHAPE_TWO] = SHAPE_ONE,
	[SHAPE_OPEN_TWO] = SHAPE_OPEN_ONE,
	[SHAPE_THREE] = SHAPE_TWO,
	[SHAPE_OPEN_THREE] = SHAPE_OPEN_TWO,
	[SHAPE_FOUR] = SHAPE_THREE,
	[SHAPE_DOUBLE_FOUR] = SHAPE_THREE,
	[SHAPE_OPEN_FOUR] = SHAPE_OPEN_THREE,
};

/* The shift of a square's bits in the key; the middle square has none.  */
static unsigned place_of(int index)
{
	return 2U * (unsigned)(index < REACH ? index : index - 1);
}

/* The first and last square of the run of stones around a square.  */
static void run_around(const uint8_t squares[SPAN], int at, int *first, int *last)
{
	*first = *last = at;
	while (*first > 0 && squares[*first - 1] == BLACK)
		--*first;
	while (*last < SPAN - 1 && squares[*last + 1] == BLACK)
		++*last;
}

/* Does the run of the middle stone win?  */
static bool wins(const uint8_t squares[SPAN], enum five_rule rule)
{
	int first, last;

	run_around(squares, REACH, &first, &last);
	int length = last - first + 1;
	if (length != 5)
		return length > 5 && five_rules[rule].longer;
	return !(five_rules[rule].open && first > 0 && last < SPAN - 1 && squares[first - 1] == WHITE &&
		 squares[last + 1] == WHITE);
}

static bool wins_with(uint8_t squares[SPAN], int at, enum five_rule rule)
{
	uint8_t before = squares[at];

	squares[at] = BLACK;
	bool five = wins(squares, rule);
	squares[at] = before;
	return five;
}

/* Does a five remain whichever of these squares the opponent takes?  */
static bool cannot_be_stopped(uint8_t squares[SPAN], const int fives[], int count, enum five_rule rule)
{
	for (int i = 0; i < count; i++) {
		bool left = false;

		squares[fives[i]] = WHITE;
		for (int j = 0; j < count && !left; j++)
			left = j != i && wins_with(squares, fives[j], rule);
		squares[fives[i]] = EMPTY;
		if (!left)
			return false;
	}
	return count > 0;
}

/* The shape of a line on which these squares make five.  */
static enum shape four_of(uint8_t squares[SPAN], const int fives[], int count, enum five_rule rule)
{
	int first, last;

	if (!cannot_be_stopped(squares, fives, count, rule))
		return SHAPE_FOUR;
	run_around(squares, REACH, &first, &last);
	return last - first == 3 && fives[0] == first - 1 && fives[count - 1] == last + 1 ? SHAPE_OPEN_FOUR
											  : SHAPE_DOUBLE_FOUR;
}

static enum shape work_out(struct lines *lines, uint32_t key)
{
	uint8_t squares[SPAN] = {[REACH] = BLACK};
	int fives[SPAN], count = 0, first, last;
	enum shape best = SHAPE_UNKNOWN;

	for (int i = 0; i < SPAN; i++)
		if (i != REACH)
			squares[i] = (key >> place_of(i)) & 3;
	if (wins(squares, lines->rule))
		return SHAPE_FIVE;
	run_around(squares, REACH, &first, &last);
	if (last - first + 1 > 5)
		return SHAPE_OVERLINE;
	for (int i = 0; i < SPAN; i++)
		if (squares[i] == EMPTY && wins_with(squares, i, lines->rule))
			fives[count++] = i;
	if (count > 0)
		return four_of(squares, fives, count, lines->rule);
	for (int i = 0; i < SPAN; i++) {
		if (squares[i] != EMPTY)
			continue;
		enum shape next = lines_shape(lines, key | (uint32_t)BLACK << place_of(i));
		if (next > best && next < SHAPE_FIVE)
			best = next;
	}
	return (enum shape)step_back[best];
}

struct lines *lines_new(enum five_rule rule)
{
	struct lines *lines = calloc(1, sizeof *lines);

	if (!lines)
		abort();
	lines->rule = rule;
	return lines;
}

void lines_free(struct lines *lines)
{
	free(lines);
}

enum shape lines_shape(struct lines *lines, uint32_t key)
{
	if (lines->shape[key] == SHAPE_UNKNOWN)
		lines->shape[key] = (uint8_t)work_out(lines, key);
	return (enum shape)lines->shape[key];
}

/* ---- the board ---- */

enum { DIRECTIONS = 4, FORBIDDEN_FOURS = 2, FORBIDDEN_THREES = 2 };

/* What a shape is worth to the player who can make it.  */
static const int16_t worth_of[] = {
	[SHAPE_ONE] = 1,         [SHAPE_OPEN_ONE] = 2,    [SHAPE_TWO] = 4,      [SHAPE_OPEN_TWO] = 9,
	[SHAPE_THREE] = 10,      [SHAPE_OPEN_THREE] = 30, [SHAPE_FOUR] = 32,    [SHAPE_DOUBLE_FOUR] = 120,
	[SHAPE_OPEN_FOUR] = 150, [SHAPE_FIVE] = 400,      [SHAPE_OVERLINE] = 0,
};

/* How many of a square's four lines have each shape that matters for its kind.  */
struct tally {
	uint8_t threes, fours, sure_fours, fives, overlines;
};

static const struct tally tally_of[] = {
	[SHAPE_OPEN_THREE] = {.threes = 1},
	[SHAPE_FOUR] = {.fours = 1},
	[SHAPE_DOUBLE_FOUR] = {.fours = 2, .sure_fours = 1},
	[SHAPE_OPEN_FOUR] = {.fours = 1, .sure_fours = 1},
	[SHAPE_FIVE] = {.fives = 1},
	[SHAPE_OVERLINE] = {.overlines = 1},
};

static struct tally tally(const uint8_t shapes[DIRECTIONS])
{
	struct tally sum = {0};

	for (int i = 0; i < DIRECTIONS; i++) {
		const struct tally *one = &tally_of[shapes[i]];

		sum.threes = (uint8_t)(sum.threes + one->threes);
		sum.fours = (uint8_t)(sum.fours + one->fours);
		sum.sure_fours = (uint8_t)(sum.sure_fours + one->sure_fours);
		sum.fives = (uint8_t)(sum.fives + one->fives);
		sum.overlines = (uint8_t)(sum.overlines + one->overlines);
	}
	return sum;
}

static enum point_kind kind_from(const struct tally *sum, bool forbids)
{
	if (sum->fives)
		return KIND_FIVE;
	if (forbids && (sum->overlines || sum->fours >= FORBIDDEN_FOURS || sum->threes >= FORBIDDEN_THREES))
		return KIND_FORBIDDEN;
	if (sum->sure_fours || sum->fours > 1)
		return KIND_FOURS;
	if (sum->fours)
		return sum->threes ? KIND_FOUR_THREE : KIND_FOUR;
	return sum->threes > 1 ? KIND_THREES : sum->threes ? KIND_THREE : KIND_QUIET;
}

/* The four directions of lines, forwards.  */
static const struct {
	int x, y;
} directions[DIRECTIONS] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static int step_of(const struct position *position, int direction)
{
	return directions[direction].y * position->stride + directions[direction].x;
}

/* Adds an empty square to the sums or removes it.  */
static void count(struct position *position, const struct board_point *square, int sign)
{
	for (int who = 0; who < 2; who++) {
		position->kinds[who][square->kind[who]] += sign;
		position->worth[who] += sign * square->worth[who];
	}
}

/* Computes kind and worth from the shapes.  */
static void judge(const struct position *position, struct board_point *square, int who)
{
	struct tally sum = tally(square->shape[who]);
	int worth = 0;

	for (int i = 0; i < DIRECTIONS; i++)
		worth += worth_of[square->shape[who][i]];
	square->kind[who] = (uint8_t)kind_from(&sum, position->renju && who == 0);
	square->worth[who] = (int16_t)(square->kind[who] == KIND_FORBIDDEN ? 0 : worth);
}

/* The key with colours exchanged: the line from white's side.  */
static uint32_t exchanged(uint32_t key)
{
	return (key & 0x55555) << 1 | (key & 0xaaaaa) >> 1;
}

/* Updates an empty square after the key of one of its lines has changed.  */
static void refresh(struct position *position, struct board_point *square, int direction)
{
	const uint32_t keys[2] = {square->key[direction], exchanged(square->key[direction])};

	for (int who = 0; who < 2; who++) {
		uint8_t shape = (uint8_t)lines_shape(position->lines[who], keys[who]);

		if (shape == square->shape[who][direction])
			continue;
		square->shape[who][direction] = shape;
		position->kinds[who][square->kind[who]]--;
		position->worth[who] -= square->worth[who];
		judge(position, square, who);
		position->kinds[who][square->kind[who]]++;
		position->worth[who] += square->worth[who];
	}
}

/* Adds a stone to the lines of the squares around it, or removes it: both are the same exclusive or.  */
static void spread(struct position *position, int at, uint32_t colour)
{
	for (int direction = 0; direction < DIRECTIONS; direction++) {
		int step = step_of(position, direction);

		for (int distance = -THREAT_PAD; distance <= THREAT_PAD; distance++) {
			/* Seen from there, the stone is on the other side.  */
			int index = distance < 0 ? THREAT_PAD - 1 - distance : THREAT_PAD - distance;
			struct board_point *square = &position->squares[at + distance * step];

			if (distance == 0 || square->holds == EDGE)
				continue;
			square->key[direction] ^= colour << (2 * index);
			if (square->holds == EMPTY)
				refresh(position, square, direction);
		}
	}
}

static uint64_t hash_of(int at, enum stone colour)
{
	uint64_t mixed = ((uint64_t)at * 4 + colour) * UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
	return mixed ^ (mixed >> 31);
}

static void enlarge(struct position *position, int at)
{
	struct box *box = &position->box;
	int x = position_x(position, at), y = position_y(position, at);

	if (x - THREAT_PAD < box->left)
		box->left = (int16_t)(x < THREAT_PAD ? 0 : x - THREAT_PAD);
	if (y - THREAT_PAD < box->top)
		box->top = (int16_t)(y < THREAT_PAD ? 0 : y - THREAT_PAD);
	if (x + THREAT_PAD > box->right)
		box->right =
			(int16_t)(x + THREAT_PAD < position->width ? x + THREAT_PAD : position->width - 1);
	if (y + THREAT_PAD > box->bottom)
		box->bottom =
			(int16_t)(y + THREAT_PAD < position->height ? y + THREAT_PAD : position->height - 1);
}

/* The lines of a square on an empty board hold only the edge.  */
static void set_up(struct position *position, int x, int y)
{
	struct board_point *square = &position->squares[position_square(position, x, y)];

	*square = (struct board_point){.holds = EMPTY};
	for (int direction = 0; direction < DIRECTIONS; direction++) {
		uint32_t key = 0;

		for (int index = 0; index < 2 * THREAT_PAD; index++) {
			int distance = index < THREAT_PAD ? index - THREAT_PAD : index - THREAT_PAD + 1;
			int over = x + distance * directions[direction].x;
			int down = y + distance * directions[direction].y;

			if (over < 0 || down < 0 || over >= position->width || down >= position->height)
				key |= (uint32_t)EDGE << (2 * index);
		}
		square->key[direction] = key;
		square->shape[0][direction] = (uint8_t)lines_shape(position->lines[0], key);
		square->shape[1][direction] = (uint8_t)lines_shape(position->lines[1], exchanged(key));
	}
	judge(position, square, 0);
	judge(position, square, 1);
	count(position, square, 1);
}

enum five_rule position_five_rule(int rule, enum stone colour)
{
	bool exactly = rule & 1, renju = rule & 4, open = rule & 8;

	if (renju)
		return colour == BLACK ? FIVE_EXACTLY : FIVE_OR_MORE;
	if (open)
		return exactly ? FIVE_EXACTLY_OPEN : FIVE_OR_MORE_OPEN;
	return exactly ? FIVE_EXACTLY : FIVE_OR_MORE;
}

void position_clear(struct position *position, struct lines *const by_rule[FIVE_RULES], int rule, int width,
		    int height)
{
	memset(position, 0, sizeof *position);
	position->width = width;
	position->height = height;
	position->stride = width + THREAT_PAD;
	position->renju = rule & 4;
	position->caro = rule & 8;
	position->lines[0] = by_rule[position_five_rule(rule, BLACK)];
	position->lines[1] = by_rule[position_five_rule(rule, WHITE)];
	position->box = (struct box){THREAT_SIDE_MAX, THREAT_SIDE_MAX, -1, -1};
	for (size_t i = 0; i < sizeof position->squares / sizeof *position->squares; i++)
		position->squares[i].holds = EDGE;
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			set_up(position, x, y);
}

int position_square(const struct position *position, int x, int y)
{
	return (y + THREAT_PAD) * position->stride + x + THREAT_PAD;
}

int position_x(const struct position *position, int at)
{
	return (at - THREAT_PAD) % position->stride;
}

int position_y(const struct position *position, int at)
{
	return (at - THREAT_PAD) / position->stride - THREAT_PAD;
}

void position_place(struct position *position, int at, enum stone colour)
{
	struct board_point *square = &position->squares[at];

	position->placed[position->count++] = (struct placed){(int16_t)at, position->box};
	enlarge(position, at);
	count(position, square, -1);
	square->holds = (uint8_t)colour;
	position->hash ^= hash_of(at, colour);
	spread(position, at, colour);
}

void position_undo(struct position *position)
{
	const struct placed *last = &position->placed[--position->count];
	struct board_point *square = &position->squares[last->at];
	enum stone colour = (enum stone)square->holds;

	/* A taken square keeps its shapes. They are right again, since all later stones are gone.  */
	spread(position, last->at, colour);
	position->hash ^= hash_of(last->at, colour);
	square->holds = EMPTY;
	count(position, square, 1);
	position->box = last->before;
}

/* Can an open three of a line, made by the black stone just put on a square, become an open four?  */
static bool three_is_real(struct position *position, int at, int direction)
{
	for (int sign = -1; sign <= 1; sign += 2) {
		int step = sign * step_of(position, direction), next = at + step;

		while (position->squares[next].holds == BLACK)
			next += step;
		const struct board_point *square = &position->squares[next];
		if (square->holds == EMPTY && square->shape[0][direction] == SHAPE_OPEN_FOUR &&
		    square->kind[0] != KIND_FIVE && !position_forbidden(position, next))
			return true;
	}
	return false;
}

bool position_forbidden(struct position *position, int at)
{
	struct board_point *square = &position->squares[at];
	struct tally sum = tally(square->shape[0]);
	int threes = 0;

	if (!position->renju || square->kind[0] != KIND_FORBIDDEN)
		return false;
	if (sum.overlines || sum.fours >= FORBIDDEN_FOURS)
		return true;
	position_place(position, at, BLACK);
	for (int direction = 0; direction < DIRECTIONS; direction++)
		if (square->shape[0][direction] == SHAPE_OPEN_THREE)
			threes += three_is_real(position, at, direction);
	position_undo(position);
	return threes >= FORBIDDEN_THREES;
}

int position_find(const struct position *position, enum stone colour, enum point_kind kind)
{
	const struct box *box = &position->box;

	for (int y = box->top; y <= box->bottom; y++) {
		int first = position_square(position, box->left, y);
		int last = position_square(position, box->right, y);

		for (int at = first; at <= last; at++)
			if (position->squares[at].holds == EMPTY &&
			    point_kind_of(position, at, colour) == kind)
				return at;
	}
	return -1;
}
