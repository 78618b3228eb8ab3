/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* grid.h - gomoku a second time, read literally from the rules, and slow: the judge's game is checked
 * against it.
 *
 * It shares no code with src/systems, so the same mistake would have to be made twice. The points that
 * renju forbids are the exception; they have a property test of their own.  */
#ifndef RINGSIDE_SIM_GRID_H
#define RINGSIDE_SIM_GRID_H

#include <stdbool.h>

enum { GRID_SIDE = 24, GRID_SQUARES = GRID_SIDE * GRID_SIDE };

/* What wins and what does not: the numbers of INFO rule, which are added.  */
enum grid_rule {
	GRID_FIVE_OR_MORE = 0,
	GRID_NO_LONGER = 1,  /* more than five do not count */
	GRID_CONTINUOUS = 2, /* what would win becomes blocks */
	GRID_RENJU = 4,      /* more than five do not count for black, who has forbidden points */
	GRID_NOT_BETWEEN = 8 /* a five that is blocked at both ends does not count; a six does */
};

/* As BOARD numbers its fields, with black as 1.  */
enum { GRID_BLACK = 1, GRID_WHITE, GRID_BLOCK };

struct grid {
	int width, height;
	enum grid_rule rule;
	char at[GRID_SIDE][GRID_SIDE];                  /* at[y][x]: 0 empty, or one of the above */
	unsigned char x[GRID_SQUARES], y[GRID_SQUARES]; /* of the stones in their order, black first */
	int count;                                      /* of stones */
	bool won;                                       /* the last stone made a line */
	int lines[GRID_WHITE + 1];                      /* continuous: the lines of each colour */
};

/* Sides up to GRID_SIDE.  */
void grid_clear(struct grid *grid, int width, int height, enum grid_rule rule);
bool grid_is_free(const struct grid *grid, int x, int y);
/* The colour of the next stone.  */
char grid_to_move(const struct grid *grid);
/* The colour to move puts a stone there. The square must be free.  */
void grid_put(struct grid *grid, int x, int y);
/* Takes the last stone and its lines away. False: it does not stand there.  */
bool grid_take(struct grid *grid, int x, int y);
bool grid_is_full(const struct grid *grid);
/* Continuous: are there five squares in a row with stones of one colour only, and at least one empty?  */
bool grid_has_place(const struct grid *grid);
/* Does renju forbid this free square to the side to move?  */
bool grid_is_forbidden(const struct grid *grid, int x, int y);
/* Are these the same stones and blocks?  */
bool grid_is_same(const struct grid *a, const struct grid *b);

#endif
