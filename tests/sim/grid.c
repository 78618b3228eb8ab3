/* Copyright: The ringside authors
 * SPDX-License-Identifier: GPL-3.0-or-later  */
/* grid.c - gomoku a second time, read literally from the rules, and slow.  */
#include "grid.h"

#include "systems/gomocup/rules.h"
#include <string.h>

static const struct {
	int dx, dy;
} directions[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
enum { DIRECTIONS = 4 };

static bool is_inside(const struct grid *grid, int x, int y)
{
	return x >= 0 && y >= 0 && x < grid->width && y < grid->height;
}

static char at(const struct grid *grid, int x, int y)
{
	return is_inside(grid, x, y) ? grid->at[y][x] : 0;
}

/* Do five of them stand here in this direction, and does the rule count them?  */
static bool five_from(const struct grid *grid, int x, int y, int dx, int dy, char who)
{
	char before = at(grid, x - dx, y - dy), behind = at(grid, x + 5 * dx, y + 5 * dy);
	bool exact = grid->rule & GRID_NO_LONGER || (grid->rule & GRID_RENJU && who == GRID_BLACK);

	for (int i = 0; i < 5; i++)
		if (at(grid, x + i * dx, y + i * dy) != who)
			return false;
	if (before == who || behind == who)
		return !exact;
	return !(grid->rule & GRID_NOT_BETWEEN) || !before || !behind;
}

/* Is this stone part of a five in this direction that the rule counts?  */
static bool is_in_five(const struct grid *grid, int x, int y, int dx, int dy)
{
	for (int i = 0; i < 5; i++)
		if (five_from(grid, x - i * dx, y - i * dy, dx, dy, at(grid, x, y)))
			return true;
	return false;
}

/* The number of stones of this colour next to the square, on this side of it.  */
static void block_side(struct grid *grid, int x, int y, int dx, int dy, char who)
{
	for (x += dx, y += dy; at(grid, x, y) == who; x += dx, y += dy)
		grid->at[y][x] = GRID_BLOCK;
}

static void look_for_lines(struct grid *grid, int x, int y)
{
	char who = at(grid, x, y);
	bool line[DIRECTIONS];

	grid->won = false;
	for (int d = 0; d < DIRECTIONS; d++) {
		line[d] = is_in_five(grid, x, y, directions[d].dx, directions[d].dy);
		grid->won = grid->won || line[d];
	}
	if (!grid->won || !(grid->rule & GRID_CONTINUOUS))
		return;
	for (int d = 0; d < DIRECTIONS; d++)
		if (line[d]) {
			grid->lines[(int)who]++;
			block_side(grid, x, y, directions[d].dx, directions[d].dy, who);
			block_side(grid, x, y, -directions[d].dx, -directions[d].dy, who);
		}
	grid->at[y][x] = GRID_BLOCK;
}

void grid_clear(struct grid *grid, int width, int height, enum grid_rule rule)
{
	memset(grid, 0, sizeof(*grid));
	grid->width = width;
	grid->height = height;
	grid->rule = rule;
}

bool grid_is_free(const struct grid *grid, int x, int y)
{
	return is_inside(grid, x, y) && !grid->at[y][x];
}

char grid_to_move(const struct grid *grid)
{
	return grid->count % 2 ? GRID_WHITE : GRID_BLACK;
}

void grid_put(struct grid *grid, int x, int y)
{
	grid->at[y][x] = grid_to_move(grid);
	grid->x[grid->count] = (unsigned char)x;
	grid->y[grid->count++] = (unsigned char)y;
	look_for_lines(grid, x, y);
}

bool grid_take(struct grid *grid, int x, int y)
{
	struct grid old = *grid;

	if (!old.count || old.x[old.count - 1] != x || old.y[old.count - 1] != y)
		return false;
	grid_clear(grid, old.width, old.height, old.rule);
	for (int i = 0; i < old.count - 1; i++)
		grid_put(grid, old.x[i], old.y[i]);
	return true;
}

bool grid_is_full(const struct grid *grid)
{
	return grid->count == grid->width * grid->height;
}

static bool is_place(const struct grid *grid, int x, int y, int dx, int dy)
{
	int count[GRID_BLOCK + 1] = {0};

	if (!is_inside(grid, x + 4 * dx, y + 4 * dy))
		return false;
	for (int i = 0; i < 5; i++)
		count[(int)at(grid, x + i * dx, y + i * dy)]++;
	return count[0] > 0 && (count[0] + count[GRID_BLACK] == 5 || count[0] + count[GRID_WHITE] == 5);
}

bool grid_has_place(const struct grid *grid)
{
	for (int y = 0; y < grid->height; y++)
		for (int x = 0; x < grid->width; x++)
			for (int d = 0; d < DIRECTIONS; d++)
				if (is_place(grid, x, y, directions[d].dx, directions[d].dy))
					return true;
	return false;
}

bool grid_is_forbidden(const struct grid *grid, int x, int y)
{
	struct gomoku game;
	bool forbidden;

	if (!(grid->rule & GRID_RENJU) || grid_to_move(grid) != GRID_BLACK)
		return false;
	gomoku_init(&game, grid->width, grid->height, (enum gomoku_rule)grid->rule);
	for (int i = 0; i < grid->count; i++)
		game.cell[grid->y[i] * grid->width + grid->x[i]] =
			(unsigned char)at(grid, grid->x[i], grid->y[i]);
	forbidden = gomoku_forbidden(&game, (struct square){x, y});
	gomoku_free(&game);
	return forbidden;
}

bool grid_is_same(const struct grid *a, const struct grid *b)
{
	return a->count == b->count && memcmp(a->at, b->at, sizeof(a->at)) == 0;
}
