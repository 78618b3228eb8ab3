/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* lines.c - the shape that a stone makes on a line of eleven squares, for every such line.
 *
 * A shape follows from the shapes with one more stone: a four is one stone from a five, an open three is
 * one stone from an open four. So only the five is defined by rules.  */
#include "threat.h"

#include <stdlib.h>

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
