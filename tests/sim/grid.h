/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* grid.h - gomoku once more, read literally from the rules and slow: what the judge's game is checked
 * against.
 *
 * Shares nothing with src/systems, so that the same mistake would have to be made twice; but for the points
 * that renju forbids, which have a property test of their own.  */
#ifndef RINGSIDE_SIM_GRID_H
#define RINGSIDE_SIM_GRID_H

#include <stdbool.h>

enum { GRID_SIDE = 24, GRID_SQUARES = GRID_SIDE * GRID_SIDE };

/* What wins, and what is nothing: the numbers of INFO rule, which are added.  */
enum grid_rule {
	GRID_FIVE_OR_MORE = 0,
	GRID_NO_LONGER = 1,  /* longer than five is nothing */
	GRID_CONTINUOUS = 2, /* what wins elsewhere turns to blocks */
	GRID_RENJU = 4,      /* longer than five is nothing for black, who has forbidden points */
	GRID_NOT_BETWEEN = 8 /* a five with something at both ends is nothing, but six are */
};

/* As the fields of BOARD are numbered, with black for 1.  */
enum { GRID_BLACK = 1, GRID_WHITE, GRID_BLOCK };

struct grid {
	int width, height;
	enum grid_rule rule;
	char at[GRID_SIDE][GRID_SIDE];                  /* at[y][x]: 0 empty, else what */
	unsigned char x[GRID_SQUARES], y[GRID_SQUARES]; /* of the stones in their order, black first */
	int count;                                      /* of stones */
	bool won;                                       /* the last stone made a line */
	int lines[GRID_WHITE + 1];                      /* continuous: that each colour has made */
};

/* Sides up to GRID_SIDE.  */
void grid_clear(struct grid *grid, int width, int height, enum grid_rule rule);
bool grid_is_free(const struct grid *grid, int x, int y);
/* Whose stone is the next?  */
char grid_to_move(const struct grid *grid);
/* The colour to move puts a stone there; the square must be free.  */
void grid_put(struct grid *grid, int x, int y);
/* Takes the last stone away, with what it has made.  False: it does not stand there.  */
bool grid_take(struct grid *grid, int x, int y);
bool grid_is_full(const struct grid *grid);
/* Continuous: are there five squares in a row, at least one of them empty, with stones of one colour only? */
bool grid_has_place(const struct grid *grid);
/* Does renju forbid the side to move this free square?  */
bool grid_is_forbidden(const struct grid *grid, int x, int y);
/* Are these the same stones and blocks?  */
bool grid_is_same(const struct grid *a, const struct grid *b);

#endif
