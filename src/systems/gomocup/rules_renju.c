/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* rules_renju.c - the points that renju forbids to black.
 *
 * The rule has four numbered points (gomocup, Rules: renju), which are followed one by one.  Eleven squares
 * of each of the four lines through the square are read into bits once; the points look at those bits.  */
#include "rules.h"

#include <assert.h>

/* Five squares on each side are enough. A run that reaches the last one is an overline already.  The
   neighbour of a five is visible even if the five begins at the square itself.  */
enum { REACH = 5, MIDDLE = REACH };

enum { DIRECTIONS = 4 };
static const struct square directions[DIRECTIONS] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

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

/* ---- why ---- */

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

static void add_overline(struct gomoku_forbids *why, struct square square, struct square direction,
			 struct line line)
{
	struct run run = run_of(line.black);

	if (length(run) > 5)
		add_line(why, square, direction, line.black & bits_of(run, 2 * REACH + 1));
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
		add_overline(why, square, directions[d], lines[d]);
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
